"""Classes by a threshold that the user states: positive from that score or probability on."""

from dataclasses import replace
from math import isfinite

import numpy as np

from bakeoff.core.errors import BadInput
from bakeoff.predictions.predictions import Predictions

__all__ = ["at_threshold"]


def at_threshold(predictions: Predictions, threshold: float) -> Predictions:
    """The predictions with the positive class wherever the score, or the probability of that class, is at least the threshold.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> at_threshold(predictions_of([1, 0, 1], y_proba=[0.4, 0.2, 0.9]), 0.3).labels().tolist()
    [1, 0, 1]
    """
    if predictions.label is not None:
        raise BadInput("a threshold makes classes of scores, and predicted classes were given too", cure="give one")
    if predictions.score is None and predictions.proba is None:
        raise BadInput("a threshold needs scores or probabilities (--score, --proba; y_score=, y_proba=)")
    if len(predictions.classes) != 2 or predictions.positive_code is None:
        raise BadInput(
            f"a threshold is for two classes of which one is the positive one, and there are {len(predictions.classes)}"
            if len(predictions.classes) != 2
            else "a threshold needs the positive class (positive=, --positive)"
        )
    if not isfinite(threshold):
        raise BadInput(f"a threshold is a finite number, not {threshold:g}")
    if predictions.score is None and not 0 <= threshold <= 1:
        raise BadInput(f"a threshold of probabilities lies between 0 and 1, not {threshold:g}")
    positive = predictions.positive_code
    label = np.where(predictions.scores() >= threshold, positive, 1 - positive)
    return replace(predictions, label=label.astype(np.int64))
