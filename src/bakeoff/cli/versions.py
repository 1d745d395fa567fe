"""What bakeoff runs on: shown by `bakeoff --version -v` and asked for in bug reports."""

import platform
from importlib.metadata import PackageNotFoundError, version

from bakeoff import __version__
from bakeoff.core.catalogue import plugins

__all__ = ["versions"]

_PACKAGES = ("numpy", "scipy", "scikit-learn", "narwhals", "pandas", "polars", "pyarrow", "dask", "matplotlib")


def versions() -> str:
    """One line each: bakeoff, Python, machine, kernels, packages, and what other packages add."""
    lines = [f"bakeoff {__version__}", f"Python {platform.python_version()} on {platform.platform()}"]
    lines.append(f"kernels: {_backend()}")
    for package in _PACKAGES:
        try:
            lines.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            lines.append(f"{package} not installed")
    lines += [f"{one.package} {one.version} adds {one.name} ({one.group})" for one in plugins()]
    return "\n".join(lines)


def _backend() -> str:
    from bakeoff.kernels.dispatch import backend

    return backend()
