"""Every simulation of the battery, in the order in which its figures are kept."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from calibration.case import Simulation

__all__ = ["PARTS", "battery", "chosen"]

PARTS = (
    "datasets",
    "splits",
    "rows",
    "intervals",
    "coverage",
    "planning",
    "bayes",
    "named_tests",
    "conditions",
    "drift",
    "release_gate",
    "slices",
    "boards",
    "own_functions",
    "in_time",
)


@cache
def battery() -> tuple[Simulation, ...]:
    """All simulations; names of simulations and of cases are unique."""
    found = tuple(_all())
    names = [one.name for one in found]
    cases = [case.name for one in found for case in one.cases]
    twice = {name for some in (names, cases) for name in some if some.count(name) > 1}
    if twice:
        raise ValueError(f"two simulations or cases have the same name: {', '.join(sorted(twice))}")
    return found


def _all() -> Iterator[Simulation]:
    for part in PARTS:
        yield from import_module(f"calibration.{part}").simulations()


def chosen(only: str) -> tuple[Simulation, ...]:
    """The simulations whose name, or the name of one of whose cases, holds these words."""
    return tuple(
        one
        for one in battery()
        if only in one.name or any(only in case.name or only in case.about for case in one.cases)
    )
