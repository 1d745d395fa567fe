"""Measures of this session: those that a user made and handed in, by name. The catalogue lists what is installed."""

from bakeoff.measures.measure import Measure

__all__ = ["declare", "session_measure", "session_measures"]

_DECLARED: dict[str, Measure] = {}


def declare(measure: Measure) -> Measure:
    """Let the measure be found by its name from now on; a later one of the same name takes its place.

    Questions, study files and reports name their measures, so that a function travels by its name too.
    """
    _DECLARED[measure.name] = measure
    return measure


def session_measure(name: str) -> Measure | None:
    """The measure of that name, if a user made it."""
    return _DECLARED.get(name)


def session_measures(names: tuple[str, ...]) -> tuple[Measure, ...]:
    """Those of the names that users made."""
    return tuple(_DECLARED[name] for name in names if name in _DECLARED)
