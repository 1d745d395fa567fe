"""Modules beside a study file that the user allows by name: they alone are found there, and only if they are not installed.

The folder of a study may be a stranger's, so it is never on the path of modules: every import of any package would look there.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

__all__ = ["allow_beside", "lies_beside", "modules_beside", "restore_beside"]


class _FinderBeside(MetaPathFinder):
    """The last that is asked for a module, so that nothing there can pass for an installed package."""

    def __init__(self) -> None:
        self.folders: dict[str, str] = {}  # by the name of the module or package

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A module of the list; parts of packages are found by Python itself."""
        folder = self.folders.get(fullname) if path is None else None
        return None if folder is None else PathFinder.find_spec(fullname, [folder], target)


_FINDER = _FinderBeside()


def allow_beside(folder: Path, names: Iterable[str]) -> None:
    """Let these modules be imported from the folder, here and in processes that are started from now on."""
    restore_beside({name: str(folder.resolve()) for name in names})


def modules_beside() -> dict[str, str]:
    """The folder of each module that is allowed."""
    return dict(_FINDER.folders)


def restore_beside(folders: Mapping[str, str]) -> None:
    """The same in a process that was started by one that allowed them."""
    if not folders:
        return
    for name, folder in folders.items():
        _FINDER.folders.setdefault(name, folder)
    if _FINDER not in sys.meta_path:
        sys.meta_path.append(_FINDER)
    invalidate_caches()


def lies_beside(name: str) -> bool:
    """Whether a module that could not be imported lies in such a folder without being allowed."""
    if not name or "." in name or name in _FINDER.folders:
        return False
    folders = set(_FINDER.folders.values())
    return any((Path(folder) / f"{name}.py").is_file() or (Path(folder) / name).is_dir() for folder in folders)
