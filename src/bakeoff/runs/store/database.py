"""The one way to open an SQLite file: nothing that lies beside it may lead SQLite to another file, or to wait without end."""

import os
import sqlite3
import stat
from math import inf
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from bakeoff.core.errors import StudyFileError
from bakeoff.core.foreign_file import open_regular, refuse_link

__all__ = ["bytes_of", "open_database"]

COMPANIONS = ("-journal", "-wal", "-shm")  # SQLite opens what lies beside a database under these names
SUPER_JOURNAL = bytes.fromhex("d9d505f920a163d7")  # the end of a journal that names a second file
LOOK = 10_000  # steps of SQLite's machine between two looks at how many there were
FREE_STEPS, STEPS_FOR_BYTE = 1_000_000, 2  # of one query; a unit takes about 50 steps and at least 400 bytes


class BoundedConnection(sqlite3.Connection):
    """A connection whose queries end: pages of a forged file can name one another, so that its rows never end."""

    _steps: "_Steps | None" = None

    def bound_steps(self, path: Path) -> None:
        """Interrupt a query that takes more steps than a file of this size can give rows for."""
        self._steps = _Steps(path)
        self.set_progress_handler(self._steps.too_many, LOOK)

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        if self._steps is not None:
            self._steps.taken = 0
        return super().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Any, /) -> sqlite3.Cursor:
        if self._steps is not None:
            self._steps.taken = -inf  # as many as our own rows need
        return super().executemany(sql, parameters)


class _Steps:
    """How many steps the last query took."""

    def __init__(self, path: Path) -> None:
        self.path, self.taken, self.most = path, 0.0, 0

    def too_many(self) -> bool:
        self.taken += LOOK
        if self.taken > self.most:
            self.most = FREE_STEPS + STEPS_FOR_BYTE * bytes_of(self.path)  # it may have grown
        return self.taken > self.most


def bytes_of(path: Path) -> int:
    """Of the file and the log beside it."""
    files = (path, path.with_name(path.name + "-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def open_database(
    path: Path, mode: Literal["ro", "rw", "rwc"], *, bound: bool = True, **options: Any
) -> sqlite3.Connection:
    """A connection to a file that was looked at before; `options` are those of `sqlite3.connect`.

    Its queries end, unless `bound` is off: for a caller that reads damaged pages and counts rows itself.
    """
    _check(path, write=mode != "ro")
    address = f"file:{quote(os.fsencode(path.resolve()))}?mode={mode}"  # names need not be UTF-8
    connection = sqlite3.connect(address, uri=True, factory=BoundedConnection, **options)
    if bound:
        connection.bound_steps(path)
    return connection


def _check(path: Path, *, write: bool) -> None:
    """Refuse a database that is a link and is to be written in, and companions that bakeoff never makes.

    Where SQLite rolls a journal back, it deletes the second file that the journal names, wherever that is. It writes what a journal or a
    log holds into the database, which is another file too if it has a second name.
    """
    if write:
        refuse_link(path)
    real_path = path.resolve()  # SQLite looks beside the file that a link points to
    for ending in COMPANIONS:
        beside = real_path.with_name(real_path.name + ending)
        try:
            facts = beside.lstat()
        except FileNotFoundError:
            continue
        if not stat.S_ISREG(facts.st_mode):
            raise StudyFileError(f"{beside} is not a regular file, and bakeoff never makes such a one; remove it")
        if ending == "-journal" and _names_second_file(beside):
            raise StudyFileError(
                f"{beside} would make SQLite delete another file, and bakeoff never writes such a one; remove it"
            )
        if write and ending != "-shm" and facts.st_size and real_path.exists() and real_path.stat().st_nlink > 1:
            raise StudyFileError(
                f"{path} has a second name (a hard link), and {beside.name} would change the file under both names; copy it, with"
                " the files beside it, and use the copy"
            )


def _names_second_file(journal: Path) -> bool:
    """Whether SQLite would find the name of a super-journal at the end of this journal."""
    try:
        with open_regular(journal, links=False) as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(end - len(SUPER_JOURNAL), 0))
            return file.read(len(SUPER_JOURNAL)) == SUPER_JOURNAL
    except FileNotFoundError:  # its writer has ended meanwhile
        return False
