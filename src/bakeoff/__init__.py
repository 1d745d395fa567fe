"""bakeoff: which learning method is better, by how much, and how sure are we?

The names below are loaded when first used, so that `import bakeoff` itself stays light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Column": "bakeoff.data.dataset",
    "Dataset": "bakeoff.data.dataset",
    "Estimate": "bakeoff.estimates.estimate",
    "Predictions": "bakeoff.predictions.predictions",
    "Task": "bakeoff.data.dataset",
    "load": "bakeoff.data.load",
    "make": "bakeoff.data.make",
}

if TYPE_CHECKING:
    from bakeoff.data.dataset import Column, Dataset, Task
    from bakeoff.data.load import load
    from bakeoff.data.make import make
    from bakeoff.estimates.estimate import Estimate
    from bakeoff.predictions.predictions import Predictions

__all__ = ["Column", "Dataset", "Estimate", "Predictions", "Task", "__version__", "load", "make"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
