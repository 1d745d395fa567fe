"""Cells of Python's own types: read as what they are, or refused by their type."""

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from uuid import uuid4
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import ColumnKind
from bakeoff.tabular.frames import column_of_objects

TARGET = np.arange(60) % 2


CELLS = {
    "Decimal": ([Decimal("1.5"), None, Decimal("NaN"), Decimal("sNaN"), Decimal(2)], ColumnKind.NUMERIC, [1.5, np.nan, np.nan, np.nan, 2.0]),
    "Decimal beside numbers": ([Decimal("0.1"), 2, 0.5], ColumnKind.NUMERIC, [0.1, 2.0, 0.5]),
    "fraction": ([Fraction(1, 4), 1], ColumnKind.NUMERIC, [0.25, 1.0]),
    "date": ([date(1970, 1, 2), None], ColumnKind.DATE, [86400.0, np.nan]),
    "date beside time": ([date(1970, 1, 2), datetime(1970, 1, 1, 1, tzinfo=UTC)], ColumnKind.DATE, [86400.0, 3600.0]),
    "time without a zone": ([datetime(1970, 1, 1, 1)], ColumnKind.DATE, [3600.0]),
    "time with a zone": ([datetime(1970, 1, 1, tzinfo=ZoneInfo("America/New_York"))], ColumnKind.DATE, [18000.0]),
    "time of NumPy": ([np.datetime64("1970-01-01T00:00:01")], ColumnKind.DATE, [1.0]),
    "duration": ([timedelta(minutes=1), np.timedelta64(2, "s")], ColumnKind.NUMERIC, [60.0, 2.0]),
    "words beside numbers": (["a", 1, Decimal(2)], ColumnKind.NOMINAL, [2.0, 0.0, 1.0]),
}  # fmt: skip


@pytest.mark.parametrize("name", CELLS)
def test_cells_are_read_as_what_they_are(name: str) -> None:
    cells, kind, values = CELLS[name]
    column, found = column_of_objects("x", cells)
    assert column.kind is kind
    assert np.allclose(found, values, equal_nan=True)


@pytest.mark.parametrize(
    "cell", [pd.Series([1, 2]), [1], {"a": 1}, object(), time(1, 2), uuid4(), 1j, b"x", pd.Period("2020-01"), len]
)
def test_cells_of_other_types_are_refused_by_their_type(cell: object) -> None:
    frame = pd.DataFrame({"odd": pd.Series([cell] * 60, dtype=object)})
    words = f"column 'odd' contains a cell of type {type(cell).__name__}, which a learner cannot use; convert it to numbers, words or dates, or drop it"
    with pytest.raises(BadInput, match=words):
        bo.load((np.eye(60), frame["odd"]))
    data = bo.load((frame, TARGET))  # as a feature it stays what it is, and a note reports it
    assert data.block.describe() == "a pandas frame of 1 column"
    assert data.notes[-1].endswith(words.partition(", which")[0])


def test_dates_beside_words_are_refused() -> None:
    with pytest.raises(BadInput, match="contains a cell of type date"):
        column_of_objects("x", [date(2020, 1, 1), "soon"])


def test_scoring_by_a_function_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="a function without a name cannot be shown in a table"):
        bo.evaluate({"zero": "majority"}, np.eye(60), TARGET, scoring=lambda *_: 1.0)
