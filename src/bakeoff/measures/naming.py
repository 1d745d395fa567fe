"""How measures may be called: aliases (scikit-learn's scorer names among them) and names with parameters."""

import ast
import re

from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.measures.measure import Measure

__all__ = [
    "ALIASES",
    "REFUSED",
    "lowered",
    "parameter_text",
    "parse",
    "resolve",
    "short_name",
    "short_name_of",
    "with_short_names",
]


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


def short_name(measure: Measure) -> str:
    """The short name inside a sentence; names of people and abbreviations keep their capitals.

    >>> from bakeoff.measures import measure_named
    >>> [short_name(measure_named(name)) for name in ("rmse", "f1_macro", "kappa", "log_loss", "partial_auc(0.2)")]
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


def short_name_of(name: str) -> str:
    """The short name of the measure that is called so; a name that no catalogue holds stands for itself.

    >>> short_name_of("auc"), short_name_of("my score")
    ('ROC AUC', 'my score')
    """
    declared = resolve(name)
    return name if declared is None else short_name(declared)


def with_short_names(text: str) -> str:
    """A declared sentence with the code names of measures as one says them.

    >>> with_short_names("flattering under heavy imbalance: read it beside average_precision")
    'flattering under heavy imbalance: read it beside average precision'
    """
    return re.sub(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", lambda found: short_name_of(found[0]), text)


def resolve(name: str) -> Measure | None:
    """The measure of that name; scikit-learn's negated scorers have their sign turned, so they say nothing here."""
    from bakeoff.measures import measure_named  # the catalogue imports every family

    if not name or name.startswith("neg_"):
        return None
    try:
        return measure_named(name)
    except BakeoffError:
        return None


ALIASES: dict[str, str] = {
    "acc": "accuracy",
    "adjusted_mutual_info_score": "ami",
    "adjusted_rand_index": "ari",
    "adjusted_rand_score": "ari",
    "ap": "average_precision",
    "auc": "roc_auc",
    "auroc": "roc_auc",
    "brier_score": "brier",
    "calibration_error": "ece",
    "cohen_kappa": "kappa",
    "cohens_kappa": "kappa",
    "completeness_score": "completeness",
    "cross_entropy": "log_loss",
    "d2_absolute_error_score": "d2_absolute_error",
    "d2_brier_score": "d2_brier",
    "d2_log_loss_score": "d2_log_loss",
    "dice": "f1",
    "error_rate": "error",
    "expected_calibration_error": "ece",
    "f1_score": "f1",
    "f_measure": "f1",
    "f_score": "f1",
    "fall_out": "fpr",
    "fowlkes_mallows_score": "fowlkes_mallows",
    "hand_till": "roc_auc_ovo",
    "hmeasure": "h_measure",
    "homogeneity_score": "homogeneity",
    "iou": "jaccard",
    "j": "informedness",
    "jaccard_index": "jaccard",
    "ks_statistic": "ks",
    "logloss": "log_loss",
    "matthews": "mcc",
    "matthews_corrcoef": "mcc",
    "mean_absolute_error": "mae",
    "mean_squared_error": "mse",
    "median_absolute_error": "medae",
    "misclassification_rate": "error",
    "miss_rate": "fnr",
    "mutual_info_score": "mutual_info",
    "neg_brier_score": "brier",
    "neg_log_loss": "log_loss",
    "neg_max_error": "max_error",
    "neg_mean_absolute_error": "mae",
    "neg_mean_absolute_percentage_error": "mape",
    "neg_mean_gamma_deviance": "gamma_deviance",
    "neg_mean_poisson_deviance": "poisson_deviance",
    "neg_mean_squared_error": "mse",
    "neg_mean_squared_log_error": "msle",
    "neg_median_absolute_error": "medae",
    "neg_negative_likelihood_ratio": "negative_likelihood_ratio",
    "neg_root_mean_squared_error": "rmse",
    "neg_root_mean_squared_log_error": "rmsle",
    "normalized_mutual_info_score": "nmi",
    "ppv": "precision",
    "quadratic_weighted_kappa": "kappa_quadratic",
    "r2_score": "r2",
    "r_squared": "r2",
    "rand_index": "rand",
    "rand_score": "rand",
    "roc_auc_ovo_macro": "roc_auc_ovo",
    "roc_auc_ovr_macro": "roc_auc_ovr",
    "root_mean_squared_error": "rmse",
    "sensitivity": "recall",
    "tnr": "specificity",
    "top_k_accuracy": "top_k_accuracy(2)",
    "tpr": "recall",
    "v_measure_score": "v_measure",
    "youden": "informedness",
}

REFUSED: dict[str, str] = {
    f"{kind}_samples": f"{kind}_samples is for rows with several labels each, which are not measured here; where a row has "
    f"one class, take {kind}_macro, {kind}_micro or {kind}_weighted"
    for kind in ("precision", "recall", "f1", "jaccard")
}


def parse(text: str) -> tuple[str, tuple[object, ...], dict[str, object]]:
    """Name, positional and named parameters; parameters are plain literals, and nothing is evaluated.

    >>> parse("fbeta(2)")
    ('fbeta', (2,), {})
    >>> parse('information_score(sign="as-printed")')
    ('information_score', (), {'sign': 'as-printed'})
    """
    if "(" not in text:
        return text, (), {}
    problem = BadInput(f"{text!r} is not a measure; one with a parameter is written like fbeta(2)")
    try:
        call = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise problem from None
    if (
        not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Name)
        or any(not one.arg for one in call.keywords)
    ):
        raise problem
    try:
        given = tuple(ast.literal_eval(one) for one in call.args)
        named = {str(one.arg): ast.literal_eval(one.value) for one in call.keywords}
    except (ValueError, TypeError, RecursionError, MemoryError):
        raise problem from None
    return call.func.id, given, named


def parameter_text(number: float) -> str:
    """A parameter as it stands in a name: short where that says it all, since the name is the measure's identity.

    >>> parameter_text(2.0), parameter_text(0.5), parameter_text(0.123456789)
    ('2', '0.5', '0.123456789')
    """
    short = f"{number:g}"
    return short if float(short) == number else repr(float(number))
