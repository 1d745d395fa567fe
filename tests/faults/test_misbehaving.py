"""Learners that misbehave: each line of the table is a test, and the rest of the study never notices."""

import re
import signal
import time
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from bakeoff.learners.learner import Outputs
from bakeoff.runs.local import run_local
from bakeoff.runs.process import pool
from bakeoff.runs.process.procfs import children
from bakeoff.runs.progress import Progress, RunOutcome
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.unit import Run, Status
from bakeoff.runs.work import Work, units
from tests.helpers import odd_learners

pytestmark = pytest.mark.faults
SHARES = Path("/proc/self/smaps_rollup").read_text() if Path("/proc/self/smaps_rollup").exists() else ""
counted = pytest.mark.skipif(
    not Path("/dev/shm").is_dir() or "Pss_Shmem" not in SHARES, reason="this system does not tell who shares what"
)


@pytest.fixture(scope="module")
def told() -> dict[str, object]:
    """What models may say, by name."""

    def n(features: object) -> int:
        return len(features)

    half = np.array([0.5, 0.5])
    return {
        "nan": lambda x: Outputs(proba=np.full((n(x), 2), np.nan), label=np.zeros(n(x), int)),
        "short": lambda x: Outputs(label=np.zeros(n(x) - 1, int), proba=np.tile(half, (n(x), 1))),
        "unseen": lambda x: Outputs(label=np.full(n(x), 5), proba=np.tile(half, (n(x), 1))),
        "strings": lambda x: Outputs(label=np.array(["a"] * n(x)), proba=np.tile(half, (n(x), 1))),
        "objects": lambda x: Outputs(label=np.array(["a"] * n(x), dtype=object), proba=np.tile(half, (n(x), 1))),
        "floats": lambda x: Outputs(label=np.zeros(n(x)), proba=np.tile(half, (n(x), 1))),
        "sums": lambda x: Outputs(label=np.zeros(n(x), int), proba=np.tile([0.5, 0.4], (n(x), 1))),
        "ragged": lambda x: Outputs(label=[[1], [2, 3]], proba=np.tile(half, (n(x), 1))),
        "nothing": lambda x: Outputs(),
        "broken promise": lambda x: Outputs(label=np.zeros(n(x), int)),
        "not outputs": lambda x: np.zeros(n(x), int),
        "lists": lambda x: Outputs(label=[0] * n(x), proba=[[0.5, 0.5]] * n(x)),
    }


@pytest.fixture(scope="module")
def seen(told: dict[str, object]) -> tuple[Work, MemoryLedger, RunOutcome, list[Progress]]:
    """One run of every temper."""
    deeds = {
        "segfault": odd_learners.segfault,
        "exit": odd_learners.quit_quietly,
        "hang": odd_learners.hang,
        "hungry": odd_learners.hungry,
        "hungry, shared": odd_learners.hungry_shared,
        "hungry, tmpfs": odd_learners.hungry_tmpfs,
        "mute": odd_learners.raise_mute,
        "memory error": odd_learners.memory_error,
        "chatter": odd_learners.chatter,
        "shout": odd_learners.shout,
        "daemon": odd_learners.daemon,
        "helper": odd_learners.helper_process,
        "twin": odd_learners.forked_twin,
        "thread": odd_learners.leave_thread,
        "raise": lambda: 1 / 0,
        "sys.exit": lambda: exit(5),
    }
    learners = [odd_learners.Prior(), odd_learners.Noisy(), odd_learners.GlobalNoise()]
    learners += [odd_learners.Told(name=name, outputs=what) for name, what in told.items()]
    learners += [odd_learners.Does(name=name, what=what) for name, what in deeds.items()]
    work = odd_learners.work_of(*learners)
    ledger, heard = MemoryLedger(), []
    outcome = run_local(work, ledger, workers=2, timeout=4.0, memory=300, listener=heard.append)
    return work, ledger, outcome, heard


def runs(ledger: MemoryLedger, learner: str) -> list[Run]:
    return [run for run in ledger if run.key.learner == learner]


def test_every_unit_is_written_down(seen: tuple) -> None:
    work, ledger, outcome, _ = seen
    assert ledger.keys() == units(work)
    assert outcome.done + outcome.failed + outcome.invalid == len(units(work))
    assert outcome.skipped == 0
    assert not outcome.interrupted


