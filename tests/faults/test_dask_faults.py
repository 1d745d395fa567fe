"""A Dask cluster whose parts are killed: only what was in flight is run again, and the results are the same."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.runs.dask.run import run_dask
from bakeoff.runs.local import run_local
from bakeoff.runs.progress import Progress
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.unit import Run, Status
from bakeoff.runs.work import units
from tests.helpers import dask_cluster, odd_learners

pytestmark = pytest.mark.faults

LONG = os.environ.get("BAKEOFF_LONG_FAULTS", "") not in {"", "0"}
KILLS = 8 if LONG else 1


class Counting(MemoryLedger):
    """Remembers how often each unit was written down."""

    def __init__(self) -> None:
        super().__init__()
        self.written: Counter = Counter()

    def add_many(self, runs: Iterable[Run]) -> None:
        kept = list(runs)
        self.written.update(run.key for run in kept)
        super().add_many(kept)


def family(pid: int) -> list[int]:
    """Everything that descends from a process."""
    found = dask_cluster.children_of(pid)
    return [*found, *(one for child in found for one in family(child))]


def test_a_killed_worker_costs_only_what_it_had_in_hand(tmp_path: Path) -> None:
    learners, data = (
        (odd_learners.Slow(seconds=0.1), odd_learners.Slow(name="slower", seconds=0.15)),
        (odd_learners.toy("one"), odd_learners.toy("two", n=40)),
    )
    work = odd_learners.work_of(*learners, datasets=data, repeats=24 if LONG else 6)
    whole = len(units(work))
    here = MemoryLedger()
    run_local(work, here, workers=2)
    ledger, orphans, joined = Counting(), [], []
    with dask_cluster.Cluster(tmp_path) as cluster:
        marks = [whole * (at + 1) // (KILLS + 2) for at in range(KILLS)]

        def kill(progress: Progress) -> None:
            if marks and progress.done >= marks[0]:
                marks.pop(0)
                living = [one for one in cluster.workers if one.poll() is None and family(one.pid)]
                victim = random.Random(progress.done).choice(living)
                orphans.extend(family(victim.pid))
                cluster.kill(victim)
                joined.append(cluster.add())

        outcome = run_dask(work, ledger, cluster.address, listener=kill)
        assert (outcome.done, outcome.failed, outcome.interrupted) == (whole, 0, False)
        assert not marks
        assert len(joined) == KILLS
        assert orphans
        dask_cluster.until(
            lambda: not any(map(dask_cluster.alive, orphans)), "zygote and children die with their worker"
        )
    assert set(ledger.written.values()) == {1}
    assert digest(ledger) == digest(here)


def test_a_unit_that_three_workers_die_of_is_given_up(tmp_path: Path) -> None:
    def assassin() -> None:
        """Kill the Dask worker: the parent of the zygote, which is our parent."""
        time.sleep(0.3)
        status = Path(f"/proc/{os.getppid()}/status").read_text()
        os.kill(int(status.split("PPid:")[1].split()[0]), signal.SIGKILL)
        time.sleep(600)

    work = odd_learners.work_of(
        odd_learners.Noisy(), odd_learners.Does(name="assassin", what=assassin, settings="good"), repeats=3
    )
    good = odd_learners.work_of(odd_learners.Noisy(name="assassin", settings="good"), repeats=3)
    bad = next(key for key in units(work) if key.learner == "assassin")
    ledger = MemoryLedger()
    run_local(good, ledger, workers=1)  # so that only one of the bad ones is left
    ledger.drop([bad])
    order = [*(key for key in units(work) if key.learner == "noisy"), bad]
    allowed = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "2"}
    with dask_cluster.Cluster(tmp_path, workers=4, **allowed) as cluster:
        outcome = run_dask(work, ledger, cluster.address, order=order)
        assert (outcome.done, outcome.failed, outcome.skipped) == (6, 1, 5)
        assert sum(one.poll() is None for one in cluster.workers) == 1
    failed = ledger.get(bad)
    assert (failed.status, failed.failure.kind) == (Status.FAILED, "worker-lost")
    assert failed.failure.message.startswith("3 Dask workers died while they ran it")


def test_a_lost_scheduler_is_a_clean_stop_and_the_run_goes_on_here(tmp_path: Path) -> None:
    work = odd_learners.work_of(odd_learners.Slow(seconds=0.15), repeats=12)
    here = MemoryLedger()
    run_local(work, here, workers=2)
    path, orphans = tmp_path / "s.bakeoff", []
    with dask_cluster.Cluster(tmp_path) as cluster:

        def kill(progress: Progress) -> None:
            if progress.done >= 6 and cluster.scheduler.poll() is None:
                orphans.extend(pid for worker in cluster.workers for pid in family(worker.pid))
                cluster.kill(cluster.scheduler)

        with FileLedger.create(path) as ledger:
            outcome = run_dask(work, ledger, cluster.address, listener=kill)
        assert outcome.interrupted
        assert outcome.reason.startswith("the connection to the Dask scheduler was lost")
        assert 6 <= outcome.done < 24
        dask_cluster.until(
            lambda: not any(map(dask_cluster.alive, orphans)), "workers without a scheduler leave, zygotes too"
        )
    with FileLedger.open(path, write=True) as ledger:
        kept = {run.key: run.resources for run in ledger}
        assert len(kept) == outcome.done
        assert run_local(work, ledger, workers=2).skipped == outcome.done
        assert digest(ledger) == digest(here)
        assert {key: ledger.get(key).resources for key in kept} == kept


def test_without_any_worker_the_run_stops_after_a_while(tmp_path: Path) -> None:
    work, ledger = odd_learners.work_of(odd_learners.Slow(seconds=0.1), repeats=10), MemoryLedger()
    with dask_cluster.Cluster(tmp_path, workers=1) as cluster:

        def kill(progress: Progress) -> None:
            if progress.done >= 2 and cluster.workers[0].poll() is None:
                cluster.kill(cluster.workers[0])

        outcome = run_dask(work, ledger, cluster.address, listener=kill, patience=2.0)
        assert outcome.interrupted
        assert outcome.reason == "all Dask workers have gone, and none came within 2 s"
        assert len(ledger) == outcome.done
        cluster.add()
        again = run_dask(work, ledger, cluster.address)  # waits for the new one
        assert (again.done, again.skipped) == (20 - outcome.done, outcome.done)


LEARNER = """
import time
from sklearn.dummy import DummyClassifier

