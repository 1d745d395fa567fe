"""Progress: what a run tells while it runs; Outcome: what it tells at the end."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan
from time import monotonic

from bakeoff.runs.inner import INNER
from bakeoff.runs.unit import Run, Status

__all__ = ["Listener", "Meter", "Progress", "RunOutcome"]

_PAUSE = 0.1  # seconds between two reports


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where a run stands. Units count when they are on the disk."""

    done: int  # stored in this run, failed and invalid ones included
    total: int  # to be run in this run
    failed: int
    invalid: int
    running: int
    rate: float  # units per second so far
    seconds_left: float  # a guess; NaN before the first unit
    last: Run | None
    news: tuple[Run, ...] = ()  # stored since the last report


Listener = Callable[[Progress], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """What a run did."""

    done: int
    failed: int
    invalid: int
    skipped: int  # stored before, and unchanged
    wall_seconds: float  # from the first order to the last commit
    unit_seconds: float  # fit and predict, summed over units
    interrupted: bool = False
    changed: int = 0  # of those run: stored before, but data, split or learner have changed since
    startup_seconds: float = 0.0
    reason: str = ""  # why it was interrupted, unless it was Ctrl-C


class Meter:
    """Counts stored units and reports them, not too often."""

    def __init__(self, total: int, workers: int, listener: Listener | None) -> None:
        self._total, self._workers, self._listener = total, workers, listener
        self.began = monotonic()
        self._reported = 0.0
        self._last: Run | None = None
        self._news: list[Run] = []
        self.counts = dict.fromkeys(Status, 0)
        self.unit_seconds = 0.0

    def expect(self, units: int) -> None:
        """So many more units are to be run."""
        self._total += units

    def stored(self, runs: list[Run]) -> None:
        """These units are on the disk."""
        for run in runs:
            # A candidate of a search may fail; that is no failed unit of the study.
            self.counts[Status.DONE if run.key.role == INNER else run.status] += 1
            spent = run.resources.fit_seconds + run.resources.predict_seconds
            self.unit_seconds += 0.0 if isnan(spent) else spent
            self._last = run
        if self._listener is not None:
            self._news += runs

    def report(self, *, running: int, work_left: float, ahead: int = 0, at_once: bool = False) -> None:
        """Tell the listener, if it is time. `work_left` is in seconds of one worker, `ahead` counts units that will be asked for."""
        now = monotonic()
        if self._listener is None or (not at_once and now - self._reported < _PAUSE):
            return
        self._reported = now
        done = sum(self.counts.values())
        elapsed = max(now - self.began, 1e-9)
        news, self._news = tuple(self._news), []
        self._listener(
            Progress(
                done=done,
                total=self._total + ahead,
                failed=self.counts[Status.FAILED],
                invalid=self.counts[Status.INVALID],
                running=running,
                rate=done / elapsed,
                seconds_left=work_left / self._workers,
                last=self._last,
                news=news,
            )
        )

    def outcome(self, *, skipped: int, changed: int, interrupted: bool, startup: float, reason: str = "") -> RunOutcome:
        return RunOutcome(
            done=self.counts[Status.DONE],
            failed=self.counts[Status.FAILED],
            invalid=self.counts[Status.INVALID],
            skipped=skipped,
            changed=changed,
            wall_seconds=monotonic() - self.began,
            unit_seconds=self.unit_seconds,
            interrupted=interrupted,
            startup_seconds=startup,
            reason=reason,
        )
