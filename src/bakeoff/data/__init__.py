"""What is learned from: rows, columns and what the target means. Asked like a dict, it knows the bundled data sets.

>>> import bakeoff as bo
>>> bo.data["wine"].rows, "iris" in bo.data
(178, True)
"""

from typing import Any

from bakeoff.core.catalogue import Catalogue, ask_room
from bakeoff.data.dataset import Column, ColumnKind, Dataset

__all__ = ["Column", "ColumnKind", "Dataset"]


def _bundled() -> Catalogue[Any]:
    from bakeoff.data.bundled import BUNDLED

    return BUNDLED


ask_room(__name__, _bundled)
