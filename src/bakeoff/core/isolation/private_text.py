"""Texts of errors before they are kept or shown: without the folders of the user and without passwords in addresses."""

import os
import re
import sys
from contextlib import suppress
from pathlib import Path

__all__ = ["without_private_parts"]

_PASSWORD = re.compile(r"(?P<before>://[^\s/@:]{0,256}:)[^\s/@]{1,256}(?=@)")
_ENDS = " \n'\",:;)]"  # what may follow the name of a folder


def without_private_parts(text: str) -> str:
    """The text with files named relative to their package or to the working folder, the home folder as `~`, and `***` for passwords.

    >>> without_private_parts("no answer from postgresql://ada:secret@db.example.org/flowers")
    'no answer from postgresql://ada:***@db.example.org/flowers'
    """
    masked = _PASSWORD.sub(r"\g<before>***", text) + " "  # so that something follows the last word too
    for folder, short in _folders():
        masked = masked.replace(f"{folder}{os.sep}", short and f"{short}{os.sep}")
        for end in _ENDS if short else ():
            masked = masked.replace(f"{folder}{end}", f"{short}{end}")
    return masked[:-1]


def _folders() -> list[tuple[str, str]]:
    """Folders and what stands for them, the longest first."""
    modules = {
        str(Path(__file__).parents[3]),
        str(Path(os.__file__).parent),
        *sys.path,
        *map(os.path.realpath, sys.path),
    }
    folders = dict.fromkeys(modules, "")
    with suppress(OSError):  # the working folder may be gone
        folders[str(Path.cwd())] = ""
    home = os.path.expanduser("~")  # noqa: PTH111  # never raises
    folders |= {home: "~", os.path.realpath(home): "~"}
    absolute = [(folder, short) for folder, short in folders.items() if folder.startswith(os.sep) and folder != os.sep]
    return sorted(absolute, key=lambda pair: -len(pair[0]))
