"""Several numbers for each row, one column per output."""

from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind

__all__ = ["MULTIOUTPUT"]

MULTIOUTPUT = TaskKind(
    name="multioutput",
    title="several numbers",
    noun="regression of several outputs",
    target=TargetForm.NUMBER_MATRIX,
    answer=AnswerForm.NUMBERS,
    panel_measures=("mae", "rmse", "r2", "medae"),
    study_measures=("rmse", "mae", "r2"),
    loss="mse",
    baselines=("mean",),
    arguments=frozenset({"labels"}),
)
