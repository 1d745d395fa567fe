"""What an estimator of several labels or several numbers says, one column for each."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array, unmasked
from bakeoff.data.tasks import AnswerForm, TaskKind
from bakeoff.learners.learner import Outputs
from bakeoff.predictions.outputs import Output

__all__ = ["column_outputs"]


def column_outputs(estimator: Any, rows: Any, task: TaskKind, gives: frozenset[Output]) -> Outputs:
    """Labels, and of labels also the probability or score of each."""
    label = _dense(estimator.predict(rows))
    if task.answer is not AnswerForm.LABELS:
        return Outputs(label=label)
    proba = _of_one(estimator.predict_proba(rows), estimator) if Output.PROBA in gives else None
    score = _of_one(estimator.decision_function(rows), estimator) if Output.SCORE in gives and proba is None else None
    return Outputs(label=label, proba=proba, score=score)


def _dense(values: Any) -> Array:
    return np.asarray(values.toarray() if hasattr(values, "toarray") else unmasked(values))


def _of_one(values: Any, estimator: Any) -> Array:
    """The column of label 1 for each label; a forest, a tree and neighbours give a list with one matrix for each label.

    A label that was the same in all training rows has a matrix of one column: it is certain to stay as it was.
    """
    if not isinstance(values, list):
        return _dense(values)
    classes = getattr(estimator, "classes_", None)
    columns = []
    for place, matrix in enumerate(map(_dense, values)):
        if matrix.ndim == 2 and matrix.shape[1] == 1 and classes is not None:
            columns.append(matrix[:, 0] if np.asarray(classes[place]).tolist()[0] == 1 else 1.0 - matrix[:, 0])
        else:
            columns.append(matrix[:, -1])
    return np.column_stack(columns)
