"""Intervals for proportions against scipy, at the borders, and their inverse questions."""

import numpy as np
import pytest
from scipy.stats import binomtest

from bakeoff.core.errors import BadInput
from bakeoff.estimates import confidence_for_margin, proportion, rows_for_margin
from bakeoff.estimates.analytic.proportion import METHODS


@pytest.mark.parametrize(("x", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (13, 100), (1, 1), (0, 1), (999, 1000)])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_against_scipy(x, n, level):
    for method, theirs in (("wilson", "wilson"), ("clopper-pearson", "exact")):
        made, expected = proportion(x, n, level, method), binomtest(x, n).proportion_ci(level, theirs)
        assert (made.low, made.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


@pytest.mark.parametrize("x", [0, 3, 10])
def test_one_sided_bounds_against_scipy(x):
    for side, alternative in (("upper", "less"), ("lower", "greater")):
        made = proportion(x, 10, 0.9, "clopper-pearson", side)
        expected = binomtest(x, 10, alternative=alternative).proportion_ci(0.9, "exact")
        assert (made.low, made.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
        assert side in made.method


@pytest.mark.parametrize("method", METHODS)
def test_ends_stay_inside_and_contain_the_share(method):
    for n in (1, 2, 7, 50):
        for x in range(n + 1):
            made = proportion(x, n, 0.95, method)
            assert 0 <= made.low <= x / n + 1e-12
            assert x / n - 1e-12 <= made.high <= 1
            mirrored = proportion(n - x, n, 0.95, method)
            assert (made.low, made.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low), abs=1e-12)


def test_no_rows_and_nonsense():
    assert np.isnan(proportion(0, 0).value)
    for bad in ({"errors": 3, "n": 2}, {"errors": 1, "n": 2, "method": "best"}, {"errors": 1, "n": 2, "level": 1.0}):
        with pytest.raises(BadInput):
            proportion(**bad)
    with pytest.raises(BadInput, match="no side called 'both-sided'; known are both, upper, lower"):
        proportion(1, 2, side="both-sided")
    with pytest.raises(BadInput, match="no interval called 'best'"):
        rows_for_margin(0.1, method="best")


def test_wald_says_where_it_has_no_width():
    for x in (0, 10):
        made = proportion(x, 10, method="wald")
        assert made.low == made.high
        assert "no width" in made.warnings[0]
    assert "needs about 30 rows, and there are 10" in proportion(1, 10, method="wald").warnings[0]
    assert not proportion(1, 30, method="wald").warnings


def test_the_inverse_questions():
    level = confidence_for_margin(13, 100, 0.05)
    assert proportion(13, 100, level, "wald").half_width == pytest.approx(0.05)
    level = confidence_for_margin(13, 100, 0.05, "wilson")
    made = proportion(13, 100, level, "wilson")
    assert max(made.high - 0.13, 0.13 - made.low) == pytest.approx(0.05, abs=1e-9)
    assert rows_for_margin(0.03) == 1068
    n = rows_for_margin(0.05, 0.95, 0.3, "wilson")
    wide = [max(m.high - 0.3, 0.3 - m.low) for m in (proportion(0.3 * k, k, 0.95, "wilson") for k in (n - 1, n))]
    assert wide[0] > 0.05 >= wide[1]
    with pytest.raises(BadInput, match="no width"):
        confidence_for_margin(0, 10, 0.1)
