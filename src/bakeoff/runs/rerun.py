"""One unit, run again: is the answer the same?"""

from bakeoff.core.errors import BadInput
from bakeoff.runs.coordinator import run_from_answer
from bakeoff.runs.orders import Limits, order_for, packed_learners
from bakeoff.runs.process.pool import Pool
from bakeoff.runs.store.ledger import Ledger, digest
from bakeoff.runs.store.memory_ledger import MemoryLedger
from bakeoff.runs.unit import Run, UnitKey
from bakeoff.runs.work import Work, content_hash

__all__ = ["rerun", "run_one"]


def run_one(work: Work, key: UnitKey, *, limits: Limits | None = None, threads: int = 1) -> Run:
    """Run a single unit in a child of its own; nothing is stored."""
    learners = {key.learner: packed_learners(work)[key.learner]}
    order = order_for(work, key, limits or Limits(), float("inf"))
    with Pool(1, datasets=work.datasets, learners=learners, threads=threads) as pool:
        pool.submit(order)
        while True:
            for answer in pool.wait(None):
                return run_from_answer(work, order, answer, content_hash(work, key))


def rerun(work: Work, ledger: Ledger, key: UnitKey, *, limits: Limits | None = None, threads: int = 1) -> bool:
    """Whether running the unit again gives exactly what is stored: the same bytes, or the same kind of failure."""
    stored = ledger.get(key)
    if stored is None:
        raise BadInput(f"no unit {key} is stored; `bakeoff status` lists what is")
    if stored.content != content_hash(work, key):
        raise BadInput(f"data, split or learner of unit {key} have changed since it was stored; run the study instead")
    again = run_one(work, key, limits=limits, threads=threads)
    if again.failure is not None or stored.failure is not None:
        first, second = stored.failure, again.failure
        return first is not None and second is not None and (first.kind, first.stage) == (second.kind, second.stage)
    return _digest_of(stored) == _digest_of(again)


def _digest_of(run: Run) -> str:
    book = MemoryLedger()
    book.add(run)
    return digest(book)
