"""Borders and signs that no other quick test stood on; each killed a change of the formula that had survived."""

from functools import partial
from math import inf, sqrt

import numpy as np
import pytest
from scipy import stats

from bakeoff.comparisons.significance.rows.mcnemar import EXACT_BELOW, mcnemar
from bakeoff.comparisons.significance.t import paired_t, published, unpaired_t, wald, wald_from_summary
from bakeoff.core.errors import BadInput


def test_two_values_are_enough_for_a_summary() -> None:
    found = published(0.8, 0.1, 2, 0.7, 0.2, 2)
    assert found.p_value == pytest.approx(stats.ttest_ind_from_stats(0.8, 0.1, 2, 0.7, 0.2, 2, equal_var=False).pvalue)
    with pytest.raises(BadInput, match="at least 2"):
        published(0.8, 0.1, 1, 0.7, 0.2, 2)


@pytest.mark.parametrize("call", [unpaired_t, paired_t, wald, partial(wald, paired=False)])
def test_the_effect_has_the_sign_of_the_difference(call) -> None:
    low, high = np.array([0.1, 0.2, 0.35]), np.array([0.8, 0.9, 0.7])
    assert call(low, high).effect.value < 0 < call(high, low).effect.value


@pytest.mark.parametrize(
    ("difference", "error"), [(inf, 0.1), (0.1, inf), (float("nan"), 0.1), (0.1, 0.0), (0.1, -1.0)]
)
def test_one_of_two_numbers_is_no_number(difference: float, error: float) -> None:
    with pytest.raises(BadInput, match="must be a positive number"):
        wald_from_summary(difference, error)


def test_twenty_disagreements_are_the_first_without_the_exact_test() -> None:
    assert EXACT_BELOW == 20  # the bound of the lecture notes
    assert mcnemar(5, 14).p_value == pytest.approx(stats.binomtest(5, 19).pvalue)
    assert mcnemar(5, 15).p_value == pytest.approx(stats.chi2.sf((abs(5 - 15) - 1) ** 2 / 20, 1))


@pytest.mark.parametrize(("b", "c", "n"), [(3, 11, 40), (30, 5, 200), (0, 4, 12)])
def test_the_interval_of_agresti_and_min(b: int, c: int, n: int) -> None:
    """Half a row is added to each of the four cells, then Wald's interval of a difference of paired shares."""
    total, one, other = n + 4 * 0.5, b + 0.5, c + 0.5
    share, counter = one / total, other / total
    half = stats.norm.ppf(0.975) * sqrt((share + counter - (share - counter) ** 2) / total)
    found = mcnemar(b, c, n=n).difference
    assert found.method == "Agresti-Min"
    assert (found.low, found.high) == pytest.approx((max(-1, share - counter - half), min(1, share - counter + half)))
