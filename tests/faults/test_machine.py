"""Machines that misbehave: full and read-only disks, a clock set back, a file read and copied while it is written."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import bakeoff.runs
from bakeoff.core.errors import StudyFileError
from bakeoff.runs.local import run_local
from bakeoff.runs.store import file_ledger
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.store.verify import verify
from tests.helpers import odd_learners

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


def test_a_file_that_cannot_grow_is_a_full_disk(tmp_path: Path) -> None:
    work = odd_learners.work_of(odd_learners.Noisy(), folds=4)
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        run_local(odd_learners.work_of(odd_learners.Prior()), ledger, workers=1)
        pages = ledger._connection.execute("PRAGMA page_count").fetchone()[0]
        ledger._connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()
        large = odd_learners.work_of(odd_learners.Noisy(), datasets=(odd_learners.toy("large", n=9000),), folds=2)
        with pytest.raises(StudyFileError, match=r"is full; everything reported as done is safe"):
            run_local(large, ledger, workers=1)
        ledger._connection.execute("PRAGMA max_page_count = 100000").fetchall()
        run_local(work, ledger, workers=1)
    assert verify(tmp_path / "s.bakeoff") == ()


def test_a_clock_set_back_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Backwards(datetime):
        ticks = 0

        @classmethod
        def now(cls, tz: object = None) -> datetime:
            cls.ticks += 1
            return datetime(2020, 1, 1, tzinfo=UTC) - timedelta(days=cls.ticks)

    monkeypatch.setattr(file_ledger, "datetime", Backwards)
    work, book = odd_learners.work_of(odd_learners.Noisy(), odd_learners.Prior()), MemoryLedger()
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


def test_copies_taken_while_it_runs_are_whole(tmp_path: Path) -> None:
    path, copies = tmp_path / "s.bakeoff", []

    def copy(progress: object) -> None:
        copies.append((progress.done, tmp_path / f"copy{len(copies)}.bakeoff"))
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(f"{path}{suffix}"):
                shutil.copy(f"{path}{suffix}", f"{copies[-1][1]}{suffix}")

    work = odd_learners.work_of(odd_learners.Slow(seconds=0.05), folds=10)
    with FileLedger.create(path) as ledger:
        run_local(work, ledger, workers=2, listener=copy)
        whole = digest(ledger)
    assert len(copies) > 2
    for done, one in copies:
        for write in (False, True):
            with FileLedger.open(one, write=write) as ledger:
                assert len(ledger) >= done
        assert verify(one) == ()
    with FileLedger.open(copies[1][1], write=True) as ledger:
        run_local(work, ledger, workers=2)
        assert digest(ledger) == whole


def test_eight_readers_see_whole_units_while_it_runs(tmp_path: Path) -> None:
    path, over, seen, wrong = tmp_path / "s.bakeoff", threading.Event(), Counter(), []
    work, book = (
        odd_learners.work_of(odd_learners.Slow(seconds=0.02), odd_learners.GlobalNoise(), folds=10, repeats=6),
        MemoryLedger(),
    )
    run_local(work, book, workers=2)
    truth = {run.key: run.predictions.proba.tobytes() for run in book}

    def read(name: int) -> None:
        try:
            while not over.is_set():
                with FileLedger.open(path) as ledger:
                    found = {run.key: run.predictions.proba.tobytes() for run in ledger}
                assert all(truth[key] == proba for key, proba in found.items())
                assert len(found) >= seen[name]  # what was there once stays
                seen[name] = len(found)
        except BaseException as error:  # told by the test, not by the thread
            wrong.append(error)

    with FileLedger.create(path) as ledger:
        readers = [threading.Thread(target=read, args=(at,)) for at in range(8)]
        for one in readers:
            one.start()
        outcome = run_local(work, ledger, workers=2)
        over.set()
        for one in readers:
            one.join()
    assert wrong == []
    assert outcome.done == 120
    assert len(seen) == 8
    with FileLedger.open(path) as ledger:
        assert digest(ledger) == digest(book)


@pytest.mark.skipif(own_mounts() is None, reason="this system lets nobody mount a read-only disk")
def test_a_read_only_disk_can_be_read_and_says_that_it_cannot_be_written(tmp_path: Path) -> None:
    """Also for root, whom permission bits do not bind."""
    script = Path(__file__).with_name("read_only_disk.py")
    folder = tmp_path / "disk"
    folder.mkdir()
    out = subprocess.run(
        [*own_mounts(), sys.executable, str(script), str(folder)],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    beside = f"cannot write beside {folder}/{{}} (Read-only file system); choose a folder you may write to"
    assert out.stdout.splitlines() == [
        "run: " + beside.format("study.bakeoff"),
        "new: " + beside.format("new.bakeoff"),
        "read: 20 ()",
        "killed run read: 20 ()",
        "copied while it ran: to a folder where you may",
    ], out.stderr


@contextmanager
def bound_by_permissions() -> Iterator[None]:
    """As another user where we are root, for whom permissions mean nothing."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(
    ("what", "said"),
    [("file", r"cannot be opened for this .*; check that you may write to it"), ("folder", "cannot write beside .*")],
)
def test_where_permissions_forbid_writing(what: str, said: str) -> None:
    folder = Path(tempfile.mkdtemp())  # tmp_path would lie in a folder that nobody else may enter
    path = folder / "s.bakeoff"
    odd_learners.stored_study(path)
    path.chmod(0o444)
    folder.chmod(0o555 if what == "folder" else 0o777)
    try:
        with bound_by_permissions():
            with FileLedger.open(path) as ledger:
                assert len(ledger) == 20
            with pytest.raises(StudyFileError, match=said):
                FileLedger.resume(path)
        assert verify(path) == ()
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
