"""scikit-learn's scorers and metric functions as measures: bakeoff's own where they are equal, else the function itself."""

from collections.abc import Callable, Mapping
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean
from bakeoff.measures.catalogue import catalogued, measures
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.own.own_function import OwnFunction, check_parameters, source_hash
from bakeoff.measures.own.own_measure import measure_of_function
from bakeoff.measures.own.session import session_measure
from bakeoff.predictions.outputs import Output

__all__ = ["is_scorer", "measure_of_metric", "measure_of_scorer", "metric_of_scorer"]

# scikit-learn's metric functions, and the measure that equals each of them without further arguments.
METRICS = {
    "accuracy_score": "accuracy", "average_precision_score": "average_precision", "balanced_accuracy_score": "balanced_accuracy",
    "brier_score_loss": "brier", "cohen_kappa_score": "kappa", "explained_variance_score": "explained_variance", "f1_score": "f1", "hinge_loss": "hinge_loss",
    "jaccard_score": "jaccard", "label_ranking_average_precision_score": "label_ranking_precision", "label_ranking_loss": "label_ranking_loss",
    "coverage_error": "coverage_error", "log_loss": "log_loss_sklearn", "matthews_corrcoef": "mcc", "max_error": "max_error",
    "mean_absolute_error": "mae", "mean_absolute_percentage_error": "mape", "mean_gamma_deviance": "gamma_deviance",
    "mean_poisson_deviance": "poisson_deviance", "mean_squared_error": "mse", "mean_squared_log_error": "msle",
    "median_absolute_error": "medae", "negative_likelihood_ratio": "negative_likelihood_ratio",
    "positive_likelihood_ratio": "positive_likelihood_ratio", "precision_score": "precision", "r2_score": "r2", "recall_score": "recall",
    "root_mean_squared_error": "rmse", "root_mean_squared_log_error": "rmsle", "zero_one_loss": "error",
}  # fmt: skip
AVERAGED = {"f1_score": "f1", "jaccard_score": "jaccard", "precision_score": "precision", "recall_score": "recall"}
# "Functions ending with _score return a value to maximize, with _error, _loss or _deviance one to minimize": their user guide.
_HIGHER, _LOWER = ("_score", "matthews_corrcoef"), ("_error", "_loss", "_deviance")
_FROM_SCORES = {
    "average_precision_score",
    "roc_auc_score",
    "dcg_score",
    "ndcg_score",
    "top_k_accuracy_score",
    "hinge_loss",
}
_OF_LISTS = {"dcg_score", "ndcg_score"}
_FROM_PROBABILITIES = {"log_loss", "brier_score_loss", "d2_log_loss_score", "d2_brier_score"}


def is_scorer(scorer: object) -> bool:
    """Whether it is what `make_scorer` returns: it knows its metric, its sign and what it asks of an estimator."""
    return callable(getattr(scorer, "_score_func", None)) and hasattr(scorer, "_sign") and hasattr(scorer, "_kwargs")


def measure_of_scorer(scorer: Any, name: str | None = None) -> Measure:
    """The measure of a scorer; where larger scores mean a smaller loss, the loss itself, of which less is better."""
    metric, options = scorer._score_func, dict(scorer._kwargs)  # noqa: SLF001 - make_scorer has no public fields
    if name is None and (same := _equal_measure(metric, options)) is not None:
        return same
    return _of_scorer(scorer, name)


def metric_of_scorer(name: str) -> Measure | None:
    """scikit-learn's own function behind one of its scorer names; None where the installed version has no such scorer."""
    from sklearn.metrics import get_scorer

    try:
        return _of_scorer(get_scorer(name), None)
    except ValueError:
        return None


def _of_scorer(scorer: Any, name: str | None) -> Measure:
    """The measure that calls the metric of a scorer."""
    direction = Direction.HIGHER if scorer._sign > 0 else Direction.LOWER  # noqa: SLF001 - make_scorer has no public fields
    return _of_function(scorer._score_func, dict(scorer._kwargs), name, direction, _asked_of(scorer))  # noqa: SLF001


def measure_of_metric(metric: Callable[..., Any], name: str | None = None) -> Measure | None:
    """The measure of one of scikit-learn's metric functions; None for any other function, and where its direction is not known."""
    if not getattr(metric, "__module__", "").startswith("sklearn.metrics"):
        return None
    if name is None and (same := _equal_measure(metric, {})) is not None:
        return same
    called = metric.__name__
    direction = Direction.HIGHER if called.endswith(_HIGHER) else Direction.LOWER if called.endswith(_LOWER) else None
    if direction is None:
        return None
    needs = Output.PROBA if called in _FROM_PROBABILITIES else Output.SCORE if called in _FROM_SCORES else Output.LABEL
    return _of_function(metric, {}, name, direction, needs)


def _equal_measure(metric: Callable[..., Any], options: Mapping[str, Any]) -> Measure | None:
    """The measure of the catalogue that equals it, if there is one."""
    called = getattr(metric, "__name__", "")
    if not getattr(metric, "__module__", "").startswith("sklearn.metrics"):
        return None
    if called in METRICS and (not options or dict(options) == {"average": "binary"}):
        return catalogued(METRICS[called])
    average = options.get("average")
    if called in AVERAGED and set(options) <= {"average", "pos_label"} and options.get("pos_label") is None:
        if average == "samples":
            return catalogued(f"{AVERAGED[called]}_samples")  # refused with the reason
        return catalogued(f"{AVERAGED[called]}_{average}") if average in {"macro", "micro", "weighted"} else None
    return None


def _asked_of(scorer: Any) -> Output:
    """What a scorer asks of an estimator."""
    method = getattr(scorer, "_response_method", "predict")
    if method == "predict":
        return Output.LABEL
    if method == "predict_proba":
        return Output.PROBA
    return Output.SCORE


def _of_function(
    metric: Callable[..., Any], options: Mapping[str, Any], name: str | None, direction: Direction, needs: Output
) -> Measure:
    name = name or _name_of(metric, options)
    if name in measures:  # a measure of the catalogue keeps its name
        name = f"{name} of {getattr(metric, '__module__', '').partition('.')[0]}"
    source = source_hash(metric) + clean(repr(sorted(options.items(), key=str)))
    registered = session_measure(name)
    if (
        registered is not None
        and registered.own is not None
        and registered.own.source == source
        and registered.direction is direction
    ):
        return registered
    extra, weighted = check_parameters(clean(name), metric, ())
    extra = tuple(column for column in extra if column not in options)
    of_lists = getattr(metric, "__name__", "") in _OF_LISTS and getattr(metric, "__module__", "").startswith(
        "sklearn.metrics"
    )

    def call(y_true: Any, y_pred: Any, **columns: Any) -> Any:
        one_list = of_lists and y_true.ndim == 1  # the metric reads a matrix with one list in each row
        truth, predicted = (y_true[None], y_pred[None]) if one_list else (y_true, y_pred)
        return metric(truth, predicted, **options, **columns)

    own = OwnFunction(call=call, name=clean(name), needs=needs, extra=extra, weighted=weighted, source=source)
    return measure_of_function(own, name, direction)


def _name_of(metric: Callable[..., Any], options: Mapping[str, Any]) -> str:
    """The name of the metric and of what was set: "fbeta_score, beta=2"."""
    called = getattr(metric, "__name__", "")
    if not called or called == "<lambda>":
        raise BadInput(
            "a scorer of a function without a name cannot be shown in a table; name it: scoring={'profit': scorer}"
        )
    return ", ".join([called, *(f"{key}={value!r}" for key, value in options.items())])
