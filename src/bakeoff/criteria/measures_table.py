"""MeasuresTable: learners down, measures across, each measure with its direction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from bakeoff.comparisons.evidence.score_table import columns_of
from bakeoff.comparisons.evidence.table_steps.column_names import LONG_BLOCKS, learner_column, measure_of_head
from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.text import clean, is_number, listed
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction

__all__ = [
    "MeasuresTable",
    "column_directions",
    "is_numeric",
    "learners_and_columns",
    "measures_table",
    "rows_are_data_sets",
]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MeasuresTable:
    """Values of several measures for several learners, without a gap."""

    learners: tuple[str, ...]
    positive: tuple[str, ...]  # measures of which more is better
    negative: tuple[str, ...]  # measures of which less is better
    wanted: Array  # learners x positive
    cost: Array  # learners x negative

    @property
    def columns(self) -> tuple[str, ...]:
        """All measures, positive ones first."""
        return (*self.positive, *self.negative)

    @property
    def values(self) -> Array:
        """All values, in the order of `columns`."""
        return np.column_stack([self.wanted, self.cost])


def measures_table(
    table: Any, positive: Sequence[str] | None = None, negative: Sequence[str] | None = None, source: str = "the table"
) -> MeasuresTable:
    """Read a table of measures: {learner: {measure: value}}, a frame, or columns of which one names the learners.

    A measure of bakeoff has its own direction; others must be named as positive or negative. Where columns
    are named, only these are used.

    >>> seen = measures_table({"nb": {"accuracy": .72, "rmse": .45}, "tree": {"accuracy": .75, "rmse": .43}})
    >>> seen.positive, seen.negative, seen.learners
    (('accuracy',), ('rmse',), ('nb', 'tree'))
    """
    learners, columns = learners_and_columns(table, source)
    more, less = _directions(columns, positive, negative, source)
    problems: list[str] = []
    values = {name: _numbers(name, columns[name], learners, problems) for name in (*more, *less)}
    if problems:
        raise Problems(source, problems)
    if len(learners) < 2:
        raise BadInput(f"{source} has one learner only; several are needed to compare")
    return MeasuresTable(
        learners=learners, positive=more, negative=less,
        wanted=frozen(_stacked([values[name] for name in more], len(learners))),
        cost=frozen(_stacked([values[name] for name in less], len(learners))),
    )  # fmt: skip


def _stacked(columns: list[Array], rows: int) -> Array:
    return np.column_stack(columns) if columns else np.empty((rows, 0))


def learners_and_columns(table: Any, source: str) -> tuple[tuple[str, ...], dict[str, Sequence[Any]]]:
    """The names of the learners, and the other columns."""
    if isinstance(table, Mapping) and table and all(isinstance(row, Mapping) for row in table.values()):
        names = list(dict.fromkeys(name for row in table.values() for name in row))
        return tuple(map(str, table)), {str(name): [row.get(name) for row in table.values()] for name in names}
    columns = columns_of(table)
    words = [name for name, cells in columns.items() if not any(is_numeric(cell) for cell in cells)]
    if not words:
        raise BadInput(f"{source} has no column that names the learners; add one, called learner")
    key = learner_column(words) or words[0]
    learners = tuple(clean(cell) for cell in columns[key])
    twice = sorted({name for name in learners if learners.count(name) > 1})
    if twice:
        group = next((name for name in words if name != key), None)
        cure = "" if group is None else f"; --by {group!r} (bo.measures_table_by) makes one table for each {group}"
        raise BadInput(
            f"{source} names {listed(twice)} more than once", cure=f"one row for each learner is needed{cure}"
        )
    return learners, {name: cells for name, cells in columns.items() if name != key}


def rows_are_data_sets(table: Any) -> bool:
    """Whether a table of measures has one row for each data set, for a single learner.

    >>> rows_are_data_sets({"dataset": ["iris"], "accuracy": [0.9]}), rows_are_data_sets({"model": ["svm"], "accuracy": [0.9]})
    (True, False)
    """
    names = (
        []
        if isinstance(table, Mapping) and any(isinstance(row, Mapping) for row in table.values())
        else columns_of(table)
    )
    return learner_column(names) is None and any(name.strip().lower() in LONG_BLOCKS for name in names)


def is_numeric(cell: object) -> bool:
    """Whether the cell is a number, or the text of one."""
    return is_number(str(cell)) if isinstance(cell, str) else isinstance(cell, int | float | np.number)


def column_directions(
    columns: Iterable[str], positive: Sequence[str], negative: Sequence[str], source: str
) -> dict[str, Direction]:
    """Which way each column is better: as it is named, else as the measure of that name declares."""
    names = list(columns)
    for name in (*positive, *negative):
        if name not in names:
            raise UnknownName("column", name, names)
    both = sorted({*positive} & {*negative})
    if both:
        raise BadInput(f"{listed(both)} cannot be positive and negative at once")
    named = dict.fromkeys(positive, Direction.HIGHER) | dict.fromkeys(negative, Direction.LOWER)
    directions = {name: named.get(name) or _direction(name) for name in names}
    unknown = [name for name, way in directions.items() if way is None]
    if unknown:
        raise BadInput(
            f"whether more of {listed(unknown)} is better is not known; name the columns of {source} as "
            "positive (--positive) or negative (--negative)"
        )
    return {name: way for name, way in directions.items() if way is not None}


def _directions(
    columns: Mapping[str, Any], positive: Sequence[str] | None, negative: Sequence[str] | None, source: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which columns are wanted large and which small; if some are named, only those."""
    named = (*(positive or ()), *(negative or ()))
    for name in named:
        if name not in columns:
            raise UnknownName("column", name, columns)
    chosen = columns if positive is None and negative is None else dict.fromkeys(named)
    directions = column_directions(chosen, positive or (), negative or (), source)
    return (
        tuple(name for name, way in directions.items() if way is Direction.HIGHER),
        tuple(name for name, way in directions.items() if way is Direction.LOWER),
    )


def _direction(name: str) -> Direction | None:
    measure = measure_of_head(name)
    if not measure:
        return None
    way = measure_named(measure).direction
    return way if way in {Direction.HIGHER, Direction.LOWER} else None


def _numbers(name: str, cells: Sequence[Any], learners: Sequence[str], problems: list[str]) -> Array:
    values = np.full(len(cells), np.nan)
    for i, cell in enumerate(cells):
        if is_numeric(cell) and isfinite(float(cell)):
            values[i] = float(cell)
        else:
            shown = "missing" if cell is None or not clean(cell) else f"{clean(cell)!r}, which is not a number"
            problems.append(f"{name} of {learners[i]} is {shown}; fill it in or leave the learner out")
    return values
