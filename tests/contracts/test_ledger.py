"""One suite for every ledger: what one promises, all keep."""

from collections.abc import Iterator
from math import isnan
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Column, Dataset
from bakeoff.data.tasks import BINARY, REGRESSION, TaskKind
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resources import Resources
from bakeoff.runs.assemble import assemble
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import Ledger, MemoryLedger, digest
from bakeoff.runs.unit import Failure, Run, Status, UnitKey
from bakeoff.splits.kfold import KFold
from bakeoff.splits.plan import SplitPlan
from bakeoff.splits.training_sizes import subset


@pytest.fixture(params=["memory", "file"])
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ledger]:
    if request.param == "memory":
        yield MemoryLedger()
        return
    with FileLedger.create(tmp_path / "one.bakeoff") as made:
        yield made


def dataset(name: str = "d", task: TaskKind = BINARY, shift: int = 0) -> Dataset:
    n = 12
    target = np.arange(n) % 2 if task.coded else np.linspace(0, 1, n)
    return Dataset(
        name=name,
        task=task,
        features=np.arange(2.0 * n).reshape(n, 2) + shift,
        target=target,
        columns=(Column(name="p"), Column(name="q", kind="nominal", levels=("u", "v"))),
        classes=("no", "yes") if task.coded else (),
        positive="yes" if task.coded else None,
        rows=np.array([f"r{at}" for at in range(n)], dtype=object),
        groups=np.arange(n) // 3,
        time=np.datetime64("2020-01-01") + np.arange(n),
        source="made",
        notes=("a note",),
    )


def key(fold: int = 0, learner: str = "l", data: str = "d", scheme: str = "kfold(3)", **more: object) -> UnitKey:
    return UnitKey(dataset=data, learner=learner, scheme=scheme, repeat=0, fold=fold, **more)


def stock(ledger: Ledger, data: Dataset) -> SplitPlan:
    plan = KFold(3).plan(data, 0)
    ledger.put_dataset(data)
    ledger.put_plan(data.name, plan)
    return plan


def done(data: Dataset, plan: SplitPlan, fold: int = 0, learner: str = "l", seed: int = 0) -> Run:
    split = plan.split(0, fold)
    rng = np.random.default_rng([seed, fold])
    proba = rng.dirichlet([1, 1], size=len(split.test))
    outputs = {"label": proba.argmax(axis=1), "proba": proba, "score": proba[:, 1].astype(np.float32)}
    return Run(
        key=key(fold, learner, data.name, plan.scheme),
        status=Status.DONE,
        content="c1",
        predictions=assemble(data, split.train, split.test, outputs),
        resources=Resources(fit_seconds=1.5, predict_seconds=0.25, peak_bytes=1e6),
        warnings=("UserWarning: hm",),
        warning_counts=(3,),
    )


def same(a: Predictions, b: Predictions) -> bool:
    names = ("rows", "truth", "label", "score", "proba", "sd", "prior", "time", "weight")
    pairs = [(getattr(a, name), getattr(b, name)) for name in names]
    plain = (a.task, a.classes, a.positive) == (b.task, b.classes, b.positive)
    return plain and all((x is None and y is None) or (x.dtype == y.dtype and np.array_equal(x, y)) for x, y in pairs)


def test_what_goes_in_comes_out(ledger: Ledger) -> None:
    data = dataset()
    run = done(data, stock(ledger, data))
    ledger.add(run)
    back = ledger.get(run.key)
    assert same(back.predictions, run.predictions)
    assert (back.key, back.status, back.content) == (run.key, Status.DONE, "c1")
    assert back.resources.fit_seconds == 1.5
    assert isnan(back.resources.model_bytes)
    assert (back.warnings, back.warning_counts) == (("UserWarning: hm",), (3,))
    assert back.failure is None


def test_failures_come_out_as_they_went_in(ledger: Ledger) -> None:
    failure = Failure(kind="signal", stage="fit", message="killed by signal 11", detail="last\nwords ü")
    ledger.add(Run(key=key(), status=Status.FAILED, content="c", failure=failure))
    back = ledger.get(key())
    assert back.failure == failure
    assert back.predictions is None
    assert isnan(back.resources.fit_seconds)


def test_an_unknown_key_is_none(ledger: Ledger) -> None:
    assert ledger.get(key()) is None
    assert list(ledger) == []
    assert len(ledger) == 0


def test_units_come_in_key_order_whatever_the_order_of_adding(ledger: Ledger) -> None:
    names = ["b", "a", "Z", "ä", "a/b"]
    keys = [key(fold, learner) for learner in names for fold in (10, 2, 1)]
    ledger.add_many(Run(key=one, status=Status.FAILED, content="c") for one in keys)
    assert list(ledger.keys()) == sorted(keys)
    assert [run.key for run in ledger] == sorted(keys)
    assert len(ledger) == 15


