"""Several labels for each row: a matrix of 0 and 1, one column per label."""

from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind

__all__ = ["MULTILABEL"]

MULTILABEL = TaskKind(
    name="multilabel",
    title="several labels",
    noun="classification by several labels",
    target=TargetForm.LABEL_MATRIX,
    answer=AnswerForm.LABELS,
    panel_measures=(
        "hamming_loss", "subset_accuracy", "f1_samples", "f1_micro", "f1_macro", "jaccard_samples", "label_ranking_precision",
        "label_ranking_loss", "coverage_error",
    ),
    study_measures=("f1_macro", "hamming_loss", "subset_accuracy"),
    loss="hamming_loss",
    baselines=("majority",),
    arguments=frozenset({"y_score", "y_proba", "labels"}),
)  # fmt: skip
