"""Rows without a target, from a file, a frame, a mapping or an array: what a model is asked to predict."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BadInput
from bakeoff.core.text import counted
from bakeoff.data.load import matrix_table
from bakeoff.tabular.frames import is_frame
from bakeoff.tabular.reading import read
from bakeoff.tabular.table import ColumnTable

__all__ = ["table_of"]


def table_of(rows: Any, names: Sequence[str]) -> ColumnTable:
    """The rows as a table; the columns of an array are taken to be those of `names`, in this order.

    >>> table_of({"x": [1.0, 2.0], "y": ["a", "b"]}, ["x"]).names
    ('x', 'y')
    """
    if isinstance(rows, (str, Path)):
        path = Path(rows).expanduser()
        if path.is_dir():
            raise BadInput(f"{path} is a folder; name a file of rows")
        if not path.exists():
            raise BadInput(f"there is no file {path}; check the path")
        return read(path, name=path.name).table()
    if isinstance(rows, Mapping) or is_frame(rows):
        table: ColumnTable = read(rows, name="the new data").table()
        return table
    table = matrix_table(rows, "the new data")
    if len(table.columns) != len(names):
        raise BadInput(
            f"the new data have {counted(len(table.columns), 'column')}, and the model was trained with {len(names)}; give the "
            "same columns in the same order, or a frame with their names"
        )
    return replace(
        table, columns=tuple(replace(column, name=name) for column, name in zip(table.columns, names, strict=True))
    )
