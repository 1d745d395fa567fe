"""Bayesian answers: seeded, symmetric, mirrored by direction, and near independent samplers."""

import numpy as np
import pytest

from bakeoff.comparisons import bayes_correlated_t, bayes_hierarchical, bayes_sign, bayes_signed_rank
from bakeoff.comparisons.bayes.hierarchical import sample_hierarchy, shrunk_means
from bakeoff.core.errors import BadInput

RNG = np.random.default_rng(12)
A, B = RNG.normal(0.8, 0.05, 20), RNG.normal(0.79, 0.05, 20)
PAIRED = [bayes_sign, bayes_signed_rank]


@pytest.mark.parametrize("function", PAIRED)
def test_seeded_symmetric_and_mirrored(function):
    one, two = function(A, B, 0.01), function(A, B, 0.01)
    assert one == two
    assert one.p_left + one.p_rope + one.p_right == pytest.approx(1)
    back = function(B, A, 0.01)
    assert back.p_left == pytest.approx(one.p_right, abs=0.01)
    lower = function(A, B, 0.01, lower_is_better=True)
    assert lower.p_left == pytest.approx(one.p_right, abs=1e-12)
    assert function(A, B, 0.01, seed=1) != one


def test_correlated_t_mirrors_exactly_and_holds_at_zero_variance():
    d = A - B
    one, back = bayes_correlated_t(d, 1 / 9, 0.01), bayes_correlated_t(-d, 1 / 9, 0.01)
    assert one.p_left == pytest.approx(back.p_right)
    sure = bayes_correlated_t(np.full(5, 0.05), 1 / 4, 0.01)
    assert (sure.p_left, sure.p_rope, sure.p_right) == (1.0, 0.0, 0.0)
    assert bayes_correlated_t(np.zeros(5), 1 / 4, 0.01).p_rope == 1


@pytest.mark.parametrize("function", PAIRED)
def test_identical_learners_are_equivalent(function):
    assert function(A, A, 0.01).p_rope == 1


def test_few_data_sets_are_warned_about():
    assert bayes_sign([1, 2, 3], [0, 1, 2], 0.1).warnings


def test_memory_is_linear_in_data_sets():
    many = np.random.default_rng(0).normal(0.01, 0.05, 4000)
    assert bayes_signed_rank(many, np.zeros(4000), 0.001, draws=2000).p_left > 0.99


def test_refusals():
    with pytest.raises(BadInput, match="region"):
        bayes_sign(A, B, -1)
    with pytest.raises(BadInput, match="two splits"):
        bayes_correlated_t([0.1], 0.1, 0.01)
    with pytest.raises(BadInput, match="two data sets"):
        bayes_hierarchical([[0.1, 0.2]], 0.1)
    with pytest.raises(BadInput, match="positive"):
        bayes_hierarchical([[0.1, 0.2], [0.1, 0.3]], 0.0)


@pytest.mark.slow
def test_hierarchical_against_numpyro():
    """Fifteen data sets of 100 splits; NUTS of numpyro 0.22 (2 chains x 5000) on the same model:

    votes [.6664, .1274, .2062], population mean .00478 (sd .00777), scale .02635, degrees of freedom 26.7.
    baycomp's Stan model under rstan (2 x 6000): [.6572, .1337, .2092], .00484 (.00764), .02626; see tests_programs.toml.
    """
    rng = np.random.default_rng(3)
    data = [rng.normal(mean, 0.02, 100) for mean in rng.normal(0.01, 0.02, 15)]
    found = bayes_hierarchical(data, 1 / 9, 0.01, draws=25_600)
    assert (found.p_left, found.p_rope, found.p_right) == pytest.approx((0.6664, 0.1274, 0.2062), abs=0.03)
    seen = sample_hierarchy(data, 1 / 9, draws=25_600)
    assert seen.mean.mean() == pytest.approx(0.00478, abs=0.0006)
    assert seen.mean.std() == pytest.approx(0.00777, rel=0.08)
    assert seen.spread.mean() == pytest.approx(0.02635, rel=0.05)
    middle, low, high = shrunk_means(seen)
    raw = np.array([one.mean() for one in data])
    assert np.all((low < middle) & (middle < high))
    assert middle.std() < raw.std(), "small data sets are drawn towards the rest"


def test_hierarchical_survives_constant_data_sets():
    flat = [[0.02, 0.02, 0.02], [0.03, 0.03, 0.03], [0.02, 0.02, 0.02]]
    assert bayes_hierarchical(flat, 0.5, 0.01, draws=640).p_left > 0.5
