"""From a unit's raw outputs to its Predictions: truth, rows and prior come from the data set and the split."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Task
from bakeoff.predictions.outputs import NAMES
from bakeoff.predictions.predictions import Predictions

__all__ = ["HasTarget", "assemble", "build_predictions", "class_shares", "split_context"]


class HasTarget(Protocol):
    """Rows and what their target means, without features: a Dataset or a StoredDataset."""

    @property
    def task(self) -> Task: ...
    @property
    def target(self) -> Array: ...
    @property
    def rows(self) -> Array: ...
    @property
    def classes(self) -> tuple[str, ...]: ...
    @property
    def positive(self) -> str | None: ...
    @property
    def times(self) -> Array | None: ...


def class_shares(data: HasTarget, train: Array) -> Array | None:
    """Class shares of the training part; None for a regression."""
    if not data.task.labelled:
        return None
    return np.bincount(data.target[train], minlength=len(data.classes)) / max(len(train), 1)


def split_context(data: HasTarget, train: Array, test: Array) -> dict[str, Any]:
    """All that Predictions for the rows at `test` need beside a learner's outputs: the same for every learner."""
    return {
        "task": data.task,
        "rows": data.rows[test],
        "truth": data.target[test],
        "classes": data.classes,
        "positive": data.positive,
        "prior": class_shares(data, train),
        "times": None if data.times is None else data.times[test],
    }


def assemble(data: HasTarget, train: Array, test: Array, outputs: Mapping[str, Array]) -> Predictions:
    """Predictions for the rows at `test`."""
    return build_predictions(split_context(data, train, test), outputs)


def build_predictions(around: Mapping[str, Any], outputs: Mapping[str, Array]) -> Predictions:
    """Predictions from what is the same for every learner and what this one said."""
    said: dict[str, Any] = {name: outputs.get(name) for name in NAMES}
    return Predictions(**around, **said)
