"""WriterLock: one writer per results file, freed by the system the moment its process ends, however it ends."""

import contextlib
import os
import socket
import stat
from errno import ELOOP, ENXIO
from pathlib import Path
from typing import Self

from bakeoff.core.errors import BadInput, StudyFileError
from bakeoff.core.foreign_file import open_regular, refuse_link
from bakeoff.runs.process.procfs import started

__all__ = ["WriterLock", "writer_of"]

_LONGEST = 200  # bytes of a lock file that are read


class WriterLock:
    """An advisory lock on a file beside the results file.

    The lock belongs to the open file, not to what is written in it: kill -9 frees it, a copied or left-over lock file
    locks nothing, and children do not inherit it. (SQLite's own locks would not do: they come and go with each
    transaction.)
    """

    def __init__(self, study: Path) -> None:
        self.study = study
        self.path = study.resolve().with_name(study.resolve().name + ".lock")
        self._file: int | None = None

    def acquire(self) -> Self:
        """Take the lock, or say who holds it."""
        import fcntl

        refuse_link(self.study)  # the lock would lie beside the file that it points to
        while True:
            opened = self._opened()
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.pread(opened, _LONGEST, 0).decode(errors="replace").partition("\n")[0] or "another process"
                os.close(opened)
                raise StudyFileError(
                    f"{self.path.with_suffix('')} is being written by {holder}; wait for it to end, or end it, and try again"
                ) from None
            except OSError as error:
                os.close(opened)
                raise StudyFileError(
                    f"{self.path.with_suffix('')} cannot be locked ({error.strerror}); keep it on a local disk"
                ) from None
            if self._is_current(opened):
                break
            os.close(opened)  # the former holder removed it between our open and our lock
        self._file = opened
        with contextlib.suppress(OSError):  # a full disk must not hinder the lock: the text is only for the message
            os.ftruncate(opened, 0)
            os.pwrite(opened, f"process {os.getpid()} on {socket.gethostname()}\n{started(os.getpid())}\n".encode(), 0)
        return self

    def _opened(self) -> int:
        """The lock file, made if there is none; a link, or a file that has another name or owner, would lose its content."""
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        try:
            opened = os.open(self.path, flags, 0o644)
        except OSError as error:
            if error.errno in (ELOOP, ENXIO):
                raise StudyFileError(self._strange("is a link or not a regular file")) from None
            raise StudyFileError(self._unwritable(error)) from None
        facts = os.fstat(opened)
        problem = (
            "is not a regular file" if not stat.S_ISREG(facts.st_mode)
            else "has a second name (a hard link)" if facts.st_nlink > 1
            else "belongs to another user" if facts.st_uid != os.geteuid()
            else ""
        )  # fmt: skip
        if problem:
            os.close(opened)
            raise StudyFileError(self._strange(problem))
        return opened

    def _strange(self, problem: str) -> str:
        return f"{self.path} {problem}, and bakeoff makes no such lock; remove it if nobody is writing {self.study}"

    def release(self) -> None:
        """Free the lock and remove its file."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
            os.close(self._file)
            self._file = None

    def _unwritable(self, error: OSError) -> str:
        if not self.path.parent.exists():
            return f"there is no folder {self.path.parent}; make it first"
        return f"cannot write beside {self.path.with_suffix('')} ({error.strerror}); choose a folder you may write to"

    def _is_current(self, opened: int) -> bool:
        try:
            return os.path.samestat(os.fstat(opened), self.path.lstat())
        except FileNotFoundError:
            return False


def writer_of(study: str | Path) -> str:
    """Who is writing the results file, in words; empty if nobody is. Takes no lock, so it can be in nobody's way."""
    path = WriterLock(Path(study)).path
    try:
        with open_regular(path, links=False) as file:
            text = file.read(_LONGEST).decode("utf-8", errors="replace")
    except (OSError, BadInput):  # what is no regular file was not written by a writer
        return ""
    holder, _, since = text.strip().partition("\n")
    words = holder.split()
    if len(words) == 4 and words[1].isdecimal() and words[3] == socket.gethostname():
        return holder if _lives(int(words[1]), since) else ""  # it was killed, and the lock with it
    return holder


def _lives(pid: int, since: str) -> bool:
    """Whether that process runs, and is not a later one that was given the same number."""
    try:
        os.kill(pid, 0)  # only asks
    except ProcessLookupError:
        return False
    except OverflowError:  # no process has such a number
        return False
    except PermissionError:
        pass
    return not since or started(pid) in ("", since)
