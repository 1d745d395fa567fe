"""Leave-one-out values from summaries: closed form for counts, moments and AUC, blocks for the rest."""

from dataclasses import replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.delta import columns_of
from bakeoff.estimates.draws import HELD, Draws
from bakeoff.measures.measure import Measure, Reads
from bakeoff.predictions import kernels
from bakeoff.predictions.cells import Cells
from bakeoff.predictions.counts import Counts
from bakeoff.predictions.moments import Moments
from bakeoff.predictions.summary import summarize

__all__ = ["jackknife"]

BLOCKS = 200


def jackknife(measure: Measure, draws: Draws) -> tuple[Array, Array]:
    """The measure without each row in turn, and how many rows each value stands for.

    Where that is all that can be had, without each group, or without each of 200 blocks of rows.
    """
    if draws.by_rows and measure.reads is Reads.COUNTS:
        return _counts(measure, draws.summaries.counts)
    if draws.by_rows and measure.reads is Reads.MOMENTS:
        made = _moments(measure, draws.summaries.moments)
    elif draws.by_rows and measure.name == "roc_auc":
        made = _area(draws)
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


def _area(draws: Draws) -> Array:
    pred = draws.pred
    positive = pred.truth == pred.positive_code
    placed = kernels.placements(pred.scores(), positive)
    m, n = int(positive.sum()), int((~positive).sum())
    area = placed[positive].mean()
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(positive, (area * m - placed) / (m - 1), (area * n - placed) / (n - 1)))


def _blocks(measure: Measure, draws: Draws) -> Array:
    pred = draws.pred
    if draws.groups is None:
        codes = np.arange(len(pred)) * min(BLOCKS, len(pred)) // max(len(pred), 1)
    else:
        _, codes = np.unique(draws.groups, return_inverse=True)
    made = [
        float(measure.compute(summarize(pred.take(np.flatnonzero(codes != one))).get(measure.reads)))
        for one in range(int(codes.max(initial=-1)) + 1)
    ]
    return np.array(made)
