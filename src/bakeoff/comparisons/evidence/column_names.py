"""What the names of columns say about the measure: `svm_rmse, tree_rmse` are errors, `svm_acc, svm_f1` are scores by two measures."""

import re
from collections.abc import Sequence
from itertools import takewhile

from bakeoff.core.errors import BadInput
from bakeoff.core.text import listed
from bakeoff.measures.naming import resolve, short_name_of

__all__ = ["measure_in_names"]

_TOKENS = re.compile(r"[^\W_]+")
_LOWER = frozenset(
    {"loss", "losses", "err", "errors", "cost", "time", "runtime", "seconds", "secs", "latency", "perplexity"}
)
_LONGEST = 3  # words of a measure


def measure_in_names(names: Sequence[str], source: str) -> str:
    """The measure that all columns name beside the learner; empty where they name none. Refuses columns of several measures.

    >>> measure_in_names(["svm_rmse", "tree_rmse"], "t.csv"), measure_in_names(["svm", "tree"], "t.csv")
    ('rmse', '')
    >>> measure_in_names(["svm_acc", "svm_f1"], "t.csv")
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: the columns of t.csv hold scores by accuracy and F1; keep the columns of one measure, one for each learner
    """
    if len(names) < 2:
        return ""
    if all(resolve(name) is not None for name in names):
        raise BadInput(
            f"the columns of {source} are measures ({listed(names, most=3)}), not learners",
            cure="a comparison needs one column for each learner; learners by measures are shown with --columns measures (bo.measures_table)",
        )
    words = [[one.lower() for one in _TOKENS.findall(name)] for name in names]
    shared = _shared(words) or _shared([one[::-1] for one in words])[::-1]
    found = next((text for text in _texts(shared) if resolve(text) is not None), "")
    if found:
        return found
    own = list(takewhile(bool, map(_measured, words)))  # most tables end at the first name
    if len(own) == len(names) and len(set(own)) > 1:
        kinds = listed([short_name_of(one) for one in dict.fromkeys(own)])
        raise BadInput(
            f"the columns of {source} hold scores by {kinds}",
            cure="keep the columns of one measure, one for each learner",
        )
    return next((one for one in shared if one in _LOWER), "")


def _shared(words: Sequence[Sequence[str]]) -> list[str]:
    """The last words that all names share; never a whole name."""
    at = takewhile(lambda ends: len(set(ends)) == 1, zip(*(one[:0:-1] for one in words), strict=False))
    return [ends[0] for ends in at][::-1]


def _texts(words: Sequence[str]) -> list[str]:
    """What may be the name of a measure: the longest first."""
    spans = [(i, j) for i in range(len(words)) for j in range(i + 1, min(len(words), i + _LONGEST) + 1)]
    return ["_".join(words[i:j]) for i, j in sorted(spans, key=lambda span: span[0] - span[1])]


def _measured(words: Sequence[str]) -> str:
    """The measure at the end or the beginning of a name beside the learner, by its own name."""
    for some in (
        *(words[-n:] for n in range(_LONGEST, 0, -1) if n < len(words)),
        *(words[:n] for n in range(_LONGEST, 0, -1) if n < len(words)),
    ):
        known = resolve("_".join(some))
        if known is not None:
            return known.name
    return ""
