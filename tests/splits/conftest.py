"""Small data sets for the tests of splitting."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY, MULTICLASS, REGRESSION


@pytest.fixture
def classes() -> Callable[..., Dataset]:
    """A data set with so many rows of each class, in shuffled order."""

    def make(sizes: Sequence[int], **more: Any) -> Dataset:
        target = np.random.default_rng(1).permutation(np.repeat(np.arange(len(sizes)), sizes))
        return Dataset(
            name="toy",
            task=BINARY if len(sizes) == 2 else MULTICLASS,
            features=np.arange(len(target), dtype=float)[:, None],
            target=target,
            columns=(Column(name="x"),),
            classes=tuple("abcdefghijklmnopqrstuvwxyz"[: len(sizes)]),
            **more,
        )

    return make


@pytest.fixture
def numbers() -> Callable[..., Dataset]:
    """A regression data set of so many rows."""

    def make(rows: int, **more: Any) -> Dataset:
        return Dataset(
            name="toy",
            task=REGRESSION,
            features=np.zeros((rows, 1)),
            target=np.arange(rows, dtype=float),
            columns=(Column(name="x"),),
            **more,
        )

    return make
