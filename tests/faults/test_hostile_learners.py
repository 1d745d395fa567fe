"""Learners that turn against the processes that run them: they write on every open file, stop their parent, answer for others."""

import ast
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from bakeoff.runs.local import run_local
from bakeoff.runs.process import pool
from bakeoff.runs.process.procfs import children
from bakeoff.runs.store.ledger import MemoryLedger
from bakeoff.runs.unit import Run, Status
from tests.helpers.odd_learners import Does, Prior, work_of

pytestmark = pytest.mark.faults
RAW = b"\x00\x1b[31mraw\xff" * 20


def scribble() -> None:
    """Write on whatever is open."""
    for number in range(3, 64):
        try:
            os.write(number, RAW)
        except OSError:
            continue


def scribble_on() -> None:
    """The same from a thread that goes on."""
    threading.Thread(target=lambda: [(scribble(), time.sleep(0.001)) for _ in range(10_000)], daemon=True).start()


def forge() -> None:
    """Send an answer that looks like one of a child."""
    from bakeoff.core.isolation.messages import encoded

    answer = encoded({"number": 1, "leaving": "", "failure": None}, {})
    for number in range(3, 64):
        try:
            os.write(number, answer)
        except OSError:
            continue


def shut() -> None:
    """Close whatever is open, as a daemon does."""
    os.closerange(3, 64)


def stop_parent() -> None:
    os.kill(os.getppid(), signal.SIGSTOP)


def stop_parent_and_hang() -> None:
    os.kill(os.getppid(), signal.SIGSTOP)
    time.sleep(600)


def keep_stopping_parent() -> None:
    parent = os.getppid()
    while True:
        os.kill(parent, signal.SIGSTOP)


def run_with(what, *, workers: int = 2, timeout: float = 60.0) -> tuple[list[Run], list[Run]]:
    """Units of the hostile learner and of three good ones."""
    ledger = MemoryLedger()
    good = [Prior(name=f"good {number}") for number in range(3)]
    run_local(work_of(Does(name="bad", what=what), *good), ledger, workers=workers, timeout=timeout)
    return [run for run in ledger if run.key.learner == "bad"], [run for run in ledger if run.key.learner != "bad"]


def stopped() -> list[int]:
    """Processes below this one that are stopped."""
    waiting, found = children(os.getpid()), []
    while waiting:
        pid = waiting.pop()
        waiting += children(pid)
        if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T":
            found.append(pid)
    return found


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("what", [scribble, forge])
def test_what_a_learner_writes_on_open_files_costs_its_own_units_alone(what, workers):
    bad, good = run_with(what, workers=workers)
    assert [run.status for run in good] == [Status.DONE] * 6
    assert [run.status for run in bad] == [Status.FAILED] * 2
    for run in bad:
        assert "wrote on the connection" in run.failure.message
        assert run.failure.message.isprintable()


def test_a_thread_that_writes_on_open_files_costs_no_unit_of_others():
    _, good = run_with(scribble_on)
    assert [run.status for run in good] == [Status.DONE] * 6


def test_many_units_that_write_on_open_files_do_not_end_the_run():
    ledger = MemoryLedger()
    run_local(work_of(Does(name="bad", what=scribble), Prior(), folds=12, repeats=2), ledger, workers=2, timeout=60)
    assert sorted((run.key.learner, run.status) for run in ledger) == [
        *[("bad", Status.FAILED)] * 24,
        *[("prior", Status.DONE)] * 24,
    ]


def test_a_learner_that_closes_all_files_costs_its_own_units_alone():
    bad, good = run_with(shut)
    assert [run.status for run in good] == [Status.DONE] * 6
    assert [run.status for run in bad] == [Status.FAILED] * 2


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("what", [stop_parent, stop_parent_and_hang])
def test_a_learner_that_stops_its_parent_stops_no_study(what, workers):
    bad, good = run_with(what, workers=workers, timeout=2.0)
    assert [run.status for run in good] == [Status.DONE] * 6
    assert len(bad) == 2
    if what is stop_parent_and_hang:
        assert [run.failure.kind for run in bad] == ["timeout"] * 2
    assert stopped() == []


@pytest.mark.slow
def test_a_parent_that_cannot_be_woken_is_replaced(monkeypatch):
    monkeypatch.setattr(pool, "_WAKE_AFTER", 0.5)
    monkeypatch.setattr(pool, "_KILL_AFTER", 1.5)
    bad, good = run_with(keep_stopping_parent)
    assert [run.status for run in good] == [Status.DONE] * 6
    assert [run.status for run in bad] == [Status.FAILED] * 2
    assert stopped() == []


def test_open_files_of_a_child_are_its_own(tmp_path):
    listing = tmp_path / "open"

    def look() -> None:
        paths = [f"/proc/self/fd/{number}" for number in os.listdir("/proc/self/fd")]
        listing.write_text(repr({path: os.readlink(path) for path in paths if os.path.lexists(path)}))

    run_with(look, workers=2)
    found = ast.literal_eval(listing.read_text())
    assert sum(path.startswith("socket:") for path in found.values()) == 1, found
    assert len(found) <= 7, found
