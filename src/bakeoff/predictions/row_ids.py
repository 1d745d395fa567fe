"""Row ids: the numbers of rows without ids; and RowIds, which ids occurred, to tell whether any repeats in the parts of a file."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bakeoff.core.checks import Array, frozen

__all__ = ["RowIds", "row_numbers"]

KEPT = 1 << 21  # numbers that are kept for the next call: 16 MB


def row_numbers(first: int, n: int) -> Array:
    """Return the numbers of n rows from `first` on, read-only.

    >>> row_numbers(3, 2).tolist()
    [3, 4]
    """
    if first or n > KEPT:
        return frozen(np.arange(first, first + n))
    return _counted(1 << max(n - 1, 0).bit_length())[:n]


@lru_cache(maxsize=1)
def _counted(n: int) -> Array:
    return frozen(np.arange(n))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowIds:
    """The distinct ids of so many rows."""

    n: int
    ids: Array  # ascending

    @classmethod
    def of(cls, rows: Array) -> "RowIds":
        """Those of these rows.

        >>> RowIds.of(np.array([3, 1, 3])).merge(RowIds.of(np.array([4]))).ids.tolist()
        [1, 3, 4]
        """
        return cls(n=len(rows), ids=np.unique(rows))

    @property
    def repeated(self) -> bool:
        """Whether an id occurs more than once."""
        return len(self.ids) < self.n

    def merge(self, other: "RowIds") -> "RowIds":
        """Those of both parts."""
        return RowIds(n=self.n + other.n, ids=np.union1d(self.ids, other.ids))
