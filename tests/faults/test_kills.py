"""kill -9 of coordinator, zygote or child at random moments: nothing stored is lost, nothing stored is different."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bakeoff.runs.local import run_local
from bakeoff.runs.process.procfs import children
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.store.verify import verify
from bakeoff.runs.unit import Status
from tests.helpers import odd_learners

pytestmark = pytest.mark.faults

LONG = bool(os.environ.get("BAKEOFF_LONG_FAULTS"))
KILLS, REPEATS = (30, 240) if LONG else (3, 12)
VICTIM = Path(__file__).with_name("victim.py")


class Victim:
    """A run in a process of its own."""

    def __init__(self, path: Path, repeats: int = REPEATS, seconds: float = 0.02) -> None:
        command = [sys.executable, str(VICTIM), str(path), str(repeats), str(seconds)]
        self.said = path.with_name(f"said-{time.monotonic_ns()}.txt")
        with self.said.open("w") as out:
            self.process = subprocess.Popen(command, stdout=out, cwd=path.parent)
        self.stored, self.ended, self.text = 0, False, ""

    def read(self) -> None:
        """What it has said by now."""
        self.text = self.said.read_text()
        for line in self.text.splitlines():
            if line.isdigit():
                self.stored = max(self.stored, int(line))
            self.ended |= line.startswith(("end", "refused"))

    def wait_for(self, units: int) -> None:
        """Until so many are stored, or it has ended one way or another."""
        give_up = time.monotonic() + 60
        while self.process.poll() is None and self.stored < units and time.monotonic() < give_up:
            time.sleep(0.01)
            self.read()

    def relative(self, depth: int, rng: random.Random) -> int | None:
        """The process itself (0), its zygote (1) or one of the zygote's children (2)."""
        pid = self.process.pid
        for _ in range(depth):
            born = children(pid)
            if not born:
                return None
            pid = rng.choice(born)
        return pid

    def finish(self) -> None:
        give_up = time.monotonic() + 120
        while self.process.poll() is None and time.monotonic() < give_up:
            time.sleep(0.01)
            self.read()
        self.read()


def still_there(folder: Path) -> list[str]:
    """Commands of processes that run in the folder."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and os.readlink(process / "cwd") == str(folder):
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return found


def undisturbed() -> str:
    book = MemoryLedger()
    animals = (odd_learners.Slow(seconds=0.0), odd_learners.GlobalNoise(), odd_learners.Prior())
    run_local(odd_learners.work_of(*animals, folds=5, repeats=REPEATS), book, workers=2)
    return digest(book)


def test_kill_minus_nine_at_any_moment(tmp_path: Path) -> None:
    path, rng = tmp_path / "study.bakeoff", random.Random(3)
    total, kills = 15 * REPEATS, 0
    victim = Victim(path)
    while not victim.ended:
        victim.wait_for(victim.stored + 1)
        time.sleep(rng.random() * 0.4)
        target = victim.relative(kills % 3, rng)
        if kills < KILLS and target is not None:
            with suppress(ProcessLookupError):  # a child that ended meanwhile
                os.kill(target, signal.SIGKILL)
                kills += 1
        elif kills >= KILLS:
            victim.wait_for(total)
        if victim.process.poll() is not None:
            victim.finish()
            if not victim.ended:
                assert victim.process.returncode == -signal.SIGKILL
                with FileLedger.open(path) as ledger:
                    assert len(ledger) >= victim.stored
                victim = Victim(path)
    victim.finish()
    assert "refused" not in victim.text
    assert kills == KILLS
    assert verify(path) == ()
    with FileLedger.open(path) as ledger:
        assert len(ledger) == total
        assert {status for status, _ in ledger.contents().values()} == {Status.DONE}
        assert digest(ledger) == undisturbed()
    time.sleep(0.2)
    assert still_there(tmp_path) == []


def test_a_second_run_is_refused_while_the_first_lives(tmp_path: Path) -> None:
    path = tmp_path / "study.bakeoff"
    first = Victim(path, repeats=40, seconds=0.05)
    first.wait_for(1)
    second = Victim(path, repeats=40)
    second.finish()
    assert "refused" in second.text
    assert "being written by process" in second.text
    readers = [FileLedger.open(path) for _ in range(8)]
    copy = tmp_path / "copy.bakeoff"
    copy.write_bytes(path.read_bytes())
    assert all(len(one.keys()) >= first.stored for one in readers)
    assert verify(copy) == ()
    for one in readers:
        one.close()
    os.kill(first.process.pid, signal.SIGKILL)
    first.finish()
    third = Victim(path, repeats=2, seconds=0.0)
    third.finish()
    assert "refused" not in third.text
    assert "end" in third.text


def test_a_learner_that_kills_the_zygote_harms_only_itself() -> None:
    def regicide() -> None:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(10)

    book = MemoryLedger()
    work = odd_learners.work_of(odd_learners.Does(name="regicide", what=regicide), odd_learners.Noisy(), folds=2)
    outcome = run_local(work, book, workers=2)
    assert (outcome.done, outcome.failed) == (2, 2)
    assert {run.failure.kind for run in book if run.failure} == {"signal"}


def test_a_learner_that_is_killed_from_outside_every_time() -> None:
    book = MemoryLedger()
    work = odd_learners.work_of(odd_learners.Does(name="doomed", what=lambda: os.kill(os.getpid(), signal.SIGKILL)))
    assert run_local(work, book, workers=1).failed == 2
    assert {run.failure.message for run in book} == {"killed by signal 9 (SIGKILL) in fit"}
