"""From a Table and what the caller states about it to a Dataset: the one door all sources go through."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.meaning import Meaning, read_target
from bakeoff.data.table import Table, refuse

__all__ = ["settle"]


def settle(table: Table, meaning: Meaning) -> Dataset:
    """The rows of a table with the meaning of the target: checked, coded, and ready to be split."""
    target = _checked(table, meaning)
    at = table.at(target)
    kept, notes = _rows_with_target(table, meaning, at)
    found = read_target(table, target, meaning, table.values[at][kept])
    features = _features(table, meaning, target)
    return Dataset(
        name=meaning.name or table.name,
        task=found.task,
        features=np.column_stack([table.values[i] for i in features])[kept],
        target=found.values,
        columns=tuple(table.columns[i] for i in features),
        classes=found.classes,
        positive=found.positive,
        groups=_side(table, "groups", meaning.groups, kept),
        times=_side(table, "times", meaning.times, kept),
        rows=np.arange(len(table))[kept],
        source=table.source,
        frame=table.frame,
        notes=(*table.notes, *notes, *found.notes),
    )


def _checked(table: Table, meaning: Meaning) -> str:
    """The target's name, after everything that was named is known to exist."""
    if not len(table):
        raise BadInput(f"{table.source or table.name} holds no rows")
    if meaning.target is None:
        shown = ", ".join(map(repr, table.names[:30]))
        more = f" and {len(table.names) - 30} more" if len(table.names) > 30 else ""
        raise BadInput(f"say which column is the target: target= one of {shown}{more}")
    if meaning.missing_target not in {"refuse", "drop"}:
        raise BadInput(f"missing_target must be 'refuse' or 'drop', not {meaning.missing_target!r}")
    if isinstance(meaning.ignore, str):
        raise BadInput(f"ignore takes a list of columns; write ignore=[{meaning.ignore!r}]")
    sides = [side for side in (meaning.groups, meaning.times) if isinstance(side, str)]
    named = [meaning.target, *meaning.ignore, *sides]
    problems = [
        str(UnknownName("column", str(name), map(str, table.names))) for name in named if name not in table.names
    ]
    if meaning.target in [*meaning.ignore, *sides]:
        problems.append(f"the target {meaning.target!r} cannot also be ignored or be groups or times")
    refuse(table.source or table.name, problems)
    return meaning.target


def _rows_with_target(table: Table, meaning: Meaning, at: int) -> tuple[Array | slice, tuple[str, ...]]:
    gaps = np.isnan(table.values[at])
    missing = int(gaps.sum())
    if not missing:
        return slice(None), ()
    name = table.columns[at].name
    if missing == len(table):
        raise BadInput(f"target {name!r} is missing in every row; name another target")
    if meaning.missing_target == "refuse":
        raise BadInput(
            f"target {name!r} is missing in {missing} of {len(table)} rows, first in row {int(np.argmax(gaps))} "
            "(counted from 0); say missing_target='drop' to leave them out"
        )
    return ~gaps, (f"{missing} of {len(table)} rows left out because their target {name!r} is missing",)


def _features(table: Table, meaning: Meaning, target: str) -> list[int]:
    away = {target, *meaning.ignore}
    away |= {side for side in (meaning.groups, meaning.times) if isinstance(side, str)}
    at = [i for i, name in enumerate(table.names) if name not in away]
    if not at:
        raise BadInput(f"{table.source or table.name} has no column left to learn from besides the target {target!r}")
    return at


def _side(table: Table, what: str, given: Any, kept: Array | slice) -> Array | None:
    """Groups or times: a column by name, or one value per row."""
    if given is None:
        return None
    if isinstance(given, str):
        at = table.at(given)
        column, values = table.columns[at], table.values[at][kept]
        bad = np.flatnonzero(np.isnan(values))
        if bad.size:
            raise BadInput(f"{what} column {given!r} is missing in {bad.size} rows, first in row {bad[0]}; fill it in")
        return _spelled(column, values)
    array = np.asarray(given)
    if array.ndim != 1 or len(array) != len(table):
        raise BadInput(f"{what} must hold one value for each of the {len(table)} rows, but has shape {array.shape}")
    return _plain(what, array)[kept]


def _spelled(column: Column, values: Array) -> Array:
    if column.kind in {ColumnKind.NOMINAL, ColumnKind.TEXT}:
        return np.array(column.levels)[values.astype(np.int64)]
    if column.kind is ColumnKind.DATE or np.any(values != np.floor(values)):
        return values
    if np.abs(values).max(initial=0) >= 2**53:  # as floats, neighbours of that size are one and the same
        raise BadInput(
            f"column {column.name!r} holds numbers too large to be told apart; write them as words, or give the values"
        )
    return values.astype(np.int64)


def _plain(what: str, array: Array) -> Array:
    """No objects inside, so that a fingerprint does not depend on how they print; dates become seconds."""
    if array.dtype.kind == "M":
        return array.astype("datetime64[us]").astype(np.int64) / 1e6
    if array.dtype == object:
        if any(one is None or one != one for one in array):  # noqa: PLR0124 (NaN is the value unlike itself)
            raise BadInput(f"{what} must not have gaps; fill them in or drop those rows")
        return array.astype(str)
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise BadInput(f"{what} must not have gaps; fill them in or drop those rows")
    return array
