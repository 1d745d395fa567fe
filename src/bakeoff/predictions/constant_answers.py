"""Constant answers: what always saying the same would have answered about the same rows, the least that a learner must beat."""

from dataclasses import replace
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.tasks import AnswerForm
from bakeoff.predictions.predictions import Predictions

__all__ = ["constant_answers", "share_of_each_class", "title_of_constant"]


def constant_answers(pred: Predictions, usual: Array | float) -> Predictions:
    """The same rows, all answered alike: by the class with the largest of these shares, or by this number.

    Probabilities are the shares, and scores are all equal.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> constant_answers(predictions_of(["a", "b", "a"], y_pred=["b", "b", "b"]), np.array([0.6, 0.4])).label.tolist()
    [0, 0, 0]
    """
    n = len(pred)
    if pred.task.in_columns:
        shares = np.tile(np.asarray(usual, dtype=np.float64), (n, 1))
        labels = pred.task.answer is AnswerForm.LABELS
        return replace(
            pred,
            label=shares > 0.5 if labels else shares,
            score=None,
            proba=shares if labels else None,
            sd=None,
            draws=None,
            quantiles=None,
        )
    if not pred.task.coded:
        return replace(pred, label=np.full(n, usual), score=None, proba=None, sd=None, draws=None, quantiles=None)
    shares = np.asarray(usual, dtype=np.float64)
    label = np.full(n, int(np.argmax(shares)))
    score = np.zeros(n) if pred.task.takes_positive else None
    return replace(pred, label=label, proba=np.tile(shares, (n, 1)), score=score, sd=None, draws=None, quantiles=None)


def share_of_each_class(target: Array, classes: int, weight: Array | None = None) -> Array:
    """How large a share of the rows each class has, by their weights where they have any; NaN without rows.

    >>> share_of_each_class(np.array([0, 1, 1, 1]), 2).tolist()
    [0.25, 0.75]
    """
    counts = np.bincount(target, weights=weight, minlength=classes)
    return counts / counts.sum() if counts.sum() > 0 else np.full(classes, nan)


def title_of_constant(*, coded: bool) -> str:
    """What a constant answer is called."""
    return "majority class" if coded else "mean"
