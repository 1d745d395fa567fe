"""The points of a classifier's curves on one set of test rows, read off at fixed places so that splits can be averaged."""

from collections.abc import Callable

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.summaries.ranking.ranking import Curve

__all__ = ["GRID", "READERS", "auc", "cost_at", "lift_at", "precision_at", "true_rate_at"]

GRID = np.linspace(0.0, 1.0, 41)


def _rates(curve: Curve) -> tuple[Array, Array]:
    """False and true positive rates from (0, 0) on."""
    return np.append(0.0, curve.fp / curve.fp[-1]), np.append(0.0, curve.tp / curve.tp[-1])


def auc(curve: Curve) -> float:
    """Area under the ROC points.

    >>> auc(Curve(threshold=np.array([2.0, 1.0]), tp=np.array([1.0, 1.0]), fp=np.array([0.0, 1.0])))
    1.0
    """
    false, true = _rates(curve)
    return float(np.trapezoid(true, false))


def true_rate_at(curve: Curve) -> Array:
    """True positive rate at each false positive rate of the grid."""
    false, true = _rates(curve)
    return np.asarray(np.interp(GRID, false, true))


def precision_at(curve: Curve) -> Array:
    """Precision at the first threshold that reaches each recall; points between thresholds are not attainable.

    A recall of nothing is reached with the first positive: before it precision is zero or has no meaning.
    """
    reached = np.searchsorted(curve.tp / curve.tp[-1], np.maximum(GRID - 1e-12, 1e-300))
    return np.asarray(curve.tp[reached] / (curve.tp[reached] + curve.fp[reached]))


def lift_at(curve: Curve) -> Array:
    """How many times more positives than by chance among the first share of rows; rows of equal score share alike."""
    depth = np.append(0.0, curve.tp + curve.fp)
    caught = np.interp(GRID[1:] * depth[-1], depth, np.append(0.0, curve.tp)) / curve.tp[-1]
    lift = caught / GRID[1:]
    return np.append(lift[0], lift)


def cost_at(curve: Curve) -> Array:
    """Smallest expected cost over all thresholds, as a share of the largest, at each probability-times-cost."""
    false, true = _rates(curve)
    return np.asarray(((1 - true)[:, None] * GRID + false[:, None] * (1 - GRID)).min(axis=0))


READERS: dict[str, Callable[[Curve], Array]] = {
    "roc": true_rate_at,
    "pr": precision_at,
    "lift": lift_at,
    "cost": cost_at,
}
