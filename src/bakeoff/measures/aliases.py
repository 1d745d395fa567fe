"""How measures may be called: aliases (scikit-learn's scorer names among them) and names with parameters."""

import ast

from bakeoff.core.errors import BadInput
from bakeoff.core.text import elide

__all__ = ["ALIASES", "REFUSED", "parameter_text", "parse"]

SMALLEST, LARGEST = 1e-12, 1e12  # of a parameter other than 0; squares and sums of products stay far from infinity

ALIASES: dict[str, str] = {
    "0/1_loss": "error",
    "acc": "accuracy",
    "adjusted_mutual_info_score": "ami",
    "adjusted_rand_index": "ari",
    "adjusted_rand_score": "ari",
    "ap": "average_precision",
    "area_under_the_precision_recall_curve": "pr_auc",
    "auc": "roc_auc",
    "aucpr": "pr_auc",
    "aupr": "pr_auc",
    "auprc": "pr_auc",
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
    "expected_calibration_error": "ece",
    "f": "f1",
    "f1_score": "f1",
    "f_measure": "f1",
    "f_score": "f1",
    "fall_out": "fpr",
    "fit_time": "fit_seconds",
    "fowlkes_mallows_score": "fowlkes_mallows",
    "fp_rate": "fpr",
    "hand_till": "roc_auc_ovo",
    "hit_rate_at": "hit_at(10)",
    "hamming": "hamming_loss",
    "homogeneity_score": "homogeneity",
    "info_s": "information_score",
    "info_score": "information_score",
    "smooth_ece": "ece_smooth",
    "smece": "ece_smooth",
    "debiased_ece": "ece_debiased",
    "hinge": "hinge_loss",
    "micro_auc": "roc_auc_micro",
    "micro_average_precision": "average_precision_micro",
    "weighted_interval_score": "wis",
    "winkler_score": "interval_score(0.9)",
    "iou": "jaccard",
    "j": "informedness",
    "jaccard_index": "jaccard",
    "ks_statistic": "ks",
    "label_ranking_average_precision_score": "label_ranking_precision",
    "logloss": "log_loss",
    "lrap": "label_ranking_precision",
    "macro_f1": "f1_macro",
    "macro_precision": "precision_macro",
    "macro_recall": "recall_macro",
    "matthews": "mcc",
    "matthews_corrcoef": "mcc",
    "mean_absolute_error": "mae",
    "mean_average_precision": "map",
    "mean_reciprocal_rank": "mrr",
    "mean_squared_error": "mse",
    "median_absolute_error": "medae",
    "memory": "peak_memory",
    "micro_f1": "f1_micro",
    "micro_precision": "precision_micro",
    "micro_recall": "recall_micro",
    "misclassification_rate": "error",
    "miss_rate": "fnr",
    "mutual_info_score": "mutual_info",
    "exact_match": "subset_accuracy",
    "neg_brier_score": "brier",
    "neg_log_loss": "log_loss_sklearn",
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
    "ndcg_score": "ndcg",
    "dcg_score": "dcg",
    "normalized_mutual_info_score": "nmi",
    "positive_predictive_value": "precision",
    "ppv": "precision",
    "prec": "precision",
    "precision_at": "precision_at(10)",
    "precision_at_k": "precision_at(10)",
    "predict_time": "predict_seconds",
    "prediction_time": "predict_seconds",
    "quadratic_weighted_kappa": "kappa_quadratic",
    "r2_score": "r2",
    "r^2": "r2",
    "r_squared": "r2",
    "rand_index": "rand",
    "rec": "recall",
    "recall_at": "recall_at(10)",
    "recall_at_k": "recall_at(10)",
    "rand_score": "rand",
    "roc_area": "roc_auc",
    "roc_auc_ovo_macro": "roc_auc_ovo",
    "roc_auc_ovr_macro": "roc_auc_ovr",
    "root_mean_squared_error": "rmse",
    "sensitivity": "recall",
    "success_at": "hit_at(10)",
    "ss_res": "rss",
    "sst": "ss_tot",
    "sum_of_squared_residuals": "rss",
    "tnr": "specificity",
    "top_k_accuracy": "top_k_accuracy(2)",
    "tp_rate": "recall",
    "tpr": "recall",
    "training_time": "fit_seconds",
    "v_measure_score": "v_measure",
    "youden": "informedness",
    "zero_one_loss": "error",
}

REFUSED: dict[str, str] = {
    name: f"the F measure with beta {beta} is written fbeta({beta})"
    for beta in ("2", "3", "0.5")
    for name in (f"f{beta}", f"f{beta}_score", f"f_{beta}")
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
    problem = BadInput(f"{elide(text, 60)!r} is not a measure; one with a parameter is written like fbeta(2)")
    try:
        call = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise problem from None
    if (
        not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Name)
        or any(not keyword.arg for keyword in call.keywords)
    ):
        raise problem
    try:
        positional = tuple(ast.literal_eval(argument) for argument in call.args)
        named = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (ValueError, TypeError, RecursionError, MemoryError):
        raise problem from None
    if not _usual([positional, named]):
        raise BadInput(
            f"{elide(text, 60)!r} has a parameter that no measure can be computed with; parameters are 0 or {SMALLEST:g} to {LARGEST:g} in size"
        )
    return call.func.id, positional, named


def _usual(value: object) -> bool:
    """Whether all numbers in it are of a size that formulas can be computed with."""
    if isinstance(value, dict):
        return all(_usual(item) for pair in value.items() for item in pair)
    if isinstance(value, (list, tuple, set)):
        return all(map(_usual, value))
    return not isinstance(value, (int, float)) or value == 0 or SMALLEST <= abs(value) <= LARGEST


def parameter_text(number: float) -> str:
    """A parameter as it stands in a name: short where that says it all, since the name is the measure's identity.

    >>> parameter_text(2.0), parameter_text(0.5), parameter_text(0.123456789)
    ('2', '0.5', '0.123456789')
    """
    short = f"{number:g}"
    return short if float(short) == number else repr(float(number))
