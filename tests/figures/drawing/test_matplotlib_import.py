"""Settings of matplotlib that lie in the working folder are not read; broken ones of the user are named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.installed_command import clean_environment

DRAWN = """
import os, sys
from bakeoff.core.errors import BadInput
from bakeoff.figures.drawing.canvas import figure, text_width
before = os.getcwd()
try:
    made = {first}
    import matplotlib as mpl
    print(mpl.rcParams["lines.linewidth"], os.getcwd() == before)
except BadInput as error:
    print(error)
"""


def drawn(folder: Path, first: str = "figure(1, 1)", **environment: str) -> tuple[str, str]:
    command = [sys.executable, "-P", "-c", DRAWN.format(first=first)]
    done = subprocess.run(
        command, cwd=folder, env=clean_environment(**environment), capture_output=True, text=True, timeout=120, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr


@pytest.mark.parametrize("first", ["figure(1, 1)", "text_width('a')"])
@pytest.mark.parametrize("kind", ["setting", "bytes", "pipe", "endless", "key", "missing"])
def test_settings_in_the_working_folder_are_not_read(tmp_path: Path, kind: str, first: str) -> None:
    file = tmp_path / "matplotlibrc"
    if kind == "setting":
        file.write_text("lines.linewidth: 77\n")
    elif kind == "bytes":
        file.write_bytes(b"\xff\xfe")
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "endless":
        file.symlink_to("/dev/zero")
    elif kind == "key":
        file.write_text("no\x1b[2Jkey: 1\n")
    assert drawn(tmp_path, first, MPLCONFIGDIR=str(tmp_path / "own")) == ("1.5 True", "")


def test_settings_of_the_user_are_read(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "matplotlibrc").write_text("lines.linewidth: 3\n")
    (tmp_path / "matplotlibrc").write_text("lines.linewidth: 77\n")
    assert drawn(tmp_path, MPLCONFIGDIR=str(tmp_path / "own"))[0] == "3.0 True"


def test_broken_settings_of_the_user_are_named(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_bytes(b"\xff\xfe")
    (tmp_path / "work").mkdir()
    text, _ = drawn(tmp_path / "work", MPLCONFIGDIR=str(tmp_path))
    assert text.startswith("matplotlib cannot read its settings ('utf-8' codec can't decode byte 0xff")
    assert text.endswith("mend or remove matplotlibrc in your folder of settings for matplotlib")
