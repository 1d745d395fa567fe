"""Studies of regressors with predicted intervals, and what bad quantiles are told."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
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


class Foreign(RegressorMixin, BaseEstimator):
    """A regressor of another package, with quantiles as it likes."""

    def __init__(self, levels=(0.1, 0.9)):
        self.levels = levels

    def fit(self, X, y):
        self.mean_ = y.mean()
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_)

    def predict_quantiles(self, X):
        return {level: self.predict(X) for level in self.levels}


def test_quantiles_of_any_estimator_are_read_and_checked():
    results = bo.evaluate(
        {"foreign": Foreign()}, X, Y, cv=3, measures=["quantile_loss", "interval_width(0.8)"], progress=False
    )
    assert (results.scores().query("measure == 'interval_width(0.8)'").value == 0).all()
    wrong = bo.evaluate({"foreign": Foreign((0.1, 1.9))}, X, Y, cv=3, measures=["quantile_loss"], progress=False)
    assert "levels of quantiles must rise and lie strictly between 0 and 1" in wrong.failures.to_string()


def test_a_learner_without_quantiles_is_told():
    with pytest.raises(BadInput, match="quantiles"):
        bo.evaluate({"ridge": Ridge()}, X, Y, cv=3, measures=["wis"], progress=False)


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
