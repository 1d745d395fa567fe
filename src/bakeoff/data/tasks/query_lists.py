"""Items in the order of their relevance, one list for each query."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind

__all__ = ["RANKED_LISTS"]


def _problem(target: Array) -> str:
    below = np.flatnonzero(~(target >= 0))
    return f"gains are 0 or more, but that of row {below[0]} is {target[below[0]]:g}" if below.size else ""


RANKED_LISTS = TaskKind(
    name="ranking",
    title="ranked lists",
    noun="ranking",
    target=TargetForm.NUMBERS,
    answer=AnswerForm.NUMBER,
    panel_measures=("ndcg(10)", "ndcg", "map", "mrr", "precision_at(10)", "recall_at(10)", "hit_at(10)", "err"),
    study_measures=("ndcg(10)", "map", "mrr"),
    loss="mse",
    baselines=("mean",),
    arguments=frozenset({"y_score", "query"}),
    target_problem=_problem,
    in_lists=True,
)
