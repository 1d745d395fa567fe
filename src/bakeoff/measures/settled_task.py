"""The task, where the caller does not state it but the measures, the predictions or the learners leave only one."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from bakeoff.data.tasks import MULTICLASS, REGRESSION, TaskKind
from bakeoff.measures.measure import Measure
from bakeoff.measures.naming import resolve
from bakeoff.predictions.outputs import Output

__all__ = ["settled_task", "task_of_measures", "whole_number_classes"]


def settled_task(y_true: Any, predictions: Iterable[Any] = (), measures: Any = None) -> TaskKind | None:
    """The task that measures are for, or regression where numbers with fractions are predicted for numbers; else None.

    Fractions between 0 and 1 for two classes may be probabilities, and a named measure of classes reads scores: they
    settle nothing.

    >>> settled_task([1, 5, 9], [[1.5, 5, 8]]).name, settled_task([0, 1, 1], [[0.2, 0.9, 0.6]])
    ('regression', None)
    """
    task = task_of_measures(measures)
    if task is not None and task.clusters:
        return task
    truth = _numbers(y_true)
    if truth is None:
        return None
    if task is not None or not _for_any_task(measures):
        return task
    fractional = [
        values for values in map(_numbers, predictions) if values is not None and (values != np.round(values)).any()
    ]
    shares = len(np.unique(truth)) <= 2 and all(((values >= 0) & (values <= 1)).all() for values in fractional)
    return REGRESSION if fractional and not shares else None


def _for_any_task(measures: Any) -> bool:
    """Whether no measure is named, or only functions of users that read predicted classes or numbers."""
    if isinstance(measures, (str, Measure)):
        measures = [measures]
    asked = [resolve(measure) if isinstance(measure, str) else measure for measure in measures or ()]
    return all(
        isinstance(measure, Measure) and measure.own is not None and measure.needs is Output.LABEL for measure in asked
    )


def task_of_measures(measures: Any) -> TaskKind | None:
    """The one task, numbers or clusters, that all of these measures are for.

    >>> task_of_measures(["rmse", "fit_seconds"]).name, task_of_measures("ari").name, task_of_measures("accuracy")
    ('regression', 'clustering', None)
    """
    if measures is not None and not isinstance(measures, (str, Measure, Iterable)):
        return None  # it is refused where it is read
    names = [measures] if isinstance(measures, (str, Measure)) or callable(measures) else list(measures or ())
    task: TaskKind | None = None
    for name in names:
        measure = name if isinstance(name, Measure) else resolve(str(name).removeprefix("neg_"))
        if measure is None or measure.needs is None or measure.own is not None:  # functions of users are for any task
            continue
        (only, *others) = measure.tasks
        if others or only.classifies or task not in {None, only}:  # a measure of classes leaves open which classes
            return None
        task = only
    return task


def whole_number_classes(y_true: Any) -> TaskKind | None:
    """The task of more than two whole numbers where all learners are classifiers; None for other targets.

    >>> whole_number_classes(range(30)).name, whole_number_classes([0, 1, 1]), whole_number_classes([0.5, 1.5, 2])
    ('multiclass', None, None)
    """
    truth = _numbers(list(y_true) if isinstance(y_true, range) else y_true)
    if truth is None or (truth != np.round(truth)).any():
        return None
    return MULTICLASS if len(np.unique(truth)) > 2 else None


def _numbers(values: Any) -> np.ndarray[Any, np.dtype[Any]] | None:
    """The column as numbers; None where it is anything else."""
    try:
        column = np.asarray(values)
    except ValueError:
        return None
    return column if column.dtype.kind in "iuf" and column.ndim == 1 and np.isfinite(column).all() else None
