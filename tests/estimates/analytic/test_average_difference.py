"""The average difference along a stream: against a plain loop, by simulation, and in the verdict."""

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

import bakeoff as bo
from bakeoff.estimates.analytic.average_difference import STAKES, AverageDifference


class Column(ClassifierMixin, BaseEstimator):
    """Answers with one of its columns and learns nothing."""

    def __init__(self, at=0):
        self.at = at

    def partial_fit(self, X, y, classes=None):
        self.classes_ = np.array([0, 1])
        return self

    def predict(self, X):
        return X[:, self.at].astype(int)


def answers(rng, truth, rate):
    return np.where(rng.random(len(truth)) < rate, 1 - truth, truth)


def two_columns(n, first, second, seed):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    said = np.column_stack([answers(rng, truth, rate) for rate in (first, second)]).astype(float)
    return bo.stream({"a": Column(0), "b": Column(1)}, (said, truth))


def test_the_evidence_is_that_of_a_plain_loop():
    differences = np.random.default_rng(3).choice([-1.0, 0.0, 1.0], p=[0.2, 0.7, 0.1], size=300)
    sums = AverageDifference()
    for start in range(0, 300, 70):
        sums.push(differences[start : start + 70])

    def log_evidence(mean):
        parts = []
        for stake in (*STAKES, *-STAKES):
            cost = (-np.log(1 - 2 * abs(stake)) - 2 * abs(stake)) / 4
            total, value = 0.0, 0.0
            for t, d in enumerate(differences):
                guess = total / t if t else 0.0
                value += stake * (d - mean) - cost * (d - guess) ** 2
                total += d
            parts.append(np.exp(value))
        return np.log(np.mean(parts))

    assert sums.p_value == pytest.approx(min(1.0, np.exp(-log_evidence(0.0))))
    for end in sums.interval(0.95):
        assert log_evidence(end) == pytest.approx(np.log(20), abs=1e-6)


def test_the_interval_holds_at_every_example_where_the_leader_changes():
    rng = np.random.default_rng(1)
    expected = np.where(np.arange(2000) < 1000, 0.15, -0.15)
    missed = 0
    for _ in range(150):
        differences = (rng.random(2000) < 0.25 + expected).astype(float) - (rng.random(2000) < 0.25)
        sums, left_out = AverageDifference(), False
        for start in range(0, 2000, 50):
            sums.push(differences[start : start + 50])
            low, high = sums.interval(0.95)
            left_out |= not low <= expected[: start + 50].mean() <= high
        missed += left_out
    assert missed <= 8  # 5 % of 150


def test_a_lead_that_is_lost_again_shows_nobody_better():
    early = np.arange(4600) < 2000
    found = two_columns(4600, np.where(early, 0.10, 0.33), np.where(early, 0.20, 0.255), seed=0)
    (pair,) = found.pairs
    assert pair.p_adjusted < 0.001  # they differ at some time
    assert pair.p_average_adjusted > 0.05
    assert pair.low < 0 < pair.high
    assert "is best" not in found.verdict
    assert "At some time of the stream it is shown to differ" in found.verdict


def test_a_lasting_lead_is_shown():
    found = two_columns(4000, 0.30, 0.20, seed=1)
    (pair,) = found.pairs
    assert 0 < pair.low < pair.difference < pair.high
    assert pair.p_average_adjusted < 0.001
    assert found.verdict.startswith("b is best")


def test_the_interval_is_in_the_units_of_the_measure():
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 4000)
    said = np.column_stack([answers(rng, truth, rate) for rate in (0.3, 0.2)]).astype(float)
    (pair,) = bo.stream({"a": Column(0), "b": Column(1)}, (said, truth), "accuracy").pairs
    assert pair.low < pair.difference < pair.high < 0
