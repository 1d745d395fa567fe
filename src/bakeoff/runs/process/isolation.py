"""ProcessState: the state of a child before a unit, put back after it, so that the next unit sees nothing of the last.

What cannot be put back (threads, processes, limits, memory that is not given back) is named instead: the child is then
replaced by a fresh one.
"""

import contextlib
import gc
import os
import random
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from time import monotonic, sleep
from typing import Any

import numpy as np

from bakeoff.runs.process.procfs import anonymous_bytes, asleep, descendants, tasks, trim

__all__ = ["ProcessState", "seeded"]

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
        self._handlers = [signal.getsignal(one) for one in _SIGNALS]
        self._limits = [resource.getrlimit(one) for one in _LIMITS]
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
        if [resource.getrlimit(one) for one in _LIMITS] != self._limits:
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
def seeded(seed: int) -> Iterator[None]:
    """Global generators start from the unit's own seed: whoever uses them cannot see the unit before.

    scikit-learn's global settings, if it is loaded, are put back as well.
    """
    random.seed(seed)
    np.random.seed(seed % 2**32)  # noqa: NPY002  # foreign learners use the global state; here it is made harmless
    config: Any = sys.modules.get("sklearn._config")
    reset: Callable[..., Any] | None = getattr(config, "set_config", None)
    before = config.get_config() if reset is not None else {}
    try:
        yield
    finally:
        if reset is not None and config.get_config() != before:
            reset(**before)
