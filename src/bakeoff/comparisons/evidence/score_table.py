"""From a user's table of scores, wide or long, to a ScoreMatrix; everything that is wrong with it told at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.long_table import (
    BLOCK_COLUMNS,
    SPLIT_COLUMNS,
    drop_row_numbers,
    learner_column,
    to_wide,
)
from bakeoff.comparisons.evidence.scale import check_scales, direction_of
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import AVERAGED, CONSTANT
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.notes import Note
from bakeoff.tabular.columns import MISSING, MISSING_AMONG_NUMBERS

__all__ = ["ScoreTable", "columns_of", "score_table"]

LARGEST = 1e100  # beyond, sums of squares overflow


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreTable:
    """A score matrix with what a reader should know about it."""

    matrix: ScoreMatrix
    notes: tuple[Note, ...] = ()
    measure: str = ""  # what was measured, where the table says it


def columns_of(table: Any) -> dict[str, Sequence[Any]]:
    """Named columns of a frame of any kind, a mapping, or a 2-D array."""
    if isinstance(table, Mapping):
        return {str(name): list(np.asarray(values, dtype=object)) for name, values in table.items()}
    if hasattr(table, "columns") or hasattr(table, "column_names"):
        import narwhals as nw

        frame = nw.from_native(table, eager_only=True)
        return {name: frame[name].to_list() for name in frame.columns}
    try:
        values = np.asarray(table)
    except ValueError:
        raise BadInput(
            "the rows of a table of scores must have as many cells each; fill in NaN for what is missing"
        ) from None
    if values.ndim != 2:
        raise BadInput(f"a table of scores has rows and columns; this has shape {values.shape}")
    return {f"learner {i + 1}": values[:, i].tolist() for i in range(values.shape[1])}


def score_table(
    table: Any,
    *,
    direction: str | None = None,
    rows: str = "datasets",
    value: str | None = None,
    measure: str = "",
    source: str = "the table",
) -> ScoreTable:
    """Read a wide table (one column per learner) or a long one (columns learner, data set or fold, and a score).

    Without a direction that of the measure is taken, where it is a known one; else higher is better.

    >>> score_table({"learner": ["a", "b"], "dataset": ["x", "x"], "rmse": [2.5, 3.5]}).measure
    'rmse'
    """
    if isinstance(table, ScoreMatrix):
        way, notes = direction_of(direction, measure)
        return ScoreTable(matrix=replace(table, direction=way), notes=notes, measure=measure)
    columns: Mapping[str, Sequence[Any]] = columns_of(table)
    uneven = {name: len(cells) for name, cells in columns.items()}
    if len(set(uneven.values())) > 1:
        raise BadInput(f"the columns of {source} differ in length: {', '.join(f'{k} {n}' for k, n in uneven.items())}")
    columns, numbers, noted = drop_row_numbers(columns)
    learner = learner_column(columns)
    if learner is not None and not _is_number(columns[learner]):
        columns, measure = to_wide(columns, learner, value=value, measure=measure, source=source)
    elif value is not None:
        raise BadInput(
            f"{source} has one column for each learner; value (--value) is for long tables, which name learners in a column"
        )
    way, notes = direction_of(direction, measure)
    blocks, scores, averaged = _blocks(*_cells(columns, numbers, source), rows, source)
    names = tuple(scores)
    matrix = ScoreMatrix(
        names=names, blocks=tuple(blocks), values=np.column_stack(list(scores.values())), direction=way
    )
    notes = (*notes, *noted, *averaged, *check_scales(matrix, measure, source), *_constants(matrix))
    return ScoreTable(matrix=matrix, notes=notes, measure=measure)


def _number(cell: Any) -> float:
    """The cell as a number, NaN where it is empty; raises ValueError for anything else."""
    if cell is None:
        return nan
    if isinstance(cell, str):
        text = cell.strip()
        if text in MISSING or text in MISSING_AMONG_NUMBERS:
            return nan
        return float(text.removesuffix("%"))
    return float(cell)


def _is_number(cells: Sequence[Any]) -> bool:
    try:
        for cell in cells:
            _number(cell)
    except (TypeError, ValueError):
        return False
    return True


def _keys(columns: Mapping[str, Sequence[Any]]) -> list[str]:
    """The columns that name the rows instead of holding scores: by their names, and a first one of words."""
    return [
        name
        for i, name in enumerate(columns)
        if name.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS) or (i == 0 and not _is_number(columns[name]))
    ]


def _cells(
    columns: Mapping[str, Sequence[Any]], numbers: Mapping[str, Sequence[Any]], source: str
) -> tuple[dict[str, list[str]], dict[str, Array]]:
    """What names the rows, and the numbers of each learner; refuses everything that is wrong at once."""
    named = {name: columns[name] for name in _keys(columns)} or numbers
    keys = {name: [str(one) for one in cells] for name, cells in named.items()}
    learners = [name for name in columns if name not in keys]
    labels = [" / ".join(at) for at in zip(*keys.values(), strict=True)]
    problems = _duplicates(labels)
    scores = {}
    for name in learners:
        scores[name], wrong = _column(name, columns[name], labels)
        problems += wrong
    if len(learners) < 2:
        problems.append(
            f"there is {'one column' if learners else 'no column'} of scores{_beside(numbers)}; "
            "a comparison needs two learners"
        )
    marked = [any(isinstance(one, str) and one.strip().endswith("%") for one in columns[name]) for name in learners]
    if any(marked) and not all(marked):
        with_, without = learners[marked.index(True)], learners[marked.index(False)]
        problems.append(f"column {with_!r} is in percent and column {without!r} carries no % sign; use one scale")
    if problems:
        raise Problems(source, problems)
    return keys, scores


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
            f"the rows of {source} are told apart by {' and '.join(splits)}, so they are no data sets; say rows 'folds' "
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
    twice = [one for one in dict.fromkeys(labels) if labels.count(one) > 1]
    return [f"{one!r} occurs {labels.count(one)} times; keep one row each, or average them first" for one in twice[:10]]


def _column(name: str, cells: Sequence[Any], labels: list[str]) -> tuple[Array, list[str]]:
    made, wrong = [], []
    for i, cell in enumerate(cells):
        where = f"row {i + 1}" + (f" ({labels[i]})" if labels else "")
        try:
            made.append(_number(cell))
        except (TypeError, ValueError):
            wrong.append(f"column {name!r} holds {cell!r} in {where}, which is not a number; {_cure(str(cell))}")
            made.append(nan)
        if abs(made[-1]) > LARGEST:
            what = "infinite" if np.isinf(made[-1]) else f"{made[-1]:g}"
            wrong.append(f"column {name!r} is {what} in {where}; leave the cell empty or mend it")
    if len(wrong) == len(cells) > 1 and np.isnan(made).all():
        cure = "predictions are compared beside the truth: --truth COLUMN, in Python compare_predictions"
        return np.array(made), [f"column {name!r} holds no numbers but {cells[0]!r} and the like; {cure}"]
    return np.array(made), wrong if len(wrong) <= 5 else [
        *wrong[:5],
        f"column {name!r} has {len(wrong) - 5} more such cells",
    ]


def _cure(cell: str) -> str:
    """What to write instead."""
    if "±" in cell or "+-" in cell or "+/-" in cell:
        return "means with standard deviations go into columns learner, mean, sd, n (--published)"
    try:
        return f"write {float(cell.replace(',', '.', 1)):g} with a decimal point"
    except ValueError:
        return "leave the cell empty if there is no score"


def _constants(matrix: ScoreMatrix) -> tuple[Note, ...]:
    seen = {name: column[~np.isnan(column)] for name, column in zip(matrix.names, matrix.values.T, strict=True)}
    return tuple(
        CONSTANT(learner=name, value=float(column[0]))
        for name, column in seen.items()
        if column.size > 2 and np.ptp(column) == 0
    )