class Sleepy(DummyClassifier):
    def fit(self, X, y, sample_weight=None):
        time.sleep(0.2)
        return super().fit(X, y, sample_weight)
"""
STUDY = """
title = "On a cluster that dies"
measures = ["accuracy"]
[learners.sleepy]
use = "sleepy.Sleepy"
[[datasets]]
name = "iris"
[resampling]
scheme = "kfold"
folds = 10
repeats = 3
"""


@pytest.mark.slow
def test_the_command_leaves_with_130_and_goes_on_without_the_cluster(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(STUDY)
    (tmp_path / "sleepy.py").write_text(LEARNER)  # workers start in this folder, so they find it too
    command = [sys.executable, "-m", "bakeoff.cli.main", "run", "study.toml", "--allow", "sleepy"]
    file = tmp_path / "study.bakeoff"

    def stored() -> int:
        if not file.exists():
            return 0
        with FileLedger.open(file) as ledger:
            return len(ledger)

    with dask_cluster.Cluster(tmp_path) as cluster:
        running = subprocess.Popen(
            [*command, "--dask", str(tmp_path / "scheduler.json")],
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )
        dask_cluster.until(lambda: stored() >= 3 or running.poll() is not None, "units are stored")
        cluster.kill(cluster.scheduler)
        said: Any = running.communicate(timeout=60)[1].decode()
    assert running.returncode == 130, said
    assert "the connection to the Dask scheduler was lost" in said
    assert "Traceback" not in said
    before = stored()
    assert 3 <= before < 30
    done = subprocess.run([*command, "-j", "2"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{before} units are in study.bakeoff already" in done.stderr
    assert stored() == 30
