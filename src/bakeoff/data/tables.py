"""Any frame, arrays and files of rows to a Dataset, the meaning of the target stated by the caller."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, MissingPackage
from bakeoff.data.dataset import Column, ColumnKind, Dataset, Task
from bakeoff.data.frames import column_of_objects, frame_table, is_frame, series_column
from bakeoff.data.meaning import Meaning
from bakeoff.data.settle import settle
from bakeoff.data.table import Table
from bakeoff.data.to_frame import to_frame

__all__ = ["array_table", "from_arrays", "from_frame", "parquet_table", "read_parquet", "to_frame"]


def from_frame(
    frame: Any,
    target: str,
    *,
    positive: object = None,
    task: Task | str | None = None,
    classes: Sequence[object] | None = None,
    groups: Any = None,
    times: Any = None,
    ignore: Sequence[str] = (),
    name: str | None = None,
    missing_target: str = "refuse",
) -> Dataset:
    """A data set from a frame of pandas, polars or pyarrow and the name of its target.

    >>> import pandas as pd
    >>> from_frame(pd.DataFrame({"x": [1.0, 2.0], "y": ["a", "b"]}), "y", positive="a").positive
    'a'
    """
    meaning = Meaning(
        target=target, positive=positive, task=task, classes=classes, groups=groups, times=times, ignore=ignore,
        missing_target=missing_target, name=name,
    )  # fmt: skip
    return settle(frame_table(frame, name=name or "data", ignore=ignore), meaning)


def from_arrays(
    X: Any,
    y: Any,
    *,
    positive: object = None,
    task: Task | str | None = None,
    classes: Sequence[object] | None = None,
    groups: Any = None,
    times: Any = None,
    ignore: Sequence[str] = (),
    name: str | None = None,
    missing_target: str = "refuse",
    columns: Sequence[str] | None = None,
) -> Dataset:
    """A data set from features (a 2-D array, lists of rows or a frame) and a target vector.

    >>> from_arrays([[1.0, "red"], [2.0, "blue"]], [0, 1]).columns[1].levels
    ('blue', 'red')
    """
    table, target = array_table(X, y, name=name or "data", names=columns)
    meaning = Meaning(
        target=target, positive=positive, task=task, classes=classes, groups=groups, times=times, ignore=ignore,
        missing_target=missing_target, name=name,
    )  # fmt: skip
    return settle(table, meaning)


def array_table(X: Any, y: Any, *, name: str, names: Sequence[str] | None = None) -> tuple[Table, str]:
    """Features and target in one table, and what the target is called there."""
    table = frame_table(X, name=name) if is_frame(X) else _matrix_table(X, name, names)
    target = _free_name(getattr(y, "name", None), table.names)
    column, values, ordered = _target_column(target, y)
    if len(values) != len(table):
        raise BadInput(f"the target has {len(values)} values for {len(table)} rows of features")
    both = replace(
        table,
        columns=(*table.columns, column),
        values=(*table.values, values),
        ordered=table.ordered | ({target} if ordered else set()),
    )
    return both, target


def _free_name(wanted: object, taken: Sequence[str]) -> str:
    name = str(wanted) if isinstance(wanted, str) and wanted else "target"
    while name in taken:
        name += "_"
    return name


def _target_column(name: str, y: Any) -> tuple[Column, Array, bool]:
    import narwhals.stable.v1 as nw

    series = nw.from_native(y, series_only=True, pass_through=True)
    if isinstance(series, nw.Series):
        return series_column(name, series)
    cells = y if isinstance(y, np.ndarray) else _objects(y, "the target")
    if cells.ndim == 2 and cells.shape[1] == 1:
        cells = cells[:, 0]
    if cells.ndim != 1:
        raise BadInput(f"the target must be one value per row, but has shape {cells.shape}")
    return *_vector_column(name, cells), False


def _objects(given: Any, what: str) -> Array:
    """Lists as an array of objects, so that numbers beside words stay numbers."""
    try:
        array = np.array(given, dtype=object)
    except (TypeError, ValueError):
        array = np.array(None)
    if array.ndim == 0:
        raise BadInput(f"{what} must be an array, a list or a frame with rows of equal length")
    return array


def _matrix_table(X: Any, name: str, names: Sequence[str] | None) -> Table:
    if hasattr(X, "toarray"):  # a sparse matrix of SciPy
        X = X.toarray()
    matrix = X if isinstance(X, np.ndarray) else _objects(X, "X")
    if matrix.ndim != 2:
        cure = "; reshape it with X.reshape(-1, 1)" if matrix.ndim == 1 else ""
        raise BadInput(f"X must have rows and columns, but has shape {matrix.shape}{cure}")
    labels = tuple(names) if names is not None else tuple(f"x{i}" for i in range(matrix.shape[1]))
    if len(labels) != matrix.shape[1] or len(set(labels)) < len(labels):
        raise BadInput(f"{len(labels)} names, {len(set(labels))} of them different, for {matrix.shape[1]} columns")
    coded = [_vector_column(label, matrix[:, at]) for at, label in enumerate(labels)]
    return Table(name=name, columns=tuple(one for one, _ in coded), values=tuple(one for _, one in coded))


def _vector_column(name: str, cells: Array) -> tuple[Column, Array]:
    kind = cells.dtype.kind
    if kind in "iuf":
        return Column(name=name), cells.astype(np.float64)
    if kind == "b":
        return Column(name=name, kind=ColumnKind.NOMINAL, levels=("False", "True")), cells.astype(np.float64)
    if kind == "M":
        seconds = cells.astype("datetime64[us]").astype(np.int64) / 1e6
        seconds[np.isnat(cells)] = np.nan
        return Column(name=name, kind=ColumnKind.DATE), seconds
    if kind in "OUT":
        return column_of_objects(name, cells.tolist())
    raise BadInput(f"column {name!r} is of type {cells.dtype}, which a learner cannot use; convert or drop it")


def parquet_table(path: Path, *, name: str, source: str) -> Table:
    """The columns of a Parquet file."""
    table = read_parquet(path, source)
    # A file has no kind of frame: a learner gets arrays unless the caller brought a frame.
    return replace(frame_table(table, name=name, source=source), frame="")


def read_parquet(path: Path, source: str) -> Any:
    """The table of a Parquet file as pyarrow holds it, or one sentence why it cannot be read."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingPackage("pyarrow", "reading Parquet files", extra="parquet") from None
    try:
        return parquet.read_table(path)
    except FileNotFoundError:
        raise BadInput(f"no file called {str(path)!r}; check the spelling and the directory") from None
    except Exception as error:  # noqa: BLE001 (pyarrow has many errors; the file is a stranger's)
        raise BadInput(f"{source} cannot be read as Parquet: {str(error).splitlines()[0]}") from None
