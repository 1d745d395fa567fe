"""Leave-one-out values from summaries: closed form for counts, moments and AUC, blocks for the rest."""

from dataclasses import replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.delta import columns_of
from bakeoff.estimates.draws import HELD, Draws
from bakeoff.measures.measure import Measure, Reads
from bakeoff.predictions.cells import Cells
from bakeoff.predictions.counts import Counts
from bakeoff.predictions.moments import Moments
from bakeoff.predictions.ranking import Curve
from bakeoff.predictions.summary import summarize

__all__ = ["jackknife"]

BLOCKS = 200


def jackknife(measure: Measure, draws: Draws) -> tuple[Array, Array]:
    """The measure without each row in turn, and how many rows each value stands for.

    Where that is all that can be had, without each group, or without each of 200 blocks of rows.
    """
    if draws.by_rows and measure.reads is Reads.COUNTS:
        return _counts(measure, draws.summaries.counts)
    if draws.by_rows and measure.name == "roc_auc":
        return _area(draws.summaries.ranking.curve)
    if draws.by_rows and measure.reads is Reads.MOMENTS:
        made = _moments(measure, draws.summaries.moments)
    elif draws.by_rows and measure.reads is Reads.RANKING and draws.summaries.ranking.many is None:
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


def _without(whole: Counts, cells: Cells, some: Array) -> Counts:
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


def _moments(measure: Measure, whole: Moments) -> Array:
    wanted = columns_of(measure, whole)
    rows = whole.rows(wanted)
    less = (rows.sum(axis=0) - rows) / (len(rows) - 1)
    batch = whole.with_means({column: less[:, i] for i, column in enumerate(wanted)})
    return np.broadcast_to(np.asarray(measure.compute(batch), dtype=np.float64), (len(rows),))


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


def _ranked_blocks(measure: Measure, draws: Draws) -> Array:
    codes = draws.blocks(BLOCKS)
    made = [float(measure.compute(draws.ranking_of((codes != one).astype(np.int64)))) for one in _numbers(codes)]
    return np.array(made)


def _blocks(measure: Measure, draws: Draws) -> Array:
    pred = draws.pred
    codes = draws.blocks(BLOCKS) if draws.groups is None else np.unique(draws.groups, return_inverse=True)[1]
    made = [
        float(measure.compute(summarize(pred.take(np.flatnonzero(codes != one))).get(measure.reads)))
        for one in _numbers(codes)
    ]
    return np.array(made)


def _numbers(codes: Array) -> range:
    return range(int(codes.max(initial=-1)) + 1)
