"""UnitTable: the results file's rows and blobs, each with its sha256. All SQL on units and their sources is here."""

import json
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.store.records import KEY, checksum, sealed
from bakeoff.runs.store.schema import checkpoint_file, connect, sqlite_errors_explained, transaction
from bakeoff.runs.store.score_table import (
    ENTRY,
    ScoreTable,
    StoredScores,
    clear_scores,
    read_scores,
    scores_digest,
    write_scores,
)

__all__ = ["Blobs", "Row", "UnitTable"]

Blobs = dict[str, list[bytes]]
Row = tuple[Any, ...]

_AT_ONCE = 8 * 2**20  # bytes of units that are read together ...
_MANY = 256  # ... and how many of them at most
_KEY_TYPES = tuple(int if name in {"repeat", "fold", "size"} else str for name in KEY)
_FIND = """SELECT id, sha256 FROM units WHERE dataset = ? AND learner = ? AND scheme = ? AND repeat = ? AND fold = ?
    AND role = ? AND condition = ? AND size = ?"""
_GET = """SELECT id, sha256, dataset, learner, scheme, repeat, fold, role, condition, size, status, content, plan,
    fit_seconds, predict_seconds, fit_cpu_seconds, predict_cpu_seconds, peak_bytes, model_bytes,
    warnings, failure, inline, finished FROM units WHERE dataset = ? AND learner = ? AND scheme = ? AND repeat = ?
    AND fold = ? AND role = ? AND condition = ? AND size = ?"""
