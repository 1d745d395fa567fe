"""From columns of scores and names of rows to a score matrix: splits of a data set and runs of an item are averaged, failures are marked."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import nan
from typing import Any

import numpy as np

from bakeoff.comparisons.assumption_notes import UNEVEN_STEPS
from bakeoff.comparisons.evidence.cells import CellKind
from bakeoff.comparisons.evidence.failures import FAILURES, without_failures
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, RUNS
from bakeoff.comparisons.evidence.table_steps.cell_problems import column_problems
from bakeoff.comparisons.evidence.table_steps.column_names import BLOCK_COLUMNS, SPLIT_COLUMNS
from bakeoff.comparisons.evidence.table_steps.reading import TableReading
from bakeoff.comparisons.evidence.table_steps.row_columns import (
    RowColumns,
    averaged_runs,
    group_column,
    repeated_run,
    weight_column,
)
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import AVERAGED, DASHES, FAILED_CELLS, FAILED_OUT
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Name, Note
from bakeoff.estimates.in_time import timed_sums
from bakeoff.predictions.class_labels import ArgumentNames
from bakeoff.predictions.group_ids import check_groups, uneven
from bakeoff.predictions.row_times import check_times, uneven_steps
from bakeoff.tabular.table import MISSING

__all__ = ["fill_matrix", "mark_failures", "note_dashes"]


def fill_matrix(reading: TableReading) -> TableReading:
    """Blocks by learners."""
    numbers = {name: column.numbers for name, column in reading.columns.items()}
    matrix, notes = _matrix_of(reading, numbers)
    return reading.noting(*notes, matrix=matrix)


def _matrix_of(reading: TableReading, numbers: Mapping[str, Array]) -> tuple[ScoreMatrix, tuple[Note, ...]]:
    """These numbers of each learner as a matrix, and what was averaged for it."""
    if reading.single_rows:
        return _rows(reading, numbers)
    blocks, scores, notes = _blocks(reading, numbers)
    values = np.column_stack(list(scores.values()))
    return ScoreMatrix(names=tuple(scores), blocks=tuple(blocks), values=values, direction=reading.direction), notes


def _rows(reading: TableReading, scores: Mapping[str, Array]) -> tuple[ScoreMatrix, tuple[Note, ...]]:
    """Single rows with what they belong to and how much they count; runs of an item are averaged."""
    described, columns = reading.described, {**reading.row_columns, **reading.columns}
    n, parts = len(next(iter(scores.values()))), dict[str, Array]()
    labels, runs = _items(reading.row_names, described, n)
    if described.groups is not None:
        parts[described.groups] = group_column(described.groups, columns[described.groups].raw)
    if described.weight is not None:
        parts[described.weight] = _weights(reading, labels)
    notes: tuple[Note, ...] = ()
    if described.time is not None:
        return _in_time(reading, scores, parts.get(described.weight))
    hits = False
    if runs:
        hits = all(np.isin(values[~np.isnan(values)], (0.0, 1.0)).all() for values in scores.values())
        twice = repeated_run(labels, [_cells_of_run(reading, name) for name in runs])
        labels, scores, parts, notes = averaged_runs(labels, scores, parts, " and ".join(runs))
        if twice:
            raise BadInput(twice)
    groups, weight = (None if name is None else parts[name] for name in (described.groups, described.weight))
    if groups is None and len(set(labels)) < len(labels):
        groups = check_groups(np.array(labels), len(labels), ArgumentNames(of={"groups": "the column of row ids"}))
    matrix = ScoreMatrix(
        names=tuple(scores), blocks=tuple(labels), values=np.column_stack(list(scores.values())), direction=reading.direction,
        groups=groups, weight=weight, runs_of_hits=hits,
    )  # fmt: skip
    if weight is not None:  # without weight a row is no row, and one weight for all is none
        matrix = matrix.only(np.flatnonzero(weight))
        matrix = matrix if uneven(matrix.weight) else replace(matrix, weight=None)
    return matrix, notes


def _in_time(
    reading: TableReading, scores: Mapping[str, Array], weight: Array | None
) -> tuple[ScoreMatrix, tuple[Note, ...]]:
    """One row for each time, the earliest first: rows of one time, as those of several series, are added up by their weights."""
    described = reading.described
    series = None if described.series is None else np.array(list(map(str, reading.row_columns[described.series].raw)))
    raw = [
        None if isinstance(cell, str) and cell.strip() in MISSING else cell
        for cell in reading.row_columns[described.time].raw
    ]
    n = len(raw)
    times, codes = np.unique(check_times(np.array(raw, dtype=object), n, series), return_inverse=True)
    codes, heavy = codes.reshape(-1), np.ones(n) if weight is None else weight
    columns = [timed_sums(values, heavy, codes, len(times)) for values in scores.values()]
    matrix = ScoreMatrix(
        names=tuple(scores), blocks=tuple(map(str, times)), values=np.column_stack(columns), direction=reading.direction, horizon=1
    )  # fmt: skip
    return matrix, (UNEVEN_STEPS(times=len(times)),) if uneven_steps(times) else ()


def _cells_of_run(reading: TableReading, name: str) -> Sequence[Any]:
    """The run of each row, from a column that the user named or that names the rows."""
    return reading.row_columns[name].raw if name in reading.row_columns else reading.row_names[name]


def _weights(reading: TableReading, labels: list[str]) -> Array:
    """How much each row counts."""
    column = reading.row_columns[reading.described.weight]
    if column_problems(column, labels) or column.has(CellKind.DURATION, CellKind.PRINTED):
        words = column.of_kind(CellKind.WORD, CellKind.DURATION, CellKind.PRINTED)
        word = next((column.raw[row] for row, _ in words), "an infinite number")
        raise BadInput(f"column {column.name!r} contains {word!r}; a weight is a number of zero or more")
    return weight_column(column.name, column.numbers)


def _items(keys: Mapping[str, Sequence[str]], described: RowColumns, n: int) -> tuple[list[str], list[str]]:
    """What names each row, and the columns of runs: the one named, or seeds, runs and folds beside ids that repeat."""
    splits = [
        name for name in keys if name.lower() in SPLIT_COLUMNS and described.runs is None and described.item is None
    ]
    ids = [cells for name, cells in keys.items() if name not in splits]
    labels = _joined(ids) if ids else []
    if described.runs is None and (not labels or len(set(labels)) == len(labels)):  # they are no runs
        return _joined(list(keys.values())) or [str(i + 1) for i in range(n)], []
    if not labels:
        raise BadInput("runs (--runs) repeat items; name the column of items too (item=, --item)")
    named = [described.runs] if described.runs is not None else splits
    return labels, named


def _blocks(
    reading: TableReading, scores: Mapping[str, Array]
) -> tuple[list[str], Mapping[str, Array], tuple[Note, ...]]:
    """Names and scores of the blocks: splits of a data set are averaged where blocks are data sets."""
    keys, rows, source = reading.row_names, reading.rows, reading.source
    if not keys:
        return [str(i + 1) for i in range(len(next(iter(scores.values()))))], scores, ()
    domains = [name for name in keys if name.lower() in BLOCK_COLUMNS]
    splits = [name for name in keys if name.lower() in SPLIT_COLUMNS]
    if splits and not domains:
        domains = [name for name in keys if name not in splits]
    several = [name for name in domains if len(set(keys[name])) > 1]
    if rows in {FOLDS.name, RUNS.name} and several:
        raise BadInput(
            f"{source} contains {len(set(keys[several[0]]))} values of {several[0]}, but {rows} belong to one data set; "
            f"use rows 'datasets', or one comparison for each (--by {several[0]})"
        )
    if rows == DATASETS.name and splits and not domains:
        raise BadInput(
            f"the rows of {source} differ by {' and '.join(splits)}, so they are not data sets; use rows 'folds' "
            "with the scheme or test share (--rows folds --scheme 10x10), or 'runs' if they are independent"
        )
    if rows == DATASETS.name and splits:
        return _averaged(_joined([keys[name] for name in domains]), scores, splits)
    shown = [name for name in keys if name in several or name not in domains] or list(keys)
    return _joined([keys[name] for name in shown]), scores, ()


def _joined(keys: Sequence[Sequence[str]]) -> list[str]:
    """One label for each row."""
    return [" / ".join(label) for label in zip(*keys, strict=True)]


def _averaged(
    labels: list[str], scores: Mapping[str, Array], splits: list[str]
) -> tuple[list[str], dict[str, Array], tuple[Note, ...]]:
    """The mean of all splits, missing where one of them is: no mean over survivors."""
    names = list(dict.fromkeys(labels))
    places = np.array([names.index(label) for label in labels])
    counts = np.bincount(places)
    means = {name: np.bincount(places, weights=values) / counts for name, values in scores.items()}
    if counts.max() == 1:
        return names, means, ()
    return names, means, (AVERAGED(fewest=int(counts.min()), most=int(counts.max()), columns=tuple(splits)),)


def mark_failures(reading: TableReading) -> TableReading:
    """The matrix that knows who failed where, by the rule; a mean over splits of which one failed is a failure."""
    words = {
        name: {row: cell.text for row, cell in column.of_kind(CellKind.FAILURE)}
        for name, column in reading.columns.items()
    }
    if not any(words.values()):
        return reading
    assert reading.matrix is not None
    flags = {name: np.zeros(len(column.raw)) for name, column in reading.columns.items()}
    for name, rows in words.items():
        flags[name][list(rows)] = 1.0
    failed = _matrix_of(reading, flags)[0].values > 0
    matrix = replace(reading.matrix, values=np.where(failed, nan, reading.matrix.values), failed=failed)
    if reading.options.failures != FAILURES[0]:
        return _left_out(reading, matrix)
    notes = (
        FAILED_CELLS(
            learner=Name(name), rows=tuple(matrix.blocks[i] for i in np.flatnonzero(own)),
            reasons=tuple(dict.fromkeys(words[name].values())),
        )
        for name, own in zip(matrix.names, failed.T, strict=True)
        if own.any()
    )  # fmt: skip
    return reading.noting(*notes, matrix=matrix)


def _left_out(reading: TableReading, matrix: ScoreMatrix) -> TableReading:
    """Rows on which a learner failed are left out for all."""
    kept, gone = without_failures(matrix)
    if not kept.blocks:
        raise BadInput(
            "some learner failed on every row, so that none is left", cure="use failures='last' (--failures last)"
        )
    who = tuple(name for name in matrix.names if matrix.fails(name))
    return reading.noting(FAILED_OUT(learners=who, rows=tuple(matrix.blocks[i] for i in gone)), matrix=kept)


def note_dashes(reading: TableReading) -> TableReading:
    """A dash states that there is no score, and not why."""
    labels = reading.labels
    cells = tuple(
        (name, labels[row] if labels else f"row {row + 1}")
        for name, column in reading.columns.items()
        for row, cell in column.of_kind(CellKind.MISSING)
        if cell.dash
    )
    return reading.noting(*((DASHES(cells=cells),) if cells else ()))
