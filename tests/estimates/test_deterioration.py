"""Performance deterioration: the printed errors of the notes, the rules in their order, and intervals."""

import json
from pathlib import Path

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.core.errors import BadInput
from bakeoff.estimates.deterioration import (
    average_deterioration,
    deterioration_over_splits,
    deteriorations_by_split,
    performance_deterioration,
)

ORACLE = json.loads((Path(__file__).parents[1] / "oracles" / "deterioration.json").read_text())


@pytest.mark.parametrize("case", ORACLE["cases"], ids=lambda case: case["id"])
def test_all_printed_errors(case):
    error, ideal, trivial, expected = np.array(case["rows"]).T
    made = bo.performance_deterioration(error, ideal, trivial)
    np.testing.assert_allclose(made.values, expected, atol=1e-10)
    assert made.average == pytest.approx(case["average"], abs=1e-10)


def test_the_rules_stand_in_their_order():
    assert float(performance_deterioration(0.5, 0.45, 0.4)) == 1  # worse than trivial comes first
    useless = performance_deterioration(0.3, 0.4, 0.4)
    assert np.isnan(float(useless))
    assert "no better than the trivial" in useless.reasons[0]
    assert float(performance_deterioration(0.1, 0.2, 0.4)) == pytest.approx(-0.5)  # negative values stay
    assert float(performance_deterioration(0.4, 0.2, 0.4)) == 1  # equal to trivial: the ratio gives 1
    assert performance_deterioration(np.nan, 0.2, 0.4).reasons == ("an error is missing",)


def test_no_average_over_what_is_left():
    assert np.isnan(performance_deterioration([0.2, 0.3], [0.1, 0.5], 0.4).average)
    assert np.isnan(performance_deterioration([], [], []).average)


def test_a_measure_of_which_more_is_better_is_negated():
    errors = float(performance_deterioration(0.3, 0.2, 0.4))
    assert float(performance_deterioration(-0.7, -0.8, -0.6)) == pytest.approx(errors)


def test_several_values_are_no_number():
    with pytest.raises(BadInput, match="there are 2 values"):
        float(performance_deterioration([0.1, 0.2], 0.1, 0.4))


def test_parts_of_splits_average_to_the_ratio_of_means():
    rng = np.random.default_rng(1)
    error, ideal, trivial = 0.30 + 0.02 * rng.standard_normal((3, 12)) + np.array([[0.0], [-0.06], [0.1]])
    parts = deteriorations_by_split(error, ideal, trivial)
    ratio = (error.mean() - ideal.mean()) / (trivial.mean() - ideal.mean())
    assert parts.mean() == pytest.approx(ratio)
    # The jackknife of the ratio has nearly the same standard error.
    left = [
        float(performance_deterioration(*(np.delete(one, at).mean() for one in (error, ideal, trivial))))
        for at in range(12)
    ]
    jackknife = np.sqrt(11 / 12 * np.sum((np.array(left) - np.mean(left)) ** 2))
    assert parts.std(ddof=1) / np.sqrt(12) == pytest.approx(jackknife, rel=0.05)


def test_intervals_cover():
    """95% intervals of pD over 20 independent repetitions; 400 trials, seed 5."""
    rng = np.random.default_rng(5)
    true = (0.25 - 0.20) / (0.36 - 0.20)
    hits = 0
    for _ in range(400):
        shared = 0.01 * rng.standard_normal(20)
        error, ideal, trivial = (middle + shared + 0.01 * rng.standard_normal(20) for middle in (0.25, 0.20, 0.36))
        found = deterioration_over_splits(error, ideal, trivial, None)
        hits += found.low <= true <= found.high
    assert 0.92 <= hits / 400 <= 0.98


def test_nothing_learned_for_sure_means_no_interval():
    rng = np.random.default_rng(2)
    error, ideal, trivial = 0.4 + 0.05 * rng.standard_normal((3, 10))
    found = deterioration_over_splits(error - 0.02, ideal - 0.03, trivial, None)
    assert np.isnan(found.low)
    assert np.isnan(average_deterioration([], None).value)


def test_three_numbers_give_a_number():
    lost = bo.performance_deterioration(0.3, 0.2, 0.4)
    assert isinstance(lost, float)
    assert f"{lost:.2f}" == "0.50"
    assert lost > 0.4
    undefined = bo.performance_deterioration(0.2, 0.4, 0.3)
    assert np.isnan(undefined)
    assert "no better than the trivial" in undefined.reasons[0]
