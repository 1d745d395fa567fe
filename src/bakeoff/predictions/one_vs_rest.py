"""One class against the rest: predictions of many classes as predictions of two."""

import numpy as np

from bakeoff.data.tasks import BINARY
from bakeoff.predictions.predictions import Predictions

__all__ = ["against_rest"]


def against_rest(part: Predictions, code: int) -> Predictions:
    """The same answers as if there were two classes: this one, and all others."""
    name = part.classes[code]
    column = part.scores()[:, code]
    sure = part.score is None
    return Predictions(
        task=BINARY, rows=part.rows, truth=part.truth == code, classes=(f"not {name}", name), positive=name,
        score=None if sure else column, proba=np.column_stack([1.0 - column, column]) if sure else None,
        weight=part.weight,
    )  # fmt: skip
