"""Estimates of cells: one learner on one data set by one measure, with its uncertainty. Never a mean over the units that survived."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan, nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.notes import Note, Subject
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.resampling.draws import Resamples
from bakeoff.estimates.select import estimate
from bakeoff.measures.measure import Measure, Pooling, Reads
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.summaries import summarize
from bakeoff.study.analysis.cards import Cell
from bakeoff.study.analysis.dataset_scores import DatasetScores, MissingScore
from bakeoff.study.notes import (
    NOT_APPLICABLE,
    POOLED,
    POOLED_AS_UNDEFINED,
    SPLITS_DONE,
    SPLITS_FAILED,
    UNDEFINED,
)

__all__ = ["LEVEL", "by_rows", "cell_of", "cells_of", "sure_of"]


RESAMPLES = 2000


def by_rows(
    cells: Sequence[Cell], said: Mapping[str, Predictions], measures: Sequence[Measure], seed: int
) -> Iterator[Cell]:
    """The cells of one data set with intervals over the rows of its only test set; what they cost has none."""
    wanted = {one.name: one for one in measures if one.reads is not Reads.RESOURCES}
    for learner, pred in said.items():
        mine = [cell for cell in cells if cell.learner == learner]
        asked = [wanted[cell.measure] for cell in mine if cell.measure in wanted and not isnan(cell.estimate.value)]
        found = sure_of(pred, asked, seed)
        yield from (replace(cell, estimate=found.get(cell.measure, cell.estimate)) for cell in mine)
    yield from (cell for cell in cells if cell.learner not in said)


def sure_of(pred: Predictions, measures: Sequence[Measure], seed: int, level: float = 0.95) -> dict[str, Estimate]:
    """Each measure of these predictions with the interval that suits it.

    >>> from bakeoff.measures import measure_named
    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> print(sure_of(predictions_of([1] * 10, y_pred=[1] * 8 + [0] * 2), [measure_named("accuracy")], 0)["accuracy"])
    0.800 [0.490, 0.943] (95%, Wilson, n = 10)
    """
    draws = Resamples(summaries=summarize(pred), n_resamples=RESAMPLES, seed=seed)
    return {one.name: estimate(one, draws, IntervalChoice(level=level)) for one in measures}


LEVEL = 0.95


def cells_of(board: DatasetScores, measures: Sequence[Measure]) -> Iterator[Cell]:
    """All cells of one data set."""
    for at, measure in enumerate(measures):
        for learner in range(len(board.learners)):
            yield cell_of(board, learner, at, measure)


def cell_of(board: DatasetScores, learner: int, at: int, measure: Measure) -> Cell:
    """One learner by one measure."""
    hole = board.hole(learner, at)
    if hole is not MissingScore.NONE:
        estimate, spread, error, notes = _nothing(board, learner, at, measure, hole)
    elif at in board.pooled:
        estimate, spread, error, notes = _over_repeats(board, learner, at, measure)
    else:
        estimate, spread, error, notes = _over_splits(board, board.values[learner, :, at], measure)
    return Cell(
        dataset=board.name,
        learner=board.learners[learner],
        measure=measure.name,
        estimate=estimate,
        sd=spread,
        standard_error=error,
        done=int(board.done[learner].sum()),
        planned=board.done.shape[1],
        notes=notes,
    )


def _over_splits(
    board: DatasetScores, values: Array, measure: Measure
) -> tuple[Estimate, float, float, tuple[Note, ...]]:
    from bakeoff.estimates.over_splits.mean import mean_over_splits

    share = board.domain.test_share if board.domain.overlapping else None
    estimate = mean_over_splits(values, share, level=LEVEL, bounds=measure.bounds)
    n = len(values)
    finite = n > 1 and bool(np.isfinite(values).all())
    spread = float(values.std(ddof=1)) if finite else nan
    return estimate, spread, spread * sqrt(1 / n + (share or 0.0)), ()


def _over_repeats(
    board: DatasetScores, learner: int, at: int, measure: Measure
) -> tuple[Estimate, float, float, tuple[Note, ...]]:
    """Repeats share all their rows, so their spread says nothing about new data: a value without an interval."""
    values = board.pooled[at][learner]
    about = Subject(measure=measure.name, dataset=board.name, learners=(board.learners[learner],))
    note = POOLED(about)
    if measure.across_folds is not Pooling.POOLED:
        missing = int(np.isnan(board.splits_of(at)).any(axis=0).sum())
        note = POOLED_AS_UNDEFINED(about, splits=missing, planned=board.done.shape[1])
    estimate = Estimate(
        value=float(values.mean()),
        low=nan,
        high=nan,
        level=LEVEL,
        method="pooled rows",
        n=len(values),
        notes=(note,),
    )
    spread = float(values.std(ddof=1)) if len(values) > 1 else nan
    return estimate, spread, nan, (note,)


def _nothing(
    board: DatasetScores, learner: int, at: int, measure: Measure, hole: MissingScore
) -> tuple[Estimate, float, float, tuple[Note, ...]]:
    planned = board.done.shape[1]
    about = Subject(measure=measure.name, dataset=board.name, learners=(board.learners[learner],))
    if hole is MissingScore.UNFINISHED:
        failed, done = int(board.failed[learner].sum()), int(board.done[learner].sum())
        note = (
            SPLITS_FAILED(about, n=failed, planned=planned) if failed else SPLITS_DONE(about, n=done, planned=planned)
        )
    elif hole is MissingScore.UNDEFINED:
        note = UNDEFINED(about, reason=measure.undefined)
    else:
        note = NOT_APPLICABLE(about, reason=board.reasons[learner, at][1])
    estimate = Estimate.alone(nan, 0, note, level=LEVEL)
    return estimate, nan, nan, (note,)
