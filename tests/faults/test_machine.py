"""Machines that misbehave: a full disk, a clock set back, a file copied while it is written."""

import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType

import pytest

import bakeoff.runs
from bakeoff.core.errors import StudyFileError
from bakeoff.runs import file_ledger
from bakeoff.runs.file_ledger import FileLedger
from bakeoff.runs.ledger import digest
from bakeoff.runs.local import run_local
from bakeoff.runs.memory_ledger import MemoryLedger
from bakeoff.runs.verify import verify

pytestmark = pytest.mark.faults


def own_mounts() -> list[str] | None:
    """A command under which a process may mount things without anybody noticing."""
    for flags in (["-m"], ["-U", "-r", "-m"]):
        command = ["unshare", *flags]
        if (
            shutil.which("unshare")
            and not subprocess.run([*command, "true"], check=False, capture_output=True).returncode
        ):
            return command
    return None


@pytest.mark.skipif(own_mounts() is None, reason="this system lets nobody mount a small disk")
def test_a_full_disk_stops_the_run_and_space_lets_it_go_on(tmp_path: Path) -> None:
    script = Path(__file__).with_name("small_disk.py")
    folder = tmp_path / "disk"
    folder.mkdir()
    command = [*own_mounts(), sys.executable, str(script), str(folder)]
    out = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    said = out.stdout.splitlines()
    assert said[0].startswith("stopped: the disk that holds"), out.stdout + out.stderr
    assert "is full; everything reported as done is safe: free some space and run the same command again" in said[0]
    assert said[1:] == [
        "kept: True",
        "damage: ()",
        "went on: True 120",
        "identical: True",
        "files: ['study.bakeoff']",
    ]


def test_a_file_that_cannot_grow_is_a_full_disk(zoo: ModuleType, tmp_path: Path) -> None:
    work = zoo.work_of(zoo.Noisy(), folds=4)
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        run_local(zoo.work_of(zoo.Prior()), ledger, workers=1)
        pages = ledger._vault._connection.execute("PRAGMA page_count").fetchone()[0]
        ledger._vault._connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()
        large = zoo.work_of(zoo.Noisy(), datasets=(zoo.toy("large", n=9000),), folds=2)
        with pytest.raises(StudyFileError, match=r"is full; everything reported as done is safe"):
            run_local(large, ledger, workers=1)
        ledger._vault._connection.execute("PRAGMA max_page_count = 100000").fetchall()
        run_local(work, ledger, workers=1)
    assert verify(tmp_path / "s.bakeoff") == ()


def test_a_clock_set_back_changes_nothing(zoo: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Backwards(datetime):
        ticks = 0

        @classmethod
        def now(cls, tz: object = None) -> datetime:
            cls.ticks += 1
            return datetime(2020, 1, 1, tzinfo=UTC) - timedelta(days=cls.ticks)

    monkeypatch.setattr(file_ledger, "datetime", Backwards)
    work, book = zoo.work_of(zoo.Noisy(), zoo.Prior()), MemoryLedger()
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        run_local(work, ledger, workers=2, timeout=30)
        assert run_local(work, ledger, workers=2).skipped == 4
        run_local(work, book, workers=1)
        assert digest(ledger) == digest(book)
    assert Backwards.ticks > 0
    for path in Path(bakeoff.runs.__file__).parent.glob("*.py"):  # deadlines and rates use the monotonic clock
        text = path.read_text()
        assert "time.time(" not in text
        assert "import time\n" not in text.replace("from time", "")


def test_copies_taken_while_it_runs_are_whole(zoo: ModuleType, tmp_path: Path) -> None:
    path, copies = tmp_path / "s.bakeoff", []

    def copy(progress: object) -> None:
        copies.append((progress.done, tmp_path / f"copy{len(copies)}.bakeoff"))
        for suffix in ("", "-wal"):
            if os.path.exists(f"{path}{suffix}"):
                shutil.copy(f"{path}{suffix}", f"{copies[-1][1]}{suffix}")

    work = zoo.work_of(zoo.Slow(seconds=0.05), folds=10)
    with FileLedger.create(path) as ledger:
        run_local(work, ledger, workers=2, listener=copy)
        whole = digest(ledger)
    assert len(copies) > 2
    for done, one in copies:
        with FileLedger.open(one, write=True) as ledger:
            assert len(ledger) >= done
        assert verify(one) == ()
    with FileLedger.open(copies[1][1], write=True) as ledger:
        run_local(work, ledger, workers=2)
        assert digest(ledger) == whole
