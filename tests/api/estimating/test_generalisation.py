"""generalisation_error: how good will this learner be, with an interval by the method that is asked for."""

import pytest
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

import bakeoff as bo
from bakeoff.core.errors import BakeoffError


@pytest.mark.parametrize("method", ["corrected_t", "bayle", "nested_cv", "conservative_z"])
def test_every_method_runs_its_own_fits(method: str) -> None:
    data = bo.make("gaussians", n=100, seed=1)
    made = bo.generalisation_error(GaussianNB(), data, method=method, folds=5, repeats=2)
    assert 0.5 < made.low <= made.value <= made.high <= 1


def test_what_does_not_fit_is_refused() -> None:
    data = bo.make("friedman1", n=40, seed=1)
    with pytest.raises(BakeoffError, match="not a mean over rows"):
        bo.generalisation_error(LinearRegression(), data, method="bayle", measure="rmse")
    with pytest.raises(BakeoffError, match="did you mean 'nested_cv'"):
        bo.generalisation_error(LinearRegression(), data, method="nested")
    with pytest.raises(BakeoffError, match="folds"):
        bo.generalisation_error(LinearRegression(), data, method="nested_cv", folds=2)
