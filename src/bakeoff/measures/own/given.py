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


def measure_of(given: object, name: str | None = None) -> Measure:
    """The measure that is meant, under a name of its own if one is stated.

    >>> measure_of("sensitivity").name, measure_of("accuracy", name="hits").name
    ('recall', 'hits')
    """
    if isinstance(given, str):
        return _renamed(session_measure(given) or catalogued(given), name)
    if isinstance(given, Measure):
        listed = given.name in measures and measures[given.name] is given
        return _renamed(given, name) if listed else _renamed(_latest(given), name)
    if is_scorer(given):
        return measure_of_scorer(given, name)
    if isinstance(given, type) or not callable(given):
        raise BadInput(
            f"a measure is a name such as 'accuracy', a function f(y_true, y_pred), a scorer or a Measure, not "
            f"{elide(clean(repr(given)), 60)}"
        )
    return measure_of_metric(given, name) or own_measure(given, name)  # own_measure asks for the direction


def _latest(measure: Measure) -> Measure:
    """The measure as it is known after its function was called."""
    known = session_measure(measure.name)
    same = (
        known is not None and known.own is not None and measure.own is not None and known.own.call is measure.own.call
    )
    return known if same and known is not None else declare(measure)


def _renamed(measure: Measure, name: str | None) -> Measure:
    if name is None or name == measure.name:
        return measure
    check_name(name)
    own = None if measure.own is None else replace(measure.own, name=clean(name))
    words = clean(name).replace("_", " ")
    made = replace(
        measure, name=name, title=f"{words}, in {measure.unit}" if measure.unit else words, short=words, own=own
    )
    return declare(made)


def measures_of(given: object) -> tuple[Measure, ...]:
    """All that are meant: one, a list of them, or a mapping from names to them.

    >>> [one.name for one in measures_of(["accuracy", "auc"])], [one.name for one in measures_of({"hits": "accuracy"})]
    (['accuracy', 'roc_auc'], ['hits'])
    """
    if isinstance(given, Mapping):
        return tuple(measure_of(one, str(name)) for name, one in given.items())
    if isinstance(given, (str, Measure)) or callable(given) or not isinstance(given, Iterable):
        return (measure_of(given),)
    return tuple(measure_of(one) for one in given)


def names_of(given: object) -> tuple[str, ...]:
    """Their names; texts stay as they were written, so that whoever reads them complains about all wrong ones at once."""
    if isinstance(given, str):
        return (given,)
    if isinstance(given, Iterable) and not isinstance(given, Mapping) and not callable(given):
        return tuple(one if isinstance(one, str) else measure_of(one).name for one in given)
    return tuple(one.name for one in measures_of(given))
