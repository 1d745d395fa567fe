"""The interval of the average precision without resampling: how much each row moves it (the infinitesimal jackknife)."""

from math import exp, log, nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.predictions.ranking import Curve, Ranking

__all__ = ["precision_of_ranking", "precision_variance"]

FLAT = ("no row moves it: nothing can be told about the uncertainty",)


def precision_variance(curve: Curve) -> float:
    r"""The variance of :math:`\frac1P \sum_t D_t\,TP_t / N_t`: the sum of its squared derivatives by the row weights.

    A positive row adds to its own step and to every count from there on, a negative row to the number of rows only.
    Reference: efron1981.

    >>> round(precision_variance(Curve(threshold=np.array([3, 2, 1]), tp=np.array([1, 1, 2]), fp=np.array([0, 1, 1]))), 6)
    0.032407
    """
    tp, rows = np.asarray(curve.tp, dtype=np.float64), np.asarray(curve.tp + curve.fp, dtype=np.float64)
    positives, steps = tp[-1], np.diff(tp, prepend=0.0)
    precision = tp / rows
    area = float(steps @ precision) / positives
    diluted = _from_here_on(steps * precision / rows)
    by_positive = precision + _from_here_on(steps / rows) - diluted - area
    misses = np.diff(rows, prepend=0.0) - steps
    return float((steps @ by_positive**2 + misses @ diluted**2) / positives**2)


def _from_here_on(values: Array) -> Array:
    return np.cumsum(values[::-1])[::-1]


def precision_of_ranking(ranking: Ranking, level: float = 0.95) -> Estimate:
    """The average precision with its interval, symmetric on the logit scale and so inside (0, 1)."""
    from scipy.special import ndtri

    area = float(ranking.sweep.average_precision)
    error, low, high = sqrt(precision_variance(ranking.curve)), nan, nan
    flat = not 0 < area < 1 or error <= 1e-12
    if not flat:
        middle, reach = log(area / (1 - area)), float(ndtri((1 + level) / 2)) * error / (area * (1 - area))
        low, high = 1 / (1 + exp(reach - middle)), 1 / (1 + exp(-reach - middle))
    return Estimate(
        value=area, low=low, high=high, level=level, method="delta method, logit", n=ranking.n,
        warnings=FLAT if flat else (),
    )  # fmt: skip
