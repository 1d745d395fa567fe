"""RowIds: which row ids occurred, to tell whether any of them repeats when all parts of a file were read."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["RowIds"]


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
