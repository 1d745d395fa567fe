"""What a number says about predictions; ALL lists every measure, in display order."""

from collections.abc import Callable
from functools import lru_cache

from bakeoff.core.catalogue import Catalogue, ask_room
from bakeoff.core.errors import BadInput
from bakeoff.core.text import elide
from bakeoff.measures import areas, calibration, clustering, probability, resources
from bakeoff.measures.aliases import ALIASES, REFUSED, parse
from bakeoff.measures.classification import accuracy, agreement, averages, cost, one_class, ordinal, other_definitions
from bakeoff.measures.defaults import default_measures
from bakeoff.measures.measure import Direction, Measure, Pooling
from bakeoff.measures.regression import deviance, errors, explained, forecasts

__all__ = ["ALL", "MAKERS", "Direction", "Measure", "Pooling", "default_measures", "measure_named", "measures"]

_DECLARED: tuple[Measure, ...] = (
    *accuracy.ALL,
    *one_class.ALL,
    *averages.ALL,
    *agreement.ALL,
    *areas.ALL,
    *accuracy.TOP_K,
    *probability.ALL,
    *cost.ALL,
    *errors.ALL,
    *explained.CORRELATION,
    *deviance.ALL,
    *explained.ALL,
    *forecasts.ALL,
    *forecasts.ENSEMBLES,
    *ordinal.ALL,
    *clustering.ALL,
    *other_definitions.ALL,
    *resources.ALL,
)
_FAMILIES = list(dict.fromkeys(one.family for one in _DECLARED))
_OWN = sorted(_DECLARED, key=lambda one: _FAMILIES.index(one.family))  # variants beside kin
measures: Catalogue[Measure] = Catalogue("measure", _OWN, ALIASES, REFUSED, group="bakeoff.measures")
ALL = measures  # bakeoff's own and those of installed packages, in display order

MAKERS: dict[str, Callable[..., Measure]] = {
    "coverage": forecasts.coverage,
    "d2_pinball": explained.d2_pinball,
    "ece": calibration.ece,
    "expected_cost": cost.expected_cost,
    "fbeta": one_class.fbeta,
    "information_score": probability.information_score,
    "net_benefit": cost.net_benefit,
    "partial_auc": areas.partial_auc,
    "pinball": errors.pinball,
    "precision_at": areas.precision_at,
    "recall_at": areas.recall_at,
    "top_k_accuracy": accuracy.top_k_accuracy,
    "tweedie_deviance": deviance.tweedie_deviance,
}


@lru_cache(maxsize=512)
def measure_named(text: str) -> Measure:
    """The measure of that name or alias, parameters included: "kappa", "sensitivity", "fbeta(2)".

    >>> measure_named("sensitivity").name, measure_named("fbeta(3)").name
    ('recall', 'fbeta(3)')
    """
    if text in measures:
        return measures[text]
    name, given, named = parse(text)
    if name not in MAKERS or not (given or named):
        return measures[text]
    try:
        made: Measure = MAKERS[name](*given, **named)
    except (TypeError, ValueError, KeyError, OverflowError) as problem:
        if isinstance(problem, BadInput):
            raise
        raise BadInput(f"{elide(text, 60)!r} does not have the parameters of {name}, which {_usage(name)}") from None
    return made


def _usage(name: str) -> str:
    """How a measure with parameters is written."""
    only_made = (forecasts.coverage(0.9), calibration.ece(15, of="positive"))
    example = next(one.name for one in (*_OWN, *only_made) if one.name.startswith(f"{name}("))
    return f"is written like {example}"


def _asked() -> Catalogue[Measure]:
    return measures


ask_room(__name__, _asked)  # `bo.measures["kappa"]`