@pytest.mark.parametrize(
    "learner", ["prior", "noisy", "global", "lists", "chatter", "shout", "daemon", "helper", "twin", "thread"]
)
def test_these_finish_normally(seen: tuple, learner: str) -> None:
    for run in runs(seen[1], learner):
        assert run.failure is None
        assert run.status is Status.DONE
        assert len(run.predictions) == 30
        assert run.predictions.prior.tolist() == [0.5, 0.5]
        assert run.resources.fit_seconds >= 0
        assert run.resources.predict_cpu_seconds >= 0
        assert run.resources.model_bytes > 0
        assert run.resources.peak_bytes >= 0


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        ("nan", "proba of row .* is"),
        ("short", "label has 29 values for 30 rows"),
        ("unseen", r"label of row \d+ is 5, but codes must lie in 0..1"),
        ("strings", r"label of row \d+ is 'a', which is not a class of the data set"),
        ("objects", r"label of row \d+ is 'a', which is not a class of the data set"),
        ("floats", "whole-number codes"),
        ("sums", r"sums to 0.9, not to 1"),
        ("ragged", "label is not an array"),
        ("nothing", "no outputs at all"),
        ("broken promise", "promises proba"),
        ("not outputs", "ndarray instead of Outputs"),
    ],
)
def test_rubbish_is_invalid_and_shown(seen: tuple, learner: str, message: str) -> None:
    for run in runs(seen[1], learner):
        assert run.status is Status.INVALID
        assert (run.failure.kind, run.failure.stage) == ("invalid", "check")
        assert run.predictions is None
        assert re.search(message, run.failure.message)


@pytest.mark.parametrize(
    ("learner", "kind", "message", "detail"),
    [
        ("segfault", "signal", "signal 11 .SIGSEGV. in fit", "about to crash"),
        ("exit", "exit", "exit code 3 in fit", "bye"),
        ("hang", "timeout", "still in fit after 4 s", ""),
        ("hungry", "memory", "more than 300 MB in fit", ""),
        pytest.param("hungry, shared", "memory", "more than 300 MB in fit", "", marks=counted),
        pytest.param("hungry, tmpfs", "memory", "more than 300 MB in fit", "", marks=counted),
        ("memory error", "memory", "Error", "Traceback"),
        ("mute", "exception", "^Mute, whose message cannot be read$", "raise_mute"),
        ("raise", "exception", "ZeroDivisionError: division by zero", "1 / 0"),
        ("sys.exit", "exception", "SystemExit: 5", "Traceback"),
    ],
)
def test_failures_say_what_happened(seen: tuple, learner: str, kind: str, message: str, detail: str) -> None:
    for run in runs(seen[1], learner):
        assert run.status is Status.FAILED
        assert (run.failure.kind, run.failure.stage) == (kind, "fit")
        assert re.search(message, run.failure.message)
        assert detail in run.failure.detail
        assert len(run.failure.detail) < 70_000


def test_a_learner_deaf_to_signals_ends_at_its_deadline(tmp_path: Path) -> None:
    signs = tmp_path / "alive"

    def deaf() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        began = time.monotonic()
        with signs.open("a") as file:
            while True:
                print(time.monotonic() - began, file=file, flush=True)
                time.sleep(0.01)

    ledger = MemoryLedger()
    outcome = run_local(odd_learners.work_of(odd_learners.Does(name="deaf", what=deaf)), ledger, workers=1, timeout=1.0)
    assert outcome.failed == 2
    assert (
        max(map(float, signs.read_text().split())) > 0.9
    )  # not before its time; that this line is reached is the rest


def test_warnings_are_counted_once_each(seen: tuple) -> None:
    for run in runs(seen[1], "shout"):
        assert run.warnings == ("RuntimeWarning: mind the gap", "UserWarning: once")
        assert run.warning_counts == (7, 1)


def test_progress_counts_what_is_stored(seen: tuple) -> None:
    work, _, outcome, heard = seen
    assert [one.done for one in heard] == sorted(one.done for one in heard)
    last = heard[-1]
    assert (last.done, last.total, last.running) == (len(units(work)), len(units(work)), 0)
    assert (last.failed, last.invalid) == (outcome.failed, outcome.invalid)
    assert last.rate > 0


def test_nothing_is_left_running(seen: tuple) -> None:
    mine = Path("/proc/self/task").iterdir()
    left = list(chain.from_iterable((task / "children").read_text().split() for task in mine))
    kept = [pid for pid in left if b"bakeoff.runs.process.zygote" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(kept) <= 1  # the zygote waits for the next run, without children
    assert [children(int(pid)) for pid in kept if children(int(pid))] == []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                command = (process / "cmdline").read_bytes()
            except OSError:
                continue
            assert b"import time; time.sleep(600)" not in command


def test_a_clean_desk_for_every_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "foreign", lambda _: set())  # as learners of scikit-learn: units share a child
    ledger, back = MemoryLedger(), MemoryLedger()
    work = odd_learners.work_of(
        odd_learners.Does(name="pollute", what=odd_learners.check_and_pollute), odd_learners.GlobalNoise(), folds=3
    )
    run_local(work, ledger, workers=1, order=units(work))
    assert [run.failure for run in ledger] == [None] * 6
    run_local(work, back, workers=1, order=units(work)[::-1])
    assert digest(back) == digest(ledger)
