"""Tuned learners in studies: nested, stored, resumed, the same for any number of workers, and nothing leaks."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import bakeoff as bo
from bakeoff.core.errors import BadInput, BakeoffError
from bakeoff.runs.inner import INNER, InnerPlace, inner_rows
from bakeoff.runs.local import rerun
from bakeoff.runs.store.file_ledger import FileLedger
from bakeoff.runs.store.ledger import MemoryLedger, digest
from bakeoff.runs.store.verify import verify
from bakeoff.runs.unit import Status, UnitKey

SPACE = {"C": bo.log_uniform(1e-2, 1e2), "gamma": bo.log_uniform(1e-3, 1)}


def iris(n=None):
    data = bo.load("iris")
    return data if n is None else data.take(np.random.default_rng(0).permutation(150)[:n])


def study(*, trials=4, folds=3, seed=0, **more):
    learners = {
        "svm": bo.Tuned(SVC(), SPACE, trials=trials, scheme="2-fold"),
        "knn": bo.Tuned(
            KNeighborsClassifier(), {"n_neighbors": bo.integers(1, 9)}, search="grid", trials=4, scheme="2-fold"
        ),
        "dummy": DummyClassifier(),
    }
    return bo.Study(
        datasets=iris(90), learners=learners, scheme=f"{folds}-fold", measures="accuracy", seed=seed, **more
    )


def test_workers_files_and_memory_give_the_same_digest(tmp_path: Path):
    one, two = study().run(workers=1, progress=False), study().run(workers=2, progress=False)
    kept = study().run(tmp_path / "s.bakeoff", workers=2, progress=False)
    assert digest(one.ledger) == digest(two.ledger) == digest(kept.ledger)
    with FileLedger.open(tmp_path / "s.bakeoff") as ledger:
        roles = [key.role for key in ledger.contents()]
        assert roles.count(INNER) == 3 * (4 * 2 + 2)  # neighbours share a fit
        assert ledger.facts().keys() == {
            key for key in ledger.contents() if key.role == "test" and key.learner != "dummy"
        }
    assert verify(tmp_path / "s.bakeoff") == ()
    frame = kept.tuning("svm")
    assert list(frame.columns[:8]) == [
        "dataset",
        "learner",
        "repeat",
        "fold",
        "candidate",
        "inner_score",
        "chosen",
        "C",
    ]
    assert len(frame) == 12
    assert frame.groupby("fold").chosen.sum().tolist() == [1, 1, 1]
    best = frame.loc[frame.groupby("fold").inner_score.idxmax()]
    assert best.chosen.all()
    assert len(kept.tuning("knn", splits=True)) == 3 * 4 * 2
    with pytest.raises(BadInput, match="no learner called 'svn'"):
        kept.tuning("svn")
    with pytest.raises(bo.core.errors.BakeoffError, match="'dummy' was not tuned"):
        kept.tuning("dummy")
    kept.close()


def test_inner_scores_are_those_of_the_stored_inner_predictions(tmp_path: Path):
    results = study().run(tmp_path / "s.bakeoff", workers=2, progress=False)
    frame, data = results.tuning("svm", splits=True), iris(90)
    plan = results.ledger.plan("iris")
    for run in results.ledger:
        if run.key.role != INNER or run.key.learner != "svm":
            continue
        place = InnerPlace.read(run.key.condition)
        train, test = inner_rows(data, plan, run.key)
        outer = plan.split(run.key.repeat, run.key.fold)
        assert set(train) | set(test) <= set(outer.train)  # nothing of the test part
        assert not set(train) & set(test)
        assert run.predictions.rows.tolist() == data.rows[test].tolist()
        row = frame[
            (frame.fold == run.key.fold) & (frame.candidate == place.candidates[0]) & (frame.inner_split == place.fold)
        ]
        again = SVC(C=float(row.C.iloc[0]), gamma=float(row.gamma.iloc[0])).fit(
            data.features[train], data.target[train]
        )
        assert row.inner_score.iloc[0] == again.score(data.features[test], data.target[test])
    results.close()


def test_nested_scores_are_those_of_scikit_learn():
    """The oracle: GridSearchCV on the very inner splits, refitted on the training part."""
    data = iris()
    tuned = bo.Tuned(
        DecisionTreeClassifier(random_state=0),
        {"max_depth": [1, 2, 3], "criterion": ["gini", "entropy"]},
        search="grid",
    )
    results = bo.Study(datasets=data, learners={"tree": tuned}, scheme="4-fold", measures="accuracy").run(
        workers=2, progress=False
    )
    scores, plan = results.scores("accuracy"), results.ledger.plan("iris")
    for split in plan.splits:
        keys = [key for key in results.ledger.contents() if key.role == INNER and key.fold == split.fold]
        places = sorted({str(InnerPlace.read(key.condition).fold): key for key in keys}.items())
        where = {row: at for at, row in enumerate(split.train.tolist())}
        cv = [
            tuple(np.array([where[row] for row in part]) for part in inner_rows(data, plan, key)) for _, key in places
        ]
        grid = GridSearchCV(
            DecisionTreeClassifier(random_state=0), {"max_depth": [1, 2, 3], "criterion": ["gini", "entropy"]}, cv=cv
        )
        grid.fit(data.features[split.train], data.target[split.train])
        own = results.tuning("tree")
        mine = own[own.fold == split.fold].set_index(["max_depth", "criterion"]).inner_score
        for params, mean in zip(grid.cv_results_["params"], grid.cv_results_["mean_test_score"], strict=True):
            assert mine[params["max_depth"], params["criterion"]] == pytest.approx(mean, abs=1e-12)
        top = grid.cv_results_["mean_test_score"] == grid.cv_results_["mean_test_score"].max()
        if top.sum() == 1:
            expected = grid.score(data.features[split.test], data.target[split.test])
            assert scores[scores.fold == split.fold].value.iloc[0] == pytest.approx(expected)


def test_a_larger_budget_keeps_the_inner_fits_it_has(tmp_path: Path):
    file = tmp_path / "s.bakeoff"
    study(trials=3).run(file, progress=False).close()
    before = _finished(file)
    results = study(trials=6).run(file, progress=False)
    assert len(results.tuning("svm")) == 18
    assert digest(results.ledger) == digest(study(trials=6).run(progress=False).ledger)
    results.close()
    after = _finished(file)
    kept = [key for key in before if key.role == INNER]
    assert all(after[key] == before[key] for key in kept)
    smaller = study(trials=2).run(file, progress=False)  # what is no longer asked for goes
    assert digest(smaller.ledger) == digest(study(trials=2).run(progress=False).ledger)
    smaller.close()


def _finished(file: Path) -> dict[UnitKey, str]:
    import sqlite3

    with sqlite3.connect(file) as opened:
        rows = opened.execute(
            "SELECT dataset, learner, scheme, repeat, fold, role, condition, size, finished FROM units"
        ).fetchall()
    names = ("dataset", "learner", "scheme", "repeat", "fold", "role", "condition", "size")
    return {UnitKey(**dict(zip(names, row[:-1], strict=True))): row[-1] for row in rows}


SLOW = """
import sys, time
from pathlib import Path
sys.path.insert(0, {tests!r})
from tests.tuning.test_tuned_study import slow_study
if __name__ == "__main__":
    slow_study().run({file!r}, workers=2, progress=False)
