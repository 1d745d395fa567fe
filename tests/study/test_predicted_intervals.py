"""Studies of regressors with predicted intervals, and what bad quantiles are told."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.datasets import make_regression
from sklearn.linear_model import Ridge

import bakeoff as bo
from bakeoff.core.errors import BadInput

X, Y = make_regression(120, 3, noise=10.0, random_state=0)


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
