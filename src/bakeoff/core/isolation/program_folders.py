"""Folders in which programs and modules are looked for: those of the user, never the working folder, which may be a stranger's."""

import os

__all__ = ["fixed_folders", "program_folders", "use_program_folders"]


def fixed_folders(folders: str) -> str:
    """Those of a search path that do not depend on the working folder.

    >>> fixed_folders(":/usr/bin:.:bin")
    '/usr/bin'
    """
    return os.pathsep.join(folder for folder in folders.split(os.pathsep) if os.path.isabs(folder))  # noqa: PTH117  # before pathlib is needed


def program_folders() -> str:
    """Those of PATH; the system's own where none is left, since an empty PATH means the working folder."""
    return fixed_folders(os.environ.get("PATH", "")) or os.defpath


def use_program_folders() -> None:
    """For the command line: packages that start programs, as joblib does to count cores, find none in the working folder either."""
    os.environ["PATH"] = program_folders()
