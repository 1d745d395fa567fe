"""Several outputs: each measure of numbers is the mean over outputs, equal to scikit-learn."""

import numpy as np
import pytest
from sklearn import metrics

import bakeoff as bo

NAMES = {
    "mae": metrics.mean_absolute_error, "mse": metrics.mean_squared_error, "rmse": metrics.root_mean_squared_error, "r2": metrics.r2_score,
    "explained_variance": metrics.explained_variance_score, "medae": metrics.median_absolute_error,
    "mape": metrics.mean_absolute_percentage_error, "msle": metrics.mean_squared_log_error, "rmsle": metrics.root_mean_squared_log_error,
    "pinball(0.5)": metrics.mean_pinball_loss,
}  # fmt: skip


def drawn(seed, n=50):
    rng = np.random.default_rng(seed)
    truth = np.abs(rng.normal([3, 100, 1e6], [1, 5, 10], (n, 3))) + 0.1
    return truth, np.abs(truth + rng.normal(0, [0.3, 2, 4], (n, 3))), rng.uniform(0.5, 2, n)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_means_over_outputs(seed, weighted):
    truth, label, weight = drawn(seed)
    w = weight if weighted else None
    names = {
        name: f for name, f in NAMES.items() if not (weighted and name == "medae")
    }  # another definition of the median
    panel = bo.measure(truth, label, task="multioutput", measures=list(names), level=None, sample_weight=w)
    expected = [f(truth, label, sample_weight=w) for f in names.values()]
    assert [estimate.value for estimate in panel.values()] == pytest.approx(expected, rel=1e-9)


def test_intervals_hold_the_value_and_learners_are_compared():
    truth, label, _ = drawn(5)
    panel = bo.measure(truth, label, task="multioutput", n_resamples=200)
    assert list(panel) == ["mae", "rmse", "r2", "medae"]
    assert all(one.low <= one.value <= one.high for one in panel.values())
    worse = label + np.random.default_rng(1).normal(0, [1, 6, 12], label.shape)
    found = bo.compare_predictions(truth, {"good": label, "worse": worse}, "rmse", task="multioutput", n_resamples=500)
    assert found.verdict.claim.value == "A better"
