"""One line for each label or output of predictions that have several."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from bakeoff.data.tasks import TargetForm
from bakeoff.measures.areas import average_precision, roc_auc
from bakeoff.measures.classification.one_class import f1, precision, recall
from bakeoff.measures.measure import Measure
from bakeoff.measures.regression.errors import mae, r2, rmse
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions

__all__ = ["ColumnLine", "column_lines"]

OF_LABELS: Mapping[Output, tuple[Measure, ...]] = {
    Output.LABEL: (precision, recall, f1),
    Output.SCORE: (roc_auc, average_precision),
}
OF_NUMBERS = (rmse, mae, r2)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnLine:
    """A label or an output, in how many rows it is true (of numbers: how many rows there are), and measures by name."""

    name: str
    n: float
    scores: Mapping[str, float]


def column_lines(pred: Predictions) -> tuple[ColumnLine, ...]:
    """A line for each label or output.

    >>> from bakeoff.data.tasks import MULTILABEL
    >>> truth, label = np.array([[1, 0], [1, 1]]), np.array([[1, 0], [0, 1]])
    >>> pred = Predictions(task=MULTILABEL, rows=np.arange(2), truth=truth, label=label, classes=("news", "sport"))
    >>> [(line.name, line.n, line.scores["recall"]) for line in column_lines(pred)]
    [('news', 2.0, 0.5), ('sport', 1.0, 1.0)]
    """
    binary = pred.task.target is TargetForm.LABEL_MATRIX
    lines = []
    for j in range(pred.truth.shape[1]):
        column = pred.column(j)
        scored = column.score is not None or column.proba is not None
        measures = (
            (
                *(OF_LABELS[Output.LABEL] if column.label is not None else ()),
                *(OF_LABELS[Output.SCORE] if scored else ()),
            )
            if binary
            else OF_NUMBERS
        )
        weight = np.ones(len(pred)) if pred.weight is None else np.asarray(pred.weight, dtype=np.float64)
        lines.append(
            ColumnLine(
                name=pred.classes[j] if pred.classes else str(j),
                n=float(weight[column.truth == 1].sum() if binary else weight.sum()),
                scores={measure.name: measure(column) for measure in measures},
            )
        )
    return tuple(lines)
