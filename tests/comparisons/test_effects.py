"""Effect sizes: symmetry, borders, words, and the coverage of their intervals."""

from math import inf, isnan

import numpy as np
import pytest

from bakeoff.comparisons import (
    akinshin_gamma,
    cliff_delta,
    cohen_d,
    cohen_dz,
    hedges_g,
    odds_ratio,
    rank_biserial,
    vargha_delaney,
)
from bakeoff.comparisons.effects import COHEN, magnitude
from bakeoff.core.errors import BadInput

TWO = [cohen_d, cohen_dz, hedges_g, cliff_delta, rank_biserial, akinshin_gamma]


@pytest.mark.parametrize("function", TWO, ids=lambda one: one.__name__)
def test_swapping_turns_the_sign(function):
    rng = np.random.default_rng(2)
    a, b = rng.normal(1, 1, 12), rng.normal(0, 1, 12)
    one, back = function(a, b), function(b, a)
    assert back.value == pytest.approx(-one.value)
    assert back.low == pytest.approx(-one.high, abs=1e-5)
    assert one.low <= one.value <= one.high
    assert one.magnitude == back.magnitude


@pytest.mark.parametrize("function", TWO, ids=lambda one: one.__name__)
def test_no_difference_is_zero_and_constants_are_not_undefined(function):
    a = [0.1, 0.5, 0.3, 0.9]
    assert function(a, a).value == 0
    assert function(a, a).magnitude == "negligible"
    assert not isnan(function([2.0, 2.0, 2.0], [1.0, 1.0, 1.0]).value)


def test_complete_separation_has_a_width():
    for effect in (cliff_delta([3, 4, 5, 6], [0, 1, 2, 2]), rank_biserial([3, 4, 5, 6], [0, 1, 2, 2])):
        assert effect.value == effect.high == 1
        assert -1 <= effect.low < 1
    assert vargha_delaney([3, 4], [1, 2]).value == 1


def test_words():
    assert [magnitude(x, COHEN) for x in (0.1, 0.2, 0.49, 0.5, 0.79, 0.8)] == [
        "negligible",
        "small",
        "small",
        "medium",
        "medium",
        "large",
    ]
    assert magnitude(float("nan"), COHEN) == "undefined"


def test_odds_ratio_borders():
    assert odds_ratio(0, 0).value == 1
    assert odds_ratio(5, 0).value == inf
    assert odds_ratio(0, 5).low == 0
    assert cohen_d([1, 2, 3], [1, 2, 3], pooled=False).name == "Glass delta"
    with pytest.raises(BadInput, match="at least 2"):
        cohen_d([1], [2])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "true"),
    [(cohen_d, 0.5), (hedges_g, 0.5), (cohen_dz, 0.5 / 2**0.5), (cliff_delta, 0.2763), (akinshin_gamma, 0.5)],
    ids=["cohen_d", "hedges_g", "cohen_dz", "cliff_delta", "akinshin_gamma"],
)
def test_coverage_of_the_interval(function, true):
    rng = np.random.default_rng(17)
    made = [function(rng.normal(0.5, 1, 30), rng.normal(0, 1, 30)) for _ in range(500)]
    assert 0.91 <= np.mean([one.low <= true <= one.high for one in made]) <= 0.985


def test_extreme_effects_are_quick_and_join_smoothly():
    """Almost constant differences give a t of millions, for which the series of the noncentral t would not end."""
    a = np.array([1e6, 1e6 + 1e-3, 1e6 - 1e-3, 1e6])
    effect = cohen_dz(a, np.zeros(4))
    assert 0 < effect.low < effect.value < effect.high
    base = np.array([1.0, 1.0 + 1e-3, 1.0 - 1e-3, 1.0])
    near, far = (cohen_dz(base * 1.0 + shift, np.zeros(4)) for shift in (-0.919, -0.918))
    assert far.low / near.low == pytest.approx(far.value / near.value, rel=2e-3)
    assert far.high / near.high == pytest.approx(far.value / near.value, rel=2e-3)
    assert cohen_dz(-a, np.zeros(4)).high == pytest.approx(-effect.low)
