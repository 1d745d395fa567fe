"""Said once: near-identical sentences about several measures, data sets or pairs become one, with names and counts."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.text import capital

if TYPE_CHECKING:
    from bakeoff.study.analysis.compare import ComparisonOutcome

__all__ = ["by_dataset", "by_measure", "by_pair"]

MOST = 5  # names in one sentence
_SOME = re.compile(r"^(only )?\d+ (of \d+ )?")
_DETAIL = re.compile(r" \([^()]*\)")


def by_measure(said: Sequence[str], primary: str) -> list[str]:
    """What is told of several measures in the same words is told once; the primary measure speaks for itself.

    >>> by_measure(["kappa: withheld", "f1: withheld", "accuracy: withheld"], "accuracy")
    ['kappa, f1: withheld', 'accuracy: withheld']
    """
    grouped: dict[tuple[bool, str], list[str]] = {}
    for text in said:
        name, _, rest = text.partition(": ")
        grouped.setdefault((name == primary, rest), []).append(name)
    return [f"{', '.join(dict.fromkeys(names))}: {rest}" for (_, rest), names in grouped.items()]


def by_dataset(
    per_dataset: Sequence[tuple[str, "ComparisonOutcome"]], primary: str, *, withheld: bool = False
) -> list[str]:
    """What is told of several data sets in the same words is told once, with their names.

    Where the whole comparison is withheld, that it is withheld on a data set is no news.
    """
    grouped: dict[str, list[str]] = {}
    for name, found in per_dataset:
        for text in found.warnings:
            grouped.setdefault(text.removeprefix(f"{primary} on {name}: "), []).append(name)
    return [
        f"{primary} on {_some(names)}: {text}"
        for text, names in grouped.items()
        if not (withheld and text.startswith("comparison withheld"))
    ]


def by_pair(judgement: Judgement) -> list[str]:
    """Doubts about pairs that differ in their numbers only are told once, with the pairs."""
    names = [f"{one.pair.a} and {one.pair.b}" for one in judgement.pairs]
    grouped: dict[str, list[str]] = {}
    whole: dict[str, str] = {}
    for text in judgement.warnings:
        pair = next((name for name in names if text.startswith(f"{name}: ")), "")
        kind = _DETAIL.sub("", _SOME.sub(_few, text.removeprefix(f"{pair}: "))) if pair else text
        grouped.setdefault(kind, []).append(pair)
        whole.setdefault(kind, text)
    return [
        whole[kind]
        if len(pairs) == 1
        else f"{capital(kind)} ({len(pairs)} of {len(names)} pairs: {_some(pairs, '; ')})"
        for kind, pairs in grouped.items()
    ]


def _few(number: re.Match[str]) -> str:
    return "only a few " if number[1] else "some "


def _some(names: Sequence[str], between: str = ", ") -> str:
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return f"{between.join(names[:MOST])}{more}"
