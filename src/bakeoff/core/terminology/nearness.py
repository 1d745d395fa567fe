"""Which entries are near in meaning to what somebody typed: by spelling first, then by the words that they share."""

import re
from collections import Counter
from collections.abc import Mapping
from difflib import get_close_matches
from math import log

from bakeoff.core.terminology.spelling import fold

__all__ = ["nearest_in_meaning"]

SPELLING = 0.84  # likeness of a misspelt name: "brierr" and "brier" have .91, "grid search" and "brier" .5
NAMES = 4.0  # a word in a name or title counts as much as so many words of the text
FEWEST = 0.35  # share of the weight of the words typed that an entry must have
SHOWN = 3  # entries that are proposed
_WORD = re.compile(r"[^\W_]+")
_COMMON = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "how",
        "in",
        "is",
        "it",
        "of",
        "on",
        "or",
        "than",
        "that",
        "the",
        "to",
        "what",
        "which",
        "with",
    ]
)


def nearest_in_meaning(typed: str, documents: Mapping[str, tuple[str, str]]) -> tuple[str, ...]:
    """At most three names of the documents; each document is its names and title, and its text.

    >>> shelf = {"grid_search": ("grid search over settings", "Every setting is tried."), "brier": ("Brier score", "A loss of probabilities.")}
    >>> nearest_in_meaning("grid serach", shelf), nearest_in_meaning("search of a grid", shelf), nearest_in_meaning("xyzzy", shelf)
    (('grid_search',), ('grid_search',), ())
    """
    spelled = {fold(name): name for name in documents}
    close = get_close_matches(fold(typed), spelled, n=SHOWN, cutoff=SPELLING)
    if close:
        return tuple(spelled[key] for key in close)
    wanted = _words(typed)
    if not wanted:
        return ()
    frequency = Counter(word for names, text in documents.values() for word in _words(f"{names} {text}"))
    weight = {word: log(1 + len(documents) / (1 + frequency[word])) for word in wanted}
    whole = NAMES * sum(weight.values())
    points = {
        name: sum(weight[word] * (NAMES * (word in _words(names)) or (word in _words(text))) for word in wanted)
        for name, (names, text) in documents.items()
    }
    best = sorted(points, key=lambda name: -points[name])[:SHOWN]
    return tuple(name for name in best if points[name] >= max(FEWEST * whole, 0.5 * points[best[0]]))


def _words(text: str) -> frozenset[str]:
    """The words without endings, so that plural and singular, searching and search meet."""
    words = (word for word in _WORD.findall(text.casefold().replace("_", " ")) if word not in _COMMON)
    return frozenset(re.sub(r"(ings?|ies|es|s|ed)$", "", word) if len(word) > 4 else word for word in words)
