"""Targets of several columns: matrices, frames and sets of labels as columns of a table, and what they are taken for."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import MULTILABEL, MULTIOUTPUT, TaskKind
from bakeoff.tabular.frames import frame_table, is_frame
from bakeoff.tabular.table import Column, ColumnKind

__all__ = ["are_label_sets", "columns_task", "label_columns", "number_columns", "several_columns"]

MOST_TARGETS = 10_000  # columns of one target
_TRUTH = ("False", "True")


def several_columns(y: Any) -> tuple[tuple[str, ...], tuple[Array, ...], tuple[Column, ...]] | None:
    """The columns of a target that has more than one: names, values and kinds; None for a target of one column."""
    if are_label_sets(y):
        names = sorted({label for row in y for label in row}, key=str)
        indicator = np.array([[label in row for label in names] for row in y], dtype=np.float64).reshape(len(y), -1)
        return _plain(tuple(map(str, names)), indicator)
    if is_frame(y):
        table = frame_table(y, name="target")
        return (tuple(map(str, table.names)), table.values, table.columns) if len(table.names) > 1 else None
    dense = y.toarray() if hasattr(y, "toarray") else y
    matrix: Array | None = dense if isinstance(dense, np.ndarray) else _nested(dense)
    if matrix is None or matrix.ndim != 2 or matrix.shape[1] < 2:
        return None
    if matrix.shape[1] > MOST_TARGETS:
        raise BadInput(f"the target has {matrix.shape[1]:,} columns; at most {MOST_TARGETS:,} are read")
    if matrix.dtype.kind not in "biuf":
        try:
            matrix = matrix.astype(np.float64)
        except (TypeError, ValueError):
            raise BadInput("a target of several columns contains labels of 0 and 1, or numbers, and no words") from None
    return _plain(tuple(str(j) for j in range(matrix.shape[1])), matrix.astype(np.float64))


def _plain(names: tuple[str, ...], matrix: Array) -> tuple[tuple[str, ...], tuple[Array, ...], tuple[Column, ...]]:
    if len(names) < 2:
        raise BadInput(f"the target has {len(names)} label; several labels need two or more")
    return names, tuple(matrix[:, j] for j in range(len(names))), tuple(Column(name=name) for name in names)


def _nested(values: Any) -> Array | None:
    """A list of rows as a matrix; None for a list of plain values."""
    if not isinstance(values, (list, tuple)) or not values or not isinstance(values[0], (list, tuple, np.ndarray)):
        return None
    try:
        return np.array([list(row) for row in values])
    except (TypeError, ValueError):
        raise BadInput(
            "the rows of the target have different lengths; give one value for each label or output"
        ) from None


def are_label_sets(values: Any) -> bool:
    """Whether each row is a set of labels."""
    return (
        isinstance(values, (list, tuple)) and bool(values) and all(isinstance(row, (set, frozenset)) for row in values)
    )


def columns_task(
    columns: Sequence[Column], values: Sequence[Array], stated: TaskKind | None
) -> tuple[TaskKind, tuple[str, ...]]:
    """Several labels or several numbers, as stated or as the values show; the note says what they were taken for."""
    if stated is not None:
        if not stated.in_columns:
            raise BadInput(
                f"task={stated.name!r} has one target column, but {len(columns)} are given; name one, or state "
                f"task={MULTILABEL.name!r} or task={MULTIOUTPUT.name!r}"
            )
        return stated, ()
    if all(
        _is_truth(column) or np.isin(column_values, (0, 1)).all()
        for column, column_values in zip(columns, values, strict=True)
    ):
        return MULTILABEL, (
            f"the {len(columns)} target columns contain 0 and 1 and are taken for labels; state task={MULTIOUTPUT.name!r} if they are numbers",
        )
    return MULTIOUTPUT, ()


def _is_truth(column: Column) -> bool:
    return column.kind is ColumnKind.NOMINAL and set(column.levels) <= set(_TRUTH)


def label_columns(columns: Sequence[Column], values: Sequence[Array]) -> Array:
    """The matrix of 0 and 1."""
    matrix = np.empty((len(values[0]), len(values)), dtype=np.int64)
    for place, (column, cells) in enumerate(zip(columns, values, strict=True)):
        if _is_truth(column):
            matrix[:, place] = np.array([level == "True" for level in column.levels])[cells.astype(np.int64)]
            continue
        if column.levels:
            raise BadInput(
                f"label {column.name!r} contains words such as {column.levels[0]!r}; labels are 0 or 1 in each column"
            )
        other = np.flatnonzero((cells != 0) & (cells != 1))
        if other.size:
            raise BadInput(
                f"label {column.name!r} contains {cells[other[0]]:g} in row {other[0]}; labels are 0 or 1 in each column"
            )
        matrix[:, place] = cells
    return matrix


def number_columns(columns: Sequence[Column], values: Sequence[Array]) -> Array:
    """The matrix of numbers."""
    for column, cells in zip(columns, values, strict=True):
        if column.levels and not _is_truth(column):
            raise BadInput(
                f"target {column.name!r} contains words such as {column.levels[0]!r}; several outputs are numbers in each column"
            )
        bad = np.flatnonzero(~np.isfinite(cells))
        if bad.size:
            raise BadInput(f"target {column.name!r} is infinite in row {bad[0]}; repair or drop it")
    return np.column_stack(values)
