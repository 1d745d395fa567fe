"""Which way a table lies: one column for each learner, or one row for each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bakeoff.comparisons.evidence.cells import CellKind, parse_column
from bakeoff.comparisons.evidence.column_names import LONG_BLOCKS, names_ids, names_learner
from bakeoff.comparisons.evidence.reading import TableReading
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.measures.naming import resolve

__all__ = ["COLUMNS", "refuse_learners_down", "refuse_rows_of_learners", "turn_table"]

COLUMNS = ("learners", "datasets")  # what one column of a table may be


def turn_table(reading: TableReading) -> TableReading:
    """A table with one row for each learner and one column for each data set is turned, where that was stated."""
    stated = reading.options.columns_are
    if stated not in {None, *COLUMNS}:
        raise UnknownName("kind of columns", str(stated), COLUMNS)
    if stated != COLUMNS[1]:
        return reading
    return replace(reading, table=_turned(reading.table, reading.source), stated=True)


def _turned(columns: Mapping[str, Sequence[Any]], source: str) -> dict[str, Sequence[Any]]:
    """The table with a row for each data set.

    >>> _turned({"model": ["a", "b"], "iris": [0.9, 0.8], "wine": [0.7, 0.6]}, "the table")
    {'dataset': ['iris', 'wine'], 'a': [0.9, 0.7], 'b': [0.8, 0.6]}
    """
    first, *others = columns
    names = [str(cell).strip() for cell in columns[first]]
    if not others or not parse_column(first, columns[first]).odd:
        raise BadInput(f"{source} has no first column that names the learners, so its columns cannot be data sets")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{source} names the learner {twice!r} twice; rename one")
    return {"dataset": others, **{name: [columns[other][i] for other in others] for i, name in enumerate(names)}}


def refuse_learners_down(reading: TableReading, learner: str) -> None:
    """Refuse a table with one row for each learner, which is no long one: its columns are data sets or measures."""
    names = [str(cell) for cell in reading.columns[learner].raw]
    others = reading.without([learner])
    if len(set(names)) < len(names) or not all(column.scores_only for column in others.values()):
        return
    if len(others) < 2:
        raise BadInput(
            f"{reading.source} holds one score for each learner",
            cure="a comparison needs scores on several data sets, splits or rows",
        )
    if all(resolve(name) is not None for name in others):
        raise BadInput(
            f"{reading.source} has one row for each learner and one column for each measure",
            cure="use --columns measures (bo.measures_table), or --columns datasets if the columns are data sets",
        )
    raise BadInput(
        f"{reading.source} has one row for each learner",
        cure="turn the table, or compare it with --columns datasets (columns='datasets') if the columns are data sets, --columns measures (bo.measures_table) if they are measures",
    )


def refuse_rows_of_learners(reading: TableReading) -> TableReading:
    """Refuse a table whose rows have names of learners, and whose columns have none: it may have to be turned, unless that was stated."""
    first = next(iter(reading.columns), None)
    if (
        first is None
        or reading.long
        or reading.described.names
        or reading.options.columns_are is not None
        or names_ids(first)
        or first.strip().lower() in LONG_BLOCKS
        or not reading.columns[first].has(CellKind.WORD)
    ):
        return reading
    rows, others = [str(cell) for cell in reading.columns[first].raw], list(reading.without([first]))
    if 2 * sum(map(names_learner, rows)) < len(rows) or any(map(names_learner, others)):
        return reading
    raise BadInput(
        f"the rows of {reading.source} ({', '.join(rows[:2])}, ...) look like learners and its columns ({', '.join(others[:2])}, ...) like data sets",
        cure="state what a column is: --columns datasets or --columns learners (columns='datasets' or 'learners')",
    )
