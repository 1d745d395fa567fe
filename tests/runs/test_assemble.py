"""What models may say and what not, case by case."""

import numpy as np
import pytest

from bakeoff.data.tasks import CLUSTERING, MULTICLASS, REGRESSION, TaskKind
from bakeoff.predictions.predictions import Output
from bakeoff.runs.assemble import SUM_TOLERANCE, Expected, complaint

ROWS = np.array([10, 20, 30])


def asked(task: TaskKind = MULTICLASS, gives: frozenset = frozenset(), classes: str = "abc") -> Expected:
    return Expected(task=task, rows=ROWS, classes=tuple(classes) if task.coded else (), gives=gives)


def proba(*rows: list[float], dtype: type = np.float64) -> dict[str, np.ndarray]:
    return {"proba": np.array(rows, dtype=dtype)}


GOOD = [0.2, 0.3, 0.5]


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"label": np.array([0, 1, 2])}, None),
        ({"label": np.array([0, 1, 2], dtype=np.uint8)}, None),
        ({"label": np.array([0, 1, 3])}, "label of row 30 is 3, but codes must lie in 0..2"),
        ({"label": np.array([0, -1, 3])}, "label of row 20 is -1, but codes must lie in 0..2"),
        ({"label": np.array([0.0, 1, 2])}, "label must be whole-number codes of classes, but is float64 (row 10: 0.)"),
        ({"label": np.array([0, 1])}, "label has 2 values for 3 rows"),
        ({"label": np.array(1)}, "label has 1 values for 3 rows"),
        ({"label": np.array([[0], [1], [2]])}, "label has shape (3, 1), but (3,) is needed"),
        (proba(GOOD, GOOD, GOOD), None),
        (proba(GOOD, [0.2, 0.3, 0.4], GOOD), "proba of row 20 sums to 0.9, not to 1: [0.2 0.3 0.4]"),
        (proba(GOOD, [-0.1, 0.6, 0.5], GOOD), "proba of row 20 is [-0.1 0.6 0.5], which leaves 0..1"),
        (proba(GOOD, [np.nan, 0.5, 0.5], GOOD), "proba of row 20 is [nan 0.5 0.5]"),
        (proba([0.5, 0.5], [0.5, 0.5], [0.5, 0.5]), "proba has shape (3, 2), but (3, 3) is needed"),
        ({"score": np.array([1.0, 2, np.inf])}, "score of row 30 is inf"),
        ({"score": np.ones((3, 3))}, None),
        ({"score": np.ones((3, 2))}, "score has shape (3, 2), but (3,) or (3, 3) is needed"),
        ({}, "predict gave no outputs at all"),
    ],
)
def test_classes(arrays: dict, message: str | None) -> None:
    assert complaint(asked(), arrays, {}) == message


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"label": np.array([0.5, 1, 2])}, None),
        ({"label": np.array([1, 2, 3])}, None),
        ({"label": np.array([0.5, np.nan, 2])}, "label of row 20 is nan"),
        ({"label": np.ones(3), "sd": np.array([0.0, 1, 2])}, None),
        ({"label": np.ones(3), "sd": np.array([0.0, 1, -2])}, "sd of row 30 is -2., but cannot be negative"),
    ],
)
def test_numbers(arrays: dict, message: str | None) -> None:
    assert complaint(asked(REGRESSION), arrays, {}) == message


def test_clusters_have_any_whole_number() -> None:
    assert complaint(asked(CLUSTERING), {"label": np.array([-1, 7, 100])}, {}) is None


def test_promises_are_kept() -> None:
    said = complaint(asked(gives=frozenset({Output.PROBA})), {"label": np.array([0, 1, 2])}, {})
    assert said == "the learner promises proba, but predict gave none"
    assert complaint(asked(), {}, {"label": "label contains text"}) == "label contains text"


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_rounding_is_forgiven_and_no_more(dtype: type) -> None:
    slack = SUM_TOLERANCE[np.dtype(dtype).itemsize]
    near, far = [0.5, 0.25, 0.25 + slack / 4], [0.5, 0.25, 0.25 + slack * 4]
    assert complaint(asked(), proba(near, near, near, dtype=dtype), {}) is None
    assert "sums to" in complaint(asked(), proba(near, far, near, dtype=dtype), {})
