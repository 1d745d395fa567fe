"""Units on this machine's cores."""

import os
from collections.abc import Sequence
from time import monotonic

from bakeoff.core.checks import count
from bakeoff.core.errors import BadInput
from bakeoff.runs.coordinator import CommitBuffer, conduct
from bakeoff.runs.environment import EARLIER, LATEST, write_environment
from bakeoff.runs.orders import Limits, packed_learners
from bakeoff.runs.pending import Pending, pending
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.progress import Listener, Meter, Outcome
from bakeoff.runs.schedule import Schedule, cost_guess
from bakeoff.runs.store.ledger import Ledger
from bakeoff.runs.unit import IMPORTED, UnitKey
from bakeoff.runs.work import Work

__all__ = ["cores", "forget_runs", "limits_of", "open_ledger", "run_local"]


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_local(
    work: Work,
    ledger: Ledger,
    *,
    workers: int | None = None,
    timeout: float | None = None,
    memory: float | None = None,
    listener: Listener | None = None,
    order: Sequence[UnitKey] | None = None,
    fresh: bool = False,
    retry: str | None = None,
    threads: int = 1,
) -> Outcome:
    """Run what is missing or has changed, each unit in a child process, and write down every outcome.

    `timeout` is in seconds and `memory` in MB (10^6 bytes) per unit; `order` fixes the order of units (else: longest
    expected first); `fresh` forgets what is stored; `retry="failed"` repeats units that failed or were invalid.
    Ctrl-C ends the run early, with everything that had finished stored and `interrupted` set.
    """
    began = monotonic()
    workers = cores() if workers is None else count("workers", workers)
    limits = limits_of(timeout, memory)
    todo = open_ledger(work, ledger, fresh=fresh, retry=retry)
    if todo.todo:
        write_environment(ledger, threads=threads)
    meter = Meter(len(todo.todo), workers, listener)
    interrupted, startup = False, 0.0
    if todo.todo:
        try:
            schedule = Schedule(todo.todo, sizes=cost_guess(work), costs=ledger.costs(), order=order)
            with Pool(
                min(workers, len(todo.todo)),
                datasets=work.datasets,
                learners=packed_learners(work),
                threads=threads,
                left=schedule.work_left,
            ) as pool:
                startup = monotonic() - began
                meter.began = monotonic()
                conduct(work, pool, schedule, CommitBuffer(work, ledger, todo.contents, meter), limits)
        except KeyboardInterrupt:
            interrupted = True
    return meter.outcome(skipped=todo.skipped, changed=len(todo.changed), interrupted=interrupted, startup=startup)


def limits_of(timeout: float | None, memory: float | None) -> Limits:
    """Seconds and MB as given by a user."""
    for name, value in (("timeout", timeout), ("memory", memory)):
        if value is not None and not value > 0:
            raise BadInput(f"{name} must be positive, not {value!r}; leave it out for no limit")
    return Limits(seconds=timeout, memory=None if memory is None else memory * 1e6)


def open_ledger(work: Work, ledger: Ledger, *, fresh: bool, retry: str | None) -> Pending:
    """Store what the units will refer to, and see what is left to do."""
    if fresh:
        forget_runs(ledger)
    todo = pending(work, ledger, retry=retry)
    if todo.todo:
        for name, data in work.datasets.items():
            ledger.put_dataset(data)
            ledger.put_plan(name, work.plans[name])
        checkpoint = getattr(ledger, "checkpoint", None)
        if checkpoint is not None:  # a copy of the file alone then knows at least the plan
            checkpoint()
    return todo


def forget_runs(ledger: Ledger) -> None:
    """Drop every unit that can be run again; what was imported was not made here and cannot be."""
    ledger.drop([key for key, (_, content) in ledger.contents().items() if not content.startswith(IMPORTED)])
    for name in (LATEST, EARLIER):
        ledger.set_meta(name, None)
