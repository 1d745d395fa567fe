"""The cluster-robust t-test and sign flips of groups where nothing is usual; oracles are in tests_clusters.toml."""

from itertools import product
from math import isnan

import numpy as np
import pytest
from scipy import stats

from bakeoff.comparisons import cluster_t, paired_t, permutation
from bakeoff.core.errors import BadInput

RNG = np.random.default_rng(3)
A, B = RNG.normal(0.2, 1, 24), RNG.normal(0, 1, 24)


def test_rows_that_are_groups_of_their_own_are_the_paired_t():
    one, two = cluster_t(A, B), paired_t(A, B)
    assert (one.statistic, one.p_value, one.df[0]) == pytest.approx((two.statistic, two.p_value, two.df[0]))
    assert (one.difference.low, one.difference.high) == pytest.approx((two.difference.low, two.difference.high))


def test_groups_of_one_size_are_students_t_of_their_means():
    made = cluster_t(A, B, groups=np.repeat(np.arange(6), 4))
    wanted = stats.ttest_1samp((A - B).reshape(6, 4).mean(axis=1), 0)
    assert (made.statistic, made.p_value) == pytest.approx((wanted.statistic, wanted.pvalue))
    assert made.df == (5.0,)
    assert made.counted == 6
    assert made.n == 24


def test_names_and_order_of_groups_do_not_matter():
    groups = np.repeat([3, 1, 2, 7], [2, 4, 8, 10])
    order = RNG.permutation(24)
    there = cluster_t(A, B, groups=groups)
    names = np.array([f"patient {one}" for one in groups])
    back = cluster_t(A[order], B[order], groups=names[order])
    assert (back.statistic, back.df[0]) == pytest.approx((there.statistic, there.df[0]))
    assert there.df[0] < 3, "groups of different size are worth less"


def test_the_mean_counts_rows_not_groups():
    made = cluster_t([1, 1, 1, 1, 0, 1], np.zeros(6), groups=[1, 1, 1, 1, 2, 3])
    assert made.difference.value == pytest.approx(5 / 6)


def test_identical_learners():
    made = cluster_t(A, A, groups=np.repeat(np.arange(6), 4))
    assert made.p_value == 1
    assert made.difference.value == made.difference.low == made.difference.high == 0


def test_differences_without_spread_between_groups():
    made = cluster_t(np.ones(8), np.zeros(8), groups=np.repeat(np.arange(4), 2))
    assert isnan(made.p_value)
    assert "same mean difference" in made.reason
    assert isnan(made.difference.low), "no spread is no precision"
    level = cluster_t([1, 0, 1, 0], [0, 1, 0, 1], groups=[1, 1, 2, 2])
    assert (level.p_value, level.reason) == (1.0, "the differences of every group add up to zero")


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        (["p"] * 24, "one group only, 'p'"),
        ([None, *["p"] * 11, *["q"] * 12], "groups, row 0 is missing"),
        ([" ", *["p"] * 11, *["q"] * 12], "groups, row 0 is missing"),
        (["p", "q"], "groups has 2 entries for 24 rows"),
        (np.r_[np.nan, np.arange(23)], "groups, row 0 is missing"),
    ],
)
@pytest.mark.parametrize("test", [cluster_t, permutation])
def test_groups_that_cannot_be_meant_are_refused(test, groups, words):
    with pytest.raises(BadInput, match=words):
        test(A, B, groups=groups)


@pytest.mark.parametrize(
    ("weight", "words"),
    [([-1.0] * 24, "negative"), ([0.0] * 24, "zero on every row"), ([1.0], "has 1 entries"), ([np.nan] * 24, "row 0")],
)
@pytest.mark.parametrize("test", [cluster_t, permutation])
def test_weights_that_cannot_be_meant_are_refused(test, weight, words):
    with pytest.raises(BadInput, match=words):
        test(A, B, sample_weight=weight)


def test_sign_flips_of_groups_are_all_patterns():
    groups = np.repeat(np.arange(8), 3)
    totals = (A - B).reshape(8, 3).sum(axis=1)
    sums = np.array([np.dot(signs, totals) for signs in product((-1, 1), repeat=8)])
    upper, lower = np.mean(sums >= totals.sum() - 1e-12), np.mean(sums <= totals.sum() + 1e-12)
    made = permutation(A, B, groups=groups)
    assert made.p_value == pytest.approx(min(1.0, 2 * min(upper, lower)))
    assert made.variant == "exact, all 256 sign patterns of 8 groups"


@pytest.mark.parametrize("groups", [2, 5])
def test_few_groups_cannot_reach_five_percent(groups):
    made = permutation(np.arange(1, 2 * groups + 1.0), np.zeros(2 * groups), groups=np.repeat(np.arange(groups), 2))
    assert made.p_value == pytest.approx(2.0 ** (1 - groups))


@pytest.mark.slow
def test_rows_in_groups_keep_the_level():
    """Groups of 10 rows whose differences correlate: McNemar rejects a third of true nulls, this test one in twenty."""
    rng, rejected = np.random.default_rng(4), []
    groups = np.repeat(np.arange(20), 10)
    for _ in range(600):
        a, b = ((0.9 + 1.1 * rng.normal(size=20)[groups] + rng.normal(size=200)) > 0 for _ in range(2))
        rejected.append(cluster_t(a.astype(float), b.astype(float), groups=groups).p_value <= 0.05)
    assert np.mean(rejected) <= 0.06 + 2 * np.sqrt(0.05 * 0.95 / 600)
