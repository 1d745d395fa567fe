"""How many rows are outside the most frequent class, and in the rarest: what intervals of measures of classes rest on."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.resampling.draws import Resamples
from bakeoff.predictions.summaries.class_counts import ClassCounts

__all__ = ["rarer_rows", "rarest_rows"]


def rarer_rows(draws: Resamples) -> int | None:
    """The rows outside the most frequent class; None where the truth is numbers, or no summary that is left knows it."""
    rows = _rows_of_classes(draws)
    return None if rows is None else int(rows.sum() - rows.max(initial=0))


def rarest_rows(draws: Resamples) -> tuple[int, int]:
    """The rows of the rarest of three classes or more that occur, and how many there are; 0 where there are fewer, or it is not known."""
    rows = _rows_of_classes(draws)
    there = np.empty(0) if rows is None else rows[rows > 0]
    return (int(there.min()), there.size) if there.size > 2 else (0, 0)


def _rows_of_classes(draws: Resamples) -> Array | None:
    pred, known = draws.summaries.source, draws.summaries.known
    if pred is not None and not pred.classes:
        return None
    if known.classes is not None:
        return known.classes.rows
    if known.counts is not None and known.counts.total == known.counts.n:
        return known.counts.truth
    if known.ranking is not None and known.ranking.many is None:
        return np.array([known.ranking.positive_weight, known.ranking.negative_weight])
    return None if pred is None else ClassCounts.of(pred).rows
