"""Pump: one pool of children served by one thread, so that several threads of a Dask worker can share its zygote."""

import contextlib
import socket
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from time import monotonic

from bakeoff.runs.orders import Answer, Order
from bakeoff.runs.pool import Pool
from bakeoff.runs.unit import UnitKey

__all__ = ["Pump", "Stopped"]

_IDLE = 600.0  # seconds without an order after which children and data are given up
_PATIENCE = 15.0  # seconds for the children to end


class Stopped(Exception):
    """The pump has ended, because it was told to, was idle for long, or its pool broke (then that is the cause)."""


class Pump:
    """`submit` from any thread. Ends by itself when nothing has come for a long time: nobody may be left to say so."""

    def __init__(self, make: Callable[[], Pool], *, idle: float = _IDLE) -> None:
        self._make, self._idle = make, idle
        self._inbox: SimpleQueue[Callable[[Pool], None]] = SimpleQueue()
        self._waiting: deque[Order] = deque()
        self._awaited: dict[UnitKey, deque[Future[Answer]]] = {}
        self._bell, self._ring = socket.socketpair()
        self._bell.setblocking(False)
        self._ring.setblocking(False)
        self._door = threading.Lock()  # held while something is put in, and while it is closed for good
        self._closing = False
        self.ended = False
        self.stocked: set[str] = set()
        self._thread = threading.Thread(target=self._live, name="bakeoff-pump", daemon=True)
        self._thread.start()

    def stock(self, name: str, file: int, card: bytes) -> None:
        """A data set that orders may name from now on."""
        self._put(lambda pool: pool.stock(name, file, card))
        self.stocked.add(name)

    def submit(self, order: Order) -> "Future[Answer]":
        """Its answer will come; Stopped if the pump ends before."""
        answer: Future[Answer] = Future()

        def accept(_: Pool) -> None:
            self._waiting.append(order)
            self._awaited.setdefault(order.key, deque()).append(answer)

        self._put(accept)
        return answer

    def close(self) -> None:
        """Kill the children, whatever they are doing, and wait until they are gone."""
        self._closing = True
        self._wake()
        self._thread.join(_PATIENCE)

    def _put(self, deed: Callable[[Pool], None]) -> None:
        with self._door:
            if self.ended or self._closing:
                raise Stopped
            self._inbox.put(deed)
        self._wake()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):  # full: it will wake anyway; closed: nobody sleeps
            self._ring.send(b"!")

    def _live(self) -> None:
        broken: BaseException | None = None
        try:
            with self._make() as pool:
                pool.heed(self._bell)
                self._serve(pool)
        except BaseException as error:  # noqa: BLE001  # whoever waits for an answer hears of it
            broken = error
        with self._door:
            self.ended = True
        self._collect(None)
        for waiting in self._awaited.values():
            for answer in waiting:
                lost = Stopped()
                lost.__cause__ = broken
                answer.set_exception(lost)
        self._bell.close()
        self._ring.close()

    def _serve(self, pool: Pool) -> None:
        quiet = monotonic()
        while not self._closing:
            self._collect(pool)
            while self._waiting and pool.accepts(self._waiting[0].expected, _size(self._waiting[0])):
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

    def _collect(self, pool: Pool | None) -> None:
        """Do what was asked since the last time; at the end only the promises matter."""
        with contextlib.suppress(OSError):
            self._bell.recv(4096)
        with contextlib.suppress(Empty):
            while True:
                deed = self._inbox.get_nowait()
                deed(pool or _NOWHERE)


class _Nowhere(Pool):
    """Takes what comes too late: data sets are closed, orders fail with the pump."""

    def __init__(self) -> None:
        pass

    def stock(self, name: str, file: int, card: bytes) -> None:
        import os

        os.close(file)


_NOWHERE = _Nowhere()


def _size(order: Order) -> int:
    return len(order.train) + len(order.test)
