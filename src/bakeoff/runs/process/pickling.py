"""Learners on their way from a parent to its own child, by cloudpickle. The only file that may use it.

Nothing is ever unpickled that came from a user's file or back from a child.
"""

import copyreg
import pickletools
import sys
from collections.abc import Iterator
from time import monotonic
from typing import Any

import cloudpickle
import numpy as np

from bakeoff.learners.preprocessing import Medians
from bakeoff.runs.process.zygote_process import NEEDED

__all__ = ["foreign", "foreign_modules", "model_bytes", "modules_in", "packed", "unpacked"]

_SAFE_TO_PRELOAD = ("sklearn", "scipy", "numpy", "bakeoff")
_TRUSTED = frozenset({*_SAFE_TO_PRELOAD, "builtins", "collections", "copyreg"})
_LARGEST = 2**31
_SUBIMPORT = "\0subimport"  # in place of cloudpickle's function of that name, which is called with the name of a module
_QUICK: Any = cloudpickle.Pickler.__base__  # the plain pickler


def packed(thing: object) -> bytes:
    """A learner as bytes; classes that live in a script or a notebook travel whole."""
    data: bytes = cloudpickle.dumps(thing)
    return data


def unpacked(data: bytes | memoryview) -> Any:
    """The learner again, in the child. A new one each time, so that a learner that remembers cannot pass it on."""
    return cloudpickle.loads(data)


def modules_in(data: bytes) -> set[str]:
    """Modules that the bytes will import and that may be imported once, before any child is forked.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> "sklearn.naive_bayes" in modules_in(packed(GaussianNB()))
    True
    """
    texts = {argument for _, argument, _ in pickletools.genops(data) if isinstance(argument, str)}
    modules = {
        text for text in texts if text.split(".")[0] in _SAFE_TO_PRELOAD and text.replace(".", "_").isidentifier()
    }
    # An estimator of the user's own names no module of scikit-learn, but needs it; so many children need not import it.
    return modules | NEEDED if "bakeoff.learners.estimators" in modules else modules


def foreign(data: bytes) -> set[str]:
    """Packages outside scikit-learn, its foundations and bakeoff that the bytes take code from; "" for one unknown.

    Code that travels whole counts as cloudpickle's.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> foreign(packed(GaussianNB())), "cloudpickle" in foreign(packed(lambda: 1))
    (set(), True)
    """
    return {module.split(".")[0] for module in _imported(data)} - _TRUSTED


def foreign_modules(data: bytes) -> frozenset[str]:
    """Modules outside scikit-learn and Python itself that the bytes will import, or that code which travels whole refers to."""
    trusted = {*_TRUSTED, *sys.stdlib_module_names, "", "__main__", "cloudpickle"}
    return frozenset(module for module in _imported(data) if module.split(".")[0] not in trusted)


def _imported(data: bytes) -> Iterator[str]:
    """The module of each class or function that the bytes name, and modules themselves; "" where it cannot be read."""
    pushed: list[str] = []  # what lies on the stack where it is text, "" where it is not
    memo: list[str] = []

    def push(text: str) -> Iterator[str]:
        if pushed and pushed[-1] == _SUBIMPORT and text:
            yield text  # a module that code which travels whole refers to
        pushed.append(text)

    for code, argument, _ in pickletools.genops(data):
        if code.name == "MEMOIZE":
            memo.append(pushed[-1] if pushed else "")
        elif code.name == "STACK_GLOBAL":
            yield pushed[-2] if len(pushed) > 1 else ""
            pushed.append(_SUBIMPORT if pushed[-1:] == ["subimport"] else "")
        elif code.name == "GLOBAL":
            yield str(argument).split(" ")[0]
            pushed.append("")
        elif code.name in ("BINGET", "LONG_BINGET"):
            place = int(argument or 0)
            yield from push(memo[place] if place < len(memo) else "")
        elif code.name in ("INST", "EXT1", "EXT2", "EXT4", "PUT", "BINPUT", "LONG_BINPUT", "PERSID", "BINPERSID"):
            yield ""  # never written by the pickler of `packed`
        elif code.name not in ("PROTO", "FRAME"):
            yield from push(argument if isinstance(argument, str) else "")


class _Full(Exception):
    """The model is too large, or takes too long, to be worth measuring."""


class _Counter:
    """A file that keeps nothing but the number of bytes."""

    def __init__(self, seconds: float) -> None:
        self.total = 0
        self._end = monotonic() + seconds

    def write(self, data: Any) -> int:
        self.add(len(data))
        return len(data)

    def add_buffer(self, buffer: Any) -> None:
        """An array, counted where it lies and not copied."""
        self.add(memoryview(buffer).nbytes)

    def add(self, size: int) -> None:
        self.total += size
        if self.total > _LARGEST or monotonic() > self._end:
            raise _Full


def _as_many_numbers(medians: Medians) -> tuple[Any, ...]:
    """In their place as many numbers: for counting bytes they need not be worked out."""
    return Medians.stated, (np.zeros(medians.width),)


def model_bytes(model: object, *, seconds: float) -> float:
    """How large a fitted model would be on disk; NaN if it cannot be written or takes longer than that.

    >>> 8000 < model_bytes(list(range(4000)), seconds=5.0) < 20000
    True
    """
    # The first is three times as fast, the second knows more classes; the first would import a module that is not there.
    importable = type(model).__module__ in sys.modules
    for pickler in (_QUICK, cloudpickle.Pickler) if importable else (cloudpickle.Pickler,):
        counter = _Counter(seconds)
        try:
            writer = pickler(counter, protocol=5, buffer_callback=counter.add_buffer)
            if pickler is _QUICK:
                writer.dispatch_table = copyreg.dispatch_table | {Medians: _as_many_numbers}
            writer.dump(model)
        except _Full:
            break
        except Exception:  # noqa: BLE001, S112  # foreign code decides how it is pickled; a refusal means "not measured"
            continue
        return float(counter.total)
    return float("nan")
