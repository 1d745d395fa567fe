"""Where a study was run: everything besides data and settings that a result may depend on."""

import os
import platform
import subprocess
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

__all__ = ["environment"]


def environment() -> dict[str, Any]:
    """Packages, Python, processor, numerical libraries, thread settings and the state of git, as plain JSON.

    >>> environment()["python"].split(".")[0]
    '3'
    """
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": f"{platform.system()} {platform.machine()}",
        "release": platform.release(),
        "machine": platform.machine(),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "packages": _packages(),
        "libraries": _libraries(),
        "threads": {name: value for name, value in sorted(os.environ.items()) if name.endswith("_NUM_THREADS")},
        "git": _git(),
    }


def _packages() -> dict[str, str]:
    """Every installed package, by name."""
    found = {}
    for one in distributions():
        name = one.metadata["Name"]
        if name:
            found[name.lower()] = one.version
    return dict(sorted(found.items()))


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor()


def _libraries() -> list[dict[str, Any]]:
    """The BLAS and OpenMP libraries in use."""
    from threadpoolctl import threadpool_info

    kept = ("user_api", "internal_api", "version", "architecture", "num_threads")
    return [{name: one.get(name) for name in kept} for one in threadpool_info()]


def _git() -> dict[str, Any] | None:
    """Commit of the working directory and whether files differ from it; None where there is no repository."""
    commit = _asked("rev-parse", "HEAD")
    return None if commit is None else {"commit": commit, "changed": bool(_asked("status", "--porcelain", "-uno"))}


def _asked(*question: str) -> str | None:
    try:
        answer = subprocess.run(  # noqa: S603  # fixed words, no shell
            ["git", *question],  # noqa: S607  # whichever git the user has
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() if answer.returncode == 0 else None
