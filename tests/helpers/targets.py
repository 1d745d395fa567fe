"""Targets that a task accepts, whatever it asks of its numbers."""

import numpy as np

from bakeoff.data.tasks import TargetForm, TaskKind
from bakeoff.predictions.predictions import Predictions


def accepted(task: TaskKind, truth: np.ndarray) -> np.ndarray:
    """These numbers, or whole numbers of at least zero near them where the task refuses them as they are."""
    if task.target_problem is None or not task.target_problem(truth):
        return truth
    whole = np.round(np.abs(truth))
    assert not task.target_problem(whole), f"{task}: {task.target_problem(whole)}"
    return whole


def listed(task: TaskKind, n: int) -> dict[str, np.ndarray]:
    """What ranked lists have beside: the query of each row, three rows each, in order; nothing for other tasks."""
    return {"query": np.arange(n) // 3, "group": np.arange(n) // 3} if task.in_lists else {}


def several(task: TaskKind, n: int, seed: int = 0, noise: float = 1.0) -> Predictions:
    """Predictions of three labels or three outputs, the better the smaller the noise; the truth is the same for every seed."""
    truth_rng, rng = np.random.default_rng(99), np.random.default_rng(seed)
    if task.target is TargetForm.LABEL_MATRIX:
        truth = (truth_rng.random((n, 3)) < 0.4).astype(np.int64)
        truth[:2] = [[0, 0, 0], [1, 1, 1]][:n]  # a row without labels, and one with all of them
        score = np.clip(np.round(0.3 + 0.4 * truth + noise * rng.uniform(-0.4, 0.4, (n, 3)), 2), 0, 1)
        outputs = {"label": (score > 0.5).astype(np.int64), "score": score, "proba": score}
    else:
        truth = np.abs(truth_rng.normal(3, 1, (n, 3))) + 0.1
        outputs = {"label": np.abs(truth + noise * rng.normal(0, 0.4, (n, 3))) + 0.1}
    return Predictions(task=task, rows=np.arange(n), truth=truth, classes=("x", "y", "z"), **outputs)
