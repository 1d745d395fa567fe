"""Two classes."""

from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind

__all__ = ["BINARY"]

BINARY = TaskKind(
    name="binary",
    title="two classes",
    noun="classification",
    target=TargetForm.CODES,
    answer=AnswerForm.CLASS,
    panel_measures=(
        "accuracy", "balanced_accuracy", "kappa", "mcc", "precision", "recall", "f1", "roc_auc", "average_precision",
        "log_loss", "brier",
    ),
    study_measures=("accuracy", "balanced_accuracy", "kappa", "log_loss", "roc_auc"),
    loss="error",
    baselines=("majority",),
    arguments=frozenset({"y_score", "y_proba", "positive", "labels"}),
    most_classes=2,
)  # fmt: skip
