"""How values of a measure are put in order and averaged: what is a cost, which value is better, which mean may be taken."""

from collections.abc import Sequence
from math import exp, isfinite, isnan, log, nan
from statistics import fmean

from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.naming import resolve

__all__ = ["best_of", "geometric_mean", "has_own_units", "is_cost", "is_time", "loss_of"]


def is_cost(measure: str) -> bool:
    """Whether the measure is of what an answer costs, not of how good it is.

    >>> is_cost("fit_seconds"), is_cost("accuracy"), is_cost("a column of somebody")
    (True, False, False)
    """
    declared = resolve(measure)
    return declared is not None and declared.needs is None


def is_time(measure: str) -> bool:
    """Whether the measure is a cost in seconds."""
    return is_cost(measure) and "seconds" in measure


def loss_of(value: float, direction: Direction, measure: Measure | None = None) -> float:
    """A number that is smaller for a better value; NaN where none is better than another.

    >>> loss_of(0.9, Direction.HIGHER), loss_of(0.97, Direction.TARGET, measure_named("coverage")) < 0.03
    (-0.9, True)
    """
    if direction is Direction.TARGET and measure is not None and measure.target is not None:
        return abs(value - measure.target)
    return {Direction.HIGHER: -value, Direction.LOWER: value}.get(direction, nan)


def best_of(values: Sequence[float], direction: Direction, measure: Measure | None = None) -> float:
    """The best of the values; NaN where none is better than another.

    >>> best_of([0.99, 0.94, 0.8], Direction.TARGET, measure_named("coverage"))
    0.94
    """
    comparable = [value for value in values if not isnan(loss_of(value, direction, measure))]
    return min(comparable, key=lambda value: loss_of(value, direction, measure)) if comparable else nan


def has_own_units(measure: str) -> bool:
    """Whether values have other units, or other sizes, on each data set, so that their means are geometric ones."""
    return is_cost(measure) or measure_named(measure).in_units


def geometric_mean(values: Sequence[float]) -> float:
    """The geometric mean; zero where a value is zero."""
    if not values or any(not isfinite(value) for value in values):
        return nan
    return 0.0 if any(value <= 0 for value in values) else exp(fmean(log(value) for value in values))
