"""The study file through any sequence of uses: after each step it holds what a dictionary in memory holds."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bakeoff.core.errors import StudyFileError
from bakeoff.runs.assemble import assemble
from bakeoff.runs.exchange import import_predictions
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.store.verify import repair, verify
from bakeoff.runs.unit import Failure, Run, Status, UnitKey
from bakeoff.splits.kfold import KFold
from tests.helpers import odd_learners

LONG = bool(os.environ.get("BAKEOFF_LONG_FAULTS"))
DATA = odd_learners.toy("toy", n=12)
PLAN = KFold(3).plan(DATA, 1)
LEARNERS = ("tree", "it's; DROP TABLE units", "naïve\u202e")
BESIDE = ("", "-wal", "-shm")


def run_of(learner: str, fold: int, status: Status, seed: int) -> Run:
    key = UnitKey(dataset="toy", learner=learner, scheme="kfold", repeat=0, fold=fold)
    if status is not Status.DONE:
        failure = Failure(kind="exception", stage="fit", message=f"number {seed}")
        return Run(key=key, status=status, content=f"content {seed}", failure=failure)
    split = PLAN.split(0, fold)
    proba = np.random.default_rng(seed).dirichlet([1, 1], size=len(split.test))
    said = assemble(DATA, split.train, split.test, {"label": proba.argmax(axis=1), "proba": proba})
    return Run(key=key, status=status, content=f"content {seed}", predictions=said)


RUNS = st.builds(run_of, st.sampled_from(LEARNERS), st.integers(0, 2), st.sampled_from(Status), st.integers(0, 99))


class StudyFile(RuleBasedStateMachine):
    """Add, kill, resume, verify, read, copy, import, forget, damage and repair, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="bakeoff-states-"))
        self.path = self.folder / "study0.bakeoff"
        self.copies = 0
        self.ledger: FileLedger | None = None
        self.model = MemoryLedger()

    def teardown(self) -> None:
        if self.ledger is not None:
            self.ledger.close()
        shutil.rmtree(self.folder)

    @initialize()
    def begin(self) -> None:
        self.ledger = FileLedger.create(self.path)
        for one in (self.ledger, self.model):
            one.put_dataset(DATA)
            one.put_plan("toy", PLAN)

    def moved(self) -> Path:
        """Where the next copy goes."""
        self.copies += 1
        return self.folder / f"study{self.copies}.bakeoff"

    @precondition(lambda self: self.ledger is not None)
    @rule(runs=st.lists(RUNS, min_size=1, max_size=4, unique_by=lambda one: one.key))
    def add(self, runs: list[Run]) -> None:
        self.ledger.add_many(runs)
        self.model.add_many(runs)

    @precondition(lambda self: self.ledger is not None)
    @rule(runs=st.lists(RUNS, min_size=1, max_size=3, unique_by=lambda one: one.key), at=st.integers(1, 25))
    def kill_while_adding(self, runs: list[Run], at: int) -> None:
        """What is on the disk at the n-th statement is what a killed process leaves; the run goes on from there."""
        left, count = self.moved(), 0
        before, after = digest(self.model), MemoryLedger()
        after.add_many([*self.model, *runs])

        def statement(_: str) -> None:
            nonlocal count
            count += 1
            if count == at:
                for suffix in BESIDE:
                    if (beside := self.path.with_name(self.path.name + suffix)).exists():
                        shutil.copy(beside, left.with_name(left.name + suffix))

        self.ledger._connection.set_trace_callback(statement)
        self.ledger.add_many(runs)
        self.ledger._connection.set_trace_callback(None)
        if count < at:  # it had ended by then
            self.model.add_many(runs)
            return
        self.ledger.close()
        self.path, self.ledger = left, FileLedger.resume(left)
        found = digest(self.ledger)
        assert found in {before, digest(after)}  # all of it or nothing
        if found != before:
            self.model.add_many(runs)

    @precondition(lambda self: self.ledger is not None)
    @rule()
    def close(self) -> None:
        self.ledger.close()
        self.ledger = None
        assert not any(self.path.with_name(self.path.name + suffix).exists() for suffix in BESIDE[1:])

    @precondition(lambda self: self.ledger is None)
    @rule()
    def resume(self) -> None:
        self.ledger = FileLedger.resume(self.path)

    @precondition(lambda self: self.ledger is None)
    @rule()
    def copy(self) -> None:
        self.path = Path(shutil.copy(self.path, self.moved()))

    @precondition(lambda self: self.ledger is not None)
    @rule()
    def a_second_writer_is_refused(self) -> None:
        with pytest.raises(StudyFileError, match="being written"):
            FileLedger.open(self.path, write=True)

    @precondition(lambda self: self.ledger is not None)
    @rule(label=st.sampled_from("ab"))
    def import_from_elsewhere(self, label: str) -> None:
        file = self.folder / "answers.csv"
        rows = [f"{DATA.rows[at]},0,{one.fold},{label}" for one in PLAN.splits for at in one.test]
        file.write_text("\n".join(["row,repeat,fold,label", *rows]))
        assert import_predictions(self.ledger, file, "other") == import_predictions(self.model, file, "other")

    @precondition(lambda self: self.ledger is not None)
    @rule(learner=st.sampled_from([*LEARNERS, "other"]))
    def forget(self, learner: str) -> None:
        keys = [one for one in self.model.contents() if one.learner == learner]
        self.ledger.drop(keys)
        self.model.drop(keys)

    @precondition(lambda self: self.ledger is None and any(one.predictions for one in self.model))
    @rule(which=st.integers(0, 99), place=st.floats(0, 0.99))
    def damage_and_repair(self, which: int, place: float) -> None:
        with closing(sqlite3.connect(self.path)) as opened, opened:
            blobs = opened.execute(
                "SELECT rowid, data FROM blobs WHERE owner IN (SELECT id FROM units) AND kind = 'unit'"
            ).fetchall()
            number, data = blobs[which % len(blobs)]
            at = int(place * len(data))
            changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
            opened.execute("UPDATE blobs SET data = ? WHERE rowid = ?", (changed, number))
        found = verify(self.path)
        lost = {one.key for one in found if one.key is not None}
        assert lost
        assert repair(self.path)
        self.model.drop(lost)

    @invariant()
    def it_holds_what_the_dictionary_holds(self) -> None:
        with FileLedger.open(self.path) as reader:
            for one in (reader, *([self.ledger] if self.ledger is not None else [])):
                assert one.contents() == self.model.contents()
                assert digest(one) == digest(self.model)
                assert [run.failure for run in one] == [run.failure for run in self.model]

    @invariant()
    def nothing_is_damaged(self) -> None:
        assert verify(self.path) == ()


StudyFile.TestCase.settings = settings(
    max_examples=300 if LONG else 8,
    stateful_step_count=15,
    phases=[Phase.generate],  # what fails is a short list of steps as it is
    derandomize=not LONG,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestStudyFile = pytest.mark.faults(pytest.mark.slow(StudyFile.TestCase))
