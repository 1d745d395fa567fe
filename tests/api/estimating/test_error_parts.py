"""Noise, bias and variance of learners, from the predictions of a study or from trainings for this purpose."""

import pytest
from sklearn.linear_model import LinearRegression
from sklearn.tree import DecisionTreeRegressor

import bakeoff as bo
from bakeoff.core.errors import BadInput, NotApplicable

ROWS = 60


DATA = bo.make("friedman1", n=ROWS, seed=5)


LEARNERS = {"tree": DecisionTreeRegressor(random_state=0), "line": LinearRegression()}


def study(scheme: str = "kfold(5, repeats=4)", data: object = DATA) -> bo.Study:
    return bo.Study(datasets=data, learners=LEARNERS, scheme=scheme, measures="rmse")


def test_one_training_for_a_row_and_wrong_wishes_get_a_sentence() -> None:
    results = study("5-fold").run(progress=False)
    with pytest.raises(NotApplicable, match=r"use a bootstrap, such as bootstrap\(200\), or repeats"):
        bo.bias_variance(results)
    with pytest.raises(BadInput, match="give the study itself"):
        bo.bias_variance(results, trainings=10)
    with pytest.raises(BadInput, match="leave out data"):
        bo.bias_variance(study(), data=DATA)
    with pytest.raises(BadInput, match="trainings"):
        bo.bias_variance(study(), trainings=1)
