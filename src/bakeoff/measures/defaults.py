"""Default measures: what is measured or suggested if no measure is named."""

from bakeoff.data.tasks import TaskKind, task_named

__all__ = ["ONE_PER_OUTPUT", "RIVALS", "default_measures"]

ONE_PER_OUTPUT = ("accuracy", "roc_auc", "log_loss", "rmse")  # one for each kind of output
RIVALS = ("accuracy", "balanced_accuracy", "mcc", "f1", "f1_macro", "roc_auc", "log_loss", "brier", "mae", "mse")


def default_measures(task: TaskKind | str) -> tuple[str, ...]:
    """The names a panel shows when nothing is asked for, as far as the predictions allow them.

    >>> default_measures("regression")
    ('mae', 'rmse', 'r2', 'medae', 'spearman', 'nlpd', 'crps', 'coverage', 'crps_ensemble')
    """
    return task_named(task).panel_measures
