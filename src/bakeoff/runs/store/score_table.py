"""The tables of scores in a results file: a row per unit and measure, and one per repeat where its test rows are pooled.

They are a copy of what the predictions say: a change of any unit empties them, and whatever finds them damaged works them
out again. The entry `scores` of the table `meta` holds their checksum and from what they were worked out.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.runs.store.records import COLUMNS, KEY, RESOURCES, run_of
from bakeoff.runs.unit import Run, Status

__all__ = [
    "ENTRY",
    "NO_SCORES",
    "SCORE_TABLES",
    "RepeatScore",
    "ScoreColumn",
    "ScoreTable",
    "StoredScores",
    "clear_scores",
    "read_scores",
    "scores_digest",
    "write_scores",
]

ENTRY = "scores"  # in the table meta: the mark and the checksum of the scores
SCORE_TABLES = (
    """CREATE TABLE scores (measure TEXT NOT NULL, unit INTEGER NOT NULL, value REAL, reason TEXT,
        PRIMARY KEY (measure, unit)) WITHOUT ROWID""",
    """CREATE TABLE repeat_scores (dataset TEXT NOT NULL, learner TEXT NOT NULL, size INTEGER NOT NULL,
        repeat INTEGER NOT NULL, measure TEXT NOT NULL, value REAL,
        PRIMARY KEY (dataset, learner, size, repeat, measure)) WITHOUT ROWID""",
)
_MEASURES = "SELECT DISTINCT measure FROM scores ORDER BY measure"
_COLUMN = "SELECT unit, value, reason FROM scores WHERE measure = ? ORDER BY unit"
_REPEATS = """SELECT dataset, learner, size, repeat, measure, value FROM repeat_scores
    ORDER BY dataset, learner, size, repeat, measure"""

NO_SCORES = sha256(b"[]").hexdigest()  # the checksum of empty tables
_IN_ORDER = "ORDER BY dataset, learner, scheme, repeat, fold, role, condition, size"
_OUTCOMES = f"""SELECT {", ".join(KEY)}, id, status = '{Status.DONE.value}', {", ".join(RESOURCES)} FROM units
    {_IN_ORDER}"""  # noqa: S608 - constants
_NOTABLE = f"""SELECT {", ".join(COLUMNS[:-2])} FROM units
    WHERE status != '{Status.DONE.value}' OR warnings != '[]' {_IN_ORDER}"""  # noqa: S608 - constants

_Column = tuple[Array, Array, list[tuple[int, str]]]  # unit ids, values, (place, reason)
RepeatScore = tuple[str, str, int, int, str, float]  # data set, learner, size, repeat, measure, value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreColumn:
    """The scores of units by one measure."""

    units: Array  # numbers of the units, counted from 0 in key order
    values: Array  # NaN where the measure is undefined or does not fit
    reasons: Mapping[int, str]  # number of a unit: why the measure does not fit


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreTable:
    """All scores of a study."""

    by_unit: Mapping[str, ScoreColumn]  # by the name of the measure; read from a file, only those that have a row
    by_repeat: Sequence[RepeatScore]

    def column(self, measure: str) -> ScoreColumn:
        """The scores by that measure; none where no unit is done, as such a table has no rows."""
        nothing = ScoreColumn(units=np.empty(0, dtype=np.int64), values=np.empty(0), reasons={})
        return self.by_unit.get(measure, nothing)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoredScores:
    """The scores and how the units ended, of one moment; numbers of units count from 0 in key order."""

    table: ScoreTable
    numbers: Mapping[tuple[Any, ...], int]  # number of the unit, by the values of its key
    done: Array  # (units,) bool
    resources: Mapping[str, Array]  # (units,) each, NaN where not measured
    notable: Mapping[int, Run]  # the units that failed or gave warnings, without predictions


def write_scores(connection: sqlite3.Connection, ids: Sequence[int], table: ScoreTable) -> str:
    """Replace the scores; returns their checksum. `ids` are those of all units in key order."""
    clear_scores(connection)
    for measure, column in table.by_unit.items():
        reasons = (column.reasons.get(number) for number in column.units.tolist())
        units = (ids[number] for number in column.units.tolist())
        rows = zip([measure] * len(column.units), units, column.values.tolist(), reasons, strict=True)
        connection.executemany("INSERT INTO scores (measure, unit, value, reason) VALUES (?, ?, ?, ?)", rows)
    connection.executemany("INSERT INTO repeat_scores VALUES (?, ?, ?, ?, ?, ?)", table.by_repeat)
    return scores_digest(connection)


def clear_scores(connection: sqlite3.Connection) -> None:
    """Empty the tables."""
    connection.execute("DELETE FROM scores")
    connection.execute("DELETE FROM repeat_scores")


def read_scores(connection: sqlite3.Connection, checksum: str) -> StoredScores | None:
    """The scores and how the units ended, unless the scores are not those of that checksum."""
    columns, repeats = _contents(connection)
    if _digest(columns, repeats) != checksum:
        return None
    rows = connection.execute(_OUTCOMES).fetchall()
    keys = [row[: len(KEY)] for row in rows]
    ids, done, *times = list(zip(*rows, strict=True))[len(KEY) :] or [()] * (2 + len(RESOURCES))
    places = np.array(ids, dtype=np.int64)
    order = np.argsort(places)
    numbers = dict(zip(keys, range(len(keys)), strict=True))
    notable = connection.execute(_NOTABLE).fetchall()
    return StoredScores(
        table=ScoreTable(
            by_unit={name: _numbered(column, order, places[order]) for name, column in columns.items()},
            by_repeat=[(*row[:5], np.nan if row[5] is None else row[5]) for row in repeats],
        ),
        numbers=numbers,
        done=np.array(done, dtype=bool),
        resources={name: np.array(spent, dtype=np.float64) for name, spent in zip(RESOURCES, times, strict=True)},
        notable={numbers[row[: len(KEY)]]: run_of(row, None) for row in notable},
    )


def scores_digest(connection: sqlite3.Connection) -> str:
    """sha256 over both tables; TypeError or ValueError where a flipped bit has changed a type."""
    return _digest(*_contents(connection))


def _contents(connection: sqlite3.Connection) -> tuple[dict[str, _Column], list[Any]]:
    columns: dict[str, _Column] = {}
    for (measure,) in connection.execute(_MEASURES).fetchall():
        rows = connection.execute(_COLUMN, (measure,)).fetchall()
        units, values, reasons = zip(*rows, strict=True)
        unit_reasons = [(index, why) for index, why in enumerate(reasons) if why is not None]
        columns[measure] = np.array(units, dtype=np.int64), np.array(values, dtype=np.float64), unit_reasons
    return columns, connection.execute(_REPEATS).fetchall()


def _digest(columns: Mapping[str, _Column], repeats: Sequence[Any]) -> str:
    total = sha256()
    for measure, (units, values, reasons) in columns.items():
        total.update(json.dumps([measure, len(units), reasons]).encode())
        total.update(units.astype("<i8").tobytes() + values.astype("<f8").tobytes())
    total.update(json.dumps(repeats).encode())
    return total.hexdigest()


def _numbered(column: _Column, order: Array, ids: Array) -> ScoreColumn:
    """The column with numbers in key order instead of row ids."""
    units, values, reasons = column
    numbers = order[np.searchsorted(ids, units)]
    return ScoreColumn(units=numbers, values=values, reasons={int(numbers[unit]): text for unit, text in reasons})
