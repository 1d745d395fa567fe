"""Where a study was run: everything besides data and settings that a result may depend on."""

import os
import platform
import sys
from functools import lru_cache
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from bakeoff.runs.git_head import git_head
from bakeoff.runs.store.ledger import Ledger

__all__ = ["EARLIER", "LATEST", "environment", "hardware", "write_environment"]

LATEST, EARLIER = "environment", "earlier environments"  # the names under which a results file keeps them
_MOST = 20  # earlier ones that are kept


def write_environment(ledger: Ledger, *, threads: int, cluster: dict[str, Any] | None = None) -> None:
    """Where the units that are about to run will be made; another one that earlier units were made in is kept."""
    record = {**environment(), "unit_threads": threads, "cluster": cluster}
    before = ledger.get_meta(LATEST)
    if before not in (None, record):
        others = [earlier for earlier in ledger.get_meta(EARLIER) or () if earlier not in (before, record)]
        ledger.set_meta(EARLIER, [*others, before][-_MOST:])
    ledger.set_meta(LATEST, record)


def environment() -> dict[str, Any]:
    """Packages, Python, processor, numerical libraries, thread settings and the commit of git, as plain JSON.

    >>> environment()["python"].split(".")[0]
    '3'
    """
    return {
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "packages": _packages(),
        **hardware(),
        "threads": {name: value for name, value in sorted(os.environ.items()) if name.endswith("_NUM_THREADS")},
        "git": git_head(),
    }


def hardware() -> dict[str, Any]:
    """The machine alone, with the numerical libraries that were chosen for it; asked of every Dask worker."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "release": platform.release(),
        "machine": platform.machine(),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "libraries": _libraries(),
    }


def _packages() -> dict[str, str]:
    """Every installed package, by name."""
    return dict(_listed(tuple((folder, _changed(folder)) for folder in sys.path)))


def _changed(folder: str) -> int:
    """When something was last installed there."""
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=1)
def _listed(_folders: tuple[tuple[str, int], ...]) -> dict[str, str]:
    """Read again only when a folder of `sys.path` has changed."""
    versions = {}
    for distribution in distributions():
        facts = _head(distribution.read_text("METADATA") or distribution.read_text("PKG-INFO") or "")
        if facts.get("Name"):
            versions[facts["Name"].lower()] = facts.get("Version", "")
    return dict(sorted(versions.items()))


def _head(text: str) -> dict[str, str]:
    r"""Name and version; the rest of the metadata, long texts mostly, would cost ten times as much to parse.

    >>> _head("Metadata-Version: 2.4\nName: numpy\nVersion: 2.4.0\n\nName: not this one")
    {'Name': 'numpy', 'Version': '2.4.0'}
    """
    facts: dict[str, str] = {}
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key in ("Name", "Version"):
            facts.setdefault(key, value.strip())
        if len(facts) == 2 or not line:
            break
    return facts


@lru_cache(maxsize=1)
def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    except OSError:
        pass
    return platform.processor()


@lru_cache(maxsize=1)
def _controller(_modules: int) -> Any:
    """The numerical libraries of this process; looked for again only when modules have been imported."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def _libraries() -> list[dict[str, Any]]:
    """The BLAS and OpenMP libraries in use, in an order that does not depend on which was loaded first."""
    kept = ("user_api", "internal_api", "version", "architecture", "num_threads")
    libraries = [{name: library.get(name) for name in kept} for library in _controller(len(sys.modules)).info()]
    return sorted(libraries, key=lambda library: [str(library[name]) for name in kept])
