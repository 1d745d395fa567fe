"""Columns that describe the rows of a table instead of holding scores: items, their runs, groups, weights and times."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from bakeoff.comparisons.notes import RUNS_AVERAGED
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Note
from bakeoff.estimates.repeated_runs import variance_parts
from bakeoff.predictions.class_labels import ArgumentNames
from bakeoff.predictions.group_ids import check_groups, check_row_weights
from bakeoff.tabular.table import MISSING

__all__ = ["RowColumns", "averaged_runs", "group_column", "repeated_run", "weight_column"]

Columns = Mapping[str, Sequence[Any]]
_ARGUMENTS = {
    "item": "item",
    "runs": "runs",
    "groups": "groups",
    "weight": "sample_weight",
    "time": "time",
    "series": "series",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RowColumns:
    """The names of such columns; groups, weights, times and series may also be given as one value for each row."""

    item: str | None = None
    runs: str | None = None
    groups: Any = None
    weight: Any = None
    time: Any = None
    series: Any = None  # which of several series in time a row belongs to

    @property
    def names(self) -> list[str]:
        """The columns, each once, once those given as values have their place in the table."""
        return list(dict.fromkeys(column for part in fields(self) if (column := getattr(self, part.name)) is not None))

    def placed(self, columns: Columns, source: str) -> tuple[dict[str, Sequence[Any]], "RowColumns"]:
        """The table with values that were given beside it as columns of it; refuses names that it does not have.

        >>> table, named = RowColumns(groups=["p", "q"]).placed({"a": [1, 0]}, "the table")
        >>> table[named.groups]
        ['p', 'q']
        """
        table, named = dict(columns), self
        n = len(next(iter(columns.values()), ()))
        for part, asked in _ARGUMENTS.items():
            value = getattr(self, part)
            if value is None:
                continue
            if isinstance(value, str):
                if value not in columns:
                    raise UnknownName(f"column of {source}", value, columns)
                continue
            cells = np.asarray(value, dtype=object).tolist()
            if not isinstance(cells, list) or len(cells) != n:
                raise BadInput(f"{asked} names a column, or contains one value for each of the {n} rows of {source}")
            name = next(
                label for label in (asked, f"{asked} of the rows", f"{asked} of each row") if label not in table
            )
            table[name] = cells
            named = replace(named, **{part: name})
        return table, named


def group_column(name: str, cells: Sequence[Any]) -> Array:
    """The group of each row; refuses an empty cell and a single group."""
    filled = [None if isinstance(cell, str) and cell.strip() in MISSING else cell for cell in cells]
    return check_groups(np.array(filled, dtype=object), len(filled), _called(name, "groups"))


def weight_column(name: str, numbers: Array) -> Array:
    """The weight of each row."""
    return check_row_weights(numbers, len(numbers), _called(name, "sample_weight"))


def _called(name: str, argument: str) -> ArgumentNames:
    return ArgumentNames(of={argument: f"column {name!r}"}, first_row=1)


def repeated_run(items: Sequence[str], runs: Sequence[Sequence[Any]]) -> str:
    """The problem of an item that has the same run twice; empty where there is none.

    >>> repeated_run(["q1", "q1"], [[0, 0]])
    'item q1 has run 0 several times; keep one of them'
    """
    item_runs = set[tuple[str, ...]]()
    for item_run in zip(items, *([str(cell) for cell in cells] for cells in runs), strict=True):
        if item_run in item_runs:
            return f"item {item_run[0]} has run {' / '.join(item_run[1:])} several times; keep one of them"
        item_runs.add(item_run)
    return ""


def averaged_runs(
    items: Sequence[str], scores: Mapping[str, Array], described: Mapping[str, Array], column: str
) -> tuple[list[str], dict[str, Array], dict[str, Array], tuple[Note, ...]]:
    """Mean scores of items over their runs, what describes the items, and a note on how much runs differ.

    A mean is missing where a run is: no mean over survivors.
    """
    names, first, codes = np.unique(np.asarray(items, dtype=str), return_index=True, return_inverse=True)
    order = np.argsort(first)  # as they occur
    place = np.empty(len(names), dtype=np.intp)
    place[order] = np.arange(len(names))
    item_codes, first = place[codes.reshape(-1)], first[order]
    size = np.bincount(item_codes)
    for name, values in described.items():
        if not np.array_equal(values, values[first][item_codes]):
            item = names[order][item_codes[np.argmax(values != values[first][item_codes])]]
            raise BadInput(f"item {item!s:.40} has several values in column {name!r}; runs of one item share one")
    means = {name: np.bincount(item_codes, weights=values) / size for name, values in scores.items()}
    parts = dict(scores)
    if len(scores) == 2:
        (a, first_scores), (b, two) = scores.items()
        parts[f"{a} minus {b}"] = first_scores - two
    apart = {
        name: variance_parts(_table(values, item_codes, size))
        for name, values in parts.items()
        if _whole(values, item_codes)
    }
    note = RUNS_AVERAGED(
        items=len(size), fewest=int(size.min()), most=int(size.max()), column=column,
        parts=tuple((name, float(np.sqrt(variance.items)), float(np.sqrt(variance.runs))) for name, variance in apart.items()),
    )  # fmt: skip
    labels = [str(label) for label in names[order]]
    return labels, means, {name: values[first] for name, values in described.items()}, (note,)


def _whole(values: Array, item_codes: Array) -> bool:
    """Whether every item has a run with a score."""
    return bool(np.isin(np.arange(int(item_codes.max()) + 1), item_codes[~np.isnan(values)]).all())


def _table(values: Array, item_codes: Array, size: Array) -> Array:
    """Items x runs, NaN where an item has fewer."""
    table = np.full((len(size), int(size.max())), np.nan)
    order = np.argsort(item_codes, kind="stable")
    column = np.arange(len(item_codes)) - np.repeat(np.cumsum(size) - size, size)
    table[item_codes[order], column] = values[order]
    return table
