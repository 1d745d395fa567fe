"""Whatever may stand for a measure: a name, a Measure, a scikit-learn scorer, or a function; a mapping names them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean, elide
from bakeoff.measures.catalogue import catalogued, measures
from bakeoff.measures.measure import Measure
from bakeoff.measures.own.own_measure import check_name, own_measure
from bakeoff.measures.own.scorers import is_scorer, measure_of_metric, measure_of_scorer
from bakeoff.measures.own.session import declare, session_measure

__all__ = ["MeasureLike", "measure_of", "measures_of", "names_of"]

MeasureLike = str | Measure | Callable[..., Any]


def measure_of(source: object, name: str | None = None) -> Measure:
    """The measure that is meant, under a name of its own if one is stated.

    >>> measure_of("sensitivity").name, measure_of("accuracy", name="hits").name, measure_of({"share": "accuracy"}).name
    ('recall', 'hits', 'share')
    """
    if isinstance(source, str):
        return _renamed(session_measure(source) or catalogued(source), name)
    if isinstance(source, Mapping):
        if len(source) != 1:
            raise BadInput(f"one measure is asked for, and the mapping names {len(source)}; give one of them")
        ((called, only),) = source.items()
        return measure_of(only, str(called))
    if isinstance(source, Measure):
        listed = source.name in measures and measures[source.name] is source
        return _renamed(source, name) if listed else _renamed(_latest(source), name)
    if is_scorer(source):
        return measure_of_scorer(source, name)
    if isinstance(source, type) or not callable(source):
        raise BadInput(
            f"a measure is a name such as 'accuracy', a function f(y_true, y_pred), a scorer or a Measure, not "
            f"{elide(clean(repr(source)), 60)}"
        )
    return measure_of_metric(source, name) or own_measure(source, name)  # own_measure asks for the direction


def _latest(measure: Measure) -> Measure:
    """The measure as it is known after its function was called."""
    latest = session_measure(measure.name)
    same = (
        latest is not None
        and latest.own is not None
        and measure.own is not None
        and latest.own.call is measure.own.call
    )
    return latest if same and latest is not None else declare(measure)


def _renamed(measure: Measure, name: str | None) -> Measure:
    if name is None or name == measure.name:
        return measure
    check_name(name)
    own = None if measure.own is None else replace(measure.own, name=clean(name))
    words = clean(name).replace("_", " ")
    renamed = replace(
        measure, name=name, title=f"{words}, in {measure.unit}" if measure.unit else words, short=words, own=own
    )
    return declare(renamed)


def measures_of(source: object) -> tuple[Measure, ...]:
    """All that are meant: one, a list of them, or a mapping from names to them.

    >>> [one.name for one in measures_of(["accuracy", "auc"])], [one.name for one in measures_of({"hits": "accuracy"})]
    (['accuracy', 'roc_auc'], ['hits'])
    """
    if isinstance(source, Mapping):
        return tuple(measure_of(source, str(name)) for name, source in source.items())
    if isinstance(source, (str, Measure)) or callable(source) or not isinstance(source, Iterable):
        return (measure_of(source),)
    return tuple(measure_of(source) for source in source)


def names_of(source: object) -> tuple[str, ...]:
    """Their names; texts stay as they were written, so that whoever reads them complains about all wrong ones at once."""
    if isinstance(source, str):
        return (source,)
    if isinstance(source, Iterable) and not isinstance(source, Mapping) and not callable(source):
        return tuple(source if isinstance(source, str) else measure_of(source).name for source in source)
    return tuple(measure.name for measure in measures_of(source))
