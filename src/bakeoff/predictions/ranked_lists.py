"""RankedLists: the items of every query in the order of their scores, with what ties leave open."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from bakeoff.core.cached import cached_property
from bakeoff.core.checks import Array
from bakeoff.predictions.predictions import Predictions

__all__ = ["ListOrder", "RankedLists", "blocks_of_lists", "list_order", "ranked_lists", "relevant_items"]

BLOCK = 1 << 16  # items


@dataclass(frozen=True, kw_only=True, eq=False)
class RankedLists:
    """Items sorted by query and by falling score. Arrays have one entry per item, in that order, but `first` and `sizes`.

    Items of equal score are a tie: every order of them is equally likely, and measures are means over these orders
    (McSherry and Najork 2008), so that the order of rows changes nothing.
    """

    gain: Array
    rank: Array  # 1 for the best of a query
    tie: Array | None  # where ties begin; None where every item has a score of its own
    first: Array  # where each query begins
    sizes: Array  # items of each query
    rows: Array  # the row of the predictions that each item is
    ranked: Array  # whether the list has the item; one of score minus infinity is relevant or not, but has no place

    @cached_property
    def _many(self) -> Array:
        """Items of each tie."""
        assert self.tie is not None
        return _lengths(self.tie, len(self.gain))

    @cached_property
    def ahead(self) -> Array:
        """Items of better score in the query of each item."""
        if self.tie is None:
            return np.asarray(self.rank.astype(np.int64) - 1)
        return np.asarray(np.repeat(self.tie, self._many) - np.repeat(self.first, self.sizes))

    @cached_property
    def tied(self) -> Array:
        """Items of that score in the query, this one included."""
        if self.tie is None:
            return np.asarray(np.broadcast_to(np.int64(1), len(self.gain)))
        return np.repeat(self._many, self._many)

    @cached_property
    def tied_gain(self) -> Array:
        """The mean gain of the tie of each item."""
        counted = self.gain if self.ranked.all() else np.where(self.ranked, self.gain, 0.0)
        if self.tie is None or not len(self.tie):
            return counted
        return np.repeat(np.add.reduceat(counted, self.tie) / self._many, self._many)

    @cached_property
    def tied_relevant(self) -> Array:
        """Relevant items of the tie of each item."""
        relevant = ((self.gain > 0) & self.ranked).astype(np.float64)
        if self.tie is None or not len(self.tie):
            return relevant
        return np.repeat(np.add.reduceat(relevant, self.tie), self._many)

    @cached_property
    def relevant_ahead(self) -> Array:
        """Relevant items of better score in the query of each item."""
        before = np.concatenate([[0.0], np.cumsum((self.gain > 0) & self.ranked)])  # of all rows ahead
        begin = np.repeat(self.first, self.sizes)
        return np.asarray(before[begin + self.ahead] - before[begin])

    @property
    def tie_place(self) -> Array:
        """The place of an item within its tie, from 1."""
        return self.rank - self.ahead

    @cached_property
    def relevant(self) -> Array:
        """Relevant items (gain above 0) of each query."""
        return self.sum((self.gain > 0).astype(np.float64))

    @cached_property
    def ideal_gain(self) -> Array:
        """Gains of each query from the largest to the smallest."""
        falling = np.empty(len(self.gain))
        for begin, places in _of_equal_size(self.first, self.sizes):
            lists = -self.gain[places].reshape(len(begin), -1)
            lists.sort(axis=1)
            falling[places] = -lists.reshape(falling[places].shape)
        return falling

    @cached_property
    def discount(self) -> Array:
        """What divides the gain at each rank: its logarithm to base 2, of the rank plus 1."""
        return np.log2(self.rank + 1.0)

    def mean(self, of_rows: Array) -> Array:
        """The mean of a quantity of the rows over the items of each query."""
        return self.sum(np.asarray(of_rows, dtype=np.float64)[self.rows]) / self.sizes

    def sum(self, values: Array) -> Array:
        """The sum over the items of each query."""
        return np.add.reduceat(values, self.first) if len(self.first) else np.zeros(0)


@dataclass(frozen=True, kw_only=True, eq=False)
class ListOrder:
    """Where the items of every query are, by falling score; equal scores in the order of the rows."""

    rows: Array  # the row of the predictions that each item is
    first: Array  # where each query begins
    sizes: Array  # items of each query
    together: (
        bool  # whether the rows of each query follow one another in the predictions, and the queries in their order
    )

    def shared(self, values: Array) -> Array:
        """A value of each query, shared equally by its rows; in the order of the predictions."""
        spread = np.repeat(values / self.sizes, self.sizes)
        if self.together:
            return spread
        column = np.empty(len(self.rows))
        column[self.rows] = spread
        return column


@lru_cache(maxsize=2)  # every measure of a panel reads the same order; a comparison reads two
def list_order(pred: Predictions) -> ListOrder:
    """The order of the items of these predictions; without queries all rows are one list."""
    n, together = len(pred), None
    if pred.query is None:
        first = np.zeros(min(n, 1), dtype=np.int64)
    else:
        query = _codes(pred.query)
        together = None if (query[1:] >= query[:-1]).all() else np.argsort(query, kind="stable")
        query = query if together is None else query[together]
        first = _starts(query[1:] != query[:-1], n)
    sizes = _lengths(first, n)
    rows = _falling(np.asarray(pred.labels(), dtype=np.float64), together, first, sizes)
    return ListOrder(rows=rows, first=first, sizes=sizes, together=together is None)


@lru_cache(maxsize=2)
def ranked_lists(pred: Predictions) -> RankedLists:
    """The lists of these predictions."""
    return _lists(pred, list_order(pred))


def blocks_of_lists(pred: Predictions) -> Iterator[RankedLists]:
    """The same in blocks of whole queries, which the processor's cache holds: tables that fill the memory are slow."""
    if len(pred) <= BLOCK:
        yield ranked_lists(pred)
        return
    order, begin = list_order(pred), 0
    while begin < len(order.first):
        start = int(order.first[begin])
        end = max(begin + 1, int(np.searchsorted(order.first, start + BLOCK)))
        first = order.first[begin:end] - start
        sizes = order.sizes[begin:end]
        rows = order.rows[start : start + int(sizes.sum())]
        yield _lists(pred, ListOrder(rows=rows, first=first, sizes=sizes, together=order.together))
        begin = end


