"""From a user's table of scores, wide or long, to a ScoreMatrix; all problems are listed together."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import nan
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.column_names import measure_in_names
from bakeoff.comparisons.evidence.failures import FAILURES, check_failures, without_failures
from bakeoff.comparisons.evidence.kinds import DATASETS, GROUPED_ROWS, ROWS
from bakeoff.comparisons.evidence.long_table import (
    BLOCK_COLUMNS,
    LONG_BLOCKS,
    SPLIT_COLUMNS,
    drop_ids,
    drop_row_numbers,
    item_column,
    learner_column,
    refuse_rows_of_learners,
    refuse_unnamed_long,
    to_wide,
    turned,
)
from bakeoff.comparisons.evidence.row_columns import (
    RowColumns,
    averaged_runs,
    group_column,
    repeated_run,
    weight_column,
)
from bakeoff.comparisons.evidence.row_meaning import ask_what_rows_are
from bakeoff.comparisons.evidence.scale import check_scales, direction_of
from bakeoff.comparisons.evidence.score_cells import floats_only, plain_cells
from bakeoff.comparisons.evidence.score_columns import is_numeric, read_column, words_instead_of_numbers
from bakeoff.comparisons.evidence.summary_cells import drop_side_columns, drop_summary_rows
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import AVERAGED, CONSTANT, DASHES, FAILED_CELLS, FAILED_OUT
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.notes import Name, Note
from bakeoff.measures.measure import Direction
from bakeoff.predictions.class_labels import ArgumentNames
from bakeoff.predictions.group_ids import check_groups, uneven
from bakeoff.tabular.table import DASH_SIGNS, FAILED

__all__ = ["ScoreTable", "columns_of", "score_table"]

COLUMNS = ("learners", "datasets")  # what one column of a table may be


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreTable:
    """A score matrix with what a reader should know about it."""

    matrix: ScoreMatrix
    notes: tuple[Note, ...] = ()
    measure: str = ""  # what was measured, where the table says it
    rows: str = DATASETS.name  # what one row is


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


def columns_of(table: Any) -> dict[str, Sequence[Any]]:
    """Named columns of a frame of any kind, a mapping, or a 2-D array.

    Words in the index of a pandas frame, or the keys of {learner: {data set: score}}, are a first column that names the rows.
    """
    if isinstance(table, Mapping) and table and all(isinstance(cells, Mapping) for cells in table.values()):
        rows = list(dict.fromkeys(row for cells in table.values() for row in cells))
        return {"": list(map(str, rows))} | {
            str(name): [cells.get(row) for row in rows] for name, cells in table.items()
        }
    if isinstance(table, Mapping):
        return {str(name): list(np.asarray(values, dtype=object)) for name, values in table.items()}
    if hasattr(table, "columns") or hasattr(table, "column_names"):
        import narwhals as nw

        given = [str(one) for one in getattr(table, "column_names", table.columns)]
        double = next((one for one in given if given.count(one) > 1), None)
        if double is not None:
            raise BadInput(f"two columns of the table are called {double!r}; rename one")
        frame = nw.from_native(table, eager_only=True)
        numbered = list(frame.columns) == list(range(len(given)))  # as pandas numbers the columns of an array
        names = [f"learner {i + 1}" for i in range(len(given))] if numbered else given
        columns = {name: one.to_list() for name, one in zip(names, frame.iter_columns(), strict=True)}
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
    described: RowColumns = RowColumns(),  # noqa: B008 - frozen
    failures: str = FAILURES[0],
    columns_are: str | None = None,
) -> ScoreTable:
    """Read a wide table (one column per learner) or a long one (columns learner, data set or fold, and a score).

    Without a direction that of the measure is taken, where it is a known one; else higher is better. Of single rows
    (`rows="rows"`) columns may say which item and which run of it a row is, what it belongs to and how much it counts;
    row ids that repeat count as groups. Rows that are not stated (None) are data sets if they have names; rows without
    names, and rows that look like single rows of a test set, are refused with the question what they are.

    `columns_are`: "learners", or "datasets" of a table with one row per learner, which is turned.
    A cell such as OUT OF MEMORY is a failure. By `failures` it has the last rank on its row ("last"), or the row is left out
    for all learners ("out").

    >>> score_table({"learner": ["a", "b"], "dataset": ["x", "x"], "rmse": [2.5, 3.5]}).measure
    'rmse'
    """
    check_failures(failures)
    if isinstance(table, ScoreMatrix):
        return _of_matrix(table, direction, rows, measure, source)
    stated, rows = rows is not None or columns_are == COLUMNS[1], rows or DATASETS.name
    columns: Mapping[str, Sequence[Any]] = _even_columns(table, columns_are, source)
    columns, described = described.placed(columns, source)
    columns, numbers, noted = (columns, {}, ()) if described.names else drop_row_numbers(columns)
    if learner is not None and learner not in columns:
        raise UnknownName(f"column of {source}", learner, columns)
    column = learner or learner_column(columns)
    long = column is not None and (learner is not None or not is_numeric(columns[column]))
    if column is not None and long:
        asked = bool({name.lower() for name in columns} & set(LONG_BLOCKS)) or item_column(columns, column) is None
        if not stated and not asked:  # the column of items says it
            stated, rows = True, ROWS.name
        columns, measure = to_wide(
            columns, column, value=value, measure=measure, source=source, named=described.names, item=described.item is not None
        )  # fmt: skip
    elif value is not None:
        raise BadInput(
            f"{source} has one column for each learner; value (--value) is for long tables, which name learners in a column"
        )
    elif not described.names:
        refuse_unnamed_long(columns, numbers, source)
        refuse_rows_of_learners(columns, source, stated=columns_are is not None)
    way, notes = direction_of(direction, measure)
    columns, kept, summaries = drop_summary_rows(columns, below=rows == ROWS.name)
    numbers = {name: [cells[i] for i in kept] for name, cells in numbers.items()}
    rest: Mapping[str, Sequence[Any]] = {name: cells for name, cells in columns.items() if name not in described.names}
    if described.names and described.item is None:
        rest, numbers, noted = drop_row_numbers(rest)
    single = rows in (ROWS.name, GROUPED_ROWS.name)
    rest, ids, left = drop_ids(rest, repeats=single)
    rest, beside = (rest, ()) if long else drop_side_columns(rest)
    numbers, noted = numbers or ids, (*noted, *summaries) if long else (*noted, *left, *summaries, *beside)
    several = rows == DATASETS.name and len(next(iter(columns.values()), ())) > 1
    named = {name: cells for name, cells in rest.items() if name.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS)}
    made, read = plain_cells(
        {name: cells for name, cells in rest.items() if name not in named},
        means=several, directed=direction is not None or bool(measure), source=source,
    )  # fmt: skip
    rest = {name: named.get(name, made.get(name, ())) for name in rest}
    item = {} if described.item is None else {described.item: columns[described.item]}
    keys, scores = _cells(rest, item or numbers, source, named=bool(item), repeats=single)
    if not long and not measure:
        measure = measure_in_names(list(scores), source)
        way, notes = direction_of(direction, measure) if measure else (way, notes)
    made_of = partial(_matrix, keys=keys, columns=columns, described=described, way=way, rows=rows, source=source)
    matrix, averaged = made_of(scores)
    matrix, failed = _with_failures(matrix, rest, made_of, failures)
    notes = (
        *notes, *noted, *read, *averaged, *failed, *_dashes(rest, keys, matrix.names),
        *check_scales(matrix, measure, source), *_constants(matrix),
    )  # fmt: skip
    if not stated:  # after everything that is wrong with the table whatever its rows are
        ask_what_rows_are(keys, np.column_stack(list(scores.values())), source)
    return ScoreTable(matrix=matrix, notes=notes, measure=measure, rows=rows)


def _of_matrix(matrix: ScoreMatrix, direction: str | None, rows: str | None, measure: str, source: str) -> ScoreTable:
    """A matrix that is there already, by the names of its blocks."""
    if rows is None:
        ask_what_rows_are({"": matrix.blocks}, matrix.values, source)
    way, notes = direction_of(direction, measure)
    return ScoreTable(matrix=replace(matrix, direction=way), notes=notes, measure=measure, rows=rows or DATASETS.name)


def _even_columns(table: Any, columns_are: str | None, source: str) -> Mapping[str, Sequence[Any]]:
    """The columns of the table, turned where they are data sets; refuses columns of different lengths."""
    if columns_are not in {None, *COLUMNS}:
        raise UnknownName("kind of columns", str(columns_are), COLUMNS)
    columns = columns_of(table)
    lengths = {name: len(cells) for name, cells in columns.items()}
    if len(set(lengths.values())) > 1:
        raise BadInput(f"the columns of {source} differ in length: {', '.join(f'{k} {n}' for k, n in lengths.items())}")
    return turned(columns, source) if columns_are == COLUMNS[1] else columns


def _matrix(
    cells: dict[str, Array],
    *,
    keys: dict[str, list[str]],
    columns: Mapping[str, Sequence[Any]],
    described: RowColumns,
    way: Direction,
    rows: str,
    source: str,
) -> tuple[ScoreMatrix, tuple[Note, ...]]:
    """Blocks by learners, and what was averaged for it."""
    if rows in (ROWS.name, GROUPED_ROWS.name):
        return _rows(keys, cells, columns, described, way)
    blocks, cells, notes = _blocks(keys, cells, rows, source)
    values = np.column_stack(list(cells.values()))
    return ScoreMatrix(names=tuple(cells), blocks=tuple(blocks), values=values, direction=way), notes


def _rows(
    keys: dict[str, list[str]],
    scores: dict[str, Array],
    columns: Mapping[str, Sequence[Any]],
    described: RowColumns,
    way: Direction,
) -> tuple[ScoreMatrix, tuple[Note, ...]]:
    """Single rows with what they belong to and how much they count; runs of an item are averaged."""
    n, parts = len(next(iter(scores.values()))), dict[str, Array]()
    labels, runs = _items(keys, described, n)
    if described.groups is not None:
        parts[described.groups] = group_column(described.groups, columns[described.groups])
    if described.weight is not None:
        read = read_column(described.weight, columns[described.weight], labels)
        if read.problems:
            word = next((cell for cell in columns[described.weight] if not is_numeric([cell])), "an infinite number")
            raise BadInput(f"column {described.weight!r} holds {word!r}; a weight is a number of zero or more")
        parts[described.weight] = weight_column(described.weight, read.numbers)
    notes: tuple[Note, ...] = ()
    if runs:
        twice = repeated_run(labels, [columns[name] for name in runs])
        labels, scores, parts, notes = averaged_runs(labels, scores, parts, " and ".join(runs))
        if twice:
            raise BadInput(twice)
    groups, weight = (None if one is None else parts[one] for one in (described.groups, described.weight))
    if groups is None and len(set(labels)) < len(labels):
        groups = check_groups(np.array(labels), len(labels), ArgumentNames(of={"groups": "the column of row ids"}))
    matrix = ScoreMatrix(
        names=tuple(scores), blocks=tuple(labels), values=np.column_stack(list(scores.values())), direction=way,
        groups=groups, weight=weight,
    )  # fmt: skip
    if weight is not None:  # without weight a row is no row, and one weight for all is none
        matrix = matrix.only(np.flatnonzero(weight))
        matrix = matrix if uneven(matrix.weight) else replace(matrix, weight=None)
    return matrix, notes


def _items(keys: Mapping[str, list[str]], described: RowColumns, n: int) -> tuple[list[str], list[str]]:
    """What names each row, and the columns of runs: the one named, or seeds, runs and folds beside ids that repeat."""
    splits = [
        name for name in keys if name.lower() in SPLIT_COLUMNS and described.runs is None and described.item is None
    ]
    ids = [cells for name, cells in keys.items() if name not in splits]
    labels = [" / ".join(at) for at in zip(*ids, strict=True)] if ids else []
    if described.runs is None and (not labels or len(set(labels)) == len(labels)):  # they are no runs
        every = [" / ".join(at) for at in zip(*keys.values(), strict=True)]
        return every or [str(i + 1) for i in range(n)], []
    if not labels:
        raise BadInput("runs (--runs) repeat items; name the column of items too (item=, --item)")
    named = [described.runs] if described.runs is not None else splits
    return labels, named


def _with_failures(
    matrix: ScoreMatrix,
    columns: Mapping[str, Sequence[Any]],
    made_of: Callable[[dict[str, Array]], tuple[ScoreMatrix, tuple[Note, ...]]],
    rule: str,
) -> tuple[ScoreMatrix, tuple[Note, ...]]:
    """The matrix that knows who failed where, by the rule, with notes; a mean over splits of which one failed is a failure."""
    words = {
        name: [""] * len(columns[name]) if floats_only(columns[name]) else [_failure(cell) for cell in columns[name]]
        for name in matrix.names
    }
    if not any(word for cells in words.values() for word in cells):
        return matrix, ()
    marked, _ = made_of({name: np.array([float(bool(word)) for word in cells]) for name, cells in words.items()})
    failed = marked.values > 0
    whole = replace(matrix, values=np.where(failed, nan, matrix.values), failed=failed)
    reasons = {name: tuple(dict.fromkeys(filter(None, cells))) for name, cells in words.items()}
    if rule == FAILURES[0]:
        by_learner = zip(matrix.names, failed.T, strict=True)
        return whole, tuple(
            FAILED_CELLS(learner=Name(name), rows=tuple(matrix.blocks[i] for i in np.flatnonzero(own)), reasons=reasons[name])
            for name, own in by_learner
            if own.any()
        )  # fmt: skip
    kept, gone = without_failures(whole)
    if not kept.blocks:
        raise BadInput(
            "some learner failed on every row, so that none is left", cure="use failures='last' (--failures last)"
        )
    who = tuple(name for name, own in zip(matrix.names, failed.T, strict=True) if own.any())
    return kept, (FAILED_OUT(learners=who, rows=tuple(matrix.blocks[i] for i in gone)),)


def _failure(cell: Any) -> str:
    """The word that states a failure; empty for anything else."""
    text = cell.strip() if isinstance(cell, str) else ""
    return text if text.lower() in FAILED else ""


def _dashes(
    columns: Mapping[str, Sequence[Any]], keys: Mapping[str, Sequence[str]], learners: Sequence[str]
) -> tuple[Note, ...]:
    """A dash says that there is no score, and not why."""
    rows = [" / ".join(at) for at in zip(*keys.values(), strict=True)]
    found = tuple(
        (name, rows[i] if rows else f"row {i + 1}")
        for name in learners
        if not floats_only(columns[name])
        for i, cell in enumerate(columns[name])
        if isinstance(cell, str) and cell.strip() in DASH_SIGNS
    )
    return (DASHES(cells=found),) if found else ()


def _keys(columns: Mapping[str, Sequence[Any]]) -> list[str]:
    """The columns that name the rows instead of holding scores: by their names, and a first one of words."""
    return [
        name
        for i, name in enumerate(columns)
        if name.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS) or (i == 0 and not is_numeric(columns[name]))
    ]


COUNT_COLUMNS = ({"correct", "incorrect"}, {"errors", "n"})


def _cells(
    columns: Mapping[str, Sequence[Any]],
    numbers: Mapping[str, Sequence[Any]],
    source: str,
    *,
    named: bool,
    repeats: bool,
) -> tuple[dict[str, list[str]], dict[str, Array]]:
    """What names the rows, and the numbers of each learner; refuses everything that is wrong at once.

    `named`: the user named the column of ids. `repeats`: an id may occur several times.
    """
    found = {name: columns[name] for name in _keys(columns)}
    runs = repeats and all(name.lower() in SPLIT_COLUMNS for name in found)  # beside the ids of what they repeat
    ids = numbers if named else {**numbers, **found} if runs else found or numbers
    keys = {name: [str(one) for one in cells] for name, cells in ids.items()}
    learners = [name for name in columns if name not in keys]
    labels = [" / ".join(at) for at in zip(*keys.values(), strict=True)]
    problems = [] if repeats else _duplicates(labels)
    read = [read_column(name, columns[name], labels) for name in learners]
    problems += [one for column in read for one in column.problems]
    if {name.strip().lower() for name in learners} in COUNT_COLUMNS:
        problems.append(
            f"columns {' and '.join(map(repr, learners))} count rows and are no learners; "
            "`bakeoff measure` (bo.measure_counts) gives their error rate"
        )
    if len(learners) < 2:
        problems.append(
            f"there is {'one column' if learners else 'no column'} of scores{_beside(numbers)}; "
            "a comparison needs two learners"
        )
    marked = [
        not floats_only(columns[name])
        and any(isinstance(one, str) and one.strip().endswith("%") for one in columns[name])
        for name in learners
    ]
    if any(marked) and not all(marked):
        with_, without = learners[marked.index(True)], learners[marked.index(False)]
        problems.append(f"column {with_!r} is in percent and column {without!r} carries no % sign; use one scale")
    if problems:
        words = [one for one in read if one.only_words]
        explains = len(words) > 1 or (words and len(learners) < 3)  # also what else is odd about such a table
        raise Problems(source, [words_instead_of_numbers(words)] if explains else problems)
    return keys, {one.name: one.numbers for one in read}


def _beside(numbers: Mapping[str, Sequence[Any]]) -> str:
    return "".join(f" beside the row numbers in column {name!r}" for name in numbers)


def _blocks(
    keys: dict[str, list[str]], scores: dict[str, Array], rows: str, source: str
) -> tuple[list[str], dict[str, Array], tuple[Note, ...]]:
    """Names and scores of the blocks: splits of a data set are averaged where blocks are data sets."""
    n = len(next(iter(scores.values())))
    if not keys:
        return [str(i + 1) for i in range(n)], scores, ()
    domains = [name for name in keys if name.lower() in BLOCK_COLUMNS]
    splits = [name for name in keys if name.lower() in SPLIT_COLUMNS]
    if splits and not domains:
        domains = [name for name in keys if name not in splits]
    several = [name for name in domains if len(set(keys[name])) > 1]
    if rows in ("folds", "runs") and several:
        raise BadInput(
            f"{source} holds {len(set(keys[several[0]]))} values of {several[0]}, but {rows} belong to one data set; "
            f"use rows 'datasets', or one comparison for each (--by {several[0]})"
        )
    if rows == "datasets" and splits and not domains:
        raise BadInput(
            f"the rows of {source} differ by {' and '.join(splits)}, so they are not data sets; use rows 'folds' "
            "with the scheme or test share (--rows folds --scheme 10x10), or 'runs' if they are independent"
        )
    if rows == "datasets" and splits:
        return _averaged([" / ".join(at) for at in zip(*(keys[one] for one in domains), strict=True)], scores, splits)
    shown = [name for name in keys if name in several or name not in domains] or list(keys)
    return [" / ".join(at) for at in zip(*(keys[one] for one in shown), strict=True)], scores, ()


def _averaged(
    labels: list[str], scores: dict[str, Array], splits: list[str]
) -> tuple[list[str], dict[str, Array], tuple[Note, ...]]:
    """The mean of all splits, missing where one of them is: no mean over survivors."""
    names = list(dict.fromkeys(labels))
    at = np.array([names.index(one) for one in labels])
    counts = np.bincount(at)
    made = {name: np.bincount(at, weights=values) / counts for name, values in scores.items()}
    if counts.max() == 1:
        return names, made, ()
    return names, made, (AVERAGED(fewest=int(counts.min()), most=int(counts.max()), columns=tuple(splits)),)


def _duplicates(labels: list[str]) -> list[str]:
    twice = [(one, times) for one, times in Counter(labels).items() if times > 1]
    return [f"{one!r} occurs {times} times; keep one row each, or average them first" for one, times in twice[:10]]


def _constants(matrix: ScoreMatrix) -> tuple[Note, ...]:
    seen = {name: column[~np.isnan(column)] for name, column in zip(matrix.names, matrix.values.T, strict=True)}
    return tuple(
        CONSTANT(learner=name, value=float(column[0]))
        for name, column in seen.items()
        if column.size > 2 and np.ptp(column) == 0
    )
