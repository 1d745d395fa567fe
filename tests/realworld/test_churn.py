"""Preparation does not decide the verdict: the winner is the same with and without scaling by name."""

import pytest
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression

import bakeoff as bo
from bakeoff.learners.estimators import SklearnLearner
from tests.realworld.churn import churn


@pytest.mark.slow
def test_the_same_winner_with_and_without_scaling(capfd: pytest.CaptureFixture[str]) -> None:
    X, y = churn(4000)
    estimators = {"logistic": LogisticRegression(), "hgb": HistGradientBoostingClassifier(max_iter=30)}
    scaled = [SklearnLearner(name, estimator, scale=True) for name, estimator in estimators.items()]
    settings = {"cv": "5x2", "scoring": ["roc_auc", "accuracy"], "positive": "yes", "name": "churn"}
    plain = bo.evaluate(estimators, X, y, **settings)
    lines = [line for line in capfd.readouterr().err.splitlines() if line.startswith("prepared for")]
    assert len(lines) == 2
    assert all("left out as an identifier: customer_id" in line for line in lines)
    by_name = bo.evaluate(scaled, X, y, progress=False, **settings)
    assert plain.verdict.claim == by_name.verdict.claim
    assert "study.prepared" in {note.code for note in plain.notes}


def test_nothing_is_printed_for_numbers(capfd: pytest.CaptureFixture[str]) -> None:
    X, y = churn(80)
    bo.evaluate({"lr": LogisticRegression(max_iter=500)}, X[["age"]], y, cv=2, scoring="accuracy", positive="yes")
    assert "prepared" not in capfd.readouterr().err
