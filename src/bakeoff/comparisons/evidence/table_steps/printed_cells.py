"""Columns whose cells are more than numbers: means with deviations and marks of significance, durations with units."""

from bakeoff.comparisons.evidence.cells import CellColumn, CellKind, TypedCell
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.table_steps.reading import TableReading, names_rows
from bakeoff.comparisons.notes import DURATIONS, FIRST_NUMBERS
from bakeoff.core.errors import BadInput

__all__ = ["keep_brackets", "read_durations", "read_first_numbers"]


def read_durations(reading: TableReading) -> TableReading:
    """Durations are seconds, if all scores are durations and it is known which are better."""
    scores = [column for name, column in reading.columns.items() if not names_rows(reading.columns, name)]
    if not any(column.has(CellKind.DURATION) for column in scores):
        return reading
    for column in scores:
        _refuse_some_units(column, reading.source)
    timed = [column for column in scores if column.durations_only]
    bare = [column for column in scores if not column.has(CellKind.DURATION, CellKind.WORD)]
    if not timed:
        return reading
    if bare:
        raise BadInput(
            f"{reading.source}: column {timed[0].name!r} contains durations and column {bare[0].name!r} numbers without a unit",
            cure="write all with their units, or all in seconds",
        )
    if reading.options.direction is None and not reading.measure:
        raise BadInput(
            f"{reading.source} contains durations", cure="state which are better: direction='lower' (--direction lower)"
        )
    return reading.noting(DURATIONS(example=_first(timed[-1], CellKind.DURATION).text))


def read_first_numbers(reading: TableReading) -> TableReading:
    """The first number of a printed cell is the score; a mean with its deviation is one only on each of several data sets."""
    scores = [column for name, column in reading.columns.items() if not names_rows(reading.columns, name)]
    printed = [column for column in scores if column.has(CellKind.PRINTED) and not column.has(CellKind.WORD)]
    several = reading.rows == DATASETS.name and any(len(column.raw) > 1 for column in scores)
    for column in printed:
        spread = next((cell for _, cell in column.of_kind(CellKind.PRINTED) if cell.has_spread), None)
        if spread is not None and not several:
            raise BadInput(
                f"{reading.source}: {spread.text!r} is a mean with its deviation, not one score",
                cure="means of data sets are compared over several (--rows datasets); means with standard deviations alone go into "
                "columns learner, mean, sd, n (--published)",
            )
    if not printed:
        return reading
    brackets = any(cell.bracket for column in printed for _, cell in column.of_kind(CellKind.PRINTED))
    return reading.noting(FIRST_NUMBERS(example=_first(printed[-1], CellKind.PRINTED).text, brackets=brackets))


def keep_brackets(reading: TableReading) -> TableReading:
    """What cells hold in brackets, such as times or intervals, is kept by learner and row."""
    labels = reading.labels or [f"row {i + 1}" for i in range(len(next(iter(reading.columns.values())).raw))]
    brackets = {
        name: {labels[row]: cell.bracket for row, cell in column.of_kind(CellKind.PRINTED) if cell.bracket}
        for name, column in reading.columns.items()
    }
    return reading.noting(brackets={name: rows for name, rows in brackets.items() if rows})


def _first(column: CellColumn, kind: CellKind) -> TypedCell:
    """The first cell of that kind."""
    return next(cell for _, cell in column.of_kind(kind))


def _refuse_some_units(column: CellColumn, source: str) -> None:
    """Refuse a column of which some cells are durations and others are numbers."""
    if column.durations_only or not column.has(CellKind.DURATION) or column.has(CellKind.WORD):
        return
    other = next(
        cell
        for row, cell in enumerate(column.raw)
        if row not in column.odd or column.odd[row].kind in {CellKind.NUMBER, CellKind.PRINTED}
    )
    raise BadInput(
        f"{source}: column {column.name!r} contains the duration {_first(column, CellKind.DURATION).text} and also {other}",
        cure="write all with their units, or all in seconds",
    )
