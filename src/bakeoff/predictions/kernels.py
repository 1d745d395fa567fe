"""The few hot loops: compiled where a compiler was present at install, else their NumPy twins. Same numbers.

`BAKEOFF_NUMPY=1` in the environment asks for the twins.
"""

from os import environ
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions import twins
from bakeoff.predictions.twins import Sweep, convex_hull, draw_counts, sweep_of

__all__ = [
    "Sweep", "backend", "confusion", "convex_hull", "draw_counts", "margins", "merged", "pair_wins", "placements",
    "probability_sums", "resampled_sweeps", "sort", "sweep", "sweep_of",
]  # fmt: skip

if TYPE_CHECKING:
    _compiled: ModuleType | None
else:
    try:
        from bakeoff.predictions import _kernels as _compiled
    except ImportError:
        _compiled = None
if environ.get("BAKEOFF_NUMPY"):
    _compiled = None


def backend() -> str:
    """Which twins are in use.

    >>> backend() in ("compiled", "numpy")
    True
    """
    return "numpy" if _compiled is None else "compiled"


def sort(values: Array) -> Array:
    """Ascending; NumPy's own sort is the fastest there is for plain floats."""
    return np.sort(values)


def confusion(truth: Array, label: Array, k: int, width: int, weight: Array | None) -> Array:
    """(k, width) table of truth against label."""
    return twins.confusion(truth, label, k, width, weight)


def margins(truth: Array, label: Array, k: int) -> tuple[Array, Array, Array]:
    """Class counts of the truth, of the labels, and of the rows where both agree."""
    return twins.margins(truth, label, k)


def probability_sums(proba: Array, truth: Array) -> tuple[float, float]:
    """Sum of -log p(true class), and of squared distances from the truth over all classes."""
    return twins.probability_sums(proba, truth)


def split(score: Array, is_positive: Array) -> tuple[Array, Array]:
    """Scores of the positives and of the negatives."""
    return twins.split(score, is_positive)


def merged(positives: Array, negatives: Array) -> tuple[Array, Array, Array]:
    """Distinct scores from the highest down, with the positives and negatives at or above each; inputs ascending."""
    return twins.merged(positives, negatives)


def sweep(positives: Array, negatives: Array) -> Sweep:
    """The sweep of two ascending lists of scores."""
    return twins.sweep(positives, negatives)


def pair_wins(score: Array, truth: Array, k: int, weight: Array | None) -> Array:
    """(k, k): in column i of the scores, twice the weight of pairs (row of class i above row of class j) plus ties."""
    return twins.pair_wins(score, truth, k, weight)


def placements(score: Array, is_positive: Array) -> Array:
    """Per row the share of the other class that it is on the right side of, ties half."""
    return twins.placements(score, is_positive)


def resampled_sweeps(is_positive: Array, last: Array, seeds: Array) -> Array:
    """(B, 4): area under ROC, average precision, trapezoid PR area and largest gap of resamples of ranked rows."""
    return twins.resampled_sweeps(is_positive, last, seeds)
