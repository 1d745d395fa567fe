"""PoolThread: one pool of children served by one thread, so that several threads of a Dask worker can share its zygote."""

import contextlib
import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from time import monotonic

from bakeoff.runs.orders import Answer, Order
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.unit import UnitKey

__all__ = ["PoolStopped", "PoolThread"]

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
        answers = [one for waiting in self._awaited.values() for one in waiting]
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