_INSERT = """INSERT INTO units (dataset, learner, scheme, repeat, fold, role, condition, size, status, content, plan,
    fit_seconds, predict_seconds, fit_cpu_seconds, predict_cpu_seconds, peak_bytes, model_bytes,
    warnings, failure, inline, finished, sha256) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_LIST = """SELECT dataset, learner, scheme, repeat, fold, role, condition, size, status, content FROM units
    ORDER BY dataset, learner, scheme, repeat, fold, role, condition, size"""
_LIST_IDS = """SELECT id, dataset, learner, scheme, repeat, fold, role, condition, size FROM units
    ORDER BY dataset, learner, scheme, repeat, fold, role, condition, size"""
_GET_MANY = """SELECT id, sha256, dataset, learner, scheme, repeat, fold, role, condition, size, status, content, plan,
    fit_seconds, predict_seconds, fit_cpu_seconds, predict_cpu_seconds, peak_bytes, model_bytes,
    warnings, failure, inline, finished FROM units WHERE id IN (SELECT value FROM json_each(?))"""
_BLOBS_MANY = """SELECT owner, name, data FROM blobs
    WHERE kind = 'unit' AND owner IN (SELECT value FROM json_each(?)) ORDER BY owner, name, part"""
_WITH_BLOB = """SELECT units.id, dataset, learner, scheme, repeat, fold, role, condition, size, data
    FROM blobs JOIN units ON units.id = blobs.owner WHERE kind = 'unit' AND name = ?
    ORDER BY dataset, learner, scheme, repeat, fold, role, condition, size, part"""
_COSTS = """SELECT dataset, learner, avg(fit_seconds + predict_seconds) AS cost FROM units
    WHERE status = 'done' GROUP BY dataset, learner HAVING cost IS NOT NULL"""
_INSERT_SOURCE = "INSERT INTO sources (kind, name, fingerprint, about, sha256) VALUES (?, ?, ?, ?, ?)"
_SOURCE = """SELECT id, sha256, kind, name, fingerprint, about FROM sources
    WHERE kind = ? AND name = ? AND fingerprint = ?"""


class UnitTable:
    """Rows and bytes in, the same rows and bytes out, or a sentence that says what is damaged."""

    def __init__(self, path: Path, *, write: bool) -> None:
        self.path = path
        self._write = write
        self._connection = connect(path, write=write)

    def close(self) -> None:
        """Bring everything into the one file and free it for others."""
        if self._write:
            checkpoint_file(self._connection)
        self._connection.close()

    def checkpoint(self) -> None:
        """Bring what was written so far into the main file, so that even a copy of it alone holds that."""
        with sqlite_errors_explained(self.path):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    # Units: a row begins with the eight values of its key

    def put_units(self, units: Iterable[tuple[Row, Blobs]]) -> None:
        """Write these rows with their blobs, all or none; each replaces what stood under its key."""
        with self._sealed() as changes:
            for row, blobs in units:
                self._remove(row[: len(KEY)], changes)
                total = checksum(row, blobs)
                cursor = self._connection.execute(_INSERT, (*row, total))
                self._write_blobs("unit", cursor.lastrowid, blobs)
                changes.append((1, total))

    def unit(self, key: Row) -> tuple[Row, Blobs] | None:
        """The row and blobs under that key, checked against their sha256."""
        with sqlite_errors_explained(self.path):
            row = self._connection.execute(_GET, key).fetchone()
            if row is None:
                return None
            blobs = self._blobs("unit", row[0])
        return self._checked(row, blobs)

    def units(self, known_keys: Container[Row] = (), *, without: str = "") -> Iterator[tuple[Row, Blobs | None]]:
        """All rows with their blobs, in key order; small ones are fetched many at a time. Of known keys only the key.

        `without` names a role that is passed over.
        """
        with sqlite_errors_explained(self.path):
            listed = [row for row in self._connection.execute(_LIST_IDS).fetchall() if not without or row[6] != without]
        start, step = 0, 1
        while start < len(listed):
            batch = listed[start : start + step]
            batch_units = self._fetched([row[0] for row in batch if row[1:] not in known_keys])
            for row in batch:
                if row[1:] in known_keys:
                    yield row[1:], None
                elif (
                    unit := batch_units.get(row[0]) or self.unit(row[1:])
                ) is not None:  # one replaced meanwhile has another id
                    yield unit
            size = sum(len(piece) for _, blobs in batch_units.values() for pieces in blobs.values() for piece in pieces)
            start, step = start + step, max(min(_AT_ONCE * step // max(size, 1), _MANY), 1)

    def units_with(self, name: str) -> list[tuple[Row, list[bytes]]]:
        """The keys of all units that have a blob of that name, and its pieces, in key order."""
        with sqlite_errors_explained(self.path):
            rows = self._connection.execute(_WITH_BLOB, (name,)).fetchall()
        pieces_by_unit: dict[int, tuple[Row, list[bytes]]] = {}
        for number, *key, data in rows:
            pieces_by_unit.setdefault(number, (tuple(key), []))[1].append(data)
        self._keyed([key for key, _ in pieces_by_unit.values()])
        return list(pieces_by_unit.values())

    def _fetched(self, ids: list[int]) -> dict[int, tuple[Row, Blobs]]:
        """Rows and blobs of one moment, although somebody may be writing."""
        if not ids:
            return {}
        text = json.dumps(ids)
        blobs: dict[int, Blobs] = {}
        with sqlite_errors_explained(self.path):
            self._connection.execute("BEGIN")
            try:
                rows = self._connection.execute(_GET_MANY, (text,)).fetchall()
                pieces = self._connection.execute(_BLOBS_MANY, (text,)).fetchall()
            finally:
                self._connection.execute("COMMIT")
        for owner, name, data in pieces:
            blobs.setdefault(owner, {}).setdefault(name, []).append(data)
        return {row[0]: self._checked(row, blobs.get(row[0], {})) for row in rows}

    def _checked(self, row: Row, blobs: Blobs) -> tuple[Row, Blobs]:
        """The row without id and sha256, and its blobs, if they are as they were written."""
        if not _intact(row[2:], blobs, row[1]):
            address = "/".join(str(part) for part in row[2 : 2 + len(KEY)])
            raise StudyFileError(
                f"unit {address} in {self.path} is damaged; `bakeoff verify` lists all such units, `bakeoff retry`"
                " repeats them"
            )
        self._keyed([row[2:]])
        return row[2:], blobs

    def _keyed(self, rows: list[Row]) -> list[Row]:
        """Rows whose keys hold text and whole numbers; SQLite itself takes anything in any column."""
        for row in rows:
            if tuple(map(type, row[: len(KEY)])) != _KEY_TYPES:
                raise StudyFileError(
                    f"{self.path} contains a unit with a key of wrong types, which bakeoff never writes; use the file only if"
                    " you trust its source, and run the study again"
                )
        return rows

    def remove_units(self, keys: Iterable[Row]) -> None:
        with self._sealed() as changes:
            for key in keys:
                self._remove(key, changes)

    def list_units(self) -> list[Row]:
        """Key, status and content of every unit, in key order."""
        with sqlite_errors_explained(self.path):
            return self._keyed(self._connection.execute(_LIST).fetchall())

    def seal(self) -> str:
        """How many units there are, and all their sha256 combined: it changes whenever a unit does."""
        with sqlite_errors_explained(self.path):
            return "{}:{}".format(*self._connection.execute("SELECT units, sha256 FROM seal").fetchone())

    # Scores: worked out from the units, and void as soon as one changes

    def put_scores(self, mark: str, table: ScoreTable) -> None:
        """Replace the scores, and note the mark with their checksum."""
        with transaction(self._connection, self.path):
            ids = [row[0] for row in self._connection.execute(_LIST_IDS)]
            entry = {"mark": mark, "sha256": write_scores(self._connection, ids, table)}
            self._write_meta(ENTRY, json.dumps(entry))

    def scores(self, mark: str) -> StoredScores | None:
        """The scores, if they were worked out from the same and are as they were written."""
        with sqlite_errors_explained(self.path):
            self._connection.execute("BEGIN")  # one state of the file, whoever writes meanwhile
            try:
                checksum = self._scores_checksum(mark)
                return None if checksum is None else read_scores(self._connection, checksum)
            except (LookupError, TypeError, ValueError):  # a flipped bit has changed a type
                return None
            finally:
                self._connection.execute("COMMIT")

    def has_scores(self, mark: str) -> bool:
        """Whether the scores of that mark are there, as they were written."""
        with sqlite_errors_explained(self.path):
            checksum = self._scores_checksum(mark)
            try:
                return checksum is not None and checksum == scores_digest(self._connection)
            except (TypeError, ValueError):
                return False

    def _scores_checksum(self, mark: str) -> str | None:
        """What the checksum of the scores must be; None if there are none of that mark."""
        row = self._connection.execute("SELECT value FROM meta WHERE name = ?", (ENTRY,)).fetchone()
        if row is None:
            return None
        try:
            entry = json.loads(row[0])
            return str(entry["sha256"]) if entry["mark"] == mark else None
        except (KeyError, TypeError, ValueError):  # damaged
            return None

    def __len__(self) -> int:
        with sqlite_errors_explained(self.path):
            return int(
                self._connection.execute("SELECT sum(1) FROM units").fetchone()[0] or 0
            )  # count(*) cannot be interrupted

    def costs(self) -> dict[tuple[str, str], float]:
        """Mean seconds of a finished unit for each data set and learner."""
        with sqlite_errors_explained(self.path):
            return {(data, learner): cost for data, learner, cost in self._connection.execute(_COSTS)}

    # Sources: versions of data sets and plans; the older ones explain older units

    def put_source(self, kind: str, name: str, fingerprint: str, about: str, blobs: Blobs) -> None:
        """Keep this version and make it the latest."""
        row = (kind, name, fingerprint, about)
        with transaction(self._connection, self.path):
            if self._connection.execute(_SOURCE, row[:3]).fetchone() is None:
                cursor = self._connection.execute(_INSERT_SOURCE, (*row, checksum(row, blobs)))
                self._write_blobs(kind, cursor.lastrowid, blobs)
            self._write_meta(f"latest {kind} {name}", fingerprint)

    def source(self, kind: str, name: str, fingerprint: str | None = None) -> tuple[str, str, Blobs] | None:
        """Fingerprint, description and blobs of that version, else of the latest."""
        wanted = fingerprint or self.meta(f"latest {kind} {name}")
        with sqlite_errors_explained(self.path):
            row = self._connection.execute(_SOURCE, (kind, name, wanted)).fetchone()
            if row is None:
                return None
            blobs = self._blobs(kind, row[0])
        if not _intact(row[2:], blobs, row[1]):
            raise StudyFileError(f"the {kind} of {name!r} in {self.path} is damaged; run the study again to restore it")
        return row[4], row[5], blobs

    def source_names(self, kind: str) -> tuple[str, ...]:
        with sqlite_errors_explained(self.path):
            query = "SELECT DISTINCT name FROM sources WHERE kind = ? ORDER BY name"
            return tuple(name for (name,) in self._connection.execute(query, (kind,)))

    def put_meta(self, name: str, text: str) -> None:
        with transaction(self._connection, self.path):
            self._write_meta(name, text)

    def meta(self, name: str) -> str | None:
        with sqlite_errors_explained(self.path):
            row = self._connection.execute("SELECT name, value, sha256 FROM meta WHERE name = ?", (name,)).fetchone()
        if row is not None and not _intact(row[:2], {}, row[2]):
            raise StudyFileError(f"the entry {name!r} of {self.path} is damaged; run the study again to restore it")
        return None if row is None else str(row[1])

    # Inner works

    @contextmanager
    def _sealed(self) -> Iterator[list[tuple[int, str]]]:
        """A transaction that ends by entering its changes (+1 or -1, sha256) into the seal."""
        changes: list[tuple[int, str]] = []
        with transaction(self._connection, self.path):
            yield changes
            (seal,) = self._connection.execute("SELECT sha256 FROM seal").fetchone()
            total = sealed(seal, changes)
            step = sum(step for step, _ in changes)
            self._connection.execute("UPDATE seal SET units = units + ?, sha256 = ?", (step, total))
            if changes:
                clear_scores(self._connection)
                self._connection.execute("DELETE FROM meta WHERE name = ?", (ENTRY,))

    def _write_meta(self, name: str, text: str) -> None:
        row = (name, text, checksum([name, text], {}))
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?, ?)", row)

    def _remove(self, key: Row, changes: list[tuple[int, str]]) -> None:
        old = self._connection.execute(_FIND, key).fetchone()
        if old is not None:
            self._connection.execute("DELETE FROM blobs WHERE kind = 'unit' AND owner = ?", old[:1])
            self._connection.execute("DELETE FROM units WHERE id = ?", old[:1])
            changes.append((-1, old[1]))

    def _write_blobs(self, kind: str, owner: int | None, blobs: Blobs) -> None:
        rows = [(kind, owner, name, part, data) for name, pieces in blobs.items() for part, data in enumerate(pieces)]
        self._connection.executemany("INSERT INTO blobs VALUES (?, ?, ?, ?, ?)", rows)

    def _blobs(self, kind: str, owner: int) -> Blobs:
        blobs: Blobs = {}
        query = "SELECT name, data FROM blobs WHERE kind = ? AND owner = ? ORDER BY name, part"
        rows: Sequence[Row] = self._connection.execute(query, (kind, owner)).fetchall()
        for name, data in rows:
            blobs.setdefault(name, []).append(data)
        return blobs


def _intact(values: Row, blobs: Blobs, written: object) -> bool:
    try:
        return checksum(values, blobs) == written
    except (TypeError, ValueError):  # bytes in place of text, or text in place of bytes
        return False
