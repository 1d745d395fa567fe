"""The naive forecasts: last value, value of one season before; over rolling origins, from Python and by name."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.learners.from_objects import learner_from

RNG = np.random.default_rng(0)


def _data(n=40):
    steps = np.arange(n)
    return bo.load(
        (np.column_stack([steps, steps % 4]).astype(float), 10.0 * (steps % 4) + steps),
        time=steps,
        name="quarters",
        task="regression",
    )


def test_naive_says_the_last_value_in_the_order_of_time():
    data = _data()
    train = data.take(np.r_[np.arange(5, 20), np.arange(5)])  # not in order: the last value is that of step 19
    label = bo.Naive().fit(train, RNG).predict(np.zeros((3, 2))).label
    assert label.tolist() == [49.0] * 3


def test_seasonal_naive_repeats_the_last_season():
    train = _data().take(np.arange(20))
    label = bo.SeasonalNaive(4).fit(train, RNG).predict(np.zeros((6, 2))).label
    assert label.tolist() == [16.0, 27, 38, 49, 16, 27]


def test_over_rolling_origins_scores_are_compared_in_time():
    steps = np.arange(60)
    truth = 10.0 * (steps % 4) + np.random.default_rng(1).standard_normal(60)
    lags = np.column_stack([np.r_[0.0, truth[:-1]], np.r_[np.zeros(4), truth[:-4]]])
    learners = {"naive": bo.Naive(), "seasonal": bo.SeasonalNaive(4)}
    results = bo.evaluate(
        learners, lags, truth, cv="rolling-origin(20, horizon=4)", scoring=["mae"], time=steps, progress=False
    )
    comparison = results.compare("mae")
    assert comparison.judgement.evidence.name == "origins"
    assert comparison.pairs[0].pair.result.test == "diebold_mariano"
    assert comparison.verdict.winner == "seasonal"
    assert "trained anew at every origin" in str(comparison)


def test_too_short_and_repeated_series_are_refused():
    data = _data(6)
    with pytest.raises(BadInput, match="one season"):
        bo.SeasonalNaive(12).fit(data, RNG)
    twice = bo.load((np.zeros((4, 1)), [1.0, 2, 3, 4]), time=[0, 0, 1, 1], name="two", task="regression")
    assert "times of 'two' repeat" in bo.Naive().refuses(twice)


def test_a_study_file_names_them():
    assert learner_from("s", "seasonal-naive", {"season": 7}) == bo.SeasonalNaive(7, name="s")
