"""Permutation tests: exact shortcuts, compiled and NumPy twins, AUC as a signed sum, measures by the joint table."""

import numpy as np
import pytest
from scipy import stats

import bakeoff as bo
from bakeoff.comparisons import permutation
from bakeoff.kernels import kernel

RNG = np.random.default_rng(31)


@pytest.mark.parametrize("n", [5, 64, 1000])
def test_random_signs_have_the_right_mean_spread_and_shape(n):
    values = RNG.normal(size=n)
    sums = kernel("sign_flip_sums")(values, 20_000, 4)
    spread = np.sqrt(values @ values)
    assert abs(sums.mean()) < 4 * spread / np.sqrt(20_000)
    assert sums.std() == pytest.approx(spread, rel=0.03)
    if n > 60:
        assert stats.kstest(sums / spread, "norm").pvalue > 1e-3
    assert np.array_equal(sums, kernel("sign_flip_sums")(values, 20_000, 4))
    assert not np.array_equal(sums, kernel("sign_flip_sums")(values, 20_000, 5))


def test_hits_are_a_binomial():
    a, b = np.array([1] * 12 + [0] * 8), np.array([0] * 10 + [1] * 2 + [0] * 5 + [1] * 3)
    result = permutation(a, b)
    assert "binomial" in result.variant
    assert result.p_value == pytest.approx(stats.binomtest(10, 13).pvalue)


def test_monte_carlo_agrees_with_all_patterns():
    a, b = RNG.normal(0.3, 1, 14), np.zeros(14)
    exact = permutation(a, b, n_resamples=20_000)
    assert "all 16384" in exact.variant
    drawn = kernel("sign_flip_sums")(a, 100_000, 2)
    share = 2 * min(np.mean(drawn >= a.sum()), np.mean(drawn <= a.sum()))
    assert share == pytest.approx(exact.p_value, abs=0.01)


def test_transformed_means_are_permuted_by_their_sums():
    """RMSE falls with the mean of squares and R2 with their sum, so all three ask the same question of the same swaps."""
    rng = np.random.default_rng(5)
    truth = rng.normal(size=30)
    said = {name: truth + rng.normal(0, sd, 30) for name, sd in (("a", 0.3), ("b", 0.42))}
    p = {
        name: bo.compare_predictions(truth, said, name, task="regression").omnibus.p_value
        for name in ("rmse", "r2", "mse")
    }
    assert p["rmse"] == pytest.approx(0.6317, abs=0.015), "of 400,000 patterns drawn by NumPy"
    assert p["r2"] == p["mse"] == pytest.approx(p["rmse"], abs=1e-9)
