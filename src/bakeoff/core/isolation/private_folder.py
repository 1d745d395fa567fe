"""A folder for files that nobody else may see, in the place for temporary files; what a killed process left there is removed.

A process holds a lock on its folder as long as it lives, whatever ends it. So a folder that nobody has locked is a leftover.
"""

import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from time import time

__all__ = ["PrivateFolder"]

_PREFIX = "bakeoff-private-"
_YOUNG = 60.0  # seconds in which a folder may not have been locked yet


class PrivateFolder:
    """A new folder with the rights 0700; `close` removes it with all that it holds."""

    def __init__(self) -> None:
        _remove_leftovers()
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        fcntl.flock(self._lock, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def close(self) -> None:
        """Remove it; again does nothing."""
        if self._lock < 0:
            return
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)
        self._lock = -1

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()


def _remove_leftovers() -> None:
    """Folders of this user whose process has ended without removing them."""
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as listed:
        for entry in listed:
            if entry.name.startswith(_PREFIX):
                with suppress(OSError):
                    _remove_leftover(Path(entry.path))


def _remove_leftover(folder: Path) -> None:
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        facts = os.fstat(lock)
        if facts.st_uid == os.geteuid() and facts.st_ctime < time() - _YOUNG:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError where its process lives
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)
