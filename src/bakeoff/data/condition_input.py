"""Conditions as users write them."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.conditions import Condition
from bakeoff.data.dataset import Dataset
from bakeoff.data.load import load
from bakeoff.data.synthetic import make

__all__ = ["as_conditions"]

_KEYS = tuple(one.name for one in fields(Condition))


def as_conditions(given: Mapping[str, Any] | Iterable[Any], datasets: Iterable[Dataset] = ()) -> tuple[Condition, ...]:
    """Conditions from objects, or from a mapping of names to what differs.

    What differs is a Condition, a data set, a pair (X, y), a path, or a mapping such as {"noise": 0.5}; in a mapping `data`
    may be any of these and `make` an artificial domain with its settings.
    """
    known = tuple(datasets)
    if isinstance(given, Condition):
        given = [given]
    if isinstance(given, Mapping):
        return tuple(_condition(str(name), one, known) for name, one in given.items())
    return tuple(_condition("", one, known) for one in given)


def _condition(name: str, given: Any, datasets: tuple[Dataset, ...]) -> Condition:
    if isinstance(given, Condition):
        return replace(given, name=name) if name and name != given.name else given
    if not isinstance(given, Mapping):
        return Condition(name=name, data=_rows(name, given, datasets))
    settings = dict(given)
    settings.setdefault("name", name)
    made = settings.pop("make", None)
    if made is not None:
        settings["data"] = make(**made) if isinstance(made, Mapping) else make(made)
    for key in settings:
        if key not in _KEYS:
            raise UnknownName("key of a condition", str(key), (*_KEYS, "make"))
    if settings.get("data") is not None:
        settings["data"] = _rows(settings["name"], settings["data"], datasets)
    return Condition(**settings)


def _rows(name: str, given: Any, datasets: tuple[Dataset, ...]) -> Dataset:
    if isinstance(given, Dataset):
        return given
    if isinstance(given, tuple) and len(given) == 2:
        like = datasets[0] if datasets else None
        if like is None:
            return load(given, name=name or "other rows")
        return load(given, name=name or "other rows", task=like.task, classes=like.classes or None)
    raise BadInput(
        f"condition {name!r}: other rows must be a data set (bo.load, bo.make) or a pair (X, y), not a {type(given).__name__}"
    )
