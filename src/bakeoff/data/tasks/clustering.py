"""Groups of rows that a learner finds without the target."""

from bakeoff.data.tasks.kind import AnswerForm, TargetForm, TaskKind

__all__ = ["CLUSTERING"]

CLUSTERING = TaskKind(
    name="clustering",
    title="clusters",
    noun="clustering",
    target=TargetForm.CODES,
    answer=AnswerForm.CLUSTER,
    panel_measures=("purity", "nmi", "ami", "rand", "ari", "pair_f1", "v_measure"),
    study_measures=("ari", "nmi"),
    loss="error",
    baselines=(),
    arguments=frozenset({"labels"}),
)
