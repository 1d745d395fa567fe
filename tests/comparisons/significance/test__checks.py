"""Checks of what a test takes for granted: what they find, and exactly where they begin."""

from math import sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from bakeoff.comparisons.significance import _checks
from bakeoff.comparisons.significance._checks import HUGE, SIX, check_normality, few_to_exchange, lopsided

RNG = np.random.default_rng(5)
EVEN, LONG = RNG.uniform(-1, 1, HUGE), RNG.exponential(size=HUGE)


def test_of_very_many_values_the_skewness_is_reported_and_no_p_value():
    assert check_normality(EVEN) is None  # as far from normal as one less is
    less = check_normality(EVEN[1:])
    assert less.code == "comparison.not_normal_of_many"
    assert less.facts["p_value"] == pytest.approx(stats.shapiro(EVEN[1:]).pvalue)
    found = check_normality(LONG)
    assert found.code == "comparison.skewed"
    assert found.facts["skewness"] == pytest.approx(stats.skew(LONG))


def test_a_long_tail_is_found():
    found = lopsided(LONG[:40])
    assert found.code == "comparison.lopsided"
    assert found.facts["skewness"] == pytest.approx(stats.skew(LONG[:40]))
    assert lopsided(EVEN[:40]) is None
    assert lopsided(LONG[:9]) is None


@pytest.mark.parametrize(("n", "border"), [(10, 2.5 * sqrt(6 / 10)), (1000, 1.0)])
def test_skewness_on_the_border_is_no_long_tail(monkeypatch, n, border):
    monkeypatch.setattr(_checks, "_skewness", lambda _: border)
    assert lopsided(EVEN[:n]) is None
    monkeypatch.setattr(_checks, "_skewness", lambda _: -np.nextafter(border, 2 * border))
    assert lopsided(EVEN[:n]) is not None


def test_a_p_value_of_exactly_five_percent_is_no_finding(monkeypatch):
    for p, found in ((0.05, False), (np.nextafter(0.05, 0), True)):
        monkeypatch.setattr(stats, "shapiro", lambda _, p=p: SimpleNamespace(pvalue=p))
        assert (check_normality(EVEN[:20]) is not None) == found


def test_six_groups_can_reach_five_percent_and_five_cannot():
    least = [2 * 0.5**groups for groups in (SIX - 1, SIX)]
    assert [p > 0.05 for p in least] == [True, False]
    assert [few_to_exchange(groups) is not None for groups in (1, SIX - 1, SIX, None)] == [True, True, False, False]
