"""How far one row can move a measure: the range of its value on one row, whatever is predicted there."""

from math import isfinite

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.data.tasks import TaskKind
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Output, Predictions

__all__ = ["BOARD_MEASURES", "row_range"]

BOARD_MEASURES = "error, accuracy, brier or expected_cost"
LEAST_SHARE = 0.05  # of the range, that an uninformed prediction must lose


def row_range(measure: Measure, task: TaskKind, classes: tuple[str, ...], positive: str | None) -> tuple[float, float]:
    """The smallest and the largest value of one row.

    Raises NotApplicable where the measure is no bounded mean over rows, or where its range is so wide that all that predictions usually differ by is far
    smaller: the noise that hides one row would then hide every difference between teams.
    """
    (low, high), cure = measure.bounds, f"take {BOARD_MEASURES}"
    if measure.per_row is None or measure.after is not None or not (isfinite(low) and isfinite(high)):
        raise NotApplicable(f"hidden rows need a bounded mean over rows, and {measure.short} is none", cure=cure)
    if measure.unordered:
        raise NotApplicable(f"{measure.short} does not decide who predicts better", cure=cure)
    if not task.coded or measure.needs not in {Output.LABEL, Output.PROBA}:
        return low, high
    certain, uninformed = _values(measure, task, classes, positive)
    low, high = max(low, float(certain.min())), min(high, float(certain.max()))
    best = high if measure.wish == "higher" else low
    if not abs(uninformed - best) >= LEAST_SHARE * (high - low) > 0:
        raise NotApplicable(
            f"one row can move {measure.short} by up to {high - low:.4g}, far more than predictions usually differ by, so that what hides "
            "the label of one row would hide every difference between teams",
            cure=cure,
        )
    return low, high


def _values(measure: Measure, task: TaskKind, classes: tuple[str, ...], positive: str | None) -> tuple[Array, float]:
    """The values of rows that are predicted with certainty, one for each pair of a true and a predicted class; and the mean of
    rows of which nothing is known: the better of one class for all rows and equal probabilities.
    """
    k = len(classes)
    truth, guess = np.repeat(np.arange(k), k), np.tile(np.arange(k), k)

    def values(proba: Array) -> Array:
        rows = Predictions(
            task=task, rows=np.arange(k * k), truth=truth, classes=classes, positive=positive, label=guess, proba=proba
        )
        reason = measure.fits(rows)
        if reason:
            raise NotApplicable(f"{measure.short} cannot be used here: {reason}")
        assert measure.per_row is not None
        return np.asarray(measure.per_row(rows), dtype=np.float64)

    certain = values(np.eye(k)[guess])
    means = [float(certain[guess == code].mean()) for code in range(k)]
    if measure.needs is Output.PROBA:
        means.append(float(values(np.full((k * k, k), 1 / k)).mean()))
    return certain, max(means) if measure.wish == "higher" else min(means)
