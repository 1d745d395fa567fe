"""The results file's tables, how it is opened, and what its errors mean in words."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Literal

from bakeoff.core.errors import StudyFileError
from bakeoff.core.foreign_file import refuse_link
from bakeoff.runs.store.database import bytes_of, open_database
from bakeoff.runs.store.score_table import SCORE_TABLES

__all__ = [
    "APPLICATION",
    "NOT_SEALED",
    "TABLES",
    "VERSION",
    "bounded",
    "checkpoint_file",
    "connect",
    "explain_sqlite_error",
    "refuse_newer",
    "sqlite_errors_explained",
    "tables_as_made",
    "transaction",
    "version_of",
]

APPLICATION = 0x62616B65  # "bake", in the header of every results file
VERSION = 3  # of what a file holds; formats 1 and 2 were never released, so that this is the oldest that is read
NOT_SEALED = "0" * 64  # the seal over no units
_LONG_LOG = 16384  # pages, 64 MiB

TABLES = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL, sha256 TEXT NOT NULL)",
    """CREATE TABLE sources (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, fingerprint TEXT NOT NULL,
        about TEXT NOT NULL, sha256 TEXT NOT NULL, UNIQUE (kind, name, fingerprint))""",
    """CREATE TABLE units (id INTEGER PRIMARY KEY,
        dataset TEXT NOT NULL, learner TEXT NOT NULL, scheme TEXT NOT NULL, repeat INTEGER NOT NULL,
        fold INTEGER NOT NULL, role TEXT NOT NULL, condition TEXT NOT NULL, size INTEGER NOT NULL,
        status TEXT NOT NULL, content TEXT NOT NULL, plan TEXT,
        fit_seconds REAL, predict_seconds REAL, fit_cpu_seconds REAL, predict_cpu_seconds REAL,
        peak_bytes REAL, model_bytes REAL, warnings TEXT NOT NULL, failure TEXT, inline TEXT,
        finished TEXT NOT NULL, sha256 TEXT NOT NULL,
        UNIQUE (dataset, learner, scheme, repeat, fold, role, condition, size))""",
    """CREATE TABLE blobs (kind TEXT NOT NULL, owner INTEGER NOT NULL, name TEXT NOT NULL, part INTEGER NOT NULL,
        data BLOB NOT NULL, UNIQUE (kind, owner, name, part))""",
    # How many units there are and all their sha256 combined: a row that vanishes leaves no damaged row behind.
    "CREATE TABLE seal (id INTEGER PRIMARY KEY CHECK (id = 1), units INTEGER NOT NULL, sha256 TEXT NOT NULL)",
    f"INSERT INTO seal VALUES (1, 0, '{NOT_SEALED}')",  # noqa: S608 - a constant
    *SCORE_TABLES,
)


LONGEST_VALUE = 2**26  # bytes; a reader may be open while a small file grows


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """An open, checked connection; a new file gets its tables before it gets its name, so nobody meets it half made."""
    if write:
        refuse_link(path)  # before a file is made where it points
    with sqlite_errors_explained(path):
        if write and not path.exists():
            _make(path.resolve())
        connection = _opened(path, "rw" if write else "ro")
        try:
            if write and _is_empty(connection):
                _create(connection)
            _check(connection, path)
            if write:
                _prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection


def _opened(path: Path, mode: Literal["ro", "rw", "rwc"]) -> sqlite3.Connection:
    connection = open_database(path, mode, isolation_level=None, timeout=30.0)
    return bounded(connection, path) if mode == "ro" else connection


def bounded(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """The connection, which refuses a value longer than the file; a damaged length would set a gigabyte aside."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, min(max(bytes_of(path), LONGEST_VALUE), 10**9))
    return connection


