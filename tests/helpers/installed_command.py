"""The command as it is installed, in a folder that is not on the path of modules."""

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["clean_environment", "command", "run_bakeoff"]

COMMAND = "import sys; from bakeoff.cli.main import main; sys.argv[0] = 'bakeoff'; main()"


def clean_environment(**more: str) -> dict[str, str]:
    """Without anything that a test set for Python; what the children of the command get must come from the command."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return kept | more


def command(*words: object) -> list[str]:
    """What a script of pip does, whose own folder is on the path and not the working folder."""
    return [sys.executable, "-P", "-c", COMMAND, *map(str, words)]


def run_bakeoff(
    folder: Path, *words: object, seconds: float = 300, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    return subprocess.run(
        command(*words), cwd=folder, env=clean_environment(**environment), capture_output=True, text=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL
    )  # fmt: skip
