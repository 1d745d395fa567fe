"""Intervals for the area under the ROC curve, from placements (DeLong)."""

from math import exp, isnan, log, nan, sqrt
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, probability
from bakeoff.core.errors import BadInput
from bakeoff.estimates.delta import FLAT
from bakeoff.estimates.estimate import Estimate
from bakeoff.predictions.ranking import Ranking

__all__ = ["AREAS", "auc_interval", "auc_of_ranking", "auc_variance"]

AREAS = ("delong-logit", "delong", "bootstrap")


def auc_variance(ranking: Ranking) -> float:
    r"""DeLong's variance, :math:`S_{10}/m + S_{01}/n` over the placements; NaN with a single row of a class."""
    m, n = ranking.positive_weight, ranking.negative_weight
    if m < 2 or n < 2:
        return nan
    area = ranking.sweep.doubled_wins / (2.0 * m * n)
    spread_positive = max(ranking.sweep.placed_positive / m - area * area, 0.0) * m / (m - 1)
    spread_negative = max(ranking.sweep.placed_negative / n - area * area, 0.0) * n / (n - 1)
    return float(spread_positive / m + spread_negative / n)


def auc_of_ranking(ranking: Ranking, level: float = 0.95, method: str = "delong-logit") -> Estimate:
    """The area with its interval.

    "delong-logit" is symmetric on the logit scale and so stays inside (0, 1); at an area of exactly 0 or 1, where the
    variance is zero, the exact bound of min(m, n) successes in as many trials is given. References: delong1988, sun2014.
    """
    from scipy.special import ndtri

    m, n = ranking.positive_weight, ranking.negative_weight
    made: dict[str, Any] = {
        "level": level,
        "method": "logit-DeLong" if method == "delong-logit" else "DeLong",
        "n": ranking.n,
    }
    if not m or not n:
        return Estimate(value=nan, low=nan, high=nan, warnings=("the truth holds one class only",), **made)
    area = float(ranking.sweep.doubled_wins / (2.0 * m * n))
    if area in {0.0, 1.0}:
        reach = ((1 - level) / 2) ** (1 / min(m, n))
        made["method"] = f"exact bound, complete separation of {min(m, n):.0f} rows"
        return Estimate(value=area, low=reach if area else 0.0, high=1.0 if area else 1 - reach, **made)
    variance = auc_variance(ranking)
    if isnan(variance):
        return Estimate(value=area, low=nan, high=nan, warnings=("one class has a single row: no variance",), **made)
    z, error = float(ndtri((1 + level) / 2)), sqrt(variance)
    if error <= 1e-12:  # all scores alike
        return Estimate(value=area, low=nan, high=nan, warnings=FLAT, **made)
    if method == "delong":
        return Estimate(value=area, low=max(area - z * error, 0.0), high=min(area + z * error, 1.0), **made)
    middle, reach = log(area / (1 - area)), z * error / (area * (1 - area))
    return Estimate(value=area, low=1 / (1 + exp(reach - middle)), high=1 / (1 + exp(-reach - middle)), **made)


def auc_interval(
    y_true: Any,
    score: Any,
    level: float = 0.95,
    method: str = "delong-logit",
    *,
    n_resamples: int = 2000,
    random_state: int = 0,
) -> Estimate:
    """How sure is the area under the ROC curve? Truth is 0/1 or booleans, larger scores mean more of 1.

    >>> print(auc_interval([0, 0, 0, 1, 1, 1], [0.1, 0.4, 0.35, 0.8, 0.3, 0.9]))
    0.778 [0.173, 0.983] (95%, logit-DeLong, n = 6)
    """
    from bakeoff.estimates.bootstrap import bootstrap
    from bakeoff.predictions.door import predictions_of
    from bakeoff.predictions.ranking import rank

    probability("level", level)
    pred = predictions_of(y_true, y_score=score)
    if pred.positive is None:
        raise BadInput("the truth of auc_interval is 0 and 1, or booleans")
    if method == "bootstrap":
        return bootstrap(pred, "roc_auc", level=level, n_resamples=n_resamples, random_state=random_state)
    if method not in AREAS:
        raise BadInput(f"no AUC interval called {method!r}; known are {', '.join(AREAS)}")
    return auc_of_ranking(rank(pred), level, method)


def placements(score: Array, is_positive: Array) -> Array:
    """Per row: for a positive the share of negatives below it, for a negative the share of positives above it; ties half.

    >>> placements(np.array([0.1, 0.4, 0.4, 0.9]), np.array([False, False, True, True])).tolist()
    [1.0, 0.75, 0.75, 1.0]
    """
    from bakeoff.predictions import kernels

    return kernels.placements(np.asarray(score), np.asarray(is_positive, dtype=bool))
