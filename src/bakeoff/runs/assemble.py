"""From a unit's raw outputs to its Predictions: truth, rows and prior come from the data set and the split."""

from collections.abc import Mapping
from typing import Protocol

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Task
from bakeoff.predictions.predictions import Predictions

__all__ = ["OUTPUTS", "Labelled", "assemble", "shares"]

OUTPUTS = ("label", "score", "proba", "sd")


class Labelled(Protocol):
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


def shares(data: Labelled, train: Array) -> Array | None:
    """Class shares of the training part; None for a regression."""
    if not data.task.labelled:
        return None
    return np.bincount(data.target[train], minlength=len(data.classes)) / max(len(train), 1)


def assemble(data: Labelled, train: Array, test: Array, outputs: Mapping[str, Array]) -> Predictions:
    """Predictions for the rows at `test`."""
    return Predictions(
        task=data.task,
        rows=data.rows[test],
        truth=data.target[test],
        classes=data.classes,
        positive=data.positive,
        prior=shares(data, train),
        times=None if data.times is None else data.times[test],
        label=outputs.get("label"),
        score=outputs.get("score"),
        proba=outputs.get("proba"),
        sd=outputs.get("sd"),
    )
