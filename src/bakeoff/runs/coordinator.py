"""Conduct a run: orders out, answers in, everything checked and written down; the same for a machine and a cluster."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isnan, nan
from time import monotonic
from typing import Protocol

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.resources import Resources
from bakeoff.runs.agenda import Schedule
from bakeoff.runs.assemble import Expected, assemble, complaint
from bakeoff.runs.expansion import Expansion, tuned_keys
from bakeoff.runs.inner import INNER
from bakeoff.runs.progress import Meter
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import Failure, Run, Status, UnitKey
from bakeoff.runs.work import Answer, Limits, Order, Work

__all__ = ["CommitBuffer", "Executor", "conduct", "run_from_answer"]

_GROUPED = 0.1  # seconds that units may wait to share a commit
_HEAVY = 32 * 2**20  # bytes of predictions that are committed at once
_ATTEMPTS = 3  # of a unit whose process was killed from outside


class Executor(Protocol):
    """Whoever runs units: a Pool of this machine, or a Dask cluster."""

    @property
    def running(self) -> int: ...
    def accepts(self, learner: str, expected: float, size: int) -> bool: ...
    def submit(self, order: Order) -> None: ...
    def wait(self, timeout: float | None) -> list[Answer]: ...


class CommitBuffer:
    """The open book of one run: answers become Runs, Runs are committed in groups."""

    def __init__(self, work: Work, ledger: Ledger, contents: dict[UnitKey, str], meter: Meter) -> None:
        self._work, self._ledger, self._contents, self.meter = work, ledger, contents, meter
        self.expansion = Expansion(work, ledger)
        self._waiting: list[Run] = []
        self._weight = 0
        self._since = 0.0

    def enter(self, order: Order, answer: Answer) -> Run:
        """An answer, judged and waiting for its commit."""
        content = self._contents.get(answer.key) or self.expansion.content(answer.key)
        try:
            run = run_from_answer(self._work, order, answer, content)
        except (KeyError, TypeError, ValueError, AttributeError) as error:  # foreign code wrote on the wire
            failure = Failure(kind="invalid", stage="check", message=f"its output cannot be read ({error!r})")
            run = Run(key=answer.key, status=Status.INVALID, content=content, failure=failure)
        self._keep(self.expansion.completed(run), sum(array.nbytes for array in answer.arrays.values()))
        return run

    def enter_failed(self) -> None:
        """Write down units that cannot be fitted, because nothing could be chosen for them."""
        for run in self.expansion.failed:
            self._keep(replace(run, content=self._contents[run.key]), 0)
        self.expansion.failed.clear()

    def _keep(self, run: Run, weight: int) -> None:
        if not self._waiting:
            self._since = monotonic()
        self._waiting.append(run)
        self._weight += weight

    @property
    def patience(self) -> float:
        """Seconds until the next commit is due; infinite if nothing waits."""
        return max(self._since + _GROUPED - monotonic(), 0.0) if self._waiting else inf

    def commit(self, *, now: bool) -> None:
        """Write down what waits, if it is time. Only then is it done."""
        if self._waiting and (now or self._weight > _HEAVY or self.patience == 0.0):
            self._ledger.add_many(self._waiting)
            self.meter.stored(self._waiting)
            self._waiting, self._weight = [], 0


def conduct(work: Work, executor: Executor, schedule: Schedule, score: CommitBuffer, limits: Limits) -> None:
    """Until every unit is written down. Ctrl-C passes through; what was answered is committed on the way out."""
    attempts: dict[UnitKey, int] = {}
    orders: dict[UnitKey, Order] = {}  # that have not been answered
    expansion = score.expansion
    try:
        tuned = list(tuned_keys(work, schedule.waiting))
        schedule.withdraw(tuned)
        _more(schedule, score, expansion.begin(tuned))
        while True:
            while (key := schedule.peek()) is not None:
                expected = schedule.expected(key)
                if not executor.accepts(key.learner, expected, len(work.datasets[key.dataset])):
                    break
                schedule.take()
                orders[key] = expansion.order(key, limits, expected)
                executor.submit(orders[key])
            if not executor.running and schedule.peek() is None:
                break
            for answer in executor.wait(min(score.patience, 0.5)):
                order = orders.pop(answer.key)
                if answer.blameless:
                    attempts[answer.key] = attempts.get(answer.key, 0) + answer.begun
                    if attempts[answer.key] < _ATTEMPTS:
                        schedule.put_back(answer.key)
                        continue
                run = score.enter(order, answer)
                schedule.learn(answer.key, _seconds(run, answer))
                _more(schedule, score, expansion.after(run))
            score.commit(now=False)
            score.meter.report(running=executor.running, work_left=schedule.work_left(), ahead=expansion.ahead)
    finally:
        score.commit(now=True)
        score.meter.report(running=0, work_left=schedule.work_left(), at_once=True)


def _more(schedule: Schedule, score: CommitBuffer, ready: Sequence[UnitKey]) -> None:
    """Units that can run now, and those that never can."""
    schedule.add(ready)
    score.meter.expect(sum(key.role == INNER for key in ready))
    score.enter_failed()


def _seconds(run: Run, answer: Answer) -> float:
    spent = run.resources.fit_seconds + run.resources.predict_seconds
    return answer.spent if isnan(spent) else spent


def run_from_answer(work: Work, order: Order, answer: Answer, content: str) -> Run:
    """The Run that an answer amounts to: done, failed or invalid."""
    key = answer.key
    if answer.failure is not None:
        return Run(key=key, status=Status.FAILED, content=content, failure=answer.failure)
    resources, warnings = _resources(answer), answer.header["warnings"]
    failure_facts = answer.header.get("failure")
    failure, status, predictions = None, Status.DONE, None
    if failure_facts is not None:
        failure, status = Failure(**{name: str(text) for name, text in failure_facts.items()}), Status.FAILED
    else:
        test = order.test if order.copies == 1 else np.tile(order.test, order.copies)
        wrong = complaint(_expected(work, key, test), answer.arrays, answer.header["odd"])
        if wrong is None:
            predictions = assemble(work.table_of(key)[1], order.train, test, answer.arrays)
        else:
            failure, status = Failure(kind="invalid", stage="check", message=wrong), Status.INVALID
    return Run(
        key=key,
        status=status,
        content=content,
        predictions=predictions,
        resources=resources,
        failure=failure,
        warnings=tuple(str(text) for text, _ in warnings),
        warning_counts=tuple(int(count) for _, count in warnings),
        facts=facts if isinstance(facts := answer.header.get("facts"), dict) else None,
    )


def _expected(work: Work, key: UnitKey, test: Array) -> Expected:
    data = work.table_of(key)[1]
    # Inner fits return what the measure reads, and no more.
    gives = frozenset() if key.role == INNER else frozenset(work.learners[key.learner].gives)
    return Expected(task=data.task, rows=data.rows[test], classes=data.classes, gives=gives)


def _resources(answer: Answer) -> Resources:
    """What the child measured, as numbers whatever it sent."""
    fit, predict, fit_cpu, predict_cpu = _numbers(answer.header.get("seconds", ()), 4)
    peak, size = _numbers([answer.header.get("peak_bytes"), answer.header.get("model_bytes")], 2)
    return Resources(
        fit_seconds=fit,
        predict_seconds=predict,
        fit_cpu_seconds=fit_cpu,
        predict_cpu_seconds=predict_cpu,
        peak_bytes=peak,
        model_bytes=size,
    )


def _numbers(values: Sequence[object], count: int) -> list[float]:
    numbers = [float(value) if isinstance(value, (int, float)) else nan for value in values]
    return (numbers + [nan] * count)[:count]
