"""Suggest: wide ranges, spread over orders of magnitude where that is right, for the well-known estimators of scikit-learn."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import all_estimators

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.tuning.space import Space
from bakeoff.tuning.suggest import SPACES


def test_spaces_are_suggested_for_known_estimators_and_fit_them():
    known = dict(all_estimators())
    for name, space in SPACES.items():
        found = Space.of(space)
        estimator = known[name]()
        for one in (found.draw(np.random.default_rng(seed)) for seed in range(5)):
            estimator.set_params(**found.values(one))._validate_params()
    assert list(bo.suggest(make_pipeline(StandardScaler(), Ridge()))) == ["ridge__alpha"]
    assert bo.suggest("sklearn.svm.SVC").keys() == {"C", "gamma"}
    with pytest.raises(BadInput, match="LinearRegression has no settings worth a search; use it as it is"):
        bo.suggest(LinearRegression())
    with pytest.raises(BadInput, match="no space is known for StandardScaler"):
        bo.suggest(StandardScaler())
