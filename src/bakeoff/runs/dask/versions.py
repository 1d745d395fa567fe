"""Versions on both sides of a cluster: the same numbers need the same packages."""

import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

__all__ = ["ASKED", "describe_serious", "differences", "found_versions", "worker_versions"]

NUMERIC = ("bakeoff", "numpy", "scipy", "scikit-learn")  # other versions, other numbers
PACKAGES = (*NUMERIC, "cloudpickle")
_OLD_NAMES = {"scikit-learn": "sklearn"}  # Dask used to ask the module, not the distribution
ASKED = (*PACKAGES, *_OLD_NAMES.values())


def found_versions() -> dict[str, str]:
    """Of this process; what is not installed is "missing".

    >>> sorted(found_versions())
    ['bakeoff', 'cloudpickle', 'numpy', 'python', 'scikit-learn', 'scipy']
    """
    return {"python": platform.python_version(), **{name: _installed(name) for name in PACKAGES}}


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def worker_versions(report: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """From what Dask's get_versions says about workers: worker, package, version."""
    found = {}
    for worker, facts in report["workers"].items():
        packages = facts["packages"]
        python = ".".join(str(packages["python"]).split(".")[:3])
        named = {name: packages.get(name) or packages.get(_OLD_NAMES.get(name, name)) for name in PACKAGES}
        found[worker] = {"python": python, **{name: str(number or "missing") for name, number in named.items()}}
    return found


def differences(here: Mapping[str, str], there: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """What differs so that numbers could differ or nothing would run, and what is only worth a word.

    >>> differences({"python": "3.11.7", "numpy": "2.4.6"}, {"python": "3.11.9", "numpy": "2.1.0"})
    (['numpy 2.1.0 (here 2.4.6)'], ['python 3.11.9 (here 3.11.7)'])
    """
    grave, slight = [], []
    for name, ours in here.items():
        theirs = there.get(name, "missing")
        if theirs == ours:
            continue
        words = f"{name} {theirs} (here {ours})"
        same_minor = ours.split(".")[:2] == theirs.split(".")[:2]
        if name in NUMERIC or theirs == "missing" or (name == "python" and not same_minor):
            grave.append(words)
        elif name != "cloudpickle" or ours.split(".")[0] != theirs.split(".")[0]:
            slight.append(words)
    return grave, slight


def describe_serious(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """The grave differences in words, or nothing.

    >>> describe_serious({"numpy": "2.4.6"}, {"numpy": "2.1.0"})
    'it has numpy 2.1.0 (here 2.4.6)'
    """
    grave, _ = differences(here, there)
    return f"it has {', '.join(grave)}" if grave else ""
