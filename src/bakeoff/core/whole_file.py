"""A file that appears whole or not at all: written under another name beside it, then renamed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EISDIR
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

__all__ = ["umask", "whole_file", "write_whole"]


@contextmanager
def whole_file(path: str | os.PathLike[str], mode: str = "w", *, private: bool = False) -> Iterator[Any]:
    r"""Open a file for writing; a full disk, an error or a kill leaves what was there before. A link of that name is replaced, not followed.

    Text is UTF-8 and its line ends are written as they come. `private` files can be read by their owner only.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with whole_file(Path(folder) / "a.txt") as file:
    ...         _ = file.write("one\n")
    ...     (Path(folder) / "a.txt").read_text()
    'one\n'
    """
    target = Path(path)
    if target.is_dir() and not target.is_symlink():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))  # before anything is made, and by its own name
    form: dict[str, Any] = {} if "b" in mode else {"encoding": "utf-8", "newline": ""}
    with NamedTemporaryFile(mode, dir=target.parent, prefix=f".{target.name[:80]}.", delete=False, **form) as file:
        draft = Path(file.name)
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if not private:
                draft.chmod(0o666 & ~umask())
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def write_whole(path: str | os.PathLike[str], content: str | bytes, *, private: bool = False) -> None:
    """Write a text or bytes."""
    with whole_file(path, "wb" if isinstance(content, bytes) else "w", private=private) as file:
        file.write(content)


def umask() -> int:
    """Temporary files are private; what a user asked for gets the rights of the user's other files."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