@lru_cache(maxsize=2)
def relevant_items(pred: Predictions) -> Array:
    """How many relevant items each query has."""
    order = list_order(pred)
    positive = pred.truth > 0
    counted = positive if order.together else positive[order.rows]
    return np.add.reduceat(counted, order.first, dtype=np.float64) if len(order.first) else np.zeros(0)


def _lists(pred: Predictions, order: ListOrder) -> RankedLists:
    """These items, and where ties begin."""
    first, sizes, n = order.first, order.sizes, len(order.rows)
    score, gain = (np.asarray(values[order.rows], dtype=np.float64) for values in (pred.labels(), pred.truth))
    changes = score[1:] != score[:-1]
    changes[first[1:] - 1] = True
    rank = np.arange(1.0, n + 1.0) - np.repeat(first.astype(np.float64), sizes)
    tie = None if changes.all() else _starts(changes, n)
    return RankedLists(gain=gain, rank=rank, tie=tie, first=first, sizes=sizes, rows=order.rows, ranked=score > -np.inf)


def _falling(score: Array, together: Array | None, first: Array, sizes: Array) -> Array:
    """Rows by query and by falling score; equal scores in the order of the rows. Lists of one length are sorted at once, as a matrix."""
    if together is not None:
        score = score[together]
    order = np.empty(len(score), dtype=np.int64)
    for begin, places in _of_equal_size(first, sizes):
        down = -score[places].reshape(len(begin), -1)
        turned = np.argsort(down, axis=1)
        falling = np.take_along_axis(down, turned, axis=1)
        if (falling[:, 1:] == falling[:, :-1]).any():
            turned = np.argsort(down, axis=1, kind="stable")
        turned += begin[:, None]
        order[places] = turned.reshape(order[places].shape)
    return order if together is None else together[order]


def _of_equal_size(first: Array, sizes: Array) -> Iterator[tuple[Array, Any]]:
    """Where lists of one length begin, and the places of their items, one list in each row; for each length, in blocks."""
    alike = len(sizes) > 0 and sizes.min() == sizes.max()
    lengths = [int(sizes[0])] if alike else np.unique(sizes).tolist()
    for size in lengths:
        whole = first if alike else first[sizes == size]
        step = max(1, BLOCK // size)
        for i in range(0, len(whole), step):
            begin = whole[i : i + step]
            if alike:
                yield begin, slice(i * size, (i + len(begin)) * size)
            else:
                yield begin, begin[:, None] + np.arange(size)


def _codes(query: Array) -> Array:
    """A number for each query; those that stand together in the rows already need no sorting of their names."""
    if query.dtype.kind in "iu":
        return query
    return np.unique(query, return_inverse=True)[1].reshape(-1)


def _starts(changes: Array, n: int) -> Array:
    """Where runs of equal values begin."""
    return np.concatenate([[0], np.flatnonzero(changes) + 1]) if n else np.zeros(0, dtype=np.int64)


def _lengths(starts: Array, n: int) -> Array:
    """How long the runs are."""
    return np.diff(np.append(starts, n))
