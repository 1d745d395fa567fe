"""The one way to open a file that a stranger may have put there: a regular file, read up to a stated number of bytes.

A name that a user types may be a link: it is the user's own word. A name that bakeoff makes up (a lock, a journal, a folder of an export,
the results file of a `study.toml`) may lie in a folder that came from elsewhere, and a link of that name would lead to another file.
"""

import os
import stat
from errno import EISDIR, ELOOP, ENXIO
from pathlib import Path
from typing import BinaryIO

from bakeoff.core.errors import BadInput, StudyFileError

__all__ = ["make_folder", "open_regular", "read_regular", "refuse_link", "refuse_special"]


def open_regular(path: str | os.PathLike[str], *, links: bool = True) -> BinaryIO:
    """Open a regular file to be read; a pipe or a device, which may never end, is refused without waiting for it.

    Raises what the system says of a file that is not there or a folder. Without `links` a link is refused too.
    """
    if "\0" in os.fspath(path):
        raise BadInput(f"{os.fspath(path)!r} contains a NUL character, and no file has such a name; correct it")
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | (0 if links else os.O_NOFOLLOW)
    try:
        opened = os.open(path, flags)
    except OSError as error:
        if error.errno == ENXIO or (error.errno == ELOOP and not links):
            raise _not_regular(path) from None
        raise
    kind = os.fstat(opened).st_mode
    if not stat.S_ISREG(kind):
        os.close(opened)
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path) if stat.S_ISDIR(kind) else _not_regular(path)
    return os.fdopen(opened, "rb")


def _not_regular(path: str | os.PathLike[str]) -> BadInput:
    return BadInput(f"{os.fspath(path)!r} is not a regular file; copy its content into one, and name that")


def read_regular(path: str | os.PathLike[str], most: int, *, links: bool = True) -> bytes:
    """The content of a regular file; refused where it is more than `most` bytes, however long the file grows meanwhile."""
    with open_regular(path, links=links) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise _too_large(path, most)
        content = file.read(most + 1)
    if len(content) > most:
        raise _too_large(path, most)
    return content


def _too_large(path: str | os.PathLike[str], most: int) -> BadInput:
    size = f"{most >> 20:,} MiB" if most >= 1 << 20 else f"{most:,} bytes"
    return BadInput(f"{os.fspath(path)!r} has more than {size}, too much for what it should be; give another file")


def refuse_special(path: str | os.PathLike[str]) -> None:
    """Refuse a pipe or a device before a library opens it by its name; a file that is not there is for others to report."""
    try:
        open_regular(path).close()
    except OSError:
        return


def refuse_link(path: Path) -> None:
    """A file that bakeoff writes in is no link, for what the link points to would be changed."""
    if path.is_symlink():
        raise StudyFileError(
            f"{path} is a link, and bakeoff writes through none; name the file that it points to, or remove the link"
        )


def make_folder(path: Path) -> None:
    """A folder whose name bakeoff chose, made if it is not there; a link of that name is refused."""
    if path.is_symlink():
        raise BadInput(f"{path} is a link, and bakeoff writes through none; remove it, or name another folder")
    path.mkdir(parents=True, exist_ok=True)
