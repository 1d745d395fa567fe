"""How often rows of a class outscore the others in the class's own column of scores, for more than two classes."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels import reference
from bakeoff.kernels.dispatch import SORTING, compiled, in_threads

__all__ = ["pair_wins", "rest_wins"]

SMALL = 40_000  # up to this many rows per class looking each row up beats sorting every class's scores
FEW = 256  # up to this many rows per class looking up is quicker even where no pairs are asked for
BLOCK = 8  # columns taken together: one line of the cache holds as many


def rest_wins(score: Array, truth: Array, k: int, weight: Array | None) -> Array:
    """(k,): in column i, twice the weight of pairs (row of class i above any other row) plus ties."""
    by = None if weight is not None else compiled(truth, score)
    if by is None:
        return np.asarray(reference.pair_wins(score, truth, k, weight).sum(axis=1))
    if int(np.bincount(truth, minlength=k).max(initial=0)) <= FEW:
        return np.asarray(pair_wins(score, truth, k, None).sum(axis=1))
    made = np.zeros(k)

    def block(at: int) -> None:
        first = at * BLOCK
        for c, column in enumerate(np.ascontiguousarray(score[:, first : first + BLOCK].T), first):
            mine, theirs = by.split(column, truth, c, np.empty)
            mine.sort()
            theirs.sort()
            made[c] = by.sorted_wins(mine, theirs)

    in_threads(block, range(-(-k // BLOCK)), score.size * SORTING)
    return made


def pair_wins(score: Array, truth: Array, k: int, weight: Array | None) -> Array:
    """(k, k): in column i of the scores, twice the weight of pairs (row of class i above row of class j) plus ties."""
    by = None if weight is not None else compiled(truth, score)
    if by is None:
        return reference.pair_wins(score, truth, k, weight)
    order = np.argsort(truth, kind="stable")
    ends = np.cumsum(np.bincount(truth, minlength=k))
    if int(np.diff(ends, prepend=0).max(initial=0)) <= SMALL:
        table = _looked_up(by, np.ascontiguousarray(score), truth, order, ends)
    else:
        table = _sorted_pairs(by, score, order, ends)
    np.fill_diagonal(table, 0)
    return table.astype(np.float64)


def _sorted_pairs(by: Any, score: Array, order: Array, ends: Array) -> Array:
    """Every class's scores sorted in every column, then pairs merged: best where classes are large."""
    k = len(ends)
    table = np.zeros((k, k), dtype=np.int64)

    def column(i: int) -> None:
        parts = np.split(score[order, i], ends[:-1])
        for part in parts:
            part.sort()
        for j, part in enumerate(parts):
            if j != i:
                table[i, j] = by.sorted_wins(parts[i], part)

    in_threads(column, range(k), len(order) * k)
    return table


def _looked_up(by: Any, score: Array, truth: Array, order: Array, ends: Array) -> Array:
    """Only each class's own scores sorted, in its own column; every row then looked up: best where classes are small."""
    k = len(ends)
    table = np.zeros((k, k), dtype=np.int64)

    def block(at: int) -> None:
        first, beyond = at * BLOCK, min((at + 1) * BLOCK, k)
        mine = [np.sort(score[order[ends[c - 1] if c else 0 : ends[c]], c]) for c in range(first, beyond)]
        starts = np.concatenate([[0], np.cumsum([len(one) for one in mine])]).astype(np.int64)
        if starts[-1]:
            by.block_wins(score, first, np.concatenate(mine), starts, truth, table[first:beyond])

    in_threads(block, range(-(-k // BLOCK)), len(truth) * k)
    return table
