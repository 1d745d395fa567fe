"""The calibration error with other bins; oracles of the same are in measures_catalogue.toml."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.measures import measure_named
from bakeoff.measures.probabilities.calibration import ece

NAMES = ["ece(3)", 'ece(cut="count")', 'ece(of="positive")', 'ece(4, of="positive", cut="count")']


def given(n=60, k=2):
    rng = np.random.default_rng(n)
    return rng.integers(0, k, n), np.round(rng.dirichlet(np.ones(k), n), 6)


def test_the_name_says_what_it_is_and_is_understood():
    for name in NAMES:
        assert measure_named(name).name == name
    assert ece(10) is measure_named("ece") is measure_named('ece(10, of="top", cut="width")')


def test_ten_bins_read_from_the_rows_are_those_of_the_sums():
    y, proba = given(500, 3)
    panel = bo.measure(y, y_proba=proba, measures=["ece"], level=None)
    from bakeoff.measures.probabilities.calibration import _error
    from bakeoff.predictions.from_arrays import predictions_of

    assert _error(predictions_of(y, y_proba=proba), 10, "top", "width") == pytest.approx(panel["ece"].value, rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_weights_count_as_repeated_rows_and_their_order_does_not_matter(name):
    y, proba = given()
    weight = np.random.default_rng(1).integers(0, 4, len(y))
    weighted = bo.measure(y, y_proba=proba, sample_weight=weight, measures=[name], level=None)[name].value
    again = np.random.default_rng(2).permutation(np.repeat(np.arange(len(y)), weight))
    assert bo.measure(y[again], y_proba=proba[again], measures=[name], level=None)[name].value == pytest.approx(
        weighted
    )


def test_one_bin_is_the_distance_of_the_means():
    y, proba = given()
    made = bo.measure(y, y_proba=proba, measures=['ece(1, of="positive")'])['ece(1, of="positive")']
    assert made.value == pytest.approx(abs(proba[:, 1].mean() - y.mean()))
    assert 0 <= made.low <= made.value <= made.high


@pytest.mark.parametrize("text", ["ece(0)", "ece(2.5)", 'ece(of="all")', 'ece(cut="mass")', "ece(1, 2, 3, 4)"])
def test_other_bins_are_refused(text):
    with pytest.raises(BadInput, match="ece"):
        measure_named(text)
