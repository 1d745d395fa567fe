"""From a user's table of scores, wide or long, to a ScoreMatrix, by a list of steps; all problems are listed together."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.block_matrix import fill_matrix, mark_failures, note_dashes
from bakeoff.comparisons.evidence.cells import parse_column
from bakeoff.comparisons.evidence.failures import FAILURES, check_failures
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.scale import check_scales, direction_of
from bakeoff.comparisons.evidence.table_steps.cell_problems import column_problems, words_instead_of_numbers, words_only
from bakeoff.comparisons.evidence.table_steps.column_names import SPLIT_COLUMNS, measure_in_names
from bakeoff.comparisons.evidence.table_steps.experiment_tables import (
    name_fold_column,
    read_experiment_table,
    search_columns,
)
from bakeoff.comparisons.evidence.table_steps.long_table import refuse_unnamed_long, spread_long_table
from bakeoff.comparisons.evidence.table_steps.orientation import COLUMNS, refuse_rows_of_learners, turn_table
from bakeoff.comparisons.evidence.table_steps.printed_cells import keep_brackets, read_durations, read_first_numbers
from bakeoff.comparisons.evidence.table_steps.reading import ReadingOptions, TableReading, names_rows
from bakeoff.comparisons.evidence.table_steps.row_columns import RowColumns
from bakeoff.comparisons.evidence.table_steps.row_meaning import ask_what_rows_are
from bakeoff.comparisons.evidence.table_steps.row_numbers import set_aside_ids, set_aside_row_numbers
from bakeoff.comparisons.evidence.table_steps.side_columns import leave_out_averages, leave_out_described_columns
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import CONSTANT
from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.notes import Note

__all__ = ["STEPS", "ReadScores", "columns_of", "score_table"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReadScores:
    """A score matrix with what a reader should know about it."""

    matrix: ScoreMatrix
    notes: tuple[Note, ...] = ()
    measure: str = ""  # what was measured, where the table says it
    rows: str = DATASETS.name  # what one row is
    brackets: Mapping[str, Mapping[str, str]] = field(
        default_factory=dict
    )  # what cells hold in brackets, by learner and row


def _row_names(index: Any, columns: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    """The index of a pandas frame as a first column, where it names every row by a word of its own and no column does."""
    if index is None or index.nlevels != 1 or index.has_duplicates:
        return {}
    labels = index.tolist()
    named = any(all(isinstance(cell, str) for cell in cells) for cells in columns.values())
    name = "" if index.name is None else str(index.name)
    if named or name in columns or not all(isinstance(label, str) for label in labels):
        return {}
    return {name: labels}


def _by_learner(table: Any) -> bool:
    """Whether it is {learner: {data set: score}}, which states what its columns are."""
    return isinstance(table, Mapping) and bool(table) and all(isinstance(cells, Mapping) for cells in table.values())


def columns_of(table: Any) -> dict[str, Sequence[Any]]:
    """Named columns of a frame of any kind, a mapping, or a 2-D array.

    Words in the index of a pandas frame, or the keys of {learner: {data set: score}}, are a first column that names the rows.
    """
    if _by_learner(table):
        rows = list(dict.fromkeys(row for cells in table.values() for row in cells))
        return {"": list(map(str, rows))} | {
            str(name): [cells.get(row) for row in rows] for name, cells in table.items()
        }
    if (found := search_columns(table)) is not None:
        return found
    if isinstance(table, Mapping):
        return {str(name): list(np.asarray(values, dtype=object)) for name, values in table.items()}
    if hasattr(table, "columns") or hasattr(table, "column_names"):
        import narwhals as nw

        heads = [str(name) for name in getattr(table, "column_names", table.columns)]
        double = next((name for name in heads if heads.count(name) > 1), None)
        if double is not None:
            raise BadInput(f"two columns of the table are called {double!r}; rename one")
        frame = nw.from_native(table, eager_only=True)
        numbered = list(frame.columns) == list(range(len(heads)))  # as pandas numbers the columns of an array
        names = [f"learner {i + 1}" for i in range(len(heads))] if numbered else heads
        columns = {name: column.to_list() for name, column in zip(names, frame.iter_columns(), strict=True)}
        return {**_row_names(nw.maybe_get_index(frame), columns), **columns}
    try:
        values = np.asarray(table)
    except ValueError:
        raise BadInput(
            "the rows of a table of scores must have the same number of cells; write NaN for missing cells"
        ) from None
    if values.ndim != 2:
        raise BadInput(f"a table of scores has rows and columns; this has shape {values.shape}")
    return {f"learner {i + 1}": values[:, i].tolist() for i in range(values.shape[1])}


def score_table(
    table: Any,
    *,
    direction: str | None = None,
    rows: str | None = DATASETS.name,
    value: str | None = None,
    measure: str = "",
    source: str = "the table",
    learner: str | None = None,
    fold: str | None = None,
    described: RowColumns = RowColumns(),  # noqa: B008 - frozen
    failures: str = FAILURES[0],
    columns_are: str | None = None,
) -> ReadScores:
    """Read a wide table (one column per learner) or a long one (columns learner, data set or fold, and a score).

    Without a direction that of the measure is taken, where it is a known one; else higher is better. Of single rows
    (`rows="rows"`) columns may say which item and which run of it a row is, what it belongs to and how much it counts;
    row ids that repeat count as groups. Rows that are not stated (None) are data sets if they have names; rows without
    names, and rows that look like single rows of a test set, are refused with the question what they are.

    `columns_are`: "learners", or "datasets" or "folds" of a table with one row per learner, which is turned. Heads such as fold 1, fold 2 state it themselves.
    A cell such as OUT OF MEMORY is a failure. By `failures` it has the last rank on its row ("last"), or the row is left out
    for all learners ("out").

    >>> score_table({"learner": ["a", "b"], "dataset": ["x", "x"], "rmse": [2.5, 3.5]}).measure
    'rmse'
    """
    check_failures(failures)
    options = ReadingOptions(
        direction=direction, rows=rows, value=value, measure=measure, source=source, learner=learner, fold=fold, described=described,
        failures=failures, columns_are=columns_are,
    )  # fmt: skip
    if isinstance(table, ScoreMatrix):
        return _of_matrix(table, options)
    if columns_are is None and _by_learner(table):
        options = replace(options, columns_are=COLUMNS[0])
    reading = TableReading.of(columns_of(table), options)
    for step in STEPS:
        reading = step(reading)
    assert reading.matrix is not None
    return ReadScores(
        matrix=reading.matrix,
        notes=reading.notes,
        measure=reading.measure,
        rows=reading.rows,
        brackets=reading.brackets,
    )


def _of_matrix(matrix: ScoreMatrix, options: ReadingOptions) -> ReadScores:
    """A matrix that is there already, by the names of its blocks."""
    if options.rows is None:
        ask_what_rows_are({"": matrix.blocks}, matrix.values, options.source)
    way, notes = direction_of(options.direction, options.measure)
    return ReadScores(
        matrix=replace(matrix, direction=way), notes=notes, measure=options.measure, rows=options.rows or DATASETS.name
    )


def refuse_uneven_columns(reading: TableReading) -> TableReading:
    """Refuse columns of different lengths."""
    lengths = {name: len(cells) for name, cells in reading.table.items()}
    if len(set(lengths.values())) > 1:
        sizes = ", ".join(f"{name} {n}" for name, n in lengths.items())
        raise BadInput(f"the columns of {reading.source} differ in length: {sizes}")
    return reading


def place_row_columns(reading: TableReading) -> TableReading:
    """Groups and weights that came beside the table become columns of it."""
    table, described = reading.described.placed(reading.table, reading.source)
    return replace(reading, table=table, described=described)


def parse_cells(reading: TableReading) -> TableReading:
    """Every cell is parsed, once."""
    return replace(reading, columns={name: parse_column(name, cells) for name, cells in reading.table.items()})


def set_aside_row_columns(reading: TableReading) -> TableReading:
    """The columns that the user named as describing rows hold no scores."""
    names = reading.described.names
    return replace(
        reading, columns=reading.without(names), row_columns={name: reading.columns[name] for name in names}
    )  # fmt: skip


def find_row_names(reading: TableReading) -> TableReading:
    """The columns that name the rows: the item, else those of data sets, splits or words, else ids and row numbers."""
    names = [name for name in reading.columns if names_rows(reading.columns, name)]
    named = {name: reading.columns[name] for name in names}
    item = reading.described.item
    if item is not None:
        keys = {item: reading.row_columns[item]}
    elif reading.single_rows and all(name.lower() in SPLIT_COLUMNS for name in names):
        keys = {**reading.row_numbers, **named}  # runs, beside the ids of what they repeat
    else:
        keys = named or dict(reading.row_numbers)
    row_names = {name: [str(cell) for cell in column.raw] for name, column in keys.items()}
    return replace(reading, columns=reading.without(list(keys)), row_names=row_names)


COUNT_COLUMNS = ({"correct", "incorrect"}, {"errors", "n"})


def refuse_bad_cells(reading: TableReading) -> TableReading:
    """Refuse everything that is wrong with names of rows and cells of scores at once."""
    columns, labels = reading.columns, reading.labels
    times = {} if reading.single_rows else Counter(labels)
    twice = [label for label, count in times.items() if count > 1][:10]
    problems = [f"{label!r} occurs {times[label]} times; keep one row each, or average them first" for label in twice]
    problems += [problem for column in columns.values() for problem in column_problems(column, labels)]
    if {name.strip().lower() for name in columns} in COUNT_COLUMNS:
        problems.append(
            f"columns {' and '.join(map(repr, columns))} count rows and are no learners; "
            "`bakeoff measure` (bo.measure_counts) gives their error rate"
        )
    if len(columns) < 2:
        beside = "".join(f" beside the row numbers in column {name!r}" for name in reading.row_numbers)
        problems.append(
            f"there is {'one column' if columns else 'no column'} of scores{beside}; a comparison needs two learners"
        )
    problems += _some_percent(reading)
    if problems:
        words = [column for column in columns.values() if words_only(column)]
        explains = len(words) > 1 or (words and len(columns) < 3)  # also what else is odd about such a table
        raise Problems(reading.source, [words_instead_of_numbers(words)] if explains else problems)
    return reading


def _some_percent(reading: TableReading) -> list[str]:
    """The problem of a column in percent beside one without a % sign."""
    percent = {name: any(cell.percent for cell in column.odd.values()) for name, column in reading.columns.items()}
    if len(set(percent.values())) < 2:
        return []
    marked, unmarked = (next(name for name, has in percent.items() if has is wanted) for wanted in (True, False))
    return [f"column {marked!r} is in percent and column {unmarked!r} carries no % sign; use one scale"]


def orient(reading: TableReading) -> TableReading:
    """Which scores are better: as stated, else by the measure, which columns of a wide table may name."""
    measure = reading.measure
    if not reading.long and not measure:
        measure = measure_in_names(list(reading.columns), reading.source)
    way, notes = direction_of(reading.options.direction, measure)
    return reading.noting(*notes, direction=way, measure=measure)


def check_scale(reading: TableReading) -> TableReading:
    """Refuse fractions beside percentages and scores that the measure cannot take; note columns that never change."""
    matrix = reading.matrix
    assert matrix is not None
    present = {name: column[~np.isnan(column)] for name, column in zip(matrix.names, matrix.values.T, strict=True)}
    constants = (
        CONSTANT(learner=name, value=float(column[0]))
        for name, column in present.items()
        if column.size > 2 and np.ptp(column) == 0
    )
    return reading.noting(*check_scales(matrix, reading.measure, reading.source), *constants)


def ask_about_rows(reading: TableReading) -> TableReading:
    """Ask what a row is where nothing states it, after everything that is wrong with the table whatever its rows are."""
    if not reading.stated:
        values = np.column_stack([column.numbers for column in reading.columns.values()])
        ask_what_rows_are(reading.row_names, values, reading.source)
    return reading


# How a table is read: each step gets what is known so far, explains one thing, and may add notes.
STEPS: tuple[Callable[[TableReading], TableReading], ...] = (
    refuse_uneven_columns,
    name_fold_column,
    read_experiment_table,
    turn_table,
    place_row_columns,
    parse_cells,
    set_aside_row_numbers,
    spread_long_table,
    refuse_unnamed_long,
    refuse_rows_of_learners,
    leave_out_averages,
    set_aside_row_columns,
    set_aside_ids,
    leave_out_described_columns,
    read_durations,
    read_first_numbers,
    find_row_names,
    refuse_bad_cells,
    keep_brackets,
    orient,
    fill_matrix,
    mark_failures,
    note_dashes,
    check_scale,
    ask_about_rows,
)
