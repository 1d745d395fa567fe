"""Every field of Predictions survives every transformation."""

from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons import permutation_of
from bakeoff.data.load import load
from bakeoff.data.tasks import MULTICLASS, REGRESSION, TaskKind
from bakeoff.learners.learner import Outputs
from bakeoff.predictions.outputs import NAMES, OUTPUTS, Output
from bakeoff.predictions.predictions import PER_ROW, Predictions, mixed, pool
from bakeoff.runs.assemble import Expected, assemble, complaint
from bakeoff.runs.exchange import import_predictions
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.splits.catalogue import scheme_from
from bakeoff.study.running.label_permutation import label_permutation


def full(task: TaskKind, seed: int, n: int = 12) -> Predictions:
    """Predictions with a value in every field that the task may have, and others beside."""
    rng = np.random.default_rng(seed)
    shared = {"rows": np.arange(n) + 100 * seed, "weight": rng.uniform(1, 2, n), "time": rng.uniform(size=n)}
    shared["group"] = shared["query"] = np.array([f"p{i // 3}" for i in range(n)])
    shared["extra"] = {"amount": rng.uniform(size=n), "region": np.array(["n", "s", "w"])[np.arange(n) % 3]}
    if task is REGRESSION:
        return Predictions(
            task=task, truth=rng.normal(size=n), label=rng.normal(size=n), score=rng.normal(size=n), sd=rng.uniform(size=n),
            draws=rng.normal(size=(n, 4)), quantiles=np.hstack([np.sort(rng.normal(size=(n, 2))), np.tile([0.1, 0.9], (n, 1))]), **shared,
        )  # fmt: skip
    return Predictions(
        task=task, truth=rng.integers(0, 3, n), classes=("a", "b", "c"), label=rng.integers(0, 3, n),
        score=rng.normal(size=(n, 3)), proba=rng.dirichlet(np.ones(3), n), prior=rng.dirichlet(np.ones(3), n), **shared,
    )  # fmt: skip


BOTH = pytest.mark.parametrize("task", [REGRESSION, MULTICLASS])
ALL_FIELDS = [one.name for one in fields(Predictions) if one.init]


def values_of(pred: Predictions) -> dict[str, object]:
    return {name: getattr(pred, name) for name in ALL_FIELDS}


def same(one: Predictions, two: Predictions, but: tuple[str, ...] = ()) -> None:
    for name, value in values_of(one).items():
        other = getattr(two, name)
        if name in but:
            continue
        assert (value is None) == (other is None), name
        if name == "extra":
            assert {key: column.tolist() for key, column in value.items()} == {
                key: column.tolist() for key, column in other.items()
            }
            continue
        assert np.array_equal(value, other) if isinstance(value, np.ndarray) else value == other, name


def test_every_output_is_in_the_table_and_every_field_in_one_test():
    assert list(NAMES) == [one.value for one in Output]
    assert list(NAMES) == [one.name for one in fields(Outputs)]
    assert {*PER_ROW, "prior", "extra", "task", "classes", "positive"} == set(ALL_FIELDS)
    given = {
        name for task in (REGRESSION, MULTICLASS) for name, one in values_of(full(task, 1)).items() if one is not None
    }
    assert given == set(ALL_FIELDS) - {"positive"}


@BOTH
def test_taking_and_pooling(task):
    a = full(task, 1)
    at = np.arange(len(a))
    parts = [a.take(at[:5]), a.take(slice(5, None))]
    same(a, pool(parts))
    same(a, parts[0].merge(parts[1]))
    same(a, a.take(at[::-1]).take(at[::-1]))


@BOTH
def test_mixing(task):
    a, b = full(task, 1), replace(full(task, 2), rows=np.arange(12))
    swap = np.arange(12) % 2 == 0
    found = mixed(a, b, swap)
    for name in NAMES:
        if getattr(a, name) is not None:
            assert np.array_equal(getattr(found, name)[swap], getattr(b, name)[swap]), name
            assert np.array_equal(getattr(found, name)[~swap], getattr(a, name)[~swap]), name
    same(a, found, but=NAMES)
    same(b, mixed(a, b, np.ones(12, dtype=bool)), but=("rows", "truth", "prior", "time", "weight", "extra"))


@BOTH
def test_storing(task, tmp_path: Path):
    key = UnitKey(dataset="d", learner="l", scheme="s", repeat=0, fold=0)
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        ledger.add(Run(key=key, status=Status.DONE, content="c", predictions=full(task, 1)))
    with FileLedger.open(tmp_path / "s.bakeoff") as ledger:
        same(full(task, 1), ledger.get(key).predictions)


