"""The sum of differences over time ends where the test's interval does."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.judging.running_difference import running_difference

N = 90


def _judged(**options):
    rng = np.random.default_rng(5)
    truth = rng.standard_normal(N)
    forecasts = {"a": truth + rng.standard_normal(N), "b": truth + 1.4 * rng.standard_normal(N)}
    return bo.compare_predictions(truth, forecasts, "mae", **options).judgement, truth, forecasts


def test_the_line_is_the_sum_and_the_band_is_that_of_the_test():
    judgement, truth, forecasts = _judged(time=range(N))
    shown = running_difference(judgement, "a", "b")
    differences = np.abs(forecasts["a"] - truth) - np.abs(forecasts["b"] - truth)
    assert shown.total == pytest.approx(np.cumsum(differences))
    interval = judgement.pairs[0].pair.difference
    assert shown.half[-1] == pytest.approx(N * (interval.high - interval.low) / 2)
    assert shown.half[N // 2 - 1] == pytest.approx(shown.half[-1] / np.sqrt(2))
    turned = running_difference(judgement, "b", "a")
    assert turned.total == pytest.approx(-shown.total)


def test_rows_without_times_have_none():
    judgement, _, _ = _judged()
    assert running_difference(judgement, "a", "b") is None


def test_values_that_show_no_spread_have_no_band():
    walk = np.cumsum(np.random.default_rng(3).standard_normal(40))
    judgement = bo.compare_predictions(np.zeros(40), {"a": walk, "b": np.ones(40)}, "mae", time=range(40)).judgement
    shown = running_difference(judgement, "a", "b")
    assert not shown.has_band
    assert np.isfinite(shown.total).all()
