"""Cells: one learner on one data set by one measure, with its uncertainty. Never a mean over the units that survived."""

from collections.abc import Iterator, Sequence
from math import nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Measure, Pooling
from bakeoff.study.board import Board, Hole
from bakeoff.study.findings import Cell

__all__ = ["LEVEL", "cell_of", "cells_of"]

LEVEL = 0.95


def cells_of(board: Board, measures: Sequence[Measure]) -> Iterator[Cell]:
    """All cells of one data set."""
    for at, measure in enumerate(measures):
        for learner in range(len(board.learners)):
            yield cell_of(board, learner, at, measure)


def cell_of(board: Board, learner: int, at: int, measure: Measure) -> Cell:
    """One learner by one measure."""
    hole = board.hole(learner, at)
    if hole is not Hole.NONE:
        estimate, spread, error, note = _nothing(board, learner, at, measure, hole)
    elif at in board.pooled:
        estimate, spread, error, note = _over_repeats(board, learner, at, measure)
    else:
        estimate, spread, error, note = _over_splits(board, board.values[learner, :, at], measure)
    return Cell(
        dataset=board.name,
        learner=board.learners[learner],
        measure=measure.name,
        estimate=estimate,
        sd=spread,
        standard_error=error,
        done=int(board.done[learner].sum()),
        planned=board.done.shape[1],
        note=note,
    )


def _over_splits(board: Board, values: Array, measure: Measure) -> tuple[Estimate, float, float, str]:
    from bakeoff.estimates.resampled import mean_over_splits

    share = board.domain.test_share if board.domain.overlapping else None
    estimate = mean_over_splits(values, share, level=LEVEL, bounds=measure.bounds)
    n = len(values)
    finite = n > 1 and bool(np.isfinite(values).all())
    spread = float(values.std(ddof=1)) if finite else nan
    return estimate, spread, spread * sqrt(1 / n + (share or 0.0)), ""


def _over_repeats(board: Board, learner: int, at: int, measure: Measure) -> tuple[Estimate, float, float, str]:
    """Repeats share all their rows, so their spread says nothing about new data: a value without an interval."""
    values = board.pooled[at][learner]
    note = "scored over the pooled test rows of each repeat"
    if measure.across_folds is not Pooling.POOLED:
        missing = int(np.isnan(board.splits_of(at)).any(axis=0).sum())
        note = f"undefined on {missing} of {board.done.shape[1]} splits, so {note}"
    estimate = Estimate(
        value=float(values.mean()),
        low=nan,
        high=nan,
        level=LEVEL,
        method="pooled rows",
        n=len(values),
        warnings=(note,),
    )
    spread = float(values.std(ddof=1)) if len(values) > 1 else nan
    return estimate, spread, nan, note


def _nothing(board: Board, learner: int, at: int, measure: Measure, hole: Hole) -> tuple[Estimate, float, float, str]:
    planned = board.done.shape[1]
    if hole is Hole.UNFINISHED:
        failed, done = int(board.failed[learner].sum()), int(board.done[learner].sum())
        note = f"{failed} of {planned} splits failed" if failed else f"{done} of {planned} splits done"
    elif hole is Hole.UNDEFINED:
        note = f"undefined: {measure.undefined}" if measure.undefined else "undefined"
    else:
        note = board.reasons[learner, at][1]
    estimate = Estimate(value=nan, low=nan, high=nan, level=LEVEL, method="none", n=0, warnings=(note,))
    return estimate, nan, nan, note
