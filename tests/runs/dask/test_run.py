"""Units on a real Dask cluster of two worker processes: the same as on one machine, whatever the learners do."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.core.errors import BadInput, BakeoffError, MissingPackage
from bakeoff.runs.dask import connection, run as runs_dask
from bakeoff.runs.dask.connection import (
    NoCluster,
    address_of,
    found_versions,
    refuse_insecure,
)
from bakeoff.runs.dask.run import check_cluster, run_dask
from bakeoff.runs.dask.worker import PoolStopped, PoolThread
from bakeoff.runs.environment import environment
from bakeoff.runs.local import run_local
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.process.shared_memory import write_shared
from bakeoff.runs.progress import Progress
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.unit import Status
from bakeoff.runs.work import Limits, order_for, packed_learners, units
from bakeoff.study.running.environment_text import machine
from tests.helpers import dask_cluster, odd_learners

NOWHERE = "tcp://192.0.2.1:8786"  # an address kept for documentation: nobody is there


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with dask_cluster.Cluster(tmp_path_factory.mktemp("cluster")) as running:
        yield running


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    from distributed import Client

    with Client(cluster.address, set_as_default=False) as made:
        made.wait_for_workers(2, timeout=60)
        yield made


# The same results


def test_dasks_profiler_rests_while_a_study_is_there(client: Any) -> None:
    from bakeoff.runs.dask.worker import StationPlugin

    def profiled() -> set[bool]:
        return {
            "profile" in names
            for names in client.run(lambda dask_worker: list(dask_worker.periodic_callbacks)).values()
        }

    assert profiled() == {True}
    client.register_plugin(StationPlugin("a-study", learners={}, threads=1, versions={}))
    assert profiled() == {False}
    client.unregister_worker_plugin("a-study")
    assert profiled() == {True}


def test_the_same_predictions_as_here_and_finished_units_stay(cluster: Any, tmp_path: Path) -> None:
    data = (odd_learners.toy("one"), odd_learners.toy("two", n=45, seed=1, classes=3))
    work = odd_learners.work_of(odd_learners.Prior(), odd_learners.Noisy(), datasets=data, folds=3, repeats=4)
    here = MemoryLedger()
    run_local(work, here, workers=1)
    heard: list[Progress] = []
    path = tmp_path / "s.bakeoff"
    with FileLedger.create(path) as ledger:
        outcome = run_dask(work, ledger, cluster.address, listener=heard.append)
        again = run_dask(work, ledger, NOWHERE, allow_insecure=True)  # nothing is left, so nobody is asked
        there = ledger.get_meta("environment")["cluster"]
        assert list(there["versions"].values()) == [found_versions()] * 2
        assert [one["cpu"] for one in there["machines"].values()] == [environment()["cpu"]] * 2
        assert dict(machine(ledger))["Cluster"].startswith("2 Dask workers, 2 units at a time; ")
    assert (outcome.done, outcome.failed, outcome.invalid, outcome.interrupted) == (48, 0, 0, False)
    assert (again.done, again.skipped) == (0, 48)
    assert (heard[-1].done, heard[-1].total, heard[-1].running) == (48, 48, 0)
    with FileLedger.open(path) as ledger:
        assert digest(ledger) == digest(here)
        assert [run.resources.fit_seconds >= 0 for run in ledger] == [True] * 48


def test_a_learner_that_patches_changes_no_unit_of_anyone(cluster: Any) -> None:
    work = odd_learners.patched_study(patcher=True)
    alone, there, here = MemoryLedger(), MemoryLedger(), MemoryLedger()
    run_local(odd_learners.patched_study(patcher=False), alone, workers=1)
    run_local(work, here, workers=1)
    assert run_dask(work, there, cluster.address).done == len(units(work))
    assert {
        key: one for key, one in odd_learners.digests(there).items() if key.learner != "patcher"
    } == odd_learners.digests(alone)
    assert digest(there) == digest(here)


def test_a_study_runs_on_a_client(client: Any, tmp_path: Path) -> None:
    learners = [odd_learners.Noisy(), odd_learners.Prior()]
    study = bo.Study(
        datasets=[odd_learners.toy()], learners=learners, scheme="10-fold", measures="accuracy", train_sizes=[0.5]
    )
    study.run(tmp_path / "there.bakeoff", dask=client, progress=False)
    study.run(tmp_path / "here.bakeoff", workers=1, progress=False)
    assert client.status == "running"
    with FileLedger.open(tmp_path / "there.bakeoff") as there, FileLedger.open(tmp_path / "here.bakeoff") as here:
        assert len(there) == 40  # half of them for the learning curve
        assert digest(there) == digest(here)


def test_a_cluster_object_with_several_threads_serves_too() -> None:
    from distributed import LocalCluster

    work = odd_learners.work_of(
        odd_learners.Noisy(), odd_learners.Does(name="segfault", what=odd_learners.segfault), folds=3, repeats=2
    )
    there, here = MemoryLedger(), MemoryLedger()
    with LocalCluster(n_workers=2, threads_per_worker=2, processes=False, dashboard_address="127.0.0.1:0") as running:
        outcome = run_dask(work, there, running)
    run_local(work, here, workers=2)
    assert (outcome.done, outcome.failed) == (6, 6)
    assert digest(there) == digest(here)


# Learners that misbehave


def test_a_poisonous_unit_hits_a_child_and_never_a_worker(cluster: Any) -> None:
    deeds = {
        "segfault": odd_learners.segfault,
        "exit": odd_learners.quit_quietly,
        "hang": odd_learners.hang,
        "hungry": odd_learners.hungry,
    }
    deeds |= {"raise": lambda: 1 / 0, "daemon": odd_learners.daemon, "shout": odd_learners.shout}
    work = odd_learners.work_of(
        odd_learners.Noisy(), *(odd_learners.Does(name=name, what=what) for name, what in deeds.items())
    )
    ledger = MemoryLedger()
    outcome = run_dask(work, ledger, cluster.address, timeout=3.0, memory=150)
    assert (outcome.done, outcome.failed) == (6, 10)
    kinds = {run.key.learner: run.failure.kind for run in ledger if run.failure}
    assert kinds == {"segfault": "signal", "exit": "exit", "hang": "timeout", "hungry": "memory", "raise": "exception"}
    assert "about to crash" in next(run for run in ledger if run.key.learner == "segfault").failure.detail
    assert next(run for run in ledger if run.key.learner == "shout").warning_counts == (7, 1)
    assert [worker.poll() for worker in cluster.workers] == [None, None]
    for worker in cluster.workers:  # its zygote went with the run
        dask_cluster.until(lambda pid=worker.pid: not dask_cluster.children_of(pid), "the zygotes end")
    again = run_dask(work, ledger, cluster.address, timeout=3.0, memory=150, retry="failed")
    assert (again.skipped, again.failed) == (6, 10)


def test_rubbish_is_refused_here_as_it_is_locally(cluster: Any) -> None:
    from bakeoff.learners.learner import Outputs

    short = odd_learners.Told(name="short", outputs=lambda x: Outputs(label=np.zeros(len(x) - 1, int), proba=None))
    ledger = MemoryLedger()
    run_dask(odd_learners.work_of(short), ledger, cluster.address)
    assert [run.status for run in ledger] == [Status.INVALID] * 2
    assert "promises proba" in next(iter(ledger)).failure.message


# What travels


def test_data_travel_once_to_each_worker(client: Any) -> None:
    data = (odd_learners.toy("one", n=400), odd_learners.toy("two", n=90))
    work = odd_learners.work_of(
        odd_learners.Noisy(), odd_learners.Slow(seconds=0.01), datasets=data, folds=10, repeats=2
    )
    seen: list[dict[str, dict[str, int]]] = []

    def look(progress: Progress) -> None:
        def got(dask_worker: Any) -> dict[str, int]:
            places = [one.station.received for one in dask_worker.plugins.values() if hasattr(one, "station")]
            return dict(places[0]) if places else {}

        seen.append(client.run(got))

    assert run_dask(work, MemoryLedger(), client, listener=look).done == 80
    sizes = {one.name: write_shared(one)[1]["bytes"] for one in data}
    assert len(client.nthreads()) == 2
    last = [one for one in seen if any(one.values())][-1]
    assert list(last.values()) == [sizes] * 2
    left = client.run(lambda dask_worker: [name for name in dask_worker.plugins if "bakeoff" in name])
    assert list(left.values()) == [[], []]


# Interruption


def test_ctrl_c_keeps_what_came_back_and_ends_what_runs(cluster: Any) -> None:
    work = odd_learners.work_of(
        odd_learners.Slow(seconds=0.1), odd_learners.Slow(name="endless", seconds=600.0), folds=3
    )
    ledger = MemoryLedger()

    def stop(progress: Progress) -> None:
        if progress.done == 3 and progress.running:
            raise KeyboardInterrupt

    order = sorted(units(work), key=lambda key: key.learner == "endless")
    outcome = run_dask(work, ledger, cluster.address, listener=stop, order=order)
    assert (outcome.interrupted, outcome.done, outcome.reason) == (True, 3, "")
    for worker in cluster.workers:
        dask_cluster.until(lambda pid=worker.pid: not dask_cluster.children_of(pid), "the zygotes end")
    assert run_dask(odd_learners.work_of(odd_learners.Slow(seconds=0.1), folds=3), ledger, cluster.address).skipped == 3


# What is refused before a run


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "localhost:8786", "tcp://[::1]:1", "tls://far.example:8786"])
def test_loopback_and_tls_are_fine(address: str) -> None:
    refuse_insecure(address)


@pytest.mark.parametrize("address", [NOWHERE, "192.0.2.1:8786", "tcp://far.example:8786", "ws://far.example/", ""])
def test_an_open_connection_is_refused_without_making_it(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def never(to: str, **_: Any) -> None:
        asked.append(to)
        raise OSError("nobody there\nmore")

    monkeypatch.setattr("distributed.Client", never)
    with pytest.raises(BadInput, match="units carry code; use TLS"):
        run_dask(odd_learners.work_of(odd_learners.Prior()), MemoryLedger(), address)
    with pytest.raises(BadInput, match="units carry code; use TLS"):
        check_cluster(address)
    assert asked == []
    with pytest.raises(NoCluster, match=r"\(nobody there\); start one with `dask scheduler`"):
        run_dask(odd_learners.work_of(odd_learners.Prior()), MemoryLedger(), address, allow_insecure=True)
    assert asked == [address]


def test_the_command_line_refuses_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "study.toml"
    learner, data = '[learners.nb]\nuse = "sklearn.naive_bayes.GaussianNB"\n', '[[datasets]]\nname = "iris"\n'
    path.write_text(f'measures = ["accuracy"]\n{learner}{data}')
    with pytest.raises(SystemExit) as left:
        cli.main(["run", str(path), "--dask", NOWHERE, "--fresh"])
    assert left.value.code == 2
    assert "not encrypted, but units carry code" in capsys.readouterr().err


def test_other_versions_are_refused_before_the_run(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    work, ledger = odd_learners.work_of(odd_learners.Prior()), MemoryLedger()
    other = found_versions() | {"numpy": "1.0.0"}
    monkeypatch.setattr(connection, "found_versions", lambda: other)
    with pytest.raises(BadInput, match=r"numbers could differ: numpy .* \(here 1.0.0\) on 2 workers; install the same"):
        run_dask(work, ledger, cluster.address)
    assert len(ledger) == 0
    said: list[str] = []
    assert run_dask(work, ledger, cluster.address, allow_mismatch=True, notify=said.append).done == 2
    assert len(said) == 1
    assert "(here 1.0.0)" in said[0]
    with pytest.warns(UserWarning, match="other versions: numpy"):
        run_dask(work, ledger, cluster.address, allow_mismatch=True, fresh=True)


def test_a_worker_that_joins_late_with_other_versions_ends_the_run(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = found_versions() | {"numpy": "1.0.0"}
    monkeypatch.setattr(runs_dask, "found_versions", lambda: other)  # what late ones are held to
    with pytest.raises(BakeoffError, match=r"worker tcp://127.* cannot run units: it has numpy .* \(here 1.0.0\)"):
        run_dask(odd_learners.work_of(odd_learners.Prior()), MemoryLedger(), cluster.address)


def test_without_dask_the_cure_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingPackage, match=r"needs distributed; install it with: pip install .*\[dask\]'"):
        run_dask(odd_learners.work_of(odd_learners.Prior()), MemoryLedger(), "tcp://127.0.0.1:1")


def test_no_scheduler_no_worker_no_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = odd_learners.work_of(odd_learners.Prior())
    monkeypatch.setattr(connection, "_CONNECT", 0.5)
    with pytest.raises(NoCluster, match=r"no Dask scheduler answers at tcp://127.0.0.1:1 "):
        run_dask(work, MemoryLedger(), "tcp://127.0.0.1:1")
    with (
        dask_cluster.Cluster(tmp_path, workers=0) as empty,
        pytest.raises(NoCluster, match=r"has no worker; start one with `dask worker tcp://127.0.0.1"),
    ):
        run_dask(work, MemoryLedger(), empty.address, patience=0.2)
    with pytest.raises(BadInput, match=r"address or a distributed.Client, not int"):
        run_dask(work, MemoryLedger(), 5)
    fake = SimpleNamespace(scheduler_info=None, asynchronous=True)
    with pytest.raises(BadInput, match="asynchronous"):
        run_dask(work, MemoryLedger(), fake)
    fake = SimpleNamespace(scheduler_info=None, asynchronous=False, scheduler=None, status="closed")
    with pytest.raises(NoCluster, match="not connected"):
        run_dask(work, MemoryLedger(), fake)
    there = SimpleNamespace(address=NOWHERE)
    fake = SimpleNamespace(scheduler_info=None, asynchronous=False, scheduler=there, status="running")
    with pytest.raises(BadInput, match="not encrypted"):
        run_dask(work, MemoryLedger(), fake)


def test_a_scheduler_file_names_the_address(cluster: Any, tmp_path: Path) -> None:
    path = tmp_path / "scheduler.json"
    path.write_text(json.dumps({"address": cluster.address}))
    assert address_of(str(path)) == cluster.address
    check_cluster(str(path))
    path.write_text("{}")
    with pytest.raises(BadInput, match="is not a scheduler file"):
        address_of(str(path))


def test_a_pump_that_nobody_needs_ends_by_itself() -> None:
    work = odd_learners.work_of(odd_learners.Prior())
    pump = PoolThread(lambda: Pool(1, datasets=work.datasets, learners=packed_learners(work)), idle=0.0)
    dask_cluster.until(lambda: pump.ended, "the pump ends")
    with pytest.raises(PoolStopped):
        pump.submit(order_for(work, units(work)[0], Limits(), 0.01))
    pump.close()
