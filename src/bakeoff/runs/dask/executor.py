"""DaskExecutor: a cluster in the place of a pool: data sets once to each worker, orders out as few, small tasks, answers in as they come."""

import asyncio
import os
import uuid
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Self

from distributed import KilledWorker

from bakeoff.core.errors import BakeoffError
from bakeoff.data.dataset import Dataset
from bakeoff.runs.dask.connection import Client
from bakeoff.runs.dask.wire_format import orders_message, reply_in
from bakeoff.runs.dask.worker import StationPlugin, run_batch, store_piece
from bakeoff.runs.process.pickling import packed
from bakeoff.runs.process.shared_memory import write_shared
from bakeoff.runs.unit import Failure, UnitKey
from bakeoff.runs.work import Answer, Order, Work

__all__ = ["ClusterLost", "DaskExecutor", "new_token"]

_PIECE = 32 * 2**20  # bytes: what the scheduler and each worker hold of it at a time, whatever the size


class DataShipping:
    """What was sent where. `ship` returns at once; `arrived` is called on the client's own thread."""

    def __init__(
        self,
        client: Client,
        token: str,
        datasets: Mapping[str, Dataset],
        arrived: Callable[[str, dict[str, str]], None],
    ) -> None:
        self._client, self._token, self._datasets, self._arrived = client, token, datasets, arrived
        self._under_way: dict[str, set[str]] = {}
        self._holders: dict[str, set[str]] = {}

    def known(self, name: str) -> bool:
        """Whether it was sent at all; workers that joined later will ask for it."""
        return name in self._holders

    def ship(self, name: str, workers: set[str]) -> None:
        """Send it to those workers, unless it is on its way to them."""
        fresh = workers - self._under_way.get(name, set())
        if fresh:
            self._under_way.setdefault(name, set()).update(fresh)
            self._client.loop.add_callback(self._send, name, sorted(fresh))

    def landed(self, name: str, workers: Mapping[str, str]) -> None:
        """To be called, on the coordinator's thread, with what `arrived` was told."""
        self._under_way[name] -= workers.keys()
        self._holders.setdefault(name, set()).update(worker for worker, error in workers.items() if not error)

    async def _send(self, name: str, workers: list[str]) -> None:
        """Each piece goes once to the scheduler and from there to all that want it."""
        failed: dict[str, str] = {}
        try:
            file, card = write_shared(self._datasets[name])
            try:
                await self._pieces(name, workers, file, card, failed)
            finally:
                os.close(file)
        except Exception as error:  # noqa: BLE001  # told where it is missed
            failed = {worker: f"{type(error).__name__}: {error}" for worker in workers}
        self._arrived(name, {worker: failed.get(worker, "") for worker in workers})

    async def _pieces(
        self, name: str, workers: list[str], file: int, card: dict[str, Any], failed: dict[str, str]
    ) -> None:
        size, label = card["bytes"], packed(card)
        for offset in range(0, max(size, 1), _PIECE):
            ready = [worker for worker in workers if worker not in failed]
            if not ready:
                return
            piece = os.pread(file, min(_PIECE, size - offset), offset)
            facts = {"card": label if offset + len(piece) == size else b"", "size": size, "at": offset, "piece": piece}
            results = await self._client.run(store_piece, self._token, name, workers=ready, on_error="return", **facts)
            for worker in ready:
                answer = results.get(worker, "it has gone")
                if answer is not None:
                    failed[worker] = str(answer) or type(answer).__name__


_DEPTH = 2  # tasks for each thread of a worker, so that the next one lies there when one ends ...
_LONG = 2.0  # ... unless units take so many seconds that it had better wait for whoever is free first
_QUICK = 0.05  # seconds: shorter units share a task ...
_BATCH = 0.25  # ... up to this much expected work
_MOST = 64
_LOOK = 1.0  # seconds between two looks at who works
_DEATHS = 3  # workers that may die with a unit before it is given up
_CAREFUL = 60.0  # seconds after a worker has gone in which none is sent ahead: it may have been a unit's doing
_REFUSALS = 3  # times that a data set may fail to reach a worker


