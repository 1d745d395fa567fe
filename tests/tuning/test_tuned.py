"""Tuned learners under other conditions: one search for each training part, made of rows of that part only."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.runs.inner import INNER, InnerPlace, search_of
from bakeoff.runs.local import rerun
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import digest
from bakeoff.runs.store.verify import verify
from bakeoff.runs.unit import Status
from bakeoff.study.running.execute import changes
from bakeoff.study.running.status import standing

N = 60


def table(seed, shift=0.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(N, 2)) + shift
    return X, (X[:, 0] + 0.5 * rng.normal(size=N) > shift).astype(int)


def study(**more):
    base = bo.load(table(1), name="base")
    trees = bo.Tuned(
        DecisionTreeClassifier(random_state=0), {"max_depth": [1, 3]}, search="grid", scheme="2-fold", trials=2
    )
    given = {
        "learners": {"tree": trees, "knn": KNeighborsClassifier(3)},
        "conditions": {"far": {"data": table(2, 1.0), "used": "test"}, "noisy / x": {"noise": 0.5, "used": "both"}},
    }
    return bo.Study(datasets=base, scheme="2-fold", measures="error", **(given | more))


def test_one_search_for_each_training_part(tmp_path: Path):
    """Plain units and those that are only tested elsewhere share a search; inner fits use rows of the training condition."""
    path = tmp_path / "s.bakeoff"
    made = study()
    results = made.run(path, workers=1, progress=False)
    assert digest(study().run(workers=2, progress=False).ledger) == digest(results.ledger)
    grid = made.spec.grids()["base"]
    inner = [run for run in results.ledger if run.key.role == INNER]
    # 2 splits, 3 training conditions (as it is, far, noisy), 2 candidates, 2 inner folds
    assert len(inner) == 2 * 3 * 2 * 2
    assert {search_of(run.key).condition for run in inner} == {"", "far > far", "noisy / x > noisy / x"}
    plan = results.ledger.plan("base")
    for run in inner:
        place, search = InnerPlace.read(run.key.condition), search_of(run.key)
        assert str(place) == run.key.condition
        if search.condition:
            part = grid.training_part(search.condition, run.key.repeat, run.key.fold)
            data, train, test = part.data, part.split.train, part.split.test
        else:
            split = plan.split(run.key.repeat, run.key.fold)
            data, train, test = grid.data, split.train, split.test
        positions = [int(np.flatnonzero((data.rows == row) & np.isin(np.arange(len(data)), train))[0]) for row in run.predictions.rows]  # fmt: skip
        np.testing.assert_array_equal(run.predictions.truth, data.target[positions])
        assert not set(positions) & set(test.tolist())
    found = results.conditions().found
    assert all(not np.isnan(cell.score.value) for cell in found.cells)
    results.close()
    assert verify(path) == ()
    with FileLedger.open(path) as ledger:
        assert changes(made.spec, ledger).to_run == 0
        tree = standing(ledger).lines[0]
        assert (tree.done, tree.planned, tree.inner_done, tree.inner_planned) == (14, 14, 24, 24)
        for key in ledger.contents():
            if key.learner == "tree" and key.condition and key.fold == 1:
                assert rerun(made.spec.work(), ledger, key)


def test_the_chosen_settings_are_those_of_the_training_condition(tmp_path: Path):
    """Trained under "-" the settings are the same whatever is tested; E_ideal has settings of its own."""
    results = study().run(progress=False)
    facts = {key: value["tuning"] for key, value in results.ledger.facts().items() if key.role == "test"}
    by_training: dict = {}
    for key, value in facts.items():
        train = key.condition.split(" > ")[0] if key.condition else "-"
        by_training.setdefault((train, key.fold), []).append([one["scores"] for one in value["candidates"]])
    assert {train for train, _ in by_training} == {"-", "far", "noisy / x"}
    assert all(one == several[0] for several in by_training.values() for one in several)
    assert by_training["-", 0][0] != by_training["far", 0][0]


def test_a_further_condition_runs_no_inner_fit_again(tmp_path: Path):
    path = tmp_path / "s.bakeoff"
    first = {"far": {"data": table(2, 1.0), "used": "test"}}
    study(conditions=first).run(path, progress=False).close()
    with FileLedger.open(path) as ledger:
        before = {key: content for key, (_, content) in ledger.contents().items()}
    more = {"near": {"data": table(3, 0.2), "used": "test"}, **first}  # it comes before in the joined table
    study(conditions=more).run(path, progress=False).close()
    with FileLedger.open(path) as ledger:
        after = {key: content for key, (_, content) in ledger.contents().items()}
    assert before.items() <= after.items()
    assert {search_of(key).condition for key in after.keys() - before.keys() if key.role == INNER} == {"near > near"}


class Memory(ClassifierMixin, BaseEstimator):
    """Answers known rows with their class. With `seen` it would win by rows that it must not see."""

    def __init__(self, seen=0):
        self.seen = seen

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.rows_ = {tuple(row): label for row, label in zip(X.tolist(), y.tolist(), strict=True)}
        return self

    def predict(self, X):
        return np.array([self.rows_.get(tuple(row), self.classes_[0]) for row in X.tolist()])


def test_nothing_leaks_between_conditions():
    """Classes are noise, so that only rows seen in training could be answered: every cell and every inner score is at chance."""
    rng = np.random.default_rng(5)
    noise = lambda: (rng.normal(size=(200, 2)), rng.permutation(np.repeat([0, 1], 100)))  # noqa: E731
    learner = bo.Tuned(Memory(), {"seen": [0, 1]}, search="grid", trials=2, scheme="2-fold")
    results = bo.Study(
        datasets=bo.load(noise(), name="base"), learners={"memory": learner, "knn": KNeighborsClassifier(1)}, scheme="2-fold", measures="error",
        conditions={"other": {"data": noise(), "used": "both"}},
    ).run(progress=False)  # fmt: skip
    for cell in results.conditions().found.cells:
        if cell.learner == "memory":
            assert cell.score.value == pytest.approx(0.5, abs=1e-9)  # always the first class on rows it has not seen
    for run in results.ledger:
        if run.key.role == INNER:
            assert run.status is Status.DONE
            assert np.mean(run.predictions.label != run.predictions.truth) == pytest.approx(0.5, abs=0.02)


def test_training_error_of_a_tuned_learner():
    """The units that predict training rows share the search too, and choose the same settings."""
    results = study(conditions={}, training_error=True).run(progress=False)
    facts = results.ledger.facts()
    for key, value in facts.items():
        if key.role == "resubstitution":
            other = next(one for one in facts if one.role == "test" and one.fold == key.fold)
            assert value["tuning"]["chosen"] == facts[other]["tuning"]["chosen"]
    assert any(key.role == "resubstitution" for key in facts)


@pytest.mark.parametrize("name", ["-", "a > b"])
def test_names_that_units_could_not_tell_apart(name):
    with pytest.raises(bo.core.errors.BakeoffError, match="another name"):
        bo.Condition(name=name, noise=1.0)
