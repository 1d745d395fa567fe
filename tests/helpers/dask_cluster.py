"""A real Dask cluster on loopback for tests: each part a process of its own, started and killed by its id."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

SECONDS = 60.0  # to wait for anything; only a failure takes so long


def until(condition: Callable[[], Any], what: str, seconds: float = SECONDS) -> Any:
    """Wait for a condition and return it."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds:g} s in vain: {what}")
        time.sleep(0.02)
    return found


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Cluster:
    """`dask scheduler` and `dask worker`, without nannies: a killed worker stays dead."""

    def __init__(self, folder: Path, workers: int = 2, *, threads: int = 1, **config: str) -> None:
        self._folder, self._threads = folder, threads
        self._environment = {**os.environ, **config}
        self._environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen] = []
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show", "--dashboard-address", "127.0.0.1:0"
        )
        until(self._file.exists, "the scheduler writes its file")
        self.address = until(self._address, "the scheduler's address")
        for _ in range(workers):
            self.add()
        until(lambda: self.registered() >= workers, "the workers find the scheduler")

    def registered(self) -> int:
        """How many workers have ever found the scheduler."""
        log = self._folder / "worker.log"
        return log.read_text().count("Registered to:") if log.exists() else 0

    def _address(self) -> str:
        with contextlib.suppress(ValueError):
            return json.loads(self._file.read_text())["address"]
        return ""

    def add(self) -> subprocess.Popen:
        """One more worker."""
        some = ["--no-nanny", "--nthreads", str(self._threads), "--memory-limit", "1GB", "--no-dashboard"]
        place = ["--host", "127.0.0.1", "--local-directory", str(self._folder), "--death-timeout", "30"]
        self.workers.append(self._start("worker", *some, *place))
        return self.workers[-1]

    def _start(self, part: str, *options: str) -> subprocess.Popen:
        with (self._folder / f"{part}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", part, "--scheduler-file", str(self._file), *options],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env=self._environment,
                cwd=self._folder,
            )

    def kill(self, process: subprocess.Popen) -> None:
        """As a machine dies: at once, without a word."""
        process.send_signal(signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process.poll() is None:
                self.kill(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def children_of(pid: int) -> list[int]:
    """Processes that a process started."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return found