class ClusterLost(Exception):
    """The scheduler or every worker has gone; its text is one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InFlight:
    orders: tuple[Order, ...]
    future: Any


class DaskExecutor:
    """Use it in a `with` block. Whatever happens on the cluster is turned into answers, or into ClusterLost.

    The client's own thread only puts things into the inbox; everything else happens on the caller's thread.
    """

    def __init__(
        self, client: Client, work: Work, slots: Mapping[str, int], plugin: StationPlugin, *, patience: float
    ) -> None:
        self._client, self._plugin, self._patience = client, plugin, patience
        self._slots = dict(slots)
        self._freight = DataShipping(client, plugin.name, work.tables, self._came)
        self._inbox: SimpleQueue[Callable[[], Sequence[Answer]]] = SimpleQueue()
        self._flights: dict[int, InFlight] = {}
        self._batch: list[Order] = []
        self._held: dict[str, list[Order]] = {}  # until their data set has arrived
        self._numbers = count()
        self._deaths: Counter[UnitKey] = Counter()
        self._refusals: Counter[tuple[str, str]] = Counter()
        self._looked = self._manned = monotonic()
        self._bereft = float("-inf")  # when a worker was last lost

    def __enter__(self) -> Self:
        self._client.register_plugin(self._plugin, name=self._plugin.name)
        return self

    def __exit__(self, *_: object) -> None:
        futures = [flight.future for flight in self._flights.values()]
        self._flights.clear()
        if self._client.status == "running":
            with suppress(OSError, TimeoutError, CancelledError):
                self._client.cancel(futures, force=True)
                self._client.unregister_worker_plugin(self._plugin.name)  # kills what still runs there

    @property
    def running(self) -> int:
        """Orders that have not been answered."""
        flying = sum(len(flight.orders) for flight in self._flights.values())
        return flying + len(self._batch) + sum(map(len, self._held.values()))

    def accepts(self, learner: str, expected: float, size: int) -> bool:
        """Whether the cluster should be given an order of so many expected seconds now."""
        if self._batch and expected <= _QUICK:
            return True
        tasks = len(self._flights) + bool(self._batch) + sum(map(len, self._held.values()))
        alone = _LONG < expected < float("inf") or monotonic() - self._bereft < _CAREFUL
        depth = 1 if alone else _DEPTH
        return tasks < depth * max(sum(self._slots.values()), 1)

    def submit(self, order: Order) -> None:
        """Send it, alone or with others; its data set goes ahead of the first that needs it."""
        if self._slots and not self._freight.known(order.data):  # whoever comes later asks for it
            self._held.setdefault(order.data, []).append(order)
            self._freight.ship(order.data, set(self._slots))
        elif order.expected > _QUICK or self._deaths[order.key]:
            self._send((order,))
        else:
            self._batch.append(order)
            if len(self._batch) >= _MOST or sum(max(queued.expected, 1e-3) for queued in self._batch) >= _BATCH:
                self._flush()

    def wait(self, timeout: float | None) -> list[Answer]:
        """Answers that have come, after at most so many seconds."""
        self._flush()
        self._look()
        answers: list[Answer] = []
        with suppress(Empty):
            answers += self._inbox.get(timeout=timeout)()
            while True:
                answers += self._inbox.get_nowait()()
        self._look()
        return answers

    def _flush(self) -> None:
        if self._batch:
            orders, self._batch = tuple(self._batch), []
            self._send(orders)

    def _send(self, orders: tuple[Order, ...]) -> None:
        number = next(self._numbers)
        message = orders_message(orders)
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", message="Sending large graph")  # these are row numbers, not data
                key = f"{self._plugin.name}-{number}"
                future = self._client.submit(run_batch, self._plugin.name, message, key=key, pure=False)
        except Exception as error:
            raise self._lost() from error
        self._flights[number] = InFlight(orders=orders, future=future)
        self._client.loop.add_callback(self._follow, number, future)

    async def _follow(self, number: int, future: Any) -> None:
        """On the client's thread: fetch the result and pass it on."""
        try:
            outcome: object = await future
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001  # judged on the other thread
            outcome = error
        self._inbox.put(partial(self._landed, number, outcome))

    def _landed(self, number: int, outcome: object) -> Sequence[Answer]:
        flight = self._flights.pop(number)
        if isinstance(outcome, bytes):
            return self._replied(flight, outcome)
        if isinstance(outcome, KilledWorker):
            return self._blamed(flight, outcome)
        if isinstance(outcome, (CancelledError, asyncio.CancelledError, OSError)):
            raise self._lost()
        raise BakeoffError(f"the Dask cluster cannot run units ({type(outcome).__name__}: {outcome})")

    def _replied(self, flight: InFlight, message: bytes) -> Sequence[Answer]:
        reply = reply_in(message)
        if reply.refusal:
            raise BakeoffError(f"the Dask worker {reply.worker} cannot run units: {reply.refusal}")
        for name in reply.needs:
            self._freight.ship(name, {reply.worker})
        if reply.needs:
            for order in flight.orders:
                self._held.setdefault(order.data if order.data in reply.needs else reply.needs[0], []).append(order)
        return reply.answers

    def _blamed(self, flight: InFlight, killed: Any) -> Sequence[Answer]:
        """So many workers died with this task that Dask gave it up. Units that shared one are tried again alone."""
        answers = []
        for order in flight.orders:
            self._deaths[order.key] += killed.allowed_failures + 1
            deaths = self._deaths[order.key]
            words = f"{deaths} Dask workers died while they ran it; their logs may show why"
            failure = Failure(kind="worker-lost", stage="load", message=words)
            again = len(flight.orders) > 1 or deaths < _DEATHS
            answers.append(Answer(key=order.key, failure=failure, blameless=again))
        return answers

    def _came(self, name: str, workers: dict[str, str]) -> None:
        """On the client's thread: a data set has arrived, or not."""
        self._inbox.put(partial(self._stocked, name, workers))

    def _stocked(self, name: str, workers: dict[str, str]) -> Sequence[Answer]:
        self._freight.landed(name, workers)
        for worker, error in workers.items():
            self._refusals[name, worker] += bool(error)
            if error and self._refusals[name, worker] >= _REFUSALS and worker in self._slots:
                raise BakeoffError(f"data set {name!r} cannot be sent to the Dask worker {worker} ({error})")
        for order in self._held.pop(name, []):
            self.submit(order)
        return ()

    def _look(self) -> None:
        """Is the scheduler there, and who works for it?"""
        if self._client.status != "running":
            raise self._lost()
        now = monotonic()
        if self._slots:
            self._manned = now
        elif now - self._manned > self._patience:
            raise ClusterLost(f"all Dask workers have gone, and none came within {self._patience:g} s")
        if now - self._looked > _LOOK:
            self._looked = now
            self._client.loop.add_callback(self._census)

    async def _census(self) -> None:
        with suppress(Exception):  # a scheduler that has gone is noticed by its closed connection
            threads = dict(await self._client.nthreads())
            self._inbox.put(partial(self._counted, threads))

    def _counted(self, threads: dict[str, int]) -> Sequence[Answer]:
        if self._slots.keys() - threads.keys():
            self._bereft = monotonic()
        self._slots = threads
        return ()

    def _lost(self) -> ClusterLost:
        return ClusterLost("the connection to the Dask scheduler was lost, or it gave the units up")


def new_token() -> str:
    """A name that no other run on the cluster has."""
    return f"bakeoff-{uuid.uuid4().hex[:12]}"
