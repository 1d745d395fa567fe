"""The columns of a data set as a user writes them: whole numbers without a point, words for codes, None for gaps."""

from math import isnan
from typing import Any

from bakeoff.data.dataset import Column, Dataset

__all__ = ["spelled_columns"]


def spelled_columns(data: Dataset, target: str = "target") -> dict[str, list[Any]]:
    """All columns by name, the target last.

    >>> from bakeoff.data.synthetic import make
    >>> list(spelled_columns(make("xor", n=3)))
    ['x0', 'x1', 'x2', 'x3', 'target']
    """
    columns = {
        column.name: [_cell(value, column) for value in values]
        for column, values in zip(data.columns, data.matrix.T.tolist(), strict=True)
    }
    return {**columns, target: data.task.spelled(data.target, data.classes).tolist()}


def _cell(value: float, column: Column) -> Any:
    if isnan(value):
        return None
    if column.levels:
        return str(column.levels[int(value)])
    return int(value) if float(value).is_integer() else value
