"""Slices: the rows of one value of a column, by which predictions are looked at apart."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.predictions.class_labels import first_missing
from bakeoff.predictions.predictions import Predictions

__all__ = ["RowSlice", "in_rows_of", "row_slices"]

MOST = 100  # slices: each has a hundredth of the level then, and a column of more values is a number or an id


class RowSlice(NamedTuple):
    """The places of the rows that have one value in a column."""

    column: str
    value: str
    rows: Array


def row_slices(columns: Mapping[str, Any], rows: int) -> list[RowSlice]:
    """Every value of every column with its rows.

    >>> [(part.value, part.rows.tolist()) for part in row_slices({"region": ["us", "eu", "us"]}, 3)]
    [('eu', [1]), ('us', [0, 2])]
    """
    slices: list[RowSlice] = []
    for column, cells in columns.items():
        values = np.asarray(cells)
        if values.ndim != 1 or len(values) != rows:
            raise BadInput(f"a column of slices (by) needs one value for each of the {rows} rows; {column} does not")
        gone = first_missing(values)
        if gone is not None:
            raise BadInput(f"column {column!r}, row {gone} is missing; name its slice, as 'unknown'")
        texts = np.array([str(value) for value in values.tolist()], dtype=object)
        kinds = sorted(set(texts.tolist()))
        slices += [RowSlice(column, kind, np.flatnonzero(texts == kind)) for kind in kinds]
        if len(slices) > MOST:
            raise BadInput(
                f"{column} makes {len(slices)} slices, and {MOST} are the most; group its values first, as ages by decade"
            )
    return slices


def in_rows_of(first: Predictions, pred: Predictions) -> Predictions:
    """The same predictions in the order of the rows of another learner, which has the same row ids."""
    if np.array_equal(first.rows, pred.rows):
        return pred
    place = np.argsort(np.argsort(first.rows, kind="stable"), kind="stable")
    return pred.take(np.argsort(pred.rows, kind="stable")[place])
