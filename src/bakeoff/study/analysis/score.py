"""Scores of many units: what reads counts or means, and the area under the ROC curve, for a whole batch at once.

A study of a hundred thousand units spends most of its time on what every call costs, not on its rows.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.measures.measure import Measure, Sweep
from bakeoff.measures.own.own_measure import note_failure, settled
from bakeoff.predictions.kinds.row_means import columns_of
from bakeoff.predictions.predictions import Predictions, pool
from bakeoff.predictions.resources import Resources
from bakeoff.predictions.summaries.confusion import DENSE, Counts
from bakeoff.predictions.summaries.summaries import summarize
from bakeoff.runs.unit import Run

__all__ = ["batch_auc", "batch_means", "score_pooled", "score_units"]


def score_units(runs: Sequence[Run], measures: Sequence[Measure], fits: Sequence[bool]) -> Array:
    """The (units, measures) scores of finished units of one learner on one data set; NaN where undefined.

    Only measures that fit are computed.
    """
    values = np.full((len(runs), len(measures)), np.nan)
    predictions = [run.predictions for run in runs if run.predictions is not None]
    measures = [settled(measure, predictions[0]) if predictions else measure for measure in measures]
    wanted = [index for index, fit in enumerate(fits) if fit]
    counted = [index for index in wanted if measures[index].reads.tabulated] if _countable(predictions) else []
    if counted:
        batch = _counts(predictions)
        for index in counted:
            with suppress(NotApplicable):  # costs for another number of classes: undefined, as for a single unit
                values[:, index] = measures[index].compute(batch)
    done = {
        *counted,
        *(_batched(predictions, measures, [index for index in wanted if index not in set(counted)], values)),
    }
    rest = [index for index in wanted if index not in done]
    if rest:
        for unit, (run, pred) in enumerate(zip(runs, predictions, strict=True)):
            values[unit, rest] = _each(pred, run.resources, [measures[index] for index in rest])
    return values


def _batched(
    predictions: Sequence[Predictions], measures: Sequence[Measure], wanted: Sequence[int], values: Array
) -> list[int]:
    """Fill in what all units can be asked at once; which measures that were."""
    means = [index for index in wanted if measures[index].reads.columns is not None and measures[index].own is None]
    curved = [index for index in wanted if measures[index].sweep is Sweep.AREA]
    sizes = np.array([len(part) for part in predictions])
    plain = sizes.all() and all(part.task.coded and part.weight is None for part in predictions)
    if (
        not (means or curved) or len(predictions) < 2 or not plain
    ):  # targets of splits are each counted from their own mean
        return []
    whole = pool(predictions)
    if means:
        values[:, means] = batch_means(whole, sizes, [measures[index] for index in means])
    if curved and whole.task.takes_positive and whole.positive_code is not None:
        values[:, curved] = batch_auc(whole.scores(), whole.truth == whole.positive_code, sizes)[:, None]
        return [*means, *curved]
    return means


def _each(pred: Predictions, resources: Resources, measures: Sequence[Measure]) -> list[float]:
    summary = summarize(pred)
    values = []
    for measure in measures:
        try:
            read = resources if measure.reads.from_run else summary.get(measure.reads)
            values.append(float(measure.compute(read)))
        except NotApplicable as problem:
            values.append(np.nan)
            if measure.own is not None:
                note_failure(measure, str(problem))
    return values


def _countable(predictions: Sequence[Predictions]) -> bool:
    """Whether one array can hold all confusion matrices."""
    if not predictions:
        return False
    first = predictions[0]
    plain = first.task.classifies and len(first.classes) <= DENSE
    return plain and all(part.label is not None and part.weight is None for part in predictions)


def _counts(predictions: Sequence[Predictions]) -> Counts:
    """All confusion matrices from one pass: the unit is a third axis of the count."""
    first, k = predictions[0], len(predictions[0].classes)
    sizes = [len(part) for part in predictions]
    truth = np.concatenate([part.truth for part in predictions])
    label = np.concatenate([part.labels() for part in predictions])
    unit = np.repeat(np.arange(len(predictions)), sizes)
    cells = np.bincount((unit * k + truth) * k + label, minlength=len(predictions) * k * k)
    return Counts.of(cells.reshape(len(predictions), k, k), classes=first.classes, positive=first.positive_code)


def score_pooled(runs: Sequence[Run], measures: Sequence[Measure]) -> Array:
    """The (repeats, measures) scores over all test rows of each repeat; runs come in order of repeat and fold."""
    rows = []
    for _, folds in groupby(runs, key=lambda run: run.key.repeat):
        predictions = [run.predictions for run in folds if run.predictions is not None]
        rows.append(_each(pool(predictions), Resources(), measures))
    return np.array(rows).reshape(len(rows), len(measures))


def batch_means(pooled: Predictions, sizes: Array, measures: Sequence[Measure]) -> Array:
    """The (units, measures) values of measures that read moments; `pooled` holds the rows of the units one after another."""
    summaries = summarize(pooled)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    values = np.empty((len(sizes), len(measures)))
    for index, measure in enumerate(measures):
        whole = summaries.get(measure.reads)
        wanted = columns_of(measure, whole)
        sums = np.add.reduceat(whole.rows(wanted), starts, axis=0) if wanted else np.empty((len(sizes), 0))
        for size in np.unique(sizes):  # some measures read how many rows there are
            alike = np.flatnonzero(sizes == size)
            means = {column: sums[alike, i] / size for i, column in enumerate(wanted)}
            values[alike, index] = measure.compute(
                replace(whole, n=int(size), weight=float(size), source=None, means=means)
            )
    return values


def batch_auc(score: Array, positive: Array, sizes: Array) -> Array:
    """The area under the ROC curve of each unit, from mid-ranks; NaN where a unit holds one class only.

    >>> batch_auc(np.array([0.1, 0.4, 0.35, 0.8, 0.5, 0.5]), np.array([0, 0, 1, 1, 0, 1]) == 1, np.array([4, 2])).tolist()
    [0.75, 0.5]
    """
    unit = np.repeat(np.arange(len(sizes)), sizes)
    order = np.lexsort((score, unit))
    values, where = score[order], unit[order]
    fresh = np.concatenate([[True], (values[1:] != values[:-1]) | (where[1:] != where[:-1])])
    first = np.flatnonzero(fresh)
    length = np.diff(np.append(first, len(values)))
    begin = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    ranks = np.repeat(first + (length + 1) / 2, length) - begin[where]  # of equal scores the middle of their places
    up = positive[order]
    ups = np.bincount(where[up], minlength=len(sizes)).astype(float)
    total = np.bincount(where[up], weights=ranks[up], minlength=len(sizes))
    pairs = ups * (sizes - ups)
    areas = np.full(len(sizes), nan)
    np.divide(total - ups * (ups + 1) / 2, pairs, out=areas, where=pairs > 0)
    return areas
