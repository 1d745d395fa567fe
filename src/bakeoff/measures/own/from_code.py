"""Measures that are named as code: a function of a file that the user typed, or of a module that the user allowed."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.core.text import clean, elide
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.own.given import measure_of
from bakeoff.measures.own.own_measure import own_measure
from bakeoff.measures.own.scorers import is_scorer, measure_of_metric

__all__ = ["allowed_measure", "typed_measure"]

FILE = ".py:"  # between the name of a file and that of its function


def typed_measure(text: str) -> str:
    """The name of the measure that a user typed; "my_metrics.py:profit" or "my_metrics.py:profit:higher" runs that file.

    >>> typed_measure("accuracy")
    'accuracy'
    """
    head, mark, function = text.partition(FILE)
    if not mark:
        return text
    from bakeoff.core.isolation.user_module import object_from_file

    name, _, direction = function.partition(":")
    return _measure(object_from_file(f"{head}.py", name), name, direction, text).name


def allowed_measure(text: str, allow: Sequence[str]) -> str:
    """The same of a study file, which may be a stranger's: "my_metrics:profit" of a module that the user allowed.

    >>> allowed_measure("accuracy", ()), allowed_measure("fbeta(2)", ())
    ('accuracy', 'fbeta(2)')
    """
    module, mark, function = text.replace(FILE, ":").partition(":")
    if not mark or "(" in module:
        return text
    if module not in allow:
        raise BadInput(
            f"{elide(clean(text), 60)!r} is a function, which is code: a study file may name it only if you allow its module "
            f"with --allow {clean(module)}"
        )
    name, _, direction = function.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise BadInput(f"{clean(text)!r} cannot be imported: {clean(str(error))}") from None
    return _measure(found, name, direction, text).name


def _measure(function: Any, name: str, direction: str, text: str) -> Measure:
    if direction and not isinstance(function, Measure):
        return own_measure(function, name, direction=direction)
    if isinstance(function, Measure) or is_scorer(function) or not callable(function):
        return measure_of(function)
    measure = measure_of_metric(function)
    if measure is None:
        raise BadInput(
            f"is a higher or a lower {clean(name)} better? Write it behind the name: {clean(text)}:{Direction.HIGHER} or "
            f":{Direction.LOWER}"
        )
    return measure
