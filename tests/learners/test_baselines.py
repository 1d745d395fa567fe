import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor

from bakeoff.core.errors import BadInput
from bakeoff.learners import Majority, Mean, Median, Prior, Random

ROWS = np.zeros((5, 1))


def test_majority_and_prior_agree_with_scikit_learn(table, rng):
    data = table(["a", "b", "b", "c", "b", "c"], x=[1.0, 2, 3, 4, 5, 6])
    theirs = DummyClassifier(strategy="prior").fit(data.features, data.target)
    assert Majority().fit(data, rng).predict(ROWS).label.tolist() == theirs.predict(ROWS).tolist()
    ours = Prior().fit(data, rng).predict(ROWS)
    assert np.array_equal(ours.proba, theirs.predict_proba(ROWS))
    assert ours.label.tolist() == [1] * 5


def test_the_first_of_equally_frequent_classes(table, rng):
    assert Majority().fit(table(["z", "a"], x=[1.0, 2.0]), rng).predict(ROWS).label.tolist() == [0] * 5


def test_classes_absent_from_training_have_no_share(table, rng):
    data = table(["a", "b", "c", "c"], x=[1.0, 2, 3, 4]).take([0, 2, 3])
    assert Prior().fit(data, rng).predict(ROWS[:1]).proba.tolist() == [[1 / 3, 0, 2 / 3]]
    uniform = Random(draw="uniform").fit(data, rng).predict(np.zeros((500, 1)))
    assert set(uniform.label.tolist()) == {0, 2}
    assert uniform.proba[0].tolist() == [0.5, 0, 0.5]


def test_random_draws_in_proportion_and_again_alike(table):
    data = table(["a"] * 3 + ["b"], x=[1.0, 2, 3, 4])
    many = np.zeros((20_000, 1))
    model = Random().fit(data, np.random.default_rng(1))
    first = model.predict(many).label
    assert first.mean() == pytest.approx(0.25, abs=0.02)
    assert np.array_equal(first, model.predict(many).label)
    other = Random().fit(data, np.random.default_rng(2)).predict(many).label
    assert not np.array_equal(first, other)


def test_mean_and_median_agree_with_scikit_learn(table, rng):
    data = table([1.0, 2.0, 10.0, 4.0], x=[1.0, 2, 3, 4])
    for ours, strategy in ((Mean(), "mean"), (Median(), "median")):
        theirs = DummyRegressor(strategy=strategy).fit(data.features, data.target)
        assert ours.fit(data, rng).predict(ROWS).label.tolist() == theirs.predict(ROWS).tolist()


def test_names_and_settings():
    assert Majority("zero").name == "zero"
    assert Majority("zero").settings == Majority().settings
    assert Random().settings != Random(draw="uniform").settings
    assert len({one().settings for one in (Majority, Prior, Random, Mean, Median)}) == 5
    with pytest.raises(BadInput, match="needs a name that is not empty"):
        Majority(" ")
    with pytest.raises(BadInput, match='draw must be "stratified" or "uniform"'):
        Random(draw="wild")


def test_no_rows(table, rng):
    with pytest.raises(BadInput, match="'mean' was given no training rows"):
        Mean().fit(table([1.0, 2.0], x=[1.0, 2.0]).take(np.array([], dtype=int)), rng)
