"""What a study file holds of a data set: the id of each row, its target, and its group and time where it has them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.runs.store.records import StoredDataset

__all__ = ["TargetColumn", "target_columns"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetColumn:
    """One column: its cells, and what they are in schema.org's words."""

    name: str
    cells: tuple[object, ...]
    kind: str  # sc:Text, sc:Integer or sc:Float
    about: str


def target_columns(data: StoredDataset) -> tuple[TargetColumn, ...]:
    """The columns, by name; a target of several values has a column for each."""
    columns = [_column("row", data.rows, "the id of the row in the data set")]
    if data.target.ndim > 1:
        names = [f"target_{number}" for number in range(1, data.target.shape[1] + 1)]
        columns += [_column(name, data.target[:, at], "a value of the target") for at, name in enumerate(names)]
    elif data.task.coded and data.classes:
        labels = np.array(data.classes, dtype=object)[data.target.astype(np.int64)]
        columns.append(_column("target", labels, "the class of the row"))
    else:
        columns.append(_column("target", data.target, "the target of the row"))
    further: Mapping[str, tuple[Array | None, str]] = {
        "group": (data.groups, "which rows belong together"),
        "time": (data.time, "when the row was observed"),
        "weight": (data.score_weight, "how much the row counts"),
    }
    columns += [_column(name, cells, about) for name, (cells, about) in further.items() if cells is not None]
    return tuple(columns)


def _column(name: str, cells: Array, about: str) -> TargetColumn:
    kinds = {"i": "sc:Integer", "u": "sc:Integer", "f": "sc:Float"}
    kind = kinds.get(cells.dtype.kind, "sc:Text")
    values = tuple(cells.tolist() if kind != "sc:Text" else map(str, cells.tolist()))
    return TargetColumn(name=name, cells=values, kind=kind, about=about)
