"""Rankers learn which rows are items of one list: LightGBM's and XGBoost's way, and that of classes written like them."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import bakeoff as bo
from bakeoff.learners.estimators import SklearnLearner
from bakeoff.learners.fit_params import in_whole_lists, list_params

RNG = np.random.default_rng(0)
QUERY = RNG.permutation(np.repeat(np.array(["shoes", "hats", "bags", "belts"]), 6))
X = RNG.normal(size=(24, 3))
GAIN = np.clip(np.round(X[:, 0] + RNG.normal(size=24)), 0, 3).astype(int)
DATA = bo.load((X, GAIN), groups=QUERY, task="ranking")


class ByLengths(RegressorMixin, BaseEstimator):
    """Takes the lengths of the lists."""

    def fit(self, X, y, group=None):
        """Keep what came."""
        self.seen_ = (np.asarray(X), np.asarray(y), group)
        return self

    def predict(self, X):
        """The first column."""
        return np.asarray(X)[:, 0]


class ByNumbers(ByLengths):
    """Takes the number of each row's query."""

    def fit(self, X, y, *, qid=None):
        """Keep what came."""
        return super().fit(X, y, qid)


class Plain(ByLengths):
    """Takes rows only."""

    def fit(self, X, y):
        """Keep what came."""
        return super().fit(X, y)


def fitted(estimator):
    return SklearnLearner("a", estimator).fit(DATA, np.random.default_rng(0)).estimator


@pytest.mark.parametrize(
    ("estimator", "stated"), [(ByLengths(), [6, 6, 6, 6]), (ByNumbers(), np.repeat(range(4), 6).tolist())]
)
def test_rows_of_a_query_stand_together_and_its_lists_are_named(estimator, stated):
    rows, gain, lists = fitted(estimator).seen_
    order = np.concatenate([np.flatnonzero(QUERY == name) for name in dict.fromkeys(QUERY)])
    assert np.array_equal(rows, X[order])
    assert np.array_equal(gain, GAIN[order])
    assert lists.tolist() == stated


def test_a_pipeline_hands_them_to_its_last_step():
    pipeline = make_pipeline(StandardScaler(), ByLengths())
    assert fitted(pipeline)[-1].seen_[2].tolist() == [6, 6, 6, 6]


def test_an_estimator_without_lists_keeps_the_rows_as_they_came():
    assert in_whole_lists(Plain(), DATA) is DATA
    assert list_params(Plain(), DATA) == {}
    assert np.array_equal(fitted(Plain()).seen_[0], X)


def test_groups_of_another_task_are_no_lists():
    numbers = bo.load((X, GAIN + 0.5), groups=QUERY)
    assert list_params(ByLengths(), numbers) == {}


@pytest.mark.parametrize(("package", "name"), [("lightgbm", "LGBMRanker"), ("xgboost", "XGBRanker")])
def test_rankers_of_packages_score_as_in_a_plain_loop(package, name):
    ranker_class = getattr(pytest.importorskip(package), name)
    query = np.repeat(np.arange(40), 8)
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(320, 4))
    gain = np.clip(np.round(rows[:, 0] + rng.normal(size=320)), 0, 3).astype(int)
    settings = {"verbose": -1, "min_child_samples": 5} if package == "lightgbm" else {}
    ranker = ranker_class(n_estimators=15, n_jobs=1, random_state=0, **settings)
    folds = [(np.flatnonzero(query % 4 != k), np.flatnonzero(query % 4 == k)) for k in range(4)]
    results = bo.evaluate(
        {"ranker": ranker}, rows, gain, cv=folds, task="ranking", groups=query, measures=["ndcg"], progress=False
    )
    mine = results.scores().sort_values("fold").value.to_numpy()
    for (train, test), value in zip(folds, mine, strict=True):
        lists = {"group": np.full(30, 8)} if package == "lightgbm" else {"qid": query[train]}
        score = (
            ranker_class(n_estimators=15, n_jobs=1, random_state=0, **settings)
            .fit(rows[train], gain[train], **lists)
            .predict(rows[test])
        )
        direct = bo.measure(gain[test], y_score=score, query=query[test], measures=["ndcg"], level=None)["ndcg"].value
        assert value == pytest.approx(direct, abs=1e-9)
