"""Rows without a target, from a file, a frame, a mapping or an array: what a model is asked to predict."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.errors import BadInput
from bakeoff.core.text import counted
from bakeoff.data.arff import read_arff
from bakeoff.data.load import matrix_table
from bakeoff.tabular.csv import read_table
from bakeoff.tabular.encoding import read_bytes
from bakeoff.tabular.frames import column_of_objects, frame_table, is_frame, parquet_table
from bakeoff.tabular.parquet import is_parquet
from bakeoff.tabular.table import Table

__all__ = ["table_of"]


def table_of(rows: Any, names: Sequence[str]) -> Table:
    """The rows as a table; the columns of an array are taken to be those of `names`, in this order.

    >>> table_of({"x": [1.0, 2.0], "y": ["a", "b"]}, ["x"]).names
    ('x', 'y')
    """
    if isinstance(rows, (str, Path)):
        return _from_file(Path(rows).expanduser())
    if is_frame(rows):
        return frame_table(rows, name="the new data")
    if isinstance(rows, Mapping):
        return _from_mapping(rows)
    table = matrix_table(rows, "the new data")
    if len(table.columns) != len(names):
        raise BadInput(
            f"the new data have {counted(len(table.columns), 'column')}, and the model was trained with {len(names)}; give the "
            "same columns in the same order, or a frame with their names"
        )
    return replace(
        table, columns=tuple(replace(one, name=name) for one, name in zip(table.columns, names, strict=True))
    )


def _from_file(path: Path) -> Table:
    inner = Path(path.stem) if path.suffix.lower() == ".gz" else path
    if path.is_dir():
        raise BadInput(f"{path} is a folder; name a file of rows")
    if not path.exists():
        raise BadInput(f"there is no file {path}; check the path")
    if is_parquet(str(path)):
        return parquet_table(path, name=inner.stem, source=path.name)
    content = read_bytes(path)
    if inner.suffix.lower() == ".arff":
        return read_arff(content, name=inner.stem, source=path.name)
    separator = "\t" if inner.suffix.lower() == ".tsv" else None
    return read_table(content, name=inner.stem, source=path.name, separator=separator)


def _from_mapping(rows: Mapping[str, Any]) -> Table:
    cells = {str(name): np.asarray(one, dtype=object).reshape(-1).tolist() for name, one in rows.items()}
    if len({len(one) for one in cells.values()}) > 1:
        raise BadInput("the columns of the new data have different lengths; give one value for each row")
    made = [column_of_objects(name, one) for name, one in cells.items()]
    return Table(name="the new data", columns=tuple(one for one, _ in made), values=tuple(one for _, one in made))
