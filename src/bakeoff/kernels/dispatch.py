"""Kernel: a compiled loop and its NumPy twin, with the one guard that chooses between them.

`BAKEOFF_NUMPY=1` in the environment asks for the twins. A module that was compiled from another source than the file
beside it is not used: its functions may take other arguments. `bakeoff --version -v` and one warning say so.
"""

import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from bakeoff.core.errors import StaleKernels

__all__ = ["Argument", "Kernel", "backend", "modules", "warn_if_stale", "why_numpy"]

STALE = "was compiled from another source; install bakeoff again"
MODULES = ("probability", "sorting", "ranking", "resampling", "detection")


def modules(suffix: str) -> tuple[ModuleType, ...] | None:
    """Return the compiled modules of one build ("" or "_avx2"); None where one of them is missing or out of date."""
    return None if isinstance(loaded := _load(suffix), str) else loaded


def _load(suffix: str) -> tuple[ModuleType, ...] | str:
    """Return the modules, or why they cannot be used."""
    loaded = []
    for name in MODULES:
        try:
            loaded.append(import_module(f"bakeoff.kernels.{name}{suffix}"))
        except ModuleNotFoundError:
            return f"the module {name}{suffix} is not compiled"
        except ImportError as problem:
            return f"the module {name}{suffix} cannot be loaded: {problem}"
        if not _same_source(loaded[-1], Path(__file__).with_name(f"{name}.pyx")):
            return f"the module {name}{suffix} {STALE}"
    return tuple(loaded)


def _same_source(module: ModuleType, source: Path) -> bool:
    """Return whether the module was compiled from this file; an installed package may come without it."""
    try:
        digest = sha256(source.read_bytes()).hexdigest()
    except OSError:
        return True
    return bool(getattr(module, "SOURCE", None) == int(digest[:15], 16))


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


def why_numpy() -> str:
    """Return why the twins serve; empty where the compiled modules do."""
    if enabled:
        return ""
    if os.environ.get("BAKEOFF_NUMPY"):
        return "the environment variable BAKEOFF_NUMPY is set"
    return loaded if isinstance(loaded := _load(""), str) else "they were switched off"


def warn_if_stale() -> None:
    """Warn that compiled modules are there and cannot be used; that they are missing is what some installations chose."""
    why = why_numpy()
    if why.endswith(STALE):
        warnings.warn(f"bakeoff is slower than it could be: {why}", StaleKernels, stacklevel=2)


@dataclass(frozen=True, slots=True)
class Argument:
    """An array that a kernel takes: what it holds, its types, and the names of its axes."""

    kind: str  # codes, scores, ascending, probabilities, ...: what the rule test fills in
    axes: tuple[str, ...]  # axes of one name have one length
    dtypes: tuple[Any, ...]
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
        shared: dict[str, Any] = {}
        for argument, value in zip(self.signature, arguments, strict=True):
            if isinstance(argument, str) or (value is None and argument.optional):
                continue
            if value.dtype not in argument.dtypes or not value.size or value.ndim != len(argument.axes):
                return False
            if argument.contiguous and not value.flags.c_contiguous:
                return False
            if argument.family and shared.setdefault(argument.family, value.dtype) != value.dtype:
                return False
            for axis, length in zip(argument.axes, value.shape):  # noqa: B905  # as many, see above
                if shared.setdefault(axis, length) != length:
                    return False
        return True


def array(
    kind: str, axes: str, *dtypes: type, contiguous: bool = True, family: str = "", optional: bool = False
) -> Argument:
    """Return an argument; its axes are letters."""
    kinds = tuple(np.dtype(dtype) for dtype in dtypes)
    return Argument(kind, tuple(axes), kinds, contiguous=contiguous, family=family, optional=optional)
