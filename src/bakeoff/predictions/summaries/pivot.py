"""Pivot: numbers near the means, subtracted before squares are summed, so that variances keep their digits."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.predictions import Predictions

__all__ = ["ORIGIN", "Pivot", "pivot_of"]


class Pivot(NamedTuple):
    """A number near the mean of the truth and one near that of the predicted numbers, which may lie far from each other."""

    truth: float = 0.0
    predicted: float = 0.0

    @property
    def bias(self) -> float:
        """How far predictions lie above the truth, as far as the pivot knows."""
        return self.predicted - self.truth


ORIGIN = Pivot()


def pivot_of(pred: Predictions) -> Pivot:
    """The means themselves; classes are counted from nowhere.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> pivot_of(predictions_of([1.5, 2.5], [8.0, 10.0]))
    Pivot(truth=2.0, predicted=9.0)
    """
    if not pred.task.numeric or not len(pred):
        return ORIGIN
    return Pivot(*(0.0 if values is None else _middle(values, pred.weight) for values in (pred.truth, pred.label)))


def _middle(values: Array, weight: Array | None) -> float:
    heavy = 0.0 if weight is None else float(np.sum(weight))
    return float(np.sum(values * weight) / heavy if heavy else values.mean())
