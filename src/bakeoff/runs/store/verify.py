"""Read a results file from end to end, past its indexes, report what is damaged, and keep what is intact."""

import contextlib
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.store.database import open_database
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.records import KEY, checksum_of_digests, key_of, sealed
from bakeoff.runs.store.schema import (
    APPLICATION,
    NOT_SEALED,
    VERSION,
    bounded,
    checkpoint_file,
    connect,
    refuse_newer,
    tables_as_made,
    transaction,
)
from bakeoff.runs.store.score_table import ENTRY, NO_SCORES, scores_digest
from bakeoff.runs.store.writer_lock import WriterLock
from bakeoff.runs.unit import UnitKey

__all__ = ["NO_STUDY", "Entry", "repair", "verify"]

NO_STUDY = "it is not a results file, or its beginning is damaged"
_SELECT = {
    "unit": """SELECT id, sha256, dataset, learner, scheme, repeat, fold, role, condition, size, status, content, plan,
        fit_seconds, predict_seconds, fit_cpu_seconds, predict_cpu_seconds, peak_bytes, model_bytes,
        warnings, failure, inline, finished FROM units NOT INDEXED WHERE id > ? ORDER BY id""",
    "source": "SELECT id, sha256, kind, name, fingerprint, about FROM sources NOT INDEXED WHERE id > ? ORDER BY id",
    "meta": "SELECT rowid, sha256, name, value FROM meta NOT INDEXED WHERE rowid > ? ORDER BY rowid",
}
_BLOBS = "SELECT rowid, kind, owner, name, part, data FROM blobs NOT INDEXED WHERE rowid > ? ORDER BY rowid"
_SKIPPED = 64  # how many row numbers are tried one after another behind an unreadable one

_PROGRAM = re.compile(r"\b(VIRTUAL|GENERATED|AS\s*\()", re.IGNORECASE)

Blob = tuple[str, int, bytes]  # name, part, sha256


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One row with what belongs to it."""

    kind: str  # "unit", "source" or "meta"
    number: int
    key: UnitKey | None  # of a unit, if it can still be read
    name: str
    sha256: str
    intact: bool
    blobs: tuple[int, ...] = ()  # row numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """All entries, and what is wrong with the file as such."""

    entries: tuple[Entry, ...]
    faults: tuple[str, ...]


def audit(path: Path) -> Audit:
    """Read everything. Damage ends up in the answer, not in an error; a file of a newer version is refused."""
    faults: list[str] = []
    entries: list[Entry] = []
    try:
        with closing(open_database(path, "ro", bound=False, timeout=30.0)) as opened:
            bounded(opened, path)
            refuse_newer(opened, path)
            _refuse_programs(opened, path)
            opened.execute("BEGIN")  # one state of the file, whoever writes meanwhile
            faults += _structure(opened)
            blobs = _blobs(opened, faults)
            for kind, query in _SELECT.items():
                entries += [_entry(kind, row, blobs) for row in _rows(opened, query, faults)]
            faults += _seal(opened, entries)
            faults += _scores(opened)
    except sqlite3.Error as error:
        strange = getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB"
        faults.append(NO_STUDY if strange else f"the file cannot be read: {error}")
    return Audit(entries=tuple(entries), faults=tuple(dict.fromkeys(faults)))


def _refuse_programs(opened: sqlite3.Connection, path: Path) -> None:
    """Damage changes letters of the tables; views, triggers and computed columns are somebody's work, and may never end."""
    with contextlib.suppress(UnicodeDecodeError):
        for kind, text in opened.execute("SELECT type, sql FROM sqlite_master WHERE sql IS NOT NULL LIMIT 100"):
            if kind in {"view", "trigger"} or _PROGRAM.search(str(text)):
                raise StudyFileError(
                    f"{path} contains a view, trigger or computed column, which bakeoff never makes; do not use this file"
                )


