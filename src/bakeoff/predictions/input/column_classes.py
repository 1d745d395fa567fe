"""Which column of probabilities or scores belongs to which class, by the names of the columns."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.predictions.class_labels import ArgumentNames

__all__ = ["column_names", "columns_by_class", "in_class_order"]


def column_names(values: Any) -> tuple[str, ...]:
    """The names that a frame's columns were given; none of an array, nor where the frame only numbers its columns."""
    columns = getattr(values, "column_names", getattr(values, "columns", None))  # of pyarrow, of other frames
    if columns is None or callable(columns) or type(columns).__name__ == "RangeIndex":
        return ()
    names = tuple(map(str, columns))
    return () if names == tuple(f"column_{index}" for index in range(len(names))) else names


def columns_by_class(names: Sequence[str], classes: Sequence[str]) -> tuple[int, ...] | None:
    """For each class the place of its column; None where the names do not say which class is meant.

    Each name is a class, or a class between a beginning and an end that all names share.

    >>> columns_by_class(["p_dog", "p_cat", "p_ant"], ["ant", "cat", "dog"])
    (2, 1, 0)
    >>> columns_by_class(["p1", "p2", "p3"], ["ant", "cat", "dog"]) is None
    True
    """
    if len(names) < 2 or len(names) != len(classes):
        return None
    folded, wanted = [name.strip().casefold() for name in names], [label.strip().casefold() for label in classes]
    if len(set(folded)) < len(folded) or len(set(wanted)) < len(wanted):
        return None
    readings = {_places(folded, wanted, *around) for around in _surroundings(folded[0], wanted)} - {None}
    return readings.pop() if len(readings) == 1 else None  # of two readings neither is sure


def _surroundings(name: str, classes: Sequence[str]) -> set[tuple[str, str]]:
    """What stands before and after a class in this name, for every class and every place where it occurs."""
    return {
        (name[:start], name[start + len(label) :])
        for label in classes
        if label
        for start in range(len(name) - len(label) + 1)
        if name.startswith(label, start)
    }


def _places(names: Sequence[str], classes: Sequence[str], before: str, after: str) -> tuple[int, ...] | None:
    """For each class the place of the name that is this class between both; None if a class has none."""
    place = {name: index for index, name in enumerate(names)}
    places = [place.get(f"{before}{label}{after}") for label in classes]
    sure = tuple(place for place in places if place is not None)
    return sure if len(sure) == len(classes) else None


def in_class_order(
    argument: str, names: Sequence[str], classes: Sequence[str], say: ArgumentNames, *, stated: bool
) -> list[int] | None:
    """The places of the columns in the order of the classes; None where they are in order, or the names do not tell.

    Where the user stated the order of the classes, columns whose names say otherwise are refused.
    """
    order = columns_by_class(names, classes)
    if order is None or order == tuple(range(len(classes))):
        return None
    if stated:
        position = next(i for i, place in enumerate(order) if place != i)
        raise BadInput(
            f"{say(argument)}: by {say.asked('labels')} column {names[position]!r} contains class {classes[position]}, but its name says otherwise",
            cure=f"give the columns in the order of {say.asked('labels')}",
        )
    return list(order)
