"""DistinctValues: the values that occur anywhere in a file, found before anything is counted."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.panels.fold_priors import FoldCounts, add_counts, fold_counts
from bakeoff.panels.streaming.columns import Layout
from bakeoff.predictions.class_labels import ClassLabels
from bakeoff.predictions.from_arrays import guess_task

__all__ = ["DistinctValues", "seen_in"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DistinctValues:
    """The values that occur in truth and predictions; none are kept where the truth is numbers."""

    numbers: bool = False
    truth: frozenset[Any] = frozenset()
    pred: frozenset[Any] = frozenset()
    folds: FoldCounts = field(default_factory=dict)

    def merge(self, other: "DistinctValues") -> "DistinctValues":
        """What occurs in either."""
        if self.numbers or other.numbers:
            return DistinctValues(numbers=True)
        folds = add_counts(self.folds, other.folds)
        return DistinctValues(truth=self.truth | other.truth, pred=self.pred | other.pred, folds=folds)

    @property
    def mixed(self) -> bool:
        """Whether words and numbers are mixed: the complaint about it comes with the columns' names."""
        return len({isinstance(value, str) for value in self.truth | self.pred}) > 1


def seen_in(parts: Iterable[dict[str, Array]], layout: Layout) -> DistinctValues:
    """One look at the truth and the predictions, before anything is counted."""
    values = DistinctValues(numbers=layout.numeric)
    for part in () if values.numbers else parts:
        truth = _present(part[layout.truth])
        if layout.task is None and guess_task(truth).numeric:
            return DistinctValues(numbers=True)
        pred = () if layout.pred is None else _distinct(part[layout.pred])
        folds = {} if layout.folds is None else fold_counts(*layout.folded(part))
        values = values.merge(DistinctValues(truth=frozenset(_distinct(truth)), pred=frozenset(pred), folds=folds))
    return values


def _present(values: Array) -> Array:
    """Without what is missing: the complaint about it comes later, with its row."""
    return values[~np.isnan(values)] if values.dtype.kind == "f" else values


def _distinct(values: Array) -> tuple[Any, ...]:
    distinct = (
        ClassLabels.found({"": _present(values)}).values if values.dtype.kind != "O" else set(values.tolist()) - {None}
    )
    return tuple(int(value) if isinstance(value, float) and value.is_integer() else value for value in distinct)
