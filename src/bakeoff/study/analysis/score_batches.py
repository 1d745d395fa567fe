"""Scores of many small test sets at once: one walk over all their rows instead of one per unit and measure.

A study of a hundred thousand units spends most of its time on what every call costs, not on its rows.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.analytic.delta_method import columns_of
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.means import moments_of

__all__ = ["batch_auc", "batch_means"]


def batch_means(pooled: Predictions, sizes: Array, measures: Sequence[Measure]) -> Array:
    """The (units, measures) values of measures that read moments; `pooled` holds the rows of the units one after another."""
    whole = moments_of(pooled)
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    values = np.empty((len(sizes), len(measures)))
    for at, measure in enumerate(measures):
        wanted = columns_of(measure, whole)
        sums = np.add.reduceat(whole.rows(wanted), starts, axis=0) if wanted else np.empty((len(sizes), 0))
        for size in np.unique(sizes):  # some measures read how many rows there are
            alike = np.flatnonzero(sizes == size)
            means = {column: sums[alike, i] / size for i, column in enumerate(wanted)}
            values[alike, at] = measure.compute(
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
    found = np.full(len(sizes), nan)
    np.divide(total - ups * (ups + 1) / 2, pairs, out=found, where=pairs > 0)
    return found
