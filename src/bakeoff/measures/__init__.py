"""What a number says about predictions; ALL lists every measure, in display order."""

from bakeoff.core.catalogue import Catalogue
from bakeoff.data.dataset import Task
from bakeoff.measures import (
    averages,
    chance,
    clustering,
    cost,
    ordinal,
    predictive,
    probability,
    ranking,
    regression,
    resources,
    threshold,
)
from bakeoff.measures.measure import Direction, Measure, Pooling, Reads
from bakeoff.measures.names import ALIASES, parse

__all__ = ["ALL", "Direction", "Measure", "Pooling", "Reads", "default_measures", "measure_named", "measures"]

ALL: tuple[Measure, ...] = (
    *threshold.ALL,
    *averages.ALL,
    *chance.ALL,
    *ranking.ALL,
    *probability.ALL,
    *cost.ALL,
    *regression.ALL,
    *predictive.ALL,
    *ordinal.ALL,
    *clustering.ALL,
    *resources.ALL,
)
measures: Catalogue[Measure] = Catalogue("measure", ALL, ALIASES)

_MAKERS = {
    "coverage": predictive.coverage,
    "expected_cost": cost.expected_cost,
    "fbeta": threshold.fbeta,
    "information_score": probability.information_score,
    "net_benefit": cost.net_benefit,
    "partial_auc": ranking.partial_auc,
    "pinball": regression.pinball,
}

_DEFAULTS: dict[Task, tuple[str, ...]] = {
    Task.BINARY: (
        "accuracy",
        "balanced_accuracy",
        "kappa",
        "mcc",
        "precision",
        "recall",
        "f1",
        "roc_auc",
        "average_precision",
        "log_loss",
        "brier",
    ),
    Task.MULTICLASS: ("accuracy", "balanced_accuracy", "f1_macro", "kappa", "mcc", "roc_auc_ovr", "log_loss", "brier"),
    Task.ORDINAL: ("accuracy", "balanced_accuracy", "f1_macro", "kappa", "kappa_quadratic", "log_loss", "brier"),
    Task.REGRESSION: ("mae", "rmse", "r2", "medae", "spearman"),
    Task.CLUSTERING: ("purity", "nmi", "ami", "rand", "ari", "pair_f1", "v_measure"),
}


def default_measures(task: Task) -> tuple[str, ...]:
    """The names a panel shows when nothing is asked for.

    >>> default_measures(Task.REGRESSION)
    ('mae', 'rmse', 'r2', 'medae', 'spearman')
    """
    return _DEFAULTS[Task(task)]


def measure_named(text: str) -> Measure:
    """The measure of that name or alias, parameters included: "kappa", "sensitivity", "fbeta(2)".

    >>> measure_named("sensitivity").name, measure_named("fbeta(3)").name
    ('recall', 'fbeta(3)')
    """
    name, given, named = parse(text)
    if text in measures or name not in _MAKERS or not (given or named):
        return measures[text]
    return _call(text, name, given, named)


def _call(text: str, name: str, given: tuple[object, ...], named: dict[str, object]) -> Measure:
    from bakeoff.core.errors import BadInput

    try:
        made: Measure = _MAKERS[name](*given, **named)  # type: ignore[operator]
    except BadInput:
        raise
    except (TypeError, ValueError, KeyError):
        raise BadInput(
            f"{text!r} does not have the parameters of {name}; `bakeoff explain {name}` shows them"
        ) from None
    return made
