"""Default measures: what is measured, compared or suggested if no measure is named."""

from collections.abc import Set as AbstractSet

from bakeoff.data.dataset import Task
from bakeoff.predictions.predictions import Output

__all__ = ["ONE_PER_OUTPUT", "RIVALS", "default_measures", "study_measures"]

_OF_CLASSES = ("accuracy", "balanced_accuracy")
_PANEL: dict[Task, tuple[str, ...]] = {
    Task.BINARY: (
        *_OF_CLASSES, "kappa", "mcc", "precision", "recall", "f1", "roc_auc", "average_precision", "log_loss", "brier",
    ),
    Task.MULTICLASS: (*_OF_CLASSES, "f1_macro", "kappa", "mcc", "roc_auc_ovr", "log_loss", "brier"),
    Task.ORDINAL: (*_OF_CLASSES, "f1_macro", "kappa", "kappa_quadratic", "log_loss", "brier"),
    Task.REGRESSION: ("mae", "rmse", "r2", "medae", "spearman"),
    Task.CLUSTERING: ("purity", "nmi", "ami", "rand", "ari", "pair_f1", "v_measure"),
}  # fmt: skip
_STUDY: dict[Task, tuple[str, ...]] = {  # the first is the primary measure
    Task.REGRESSION: ("rmse", "mae", "r2"),
    Task.CLUSTERING: ("ari", "nmi"),
    Task.ORDINAL: ("mae_ordinal", "accuracy", "kappa_quadratic"),
}
ONE_PER_OUTPUT = ("accuracy", "roc_auc", "log_loss", "rmse")  # one for each kind of output
RIVALS = ("accuracy", "balanced_accuracy", "mcc", "f1", "f1_macro", "roc_auc", "log_loss", "brier", "mae", "mse")


def default_measures(task: Task) -> tuple[str, ...]:
    """The names a panel shows when nothing is asked for.

    >>> default_measures(Task.REGRESSION)
    ('mae', 'rmse', 'r2', 'medae', 'spearman')
    """
    return _PANEL[Task(task)]


def study_measures(tasks: AbstractSet[Task], gives: AbstractSet[Output], *, positive: bool) -> tuple[str, ...]:
    """What a study measures when nothing is asked for: the first is the primary measure, and all can be computed.

    `gives` is what every learner gives, `positive` whether every data set has two classes and a stated positive one.

    >>> study_measures({Task.BINARY}, {Output.LABEL, Output.SCORE}, positive=True)
    ('accuracy', 'balanced_accuracy', 'kappa', 'roc_auc', 'fit_seconds')
    """
    names = _STUDY[next(iter(tasks))] if len(tasks) == 1 and tasks <= set(_STUDY) else None
    if names is None:
        log_loss = ("log_loss",) if Output.PROBA in gives else ()
        area = ("roc_auc",) if positive and gives & {Output.PROBA, Output.SCORE} else ()
        names = (*_OF_CLASSES, "kappa", *log_loss, *area)
    return (*names, "fit_seconds")
