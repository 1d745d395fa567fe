"""The Hodges-Lehmann pseudo-median: the estimate of a difference that belongs to Wilcoxon's test."""

from functools import lru_cache
from math import nan, sqrt

import numpy as np

from bakeoff.comparisons.tails import normal_quantile
from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate

__all__ = ["pseudo_median"]

LISTED_UP_TO = 1000  # above, Walsh averages are counted instead of listed: n (n + 1) / 2 of them would not fit


def pseudo_median(d: Array, level: float = 0.95) -> Estimate:
    """The median of all pairwise means of the differences, with the interval of the signed-rank test.

    Exact up to fifty differences: the level reached is stated, which for few differences is below the one asked for.

    >>> print(pseudo_median(np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])))
    3.500 [1.000, 6.000] (96.88%, Hodges-Lehmann, n = 6)
    """
    n = d.size
    if n < 2:
        return Estimate(value=float(d[0]), low=nan, high=nan, level=level, method="Hodges-Lehmann", n=n)
    cut, reached = _cut(n, level)
    warning = () if reached >= level - 1e-12 or n > 50 else (f"{n} pairs allow a level of {reached:.1%} at most",)
    total = n * (n + 1) // 2
    if n <= LISTED_UP_TO:
        rows, columns = np.triu_indices(n)
        walsh = np.sort((d[rows] + d[columns]) / 2)
        value, low, high = float(np.median(walsh)), float(walsh[cut - 1]), float(walsh[total - cut])
    else:
        ordered = np.sort(d)
        value, low, high = (_walsh_quantile(ordered, at) for at in ((total + 1) // 2, cut, total + 1 - cut))
    return Estimate(value=value, low=low, high=high, level=reached, method="Hodges-Lehmann", n=n, warnings=warning)


@lru_cache(maxsize=256)
def _cut(n: int, level: float) -> tuple[int, float]:
    """Which Walsh average from either end bounds the interval, and the level it reaches."""
    tail = (1 - level) / 2
    if n > 50:
        deviation = sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return max(1, int(n * (n + 1) / 4 + normal_quantile(tail) * deviation)), level
    from bakeoff.comparisons.wilcoxon import signed_rank_law  # that file needs this one at its top

    below = np.cumsum(signed_rank_law(2 * np.arange(1, n + 1))[::2])
    cut = max(1, int(np.searchsorted(below, tail * (1 - 1e-12))))
    return cut, float(1 - 2 * below[cut - 1])


def _walsh_quantile(ordered: Array, position: int) -> float:
    """The Walsh average of that position, by bisection on a count that costs one pass of binary searches."""
    low, high = float(ordered[0]), float(ordered[-1])
    index = np.arange(ordered.size)
    for _ in range(60):
        middle = (low + high) / 2
        partners = np.searchsorted(ordered, 2 * middle - ordered, "right")
        if int(np.maximum(partners - index, 0).sum()) >= position:
            high = middle
        else:
            low = middle
    return high
