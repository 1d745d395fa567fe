"""Verify what is stored, and keep what is intact; `rerun` is at hand here too."""

import contextlib
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bakeoff.runs.rerun import rerun
from bakeoff.runs.store.audit import Audit, audit
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.records import sealed
from bakeoff.runs.store.schema import NOT_SEALED, checkpoint_file, connect, transaction, version_of
from bakeoff.runs.store.score_table import ENTRY
from bakeoff.runs.store.writer_lock import WriterLock
from bakeoff.runs.unit import UnitKey

__all__ = ["Damage", "repair", "rerun", "verify"]

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
    """Recompute every checksum of a study file; nothing is changed. An empty answer means that all is well."""
    return _damages(audit(study.path if isinstance(study, FileLedger) else Path(study)))


def _damages(found: Audit) -> tuple[Damage, ...]:
    entries = [
        Damage(what=one.kind, key=one.key, message=f"{one.kind} {one.name} does not match its checksum")
        for one in found.entries
        if not one.intact
    ]
    return (*entries, *(Damage(what="file", message=text) for text in found.faults))


def repair(path: str | Path) -> tuple[Damage, ...]:
    """Rewrite a damaged study file with everything that is intact; the next run makes the rest again.

    The old file stays in place until the new one is complete, and then beside it as `NAME.bakeoff.damaged`.
    """
    old = Path(path)
    lock = WriterLock(old).acquire()
    try:
        with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(old)) as opened:
            checkpoint_file(opened)  # nothing of it shall lie beside it
        found = audit(old)
        damages = _damages(found)
        if damages:
            new = old.with_name(old.name + ".repaired")
            new.unlink(missing_ok=True)
            _copy_intact(old, new, found)
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


def _copy_intact(old: Path, new: Path, found: Audit) -> None:
    made = connect(new, write=True)
    with closing(made), closing(sqlite3.connect(old)) as source:
        with transaction(made, new):
            for entry in found.entries:
                if entry.intact and (entry.kind, entry.name) != ("meta", ENTRY):  # scores are worked out again
                    _copy_row(source, made, entry.kind, entry.number)
                    for number in entry.blobs:
                        _copy_row(source, made, "blob", number)
            _seal_again(made)
        checkpoint_file(made)


def _copy_row(source: sqlite3.Connection, made: sqlite3.Connection, kind: str, number: int) -> None:
    read, write = _COPY[kind]
    row = source.execute(read, (number,)).fetchone()
    made.execute(write.format(holes=", ".join("?" * len(row))), row)


def _seal_again(made: sqlite3.Connection) -> None:
    sums = [one for (one,) in made.execute("SELECT sha256 FROM units")]
    made.execute(
        "UPDATE seal SET units = ?, sha256 = ?",
        (len(sums), sealed(version_of(made), NOT_SEALED, ((1, one) for one in sums))),
    )
