"""Two learners along a stream: the Q-statistic by hand, McNemar by scipy, and the size of what is looked at all the time."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest

import bakeoff as bo
from bakeoff.streams.pairs.anytime_test import BETS, anytime_test
from bakeoff.streams.pairs.q_statistic import q_statistic
from bakeoff.streams.pairs.windowed_mcnemar import windowed_mcnemar

R, N = 2000, 400  # streams under the null, examples of each


def null_streams():
    """Pairs of learners that err on every fifth example on average, partly on the same ones."""
    rng = np.random.default_rng(20)
    shared = rng.random((R, N)) < 0.1
    a, b = ((shared | (rng.random((R, N)) < 1 / 9)).astype(float) for _ in range(2))
    return a, b


def test_swapping_the_learners_turns_the_sign():
    rng = np.random.default_rng(1)
    a, b = rng.random(200), rng.random(200)
    assert q_statistic(a, b, fading=0.9) == pytest.approx(-q_statistic(b, a, fading=0.9))
    one, other = anytime_test(a, b), anytime_test(b, a)
    assert one.p_values == pytest.approx(other.p_values)
    assert one.difference == pytest.approx(-other.difference)
    assert anytime_test(a, b, alternative="greater").log_e == pytest.approx(
        anytime_test(b, a, alternative="less").log_e
    )
    wrong_a, wrong_b = a > 0.5, b > 0.5
    assert windowed_mcnemar(wrong_a, wrong_b, 30).p_values == pytest.approx(
        windowed_mcnemar(wrong_b, wrong_a, 30).p_values, rel=1e-12
    )


def test_mcnemar_over_windows_is_scipys_binomial_test():
    rng = np.random.default_rng(4)
    a, b = (rng.random((2, 300)) < [[0.3], [0.2]]).astype(float)
    made = windowed_mcnemar(a, b, 50, "exact")
    for end in (1, 20, 50, 51, 177, 300):
        left, right = a[max(0, end - 50) : end], b[max(0, end - 50) : end]
        wins, losses = int((left < right).sum()), int((right < left).sum())
        assert (made.only_a_right[end - 1], made.only_b_right[end - 1]) == (wins, losses)
        known = binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
        assert made.p_values[end - 1] == pytest.approx(known, rel=1e-12)
        assert (
            bo.tests["mcnemar"].compute(wins, losses, "mid-p").p_value == windowed_mcnemar(a, b, 50).p_values[end - 1]
        )
    assert [note.code for note in made.notes] == ["streams.repeated_looks"]


def test_the_capital_is_a_martingale():
    # Over all sequences of three equally likely differences that have mean zero, the mean capital stays one.
    steps = list(product([-1.0, 0.0, 1.0], repeat=6))
    for alternative in ("two-sided", "greater", "less"):
        made = [anytime_test(step, np.zeros(6), alternative=alternative).e_values for step in steps]
        assert np.mean(made, axis=0) == pytest.approx(1, rel=1e-12)


def test_the_capital_after_one_side_only_by_hand():
    made = anytime_test(np.ones(3), np.zeros(3), alternative="greater")
    assert made.e_values == pytest.approx([np.mean((1 + BETS) ** n) for n in (1, 2, 3)])
    halved = anytime_test(np.ones(3), np.zeros(3), 2.0)
    assert halved.e_values[-1] == pytest.approx(np.mean([(1 + BETS / 2) ** 3, (1 - BETS / 2) ** 3]))
    assert halved.p_value == pytest.approx(1 / halved.e_values.max())


def test_parts_do_not_matter(monkeypatch):
    rng = np.random.default_rng(5)
    a, b = rng.random(500), rng.random(500)
    whole = anytime_test(a, b).log_e
    monkeypatch.setattr("bakeoff.streams.pairs.anytime_test.PART", 7)
    assert anytime_test(a, b).log_e == pytest.approx(whole, rel=1e-12)


def test_looking_at_every_example_stays_honest_and_windows_do_not():
    a, b = null_streams()
    ever = np.mean([anytime_test(left, right).p_value <= 0.05 for left, right in zip(a, b, strict=True)])
    assert ever <= 0.05
    some = range(0, R, 8)
    windowed = np.mean([(windowed_mcnemar(a[i], b[i], 100).p_values <= 0.05).any() for i in some])
    assert windowed > 0.3


def test_a_difference_is_found():
    rng = np.random.default_rng(6)
    found = [anytime_test(rng.random(N) < 0.15, rng.random(N) < 0.35).first() is not None for _ in range(100)]
    assert np.mean(found) > 0.9


def test_identical_learners_and_no_example():
    same = anytime_test([0, 1, 1], [0, 1, 1])
    assert same.p_values.tolist() == [1, 1, 1]
    assert same.e_values.tolist() == pytest.approx([1, 1, 1])
    assert same.first() is None
    assert windowed_mcnemar([0, 1], [0, 1], 5).p_values.tolist() == [1, 1]
    assert np.isnan(anytime_test([], []).p_value)
    assert str(anytime_test([], [])) == "no example yet"
    assert anytime_test(np.ones(5000), np.zeros(5000)).p_value < 1e-300
