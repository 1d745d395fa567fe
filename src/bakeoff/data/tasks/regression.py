"""A number for each row."""

from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind

__all__ = ["REGRESSION"]

REGRESSION = TaskKind(
    name="regression",
    title="numbers",
    noun="regression",
    target=TargetForm.NUMBERS,
    answer=AnswerForm.NUMBER,
    # Those after spearman read standard deviations or draws, and are shown where there are any.
    panel_measures=("mae", "rmse", "r2", "medae", "spearman", "nlpd", "crps", "coverage", "crps_ensemble"),
    study_measures=("rmse", "mae", "r2"),
    loss="mse",
    baselines=("mean", "median"),
    arguments=frozenset({"y_sd", "y_draws", "y_quantiles"}),
)
