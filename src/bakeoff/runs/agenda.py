"""Agenda: what one run has to do, worked out once; Schedule: which unit is next, the longest expected first."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from time import monotonic

from bakeoff.core.errors import BadInput
from bakeoff.runs.environment import EARLIER, LATEST
from bakeoff.runs.inner import INNER
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import IMPORTED, Status, UnitKey
from bakeoff.runs.work import Work, content_hashes

__all__ = ["Agenda", "Schedule", "cost_guess", "forget_runs", "open_run", "plan_run"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Agenda:
    """The units of a work, sorted by what has to be done about them."""

    work: Work
    contents: dict[UnitKey, str]  # of every unit of the work
    missing: tuple[UnitKey, ...]
    changed: tuple[UnitKey, ...]  # stored, but for other data, another split or other settings
    again: tuple[UnitKey, ...]  # stored as failed or invalid, and to be tried again
    skipped: int  # stored, unchanged and not tried again
    failed: int  # stored and unchanged, but failed or invalid
    foreign: tuple[UnitKey, ...]  # stored, but no part of this work: imported, or of an earlier version of it

    @property
    def todo(self) -> tuple[UnitKey, ...]:
        """The units to run."""
        return (*self.missing, *self.changed, *self.again)


def plan_run(work: Work, ledger: Ledger, *, fresh: bool = False, retry: str | None = None) -> Agenda:
    """Compare the work with what is stored; nothing is written.

    `fresh` takes nothing as stored, `retry="failed"` also repeats failed and invalid units.
    """
    if retry not in (None, "failed"):
        raise BadInput(f"retry must be 'failed' or None, not {retry!r}")
    stored = {} if fresh else ledger.contents()
    wanted = content_hashes(work)
    present_units = {key: stored[key] for key in wanted if key in stored}
    kept = {key: status for key, (status, content) in present_units.items() if content == wanted[key]}
    failed = tuple(key for key, status in kept.items() if status is not Status.DONE)
    inner = any(key.role == INNER for key in stored)
    searches = {work.search_key(key) for key in wanted} if inner else set()
    return Agenda(
        work=work,
        contents=wanted,
        missing=tuple(key for key in wanted if key not in present_units),
        changed=tuple(key for key in present_units if key not in kept),
        again=failed if retry else (),
        skipped=len(kept) - (len(failed) if retry else 0),
        failed=len(failed),
        foreign=tuple(
            key for key in stored if not (work.search_key(key) in searches if key.role == INNER else key in wanted)
        ),
    )


def open_run(agenda: Agenda, ledger: Ledger, *, fresh: bool = False) -> Agenda:
    """Store what the units will refer to; `fresh` first forgets what was run before."""
    if fresh:
        forget_runs(ledger)
    if agenda.todo:
        for name, data in agenda.work.datasets.items():
            ledger.put_dataset(data)
            ledger.put_plan(name, agenda.work.plans[name])
        ledger.checkpoint()  # a copy of the file alone then knows at least the plan
    return agenda


def forget_runs(ledger: Ledger) -> None:
    """Drop every unit that can be run again; what was imported was not made here and cannot be."""
    ledger.drop([key for key, (_, content) in ledger.contents().items() if not content.startswith(IMPORTED)])
    for name in (LATEST, EARLIER):
        ledger.set_meta(name, None)


Pair = tuple[str, str]

_SHORT = 0.1  # seconds: beside longer units a new child costs little


@dataclass(slots=True)
class Queue:
    """The waiting units of one learner on one data set, which take about equally long."""

    learner: str
    size: float  # rows times columns: the only guess before the first unit
    waiting: deque[UnitKey] = field(default_factory=deque)
    seconds: float = nan  # mean of those that ended
    ended: int = 0
    piloted: float | None = None  # when the first one was sent out

    @property
    def known(self) -> bool:
        return self.ended > 0

    def expected(self, now: float) -> float:
        """Seconds: what was seen, else as long as the first one has been running by now."""
        return self.seconds if self.known else now - (now if self.piloted is None else self.piloted)


class Schedule:
    """Units that wait. The first of each learner and data set goes early, as a pilot; then the longest first."""

    def __init__(
        self,
        keys: Iterable[UnitKey],
        *,
        sizes: Mapping[str, float],
        costs: Mapping[Pair, float],
        order: Sequence[UnitKey] | None = None,
    ) -> None:
        self._lanes: dict[Pair, Queue] = {}
        wanted = set(keys)
        self._fixed = None if order is None else deque(key for key in order if key in wanted)
        for key in sorted(wanted):
            fresh = Queue(learner=key.learner, size=sizes.get(key.dataset, 1.0))
            lane = self._lanes.setdefault((key.dataset, key.learner), fresh)
            lane.waiting.append(key)
        for pair, lane in self._lanes.items():
            if pair in costs:
                lane.seconds, lane.ended = costs[pair], 1
        if self._fixed is not None and len(self._fixed) < len(wanted):
            rest = wanted.difference(self._fixed)
            self._fixed.extend(sorted(rest))

    def add(self, keys: Iterable[UnitKey]) -> None:
        """Further units of learners that are known."""
        for key in keys:
            self._lane(key).waiting.append(key)
            if self._fixed is not None:
                self._fixed.append(key)

    def withdraw(self, keys: Iterable[UnitKey]) -> None:
        """These units cannot be run yet."""
        for key in keys:
            self._lane(key).waiting.remove(key)
            if self._fixed is not None:
                self._fixed.remove(key)

    @property
    def waiting(self) -> list[UnitKey]:
        """All units that wait, in key order."""
        return sorted(key for lane in self._lanes.values() for key in lane.waiting)

    def peek(self) -> UnitKey | None:
        """The unit that should go next."""
        if self._fixed is not None:
            return self._fixed[0] if self._fixed else None
        now = monotonic()
        lanes = [lane for lane in self._lanes.values() if lane.waiting]
        return max(lanes, key=lambda lane: _urgency(lane, now)).waiting[0] if lanes else None

    def take(self) -> UnitKey:
        """Take the unit that `peek` shows."""
        key = self.peek()
        if key is None:
            raise IndexError("nothing is waiting")
        lane = self._lane(key)
        if self._fixed is not None:
            self._fixed.popleft()
            lane.waiting.remove(key)
        else:
            lane.waiting.popleft()
        if lane.piloted is None:
            lane.piloted = monotonic()
        return key

    def put_back(self, key: UnitKey) -> None:
        """It must be run again, soon."""
        self._lane(key).waiting.appendleft(key)
        if self._fixed is not None:
            self._fixed.appendleft(key)

    def learn(self, key: UnitKey, seconds: float) -> None:
        """So long did this unit take."""
        lane = self._lane(key)
        lane.seconds = seconds if not lane.known else lane.seconds + (seconds - lane.seconds) / (lane.ended + 1)
        lane.ended += 1

    def expected(self, key: UnitKey) -> float:
        """Seconds this unit will take; infinite while nothing is known, so that nobody relies on it."""
        lane = self._lane(key)
        return lane.seconds if lane.known else float("inf")

    def work_left(self) -> float:
        """Seconds of one worker for all that waits; NaN while nothing is known."""
        lane_seconds = [lane.seconds for lane in self._lanes.values() if lane.known]
        if not lane_seconds:
            return nan
        usual = sum(lane_seconds) / len(lane_seconds)
        return sum(len(lane.waiting) * (lane.seconds if lane.known else usual) for lane in self._lanes.values())

    def _lane(self, key: UnitKey) -> Queue:
        return self._lanes[key.dataset, key.learner]


def _urgency(lane: Queue, now: float) -> tuple[bool, float, str, float]:
    unseen = not lane.known and lane.piloted is None
    expected = 0.0 if unseen else lane.expected(now)
    return unseen, expected if expected > _SHORT else 0.0, lane.learner, lane.size


def cost_guess(work: Work) -> dict[str, float]:
    """Bytes of the features of each data set."""
    return {name: float(data.block.nbytes) for name, data in work.datasets.items()}
