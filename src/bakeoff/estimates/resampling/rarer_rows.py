"""How many rows are outside the most frequent class, and in the rarest: what intervals of measures of classes rest on."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.class_counts import ClassCounts
from bakeoff.predictions.summaries.summaries import CLASSES

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
    summaries = draws.summaries
    pred, counts, ranking = summaries.source, summaries.known_counts, summaries.known_ranking
    if pred is not None and not pred.task.coded:
        return None
    if CLASSES in summaries.known:
        rows: Array = summaries.known[CLASSES].rows
        return rows
    if counts is not None and counts.total == counts.n:
        return counts.truth
    if ranking is not None and ranking.many is None:
        return np.array([ranking.positive_weight, ranking.negative_weight])
    return None if pred is None else ClassCounts.of(pred).rows
