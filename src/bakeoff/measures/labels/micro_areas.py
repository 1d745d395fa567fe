"""Areas of all classes or labels pooled: each pair of a row and a class is one case, and all are ranked in one list."""

from collections.abc import Callable

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.tasks import BINARY, MULTICLASS, MULTILABEL, ORDINAL, TargetForm
from bakeoff.measures.areas import average_precision, roc_auc
from bakeoff.measures.measure import Measure
from bakeoff.predictions.kinds import ROWS
from bakeoff.predictions.predictions import Predictions

__all__ = ["ALL", "pooled_cases"]


def pooled_cases(pred: Predictions) -> Predictions:
    """Each row and class as one row of two classes: whether it is true, and its score.

    >>> pred = Predictions(task=MULTILABEL, rows=np.arange(2), truth=np.array([[1, 0], [1, 1]]), score=np.array([[0.9, 0.1], [0.4, 0.2]]))
    >>> pooled_cases(pred).truth.tolist()
    [1, 0, 1, 1]
    """
    score = np.asarray(pred.probabilities() if pred.score is None else pred.score, dtype=np.float64)
    if score.ndim == 1:  # two classes with one column: what speaks for the one speaks against the other
        code = 1 if pred.positive_code is None else pred.positive_code
        score = np.stack([score, -score] if code == 0 else [-score, score], axis=1)
    truth: Array = (
        pred.truth
        if pred.task.target is TargetForm.LABEL_MATRIX
        else np.eye(score.shape[1], dtype=np.int64)[pred.truth]
    )
    wide = score.shape[1]
    weight = None if pred.weight is None else np.repeat(pred.weight, wide)
    return Predictions(
        task=BINARY,
        rows=np.arange(score.size),
        truth=truth.ravel(),
        classes=("0", "1"),
        positive="1",
        score=score.ravel(),
        weight=weight,
    )


def _pooled(measure: Measure) -> Callable[[Predictions], float]:
    return lambda pred: float(measure(pooled_cases(pred))) if len(pred) else float("nan")


def _declare(measure: Measure, undefined: str) -> Measure:
    return Measure(
        name=f"{measure.name}_micro", title=f"{measure.title}, all classes or labels pooled", formula=measure.formula, compute=_pooled(measure),
        direction=measure.direction, bounds=measure.bounds, tasks=frozenset({MULTICLASS, ORDINAL, MULTILABEL}), needs=measure.needs, reads=ROWS,
        reference="sokolova2009", short=f"micro {measure.short}", undefined=undefined, family=measure.family,
        caveats=("the scores of different classes are ranked in one list: they must mean the same for each of them",),
    )  # fmt: skip


ALL: tuple[Measure, ...] = (
    _declare(roc_auc, "no class or label is true, or all are"),
    _declare(average_precision, "no class or label is true"),
)
