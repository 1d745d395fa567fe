"""The measures that are installed: bakeoff's own and those of packages, by name, alias and with parameters."""

import re
from collections.abc import Callable
from functools import lru_cache

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.errors import BadInput
from bakeoff.core.terminology.spelling import fold
from bakeoff.core.text import elide
from bakeoff.measures import areas, calibration, clustering, multilabel, probability, ranked_lists, resources
from bakeoff.measures.aliases import ALIASES, REFUSED, parse
from bakeoff.measures.classification import accuracy, agreement, averages, cost, one_class, ordinal, other_definitions
from bakeoff.measures.measure import Measure
from bakeoff.measures.regression import deviance, errors, explained as explained_shares, forecasts

__all__ = ["ALL", "MAKERS", "catalogued", "measures"]

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
    *explained_shares.CORRELATION,
    *deviance.ALL,
    *explained_shares.ALL,
    *forecasts.ALL,
    *forecasts.ENSEMBLES,
    *ordinal.ALL,
    *clustering.ALL,
    *multilabel.ALL,
    *ranked_lists.ALL,
    *other_definitions.ALL,
    *resources.ALL,
)
_FAMILIES = list(dict.fromkeys(measure.family for measure in _DECLARED))
_OWN = sorted(_DECLARED, key=lambda measure: _FAMILIES.index(measure.family))  # variants beside kin
measures: Catalogue[Measure] = Catalogue("measure", _OWN, ALIASES, REFUSED, group="bakeoff.measures")
ALL = measures  # bakeoff's own and those of installed packages, in display order

MAKERS: dict[str, Callable[..., Measure]] = {
    "coverage": forecasts.coverage,
    "dcg": ranked_lists.dcg,
    "d2_pinball": explained_shares.d2_pinball,
    "ece": calibration.ece,
    "err": ranked_lists.err,
    "expected_cost": cost.expected_cost,
    "f_at": ranked_lists.f_at,
    "fbeta": one_class.fbeta,
    "hit_at": ranked_lists.hit_at,
    "information_score": probability.information_score,
    "map": ranked_lists.map_at,
    "mrr": ranked_lists.reciprocal_rank,
    "ndcg": ranked_lists.ndcg,
    "net_benefit": cost.net_benefit,
    "partial_auc": areas.partial_auc,
    "pinball": errors.pinball,
    "precision_at": areas.precision_at,
    "recall_at": areas.recall_at,
    "top_k_accuracy": accuracy.top_k_accuracy,
    "tweedie_deviance": deviance.tweedie_deviance,
}


_FUNCTION = re.compile(r"\.py:\w+")  # "my_metrics.py:profit"


@lru_cache(maxsize=512)
def catalogued(text: str) -> Measure:
    """The measure of the catalogue."""
    if _FUNCTION.search(text):
        raise BadInput(
            f"{elide(text, 60)!r} is a function in a file, which is code: type it in a shell (--measure), or allow its module "
            "in a study file (--allow)"
        )
    if "(" not in text or text in measures:
        return measures[text]
    head, bracket, parameters = text.partition("(")
    maker = next((name for name in MAKERS if fold(name) == fold(head)), head)
    name, positional, named = parse(f"{maker}{bracket}{parameters}")
    if name not in MAKERS or not (positional or named):
        return measures[text]
    try:
        measure: Measure = MAKERS[name](*positional, **named)
    except (TypeError, ValueError, KeyError, OverflowError) as problem:
        if isinstance(problem, BadInput):
            raise
        raise BadInput(f"{elide(text, 60)!r} does not have the parameters of {name}, which {_usage(name)}") from None
    return measure


def _usage(name: str) -> str:
    """How a measure with parameters is written."""
    only_made = (forecasts.coverage(0.9), calibration.ece(15, of="positive"))
    example = next(measure.name for measure in (*_OWN, *only_made) if measure.name.startswith(f"{name}("))
    return f"is written like {example}"
