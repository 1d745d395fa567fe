"""How measures may be called: aliases (scikit-learn's scorer names among them) and names with parameters."""

import ast

from bakeoff.core.errors import BadInput

__all__ = ["ALIASES", "REFUSED", "in_full", "parse"]

ALIASES: dict[str, str] = {
    "acc": "accuracy",
    "auc": "roc_auc",
    "ap": "average_precision",
    "cohen_kappa": "kappa",
    "completeness_score": "completeness",
    "d2_absolute_error_score": "d2_absolute_error",
    "d2_brier_score": "d2_brier",
    "d2_log_loss_score": "d2_log_loss",
    "adjusted_mutual_info_score": "ami",
    "adjusted_rand_score": "ari",
    "error_rate": "error",
    "fall_out": "fpr",
    "fowlkes_mallows_score": "fowlkes_mallows",
    "hand_till": "roc_auc_ovo",
    "homogeneity_score": "homogeneity",
    "j": "informedness",
    "jaccard_index": "jaccard",
    "matthews_corrcoef": "mcc",
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
    "rand_score": "rand",
    "roc_auc_ovo_macro": "roc_auc_ovo",
    "roc_auc_ovr_macro": "roc_auc_ovr",
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


def in_full(number: float) -> str:
    """A parameter as it stands in a name: short where that says it all, since the name is the measure's identity.

    >>> in_full(2.0), in_full(0.5), in_full(0.123456789)
    ('2', '0.5', '0.123456789')
    """
    short = f"{number:g}"
    return short if float(short) == number else repr(float(number))
