"""What runs inside a Dask worker: a station for each study, with its own zygote, data sets, learners and one thread that serves its children."""

import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.runs.dask.wire_format import orders_message, reply_in
from bakeoff.runs.dask.worker import PoolStopped, WorkerStation
from bakeoff.runs.process.pickling import packed
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.process.shared_memory import write_shared
from bakeoff.runs.work import Limits, Work, order_for, units
from tests.helpers import dask_cluster, odd_learners

# The parts, without a cluster


def piece_by_piece(station: WorkerStation, work: Work, size: int) -> None:
    file, card = write_shared(work.datasets["toy"])
    with open(file, "rb") as opened:
        whole = opened.read()
    for at in range(0, len(whole), size):
        facts = {"card": packed(card), "size": len(whole), "at": at, "piece": whole[at : at + size]}
        station.stow("toy", **facts)


def test_a_pool_that_cannot_start_is_told_to_whoever_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: WorkerStation) -> Pool:
        raise BakeoffError("no room")

    monkeypatch.setattr(WorkerStation, "_pool", broken)
    work = odd_learners.work_of(odd_learners.Prior())
    station = WorkerStation(learners={}, children=1, threads=1)
    message = orders_message([order_for(work, key, Limits(), 0.01) for key in units(work)])

    def refusal() -> str:  # the first reply may come before the pool has failed
        return reply_in(station.perform("w", message)).refusal

    assert dask_cluster.until(refusal, "the refusal") == "no room"
    with pytest.raises(PoolStopped):
        piece_by_piece(station, work, 1000)
    station.close()
