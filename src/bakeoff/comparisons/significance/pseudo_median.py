"""The pseudo-median of differences (Hodges and Lehmann 1963), with the interval of the signed-rank test."""

from functools import lru_cache
from math import nan, sqrt

import numpy as np

from bakeoff.comparisons.distributions import normal_quantile
from bakeoff.comparisons.significance.signed_ranks import EXACT_UP_TO, signed_rank_law
from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import LOWER_LEVEL

__all__ = ["pseudo_median"]

METHOD = "Hodges-Lehmann"
LISTED_UP_TO = (
    150  # differences whose 11,325 averages are listed within .1 ms; of more, only those near the wanted places
)
FEW = 4  # averages for each difference that may be left to be listed: a fifth halving would cost more than listing them
MOST = (
    1 << 22
)  # averages that are ever listed, 32 MB; where more lie between two bounds they are equal but for rounding
HALVINGS = 60  # more than the 53 bits of a double can be halved


def pseudo_median(d: Array, level: float = 0.95) -> Estimate:
    """The median of all pairwise means of the differences (Walsh averages), with the interval of the signed-rank test.

    Exact up to fifty differences: the level reached is stated, which for few differences is below the one asked for.

    >>> print(pseudo_median(np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])))
    3.500 [1.000, 6.000] (96.88%, Hodges-Lehmann, n = 6)
    """
    n = d.size
    if n < 2:
        return Estimate(value=float(d[0]), low=nan, high=nan, level=level, method=METHOD, n=n)
    cut, reached = _cut(n, level)
    notes = () if reached >= level - 1e-12 or n > EXACT_UP_TO else (LOWER_LEVEL(n=n, level=reached),)
    total = n * (n + 1) // 2
    places = (cut - 1, (total - 1) // 2, total // 2, total - cut)
    low, below, above, high = _walsh_averages(d, places)
    return Estimate(
        value=(below + above) / 2, low=low, high=high, level=reached, method=METHOD, n=n, notes=notes
    )  # fmt: skip


@lru_cache(maxsize=256)
def _cut(n: int, level: float) -> tuple[int, float]:
    """Which Walsh average from either end bounds the interval, and the level it reaches."""
    tail = (1 - level) / 2
    if n > EXACT_UP_TO:
        deviation = sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return max(1, int(n * (n + 1) / 4 + normal_quantile(tail) * deviation)), level

    below = np.cumsum(signed_rank_law(2 * np.arange(1, n + 1))[::2])
    cut = max(1, int(np.searchsorted(below, tail * (1 - 1e-12))))  # a tail that is met but for rounding is met
    return cut, float(1 - 2 * below[cut - 1])


def _walsh_averages(d: Array, places: tuple[int, ...]) -> list[float]:
    """The Walsh averages at these places of their order."""
    if d.size <= LISTED_UP_TO:
        rows, columns = _corners(d.size)
        averages: list[float] = np.partition((d[rows] + d[columns]) / 2, places)[list(places)].tolist()
        return averages
    search = _WalshSearch(np.sort(d))
    return [search.average(place) for place in places]


@lru_cache(maxsize=8)
def _corners(n: int) -> tuple[Array, Array]:
    return np.triu_indices(n)


class _WalshSearch:
    """The Walsh averages of many differences by halving on their count, until few are left to be listed.

    >>> search = _WalshSearch(np.arange(200.0))
    >>> [search.average(place) for place in (0, 10050, 20099)]
    [0.0, 99.5, 199.0]
    """

    def __init__(self, ordered: Array) -> None:
        self.ordered = ordered
        self.index = np.arange(ordered.size)
        # An average and the count of it are rounded differently: the bounds leave room for that.
        self.slack = 8 * float(np.spacing(np.max(np.abs(ordered))))
        self.counted = [(float(ordered[0]), 0), (float(ordered[-1]), ordered.size * (ordered.size + 1) // 2)]

    def _ends(self, value: float) -> Array:
        """Where the partners of each difference end whose average with it is at most this value."""
        partners = np.searchsorted(self.ordered, 2 * value - self.ordered[::-1], "right")[
            ::-1
        ]  # in order: twice as quick
        return np.maximum(partners, self.index)

    def _bounds(self, place: int) -> tuple[float, float]:
        """Two values with this place between them and few averages; what was counted serves later places too."""
        low, below = max(pair for pair in self.counted if pair[1] <= place)
        high, above = min(pair for pair in self.counted if pair[1] > place)
        for _ in range(HALVINGS):
            if above - below <= FEW * self.ordered.size:
                break
            middle = (low + high) / 2
            count = int((self._ends(middle) - self.index).sum())
            self.counted.append((middle, count))
            if count > place:
                high, above = middle, count
            else:
                low, below = middle, count
        return low, high

    def average(self, place: int) -> float:
        """The average at this place of their order."""
        low, high = self._bounds(place)
        first, last = self._ends(low - self.slack), self._ends(high + self.slack)
        sizes = last - first
        if int(sizes.sum()) > MOST:
            return high
        partners = np.arange(int(sizes.sum())) + np.repeat(first - np.cumsum(sizes) + sizes, sizes)
        averages = (np.repeat(self.ordered, sizes) + self.ordered[partners]) / 2
        kept = place - int((first - self.index).sum())
        return float(np.partition(averages, kept)[kept])
