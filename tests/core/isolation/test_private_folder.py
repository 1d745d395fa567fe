"""Private folders: closed to others, removed in the end, also those of a process that was killed."""

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bakeoff.core.isolation import private_folder
from bakeoff.core.isolation.private_folder import PrivateFolder

KEPT = """
import os, sys, time
from bakeoff.core.isolation.private_folder import PrivateFolder
folder = PrivateFolder()
(folder.path / "model").write_text("secret")
print(folder.path, flush=True)
time.sleep(600)
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place for temporary files, in which no folder is too young to be looked at."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(private_folder, "_YOUNG", 0.0)
    return tmp_path


def test_it_is_closed_to_others_and_removed(place: Path) -> None:
    with PrivateFolder() as folder:
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "model").write_text("secret")
    assert not list(place.iterdir())
    folder = PrivateFolder()
    folder.close()
    folder.close()
    assert not list(place.iterdir())


def test_what_a_killed_process_left_is_removed_by_the_next_one_and_not_before(place: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", KEPT], stdout=subprocess.PIPE, text=True) as process:
        left = Path(process.stdout.readline().strip())
        with PrivateFolder():
            assert (left / "model").exists()  # its process lives
        process.send_signal(signal.SIGKILL)
    assert (left / "model").exists()
    with PrivateFolder() as folder:
        assert list(place.iterdir()) == [folder]


def test_folders_that_are_too_young_links_and_others_files_stay(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "elsewhere").mkdir()
    (place / "bakeoff-private-link").symlink_to(place / "elsewhere")
    (place / "bakeoff-private-file").write_text("")
    (place / "bakeoff-demo").mkdir()
    (place / "bakeoff-private-theirs").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: 12345)
        PrivateFolder().close()
    assert (place / "bakeoff-private-theirs").exists()
    with monkeypatch.context() as patch:
        patch.setattr(private_folder, "_YOUNG", 1e6)
        PrivateFolder().close()
    assert (place / "bakeoff-private-theirs").exists()
    PrivateFolder().close()
    assert {path.name for path in place.iterdir()} == {
        "elsewhere",
        "bakeoff-private-link",
        "bakeoff-private-file",
        "bakeoff-demo",
    }