def _make(path: Path) -> None:
    """An empty results file; one that somebody else has put there meanwhile stays."""
    beside = path.with_name(f".new-{os.getpid()}-{token_hex(4)}.bakeoff")
    try:
        with closing(_opened(beside, "rwc")) as connection:
            _create(connection)
        try:
            os.link(beside, path)
        except FileExistsError:
            return
        except OSError:  # a file system without hard links
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def checkpoint_file(connection: sqlite3.Connection) -> None:
    """Bring everything into the one file; where a reader or a full disk hinders that, what is beside it stays valid."""
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.execute("PRAGMA busy_timeout = 200")
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    except sqlite3.Error:
        return


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """All or nothing; on return it is on the disk."""
    with sqlite_errors_explained(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


@contextmanager
def sqlite_errors_explained(path: Path) -> Iterator[None]:
    """SQLite's errors in words."""
    try:
        yield
    except sqlite3.Error as error:
        raise StudyFileError(explain_sqlite_error(error, path)) from error


def explain_sqlite_error(error: sqlite3.Error, path: Path) -> str:
    """What went wrong with the file, and the cure."""
    code = getattr(error, "sqlite_errorname", "") or ""
    if code == "SQLITE_FULL" or (code.startswith("SQLITE_IOERR") and _free(path) < 2**20):
        return (
            f"the disk that holds {path} is full; everything reported as done is safe: free some space and run the"
            " same command again, it goes on from there"
        )
    for codes, words in _MEANINGS.items():
        if code.startswith(codes):
            return words.format(path=path, error=error)
    return f"{path} cannot be used: {error}; `bakeoff verify` shows details"


_MEANINGS = {
    ("SQLITE_NOTADB",): "{path} is not a bakeoff results file; give the .bakeoff file that `bakeoff run` wrote",
    ("SQLITE_READONLY", "SQLITE_CANTOPEN"): (
        "{path} cannot be opened for this ({error}); check that you may write to it and its folder, or copy it, with the files"
        " beside it, to a folder where you may"
    ),
    ("SQLITE_CORRUPT",): "{path} is damaged ({error}); `bakeoff verify` lists what is affected, `bakeoff retry` repeats it",
    ("SQLITE_INTERRUPT",): (
        "{path} gives more rows than a file of its size can contain, because its pages name one another; bakeoff never writes such a"
        " file: do not use it"
    ),
    ("SQLITE_BUSY", "SQLITE_LOCKED"): "{path} is held by another program; close it and try again",
}  # fmt: skip


def _free(path: Path) -> int:
    try:
        return shutil.disk_usage(path.resolve().parent).free
    except OSError:
        return 0


def _is_empty(connection: sqlite3.Connection) -> bool:
    return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN EXCLUSIVE")
    for statement in TABLES:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def _check(connection: sqlite3.Connection, path: Path) -> None:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION:
        empty = "is empty" if _is_empty(connection) else "is a database, but not a bakeoff results file"
        raise StudyFileError(f"{path} {empty}; give the .bakeoff file that `bakeoff run` wrote")
    refuse_other_format(connection, path)
    refuse_strange_tables(connection, path)


def tables_as_made(connection: sqlite3.Connection) -> bool:
    """Whether the file holds the tables of its format and nothing else."""
    statements = [
        text for (text,) in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL LIMIT 100")
    ]
    return sorted(statements) == sorted(text for text in TABLES if text.startswith("CREATE"))


def refuse_strange_tables(connection: sqlite3.Connection, path: Path) -> None:
    """A view in place of a table can give rows without end, and a trigger can change what is written."""
    if not tables_as_made(connection):
        raise StudyFileError(
            f"the tables of {path} are not those that bakeoff makes; `bakeoff verify` lists what is damaged"
        )


def version_of(connection: sqlite3.Connection) -> int:
    """The format in the file's header."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def refuse_other_format(connection: sqlite3.Connection, path: Path) -> None:
    """A file of another format may mean something else, and must not be rewritten by this version."""
    refuse_newer(connection, path)
    version = version_of(connection)
    if version < VERSION:
        raise StudyFileError(
            f"{path} is of format {version}, which no released bakeoff wrote (this one reads {VERSION}); run the study again"
            " into a new file, or try `bakeoff verify` if the file is damaged"
        )


def refuse_newer(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse what a later version has written, and name the cure."""
    version = version_of(connection)
    if version > VERSION:
        raise StudyFileError(
            f"{path} was written by a newer bakeoff (format {version}, this one knows {VERSION}); upgrade bakeoff"
        )


def _prepare(connection: sqlite3.Connection) -> None:
    """Write-ahead log, a real sync at each commit, and a checkpoint only where the log grows large.

    The main file is then touched only at rare moments, so that a copy taken of a running study is whole (and if it was
    taken at just such a moment, `verify` finds that out).
    """
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_LONG_LOG}")
