"""Round-off is no evidence: scores that agree to 12 digits tie, and sums that cancel are zero."""

import numpy as np
import pytest

from bakeoff.comparisons import friedman, judge, nemenyi, paired_t, permutation, quade, sign, wilcoxon
from bakeoff.comparisons.evidence.kinds import RUNS
from bakeoff.comparisons.evidence.types import (
    ScoreMatrix,
    noise_free_difference,
    significant_digits,
)
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.significance.sign import win_tie_loss


def noisy(values, rng):
    """The same numbers as they come out of another order of summation."""
    return values * (1 + rng.integers(-2, 3, values.shape) * np.finfo(float).eps)


def test_one_tenth_and_two_tenths_tie_with_three_tenths():
    a, b = np.array([0.1 + 0.2, 0.9, 0.7, 0.6, 0.8]), np.array([0.3, 0.8, 0.6, 0.5, 0.7])
    assert win_tie_loss(noise_free_difference(a, b)) == (4, 1, 0)
    assert sign(a, b, ties="drop").working[1] == ("ties", 1)
    assert dict(wilcoxon(a, b).working)["non-zero differences"] == 4
    assert ScoreMatrix.of([[0.1 + 0.2, 0.3]]).ranks().tolist() == [[1.5, 1.5]]


def test_noise_in_the_last_bits_changes_no_test():
    rng = np.random.default_rng(4)
    table = np.round(rng.uniform(0.5, 0.95, (12, 4)), 2)
    other = noisy(table, rng)
    for test in (friedman, quade):
        assert test(other).statistic == pytest.approx(test(table).statistic, rel=1e-12)
    for one, two in zip(nemenyi(other).pairs, nemenyi(table).pairs, strict=True):
        assert one.p_adjusted == two.p_adjusted
    for test in (sign, wilcoxon, permutation):
        assert test(other[:, 0], other[:, 1]).p_value == test(table[:, 0], table[:, 1]).p_value


def test_equal_means_differ_by_exactly_zero():
    a, b = np.array([0.1, 0.2, 0.3]) * 1000, np.array([0.3, 0.1, 0.2]) * 1000
    result = paired_t(a, b)
    assert result.difference.value == 0.0
    assert result.p_value == 1.0
    judged = judge(ScoreMatrix.of({"a": a, "b": b}), Question(evidence=RUNS))
    assert "e-" not in judged.verdict.sentence


def test_small_scores_keep_their_digits_beside_large_ones():
    a, b = np.array([1.23456789012e9, 1.5e-7]), np.array([1.23456789e9, 1.5000001e-7])
    d = noise_free_difference(a, b)
    assert d[1] == pytest.approx(-1e-14, rel=1e-5), "a data set of large scores must not round a small one away"
    assert ScoreMatrix.of(np.column_stack([a, b])).ranks().tolist() == [[1.0, 2.0], [2.0, 1.0]]


@pytest.mark.parametrize("scale", [1e-300, 1e-12, 1.0, 1e12, 1e300])
def test_rounding_is_relative_to_the_scale(scale):
    values = np.array([1.0, 1.0 + 1e-14, 1.0 + 1e-9]) * scale
    rounded = significant_digits(values)
    assert rounded[0] == rounded[1] or scale < 1e-270
    assert rounded[2] > rounded[0]


def test_rounding_leaves_what_is_not_a_number():
    made = significant_digits(np.array([np.nan, 0.0, 0.25]))
    assert np.isnan(made[0])
    assert made[1:].tolist() == [0.0, 0.25]
