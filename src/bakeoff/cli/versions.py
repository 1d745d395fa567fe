"""What bakeoff runs on: shown by `bakeoff --version -v` and asked for in bug reports."""

import platform
from importlib.metadata import PackageNotFoundError, version

from bakeoff import __version__

__all__ = ["versions"]

_PACKAGES = ("numpy", "scipy", "scikit-learn", "narwhals", "pandas", "polars", "pyarrow", "dask", "matplotlib")


def versions() -> str:
    """One line each: bakeoff, Python, machine, kernels, packages."""
    lines = [f"bakeoff {__version__}", f"Python {platform.python_version()} on {platform.platform()}"]
    lines.append(f"kernels: {_backend()}")
    for package in _PACKAGES:
        try:
            lines.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            lines.append(f"{package} not installed")
    return "\n".join(lines)


def _backend() -> str:
    from bakeoff.kernels.dispatch import backend

    return backend()
