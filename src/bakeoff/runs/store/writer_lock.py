"""WriterLock: one writer per study file, freed by the system the moment its process ends, however it ends."""

import contextlib
import os
import socket
from pathlib import Path
from typing import Self

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.process.procfs import started

__all__ = ["WriterLock", "writer_of"]


class WriterLock:
    """An advisory lock on a file beside the study file.

    The lock belongs to the open file, not to what is written in it: kill -9 frees it, a copied or left-over lock file
    locks nothing, and children do not inherit it. (SQLite's own locks would not do: they come and go with each
    transaction.)
    """

    def __init__(self, study: Path) -> None:
        self.path = study.resolve().with_name(study.resolve().name + ".lock")
        self._file: int | None = None

    def acquire(self) -> Self:
        """Take the lock, or say who holds it."""
        import fcntl

        while True:
            try:
                opened = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            except OSError as error:
                raise StudyFileError(self._unwritable(error)) from None
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.pread(opened, 200, 0).decode(errors="replace").partition("\n")[0] or "another process"
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
            return os.path.samestat(os.fstat(opened), self.path.stat())
        except FileNotFoundError:
            return False


def writer_of(study: str | Path) -> str:
    """Who is writing the study file, in words; empty if nobody is. Takes no lock, so it can be in nobody's way."""
    path = WriterLock(Path(study)).path
    try:
        holder, _, since = path.read_text(encoding="utf-8", errors="replace").strip().partition("\n")
    except OSError:
        return ""
    words = holder.split()
    if len(words) == 4 and words[1].isdigit() and words[3] == socket.gethostname():
        return holder if _lives(int(words[1]), since) else ""  # it was killed, and the lock with it
    return holder


def _lives(pid: int, since: str) -> bool:
    """Whether that process runs, and is not a later one that was given the same number."""
    try:
        os.kill(pid, 0)  # only asks
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return not since or started(pid) in ("", since)
