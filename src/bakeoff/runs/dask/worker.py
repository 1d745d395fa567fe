"""What runs inside a Dask worker: a station for each study, with its own zygote, data sets, learners and one thread that serves its children."""

import asyncio
import contextlib
import os
import socket
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from distributed import Worker, WorkerPlugin, get_worker

from bakeoff.core.errors import BakeoffError
from bakeoff.runs.dask.connection import describe_serious, found_versions
from bakeoff.runs.dask.wire_format import orders_in, reply_answers, reply_error, reply_missing_data
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.process.shared_memory import anonymous_file, make_read_only
from bakeoff.runs.unit import UnitKey
from bakeoff.runs.work import Answer, Order

__all__ = ["PoolStopped", "PoolThread", "StationPlugin", "WorkerStation", "run_batch", "store_piece"]

_IDLE = 600.0  # seconds without an order after which children and data are given up
_PATIENCE = 15.0  # seconds for the children to end


class PoolStopped(Exception):
    """The pool_thread has ended, because it was told to, was idle for long, or its pool broke (then that is the cause)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ArrivedDataset:
    """A data set that has arrived."""

    name: str
    file: int
    card: bytes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QueuedOrder:
    """An order, and where its answer is waited for."""

    order: Order
    answer: "Future[Answer]" = field(default_factory=Future)


class PoolThread:
    """`submit` from any thread. Ends by itself when nothing has come for a long time: nobody may be left to say so."""

    def __init__(self, make: Callable[[], Pool], *, idle: float = _IDLE) -> None:
        self._make, self._idle = make, idle
        self._inbox: SimpleQueue[ArrivedDataset | QueuedOrder] = SimpleQueue()
        self._waiting: deque[Order] = deque()
        self._awaited: dict[UnitKey, deque[Future[Answer]]] = {}
        self._bell, self._ring = socket.socketpair()
        self._bell.setblocking(False)
        self._ring.setblocking(False)
        self._door = threading.Lock()  # nothing may slip in while it is closed for good
        self._closing = False
        self.ended = False
        self.broken: BaseException | None = None  # why the pool could not go on
        self.stocked: set[str] = set()
        self._thread = threading.Thread(target=self._live, name="bakeoff-pool", daemon=True)
        self._thread.start()

    def stock(self, name: str, file: int, card: bytes) -> None:
        """A data set that orders may name from now on; the file is closed with the pool_thread."""
        self._put(ArrivedDataset(name=name, file=file, card=card))
        self.stocked.add(name)

    def submit(self, order: Order) -> "Future[Answer]":
        """Its answer will come; Stopped if the pool_thread ends before."""
        wish = QueuedOrder(order=order)
        self._put(wish)
        return wish.answer

    def close(self) -> None:
        """Kill the children, whatever they are doing, and wait until they are gone."""
        self._closing = True
        self._wake()
        self._thread.join(_PATIENCE)

    def _put(self, thing: ArrivedDataset | QueuedOrder) -> None:
        with self._door:
            if self.ended or self._closing:
                raise PoolStopped from self.broken
            self._inbox.put(thing)
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):  # full: it wakes anyway; closed: nobody sleeps
            self._ring.send(b"!")

    def _live(self) -> None:
        try:
            with self._make() as pool:
                pool.heed(self._bell)
                self._serve(pool)
        except BaseException as error:  # noqa: BLE001  # whoever waits for an answer hears of it
            self.broken = error
        with self._door:
            self.ended = True
        self._abandon()

    def _serve(self, pool: Pool) -> None:
        quiet = monotonic()
        while not self._closing:
            self._take_in(pool)
            while self._waiting and _accepted(pool, self._waiting[0]):
                pool.submit(self._waiting.popleft())
            for answer in pool.wait(1.0):
                futures = self._awaited[answer.key]
                futures.popleft().set_result(answer)
                if not futures:
                    del self._awaited[answer.key]
            if self._awaited or not self._inbox.empty():
                quiet = monotonic()
            elif monotonic() - quiet > self._idle:
                return

    def _take_in(self, pool: Pool) -> None:
        for thing in self._arrived():
            if isinstance(thing, ArrivedDataset):
                pool.stock(thing.name, thing.file, thing.card)
            else:
                self._waiting.append(thing.order)
                self._awaited.setdefault(thing.order.key, deque()).append(thing.answer)

    def _arrived(self) -> Iterator[ArrivedDataset | QueuedOrder]:
        with contextlib.suppress(OSError):
            self._bell.recv(4096)
        with contextlib.suppress(Empty):
            while True:
                yield self._inbox.get_nowait()

    def _abandon(self) -> None:
        """Nobody may wait for ever."""
        answers = [answer for waiting in self._awaited.values() for answer in waiting]
        for thing in self._arrived():
            if isinstance(thing, ArrivedDataset):
                os.close(thing.file)
            else:
                answers.append(thing.answer)
        for answer in answers:
            stopped = PoolStopped()
            stopped.__cause__ = self.broken
            answer.set_exception(stopped)
        self._bell.close()
        self._ring.close()


def _accepted(pool: Pool, order: Order) -> bool:
    return pool.accepts(order.learner, order.expected, len(order.train) + len(order.test))


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
        for callback in self._resting.values():
            if callback is not None:
                callback.stop()
        self.unfit = describe_serious(self._versions, found_versions()) if self._versions else ""

    def teardown(self, worker: Worker) -> Awaitable[None]:
        """Called by Dask when either leaves."""
        for name, callback in self._resting.items():
            if callback is not None:
                worker.periodic_callbacks[name] = callback
                callback.start()
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


def _write(file: int, piece: bytes, offset: int) -> None:
    view = memoryview(piece)
    while view:
        written = os.pwrite(file, view, offset)
        view, offset = view[written:], offset + written