def test_adding_again_replaces(ledger: Ledger) -> None:
    data = dataset()
    plan = stock(ledger, data)
    ledger.add(Run(key=done(data, plan).key, status=Status.FAILED, content="old"))
    ledger.add(done(data, plan, seed=1))
    ledger.add(done(data, plan, seed=2))
    assert len(ledger) == 1
    assert same(ledger.get(done(data, plan).key).predictions, done(data, plan, seed=2).predictions)
    assert ledger.contents() == {done(data, plan).key: (Status.DONE, "c1")}


def test_dropped_units_are_gone(ledger: Ledger) -> None:
    ledger.add_many([Run(key=key(at), status=Status.FAILED, content="c") for at in range(3)])
    ledger.drop([key(1), key(9)])
    assert list(ledger.keys()) == [key(0), key(2)]


def test_costs_are_means_of_finished_units(ledger: Ledger) -> None:
    data = dataset()
    plan = stock(ledger, data)
    ledger.add_many([done(data, plan, 0), done(data, plan, 1)])
    ledger.add(Run(key=key(0, "other"), status=Status.FAILED, content="c"))
    assert ledger.costs() == {("d", "l"): 1.75}


def test_meta_keeps_json(ledger: Ledger) -> None:
    ledger.set_meta("card", {"title": "ü", "n": [1, 2.5, None]})
    ledger.set_meta("card", {"title": "new"})
    assert ledger.get_meta("card") == {"title": "new"}
    assert ledger.get_meta("nothing") is None


def test_data_sets_and_plans_come_back(ledger: Ledger) -> None:
    data = dataset()
    plan = stock(ledger, data)
    stored = ledger.dataset("d")
    assert ledger.datasets() == ("d",)
    assert (stored.fingerprint, stored.task, stored.classes) == (data.fingerprint, data.task, data.classes)
    assert (stored.positive, stored.columns, stored.notes) == ("yes", data.columns, ("a note",))
    for name in ("rows", "target", "groups", "time"):
        assert np.array_equal(getattr(stored, name), getattr(data, name))
    assert np.array_equal(stored.truth, data.target)
    assert ledger.plan("d").fingerprint == plan.fingerprint
    with pytest.raises(BadInput, match=r"did you mean|known are"):
        ledger.dataset("e")
    with pytest.raises(BadInput):
        ledger.plan("e")


def test_units_of_an_earlier_version_of_the_data_keep_their_truth(ledger: Ledger) -> None:
    old, new = dataset(), dataset(shift=1)
    run = done(old, stock(ledger, old))
    ledger.add(run)
    stock(ledger, new)
    assert ledger.dataset("d").fingerprint == new.fingerprint
    assert same(ledger.get(run.key).predictions, run.predictions)
    stock(ledger, old)
    assert ledger.dataset("d").fingerprint == old.fingerprint


def test_predictions_without_a_plan_explain_themselves(ledger: Ledger) -> None:
    data = dataset(task=REGRESSION)
    rng = np.random.default_rng(0)
    said = Predictions(
        task=data.task,
        rows=data.rows[:5],
        truth=data.target[:5],
        label=rng.normal(size=5),
        sd=rng.random(5),
        weight=np.ones(5),
    )
    run = Run(key=key(condition="shifted"), status=Status.DONE, content="c", predictions=said)
    ledger.add(run)
    assert same(ledger.get(run.key).predictions, said)


def test_keys_with_role_and_size_are_cut_from_the_plan(ledger: Ledger) -> None:
    data = dataset()
    plan = stock(ledger, data)
    train = subset(plan, 0, 0, 5, data.target)
    said = assemble(data, train, train, {"label": data.target[train]})
    run = Run(
        key=key(0, scheme=plan.scheme, role="resubstitution", size=5),
        status=Status.DONE,
        content="c",
        predictions=said,
    )
    ledger.add(run)
    assert same(ledger.get(run.key).predictions, said)


def test_the_digest_sees_predictions_and_not_times(ledger: Ledger, tmp_path: Path) -> None:
    data = dataset()
    plan = stock(ledger, data)
    ledger.add_many([done(data, plan, 1), done(data, plan, 0)])
    other = MemoryLedger()
    for fold in (0, 1):
        run = done(data, plan, fold)
        other.add(Run(key=run.key, status=run.status, content="x", predictions=run.predictions))
    assert digest(ledger) == digest(other)
    other.add(done(data, plan, 1, seed=5))
    assert digest(ledger) != digest(other)
    assert digest(ledger, [done(data, plan, 0).key]) == digest(other, [done(data, plan, 0).key])


def test_object_ids_that_cannot_be_stored_are_refused(tmp_path: Path) -> None:
    data = dataset()
    odd = Dataset(
        name="d",
        task=data.task,
        features=data.features,
        target=data.target,
        columns=data.columns,
        classes=data.classes,
        rows=np.array([(at, at) for at in range(12)] + [None], dtype=object)[:12],
    )
    with FileLedger.create(tmp_path / "x.bakeoff") as ledger, pytest.raises(BadInput, match="use text"):
        ledger.put_dataset(odd)
