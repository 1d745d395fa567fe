"""A number for each row."""

from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind

__all__ = ["REGRESSION"]

REGRESSION = TaskKind(
    name="regression",
    title="numbers",
    noun="regression",
    target=TargetForm.NUMBERS,
    answer=AnswerForm.NUMBER,
    panel_measures=("mae", "rmse", "r2", "medae", "spearman"),
    study_measures=("rmse", "mae", "r2"),
    loss="mse",
    baselines=("mean", "median"),
    arguments=frozenset({"y_sd", "y_draws"}),
)
