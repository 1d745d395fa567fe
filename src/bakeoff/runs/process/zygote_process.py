"""ZygoteProcess, the coordinator's side of a zygote: started early, lent to one pool at a time, kept for the next one."""

import atexit
import contextlib
import os
import resource
import signal
import socket
import sys
import tempfile
import threading
import uuid
from collections.abc import Collection
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.core.isolation.child_process import TimeoutExpired, interpreter, start_python
from bakeoff.core.isolation.messages import encoded, receive, send
from bakeoff.core.isolation.modules_beside import modules_beside
from bakeoff.runs.process.procfs import marked, rights

__all__ = ["ZygoteProcess", "give_back", "lend", "warm_up"]

_MARK = "BAKEOFF_RUN"
_PATIENCE = 5.0  # seconds for a zygote to end its children
_IDLE = 60.0  # seconds after which a zygote that nobody uses ends
_ATTEMPTS = 3
_SET_BY_SKLEARN = ("KMP_DUPLICATE_LIB_OK", "KMP_INIT_AT_FORK")  # in any process that imports it, so in the zygote too
_LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
# What SklearnLearner itself imports in its first fit.
NEEDED = frozenset({"sklearn.base", "sklearn.compose", "sklearn.mixture", "sklearn.pipeline", "scipy.sparse"})


def thread_settings(threads: int) -> dict[str, str]:
    """Environment that holds numerical libraries to so many threads. They read it when they are loaded."""
    names = [f"{name}_NUM_THREADS" for name in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR", "NUMBA", "RAYON")]
    names += ["VECLIB_MAXIMUM_THREADS", "POLARS_MAX_THREADS", "LOKY_MAX_CPU_COUNT"]
    return dict.fromkeys(names, str(threads))


def _circumstances(threads: int) -> dict[str, Any]:
    """Everything that a new process would take over from this one. A zygote serves only where it has not changed."""
    with contextlib.suppress(OSError):  # the folder may be gone
        return {
            "threads": threads,
            "python": interpreter(),
            "path": list(sys.path),
            "beside": modules_beside(),
            "folder": os.getcwd(),  # noqa: PTH109  # compared, not used
            "environment": {name: text for name, text in os.environ.items() if name not in _SET_BY_SKLEARN},
            "rights": (os.getuid(), os.getgid(), os.getpriority(os.PRIO_PROCESS, 0), rights()),
            "limits": [resource.getrlimit(limit) for limit in _LIMITS],
        }
    return {"never": object()}  # equal to nothing


class _Killed(BakeoffError):
    """It was killed before it was ready."""


class ZygoteProcess:
    """Started as a program of its own: a script needs no `__main__` guard, a notebook or Dask worker may do it too."""

    def __init__(self, *, threads: int, modules: Collection[str]) -> None:
        if not hasattr(os, "fork"):
            raise BakeoffError("units run in forked processes, which this system lacks; use Linux, macOS or WSL")
        self.circumstances = _circumstances(threads)
        self._mark = f"{_MARK}={uuid.uuid4().hex}"
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the process
        self._control, theirs = socket.socketpair()
        self.wire: socket.socket | None = None  # to the pool that has it
        with theirs:
            self._process = start_python(
                "bakeoff.runs.process.zygote",
                str(theirs.fileno()),
                folder=None,  # learners may read files of the working folder
                environment=self._environment(threads),
                pass_fds=[theirs.fileno()],
                stdout=self._errors,
                stderr=self._errors,
                session=True,  # Ctrl-C is the coordinator's matter
            )
        self.pid = self._process.pid
        wishes: dict[str, Any] = {"parent": os.getpid(), "path": sys.path, "modules": sorted(modules), "idle": _IDLE}
        wishes["environment"] = {"PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED")}
        with contextlib.suppress(OSError):
            send(self._control, encoded(wishes, {}))

    def _environment(self, threads: int) -> dict[str, str]:
        mark, value = self._mark.split("=")
        return {
            **thread_settings(threads),
            mark: value,
            "PYTHONHASHSEED": "0",
        }  # the order of sets must not vary either

    def lend(self, *, lines: int, modules: Collection[str]) -> socket.socket:
        """Wait until it can fork children, and get a wire on which to ask for them; closing it ends them all."""
        self.wire, theirs = socket.socketpair()
        with theirs, contextlib.suppress(OSError):  # a dead zygote is noticed at once
            send(self._control, encoded({"lines": lines, "modules": sorted(modules)}, {}), [theirs.fileno()])
        try:
            ready = receive(self.wire)
        except BaseException:
            self.end()
            raise
        if ready is None:
            code = self._process.wait()
            self._errors.seek(0)
            printed = self._errors.read()[-2000:].decode(errors="replace").strip()
            self.end()
            kind = _Killed if code <= 0 else BakeoffError  # 0: it had been idle and ended just now
            raise kind(f"the process that runs learners could not start (exit code {code}); it printed:\n{printed}")
        return self.wire

    def release(self) -> bool:
        """End its children; whether it can be lent again."""
        assert self.wire is not None
        self.wire.close()
        self._wake()
        try:
            self._control.settimeout(_PATIENCE)
            free = receive(self._control) is not None
            self._control.settimeout(None)
        except OSError:
            return False
        if free:
            self.wire = None
        return free

    def end(self) -> None:
        """Hang up, wait until it has killed its children, and look for anything that escaped."""
        if self.wire is None:
            self._process.kill()  # it has no children
        else:
            self.wire.close()
        self._control.close()
        self._wake()
        try:
            self._process.wait(_PATIENCE)
        except TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pid in marked(self._mark) if self.wire is not None else ():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self._errors.close()

    def _wake(self) -> None:
        """A learner may have stopped it."""
        self._process.send_signal(signal.SIGCONT)

    def fits(self, threads: int) -> bool:
        """Whether it lives and a new one would be no different."""
        return self.circumstances == _circumstances(threads) and self._process.poll() is None

    def forget(self) -> None:
        """In a fork of the coordinator: it is the other's."""
        self._control.close()


