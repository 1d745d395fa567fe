"""What a number says about predictions; ALL lists every measure, in display order."""

from bakeoff.core.catalogue import Catalogue, ask_room
from bakeoff.core.terminology.explanation import Explained, Explanation, explained
from bakeoff.measures.catalogue import ALL, MAKERS, catalogued, measures
from bakeoff.measures.defaults import default_measures
from bakeoff.measures.measure import Direction, Measure, Pooling
from bakeoff.measures.measure_symbols import symbols_of
from bakeoff.measures.own.given import MeasureLike, measure_of
from bakeoff.measures.own.session import session_measure

__all__ = [
    "ALL",
    "MAKERS",
    "Direction",
    "Measure",
    "Pooling",
    "catalogued",
    "default_measures",
    "measure_named",
    "measures",
]


def _explanation(measure: Measure) -> Explanation:
    """What `bakeoff explain` prints about a measure."""
    options = _COMMANDS[measure.needs.value if measure.needs else ""]
    name = f"'{measure.name}'" if "(" in measure.name else measure.name
    return explained(
        measure, "measure", command=options.format(name), symbols=symbols_of(measure.name, measure.formula),
        aliases=measures.aliases_of(measure.name) if measure.name in measures else (),
    )  # fmt: skip


_FILE = "bakeoff measure predictions.csv --truth y"
_COMMANDS = {
    "label": f"{_FILE} --pred yhat --measures {{}}",
    "score": f"{_FILE} --score p --measures {{}}",
    "proba": f"{_FILE} --proba p --measures {{}}",
    "sd": f"{_FILE} --pred yhat --sd sd --measures {{}}",
    "draws": f"{_FILE} --draws draw1,draw2,draw3 --measures {{}}",
    "quantiles": f"{_FILE} --quantiles q05,q50,q95 --measures {{}}",
    "": 'measures = ["accuracy", "{}"] in a study file, then bakeoff run study.toml',
}  # by what a measure reads
# A measure is printed as its explanation. The class itself cannot know the aliases and symbols, which stand above it.
Measure.explanation = _explanation  # type: ignore[attr-defined]
Measure.__str__ = Explained.__str__  # type: ignore[method-assign, assignment]
Measure.__repr__ = Explained.__repr__  # type: ignore[method-assign, assignment]
Measure._repr_html_ = Explained._repr_html_  # type: ignore[attr-defined]


def measure_named(what: MeasureLike) -> Measure:
    """The measure of that name or alias, parameters included; or what stands for a measure itself: a function, a scorer.

    >>> measure_named("sensitivity").name, measure_named("fbeta(3)").name
    ('recall', 'fbeta(3)')
    """
    if not isinstance(what, str):
        return measure_of(what)
    return session_measure(what) or catalogued(what)


def _asked() -> Catalogue[Measure]:
    return measures


ask_room(__name__, _asked)  # `bo.measures["kappa"]`
