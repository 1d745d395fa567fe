"""Means over splits: the corrected interval, and what cannot be told."""

import numpy as np
import pytest
from scipy import stats

from bakeoff.core.errors import BadInput
from bakeoff.estimates import mean_over_splits


def test_plain_t_against_scipy():
    values = [0.7, 0.6, 0.74, 0.66, 0.8]
    expected = stats.t.interval(0.9, 4, np.mean(values), stats.sem(values))
    made = mean_over_splits(values, None, 0.9)
    assert (made.low, made.high) == pytest.approx(expected)


def test_overlap_makes_it_wider_by_the_known_factor():
    values = np.random.default_rng(0).normal(0.8, 0.05, 100)
    plain, corrected = mean_over_splits(values, None), mean_over_splits(values, 1 / 9, repeats=10)
    assert corrected.half_width / plain.half_width == pytest.approx(np.sqrt((1 / 100 + 1 / 9) * 100))
    assert corrected.method == "corrected t over splits, 10 repeats"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ([0.5], "one split"),
        ([0.5, 0.5, 0.5], "zero variance"),
        ([0.1 + 0.2, 0.3, 0.3], "zero variance"),
        ([np.nan, np.nan], "undefined"),
        ([], "undefined on every split"),
        ([1.0, np.inf], "infinite"),
    ],
)
def test_no_interval_comes_with_its_reason(values, reason):
    made = mean_over_splits(values, 0.1)
    assert np.isnan(made.low)
    assert np.isnan(made.high)
    assert any(reason in text for text in made.warnings)


def test_undefined_splits_are_left_out_and_told():
    made = mean_over_splits([0.5, np.nan, 0.7], None)
    assert (made.value, made.n) == (0.6, 2)
    assert made.warnings == ("undefined on 1 of 3 splits",)


def test_ends_are_clipped_to_the_measure():
    made = mean_over_splits([1.0, 0.9, 1.0], None, bounds=(0.0, 1.0))
    assert made.high == 1.0
    with pytest.raises(BadInput):
        mean_over_splits([1, 2], 0.0)
