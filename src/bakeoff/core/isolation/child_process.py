"""The one way to start another process. No other file may: `make lint` looks for it.

The working folder may be a stranger's. So Python starts without it on its path (`-P`), and so does every Python that the child
starts itself (`PYTHONSAFEPATH`); modules are looked for where this process looks for them, but not before Python is ready, so
that no `sitecustomize` of such a folder runs. A program starts in a folder of its own and reads no input. Limits of time and
memory are set by the child before it does anything for a stranger, since they differ from child to child.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import IO, Any

from bakeoff.core.isolation.modules_beside import modules_beside
from bakeoff.core.isolation.program_folders import fixed_folders, program_folders

__all__ = ["DEVNULL", "PIPE", "Popen", "TimeoutExpired", "interpreter", "program", "run_program", "start_python"]

_MODULES = "BAKEOFF_MODULES"
_START = (
    f"import json, os, runpy, sys; sys.path[:], beside = json.loads(os.environ.pop('{_MODULES}')); "
    "from bakeoff.core.isolation.modules_beside import restore_beside; restore_beside(beside); "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)
# Of an interactive Python: a child must neither ask nor wait.
_INTERACTIVE = frozenset({"PYTHONSTARTUP", "PYTHONINSPECT", "PYTHONBREAKPOINT"})
_SAFE = {"PYTHONSAFEPATH": "1"}


def interpreter() -> str:
    """The Python that children run."""
    return sys.executable


def start_python(
    module: str,
    *arguments: str,
    folder: Path | None,
    environment: Mapping[str, str] | None = None,
    pass_fds: Collection[int] = (),
    stdin: int = DEVNULL,
    stdout: int | IO[Any] = DEVNULL,
    stderr: int | IO[Any] | None = None,
    session: bool = False,
) -> Popen[bytes]:
    """Start one of our own modules as a program; `folder` is None for code that may need the working folder for its files.

    `session` keeps signals of the terminal from it.
    """
    return Popen(  # noqa: S603  # our own interpreter, our own module
        [interpreter(), "-P", "-c", _START, module, *arguments],
        pass_fds=tuple(pass_fds),
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=session,
        cwd=folder,
        env={**_environment(), _MODULES: json.dumps([_folders(sys.path), modules_beside()]), **(environment or {})},
    )


def program(*names: str) -> str | None:
    """The path of the first of these programs that is installed; one in the working folder is not."""
    folders = program_folders()
    return next((path for name in names if (path := shutil.which(name, path=folders)) is not None), None)


def run_program(path: str, *arguments: str, folder: Path, seconds: float) -> subprocess.CompletedProcess[bytes]:
    """Run an installed program to its end, in that folder."""
    return subprocess.run(  # noqa: S603  # a path from `program`, and no shell
        [path, *arguments],
        capture_output=True,
        timeout=seconds,
        check=False,
        stdin=DEVNULL,
        cwd=folder,
        env=_environment(),
    )


def _environment() -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if name not in _INTERACTIVE}
    return {**kept, "PATH": program_folders(), "PYTHONPATH": fixed_folders(kept.get("PYTHONPATH", "")), **_SAFE}


def _folders(path: list[str]) -> list[str]:
    """Those of a module path that do not depend on the working folder, and the one that holds this package."""
    kept = [folder for folder in path if Path(folder).is_absolute()]
    return list(dict.fromkeys([*kept, str(Path(__file__).resolve().parents[3])]))
