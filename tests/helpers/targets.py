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
