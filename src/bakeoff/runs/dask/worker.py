"""What runs inside a Dask worker: a station for each study, with its own zygote, data sets and learners.

Dask only carries messages. Units run in children of the station's zygote, as they do on one machine, so whatever a
learner does hits a child and never the Dask worker.
"""

import asyncio
import os
import threading
from collections.abc import Awaitable, Mapping
from typing import Any

from distributed import Worker, WorkerPlugin, get_worker

from bakeoff.core.errors import BakeoffError
from bakeoff.runs.dask.pool_thread import PoolStopped, PoolThread
from bakeoff.runs.dask.versions import describe_serious, found_versions
from bakeoff.runs.dask.wire_format import orders_in, reply_answers, reply_error, reply_missing_data
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.process.shared_dataset import anonymous_file, make_read_only

__all__ = ["StationPlugin", "WorkerStation", "received_bytes", "run_batch", "store_piece"]

# A hundred times a second Dask looks what its own threads do. The work is done in other processes, which this only slows.
PROFILER = ("profile", "profile-cycle")


class WorkerStation:
    """One study's place in one Dask worker. Nothing is started before the first data or order comes."""

    def __init__(self, *, learners: Mapping[str, bytes], children: int, threads: int) -> None:
        self._learners, self._children, self._threads = learners, children, threads
        self._guard = threading.Lock()
        self._pool_thread: PoolThread | None = None
        self._closed = False
        self._arriving: dict[str, tuple[int, int]] = {}  # name: file, bytes that have come
        self.received: dict[str, int] = {}  # name: bytes that came over the network in all

    def stow(self, name: str, *, card: bytes, size: int, at: int, piece: bytes) -> None:
        """One piece of a data set; they come in order, and the last one makes it whole."""
        with self._guard:
            pool_thread = self._running()
            if at == 0:
                self._forget(name)
                self._arriving[name] = anonymous_file(size), 0
            file, come = self._arriving[name]
            if come != at:
                raise BakeoffError(f"a piece of data set {name!r} is missing")
            _write(file, piece, at)
            self.received[name] = self.received.get(name, 0) + len(piece)
            self._arriving[name] = file, come + len(piece)
            if come + len(piece) < size:
                return
            del self._arriving[name]
            make_read_only(file)
            if name in pool_thread.stocked:  # sent twice: the first one serves
                os.close(file)
            else:
                pool_thread.stock(name, file, card)

    def perform(self, worker: str, message: bytes) -> bytes:
        """Run a batch of orders and wait for it."""
        orders = orders_in(message)
        names = {order.data for order in orders}
        try:
            with self._guard:
                pool_thread = self._running()
            if not names <= pool_thread.stocked:
                return reply_missing_data(worker, sorted(names - pool_thread.stocked))
            promises = [pool_thread.submit(order) for order in orders]
            return reply_answers(worker, [promise.result() for promise in promises])
        except PoolStopped as stopped:
            if stopped.__cause__ is not None:
                return reply_error(worker, str(stopped.__cause__))
            return reply_missing_data(worker, sorted(names))  # it had been idle for long and its data are gone

    def close(self) -> None:
        """End the zygote and everything it started."""
        with self._guard:
            pool_thread, self._closed = self._pool_thread, True
            for name in list(self._arriving):
                self._forget(name)
        if pool_thread is not None:
            pool_thread.close()

    def _running(self) -> PoolThread:
        broken = None if self._pool_thread is None else self._pool_thread.broken
        if self._closed or broken is not None:
            raise PoolStopped from broken
        if self._pool_thread is None or self._pool_thread.ended:
            self._pool_thread = PoolThread(self._pool)
        return self._pool_thread

    def _pool(self) -> Pool:
        return Pool(self._children, datasets={}, learners=self._learners, threads=self._threads)

    def _forget(self, name: str) -> None:
        if name in self._arriving:
            os.close(self._arriving.pop(name)[0])


class StationPlugin(WorkerPlugin):
    """Puts a station on every worker of a cluster, also on those that join later, and takes it away again."""

    def __init__(self, token: str, *, learners: Mapping[str, bytes], threads: int, versions: Mapping[str, str]) -> None:
        self.name = token
        self._learners, self._threads, self._versions = dict(learners), threads, dict(versions)

    def setup(self, worker: Worker) -> None:
        """Called by Dask when the plugin or the worker arrives."""
        self.station = WorkerStation(learners=self._learners, children=worker.state.nthreads, threads=self._threads)
        self._resting = {name: worker.periodic_callbacks.pop(name, None) for name in PROFILER}
        for one in self._resting.values():
            if one is not None:
                one.stop()
        self.unfit = describe_serious(self._versions, found_versions()) if self._versions else ""

    def teardown(self, worker: Worker) -> Awaitable[None]:
        """Called by Dask when either leaves."""
        for name, one in self._resting.items():
            if one is not None:
                worker.periodic_callbacks[name] = one
                one.start()
        return asyncio.to_thread(self.station.close)


def run_batch(token: str, message: bytes) -> bytes:
    """The task that Dask runs: orders in, a reply out."""
    worker = get_worker()
    plugin = worker.plugins.get(token)
    if not isinstance(plugin, StationPlugin):
        return reply_error(worker.address, "the study's place on it was taken away")
    if plugin.unfit:
        return reply_error(worker.address, plugin.unfit)
    return plugin.station.perform(worker.address, message)


def store_piece(token: str, name: str, *, dask_worker: Worker, **piece: Any) -> None:
    """Take in a piece of a data set; called on a worker directly, not as a task."""
    plugin = dask_worker.plugins[token]
    assert isinstance(plugin, StationPlugin)
    try:
        plugin.station.stow(name, **piece)
    except PoolStopped as stopped:
        raise BakeoffError(str(stopped.__cause__ or "it is closing")) from None


def received_bytes(token: str, *, dask_worker: Worker) -> dict[str, int]:
    """Bytes of each data set that this worker was sent."""
    plugin = dask_worker.plugins.get(token)
    return dict(plugin.station.received) if isinstance(plugin, StationPlugin) else {}


def _write(file: int, piece: bytes, at: int) -> None:
    view = memoryview(piece)
    while view:
        written = os.pwrite(file, view, at)
        view, at = view[written:], at + written
