"""Several classes without an order."""

from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind

__all__ = ["MULTICLASS"]

MULTICLASS = TaskKind(
    name="multiclass",
    title="more than two classes",
    noun="classification",
    target=TargetForm.CODES,
    answer=AnswerForm.CLASS,
    panel_measures=("accuracy", "balanced_accuracy", "f1_macro", "kappa", "mcc", "roc_auc_ovr", "log_loss", "brier"),
    study_measures=("accuracy", "balanced_accuracy", "kappa", "log_loss"),
    loss="error",
    baselines=("majority",),
    arguments=frozenset({"y_score", "y_proba", "positive", "labels"}),
)
