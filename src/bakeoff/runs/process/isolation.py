"""What a unit may not leave behind in its child (ProcessState), what it printed or warned of, and what it cost."""

import contextlib
import gc
import os
import random
import resource
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isnan, nan
from time import monotonic, perf_counter, process_time, sleep
from typing import Any

import numpy as np

from bakeoff.core.isolation.private_text import without_private_parts
from bakeoff.runs.process.procfs import (
    anonymous_bytes,
    asleep,
    descendants,
    mapped_bytes,
    peak_bytes,
    reset_peak,
    resident_bytes,
    tasks,
    trim,
)

__all__ = [
    "PeakMemory",
    "ProcessState",
    "Timing",
    "capture_warnings",
    "describe_exception",
    "lap",
    "last_lines",
    "one_line",
    "seeded",
    "serial_jobs",
    "set_seeds",
]

_MOST_WARNINGS = 50
_LONGEST = 500
_LONGEST_TRACE = 16_000


def one_line(text: str, longest: int = _LONGEST) -> str:
    r"""White space folded, cut where it gets too long.

    >>> one_line("two\n  lines")
    'two lines'
    """
    folded = " ".join(text.split())
    return folded if len(folded) <= longest else folded[: longest - 1] + "…"


@contextmanager
def capture_warnings() -> Iterator[dict[str, int]]:
    """Every warning heard inside, each text once, with how often. Filters are put back afterwards."""
    heard: dict[str, int] = {}

    def show(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        text = one_line(without_private_parts(f"{category.__name__}: {message}"))
        if text in heard or len(heard) < _MOST_WARNINGS:
            heard[text] = heard.get(text, 0) + 1

    with warnings.catch_warnings():
        warnings.simplefilter("always")  # "once" would make a unit's warnings depend on the unit before
        warnings.showwarning = show
        yield heard


def describe_exception(error: BaseException, *, without: str = "") -> tuple[str, str]:
    """A sentence and a traceback, both capped; foreign errors may fail even at being printed.

    The outer frames that lie in the file `without` are left out: they are ours and say nothing.
    """
    lowest = error.__traceback__
    while lowest is not None and lowest.tb_frame.f_code.co_filename == without:
        lowest = lowest.tb_next
    name = type(error).__name__
    try:
        sentence = one_line(without_private_parts(f"{name}: {error}") if str(error) else name)
    except Exception:  # noqa: BLE001  # an error whose text raises
        sentence = f"{name}, whose message cannot be read"
    try:
        text = without_private_parts("".join(traceback.format_exception(type(error), error, lowest)))
    except Exception:  # noqa: BLE001  # the same
        text = sentence
    return sentence, text if len(text) <= _LONGEST_TRACE else "…" + text[-_LONGEST_TRACE:]


def last_lines(output: bytes, limit: int) -> str:
    """The end of what was printed."""
    return without_private_parts(output[-limit:].decode("utf-8", errors="replace"))


@dataclass(slots=True)
class Timing:
    """Seconds between two moments."""

    wall: float = nan
    cpu: float = nan


def _cpu() -> float:
    """CPU seconds of this process, all its threads, and the processes it has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + used.ru_utime + used.ru_stime


@contextmanager
def lap() -> Iterator[Timing]:
    """Measure what happens inside, also if it raises."""
    measured = Timing()
    wall, cpu = perf_counter(), _cpu()
    try:
        yield measured
    finally:
        measured.wall, measured.cpu = perf_counter() - wall, _cpu() - cpu


class PeakMemory:
    """How much resident memory grew above its level at the beginning, at the highest moment.

    The level at the beginning (imported packages) is subtracted, and so are pages of files and shared rows that are touched for the
    first time: the first unit of a child loads the code that it runs, the next ones find it there. What is left is what the unit
    needed, its copy of the training rows included. Memory that an earlier unit freed is given back first, or it would hide some of it.
    """

    def __init__(self) -> None:
        trim()
        self._known = reset_peak()
        self._base, self._mapped = resident_bytes(), mapped_bytes()

    def read(self) -> float:
        """Bytes, NaN where the system does not tell."""
        peak, mapped = peak_bytes(), mapped_bytes()
        if not self._known or isnan(peak + mapped + self._base + self._mapped):
            return nan
        return max(peak - self._base - max(mapped - self._mapped, 0.0), 0.0)


_SOON = 1.0  # seconds in which new threads of a library must fall asleep; those of OpenBLAS take a tenth
_LEAK = 512 * 2**20  # bytes a child may keep above its beginning
_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGALRM, signal.SIGCHLD, signal.SIGPIPE, signal.SIGUSR1)
_LIMITS = (
    resource.RLIMIT_AS,
    resource.RLIMIT_NOFILE,
    resource.RLIMIT_CPU,
    resource.RLIMIT_FSIZE,
    resource.RLIMIT_STACK,
)


class ProcessState:
    """Taken once, when a child is young; `restore` after each unit."""

    def __init__(self, output: int) -> None:
        self._folder = os.open(".", os.O_RDONLY | os.O_CLOEXEC)
        self._output = output
        self._environment = dict(os.environ)
        self._path = list(sys.path)
        self._mask = os.umask(0o022)
        os.umask(self._mask)
        self._handlers = [signal.getsignal(number) for number in _SIGNALS]
        self._limits = [resource.getrlimit(limit) for limit in _LIMITS]
        self._streams = (sys.stdout, sys.stderr)
        self._hooks = (sys.excepthook, sys.getrecursionlimit(), threading.excepthook)
        self._errors = np.geterr()
        self._memory = anonymous_bytes(os.getpid())
        self.adopt_threads()

    def begin(self) -> None:
        """A new page for what the unit will print."""
        os.ftruncate(self._output, 0)

    def adopt_threads(self) -> None:
        """Threads that run now are no unit's: those of packages that start some when they are imported."""
        self._threads, self._tasks = set(threading.enumerate()), tasks()

    def restore(self) -> str:
        """Put back what can be put back; return why the child cannot be used again, or ""."""
        os.fchdir(self._folder)
        if dict(os.environ) != self._environment:
            os.environ.clear()
            os.environ.update(self._environment)
        sys.path[:] = self._path
        os.umask(self._mask)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for one, handler in zip(_SIGNALS, self._handlers, strict=True):
            if signal.getsignal(one) != handler:
                signal.signal(one, handler)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):  # foreign code may have put anything there, or closed it
                stream.flush()
        for number in (1, 2):
            os.dup2(self._output, number)
        sys.stdout, sys.stderr = self._streams
        sys.excepthook, limit, threading.excepthook = self._hooks
        sys.setrecursionlimit(limit)
        np.seterr(**self._errors)
        return self._spoiled()

    def _spoiled(self) -> str:
        if set(threading.enumerate()) - self._threads or self._restless():
            return "threads were left running"
        left = descendants(os.getpid())
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if left:
            return "processes were left running"
        if [resource.getrlimit(limit) for limit in _LIMITS] != self._limits:
            return "limits were changed"
        if anonymous_bytes(os.getpid()) > self._memory + _LEAK // 8:
            gc.collect()
            trim()
            if anonymous_bytes(os.getpid()) > self._memory + _LEAK:
                return "memory was not given back"
        return ""

    def _restless(self) -> bool:
        """Whether a thread that Python does not know works on. Those of numerical libraries soon sleep, and may stay."""
        new, give_up = tasks() - self._tasks, monotonic() + _SOON
        while not all(map(asleep, new)):
            if monotonic() > give_up:
                return True
            sleep(0.001)
        self._tasks |= new
        return False


@contextlib.contextmanager
def serial_jobs() -> Iterator[None]:
    """Jobs that a learner hands to joblib run one after another, or in threads where a unit may have several.

    A pool of processes for each unit would take longer than most fits, and units run side by side already.
    """
    joblib: Any = sys.modules.get("joblib")
    if joblib is None:
        yield
        return
    several = os.environ.get("LOKY_MAX_CPU_COUNT", "1") != "1"  # set by the zygote: threads of a unit
    with joblib.parallel_config(backend="threading" if several else "sequential"):
        yield


def set_seeds(seed: int) -> None:
    """The global generators of Python and NumPy."""
    random.seed(seed)
    np.random.seed(seed % 2**32)  # noqa: NPY002  # foreign learners use the global state; here it is made harmless


@contextlib.contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Global generators start from the unit's own seed: whoever uses them cannot see the unit before.

    scikit-learn's global settings, if it is loaded, are put back as well.
    """
    set_seeds(seed)
    config: Any = sys.modules.get("sklearn._config")
    reset: Callable[..., Any] | None = getattr(config, "set_config", None)
    before = config.get_config() if reset is not None else {}
    try:
        yield
    finally:
        if reset is not None and config.get_config() != before:
            reset(**before)
