"""Columns that count or number the rows of a table; they are no scores."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.cells import CellColumn, CellKind, parse_column
from bakeoff.comparisons.evidence.table_steps.column_names import (
    BLOCK_COLUMNS,
    INDEX_NAMES,
    SPLIT_COLUMNS,
    UNNAMED,
    names_ids,
)
from bakeoff.comparisons.evidence.table_steps.reading import TableReading
from bakeoff.comparisons.notes import ID_COLUMNS, ROW_NUMBERS
from bakeoff.core.notes import Note

__all__ = ["drop_row_numbers", "set_aside_ids", "set_aside_row_numbers"]

FEWEST = 3  # rows: 0 and 1 in two of them may as well be scores

Columns = Mapping[str, Sequence[Any]]


def drop_row_numbers(columns: Columns) -> tuple[Columns, Columns, tuple[Note, ...]]:
    """Return a table as it came without a first column of row numbers, that column, and the note about it.

    >>> table, numbers, notes = drop_row_numbers({"row_no": ["1", "2", "3"], "a": [0.9, 0.8, 0.7]})
    >>> list(table), list(numbers)
    (['a'], ['row_no'])
    >>> notes[0].code
    'comparison.row_numbers'
    """
    first = next(iter(columns), None)
    if first is None or not _numbers_rows(parse_column(first, columns[first])):
        return columns, {}, ()
    rest = {name: cells for name, cells in columns.items() if name != first}
    return rest, {first: columns[first]}, _note(first)


def set_aside_row_numbers(reading: TableReading) -> TableReading:
    """A first column of row numbers names the rows, unless the user named the items."""
    first = next((name for name in reading.columns if name not in reading.described.names), None)
    if first is None or reading.described.item is not None or not _numbers_rows(reading.columns[first]):
        return reading
    return reading.noting(
        *_note(first), columns=reading.without([first]), row_numbers={first: reading.columns[first]}
    )  # fmt: skip


def set_aside_ids(reading: TableReading) -> TableReading:
    """Columns whose names state ids and whose values can be ids; one of them names the rows.

    A first column of words names the rows anyway. Of single rows an id may occur several times.
    """
    first = next(iter(reading.columns), None)
    ids = {
        name: column
        for name, column in reading.columns.items()
        if names_ids(name) and _can_be_ids(column) and (name != first or not column.has(CellKind.WORD))
    }
    if not ids:
        return reading
    names = [name for name, column in ids.items() if reading.single_rows or len(set(column.raw)) == len(column.raw)]
    return reading.noting(
        *(() if reading.long else (ID_COLUMNS(columns=tuple(ids)),)), columns=reading.without(list(ids)),
        row_numbers=reading.row_numbers or {name: ids[name] for name in names[:1]},
    )  # fmt: skip


def _note(name: str) -> tuple[Note, ...]:
    """The note on row numbers; none where the name of the column states them."""
    return () if name.lower() in INDEX_NAMES else (ROW_NUMBERS(column=name),)


def _numbers_rows(column: CellColumn) -> bool:
    """Whether a first column numbers the rows: by its name, or because it runs 0, 1, 2, ... or 1, 2, 3, ..."""
    low = column.name.lower()
    if column.odd or low in {*BLOCK_COLUMNS, *SPLIT_COLUMNS}:
        return False
    if low in UNNAMED or (low in INDEX_NAMES and len(set(column.raw)) == len(column.raw)):
        return True
    numbers = column.numbers
    return bool(
        len(numbers) >= FEWEST and numbers[0] in {0, 1} and (numbers == numbers[0] + np.arange(len(numbers))).all()
    )


def _can_be_ids(column: CellColumn) -> bool:
    """Whether they are no scores: words, or whole numbers other than 0 and 1 alone."""
    if column.has(CellKind.WORD):
        return True
    numbers = column.numbers[~np.isnan(column.numbers)]
    return bool((numbers == np.round(numbers)).all()) and not set(numbers.tolist()) <= {0.0, 1.0}
