"""None"""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.dummy import DummyClassifier, DummyRegressor

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.learners import Majority, Mean, Median, OneRule, Prior, Random

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


SHARED = Path(__file__).parents[2].parent / "shared" / "data"

NOMINAL = ("outlook", "temperature", "humidity", "windy")


def errors(data, column, rng, bucket=6):
    return OneRule(bucket=bucket).fit(data.only([column]), rng).errors


def test_the_nominal_weather_problem(weather, rng):
    # Witten, Frank, Hall: Data Mining, table 4.1: errors 4/14, 5/14, 4/14, 5/14; outlook is chosen.
    assert [errors(weather, one, rng) for one in NOMINAL] == [4, 5, 4, 5]
    model = OneRule().fit(weather.only(NOMINAL), rng)
    assert model.column == 0
    levels = weather.columns[0].levels
    says = {level: weather.classes[code] for level, code in zip(levels, model.says, strict=True)}
    assert says == {"sunny": "play-no", "overcast": "play-yes", "rainy": "play-yes"}


def test_the_numeric_weather_problem(weather, rng):
    # The same book, with at least three rows of the most frequent class in an interval.
    humidity = OneRule(bucket=3).fit(weather.only(["percent"]), rng)
    assert humidity.cuts.tolist() == [82.5, 95.5]
    assert [weather.classes[code] for code in humidity.says] == ["play-yes", "play-no", "play-yes"]
    assert humidity.errors == 3
    assert errors(weather, "degrees", rng, bucket=3) == 5


@pytest.mark.skipif(not SHARED.exists(), reason="the classic data sets lie beside the repository, if at all")
@pytest.mark.parametrize(
    ("name", "column", "right"),
    [
        # Printed by WEKA's OneR with its default bucket of 6, as quoted in many course notes.
        ("iris.arff", "petalwidth", 144),
        ("contact-lenses.arff", "tear-prod-rate", 17),
        ("weka/vote.arff", "physician-fee-freeze", 416),
        ("weka/weather.nominal.arff", "outlook", 10),
    ],
)
def test_published_rules(name, column, right, rng):
    data = bo.load(SHARED / name)
    model = OneRule().fit(data, rng)
    assert data.columns[model.column].name == column
    assert int((model.predict(data.features).label == data.target).sum()) == right == len(data) - model.errors


def test_iris_is_cut_where_it_is_known_to_be(rng):
    from sklearn.datasets import load_iris

    X, y = load_iris(return_X_y=True)
    data = bo.Dataset(
        name="iris",
        task="multiclass",
        features=X,
        target=y,
        columns=tuple(bo.Column(name=one) for one in ("sl", "sw", "pl", "pw")),
        classes=("setosa", "versicolor", "virginica"),
    )
    model = OneRule().fit(data, rng)
    assert (model.column, model.cuts.tolist()) == (3, [0.8, 1.75])


def test_missing_is_a_value_of_its_own(table, rng):
    data = table(["a", "a", "a", "b", "b", "b"], x=["u", "u", "u", None, None, None])
    model = OneRule().fit(data, rng)
    assert model.errors == 0
    assert model.predict(np.array([[np.nan], [0.0]])).label.tolist() == [1, 0]


def test_missing_numbers_too(table, rng):
    data = table(["a"] * 6 + ["b"] * 6, x=[1.0, 2, 3, 4, 5, 6, *[None] * 6])
    model = OneRule(bucket=3).fit(data, rng)
    assert model.errors == 0
    assert model.cuts.tolist() == []


def test_what_was_never_met_says_the_usual_class(table, rng):
    data = table(["a", "b", "b", "b"], x=["u", "v", "v", "v"])
    model = OneRule().fit(data.take([0, 1, 2]), rng)
    assert model.predict(np.array([[np.nan]])).label.tolist() == [1]


def test_no_column_that_can_be_used(table, rng):
    data = table(["a", "b", "b"], x=[1.0, 2.0, 3.0])
    from dataclasses import replace

    text = replace(data, columns=(bo.Column(name="x", kind="text", levels=("p", "q", "r", "s")),))
    assert OneRule().fit(text, rng).predict(text.features).label.tolist() == [1, 1, 1]


def test_equal_values_are_never_cut(table, rng):
    data = table(["a"] * 6 + ["b"] * 6, x=[1.0] * 12)
    assert OneRule(bucket=2).fit(data, rng).cuts.tolist() == []


@settings(max_examples=100, deadline=None)
@given(
    rows=st.lists(st.tuples(st.integers(0, 8), st.integers(0, 2)), min_size=1, max_size=40),
    bucket=st.integers(1, 7),
)
def test_intervals_hold_enough_rows(rows, bucket):
    values, target = np.array([r[0] for r in rows], dtype=float), np.array([r[1] for r in rows])
    data = bo.Dataset(
        name="d",
        task="multiclass",
        features=values[:, None],
        target=target,
        columns=(bo.Column(name="x"),),
        classes=("a", "b", "c"),
    )
    model = OneRule(bucket=bucket).fit(data, np.random.default_rng(0))
    part = np.searchsorted(model.cuts, values, side="right")
    table = np.array([np.bincount(target[part == one], minlength=3) for one in range(len(model.cuts) + 1)])
    assert (table.max(axis=1)[:-1] >= bucket).all()
    assert (np.diff(model.says) != 0).all()
    assert model.errors == len(rows) - table.max(axis=1).sum()


def test_wrong_settings(table, rng):
    with pytest.raises(BadInput, match="bucket must be a whole number of at least 1"):
        OneRule(bucket=0)
    with pytest.raises(BadInput, match="was given no training rows"):
        OneRule().fit(table(["a", "b"], x=[1.0, 2.0]).take(np.array([], dtype=int)), rng)
