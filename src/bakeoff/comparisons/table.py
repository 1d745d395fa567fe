"""From a user's table of scores, wide or long, to a ScoreMatrix; everything that is wrong with it told at once."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence import ScoreMatrix
from bakeoff.core.errors import BadInput, Problems
from bakeoff.measures.measure import Direction

__all__ = ["ScoreTable", "columns_of", "read_csv", "score_table"]

MISSING = {"", "na", "n/a", "nan", "none", "null", "?", "-", "–"}
LEARNER_COLUMNS = ("learner", "algorithm", "model", "classifier", "method", "estimator")
BLOCK_COLUMNS = ("dataset", "data set", "data_set", "domain", "problem", "task")
SPLIT_COLUMNS = ("repeat", "run", "seed", "fold", "split", "iteration")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreTable:
    """A score matrix with what a reader should know about it."""

    matrix: ScoreMatrix
    warnings: tuple[str, ...] = ()


def read_csv(source: str | Path, text: str | None = None) -> dict[str, list[str]]:
    """The columns of a CSV file (comma, semicolon or tab) as text; `text` is its content if already read."""
    if text is None:
        try:
            text = Path(source).read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise BadInput(f"{source} is not text in UTF-8; save it as CSV (UTF-8)") from None
    first = text.split("\n", 1)[0]
    mark = max(",;\t", key=first.count)
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=mark) if any(cell.strip() for cell in row)]
    if len(rows) < 2:
        raise BadInput(f"{source} holds no rows below its heading; the first line names the learners")
    width = len(rows[0])
    ragged = [
        f"line {i + 2} has {len(row)} cells, the heading has {width}"
        for i, row in enumerate(rows[1:])
        if len(row) != width
    ]
    if ragged:
        raise Problems(str(source), ragged[:20])
    names = [name.strip() for name in rows[0]]
    if len(set(names)) != len(names):
        twice = sorted({one for one in names if names.count(one) > 1})
        raise BadInput(f"{source}: two columns are called {twice[0]!r}; rename one")
    return {name: [row[i].strip() for row in rows[1:]] for i, name in enumerate(names)}


def columns_of(table: Any) -> dict[str, Sequence[Any]]:
    """Named columns of a frame of any kind, a mapping, or a 2-D array."""
    if isinstance(table, Mapping):
        return {str(name): list(np.asarray(values, dtype=object)) for name, values in table.items()}
    if hasattr(table, "columns") or hasattr(table, "column_names"):
        import narwhals as nw

        frame = nw.from_native(table, eager_only=True)
        return {name: frame[name].to_list() for name in frame.columns}
    values = np.asarray(table)
    if values.ndim != 2:
        raise BadInput(f"a table of scores has rows and columns; this has shape {values.shape}")
    return {f"learner {i + 1}": values[:, i].tolist() for i in range(values.shape[1])}


def score_table(
    table: Any,
    *,
    direction: str = "higher",
    rows: str = "datasets",
    value: str | None = None,
    source: str = "the table",
) -> ScoreTable:
    """Read a wide table (one column per learner) or a long one (columns learner, data set or fold, and a score).

    >>> score_table({"set": ["x", "y"], "a": ["0.9", "0.8"], "b": [0.7, None]}).warnings
    ('1 of 4 cells is missing: b on y',)
    """
    way = _direction(direction)
    if isinstance(table, ScoreMatrix):
        return ScoreTable(matrix=replace(table, direction=way) if table.direction is not way else table)
    columns: Mapping[str, Sequence[Any]] = columns_of(table)
    low = {name.lower(): name for name in columns}
    learner = next((low[one] for one in LEARNER_COLUMNS if one in low), None)
    if learner is not None and not _is_number(columns[learner]):
        columns = _widened(columns, learner, rows, value, source)
    return _matrix(columns, way, source)


def _direction(direction: str) -> Direction:
    try:
        return Direction(direction)
    except ValueError:
        raise BadInput(f"direction must be 'higher' or 'lower', not {direction!r}") from None


def _number(cell: Any) -> float:
    """The cell as a number, NaN where it is empty; raises ValueError for anything else."""
    if cell is None:
        return nan
    if isinstance(cell, str):
        text = cell.strip()
        if text.lower() in MISSING:
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


def _matrix(columns: Mapping[str, Sequence[Any]], direction: Direction, source: str) -> ScoreTable:
    names = list(columns)
    first = names[0] if names else ""
    labelled = bool(names) and (not _is_number(columns[first]) or first.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS))
    blocks = [str(one) for one in columns[first]] if labelled else []
    learners = names[1:] if labelled else names
    problems = _duplicates(blocks)
    values = []
    for name in learners:
        made, wrong = _column(name, columns[name], blocks)
        values.append(made)
        problems += wrong
    if len(learners) < 2:
        problems.append(
            f"there is {'one column' if learners else 'no column'} of scores; a comparison needs two learners"
        )
    if problems:
        raise Problems(source, problems)
    if not blocks:
        blocks = [str(i + 1) for i in range(len(values[0]))]
    matrix = ScoreMatrix(
        names=tuple(learners), blocks=tuple(blocks), values=np.column_stack(values), direction=direction
    )
    return ScoreTable(matrix=matrix, warnings=_warnings(matrix))


def _duplicates(blocks: list[str]) -> list[str]:
    twice = [one for one in dict.fromkeys(blocks) if blocks.count(one) > 1]
    return [f"{one!r} occurs {blocks.count(one)} times; keep one row each, or average them first" for one in twice[:10]]


def _column(name: str, cells: Sequence[Any], blocks: list[str]) -> tuple[list[float], list[str]]:
    made, wrong = [], []
    for i, cell in enumerate(cells):
        where = f"row {i + 1}" + (f" ({blocks[i]})" if blocks else "")
        try:
            made.append(_number(cell))
        except (TypeError, ValueError):
            wrong.append(f"column {name!r} holds {cell!r} in {where}, which is not a number")
            made.append(nan)
        if np.isinf(made[-1]):
            wrong.append(f"column {name!r} is infinite in {where}; leave the cell empty or mend it")
    return made, wrong if len(wrong) <= 5 else [*wrong[:5], f"column {name!r} has {len(wrong) - 5} more such cells"]


def _warnings(matrix: ScoreMatrix) -> tuple[str, ...]:
    said = []
    gone = np.argwhere(np.isnan(matrix.values))
    if len(gone):
        where = ", ".join(f"{matrix.names[j]} on {matrix.blocks[i]}" for i, j in gone[:3])
        more = f" and {len(gone) - 3} more" if len(gone) > 3 else ""
        said.append(
            f"{len(gone)} of {matrix.values.size} cells {'is' if len(gone) == 1 else 'are'} missing: {where}{more}"
        )
    for j, name in enumerate(matrix.names):
        seen = matrix.values[:, j][~np.isnan(matrix.values[:, j])]
        if seen.size > 2 and np.ptp(seen) == 0:
            said.append(f"column {name!r} is {seen[0]:g} everywhere: is it a score?")
    return tuple(said)


def _widened(
    columns: Mapping[str, Sequence[Any]], learner: str, rows: str, value: str | None, source: str
) -> dict[str, list[Any]]:
    """A long table as one column per learner: one row per data set (folds averaged) or per fold."""
    keys = [name for name in columns if name.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS)]
    scores = [name for name in columns if name not in (learner, *keys) and _is_number(columns[name])]
    if value is not None and value not in columns:
        raise BadInput(f"{source} has no column {value!r}; it has {', '.join(columns)}")
    if value is None and len(scores) != 1:
        raise BadInput(
            f"{source} is a long table with {len(scores)} columns of numbers; name the one to compare (value=, --value)"
        )
    taken = value or scores[0]
    over = [name for name in keys if rows != "datasets" or name.lower() in BLOCK_COLUMNS] or keys
    if not over:
        raise BadInput(f"{source} is a long table without a column for data set or fold; add one")
    cells: dict[str, dict[str, list[float]]] = {}
    learners = list(dict.fromkeys(str(one) for one in columns[learner]))
    for i, name in enumerate(columns[learner]):
        block = " / ".join(str(columns[key][i]) for key in over)
        cells.setdefault(block, {}).setdefault(str(name), []).append(_number(columns[taken][i]))
    twice = [
        f"{block!r} has {len(got[name])} scores of {name}"
        for block, got in cells.items()
        for name in got
        if len(got[name]) > 1
    ]
    if twice and rows != "datasets":
        raise Problems(source, [f"{one}; add the column that tells them apart" for one in twice[:10]])
    made: dict[str, list[Any]] = {"dataset": list(cells)}
    for name in learners:
        made[name] = [_mean(got.get(name, [])) for got in cells.values()]
    return made


def _mean(values: Sequence[float]) -> float:
    """The mean of all folds, missing where one of them is: no mean over survivors."""
    return nan if not values or any(isnan(one) for one in values) else float(np.mean(values))
