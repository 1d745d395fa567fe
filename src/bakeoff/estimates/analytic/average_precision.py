"""The interval of the average precision without resampling: how much each row moves it (the infinitesimal jackknife)."""

from collections.abc import Iterator
from math import nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.analytic.auc import interval_ends
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VARIATION
from bakeoff.predictions.summaries.ranking.ranking import Curve, Ranking

__all__ = ["precision_of_ranking", "precision_variance"]

BLOCK = 1 << 13  # rows; longer products are handed to threads that cost more than they bring


def precision_variance(curve: Curve) -> float:
    r"""The variance of :math:`\frac1P \sum_t D_t\,TP_t / N_t`: the sum of its squared derivatives by the row weights.

    A positive row adds to its own step and to every count from there on, a negative row to the number of rows only.
    Reference: efron1981.

    >>> round(precision_variance(Curve(threshold=np.array([3, 2, 1]), tp=np.array([1, 1, 2]), fp=np.array([0, 1, 1]))), 6)
    0.032407
    """
    positives = float(curve.tp[-1])
    area = sum(float(hits @ (tp / rows)) for tp, rows, hits, _ in _blocks(curve)) / positives
    total = gain = dilution = 0.0  # the latter two over all thresholds further down
    for tp, rows, hits, misses in _blocks(curve):
        gained = gain + _from_here_on(hits / rows)
        diluted = dilution + _from_here_on(hits * tp / (rows * rows))
        by_positive = tp / rows + gained - diluted - area
        total += float(hits @ (by_positive * by_positive) + misses @ (diluted * diluted))
        gain, dilution = float(gained[0]), float(diluted[0])
    return total / positives**2


def _blocks(curve: Curve) -> Iterator[tuple[Array, Array, Array, Array]]:
    """From the lowest thresholds up, as many at a time as stay in the cache: counts so far, and what each adds."""
    for stop in range(len(curve.tp), 0, -BLOCK):
        start = max(stop - BLOCK, 0)
        tp, fp = (np.asarray(counts[start:stop], dtype=np.float64) for counts in (curve.tp, curve.fp))
        before = [float(counts[start - 1]) if start else 0.0 for counts in (curve.tp, curve.fp)]
        yield tp, tp + fp, np.diff(tp, prepend=before[0]), np.diff(fp, prepend=before[1])


def _from_here_on(values: Array) -> Array:
    return np.cumsum(values[::-1])[::-1]


def precision_of_ranking(ranking: Ranking, level: float = 0.95) -> Estimate:
    """The average precision with its interval, symmetric on the logit scale and so inside (0, 1)."""
    from scipy.special import ndtri

    area = float(ranking.totals.average_precision)
    error, low, high = sqrt(precision_variance(ranking.curve)), nan, nan
    flat = not 0 < area < 1 or error <= 1e-12
    if not flat:
        low, high = interval_ends(area, float(ndtri((1 + level) / 2)) * error)
    return Estimate(
        value=area, low=low, high=high, level=level, method="delta method, logit", n=ranking.n,
        notes=(NO_VARIATION(),) if flat else (),
    )  # fmt: skip
