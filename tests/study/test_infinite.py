"""A learner that rules out what happens has an infinite log loss: said, and no mean or test is made of it."""

import numpy as np
import pytest

import bakeoff as bo


@pytest.mark.slow
def test_an_infinite_score_is_left_out_of_the_comparison_and_said() -> None:
    from sklearn.naive_bayes import GaussianNB
    from sklearn.tree import DecisionTreeClassifier

    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = (X[:, 0] + rng.normal(size=60) > 0).astype(int)
    learners = {"nb": GaussianNB(), "prior": bo.Prior(), "tree": DecisionTreeClassifier()}
    results = bo.evaluate(learners, X, y, cv="5-fold", scoring=["accuracy", "log_loss"], n_jobs=1)
    found = results.findings
    assert np.isinf(found.cell("data", "tree", "log_loss").estimate.value)
    judged = next(one for one in found.judgements if one.measure == "log_loss")
    assert set(judged.ranks.names) == {"nb", "prior"}
    assert any("log_loss" in text and "tree" in text and "infinite" in text for text in found.warnings)
