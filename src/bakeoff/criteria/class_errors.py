"""In which classes do a learner's errors sit: in the large ones or in the small ones?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput
from bakeoff.core.json_safe import json_safe
from bakeoff.core.notes import Note

__all__ = ["ErrorsByClass", "class_errors"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ErrorsByClass:
    """Errors of each learner by true class, the largest class first."""

    learners: tuple[str, ...]
    classes: tuple[str, ...]
    rows: Array  # of each class
    errors: Array  # learners x classes: rows of the class that were taken for another
    notes: tuple[Note, ...] = ()

    @property
    def largest(self) -> float:
        """The share of the rows that are of the largest class."""
        return float(self.rows[0] / self.rows.sum()) if self.rows.sum() else 0.0

    @property
    def totals(self) -> Array:
        """All errors of each learner."""
        return np.asarray(self.errors.sum(axis=1))

    @property
    def rates(self) -> Array:
        """The share of each class that a learner gets wrong; NaN for a class without rows."""
        with np.errstate(invalid="ignore", divide="ignore"):
            made: Array = self.errors / self.rows
        return made

    @property
    def shares(self) -> Array:
        """The share of a learner's errors that sit in each class; NaN for a learner without errors."""
        with np.errstate(invalid="ignore", divide="ignore"):
            made: Array = self.errors / self.errors.sum(axis=1, keepdims=True)
        return made

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        made: dict[str, Any] = json_safe({
            "classes": list(self.classes), "rows": self.rows.tolist(),
            "learners": [
                {"learner": name, "errors": self.errors[i].tolist(), "rates": self.rates[i].tolist(), "shares": self.shares[i].tolist()}
                for i, name in enumerate(self.learners)
            ],
        })  # fmt: skip
        return made


def class_errors(matrices: Mapping[str, Any], classes: Sequence[str] | None = None) -> ErrorsByClass:
    """From a confusion matrix (truth down, predictions across) of each learner on the same rows.

    >>> made = class_errors({"nb": [[5, 1, 0], [2, 30, 8], [0, 0, 4]]}, ["a", "b", "c"])
    >>> made.classes, made.errors.tolist(), made.rates.round(2).tolist()
    (('b', 'a', 'c'), [[10.0, 1.0, 0.0]], [[0.25, 0.17, 0.0]])
    """
    if not matrices:
        raise BadInput("give a confusion matrix for at least one learner")
    arrays = {}
    for name, matrix in matrices.items():
        try:
            array = np.asarray(matrix, dtype=float)
        except (TypeError, ValueError):
            array = np.empty(0)
        if array.ndim != 2 or array.shape[0] != array.shape[1] or not np.isfinite(array).all() or (array < 0).any():
            raise BadInput(
                f"{name}: a confusion matrix is square and contains counts of zero or more, truth down and predictions across"
            )
        arrays[str(name)] = array
    first = next(iter(arrays.values()))
    names = [str(i + 1) for i in range(len(first))] if classes is None else [str(label) for label in classes]
    if len(names) != len(first):
        raise BadInput(f"{len(names)} classes are named for matrices of {len(first)}")
    for name, array in arrays.items():
        if array.shape != first.shape or not np.allclose(array.sum(axis=1), first.sum(axis=1)):
            raise BadInput(
                f"{name} was not tested on the same rows of each class as the others",
                cure="if the rows of the matrices are the predicted classes, set rows='predicted'",
            )
    rows = first.sum(axis=1)
    order = np.argsort(-rows, kind="stable")
    errors = np.array([array.sum(axis=1) - np.diag(array) for array in arrays.values()])
    return ErrorsByClass(
        learners=tuple(arrays),
        classes=tuple(names[i] for i in order),
        rows=frozen(rows[order]),
        errors=frozen(errors[:, order]),
    )
