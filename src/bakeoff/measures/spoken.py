"""What a measure is called in a sentence: "RMSE", "log loss", "macro F1"; code names are for those who type them."""

import re

from bakeoff.core.errors import BakeoffError
from bakeoff.measures.measure import Measure

__all__ = ["declared_as", "lowered", "spoken", "spoken_as", "worded"]

_KEPT = frozenset(
    {"Brier", "Gini", "Jaccard", "Matthews", "Pearson", "Poisson", "Rand", "Spearman", "Tweedie"}
)  # names of people
_SHORT = {  # where a title without its brackets is too long for a sentence, or begins with a second "mean"
    "gmean": "G-mean",
    "mcc": "MCC",
    "kappa_linear": "linearly weighted kappa",
    "kappa_quadratic": "quadratically weighted kappa",
    "roc_auc": "ROC AUC",
    "pr_auc": "PR AUC",
    "pr_auc_interpolated": "interpolated PR AUC",
    "roc_auc_ovr": "one-vs-rest ROC AUC",
    "roc_auc_ovr_weighted": "weighted one-vs-rest ROC AUC",
    "roc_auc_ovo": "one-vs-one ROC AUC",
    "roc_auc_ovo_weighted": "weighted one-vs-one ROC AUC",
    "h_measure_2014": "H-measure of 2014",
    "h_measure_symmetric": "symmetric H-measure",
    "log_loss_clipped": "clipped log loss",
    "brier_two_columns": "Brier score over all classes",
    "rmse_proba": "RMSE of the probabilities",
    "mae_proba": "MAE of the probabilities",
    "rae_proba": "RAE of the probabilities",
    "rrse_proba": "RRSE of the probabilities",
    'information_score(sign="as-printed")': "information score as printed",
    "complexity_gain": "complexity improvement",
    "cost_curve_area": "area under the cost curve",
    "mae": "MAE",
    "mse": "MSE",
    "rmse": "RMSE",
    "mae_ordinal": "MAE in steps of the scale",
    "mse_ordinal": "MSE in steps of the scale",
    "r2": "R²",
    "r2_regression": "R² by the regression's sum of squares",
    "mape": "MAPE",
    "smape": "symmetric MAPE",
    "msle": "MSLE",
    "rmsle": "RMSLE",
    "nlpd": "NLPD",
    "pearson": "Pearson correlation",
    "spearman": "Spearman correlation",
    "crps": "CRPS",
    "crps_ensemble": "CRPS of the ensemble",
    "crps_ensemble_fair": "fair CRPS of the ensemble",
    "nmi": "NMI",
    "nmi_geometric": "NMI by the geometric mean",
    "nmi_max": "NMI by the larger entropy",
    "nmi_min": "NMI by the smaller entropy",
    "ami": "AMI",
    "coverage": "coverage",
}
_AVERAGES = {"mean over classes": "macro", "all decisions pooled": "micro", "weighted by class size": "weighted"}


def spoken(measure: Measure) -> str:
    """The short name inside a sentence; names of people and abbreviations keep their capitals.

    >>> from bakeoff.measures import measure_named
    >>> [spoken(measure_named(name)) for name in ("rmse", "f1_macro", "kappa", "log_loss", "partial_auc(0.2)")]
    ['RMSE', 'macro F1', "Cohen's kappa", 'log loss', 'partial area under the ROC curve up to 0.2']
    """
    if measure.name in _SHORT:
        return _SHORT[measure.name]
    title = re.split(r" \(|, in ", measure.title)[0].replace(", false positive rate", "")
    what, _, average = title.rpartition(", ")
    return f"{_AVERAGES[average]} {lowered(what)}" if average in _AVERAGES else lowered(title)


def lowered(title: str) -> str:
    """A title inside a sentence.

    >>> lowered("Error rate"), lowered("F1"), lowered("H-measure"), lowered("Brier score")
    ('error rate', 'F1', 'H-measure', 'Brier score')
    """
    first = title.partition(" ")[0].rstrip(",")
    kept = first in _KEPT or "-" in first or "'" in first or not first[1:].islower()
    return title if kept else title[:1].lower() + title[1:]


def spoken_as(name: str) -> str:
    """The short name of the measure that is called so; a name that no catalogue holds stands for itself.

    >>> spoken_as("auc"), spoken_as("my score")
    ('ROC AUC', 'my score')
    """
    declared = declared_as(name)
    return name if declared is None else spoken(declared)


def worded(text: str) -> str:
    """A declared sentence with the code names of measures as one says them.

    >>> worded("flattering under heavy imbalance: read it beside average_precision")
    'flattering under heavy imbalance: read it beside average precision'
    """
    return re.sub(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", lambda found: spoken_as(found[0]), text)


def declared_as(name: str) -> Measure | None:
    """The measure of that name; scikit-learn's negated scorers have their sign turned, so they say nothing here."""
    from bakeoff.measures import measure_named  # the catalogue imports every family

    if not name or name.startswith("neg_"):
        return None
    try:
        return measure_named(name)
    except BakeoffError:
        return None
