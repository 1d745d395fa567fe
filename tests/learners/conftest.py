"""Small data sets for the tests of learners."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.tasks import task_named

SHARED = Path(__file__).parents[2].parent / "shared" / "data"


@pytest.fixture
def table() -> Callable[..., Dataset]:
    """A data set from columns: numbers as they are, words as nominal levels in order of appearance; None is missing."""

    def make(target: list[Any], task: str = "", **columns: list[Any]) -> Dataset:
        described, values = [], []
        for name, cells in columns.items():
            words = any(isinstance(one, str) for one in cells)
            levels = tuple(dict.fromkeys(one for one in cells if one is not None)) if words else ()
            kind = ColumnKind.NOMINAL if words else ColumnKind.NUMERIC
            described.append(Column(name=name, kind=kind, levels=levels))
            values.append([np.nan if one is None else levels.index(one) if words else one for one in cells])
        numbers = not isinstance(target[0], str)
        classes = () if numbers else tuple(dict.fromkeys(target))
        return Dataset(
            name="toy",
            task=task_named(task or ("regression" if numbers else "binary" if len(classes) == 2 else "multiclass")),
            features=np.array(values, dtype=float).T,
            target=np.array(target) if numbers else [classes.index(one) for one in target],
            columns=tuple(described),
            classes=classes,
        )

    return make


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(0)


@pytest.fixture
def weather(table: Callable[..., Dataset]) -> Dataset:
    """The fourteen days of the weather problem, with numeric temperature and humidity beside the nominal ones."""
    outlook = "sunny sunny overcast rainy rainy rainy overcast sunny sunny rainy sunny overcast overcast rainy"
    hot = "hot hot hot mild cool cool cool mild cool mild mild mild hot mild"
    humid = "high high high high normal normal normal high normal normal normal high normal high"
    windy = "no yes no no no yes yes no no no yes yes no yes"
    play = "no no yes yes yes no yes no yes yes yes yes yes no"
    return table(
        [f"play-{one}" for one in play.split()],
        outlook=outlook.split(),
        temperature=hot.split(),
        humidity=humid.split(),
        windy=windy.split(),
        degrees=[85, 80, 83, 70, 68, 65, 64, 72, 69, 75, 75, 72, 81, 71],
        percent=[85, 90, 86, 96, 80, 70, 65, 95, 70, 80, 70, 90, 75, 91],
    )


@pytest.fixture
def shared() -> Path:
    return SHARED
