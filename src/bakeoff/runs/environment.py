"""What the units ran on: packages, Python, processor, linear algebra, threads, state of the repository."""

import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from os import cpu_count
from pathlib import Path
from typing import Any

__all__ = ["environment"]

PACKAGES = ("bakeoff", "numpy", "scipy", "scikit-learn", "narwhals", "cloudpickle", "threadpoolctl", "pandas", "polars")


def environment() -> dict[str, Any]:
    """Everything that may change a number, as plain JSON; what cannot be found out is left out.

    >>> sorted(environment())
    ['blas', 'cores', 'cpu', 'git', 'platform', 'versions']
    """
    return {
        "versions": {"python": platform.python_version(), **_packages()},
        "platform": platform.platform(),
        "cpu": _processor(),
        "cores": cpu_count(),
        "blas": _linear_algebra(),
        "git": _repository(),
    }


def _packages() -> dict[str, str]:
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def _linear_algebra() -> list[str]:
    """The libraries behind matrix products, with the threads they would use if nobody limited them."""
    from threadpoolctl import threadpool_info

    return [
        f"{one.get('internal_api')} {one.get('version')} ({one.get('num_threads')} threads)"
        for one in threadpool_info()
        if one.get("user_api") == "blas"
    ]


def _repository() -> str:
    """Commit of the working directory's repository, with a mark if there are changes; empty if there is none."""
    try:
        commit = _git("rev-parse", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return ""
    return f"{commit}{' with changes' if changed else ''}"


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=True, timeout=5)  # noqa: S603, S607
    return done.stdout.strip()
