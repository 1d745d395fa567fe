"""Sums and quantiles of rows that may have weights, and what missing a quantile costs."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["level_of", "pinball_cost", "quantile", "weighted_sum"]


def weighted_sum(values: Array, weight: Array | None) -> float:
    """The weighted sum; a product of vectors would wait for threads, which costs much where others use them too.

    >>> weighted_sum(np.array([1.0, 2.0]), np.array([3.0, 1.0])), weighted_sum(np.array([1.0, 2.0]), None)
    (5.0, 3.0)
    """
    return float(np.sum(values if weight is None else values * weight))


def quantile(values: Array, q: float, weight: Array | None) -> float:
    """The number with a share q of the weight below it; the middle of two where the share falls between them.

    >>> quantile(np.array([1.0, 2.0, 4.0, 8.0]), 0.5, None), quantile(np.array([1.0, 2.0, 4.0]), 0.9, np.ones(3))
    (3.0, 4.0)
    """
    if weight is None:
        n = len(values)
        first, part = divmod(n * q - 1, 1.0)
        around = [min(max(int(first), 0), n - 1), min(int(first) + 1, n - 1)]
        below, above = np.partition(values, around)[around].tolist()  # a resample asks thousands of times
        return float(above if part or below == above else (below + above) / 2)
    order = np.argsort(values)
    below = np.cumsum(np.asarray(weight)[order])
    ends = [np.searchsorted(below, q * below[-1], side) for side in ("left", "right")]
    return float(values[order][np.minimum(ends, len(values) - 1)].mean())


def pinball_cost(gap: Array, q: float) -> Array:
    """What each gap between truth and predicted quantile costs: q of it where the truth lies above, else 1 - q.

    >>> pinball_cost(np.array([2.0, -2.0]), 0.75).tolist()
    [1.5, 0.5]
    """
    return np.maximum(q * gap, (q - 1) * gap)


def level_of(name: str, q: Any) -> float:
    """The quantile that a measure is asked for."""
    if isinstance(q, bool) or not isinstance(q, (int, float)) or not 0 < q < 1:
        raise BadInput(f"the quantile of {name} must lie strictly between 0 and 1, not {q!r}")
    return float(q)
