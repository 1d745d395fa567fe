"""Units on this machine's cores, and one unit run again: is the answer the same?"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from time import monotonic

from bakeoff.core.checks import count
from bakeoff.core.cores import cores
from bakeoff.core.errors import BadInput
from bakeoff.runs.agenda import Agenda, Schedule, cost_guess, open_run, plan_run
from bakeoff.runs.coordinator import CommitBuffer, conduct, run_from_answer
from bakeoff.runs.environment import write_environment
from bakeoff.runs.expansion import Expansion, tuned_keys
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.progress import Listener, Meter, RunOutcome
from bakeoff.runs.store.ledger import Ledger, MemoryLedger, digest
from bakeoff.runs.unit import Run, UnitKey
from bakeoff.runs.work import Limits, Order, Work, content_hash, order_for, packed_learners

__all__ = ["limits_of", "rerun", "run_local"]


def run_local(
    asked: Work | Agenda,
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
) -> RunOutcome:
    """Run what is missing or has changed, each unit in a child process, and write down every outcome.

    Whoever has made the agenda, and stored its data and plans, hands it in; `fresh` and `retry` belong to a plain work.
    `timeout` is in seconds and `memory` in MB (10^6 bytes) per unit; `order` fixes the order of units (else: longest
    expected first); `fresh` forgets what is stored; `retry="failed"` repeats units that failed or were invalid.
    Ctrl-C ends the run early, with everything that had finished stored and `interrupted` set.
    """
    began = monotonic()
    workers = cores() if workers is None else count("workers", workers)
    limits = limits_of(timeout, memory)
    if isinstance(asked, Work):
        asked = open_run(plan_run(asked, ledger, fresh=fresh, retry=retry), ledger, fresh=fresh)
    agenda, work = asked, asked.work
    if agenda.todo:
        write_environment(ledger, threads=threads)
    meter = Meter(len(agenda.todo), workers, listener)
    interrupted, startup = False, 0.0
    if agenda.todo:
        try:
            schedule = Schedule(agenda.todo, sizes=cost_guess(work), costs=ledger.costs(), order=order)
            with Pool(
                workers if any(tuned_keys(work, agenda.todo)) else min(workers, len(agenda.todo)),
                datasets=work.tables,
                learners=packed_learners(work),
                threads=threads,
                left=schedule.work_left,
                keep=True,
                repeated=[name for name, units in Counter(key.learner for key in agenda.todo).items() if units > 1],
            ) as pool:
                startup = monotonic() - began
                meter.began = monotonic()
                conduct(work, pool, schedule, CommitBuffer(work, ledger, agenda.contents, meter), limits)
        except KeyboardInterrupt:
            interrupted = True
    return meter.outcome(skipped=agenda.skipped, changed=len(agenda.changed), interrupted=interrupted, startup=startup)


def limits_of(timeout: float | None, memory: float | None) -> Limits:
    """Seconds and MB as given by a user."""
    for name, value, unit in (("timeout", timeout, "seconds"), ("memory", memory, "MB")):
        if value is not None and (isinstance(value, (str, bool)) or not value > 0):
            raise BadInput(f"{name} must be a positive number ({unit}), not {value!r:.80}; leave it out for no limit")
    return Limits(seconds=timeout, memory=None if memory is None else memory * 1e6)


def run_one(work: Work, order: Order, content: str, threads: int = 1) -> Run:
    """Run a single unit in a child of its own; nothing is stored."""
    key = order.key
    learners = {key.learner: packed_learners(work)[key.learner]}
    with Pool(1, datasets=work.tables, learners=learners, threads=threads, keep=True) as pool:
        pool.submit(order)
        while True:
            for answer in pool.wait(None):
                return run_from_answer(work, order, answer, content)


def rerun(work: Work, ledger: Ledger, key: UnitKey, limits: Limits | None = None, threads: int = 1) -> bool:
    """Whether running the unit again gives exactly what is stored: the same bytes, or the same kind of failure.

    It has these limits: a unit that ran out of time is not waited for without end.
    """
    stored = ledger.get(key)
    if stored is None:
        raise BadInput(f"no unit {key} is stored; `bakeoff status` lists what is")
    content: str | None = None
    if any(tuned_keys(work, [key])):
        order, content = Expansion(work, ledger, look_only=True).again(key)
    else:
        order = order_for(work, key, Limits(), float("inf"))
    content = content or content_hash(work, key)
    if stored.content != content:
        raise BadInput(f"data, split or learner of unit {key} have changed since it was stored; run the study instead")
    again = run_one(work, order if limits is None else replace(order, limits=limits), content, threads)
    if again.failure is not None or stored.failure is not None:
        first, second = stored.failure, again.failure
        return first is not None and second is not None and (first.kind, first.stage) == (second.kind, second.stage)
    return _digest_of(stored) == _digest_of(again)


def _digest_of(run: Run) -> str:
    book = MemoryLedger()
    book.add(run)
    return digest(book)
