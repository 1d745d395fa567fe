"""The scores of a board: a matrix of items and systems from a table or from evaluation logs, and the part of it that has a value in a column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.api.logs.compare_logs import joined_files
from bakeoff.api.logs.read_log import is_log
from bakeoff.boards.notes import MIXED_TASKS
from bakeoff.comparisons.evidence.score_table import columns_of, score_table
from bakeoff.comparisons.evidence.table_steps.row_columns import RowColumns
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, BakeoffError, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import plural
from bakeoff.measures.measure import Direction
from bakeoff.tabular.reading import read
from bakeoff.tabular.table import MISSING

__all__ = ["ItemScores", "item_scores"]

MOST_SLICES = 200
TASK_SCALES = 10  # ratio of the spreads of tasks from which the mean is one of the tasks with large numbers
Slice = tuple[str, str, "ItemScores | BakeoffError"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ItemScores:
    """Items x systems, with NaN where nobody measured."""

    names: tuple[str, ...]
    blocks: tuple[str, ...]  # names of items
    values: Array
    lower: bool  # whether less is better
    measure: str = ""
    unit: str = "items"
    groups: Array | None = None
    notes: tuple[Note, ...] = ()
    sources: tuple[str, ...] = ()  # files, where their names tell who the systems are
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)  # columns of slices, one cell for each item
    parts: "Mapping[tuple[str, str], ItemScores | BakeoffError]" = field(
        default_factory=dict
    )  # slices that were read apart

    def slices(self) -> Iterator[Slice]:
        """Each value of each column with its scores, or why it has none; systems without an item there are left out."""
        for (column, cell), part in self.parts.items():
            yield column, cell, part
        for column, cells in self.labels.items():
            own = np.array(cells)
            for cell in dict.fromkeys(cells):
                yield column, cell, self._only(np.flatnonzero(own == cell))

    def _only(self, rows: Array) -> "ItemScores | BakeoffError":
        values = self.values[rows]
        kept = np.flatnonzero(~np.isnan(values).all(axis=0))
        if len(kept) < 2:
            return BadInput(f"{plural(len(kept), 'system')} with scores there")
        groups = None if self.groups is None else self.groups[rows]
        return ItemScores(
            names=tuple(self.names[place] for place in kept), blocks=tuple(self.blocks[row] for row in rows), values=values[:, kept], lower=self.lower,
            measure=self.measure, groups=groups,
        )  # fmt: skip


def item_scores(table: Any, *, by: Sequence[str] = (), errors: str = "wrong", match: str = "auto", groups: Any = None, **named: Any) -> ItemScores:  # fmt: skip
    """The scores that a user names: a file, a frame, a mapping, or evaluation logs."""
    files = _logs_of(table)
    if files:
        if groups is not None and not isinstance(groups, str):
            raise BadInput("items of logs belong to what a column states; name that column (groups=)")
        return _of_logs(files, by=by, errors=errors, match=match, groups=groups, **named)
    if isinstance(table, list | tuple) and len(table) == 1 and isinstance(table[0], str | Path):
        table = table[0]
    source = str(table) if isinstance(table, str | Path) else "the table"
    return _of_table(table, source, by=by, groups=groups, **named)


def _logs_of(table: Any) -> list[str]:
    """The files of evaluation logs; empty where it is a table."""
    files = [table] if isinstance(table, str | Path) else table
    if not isinstance(files, list | tuple) or not files or not all(isinstance(file, str | Path) for file in files):
        return []
    return list(map(str, files)) if len(files) > 1 or is_log(files[0]) else []


def _of_logs(
    files: Sequence[str], *, by: Sequence[str], errors: str, match: str, groups: str | None, measure: str, direction: str | None, learner: str | None,
    value: str | None, item: str | None, runs: str | None,
) -> ItemScores:  # fmt: skip
    columns = [name for name in by if name != "task"]
    joined = joined_files(
        files, measure=measure, item=item, learner=learner, runs=runs, value=value, groups=groups, by=columns, errors=errors, match=match,
        direction=direction, shared=False,
    )  # fmt: skip
    matrix, notes = joined.matrix, [*joined.notes]
    _refuse_empty(matrix)
    if remark := _task_scales(matrix.values, joined.tasks):
        notes.append(remark)
    return ItemScores(
        names=matrix.names, blocks=matrix.blocks, values=np.array(matrix.values), lower=matrix.direction is Direction.LOWER, measure=joined.measure,
        groups=None if groups is None else np.array(joined.columns[groups]), notes=tuple(notes), sources=tuple(files),
        labels={name: joined.tasks if name == "task" and name not in joined.columns else joined.columns[name] for name in by},
    )  # fmt: skip


def _task_scales(values: Array, tasks: Sequence[str]) -> Note | None:
    """A remark where the scores of tasks are of different sizes."""
    names = list(dict.fromkeys(tasks))
    if len(names) < 2:
        return None
    own = np.array(tasks)
    spreads = np.array(
        [np.nanstd(values[own == name]) if np.isfinite(values[own == name]).any() else 0.0 for name in names]
    )
    filled = spreads[spreads > 0]
    if len(filled) < 2 or filled.max() / filled.min() < TASK_SCALES:
        return None
    return MIXED_TASKS(factor=float(filled.max() / filled.min()), task=names[int(np.argmax(spreads))])


def _of_table(
    table: Any, source: str, *, by: Sequence[str], groups: Any, measure: str, direction: str | None, learner: str | None, value: str | None,
    item: str | None, runs: str | None,
) -> ItemScores:  # fmt: skip
    columns = read(table).columns() if isinstance(table, str | Path) else table
    described = RowColumns(item=item, runs=runs, groups=groups)
    named = {"direction": direction, "value": value, "measure": measure, "learner": learner}
    if not by:
        return _read(columns, source, described, named)
    whole, described = described.placed(columns_of(columns), source)
    for name in by:
        if name not in whole:
            raise UnknownName(f"column of {source}", name, whole)
    cells = {name: [str(cell) for cell in whole[name]] for name in by}
    rest = {name: column for name, column in whole.items() if name not in by}
    if described.item is not None and described.item in rest:  # one id may stand for other items in another task
        rest[described.item] = [
            " ".join(map(str, parts)) for parts in zip(*cells.values(), rest[described.item], strict=True)
        ]
    places = {
        (name, cell): [row for row, own in enumerate(column) if own == cell]
        for name, column in cells.items()
        for cell in dict.fromkeys(column)
    }
    if len(places) > MOST_SLICES:
        raise BadInput(
            f"{' and '.join(by)} of {source} have {len(places):,} values, and a board has at most {MOST_SLICES} slices; name a column with fewer"
        )
    parts: dict[tuple[str, str], ItemScores | BakeoffError] = {}
    for key, rows in places.items():
        part = {name: [column[row] for row in rows] for name, column in rest.items()}
        try:
            parts[key] = _read(_without_empty(part, described), f"{source} ({key[0]} {key[1]})", described, named)
        except BakeoffError as reason:
            parts[key] = reason
    return replace(_read(rest, source, described, named), parts=parts)


def _without_empty(columns: Mapping[str, Sequence[Any]], described: RowColumns) -> dict[str, Sequence[Any]]:
    """Without systems that have no score there."""
    return {name: cells for name, cells in columns.items() if name in described.names or not all(map(_is_empty, cells))}


def _is_empty(cell: Any) -> bool:
    return cell is None or (
        cell.strip() in MISSING if isinstance(cell, str) else isinstance(cell, float) and isnan(cell)
    )


def _read(columns: Any, source: str, described: RowColumns, named: Mapping[str, Any]) -> ItemScores:
    scores = score_table(columns, rows="rows", source=source, described=described, **named)
    matrix = scores.matrix
    if len(matrix.names) < 2:
        raise BadInput(f"{source} has one system, {matrix.names[0]!r}; a board needs at least two columns of scores")
    if matrix.failed is not None:
        raise BadInput(
            f"{source} has cells such as OUT OF MEMORY; a board of means needs scores, so leave them empty or write the score that a failure gets"
        )
    _refuse_empty(matrix)
    return ItemScores(
        names=matrix.names, blocks=matrix.blocks, values=np.array(matrix.values), lower=matrix.direction is Direction.LOWER, measure=scores.measure or named["measure"],
        groups=None if matrix.groups is None else np.asarray(matrix.groups), notes=tuple(scores.notes),
    )  # fmt: skip


def _refuse_empty(matrix: ScoreMatrix) -> None:
    """Every system has a score."""
    empty = np.flatnonzero(np.isnan(matrix.values).all(axis=0))
    if len(empty):
        raise BadInput(f"{matrix.names[int(empty[0])]!r} has no score; leave its column or its log out")
