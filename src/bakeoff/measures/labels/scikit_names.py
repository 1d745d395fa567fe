"""scikit-learn's names of measures, where the target is several labels: some of them are other quantities than for classes."""

from bakeoff.data.tasks import MULTILABEL, TaskKind
from bakeoff.measures.catalogue import catalogued
from bakeoff.measures.measure import Measure
from bakeoff.measures.own.scorers import metric_of_scorer

__all__ = ["OTHER_NAMES", "measure_for_labels"]

# scikit-learn's name, and the measure of bakeoff that has the same value for several labels.
OTHER_NAMES = {
    "accuracy": "subset_accuracy",
    "roc_auc": "roc_auc_of_labels",
    "roc_auc_ovr": "roc_auc_of_labels",
    "roc_auc_ovo": "roc_auc_of_labels",
    "average_precision": "average_precision_of_labels",
}
# Measures of one column that have no relative for labels, and the scorer whose metric takes a matrix of labels.
_SCORERS = {
    "brier": "neg_brier_score",
    "d2_absolute_error": "d2_absolute_error_score",
    "d2_brier": "d2_brier_score",
    "d2_log_loss": "d2_log_loss_score",
    "explained_variance": "explained_variance",
    "log_loss_sklearn": "neg_log_loss",
    "mae": "neg_mean_absolute_error",
    "mape": "neg_mean_absolute_percentage_error",
    "medae": "neg_median_absolute_error",
    "mse": "neg_mean_squared_error",
    "msle": "neg_mean_squared_log_error",
    "r2": "r2",
    "rmse": "neg_root_mean_squared_error",
    "rmsle": "neg_root_mean_squared_log_error",
    "roc_auc_ovo_weighted": "roc_auc_ovo_weighted",
    "roc_auc_ovr_weighted": "roc_auc_ovr_weighted",
}


def measure_for_labels(measure: Measure, task: TaskKind) -> Measure:
    """What scikit-learn computes under the name of this measure if the target is several labels; else the measure itself.

    >>> from bakeoff.measures import measure_named
    >>> measure_for_labels(measure_named("accuracy"), MULTILABEL).name, measure_for_labels(measure_named("r2"), MULTILABEL).name
    ('subset_accuracy', 'r2_score of sklearn')
    """
    if task is not MULTILABEL or measure.own is not None or measure.is_for(task):
        return measure
    if measure.name in OTHER_NAMES:
        return catalogued(OTHER_NAMES[measure.name])
    scorer = _SCORERS.get(measure.name)
    return measure if scorer is None else metric_of_scorer(scorer) or measure
