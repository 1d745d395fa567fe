"""Leave-one-out values: as the kind of summary gives them, else without blocks of rows or groups."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.measures.measure import Measure
from bakeoff.predictions.resampling.draws import BLOCKS, Resamples
from bakeoff.predictions.summaries.summaries import summarize

__all__ = ["jackknife"]


def jackknife(measure: Measure, draws: Resamples) -> tuple[Array, Array]:
    """The measure without each row in turn, and how many rows each value stands for.

    Where that is all that can be had, without each group or bucket of rows, or without each of 200 blocks of rows or
    groups.
    """
    draws = draws.in_order(measure)
    leave_out = measure.reads.leave_out
    values = None if leave_out is None else leave_out(draws, measure)
    if values is not None:
        return values
    without = _blocks(measure, draws) if draws.by_rows else draws.left_out(BLOCKS).of(measure)
    return without, np.ones(len(without))


def _blocks(measure: Measure, draws: Resamples) -> Array:
    pred, codes = draws.pred, draws.blocks(draws.rows, BLOCKS)
    return np.array(
        [
            float(measure.compute(summarize(pred.take(np.flatnonzero(codes != block))).get(measure.reads)))
            for block in range(int(codes.max(initial=-1)) + 1)
        ]
    )
