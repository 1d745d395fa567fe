"""Pool: orders in, answers out, by children of a zygote that may die at any moment without anything being lost."""

import contextlib
import os
import selectors
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from secrets import token_bytes
from time import monotonic
from typing import Self

from bakeoff.core.errors import BakeoffError
from bakeoff.core.isolation.messages import MARK_BYTES, Frame, Inbox, Outbox, encoded, receive, send
from bakeoff.core.text import clean
from bakeoff.data.dataset import Dataset
from bakeoff.runs.process.pickling import foreign, foreign_modules, modules_in, packed
from bakeoff.runs.process.shared_memory import write_shared
from bakeoff.runs.process.zygote_process import give_back, lend
from bakeoff.runs.store.arrays import read_array
from bakeoff.runs.unit import Failure, model_key
from bakeoff.runs.work import Answer, Order

__all__ = ["Pool"]

_QUICK = 0.02  # seconds: units expected to be shorter are sent ahead, so that a child never waits for the next ...
_AHEAD = 0.1  # ... up to this much expected work
_PLENTY = 8  # longer ones too, one for each child, while so many times as much work waits behind them
_SMALL = 32 * 1024  # bytes of an order that is worth sending ahead
_STILLBORN = 20
_EXTERNAL = (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGHUP, -signal.SIGINT)
_ASK_AFTER = 1.0  # seconds of silence after which a forker is asked whether it lives ...
_WAKE_AFTER = 2.0  # ... without an answer it is woken, since a learner may have stopped it ...
_KILL_AFTER = 30.0  # ... and ended if that does not help
_BELL = -1  # the number of no child
_SHOWN = 500  # characters of what a child printed, in a message
_SPOILED = Failure(
    kind="exit", stage="fit", message="the learner wrote on the connection that its answer takes, so it was killed"
)


@dataclass(slots=True, eq=False)
class Forker:
    """A process that forks children: the zygote, or a template, which has imported modules of foreign learners."""

    wire: socket.socket
    modules: frozenset[str] = frozenset()
    ready: bool = True
    pid: int = 0  # 0: not known yet
    asked: bool = False  # whether it lives, without an answer so far
    silent: float = 0.0  # seconds of waiting since it was asked or answered


@dataclass(slots=True)
class ChildHandle:
    """The coordinator's side of one child."""

    forker: Forker
    line: int
    number: int  # of all children of this pool
    wire: socket.socket
    inbox: Inbox
    outbox: Outbox
    orders: deque[Order] = field(default_factory=deque)
    knows: set[tuple[str, str]] = field(default_factory=set)
    learner: str | None = None  # the only one it ever serves
    leaving: bool = False
    spoiled: bool = False  # something else than messages came from it
    answered: int = 0
    load: float = 0.0  # expected seconds of what it has been sent

    def take(self, order: Order) -> int:
        """One more order; returns its number."""
        self.orders.append(order)
        self.learner = order.learner
        self.load += max(order.expected, 1e-3)
        return self.answered + len(self.orders)

    def done(self, number: object) -> Order:
        """The order that was answered: always the oldest."""
        if number != self.answered + 1:
            raise ValueError("an answer nobody asked for")
        order = self.orders.popleft()
        self.load = self.load - max(order.expected, 1e-3) if self.orders else 0.0
        self.answered += 1
        return order


