"""Conformal: a regressor whose intervals are made of the errors on rows that it was not fitted to; MAPIE's regressors are run as they are."""

import numpy as np
import pytest
from sklearn.datasets import make_regression
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge

import bakeoff as bo
from bakeoff.core.errors import BadInput

X, Y = make_regression(120, 3, noise=10.0, random_state=0)


MEASURES = ["wis", "interval_coverage(0.9)", "interval_width(0.9)", "rmse"]


def test_conformal_regressors_are_compared_and_cover():
    learners = {"ridge": bo.Conformal(Ridge()), "mean": bo.Conformal(DummyRegressor())}
    results = bo.evaluate(learners, X, Y, cv=3, measures=MEASURES, progress=False)
    assert results.compare("wis").verdict.winner == "ridge"
    scores = results.scores()
    covered = scores[(scores.measure == "interval_coverage(0.9)") & (scores.learner == "ridge")].value.mean()
    assert 0.7 < covered < 1
    rows = results.predictions_frame()
    assert {"q0.05", "q0.5", "q0.95"} <= set(rows.columns)
    inside = (rows["q0.05"] <= rows.truth) & (rows.truth <= rows["q0.95"])
    assert inside[rows.learner == "ridge"].mean() == pytest.approx(covered)


def test_the_level_of_a_conformal_interval_is_kept_on_average():
    rng, inside = np.random.default_rng(0), []
    for seed in range(40):
        x = rng.normal(size=(80, 1))
        y = x[:, 0] + rng.exponential(size=80)
        ends = bo.Conformal(Ridge(), level=0.8, random_state=seed).fit(x[:60], y[:60]).predict_quantiles(x[60:])
        inside.append(np.mean((ends[0.1] <= y[60:]) & (y[60:] <= ends[0.9])))
    assert np.mean(inside) == pytest.approx(0.83, abs=0.05)  # 13 of 16 rows: at least .8, at most .8 + 1/16


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"level": 1.0}, "level of Conformal"),
        ({"share": 0.0}, "share of Conformal"),
        ({"level": 0.99, "share": 0.1}, "raise share, or lower level"),
    ],
)
def test_settings_that_make_no_sense_are_refused(how, words):
    with pytest.raises(BadInput, match=words):
        bo.Conformal(Ridge(), **how).fit(X, Y).predict_quantiles(X)
