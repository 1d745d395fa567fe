"""Units on this machine: everything that can happen to a unit, in as few runs as possible."""

from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.learners.baselines import Prior
from bakeoff.runs.agenda import plan_run
from bakeoff.runs.local import run_local
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.work import units
from tests.helpers import odd_learners


def test_order_and_workers_change_nothing_and_a_file_resumes(tmp_path: Path) -> None:
    data = (odd_learners.toy("one"), odd_learners.toy("two", n=45, seed=1, classes=3))
    work = odd_learners.work_of(odd_learners.Prior(), odd_learners.Noisy(), datasets=data, folds=3, repeats=2)
    memory = MemoryLedger()
    run_local(work, memory, workers=1)
    shuffled = [units(work)[at] for at in np.random.default_rng(0).permutation(len(units(work)))]
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        assert run_local(work, ledger, workers=2, order=shuffled).done == 24
        again = run_local(work, ledger, workers=2)
        assert (again.done, again.skipped, again.changed) == (0, 24, 0)
    with FileLedger.open(tmp_path / "s.bakeoff") as ledger:
        assert digest(ledger) == digest(memory)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["s.bakeoff"]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("shuffle", [None, 0, 1])
def test_a_learner_that_patches_changes_no_unit_of_anyone(workers: int, shuffle: int | None) -> None:
    work = odd_learners.patched_study(patcher=True)
    alone, among = MemoryLedger(), MemoryLedger()
    run_local(odd_learners.patched_study(patcher=False), alone, workers=1)
    drawn = None if shuffle is None else np.random.default_rng(shuffle).permutation(len(units(work)))
    run_local(work, among, workers=workers, order=None if drawn is None else [units(work)[at] for at in drawn])
    found = odd_learners.digests(among)
    assert {key: one for key, one in found.items() if key.learner != "patcher"} == odd_learners.digests(alone)
    first = [run.predictions.proba[0, 0] for run in among if run.key.learner == "patcher"]
    assert first == [0.5] * 12  # each unit found everything unpatched, also by its own learner


def test_only_what_changed_is_run_again() -> None:
    ledger = MemoryLedger()
    run_local(odd_learners.work_of(odd_learners.Prior(), odd_learners.Noisy()), ledger, workers=1)
    changed = odd_learners.work_of(
        odd_learners.Prior(), odd_learners.Noisy(settings="other"), odd_learners.Does(name="bad", what=lambda: 1 / 0)
    )
    before = plan_run(changed, ledger)
    assert ({key.learner for key in before.changed}, {key.learner for key in before.missing}) == ({"noisy"}, {"bad"})
    first = run_local(changed, ledger, workers=1)
    assert (first.done, first.failed, first.skipped, first.changed) == (2, 2, 2, 2)
    assert run_local(changed, ledger, workers=1).skipped == 6
    assert run_local(changed, ledger, workers=1, retry="failed").failed == 2
    assert run_local(changed, ledger, workers=2, fresh=True).done == 4
    assert plan_run(odd_learners.work_of(odd_learners.Prior()), ledger).foreign == tuple(
        run.key for run in ledger if run.key.learner != "prior"
    )


def test_limits_must_make_sense() -> None:
    work = odd_learners.work_of(odd_learners.Prior())
    with pytest.raises(BadInput, match="timeout must be a positive number"):
        run_local(work, MemoryLedger(), timeout=0)
    with pytest.raises(BadInput, match="workers"):
        run_local(work, MemoryLedger(), workers=0)
    with pytest.raises(BadInput, match="retry"):
        run_local(work, MemoryLedger(), retry="all")


def test_answers_that_fill_the_wires_in_both_directions() -> None:
    """Quick units with large orders and large answers: neither side may wait for the other to read first."""
    ledger = MemoryLedger()
    work = odd_learners.work_of(Prior(), datasets=(odd_learners.toy(n=2500),), folds=2, repeats=150)
    assert run_local(work, ledger, workers=1).done == 300
