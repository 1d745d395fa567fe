"""Kernel: a compiled loop and its NumPy twin, with the one guard that chooses between them.

`BAKEOFF_NUMPY=1` in the environment asks for the twins.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

__all__ = ["Argument", "Kernel", "backend", "modules"]

MODULES = ("counting", "probability", "sorting", "ranking", "resampling")


def modules(suffix: str) -> tuple[ModuleType, ...] | None:
    """Return the compiled modules of one build ("" or "_avx2"); None where one of them is missing."""
    try:
        return tuple(import_module(f"bakeoff.kernels.{name}{suffix}") for name in MODULES)
    except ImportError:
        return None


def _widest() -> tuple[ModuleType, ...] | None:
    """Return the compiled modules of the widest build that the processor can run."""
    if os.environ.get("BAKEOFF_NUMPY") or (plain := modules("")) is None:
        return None
    return (modules("_avx2") or plain) if plain[0].has_avx2() else plain


EXTENSIONS = _widest()
enabled = EXTENSIONS is not None


def backend() -> str:
    """Return which of the two serves: "compiled" or "numpy".

    >>> backend() in ("compiled", "numpy")
    True
    """
    return "compiled" if enabled else "numpy"


@dataclass(frozen=True, slots=True)
class Argument:
    """An array that a kernel takes: what it holds, its types, and the names of its axes."""

    kind: str  # codes, scores, ascending, probabilities, ...: what the rule test fills in
    axes: tuple[str, ...]  # axes of one name have one length
    dtypes: frozenset[Any]
    contiguous: bool = True
    family: str = ""  # arguments of one family have one type
    optional: bool = False  # whether it may be None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """A loop in two versions with the same arguments and, within the tolerance, the same answer.

    Call it: the compiled version serves where it can work on these arrays, else its twin does.
    """

    name: str
    compiled: Callable[..., Any]
    twin: Callable[..., Any]
    signature: tuple[Argument | str, ...]  # a plain parameter is its name
    tolerance: float = 0.0  # relative
    answers: Callable[[Any], tuple[Any, ...]] | None = None  # the numbers of a result that is an object
    nan: bool = False  # whether NaN may come in; elsewhere the checks of user input have refused it

    def __call__(self, *arguments: Any) -> Any:
        return (self.compiled if enabled and self.accepts(arguments) else self.twin)(*arguments)

    def accepts(self, arguments: tuple[Any, ...]) -> bool:
        """Return whether the compiled version can work on these: types, order in memory, lengths; nothing empty."""
        known: dict[str, Any] = {}
        for argument, value in zip(self.signature, arguments, strict=True):
            if isinstance(argument, str) or (value is None and argument.optional):
                continue
            if value.dtype not in argument.dtypes or not value.size or value.ndim != len(argument.axes):
                return False
            if argument.contiguous and not value.flags.c_contiguous:
                return False
            if argument.family and known.setdefault(argument.family, value.dtype) != value.dtype:
                return False
            for axis, length in zip(argument.axes, value.shape, strict=True):
                if known.setdefault(axis, length) != length:
                    return False
        return True


def array(
    kind: str, axes: str, *dtypes: type, contiguous: bool = True, family: str = "", optional: bool = False
) -> Argument:
    """Return an argument; its axes are letters."""
    kinds = frozenset(np.dtype(dtype) for dtype in dtypes)
    return Argument(kind, tuple(axes), kinds, contiguous=contiguous, family=family, optional=optional)
