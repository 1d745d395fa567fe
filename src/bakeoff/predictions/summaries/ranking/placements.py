"""Placements: the share of every other class that a row is ranked correctly against, summed over pairs of classes.

In the column of class i a row of class i wins against the rows of the others below it, and a row of another class loses
to those of class i above it. Only the scores of class i are sorted, in their own column; all others are looked up.
"""

from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels.threads import SORTING, run_jobs

__all__ = ["Placements", "class_placements"]

PIECES = 4  # shares of the columns that are added up apart: the same whatever the number of threads

LONG = 1 << 13  # scores among which others are found quicker one after the other, for which they must be sorted


class Placements(NamedTuple):
    """What the rows add to means of areas."""

    areas: Array  # (K, K): how often a row of class i outscores, in column i, a row of class j; zero on the diagonal
    moved: Array  # (means, rows): what a row adds, for each unit of its weight


def class_placements(score: Array, truth: Array, weight: Array | None, pairs: Array) -> Placements:
    """The placements of all rows, added up with these weights of the pairs of classes, (means, K, K) with zero diagonals.

    Every class must occur. The sum over the rows of a class, each times its weight, is the weighted sum of the areas in
    which the class takes part.

    >>> made = class_placements(np.array([[0.9, 0.1], [0.4, 0.6], [0.5, 0.5]]), np.array([0, 1, 1]), None, 1 - np.eye(2)[None])
    >>> made.areas.tolist(), made.moved.tolist()
    ([[0.0, 1.0], [1.0, 0.0]], [[2.0, 1.0, 1.0]])
    """
    k = pairs.shape[-1]
    heavy = np.ones(len(truth)) if weight is None else np.asarray(weight, dtype=np.float64)
    sizes = np.bincount(truth, weights=heavy, minlength=k)
    per_row = pairs / sizes  # what a row of class j counts in column i
    own = np.split(np.argsort(truth, kind="stable"), np.cumsum(np.bincount(truth, minlength=k))[:-1])
    areas, placed = np.zeros((k, k)), np.zeros((PIECES, len(pairs), len(truth)))

    def piece(number: int) -> None:
        for i in range(number, k, PIECES):
            mine, column = own[i], score[:, i]
            mine = mine[np.argsort(column[mine], kind="stable")]
            left, right = _between(column[mine], column)
            under = np.concatenate([[0.0], np.cumsum(heavy[mine])])
            lost = 1.0 - (under[left] + under[right]) / (2 * sizes[i])
            lost[mine] = 0.0
            areas[i] = np.bincount(truth, weights=heavy * lost, minlength=k) / sizes
            for which, counts in enumerate(per_row[:, i]):
                amount = counts[truth]
                placed[number, which] += amount * lost
                amount *= heavy
                below = [np.bincount(edge, weights=amount, minlength=len(under))[:-1] for edge in (left, right)]
                placed[number, which, mine] += np.cumsum(below[0] + below[1]) / (2 * sizes[i])

    run_jobs(piece, range(min(PIECES, k)), score.size * SORTING)
    return Placements(areas, placed.sum(axis=0))


def _between(mine: Array, column: Array) -> tuple[Array, Array]:
    """How many of the ascending scores lie below each of the column, and how many no higher; they differ at ties only."""
    if len(mine) > LONG:
        order = np.argsort(column)
        left = np.empty(len(column), dtype=np.int64)
        left[order] = np.searchsorted(mine, column[order])
    else:
        left = np.searchsorted(mine, column)
    level = np.flatnonzero(mine[np.minimum(left, len(mine) - 1)] == column)
    right = left.copy()
    right[level] = np.searchsorted(mine, column[level], "right")
    return left, right
