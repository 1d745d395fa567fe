"""Parameters through which a study file could reach files or code, and how learners of a study file are kept from it.

A study file holds texts, numbers, lists and tables, so no parameter can receive a function from it. What remains are
texts that scikit-learn takes for the name of a file, or evaluates. Objects that a user makes in Python are not checked.
A fitted model that was loaded from a file is a stranger's too; there the same parameters lie in the objects themselves.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import Any

import numpy as np

from bakeoff.core.cores import cores, most_at_once
from bakeoff.core.errors import BadInput
from bakeoff.core.isolation.modules_beside import modules_beside, restore_beside
from bakeoff.core.text import counted

__all__ = ["HAZARDS", "Hazard", "check_model", "check_parameters", "model_parts", "without_caches"]


@dataclass(frozen=True, slots=True)
class Hazard:
    """A parameter that a study file may not fill with every text."""

    parameter: str
    reason: str
    cure: str
    harmless: str = ""  # pattern of the texts that it may hold; numbers and truth values are left to scikit-learn


HAZARDS = (
    Hazard("memory", "caches on disk are read as pickles, which can run code", "drop it"),
    Hazard("input", "the cells of a data set would name files to read", 'write "content" or drop it', "content"),
    Hazard("pre_dispatch", "its text is evaluated", "give a whole number or drop it", r"all|(\d{1,3}\*)?n_jobs"),
    Hazard("solver_options", "the solver writes files that its options name", "give it numbers, true and false only"),
)
_WITHOUT_PARTS = (str, bytes, int, float, complex, type, type(None), FunctionType)
_HAZARDS = {hazard.parameter: hazard for hazard in HAZARDS}


def check_parameters(value: object) -> None:
    """Refuse hazards at any depth of parameters, grids, distributions and nested estimators. Nothing is imported.

    >>> check_parameters({"param_grid": [{"svc__C": [1, 10]}, {"clf__memory": ["cache"]}]})
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: parameter 'clf__memory': caches on disk are read as pickles, which can run code; drop it
    """
    if isinstance(value, Mapping):
        for key, item in value.items():
            hazard = _hazard(str(key).rpartition("__")[2], item)
            if hazard is not None:
                raise BadInput(f"parameter {key!r}: {hazard.reason}; {hazard.cure}")
            if str(key).rpartition("__")[2] == "n_jobs" and any(number > most_at_once() for number in _numbers(item)):
                raise BadInput(
                    f"parameter {key!r}: a study file may not ask for so many processes on {counted(cores(), 'core')}; "
                    f"give at most {most_at_once()}, or -1"
                )
            check_parameters(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            check_parameters(item)


def check_model(model: object) -> None:
    """Refuse a loaded model with hazards at any depth; its caches are taken away, and no part of it starts processes.

    Types from outside scikit-learn are code that the user trusts by name, so their parameters are their own matter.

    >>> from sklearn.feature_extraction.text import CountVectorizer
    >>> check_model({"estimator": [CountVectorizer(input="filename")]})
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: contains a CountVectorizer with a dangerous parameter 'input': the cells of a data set would name files to read
    """
    for part, own in model_parts(model):
        if isinstance(part, dict) and "n_jobs" in part:  # of a function with its arguments
            part["n_jobs"] = 1
        _check_object(part, own)


def model_parts(model: object) -> Iterator[tuple[object, dict[str, Any]]]:
    """Every object inside a model once, with its attributes; what the caller puts into them is visited in their place."""
    visited: dict[int, object] = {}  # the objects too, so that no number is used again
    waiting = [model]
    while waiting:
        part = waiting.pop()
        if id(part) in visited or isinstance(part, _WITHOUT_PARTS):
            continue
        visited[id(part)] = part
        own = getattr(part, "__dict__", None)
        own = own if isinstance(own, dict) else {}
        yield part, own
        waiting += own.values()
        waiting += _parts(part)


def _check_object(part: object, own: dict[str, Any]) -> None:
    if "n_jobs" in own:
        own["n_jobs"] = 1
    if type(part).__module__.partition(".")[0] != "sklearn":
        return
    if "memory" in own:
        own["memory"] = None
    for name in own.keys() & _HAZARDS.keys():
        hazard = _HAZARDS[name]
        if not _plain(own[name]) or _hazard(name, own[name]) is not None:
            raise BadInput(f"contains a {type(part).__name__} with a dangerous parameter {name!r}: {hazard.reason}")


def _plain(value: object) -> bool:
    """Whether it is of the types that a study file knows: an array, say, may be equal to a text without being one."""
    if type(value) in (list, tuple, dict):
        return all(map(_plain, _parts(value)))
    return value is None or type(value) in (str, bool, int, float)


def _parts(value: object) -> Iterable[object]:
    """What a container holds."""
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return value
    if isinstance(value, partial):
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, np.ndarray) and value.dtype.hasobject:
        return list(value.flat)
    return ()


def _hazard(parameter: str, value: object) -> Hazard | None:
    """What is wrong with such a value of the parameter."""
    hazard = _HAZARDS.get(parameter)
    return None if hazard is None or all(re.fullmatch(hazard.harmless, text) for text in _texts(value)) else hazard


@contextmanager
def without_caches() -> Iterator[None]:
    """As long as this lasts, joblib keeps no cache: neither in this process nor in the processes it starts."""
    from joblib import Memory
    from joblib.parallel import LokyBackend

    opened, configured = Memory.__init__, LokyBackend.configure

    def configure(self: Any, *args: Any, **settings: Any) -> Any:
        return configured(self, *args, **{**settings, "initializer": _begin, "initargs": (modules_beside(),)})

    _close_caches()
    LokyBackend.configure = configure
    try:
        yield
    finally:
        Memory.__init__, LokyBackend.configure = opened, configured


def _begin(beside: Mapping[str, str]) -> None:
    """In a process that joblib starts: modules that the user allowed are found there too."""
    restore_beside(beside)
    _close_caches()


def _close_caches() -> None:
    """Every cache made from now on has no place to lie in."""
    from joblib import Memory

    opened = Memory.__init__

    def unplaced(self: Any, location: object = None, *args: Any, **settings: Any) -> None:  # noqa: ARG001
        opened(self, None, *args, **settings)

    Memory.__init__ = unplaced


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, (Mapping, list, tuple)):
        for part in _parts(value):
            yield from _numbers(part)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list, tuple)):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(item)
