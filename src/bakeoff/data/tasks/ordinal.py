"""Classes that are a scale, as grades are."""

from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind

__all__ = ["ORDINAL"]

ORDINAL = TaskKind(
    name="ordinal",
    title="ordered classes",
    noun="classification",
    target=TargetForm.CODES,
    answer=AnswerForm.CLASS,
    panel_measures=(
        "mae_ordinal",
        "mse_ordinal",
        "accuracy",
        "balanced_accuracy",
        "f1_macro",
        "kappa",
        "kappa_quadratic",
        "log_loss",
        "brier",
    ),
    study_measures=("mae_ordinal", "accuracy", "kappa_quadratic"),
    loss="error",
    baselines=("majority",),
    arguments=frozenset({"y_score", "y_proba", "positive", "labels"}),
    ordered=True,
)
