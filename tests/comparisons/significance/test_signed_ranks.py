"""One rank engine and one exact law: against every pattern of signs, and against scipy."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from bakeoff.comparisons.results import Alternative
from bakeoff.comparisons.significance.signed_ranks import rank_sum_p, signed_rank_law, signed_ranks
from bakeoff.core.errors import BadInput


@pytest.mark.parametrize("zeros", ["drop", "pratt", "split"])
@pytest.mark.parametrize("side", list(Alternative))
def test_the_exact_law_counts_every_pattern_of_signs(zeros, side):
    d = np.array([[3.0, -1.0, 1.0, 2.0, 2.0, -4.0, 0.0, 0.0, 0.0]])
    signed = signed_ranks(d, zeros)
    ranks = signed.ranks[0]
    sums = np.array([np.dot(ranks[ranks > 0], signs) for signs in product((0, 1), repeat=int(signed.sizes[0]))])
    above, below = np.mean(sums >= signed.plus[0]), np.mean(sums <= signed.plus[0])
    expected = {Alternative.GREATER: above, Alternative.LESS: below}.get(side, min(1.0, 2 * min(above, below)))
    p, z = rank_sum_p(signed, side, "exact")
    assert p[0] == expected
    assert np.isnan(z[0])


@pytest.mark.parametrize("n", [5, 20, 50])
def test_rows_without_ties_equal_scipy_to_the_last_digits(n):
    d = np.random.default_rng(n).normal(0.2, 1, (20, n))
    p, _ = rank_sum_p(signed_ranks(d), Alternative.TWO_SIDED, "exact")
    assert p == pytest.approx([stats.wilcoxon(row, method="exact").pvalue for row in d], rel=1e-12)


@pytest.mark.parametrize("correction", [True, False])
def test_the_normal_law_equals_scipy_with_ties(correction):
    d = np.round(np.random.default_rng(1).normal(0.1, 1, (20, 80)), 1)
    p, _ = rank_sum_p(signed_ranks(d), Alternative.TWO_SIDED, correction=correction)
    known = [stats.wilcoxon(row[row != 0], method="asymptotic", correction=correction).pvalue for row in d]
    assert p == pytest.approx(known, rel=1e-10)


def test_a_balanced_table_with_many_of_pratts_zeros_has_p_one():
    d = np.repeat([[1.0, 0.0, -1.0]], [15, 40, 15], axis=1)  # scipy issue 10223
    assert rank_sum_p(signed_ranks(d, "pratt"), Alternative.TWO_SIDED, "normal")[0][0] == 1.0


def test_two_sides_of_one_test_agree_with_ties():
    d = np.array([[-9.0, -5.0, -8.0, 7.0, -1.0, -9.0, -9.0, -10.0, -7.0, -6.0]])  # scipy issue 19872
    assert rank_sum_p(signed_ranks(d), Alternative.LESS)[0] == rank_sum_p(signed_ranks(-d), Alternative.GREATER)[0]


def test_a_law_that_no_double_can_hold_is_refused():
    with pytest.raises(BadInput, match="at most 1,000 differences"):
        signed_rank_law(np.arange(2, 2004, 2))
