"""The hinge loss: how far decision values stay behind a margin of one."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.measures.measure import CLASSES, Direction, Measure, mean_of
from bakeoff.predictions.kinds import MEANS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.pivot import Pivot

__all__ = ["ALL", "hinge_loss"]


def _hinge(pred: Predictions, _: Pivot) -> Array:
    """One less the margin of the true class, at least 0; NaN where there are no decision values."""
    if pred.score is None:
        return np.full(len(pred), np.nan)
    score = np.asarray(pred.score, dtype=np.float64)
    if score.ndim == 1:
        code = 1 if pred.positive_code is None else pred.positive_code
        margin = np.where(pred.truth == code, score, -score)
    else:
        rows, others = np.arange(len(pred)), score.copy()
        others[rows, pred.truth] = -np.inf
        margin = score[rows, pred.truth] - others.max(axis=1, initial=-np.inf)
    return np.maximum(0.0, 1.0 - margin)


hinge_loss = Measure(
    name="hinge_loss",
    title="Hinge loss of decision values",
    formula=r"\frac1n\sum_i \max(0, 1 - m_i)",
    direction=Direction.LOWER,
    bounds=(0.0, float("inf")),
    tasks=CLASSES,
    needs=Output.SCORE,
    reads=MEANS,
    **mean_of(_hinge),
    reference="crammer2001",
    undefined="there are no rows, or only probabilities are given and no decision values (scores)",
    caveats=(
        "the margin is the decision value of the true side (two classes), or that of the true class less the largest of the others",
        "of decision values whose zero is the boundary, as support vector machines give; scores on another scale mean nothing here",
    ),
    family="probability",
)

ALL: tuple[Measure, ...] = (hinge_loss,)
