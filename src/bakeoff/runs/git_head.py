"""The commit that the working folder is at, read by hand: no program is started, since a repository may name programs of its own.

`git` runs what the configuration of a repository names (filters, monitors, transports), and the repository may be a stranger's.
"""

import os
import re
from pathlib import Path
from stat import S_ISREG
from typing import Any

__all__ = ["git_head"]

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}", re.ASCII)
_REFERENCE = re.compile(r"refs(/[A-Za-z0-9_+@=#%,()-][A-Za-z0-9_+@=#%,().-]*)+", re.ASCII)  # no part begins with a dot
_SMALL = 4096  # bytes of a file that names a reference, a commit or a folder
_LARGE = 2**24  # bytes of a list of all references


def git_head() -> dict[str, Any] | None:
    """Commit of the working folder, None where it cannot be read; None alone where there is no repository.

    Whether files differ from the commit is unknown (None): to find out, git would have to run.
    """
    try:
        here = Path.cwd()
    except OSError:  # the folder is gone
        return None
    place = next((folder / ".git" for folder in (here, *here.parents) if os.path.lexists(folder / ".git")), None)
    return None if place is None else {"commit": _commit(place), "changed": None}


def _commit(place: Path) -> str | None:
    folders = [place] if place.is_dir() and not place.is_symlink() else _folders_of_worktree(place)
    head = _text(folders[0], "HEAD", _SMALL) if folders else ""
    if _COMMIT.fullmatch(head):
        return head
    reference = head.removeprefix("ref: ").strip()
    if not _REFERENCE.fullmatch(reference):
        return None
    loose = _text(folders[-1], reference, _SMALL)
    if _COMMIT.fullmatch(loose):
        return loose
    for line in _text(folders[-1], "packed-refs", _LARGE).splitlines():
        commit, _, name = line.partition(" ")
        if name == reference and _COMMIT.fullmatch(commit):
            return commit
    return None


def _folders_of_worktree(place: Path) -> list[Path]:
    """The folder of a further worktree and that of its repository; none unless the repository names this worktree too."""
    named = _text(place.parent, place.name, _SMALL)
    own = place.parent / named.removeprefix("gitdir: ")
    shared = _text(own, "commondir", _SMALL)
    if not named.startswith("gitdir: ") or _text(own, "gitdir", _SMALL) != str(place) or not shared:
        return []
    return [own, Path(os.path.normpath(own / shared))]


def _text(folder: Path, name: str, most: int) -> str:
    """A regular file in the folder; empty if it is none, is too long, or if it or a folder on the way is a link."""
    opened: list[int] = []
    try:
        opened.append(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
        *folders, last = name.split("/")
        for step in folders:
            opened.append(os.open(step, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=opened[-1]))
        opened.append(os.open(last, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=opened[-1]))
        facts = os.fstat(opened[-1])
        if not S_ISREG(facts.st_mode) or facts.st_size > most:
            return ""
        return os.read(opened[-1], most).decode(errors="replace").strip()
    except (OSError, ValueError):
        return ""
    finally:
        for number in opened:
            os.close(number)
