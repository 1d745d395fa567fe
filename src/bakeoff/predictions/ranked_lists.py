"""RankedLists: the items of every query in the order of their scores, with what ties leave open."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bakeoff.core.cached import cached_property
from bakeoff.core.checks import Array
from bakeoff.predictions.predictions import Predictions

__all__ = ["RankedLists", "ranked_lists"]


@dataclass(frozen=True, kw_only=True, eq=False)
class RankedLists:
    """Items sorted by query and by falling score. Arrays have one entry per item, in that order, but `first` and `sizes`.

    Items of equal score are a tie: every order of them is equally likely, and measures are means over these orders
    (McSherry and Najork 2008), so that the order of rows changes nothing.
    """

    gain: Array
    rank: Array  # 1 for the best of a query
    ahead: Array  # items of better score in the query
    tied: Array  # items of that score in the query, this one included
    tied_gain: Array  # the mean gain of the tie
    tied_relevant: Array  # relevant items of the tie
    relevant_ahead: Array  # relevant items of better score
    first: Array  # where each query begins
    sizes: Array  # items of each query
    rows: Array  # the row of the predictions that each item is
    ranked: Array  # whether the list has the item; one of score minus infinity is relevant or not, but has no place

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
        query = np.repeat(np.arange(len(self.first)), self.sizes)
        return self.gain[np.lexsort((-self.gain, query))]

    def mean(self, of_rows: Array) -> Array:
        """The mean of a quantity of the rows over the items of each query."""
        return self.sum(np.asarray(of_rows, dtype=np.float64)[self.rows]) / self.sizes

    def shared(self, values: Array) -> Array:
        """A value of each query, shared equally by its rows; in the order of the predictions."""
        column = np.empty(len(self.rows))
        column[self.rows] = np.repeat(values / self.sizes, self.sizes)
        return column

    def sum(self, values: Array) -> Array:
        """The sum over the items of each query."""
        return np.add.reduceat(values, self.first) if len(self.first) else np.zeros(0)


@lru_cache(maxsize=2)  # every measure of a panel reads the same order; a comparison reads two
def ranked_lists(pred: Predictions) -> RankedLists:
    """The lists of these predictions; without queries all rows are one list."""
    score = np.asarray(pred.labels(), dtype=np.float64)
    query = np.zeros(len(pred), dtype=np.int64) if pred.query is None else _codes(pred.query)
    order = np.lexsort((-score, query))
    query, score, gain = query[order], score[order], np.asarray(pred.truth, dtype=np.float64)[order]
    first = _starts(query[1:] != query[:-1], len(query))
    tie = _starts((query[1:] != query[:-1]) | (score[1:] != score[:-1]), len(query))
    sizes, tied = _lengths(first, len(query)), _lengths(tie, len(query))
    place = np.arange(len(query))
    ranked = score > -np.inf
    relevant = ((gain > 0) & ranked).astype(np.float64)
    before = np.concatenate([[0.0], np.cumsum(relevant)])  # relevant items of all rows ahead
    begin = np.repeat(first, sizes)
    return RankedLists(
        gain=gain,
        rank=(place - begin + 1).astype(np.float64),
        ahead=np.repeat(tie, tied) - begin,
        tied=np.repeat(tied, tied),
        tied_gain=_over_ties(np.where(ranked, gain, 0.0), tie, tied) / np.repeat(tied, tied),
        tied_relevant=_over_ties(relevant, tie, tied),
        relevant_ahead=np.repeat(before[tie], tied) - before[begin],
        first=first,
        sizes=sizes,
        rows=order,
        ranked=ranked,
    )


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


def _over_ties(values: Array, tie: Array, tied: Array) -> Array:
    """The sum over the tie of each item."""
    return np.repeat(np.add.reduceat(values, tie), tied) if len(tie) else values