@BOTH
def test_storing_beside_a_plan(task, tmp_path: Path):
    pred, rng = full(task, 1), np.random.default_rng(5)
    target = pred.truth if task is REGRESSION else np.array(["a", "b", "c"])[pred.truth]
    data = load((rng.normal(size=(12, 2)), target), name="d")
    plan = scheme_from("2-fold").plan(data, 0)
    split = plan.splits[0]
    outputs = {name: getattr(pred, name)[split.test] for name in NAMES if getattr(pred, name) is not None}
    made = assemble(data, split.train, split.test, outputs)
    assert (
        complaint(Expected(task=data.task, rows=made.rows, classes=data.classes, gives=made.gives), outputs, {}) is None
    )
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        ledger.put_dataset(data)
        ledger.put_plan("d", plan)
        key = UnitKey(dataset="d", learner="l", scheme=plan.scheme, repeat=0, fold=0)
        ledger.add(Run(key=key, status=Status.DONE, content="c", predictions=made))
        same(made, ledger.get(key).predictions)
        for name in outputs:
            assert getattr(made, name) is not None


def test_draws_come_in_by_a_file(tmp_path: Path):
    data = load((np.arange(8.0)[:, None], np.arange(8.0)), name="d")
    plan = scheme_from("2-fold").plan(data, 0)
    lines = ["row,repeat,fold,label,draw_1,draw_2"]
    lines += [f"{row},0,{one.fold},1,{row}.5,2" for one in plan.splits for row in data.rows[one.test]]
    (tmp_path / "p.csv").write_text("\n".join(lines))
    with FileLedger.create(tmp_path / "s.bakeoff") as ledger:
        ledger.put_dataset(data)
        ledger.put_plan("d", plan)
        for key in import_predictions(ledger, tmp_path / "p.csv", "other"):
            said = ledger.get(key).predictions
            assert said.draws.tolist() == [[row + 0.5, 2.0] for row in said.rows.tolist()]


def drawing():
    """A learner that gives draws; made inside a function, so that it travels to other processes with its code."""

    class Drawing:
        name, settings, gives = "drawing", "", frozenset({Output.LABEL, Output.DRAWS})

        def fit(self, train, rng):
            del rng
            self.target = train.target
            return self

        def predict(self, features):
            return Outputs(
                label=np.full(len(features), self.target.mean()), draws=np.tile(self.target[:3], (len(features), 1))
            )

    return Drawing()


def test_a_learner_that_gives_draws_is_relabelled_and_studied(tmp_path: Path):
    rng = np.random.default_rng(0)
    data = load((rng.normal(size=(40, 2)), rng.normal(size=40)), name="d")
    assert np.isfinite(label_permutation(drawing(), data, "2-fold", "crps_ensemble", 3).p_value)
    study = bo.Study(datasets=[data], learners=[drawing()], scheme="2-fold", measures=["crps_ensemble"])
    found = study.run(tmp_path / "s.bakeoff", workers=1, progress=False)
    assert not found.findings.failures
    assert np.isfinite(found.findings.cells[0].estimate.value)


@pytest.mark.parametrize("weighted", [False, True])
def test_a_permutation_swaps_the_draws(weighted):
    rng = np.random.default_rng(2)
    truth = rng.normal(size=60)
    shared = {
        "task": REGRESSION,
        "rows": np.arange(60),
        "truth": truth,
        "weight": rng.uniform(1, 2, 60) if weighted else None,
    }
    a = Predictions(**shared, draws=truth[:, None] + rng.normal(0, 0.5, (60, 6)))
    b = Predictions(**shared, draws=truth[:, None] + rng.normal(0, 2.0, (60, 6)))
    assert permutation_of(a, b, "crps_ensemble", 500).p_value < 0.01


def test_a_form_says_what_it_allows():
    asked = Expected(task=REGRESSION, rows=np.arange(2), classes=(), gives=frozenset({Output.DRAWS}))
    assert complaint(asked, {"draws": np.ones((2, 5))}, {}) is None
    assert complaint(asked, {"draws": np.ones(2)}, {}) == "draws has shape (2,), but (2, m) is needed"
    assert complaint(asked, {"draws": np.array([[1, np.nan], [1, 2]])}, {}) == "draws of row 0 is [ 1. nan]"
    assert OUTPUTS["label"].codes
