"""Leave-one-out values from summaries: closed form for counts, moments and AUC, blocks for the rest."""

from dataclasses import replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.analytic.delta_method import columns_of
from bakeoff.estimates.resampling.draws import HELD, Resamples, bins_of_groups, ranked_rows
from bakeoff.measures.measure import Measure, Reads, Sweep
from bakeoff.predictions.resampling.binned_row_groups import BinnedRowGroups
from bakeoff.predictions.resampling.row_groups import ratios
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.summaries.ranking.ranking import Curve
from bakeoff.predictions.summaries.sparse_confusion import SparseConfusion
from bakeoff.predictions.summaries.summaries import summarize

__all__ = ["jackknife"]

BLOCKS = 200


def jackknife(measure: Measure, draws: Resamples) -> tuple[Array, Array]:
    """The measure without each row in turn, and how many rows each value stands for.

    Where that is all that can be had, without each group or bucket of rows, or without each of 200 blocks of rows or
    groups.
    """
    draws = draws.in_order(measure)
    if draws.by_rows and measure.reads is Reads.COUNTS:
        return _counts(measure, draws.summaries.counts)
    if draws.by_rows and measure.sweep is Sweep.AREA:
        return _area(draws.summaries.ranking.curve)
    if draws.by_rows and measure.reads is Reads.RANKING and (bins := bins_of_groups(draws)) is not None:
        return _bins(measure, bins)
    if measure.reads is Reads.MOMENTS:
        made = _moments(measure, draws)
    elif not draws.by_rows:
        made = draws.left_out(BLOCKS).of(measure)
    elif measure.reads is Reads.RANKING and draws.summaries.ranking.many is None:
        made = _ranked_blocks(measure, draws)
    else:
        made = _blocks(measure, draws)
    return made, np.ones(len(made))


def _counts(measure: Measure, whole: Counts) -> tuple[Array, Array]:
    """All rows of a cell are alike, so there are no more values than cells, however many the rows."""
    cells = whole.table.filled()
    at_once = max(1, HELD // max(cells.size, 1))
    made = []
    for start in range(0, len(cells.amounts), at_once):
        some = np.arange(start, min(start + at_once, len(cells.amounts)))
        values = measure.compute(_without(whole, cells, some))
        made.append(np.broadcast_to(np.asarray(values, dtype=np.float64), (len(some),)))
    return np.concatenate([*made, np.empty(0)]), cells.amounts


def _without(whole: Counts, cells: SparseConfusion, some: Array) -> Counts:
    """A batch: the counts less a row of each of these cells; margins change in one place, so no table is needed."""
    batch, (truth, predicted) = np.arange(len(some)), cells.corners

    def less(margin: Array, codes: Array, one: Array | float = 1.0) -> Array:
        made = np.repeat(margin[None], len(some), axis=0)
        if margin.size:
            made[batch, codes[some]] -= one
        return made

    return replace(
        whole,
        n=whole.n - 1,
        truth=less(whole.truth, truth),
        predicted=less(whole.predicted, predicted),
        right=less(whole.right, truth, (truth == predicted)[some]),
        cells=lambda: replace(cells, amounts=less(cells.amounts, np.arange(len(cells.amounts)))),
    )


def _moments(measure: Measure, draws: Resamples) -> Array:
    """Without each row, or each group or bucket of rows."""
    whole = draws.summaries.moments
    wanted = columns_of(measure, whole)
    sums = draws.sums(wanted)
    less = ratios(sums.sum(axis=0) - sums)
    batch = whole.with_means({column: less[:, i] for i, column in enumerate(wanted)})
    return np.broadcast_to(np.asarray(measure.compute(batch), dtype=np.float64), (len(sums),))


def _area(curve: Curve) -> tuple[Array, Array]:
    """Rows of a class with the same score are alike; each wins against those of the other class below it."""
    ups, downs = np.diff(curve.tp, prepend=0.0), np.diff(curve.fp, prepend=0.0)
    m, n = ups.sum(), downs.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        up_wins, down_wins = (n - curve.fp + downs / 2) / n, (curve.tp - ups / 2) / m
        area = (ups * up_wins).sum() / m
        values = np.concatenate([(area * m - up_wins) / (m - 1), (area * n - down_wins) / (n - 1)])
    rows = np.concatenate([ups, downs])
    return values[rows > 0], rows[rows > 0]


def _bins(measure: Measure, bins: BinnedRowGroups) -> tuple[Array, Array]:
    """Rows of one class in one bin are alike."""
    rows = bins.amounts.reshape(-1)
    some = np.flatnonzero(rows)
    less = np.repeat(rows[None], len(some), axis=0)
    less[np.arange(len(some)), some] -= 1
    return np.array([float(measure.compute(one)) for one in bins.rankings(less)]), rows[some]


def _ranked_blocks(measure: Measure, draws: Resamples) -> Array:
    codes, ranked = draws.blocks(draws.rows, BLOCKS), ranked_rows(draws)
    left = ((codes != one).astype(np.uint8)[None] for one in _numbers(codes))
    return np.array([float(measure.compute(made)) for times in left for made in ranked.rankings(times)])


def _blocks(measure: Measure, draws: Resamples) -> Array:
    pred, codes = draws.pred, draws.blocks(draws.rows, BLOCKS)
    made = [
        float(measure.compute(summarize(pred.take(np.flatnonzero(codes != one))).get(measure.reads)))
        for one in _numbers(codes)
    ]
    return np.array(made)


def _numbers(codes: Array) -> range:
    return range(int(codes.max(initial=-1)) + 1)
