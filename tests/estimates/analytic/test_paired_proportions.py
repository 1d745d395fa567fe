"""Tango's score statistic of paired proportions."""

from math import inf, sqrt

import pytest
from scipy.optimize import minimize_scalar
from scipy.special import xlogy

from bakeoff.estimates.analytic.paired_proportions import paired_score_z


@pytest.mark.parametrize(("b", "c", "n"), [(1, 4, 100), (12, 5, 40), (9, 9, 30), (3, 0, 10)])
def test_without_a_difference_it_is_mcnemars(b: int, c: int, n: int) -> None:
    assert paired_score_z(b, c, n, 0.0) == pytest.approx((b - c) / sqrt(b + c))


@pytest.mark.parametrize(
    ("b", "c", "n", "difference"), [(12, 5, 40, 0.1), (12, 5, 40, -0.2), (0, 0, 25, 0.05), (3, 0, 10, 0.5)]
)
def test_the_variance_is_that_of_the_most_likely_chances(b: int, c: int, n: int, difference: float) -> None:
    """The chance of b alone, found by searching the likelihood instead of by the quadratic equation."""
    low, high = max(0.0, -difference), (1 - difference) / 2

    def loss(q: float) -> float:
        return -(xlogy(b, q + difference) + xlogy(c, q) + xlogy(n - b - c, 1 - 2 * q - difference))

    chance = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
    expected = (b - c - n * difference) / sqrt(n * (2 * chance + difference - difference**2))
    assert paired_score_z(b, c, n, difference) == pytest.approx(expected, rel=1e-4)


def test_no_row_that_tells_them_apart() -> None:
    assert paired_score_z(0, 0, 50, 0.0) == 0.0
    assert -inf < paired_score_z(0, 0, 50, 0.1) < 0


def test_exchanging_the_two_changes_the_sign() -> None:
    assert paired_score_z(12, 5, 40, 0.07) == pytest.approx(-paired_score_z(5, 12, 40, -0.07))
