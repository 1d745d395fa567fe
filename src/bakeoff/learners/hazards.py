"""Parameters through which a study file could reach files or code, and how learners of a study file are kept from it.

A study file holds texts, numbers, lists and tables, so no parameter can receive a function from it. What remains are
texts that scikit-learn takes for the name of a file, or evaluates. Objects that a user makes in Python are not checked.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bakeoff.core.errors import BadInput

__all__ = ["HAZARDS", "Hazard", "check_parameters", "without_caches"]


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
_HAZARDS = {one.parameter: one for one in HAZARDS}


def check_parameters(value: object) -> None:
    """Refuse hazards at any depth of parameters, grids, distributions and nested estimators. Nothing is imported.

    >>> check_parameters({"param_grid": [{"svc__C": [1, 10]}, {"clf__memory": ["cache"]}]})
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: parameter 'clf__memory': caches on disk are read as pickles, which can run code; drop it
    """
    if isinstance(value, Mapping):
        for key, one in value.items():
            hazard = _HAZARDS.get(str(key).rpartition("__")[2])
            if hazard is not None and not all(re.fullmatch(hazard.harmless, text) for text in _texts(one)):
                raise BadInput(f"parameter {key!r}: {hazard.reason}; {hazard.cure}")
            check_parameters(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            check_parameters(one)


@contextmanager
def without_caches() -> Iterator[None]:
    """As long as this lasts, joblib keeps no cache: neither in this process nor in the processes it starts."""
    from joblib import Memory
    from joblib.parallel import LokyBackend

    opened, configured = Memory.__init__, LokyBackend.configure

    def configure(self: Any, *args: Any, **settings: Any) -> Any:
        return configured(self, *args, **{**settings, "initializer": _close_caches})

    _close_caches()
    LokyBackend.configure = configure
    try:
        yield
    finally:
        Memory.__init__, LokyBackend.configure = opened, configured


def _close_caches() -> None:
    """Every cache made from now on has no place to lie in."""
    from joblib import Memory

    opened = Memory.__init__

    def unplaced(self: Any, location: object = None, *args: Any, **settings: Any) -> None:  # noqa: ARG001
        opened(self, None, *args, **settings)

    Memory.__init__ = unplaced


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (Mapping, list, tuple)):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(one)
