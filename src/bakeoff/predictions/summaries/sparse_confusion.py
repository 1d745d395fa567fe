"""SparseConfusion: the cells of a confusion matrix, all or only the filled ones, whichever takes less memory.

Thousands of classes have millions of cells, of which no more are filled than there are rows.
"""

from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["SparseConfusion", "cells_of", "confusion_table"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SparseConfusion:
    """How many rows (or which weight) each cell holds; leading axes are a batch of resamples on the same cells."""

    shape: tuple[int, int]  # classes of the truth, and of what was predicted
    amounts: Array  # (..., cells)
    at: Array | None = None  # place of each cell, truth * width + predicted, ascending; None where all cells are held

    @classmethod
    def of(cls, matrix: Array) -> "SparseConfusion":
        """All cells of a matrix, (..., truth, predicted).

        >>> SparseConfusion.of(np.array([[2, 0], [0, 5]])).filled().at.tolist()
        [0, 3]
        """
        high, wide = matrix.shape[-2:]
        return cls(shape=(high, wide), amounts=matrix.reshape(*matrix.shape[:-2], high * wide))

    @property
    def size(self) -> int:
        """Of the whole matrix."""
        return self.shape[0] * self.shape[1]

    @property
    def corners(self) -> tuple[Array, Array]:
        """The true and the predicted class of each cell."""
        places = np.arange(self.size) if self.at is None else self.at
        true, predicted = np.divmod(places, max(self.shape[1], 1))
        return true, predicted

    def dense(self) -> Array:
        """The matrix, (..., truth, predicted)."""
        lead = self.amounts.shape[:-1]
        if self.at is None:
            return self.amounts.reshape(*lead, *self.shape)
        matrix = np.zeros((*lead, self.size))
        matrix[..., self.at] = self.amounts
        return matrix.reshape(*lead, *self.shape)

    def filled(self) -> "SparseConfusion":
        """Only the cells that hold something."""
        some = np.flatnonzero(self.amounts)
        return replace(self, amounts=self.amounts[some], at=some if self.at is None else self.at[some])

    def smaller(self) -> "SparseConfusion":
        """The same in the form that takes less memory: a filled cell alone also needs its place."""
        if 2 * np.count_nonzero(self.amounts) < self.size:
            return self.filled()
        return SparseConfusion.of(self.dense())

    def margins(self) -> tuple[Array, Array, Array]:
        """What each true class holds, what each predicted class holds, and the diagonal (empty if there is none)."""
        high, wide = self.shape
        if self.at is None:
            table = self.dense()
            right = np.diagonal(table, axis1=-2, axis2=-1) if high == wide else self.amounts[..., :0]
            return table.sum(-1), table.sum(-2), right
        true, predicted = self.corners
        on = true == predicted
        right = self._summed(true[on], high, self.amounts[..., on]) if high == wide else self.amounts[..., :0]
        return self._summed(true, high, self.amounts), self._summed(predicted, wide, self.amounts), right

    def _summed(self, codes: Array, classes: int, amounts: Array) -> Array:
        lead = amounts.shape[:-1]
        many = int(np.prod(lead, dtype=np.int64))
        place = (np.arange(many)[:, None] * classes + codes).reshape(-1)
        sums = np.bincount(place, weights=amounts.reshape(-1), minlength=many * classes)
        return sums.astype(np.float64, copy=False).reshape(*lead, classes)  # of no cells it would be whole numbers

    def merge(self, other: "SparseConfusion") -> "SparseConfusion":
        """The cells of both parts; of clusters one part may have seen more than the other."""
        width = max(self.shape[1], other.shape[1])
        one, two = self.widened(width), other.widened(width)
        if one.at is None or two.at is None:
            return SparseConfusion.of(one.dense() + two.dense())
        cells, amounts = np.concatenate([one.at, two.at]), np.concatenate([one.amounts, two.amounts])
        order = np.argsort(cells, kind="stable")  # two ascending runs, which are merged in linear time
        first = np.flatnonzero(np.diff(cells[order], prepend=-1))
        return SparseConfusion(
            shape=one.shape,
            at=cells[order][first],
            amounts=np.add.reduceat(amounts[order], first) if len(cells) else amounts,
        ).smaller()

    def widened(self, width: int) -> "SparseConfusion":
        """The same with empty columns added."""
        if width == self.shape[1]:
            return self
        true, predicted = self.corners
        return replace(self, shape=(self.shape[0], width), at=true * width + predicted)


def confusion_table(truth: Array, label: Array, high: int, wide: int, weight: Array | None) -> Array:
    """Return the (high, wide) matrix of truth against label."""
    if weight is None and high == wide == 2:  # three sums are enough
        t, p, both = np.count_nonzero(truth), np.count_nonzero(label), np.count_nonzero(truth & label)
        return np.array([[len(truth) - t - p + both, p - both], [t - both, both]], dtype=np.float64)
    cells = np.bincount(truth * wide + label, weights=weight, minlength=high * wide)
    return cells.astype(np.float64, copy=False).reshape(high, wide)


def cells_of(truth: Array, label: Array, shape: tuple[int, int], weight: Array | None = None) -> SparseConfusion:
    """The cells of these rows: all are counted where the matrix is no larger than the rows, else only the filled ones.

    >>> cells_of(np.array([0, 2, 2]), np.array([0, 1, 1]), (3, 3)).dense()[2].tolist()
    [0.0, 2.0, 0.0]
    """
    high, wide = shape
    if high * wide <= len(truth):
        return SparseConfusion.of(confusion_table(truth, label, high, wide, weight))
    places = truth * wide + label
    if weight is None:
        cells, amounts = np.unique(places, return_counts=True)
    else:
        cells, code = np.unique(places, return_inverse=True)
        amounts = np.bincount(code.reshape(-1), weights=weight, minlength=len(cells))
    return SparseConfusion(shape=shape, at=cells, amounts=amounts.astype(np.float64))