"""


def slow_study():
    boosting = GradientBoostingClassifier(n_estimators=40)
    tuned = bo.Tuned(boosting, {"learning_rate": bo.log_uniform(0.01, 1)}, trials=6, scheme="2-fold")
    return bo.Study(datasets=iris(60), learners={"slow": tuned}, scheme="2-fold", measures="accuracy")


def test_kill_minus_nine_loses_no_finished_inner_fit(tmp_path: Path):
    file, script = tmp_path / "s.bakeoff", tmp_path / "slow.py"
    script.write_text(SLOW.format(tests=str(Path(__file__).parents[2]), file=str(file)))
    run = subprocess.Popen([sys.executable, str(script)])
    end = monotonic() + 60
    while monotonic() < end and not (file.exists() and _count(file) >= 5):
        sleep(0.05)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    before = _finished(file)
    assert 5 <= len(before) < 26
    results = slow_study().run(file, workers=1, progress=False)
    after = _finished(file)
    assert len(after) == 26
    assert {key: after[key] for key in before} == before
    assert digest(results.ledger) == digest(slow_study().run(workers=2, progress=False).ledger)
    results.close()


def _count(file: Path) -> int:
    import sqlite3

    try:
        with sqlite3.connect(file) as opened:
            return int(opened.execute("SELECT count(*) FROM units WHERE role = 'inner'").fetchone()[0])
    except sqlite3.Error:
        return 0


class Memory(ClassifierMixin, BaseEstimator):
    """Knows every row it has seen, and which column to look at; it says the first class of all others."""

    def __init__(self, column=0, salt=0):
        self.column, self.salt = column, salt

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.known_ = {tuple(row): label for row, label in zip(X.tolist(), y, strict=True)}
        return self

    def predict(self, X):
        other = self.classes_[np.random.default_rng(self.salt).integers(len(self.classes_), size=len(X))]
        return np.array([self.known_.get(tuple(row), guess) for row, guess in zip(X.tolist(), other, strict=True)])


def test_a_learner_that_memorises_rows_scores_at_chance():
    rng = np.random.default_rng(3)
    data = bo.load((rng.normal(size=(400, 3)), rng.integers(0, 2, 400)), positive=1)
    tuned = bo.Tuned(Memory(), {"salt": bo.integers(0, 1000)}, trials=6, scheme="2-fold")
    results = bo.Study(datasets=data, learners={"memory": tuned}, scheme="2-fold", measures="accuracy").run(
        progress=False
    )
    outer, inner = results.scores("accuracy").value.mean(), results.tuning("memory")
    assert abs(outer - 0.5) < 2.6 * 0.5 / np.sqrt(400)  # 99 %
    assert inner[inner.chosen].inner_score.mean() > outer  # the best of six is too good


class Peeks(ClassifierMixin, BaseEstimator):
    """Guesses, but answers right for the rows whose ids are in its settings, if it has seen them in training."""

    def __init__(self, ids=()):
        self.ids = ids

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.known_ = {float(row[0]): label for row, label in zip(X, y, strict=True) if float(row[0]) in set(self.ids)}
        return self

    def predict(self, X):
        return np.array([self.known_.get(float(row[0]), self.classes_[int(row[0]) % 2]) for row in X])


def test_a_space_with_the_ids_of_test_rows_wins_nothing():
    rng = np.random.default_rng(5)
    target = rng.integers(0, 2, 300)
    data = bo.load((np.arange(300.0)[:, None], target), positive=1)
    plan = bo.schemes["kfold"].make(2).plan(data, 0)
    ids = [tuple(float(row) for row in split.test) for split in plan.splits]
    tuned = bo.Tuned(Peeks(), {"ids": bo.choice([(), *ids])}, search="grid", scheme="2-fold")
    results = bo.Study(
        datasets=data, learners={"peeks": tuned, "plain": Peeks()}, scheme="2-fold", measures="accuracy"
    ).run(progress=False)
    scores = results.scores("accuracy").groupby("learner").value.mean()
    assert scores["peeks"] == scores["plain"]


def test_groups_stay_whole_inside_as_outside():
    rng = np.random.default_rng(1)
    groups = np.repeat(np.arange(20), 6)
    data = bo.load((rng.normal(size=(120, 2)), rng.integers(0, 2, 120)), positive=1, groups=groups)
    tuned = bo.Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 3]}, search="grid")
    results = bo.Study(datasets=data, learners={"knn": tuned}, scheme="kfold(4, groups=true)", measures="accuracy").run(
        progress=False
    )
    plan = results.ledger.plan(data.name)
    inner = [key for key in results.ledger.contents() if key.role == INNER]
    assert len(inner) == 4 * 3
    for key in inner:
        train, test = inner_rows(data, plan, key)
        assert not set(groups[train]) & set(groups[test[: len(test) // 2]])


def test_steps_of_a_pipeline_and_columns_are_parameters():
    pipeline = Pipeline([("scale", StandardScaler()), ("reduce", PCA(2)), ("fit", LogisticRegression())])
    space = {
        "scale": bo.choice([StandardScaler(), MinMaxScaler(), "passthrough"]),
        "reduce__n_components": bo.integers(1, 2),
        "columns": bo.choice([["petal length (cm)", "petal width (cm)"], ["sepal length (cm)", "sepal width (cm)"]]),
    }
    tuned = bo.Tuned(pipeline, space, trials=8, scheme="2-fold")
    results = bo.Study(datasets=bo.load("iris"), learners={"line": tuned}, scheme="2-fold", measures="accuracy").run(
        progress=False
    )
    assert results.scores("accuracy").value.min() > 0.9
    chosen = results.tuning("line").query("chosen")
    assert [json.loads(one) for one in chosen["columns"]] == [["petal length (cm)", "petal width (cm)"]] * 2
    assert set(results.tuning("line").scale) <= {"StandardScaler()", "MinMaxScaler()", "passthrough"}


def test_candidates_that_fail_are_passed_over_and_remarked():
    space = {"n_neighbors": bo.choice([3, 5000, -1])}
    results = bo.Study(
        datasets=iris(90),
        learners={"knn": bo.Tuned(KNeighborsClassifier(), space, search="grid")},
        scheme="2-fold",
        measures="accuracy",
    )
    found = results.run(progress=False)
    assert found.tuning("knn").query("chosen").n_neighbors.tolist() == [3, 3]
    assert "tuning.failed" in [note.code for note in found.notes]
    assert len(found.failures) == 0
    none = bo.Tuned(KNeighborsClassifier(), {"n_neighbors": bo.choice([-1, -2])}, search="grid")
    failed = bo.Study(datasets=iris(90), learners={"knn": none}, scheme="2-fold", measures="accuracy").run(
        progress=False
    )
    assert failed.failures.message.str.contains("all 2 candidates failed").all()
    few = bo.Tuned(KNeighborsClassifier(), {"n_neighbors": [1]}, search="grid", scheme="50-fold")
    with pytest.raises(BakeoffError, match="50 folds"):
        bo.Study(datasets=iris(60), learners={"knn": few}, scheme="2-fold", measures="accuracy").run(progress=False)


def test_the_best_at_the_end_of_its_range_is_remarked():
    tuned = bo.Tuned(SVC(), {"C": bo.choice([1e-5, 1e-3, 1e-1])}, search="grid")
    results = bo.Study(datasets=iris(), learners={"svm": tuned}, scheme="3-fold", measures="accuracy").run(
        progress=False
    )
    notes = {note.code: note for note in results.notes}
    assert notes["tuning.edge"].facts["edge"] == "upper"
    assert "widen the range there" in str(notes["tuning.edge"])


def test_search_objects_of_scikit_learn_keep_what_they_chose():
    grid = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 9]}, cv=StratifiedKFold(3))
    results = bo.Study(
        datasets=iris(), learners={"grid": grid, "plain": KNeighborsClassifier()}, scheme="3-fold", measures="accuracy"
    ).run(progress=False)
    frame, data, plan = results.tuning("grid"), iris(), results.ledger.plan("iris")
    for split in plan.splits:
        own = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 9]}, cv=StratifiedKFold(3))
        own.fit(data.features[split.train], np.array(data.classes)[data.target[split.train]])
        mine = frame[frame.fold == split.fold]
        assert mine[mine.chosen].n_neighbors.item() == own.best_params_["n_neighbors"]
        np.testing.assert_allclose(mine.inner_score, own.cv_results_["mean_test_score"])


def test_one_unit_of_a_search_can_be_repeated():
    made, ledger = study(), MemoryLedger()
    from bakeoff.study.running.execute import execute

    execute(made.spec, ledger=ledger, workers=1)
    work = made.spec.work()
    keys = [key for key in ledger.contents() if key.learner in {"svm", "knn"} and key.fold == 0]
    picked = [
        next(key for key in keys if key.role == role and key.learner == name)
        for role in ("test", INNER)
        for name in ("svm", "knn")
    ]
    assert all(rerun(work, ledger, key) for key in picked)


def test_tune_alone_gives_settings_scores_and_a_learner():
    found = bo.tune(SVC(), SPACE, iris(), trials=5, seed=3)
    assert found.best.score == max(one.score for one in found.candidates)
    assert found.learner.estimator.C == found.best.settings["C"]
    assert len(found.best.scores) == 3
    assert found.measure == "accuracy"
    again = bo.tune(SVC(), SPACE, iris(), trials=5, seed=3)
    assert [one.scores for one in again.candidates] == [one.scores for one in found.candidates]
    model = bo.Tuned(SVC(), SPACE, trials=3).fit(iris(), np.random.default_rng(0))
    assert (model.predict(load_iris().data[:5]).label == 0).all()
    with pytest.raises(BadInput, match="all 1 candidates failed"):
        bo.tune(KNeighborsClassifier(), {"n_neighbors": [-1]}, iris(), search="grid")


def test_a_study_file_writes_ranges_and_reads_them(tmp_path: Path):
    text = """
    measures = ["accuracy"]
    [learners.svm]
    use = "sklearn.svm.SVC"
    scale = true
    tune = {C = {log = [1e-2, 1e3]}, gamma = {log = [1e-4, 1e1]}, kernel = ["rbf"], method = "random", trials = 3, folds = 2}
    [learners.suggested]
    use = "sklearn.neighbors.KNeighborsClassifier"
    tune = {space = "suggest", n_neighbors = {int = [1, 9]}, method = "halving", trials = 3}
    [[datasets]]
    name = "iris"
    [resampling]
    folds = 2
    """
    (tmp_path / "s.toml").write_text(text)
    made = bo.Study.from_toml(tmp_path / "s.toml")
    results = made.run(tmp_path / "s.bakeoff", progress=False)
    card = json.loads(results.findings.card.learners[0].settings)
    assert card["space"]["C"] == {"log": [0.01, 1000.0]}
    assert (card["search"], card["trials"], card["scheme"], card["measure"]) == ("random", 3, "kfold(2)", "accuracy")
    assert len(results.tuning("svm")) == 6
    assert results.ledger.get(results.ledger.keys()[0]).status is Status.DONE
    results.close()
    wrong = (
        text.replace("log = [1e-2, 1e3]", "log = [1e3, 1e-2]")
        .replace("trials = 3, folds = 2", "trials = 0, folds = 2")
        .replace('kernel = ["rbf"]', 'kernle = ["rbf"]')
    )
    (tmp_path / "w.toml").write_text(wrong)
    with pytest.raises(BadInput) as error:
        bo.Study.from_toml(tmp_path / "w.toml")
    assert "learners.svm: tune: C: the range from 1000 to 0.01 is reversed" in str(error.value)
    assert "trials" in str(error.value)


def test_a_budget_in_seconds_is_remarked():
    tuned = bo.Tuned(SVC(), SPACE, seconds=0.001)
    results = bo.Study(datasets=iris(60), learners={"svm": tuned}, scheme="2-fold", measures="accuracy").run(
        progress=False
    )
    assert len(results.tuning("svm")) == 16  # one batch of eight for each split
    assert "tuning.seconds" in [note.code for note in results.notes]
