"""The measures that are installed: bakeoff's own and those of packages, by name, alias and with parameters."""

import re
from collections.abc import Callable
from functools import lru_cache

from bakeoff.core.catalogue import Catalogue
from bakeoff.core.errors import BadInput
from bakeoff.core.terminology.spelling import fold
from bakeoff.core.text import elide
from bakeoff.measures import areas, clustering, ranked_lists, resources
from bakeoff.measures.aliases import ALIASES, REFUSED, parse
from bakeoff.measures.classification import accuracy, agreement, averages, cost, one_class, ordinal, other_definitions
from bakeoff.measures.labels import micro_areas, multilabel, one_of_several, over_outputs
from bakeoff.measures.measure import Measure
from bakeoff.measures.probabilities import calibration, calibration_parts, margins, probability
from bakeoff.measures.regression import deviance, errors, explained as explained_shares, forecasts, quantiles

__all__ = ["ALL", "MAKERS", "catalogued", "measures"]

_DECLARED: tuple[Measure, ...] = (
    *accuracy.ALL,
    *one_class.ALL,
    *averages.ALL,
    *agreement.ALL,
    *areas.ALL,
    *micro_areas.ALL,
    *accuracy.TOP_K,
    *probability.ALL,
    *calibration_parts.ALL,
    *margins.ALL,
    *cost.ALL,
    *errors.ALL,
    *explained_shares.CORRELATION,
    *deviance.ALL,
    *explained_shares.ALL,
    *forecasts.ALL,
    *forecasts.ENSEMBLES,
    *quantiles.ALL,
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
    "ece_debiased": calibration_parts.ece_debiased,
    "err": ranked_lists.err,
    "expected_cost": cost.expected_cost,
    "f_at": ranked_lists.f_at,
    "fbeta": one_class.fbeta,
    "fbeta_macro": averages.fbeta_macro,
    "fbeta_micro": averages.fbeta_micro,
    "fbeta_weighted": averages.fbeta_weighted,
    "hit_at": ranked_lists.hit_at,
    "information_score": probability.information_score,
    "interval_coverage": quantiles.interval_coverage,
    "interval_score": quantiles.interval_score,
    "interval_width": quantiles.interval_width,
    "kappa_weighted": agreement.kappa_weighted,
    "map": ranked_lists.map_at,
    "mrr": ranked_lists.reciprocal_rank,
    "ndcg": ranked_lists.ndcg,
    "net_benefit": cost.net_benefit,
    "partial_auc": areas.partial_auc,
    "partial_auc_sensitivity": areas.partial_auc_sensitivity,
    "pinball": errors.pinball,
    "precision_at": areas.precision_at,
    "quantile_coverage": quantiles.quantile_coverage,
    "quantile_loss": quantiles.quantile_loss,
    "recall_at": areas.recall_at,
    "top_k_accuracy": accuracy.top_k_accuracy,
    "tweedie_deviance": deviance.tweedie_deviance,
}

# Of any other measure, for one class, label or output, or over outputs with weights: of_class("recall", "cat").
OF_ONE: dict[str, Callable[..., Measure]] = {
    "of_class": one_of_several.of_class,
    "of_output": one_of_several.of_output,
    "over_outputs": over_outputs.over_outputs,
}
_EXAMPLES = {
    "of_class": 'of_class("recall", "cat")',
    "of_output": 'of_output("rmse", "height")',
    "over_outputs": 'over_outputs("r2", "variance")',
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
    maker = next((name for name in (*MAKERS, *OF_ONE) if fold(name) == fold(head)), head)
    name, positional, named = parse(f"{maker}{bracket}{parameters}")
    if (name not in MAKERS and name not in OF_ONE) or not (positional or named):
        return measures[text]
    more = {"named": catalogued} if name in OF_ONE else {}
    try:
        measure: Measure = {**MAKERS, **OF_ONE}[name](*positional, **named, **more)
    except (TypeError, ValueError, KeyError, OverflowError) as problem:
        if isinstance(problem, BadInput):
            raise
        raise BadInput(f"{elide(text, 60)!r} does not have the parameters of {name}, which {_usage(name)}") from None
    return measure


def _usage(name: str) -> str:
    """How a measure with parameters is written."""
    if name in _EXAMPLES:
        return f"is written like {_EXAMPLES[name]}"
    only_made = (forecasts.coverage(0.9), calibration.ece(15, of="positive"))
    example = next(measure.name for measure in (*_OWN, *only_made) if measure.name.startswith(f"{name}("))
    return f"is written like {example}"
