"""A measure with a target is scored and shown in a study, and not compared as if more of it were better."""

import numpy as np
import pytest
from sklearn.linear_model import ARDRegression, BayesianRidge

import bakeoff as bo
from bakeoff.core.errors import BakeoffError

LEARNERS = {"ridge": BayesianRidge(), "ard": ARDRegression()}


def data():
    rng = np.random.default_rng(0)
    features = rng.normal(size=(60, 3))
    return features, features @ [1.0, 0.5, 0.0] + rng.normal(size=60)


def test_it_is_scored_beside_the_comparison(tmp_path):
    results = bo.evaluate(LEARNERS, *data(), cv=3, scoring=["crps", "coverage"], progress=False)
    assert len(results.scores("coverage")) == 6
    with pytest.raises(BakeoffError, match=r"coverage is right at 0\.95"):
        results.compare("coverage")
    results.report(tmp_path / "report.md")
    assert "closer to 0.95 is better" in (tmp_path / "report.md").read_text()


def test_it_does_not_decide():
    with pytest.raises(BakeoffError, match="the primary measure decides who is better, but coverage is right at"):
        bo.evaluate(LEARNERS, *data(), cv=3, scoring=["coverage"], progress=False)
