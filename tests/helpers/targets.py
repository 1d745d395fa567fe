"""Targets that a task accepts, whatever it asks of its numbers."""

import numpy as np

from bakeoff.data.tasks import TaskKind


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
