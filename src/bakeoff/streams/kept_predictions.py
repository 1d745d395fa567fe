"""The predictions of a stream, written to a CSV file as they are made."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["KeptPredictions", "kept_columns"]


def kept_columns(name: str, answers: Mapping[str, Any]) -> dict[str, Array]:
    """The answers of a learner as columns: its labels, or the probability of the second class, or one column for each class.

    >>> list(kept_columns("nb", {"y_proba": np.zeros((2, 3))}))
    ['nb_1', 'nb_2', 'nb_3']
    """
    values = np.asarray(next(iter(answers.values())))
    if values.ndim == 1:
        return {name: values}
    return {f"{name}_{number}": column for number, column in enumerate(values.T, start=1)}


@dataclass(slots=True)
class KeptPredictions:
    """The file; its columns are those of the first part."""

    path: Path
    file: TextIO | None = None
    names: tuple[str, ...] = ()
    writer: Any = field(default=None)

    def add(self, start: int, truth: Array, columns: Mapping[str, Array]) -> None:
        """Write the next examples, of which the first is number `start` of the stream, counted from 0."""
        if self.file is None:
            try:
                self.file = self.path.open("w", newline="", encoding="utf-8")
            except OSError as error:
                raise BadInput(f"cannot write {str(self.path)!r}: {error.strerror}; choose another path") from None
            self.names = tuple(columns)
            self.writer = csv.writer(self.file)
            self.writer.writerow(["position", "truth", *self.names])
        values = [columns[name].tolist() if name in columns else [""] * len(truth) for name in self.names]
        self.writer.writerows(zip(range(start, start + len(truth)), truth.tolist(), *values, strict=True))

    def close(self) -> None:
        """Finish the file."""
        if self.file is not None:
            self.file.close()