class _Reserve:
    """At most one zygote that no pool uses; it belongs to this process alone."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: ZygoteProcess | None = None
        self._others: list[ZygoteProcess] = []  # of the process that this one was forked from
        self._registered = False

    def put(self, zygote: ZygoteProcess) -> None:
        with self._lock:
            if not self._registered:
                self._registered = True
                atexit.register(self._empty_at_exit)
                os.register_at_fork(after_in_child=self._forked)
            before, self._kept = self._kept, zygote
        if before is not None:
            before.end()

    def take(self, threads: int) -> ZygoteProcess | None:
        """The one that is kept if it fits; one that does not is ended."""
        with self._lock:
            kept, self._kept = self._kept, None
        if kept is not None and not kept.fits(threads):
            kept.end()
            return None
        return kept

    def empty(self) -> None:
        with self._lock:
            kept, self._kept = self._kept, None
        if kept is not None:
            kept.end()

    def _empty_at_exit(self) -> None:
        """The same at the end of the process, where another Ctrl-C would only print a traceback."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.empty()

    def _forked(self) -> None:
        self._lock = threading.Lock()
        if self._kept is not None:
            self._kept.forget()
            self._others.append(self._kept)  # kept, since Python would complain that it still runs
            self._kept = None


_RESERVE = _Reserve()


def warm_up(*, threads: int = 1) -> None:
    """Let a zygote start while something else is done; the next pool finds it ready. Nothing is done where one is."""
    kept = _RESERVE.take(threads)
    with contextlib.suppress(BakeoffError, OSError):  # whoever needs it says why there is none
        _RESERVE.put(kept or ZygoteProcess(threads=threads, modules=NEEDED | _used()))


def _used() -> set[str]:
    """Parts of scikit-learn that this process has imported: learners are made of them."""
    return {name for name in sys.modules if name.startswith("sklearn.") and name.count(".") == 1 and "._" not in name}


def lend(*, threads: int, lines: int, modules: Collection[str]) -> tuple[ZygoteProcess, socket.socket]:
    """A zygote that is ready, and the wire to it. One that is killed while it starts tells nothing about the next."""
    for _ in range(_ATTEMPTS - 1):
        zygote = _RESERVE.take(threads) or ZygoteProcess(threads=threads, modules=modules)
        with contextlib.suppress(_Killed):
            return zygote, zygote.lend(lines=lines, modules=modules)
    zygote = ZygoteProcess(threads=threads, modules=modules)
    return zygote, zygote.lend(lines=lines, modules=modules)


def give_back(zygote: ZygoteProcess) -> None:
    """End its children and keep it for the next pool."""
    if zygote.release():
        _RESERVE.put(zygote)
    else:
        zygote.end()
