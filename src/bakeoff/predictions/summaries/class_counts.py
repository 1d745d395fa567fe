"""ClassCounts: how many rows each class has, known without any answer and added up over parts of a file."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.predictions import Predictions

__all__ = ["ClassCounts"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ClassCounts:
    """Rows of each class, in the order of the classes."""

    rows: Array

    @classmethod
    def of(cls, pred: Predictions) -> "ClassCounts":
        """Count the true classes of these rows."""
        return cls(rows=np.bincount(pred.truth.astype(np.int64, copy=False), minlength=len(pred.classes)))

    @property
    def n(self) -> int:
        """All rows."""
        return int(self.rows.sum())

    def merge(self, other: "ClassCounts") -> "ClassCounts":
        """The counts of both parts together."""
        return ClassCounts(rows=self.rows + other.rows)
