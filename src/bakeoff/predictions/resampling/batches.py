"""Many resamples at once, drawn and walked in the compiled loops where there are any."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels import resample_counts
from bakeoff.kernels.dispatch import in_parts, loops

__all__ = ["drawn_rows", "resampled_class_wins", "resampled_rankings"]


def drawn_rows(n: int, seeds: Array) -> Array:
    """(B, n) bytes: how often each of n rows is drawn in n draws with replacement.

    >>> drawn_rows(300, np.array([7, 8], dtype=np.uint64)).sum(axis=1).tolist()
    [300, 300]
    """
    by = loops()
    if by is None or not n:
        return np.array([resample_counts.draw_counts(one, n) for one in seeds.tolist()], dtype=np.uint8).reshape(-1, n)
    return np.concatenate(in_parts(lambda part: by.drawn_rows(n, *resample_counts.law_of(n), part), seeds, n))


def resampled_rankings(drawn: Array, *rows: Array) -> list[Any] | None:
    """Ranked rows in each of these resamples, see ranked.py, some of them together; None where nothing is compiled.

    Resamples of single rows may be given by their seeds: what is drawn then never leaves the processor's cache.
    """
    by, n = loops(), len(rows[0])
    if by is None or not n:
        return None
    law = resample_counts.law_of(n)
    return in_parts(lambda part: by.redrawn(part if part.ndim > 1 else by.drawn_rows(n, *law, part), *rows), drawn, n)


def resampled_class_wins(often: Array, truth: Array, order: Array, last: Array) -> Array:
    """(B, K, K): twice how often a row of class i outscores, in column i, a row of class j; ties count once.

    `often` is how much each row counts in each resample; `order` has the rows of each column from the highest score
    down, and `last` marks the last of each score.
    """
    by = loops()
    if by is not None and truth.size:
        parts = in_parts(lambda part: by.redrawn_wins(part, truth, order, last), often, order.size)
        return np.concatenate(parts)
    k = len(order)
    return np.array([_wins(one, truth, order, last, k) for one in often]).reshape(-1, k, k)


def _wins(often: Array, truth: Array, order: Array, last: Array, k: int) -> Array:
    """The twin, for one resample."""
    made = np.zeros((k, k))
    for i in range(k):
        rows, ends = order[i], np.flatnonzero(last[i])
        mine = np.where(truth[rows] == i, often[rows], 0.0)
        upto = np.cumsum(mine)[ends]
        doubled = upto + np.concatenate([[0.0], upto[:-1]])  # twice what lies above, and once what is level
        made[i] = np.bincount(truth[rows], often[rows] * np.repeat(doubled, np.diff(ends, prepend=-1)), minlength=k)
        made[i, i] = 0.0
    return made