def _structure(opened: sqlite3.Connection) -> list[str]:
    try:
        faults = [] if tables_as_made(opened) else ["the tables are not as they were made"]
        marks = [opened.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        faults += [] if marks == [APPLICATION, VERSION] else ["its header is not as it was written"]
        return faults + [str(line) for (line,) in opened.execute("PRAGMA integrity_check(20)") if line != "ok"]
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return [f"the file's structure is damaged: {error}"]


def _rows(opened: sqlite3.Connection, query: str, faults: list[str]) -> Iterator[tuple[Any, ...]]:
    """All rows that can be read; behind one that cannot, the next that can."""
    last, skipped = 0, 0
    while skipped < _SKIPPED:
        try:
            for row in opened.execute(query, (last,)):
                if row[0] <= last:  # pages that name one another
                    faults.append("rows do not follow one another")
                    return
                last, skipped = row[0], 0
                yield row
        except (sqlite3.Error, UnicodeDecodeError) as error:
            faults.append(f"a row cannot be read: {error}")
            last, skipped = last + 1, skipped + 1
        else:
            return


def _blobs(opened: sqlite3.Connection, faults: list[str]) -> dict[tuple[Any, Any], list[tuple[int, Blob]]]:
    """Row number, name, part and sha256 of every blob, by what it belongs to."""
    blobs: dict[tuple[Any, Any], list[tuple[int, Blob]]] = {}
    for row, kind, owner, name, part, data in _rows(opened, _BLOBS, faults):
        if isinstance(data, bytes) and isinstance(name, str) and isinstance(part, int):
            blobs.setdefault((kind, owner), []).append((row, (name, part, sha256(data).digest())))
        else:
            faults.append("a blob is no longer a blob")
    return blobs


def _entry(kind: str, row: tuple[Any, ...], blobs: dict[tuple[Any, Any], list[tuple[int, Blob]]]) -> Entry:
    number, written, values = row[0], row[1], row[2:]
    owned = blobs.get((values[0] if kind == "source" else kind, number), [])
    try:
        intact = checksum_of_digests(values, [blob for _, blob in owned]) == written
    except (TypeError, ValueError):  # a flipped bit can turn text into bytes
        intact = False
    key = _key(values) if kind == "unit" else None
    name = str(key) if key else " ".join(str(value) for value in values[: 2 if kind == "source" else 1])
    return Entry(
        kind=kind,
        number=number,
        key=key,
        name=name,
        sha256=str(written),
        intact=intact,
        blobs=tuple(number for number, _ in owned),
    )


def _key(values: tuple[Any, ...]) -> UnitKey | None:
    """The key at the beginning of a unit's row, unless a flipped bit has changed even its types."""
    kinds = [int if name in {"repeat", "fold", "size"} else str for name in KEY]
    typed = all(isinstance(value, kind) for value, kind in zip(values, kinds, strict=False))
    return key_of(values) if typed else None


def _seal(opened: sqlite3.Connection, entries: list[Entry]) -> list[str]:
    """Whether units have vanished, or came in by another door."""
    units = [entry for entry in entries if entry.kind == "unit"]
    try:
        count, seal = opened.execute("SELECT units, sha256 FROM seal").fetchone()
        total = sealed(NOT_SEALED, ((1, unit.sha256) for unit in units))
        same = count == len(units) and seal == total  # letter by letter: "A" for "a" is a flipped bit too
    except (sqlite3.Error, TypeError, ValueError, UnicodeDecodeError):
        return ["the seal over all units cannot be read"]
    if same:
        return []
    return [f"{count} units were written and {len(units)} are there, or their checksums have changed"]


def _scores(opened: sqlite3.Connection) -> list[str]:
    """Whether the scores are those that were written; they are only a copy, and can be worked out again."""
    try:
        row = opened.execute("SELECT value FROM meta WHERE name = ?", (ENTRY,)).fetchone()
        written = NO_SCORES if row is None else json.loads(row[0])["sha256"]
        same = written == scores_digest(opened)
    except (sqlite3.Error, KeyError, TypeError, ValueError, UnicodeDecodeError):
        same = False
    return [] if same else ["the table of scores is not as it was written; it is worked out again"]


_COPY = {
    "unit": ("SELECT * FROM units WHERE id = ?", "INSERT INTO units VALUES ({holes})"),
    "source": ("SELECT * FROM sources WHERE id = ?", "INSERT INTO sources VALUES ({holes})"),
    "meta": ("SELECT * FROM meta WHERE rowid = ?", "INSERT INTO meta VALUES ({holes})"),
    "blob": ("SELECT * FROM blobs WHERE rowid = ?", "INSERT INTO blobs VALUES ({holes})"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """One thing that is not as it was written."""

    what: str  # "unit", "source" (a data set or plan), "meta" or "file"
    message: str
    key: UnitKey | None = None  # of a damaged unit: rerun it

    def __str__(self) -> str:
        return self.message


def verify(study: FileLedger | str | Path) -> tuple[Damage, ...]:
    """Recompute every checksum of a results file; nothing is changed. An empty answer means that all is well."""
    return _damages(audit(study.path if isinstance(study, FileLedger) else Path(study)))


def _damages(file_audit: Audit) -> tuple[Damage, ...]:
    entries = [
        Damage(what=entry.kind, key=entry.key, message=f"{entry.kind} {entry.name} does not match its checksum")
        for entry in file_audit.entries
        if not entry.intact
    ]
    return (*entries, *(Damage(what="file", message=text) for text in file_audit.faults))


def repair(path: str | Path) -> tuple[Damage, ...]:
    """Rewrite a damaged results file with everything that is intact; the next run makes the rest again.

    The old file stays in place until the new one is complete, and then beside it as `NAME.bakeoff.damaged`.
    """
    old = Path(path)
    lock = WriterLock(old).acquire()
    try:
        with contextlib.suppress(sqlite3.Error), closing(open_database(old, "rw", bound=False)) as opened:
            checkpoint_file(opened)  # nothing of it shall lie beside it
        file_audit = audit(old)
        damages = _damages(file_audit)
        if damages:
            new = old.with_name(old.name + ".repaired")
            new.unlink(missing_ok=True)
            _copy_intact(old, new, file_audit)
            _set_aside(old)
            new.replace(old)
    finally:
        lock.release()
    return damages


def _set_aside(old: Path) -> None:
    """A second name for the damaged file, and for what could not be brought into it."""
    aside = old.with_name(old.name + ".damaged")
    aside.unlink(missing_ok=True)
    aside.hardlink_to(old)
    for beside in ("-wal", "-shm"):
        left = old.with_name(old.name + beside)
        if left.exists():
            left.replace(aside.with_name(aside.name + beside))


def _copy_intact(old: Path, new: Path, file_audit: Audit) -> None:
    target = connect(new, write=True)
    with closing(target), closing(open_database(old, "ro", bound=False)) as source:
        with transaction(target, new):
            for entry in file_audit.entries:
                if entry.intact and (entry.kind, entry.name) != ("meta", ENTRY):  # scores are worked out again
                    _copy_row(source, target, entry.kind, entry.number)
                    for number in entry.blobs:
                        _copy_row(source, target, "blob", number)
            _seal_again(target)
        checkpoint_file(target)


def _copy_row(source: sqlite3.Connection, target: sqlite3.Connection, kind: str, number: int) -> None:
    read, write = _COPY[kind]
    row = source.execute(read, (number,)).fetchone()
    target.execute(write.format(holes=", ".join("?" * len(row))), row)


def _seal_again(connection: sqlite3.Connection) -> None:
    sums = [digest for (digest,) in connection.execute("SELECT sha256 FROM units")]
    connection.execute(
        "UPDATE seal SET units = ?, sha256 = ?",
        (len(sums), sealed(NOT_SEALED, ((1, digest) for digest in sums))),
    )
