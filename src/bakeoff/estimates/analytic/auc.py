"""Intervals for the area under the ROC curve, from placements (DeLong)."""

# docs/intervals.md, "The area under the ROC curve", derives what is computed here.

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from math import exp, isnan, log, nan, sqrt
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import counted
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VARIATION, ONE_CLASS, SINGLE_ROW
from bakeoff.kernels import kernel
from bakeoff.predictions.summaries.ranking.ranking import Ranking

__all__ = ["AREAS", "auc_of_ranking", "auc_variance", "exact_bound", "interval_ends", "newcombe_ends", "placements"]

AREAS = {  # with the names in words
    "delong-newcombe": "logit-DeLong",
    "delong-logit": "logit-DeLong",
    "delong": "DeLong",
    "bootstrap": "bootstrap",
}
FEW = 6  # rows of the smaller class, times how far the area is from its bound: with fewer, DeLong's interval is too narrow


def auc_variance(ranking: Ranking) -> float:
    r"""DeLong's variance, :math:`S_{10}/m + S_{01}/n` over the placements; NaN with a single row of a class."""
    m, n = ranking.positive_weight, ranking.negative_weight
    if m < 2 or n < 2:
        return nan
    area = ranking.totals.doubled_wins / (2.0 * m * n)
    spread_positive = max(ranking.totals.placed_positive / m - area * area, 0.0) * m / (m - 1)
    spread_negative = max(ranking.totals.placed_negative / n - area * area, 0.0) * n / (n - 1)
    return float(spread_positive / m + spread_negative / n)


def auc_of_ranking(ranking: Ranking, level: float = 0.95, method: str = "delong-newcombe") -> Estimate:
    """The area with its interval.

    "delong-logit" is symmetric on the logit scale and so stays inside (0, 1); "delong-newcombe" is the same, with the wider
    end of it and of Newcombe's score interval where few rows of the smaller class are out of order. At an area of exactly
    0 or 1, where the variance is zero, the exact bound of min(m, n) successes in as many trials is given.
    References: delong1988, sun2014, newcombe2006.
    """
    m, n = ranking.positive_weight, ranking.negative_weight
    fields: dict[str, Any] = {
        "level": level,
        "method": AREAS[method],
        "n": ranking.n,
    }
    if not m or not n:
        return Estimate(value=nan, low=nan, high=nan, notes=(ONE_CLASS(),), **fields)
    area = float(ranking.totals.doubled_wins / (2.0 * m * n))
    if area in {0.0, 1.0}:
        return exact_bound(Estimate(value=area, low=nan, high=nan, **fields), int(min(m, n)))
    variance = auc_variance(ranking)
    if isnan(variance):
        return Estimate(value=area, low=nan, high=nan, notes=(SINGLE_ROW(),), **fields)
    z, error = _quantile((1 + level) / 2), sqrt(variance)
    if error <= 1e-12:  # all scores alike
        return Estimate(value=area, low=nan, high=nan, notes=(NO_VARIATION(),), **fields)
    low, high = interval_ends(area, z * error, method)
    if method == "delong-newcombe" and min(m, n) * min(area, 1 - area) < FEW:
        other = newcombe_ends(area, m, n, z)
        low, high = min(low, other[0]), max(high, other[1])
        fields["method"] += " or Newcombe"
    return Estimate(value=area, low=low, high=high, **fields)


def newcombe_ends(area: float, m: float, n: float, z: float) -> tuple[float, float]:
    """The areas that lie z of their own standard errors from the one that was seen (Newcombe's method 5).

    >>> [round(one, 4) for one in newcombe_ends(0.9, 10, 40, 1.959964)]
    [0.7231, 0.9657]
    """
    many = (m + n) / 2 - 1

    def away(other: float) -> float:
        spread = 1 + many * (1 - other) / (2 - other) + many * other / (1 + other)
        return (area - other) ** 2 - z * z * other * (1 - other) * spread / (m * n)

    return _root(away, 0.0, area), _root(away, 1.0, area)


def _root(value: Callable[[float], float], outside: float, inside: float) -> float:
    """Where a function falls to zero between a place outside and one inside."""
    for _ in range(60):
        middle = (outside + inside) / 2
        outside, inside = (middle, inside) if value(middle) > 0 else (outside, middle)
    return (outside + inside) / 2


def interval_ends(area: float, reach: float, method: str = "delong-logit") -> tuple[float, float]:
    """The ends that far from an area, inside (0, 1): symmetric on the logit scale, or cut off.

    >>> [round(one, 3) for one in (*interval_ends(0.9, 0.12), *interval_ends(0.9, 0.12, "delong"))]
    [0.703, 0.972, 0.78, 1.0]
    """
    if method == "delong":
        return max(area - reach, 0.0), min(area + reach, 1.0)
    middle, reach = log(area / (1 - area)), reach / (area * (1 - area))
    return _share(middle - reach), _share(middle + reach)


def _share(logit: float) -> float:
    """The share with that logit, however large it is."""
    small = exp(-abs(logit))
    return 1 / (1 + small) if logit >= 0 else small / (1 + small)


@lru_cache(maxsize=64)
def _quantile(chance: float) -> float:
    """Of the normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(chance))


def exact_bound(estimate: Estimate, rows: int) -> Estimate:
    """The exact bound where every pair is in order, or none is: all of so many independent trials went one way."""
    reach = ((1 - estimate.level) / 2) ** (1 / rows)
    low, high = (reach, 1.0) if estimate.value else (0.0, 1 - reach)
    return replace(estimate, low=low, high=high, method=f"exact bound, complete separation of {counted(rows, 'row')}")


def placements(score: Array, is_positive: Array) -> Array:
    """Per row: for a positive the share of negatives below it, for a negative the share of positives above it; ties half.

    >>> placements(np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, False, True, True])).tolist()
    [1.0, 0.75, 0.75, 1.0]
    """
    return np.asarray(kernel("placements")(np.asarray(score), np.asarray(is_positive, dtype=bool)))
