"""ZygoteProcess: the coordinator's handle on its zygote, from the start to the last orphan."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Sequence
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.runs.process.messages import encoded, receive, send
from bakeoff.runs.process.procfs import marked

__all__ = ["ZygoteProcess", "started", "thread_settings"]

_MARK = "BAKEOFF_RUN"
_PATIENCE = 5.0
_ATTEMPTS = 3


def thread_settings(threads: int) -> dict[str, str]:
    """Environment that holds numerical libraries to so many threads. They read it when they are loaded."""
    names = [f"{name}_NUM_THREADS" for name in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR", "NUMBA", "RAYON")]
    names += ["VECLIB_MAXIMUM_THREADS", "POLARS_MAX_THREADS", "LOKY_MAX_CPU_COUNT"]
    return dict.fromkeys(names, str(threads))


class _Killed(BakeoffError):
    """It was killed before it was ready."""


def started(*, threads: int, lines: int, modules: Sequence[str]) -> "ZygoteProcess":
    """A zygote that is ready. One that is killed while it starts says nothing about the next."""
    for _ in range(_ATTEMPTS - 1):
        with contextlib.suppress(_Killed):
            return ZygoteProcess(threads=threads, lines=lines, modules=modules)
    return ZygoteProcess(threads=threads, lines=lines, modules=modules)


class ZygoteProcess:
    """Started as a program of its own: a script needs no `__main__` guard, a notebook or Dask worker may do it too."""

    def __init__(self, *, threads: int, lines: int, modules: Sequence[str]) -> None:
        if not hasattr(os, "fork"):
            raise BakeoffError("units run in forked processes, which this system lacks; use Linux, macOS or WSL")
        self._mark = f"{_MARK}={uuid.uuid4().hex}"
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the process
        self.wire, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # our own interpreter, our own module
                [sys.executable, "-P", "-m", "bakeoff.runs.process.zygote", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=self._errors,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C is the coordinator's matter
                env=self._environment(threads),
            )
        wishes: dict[str, Any] = {"path": sys.path, "modules": list(modules), "lines": lines}
        wishes["environment"] = {name: os.environ.get(name) for name in ("PYTHONPATH", "PYTHONHASHSEED")}
        with contextlib.suppress(OSError):
            send(self.wire, encoded(wishes, {}))
        self._await_ready()

    def _environment(self, threads: int) -> dict[str, str]:
        mark, value = self._mark.split("=")
        path = os.pathsep.join(one for one in sys.path if one)
        fixed = {mark: value, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}  # the order of sets must not vary either
        return {**os.environ, **thread_settings(threads), **fixed}

    def _await_ready(self) -> None:
        try:
            ready = receive(self.wire)
        except BaseException:
            self.end()
            raise
        if ready is None:
            code = self._process.wait()
            self._errors.seek(0)
            said = self._errors.read()[-2000:].decode(errors="replace").strip()
            self.end()
            kind = _Killed if code < 0 else BakeoffError
            raise kind(f"the process that runs learners could not start (exit code {code}); it said:\n{said}")
        self.pid = int(ready.header["ready"])

    def end(self) -> None:
        """Hang up, wait until it has killed its children, and look for anything that escaped."""
        self.wire.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pid in marked(self._mark):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        self._errors.close()