class Pool:
    """Children that run units. `datasets` and `learners` are what orders name; data sets may come later.

    A learner may change classes and modules that others use, so a child serves one learner only; one from outside
    scikit-learn gets a new child for each unit, since it may also change what its own next unit finds. With its first unit
    if it is `repeated`, else with its second, a template imports its modules, so that children need not; until that is ready
    they do it themselves.
    Use it in a `with` block; `submit` what it `accepts`, and `wait` for answers.
    """

    def __init__(
        self,
        workers: int,
        *,
        datasets: Mapping[str, Dataset],
        learners: Mapping[str, bytes],
        threads: int = 1,
        left: Callable[[], float] | None = None,
        keep: bool = False,
        repeated: Collection[str] = (),
    ) -> None:
        self._workers = workers
        self._threads = threads
        self._repeated = frozenset(repeated)  # learners that are known to have several units
        self._keep = keep  # the zygote, for the next pool of this process
        self._left = left  # seconds of work that wait, NaN or None if unknown
        self._datasets = datasets
        self._learners = learners
        self._shelf: dict[str, tuple[int, bytes]] = {}
        self._once = {name: modules for name, data in learners.items() if (modules := foreign(data))}
        self._modules = {name: used for name in self._once if (used := foreign_modules(learners[name]))}
        self._begun: set[str] = set()  # learners with a unit
        self._hands: dict[int, ChildHandle] = {}
        self._numbers = count()
        self._selector = selectors.DefaultSelector()
        self._stillborn = 0
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def running(self) -> int:
        """Orders that have not been answered."""
        return sum(len(hand.orders) for hand in self._hands.values())

    def accepts(self, learner: str, expected: float, size: int) -> bool:
        """Whether an order for that learner, of so many expected seconds and so many rows, can be taken now."""
        best = self._best(learner)
        if best is None or not best.orders:
            return best is not None
        if expected <= _QUICK:
            return 8 * size <= _SMALL and best.load + expected <= _AHEAD
        plenty = self._left is not None and self._left() > _PLENTY * self._workers * max(expected, best.load)
        return plenty and len(best.orders) == 1

    def stock(self, name: str, file: int, card: bytes) -> None:
        """A data set that lies in an open file already; the pool closes it in the end."""
        self._shelf[name] = file, card

    def heed(self, bell: socket.socket) -> None:
        """Let `wait` return as well when something can be read there; whoever rings also takes it out again."""
        self._selector.register(bell, selectors.EVENT_READ, _BELL)

    def submit(self, order: Order) -> None:
        """Hand an order to a child that is free, or soon will be."""
        hand = self._best(order.learner)
        if hand is None:
            raise RuntimeError("no child can take an order now; ask accepts() first")
        if order.learner in self._begun or order.learner in self._repeated:
            self._prepare(order.learner)
        self._begun.add(order.learner)
        if not self._serves(hand, order.learner):
            hand = self._replaced(hand, order.learner)
        parts = {"train": order.train.tobytes(), "test": order.test.tobytes()}
        files: list[int] = []
        if ("data", order.data) not in hand.knows:  # data and learner go along the first time a child needs them
            if order.data not in self._shelf:
                file, card = write_shared(self._datasets[order.data])
                self._shelf[order.data] = file, packed(card)
            file, parts["card"] = self._shelf[order.data]
            files.append(file)
        if ("learner", order.learner) not in hand.knows:
            parts["learner"] = self._learners[order.learner]
        hand.knows |= {("data", order.data), ("learner", order.learner)}
        header = {
            "number": hand.take(order),
            "key": order.chance or str(model_key(order.key)),
            "settings": order.settings,
            "kept": not order.chance,  # models of fits inside a training part are not used again
            "data": order.data,
            "learner": order.learner,
            "seed": order.seed,
            "seconds": order.limits.seconds,
            "memory": order.limits.memory,
        }
        hand.outbox.put(encoded(header, parts), files)
        self._push(hand)

    def wait(self, timeout: float | None) -> list[Answer]:
        """Answers that have come, after at most so many seconds."""
        answers: list[Answer] = []
        began = monotonic()
        for ready, events in self._selector.select(timeout):
            if isinstance(ready.data, Forker):
                answers += self._news(ready.data)
            elif ready.data in self._hands and self._hands[ready.data].wire is ready.fileobj:
                if events & selectors.EVENT_WRITE:
                    self._push(self._hands[ready.data])
                answers += self._read(self._hands[ready.data])
                hand = self._hands[ready.data]
                if hand.learner in self._once and not hand.orders:
                    self._replaced(hand, hand.learner)
        self._look_after(monotonic() - began)
        return answers

    def _look_after(self, seconds: float) -> None:
        """Wake forkers that a learner has stopped; end those that do not answer even so.

        Only time in which this process waited counts, and little of it at once: it may have been stopped itself meanwhile.
        """
        for forker in (self._main, *self._templates.values()):
            if not forker.ready or not self._hands:
                continue
            forker.silent += min(seconds, _ASK_AFTER)
            if not forker.asked and forker.silent >= _ASK_AFTER:
                forker.asked, forker.silent = True, 0.0
                with contextlib.suppress(OSError):  # a dead one is noticed in wait()
                    send(forker.wire, encoded({"asked": True}, {}))
            elif forker.asked and forker.silent >= _WAKE_AFTER:
                _signal(forker.pid, signal.SIGCONT if forker.silent < _KILL_AFTER else signal.SIGKILL)

    def close(self) -> None:
        """End all children, whatever they are doing."""
        for hand in self._hands.values():
            hand.wire.close()
        self._hands.clear()
        self._drop_templates()
        self._selector.close()
        if self._keep:
            give_back(self._zygote)
        else:
            self._zygote.end()
        for file, _ in self._shelf.values():
            os.close(file)
        self._shelf.clear()

    def _start(self) -> None:
        modules: set[str] = set().union(*(modules_in(data) for data in self._learners.values()))
        if set().union(*self._once.values()) - {"", "cloudpickle", *sys.stdlib_module_names}:
            # Packages that each child must import: what this process needed for them is at least shared.
            modules |= {name for name in sys.modules if name.split(".")[0] in ("scipy", "sklearn")}
        modules |= {data.frame for data in self._datasets.values() if data.frame}  # else each child would import it
        self._zygote, wire = lend(threads=self._threads, lines=self._workers, modules=modules)
        self._main, self._templates = Forker(wire=wire, pid=self._zygote.pid), dict[frozenset[str], Forker]()
        self._selector.register(wire, selectors.EVENT_READ, self._main)
        for line in range(self._workers):
            self._fork(line)

    def _prepare(self, learner: str) -> None:
        """Have the modules of a foreign learner imported once, if that has not been asked for."""
        modules = self._modules.get(learner)
        if modules is None or modules in self._templates:
            return
        ours, theirs = socket.socketpair()
        with theirs, contextlib.suppress(OSError):
            send(self._main.wire, encoded({"template": sorted(modules)}, {}), [theirs.fileno()])
        self._templates[modules] = Forker(wire=ours, modules=modules, ready=False)
        self._selector.register(ours, selectors.EVENT_READ, self._templates[modules])

    def _drop_templates(self) -> None:
        for template in self._templates.values():
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(template.wire)
            template.wire.close()
        self._templates.clear()

    def _fork(self, line: int, learner: str | None = None) -> ChildHandle:
        """A new child on that line, for that learner if one is named; its forker ends the one that still sits there."""
        number, mark = next(self._numbers), token_bytes(MARK_BYTES)
        template = self._templates.get(self._modules.get(learner or "", frozenset()))
        forker = template if template is not None and template.ready else self._main
        ours, theirs = socket.socketpair()
        with theirs, contextlib.suppress(OSError):  # a dead forker is noticed in wait()
            send(forker.wire, encoded({"fork": line, "number": number, "mark": mark.hex()}, {}), [theirs.fileno()])
        inbox, outbox = Inbox(ours, mark=mark), Outbox(ours)
        child = ChildHandle(forker=forker, line=line, number=number, wire=ours, inbox=inbox, outbox=outbox)
        self._hands[line] = child
        self._selector.register(ours, selectors.EVENT_READ, line)
        return child

    def _replaced(self, hand: ChildHandle, learner: str | None) -> ChildHandle:
        """A new child in place of one that has nothing to do."""
        with contextlib.suppress(KeyError, ValueError):  # its wire may have ended already
            self._selector.unregister(hand.wire)
        hand.wire.close()
        child = self._fork(hand.line, learner)
        if child.forker is not hand.forker:
            self._kill(hand)
        return child

    def _kill(self, hand: ChildHandle) -> None:
        with contextlib.suppress(OSError):
            send(hand.forker.wire, encoded({"kill": hand.line}, {}))

    def _serves(self, hand: ChildHandle, learner: str) -> bool:
        if hand.learner is None:
            return hand.forker is self._main or hand.forker.modules == self._modules.get(learner)
        return hand.learner == learner and learner not in self._once

    def _best(self, learner: str) -> ChildHandle | None:
        """The child with the least to do: one that serves this learner, or that is free and can be replaced."""
        usable = [hand for hand in self._hands.values() if not hand.leaving]
        able = [hand for hand in usable if not hand.orders or self._serves(hand, learner)]
        return min(able, key=lambda hand: (hand.load, not self._serves(hand, learner)), default=None)

    def _read(self, hand: ChildHandle) -> Iterator[Answer]:
        try:
            for frame in hand.inbox.frames():
                hand.leaving |= bool(frame.header["leaving"])
                order = hand.done(frame.header["number"])
                arrays = {name: read_array(data) for name, data in frame.parts.items()}
                good = {name: array for name, array in arrays.items() if array is not None}
                yield Answer(key=order.key, header=frame.header, arrays=good)
        except (ValueError, KeyError, TypeError, IndexError):  # foreign code wrote on our wire
            hand.spoiled = True
            with contextlib.suppress(KeyError, ValueError):  # what else comes is not read
                self._selector.unregister(hand.wire)
            self._dismiss(hand)
        if hand.inbox.ended:
            hand.leaving = True
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(hand.wire)

    def _push(self, hand: ChildHandle) -> None:
        """Send on what waits for this child; a busy child reads nothing, so never wait for it."""
        try:
            rest = not hand.outbox.push()
        except OSError:  # it is dying: the zygote will say so, and its orders are answered then
            self._dismiss(hand)
            return
        with contextlib.suppress(KeyError, ValueError):  # its wire may have ended already
            write = selectors.EVENT_WRITE if rest else 0
            if self._selector.get_key(hand.wire).events != selectors.EVENT_READ | write:
                self._selector.modify(hand.wire, selectors.EVENT_READ | write, hand.line)

    def _dismiss(self, hand: ChildHandle) -> None:
        hand.leaving = True
        self._kill(hand)

    def _news(self, forker: Forker) -> Iterator[Answer]:
        """A template is ready, a child died, or whoever forked it."""
        if forker is not self._main and forker is not self._templates.get(forker.modules):
            return  # dropped meanwhile
        try:
            frame = receive(forker.wire)
        except OSError:
            frame = None
        forker.asked, forker.silent = False, 0.0
        if frame is None:
            yield from self._lost(forker)
        elif "ready" in frame.header:
            forker.ready, forker.pid = True, frame.header["ready"]
        elif "died" in frame.header:
            hand = self._hands[frame.header["died"]]
            if hand.number == frame.header["number"]:  # else it was replaced meanwhile
                yield from self._bury(hand, frame)
                self._fork(hand.line)

    def _lost(self, forker: Forker) -> Iterator[Answer]:
        """The forker is dead, and its children with it; a template is not tried again."""
        self._selector.unregister(forker.wire)
        orphans = [hand for hand in self._hands.values() if forker in (hand.forker, self._main)]
        if forker is not self._main:
            forker.ready = False
        else:
            self._drop_templates()
            self._zygote.end()
        for hand in orphans:
            yield from self._bury(hand, None)
        if forker is self._main:
            self._start()
        else:
            for hand in orphans:
                self._fork(hand.line)

    def _bury(self, hand: ChildHandle, report: Frame | None) -> Iterator[Answer]:
        """What the child had finished; blame for what it was doing; the rest back, as if it had never been sent."""
        if not hand.spoiled:
            yield from self._read(hand)
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(hand.wire)
        hand.wire.close()
        del self._hands[hand.line]
        self._check_birth(hand, report)
        for index, order in enumerate(hand.orders):
            if index == 0 and hand.spoiled:
                yield Answer(key=order.key, failure=_SPOILED)
            elif index == 0 and report is not None and report.header["stage"] != "idle":
                yield _epitaph(order, report)
            else:
                lost = Failure(kind="signal", stage="load", message="the process that starts children was killed")
                yield Answer(key=order.key, failure=lost, blameless=True, begun=index == 0 and report is None)

    def _check_birth(self, hand: ChildHandle, report: Frame | None) -> None:
        """Children that die before their first unit, again and again, mean that none will ever live."""
        idle = report is not None and report.header["stage"] == "idle"
        stillborn = idle and not hand.answered and not hand.spoiled
        self._stillborn = self._stillborn + 1 if stillborn else 0
        if report is not None and self._stillborn > _STILLBORN:
            output = clean(report.header["output"][-_SHOWN:]).strip()
            raise BakeoffError(
                f"the processes that run learners die at once (exit code {report.header['code']}; printed last: {output or 'nothing'})"
            )


def _epitaph(order: Order, report: Frame) -> Answer:
    """Why the child died, in a sentence."""
    facts = report.header
    code, stage = facts["code"], facts["stage"]
    if facts["why"] == "timeout":
        kind, message = "timeout", f"still in {stage} after {order.limits.seconds:g} s, so it was killed"
    elif facts["why"] == "memory":
        kind, message = "memory", f"used more than {(order.limits.memory or 0) / 1e6:g} MB in {stage}, so it was killed"
    elif code < 0:
        kind, message = "signal", f"killed by signal {-code} ({_signal_name(-code)}) in {stage}"
    else:
        kind, message = "exit", f"the process ended with exit code {code} in {stage}"
    failure = Failure(kind=kind, stage=stage, message=message, detail=facts["output"])
    blameless = kind == "signal" and code in _EXTERNAL
    return Answer(key=order.key, failure=failure, blameless=blameless, spent=facts["spent"])


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(OSError):
        if pid:
            os.kill(pid, number)


def _signal_name(number: int) -> str:
    with contextlib.suppress(ValueError):
        return signal.Signals(number).name
    return "unknown"
