"""Effect sizes: symmetry, borders, words, and the coverage of their intervals."""

from functools import partial
from math import inf, isnan

import numpy as np
import pytest

from bakeoff.comparisons import (
    akinshin_gamma,
    cliff_delta,
    cohen_d,
    cohen_dz,
    corrected_t,
    hedges_g,
    judge,
    odds_ratio,
    rank_biserial,
    vargha_delaney,
)
from bakeoff.comparisons.effects import COHEN, magnitude
from bakeoff.comparisons.evidence.kinds import FOLDS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.question import Question
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
def test_no_difference_is_zero(function):
    a = [0.1, 0.5, 0.3, 0.9]
    assert function(a, a).value == 0
    assert function(a, a).magnitude == "negligible"
    assert function([2.0, 2.0], [2.0, 2.0]).value == 0


@pytest.mark.parametrize("function", [cohen_d, cohen_dz, hedges_g, akinshin_gamma, partial(cohen_d, pooled=False)])
def test_constants_that_differ_are_no_number_of_standard_deviations_apart(function):
    for a, b in (([2.0, 2.0, 2.0], [1.0, 1.0, 1.0]), ([1.0, 1.0, 1.0], [2.0, 2.0, 2.0])):
        effect = function(a, b)
        assert isnan(effect.value)
        assert isnan(effect.low)
        assert isnan(effect.high)
        assert effect.magnitude == "undefined"
        assert effect.reason in {"neither side varies", "the differences do not vary", "b does not vary",
                                 "half of the values or more are the same"}  # fmt: skip


@pytest.mark.parametrize("function", [cliff_delta, rank_biserial])
def test_constants_that_differ_are_ordered_all_the_same(function):
    assert function([2.0, 2.0, 2.0], [1.0, 1.0, 1.0]).value == 1


@pytest.mark.parametrize("scheme", [{"test_share": 1 / 9}, {"test_share": 1 / 9, "test": "paired_t", "force": True}])
def test_splits_that_share_rows_give_no_effect_in_standard_deviations(scheme):
    """Its interval would take 100 splits of one data set for 100 data sets."""
    rng = np.random.default_rng(1)
    matrix = ScoreMatrix.of(rng.normal(0.8, 0.02, (100, 2)) + np.array([0.0, 0.004]))
    judged = judge(matrix, Question(evidence=FOLDS, **scheme))
    assert judged.pairs[0].pair.result.effect is None
    assert judged.verdict.effect is None
    assert judged.omnibus.effect is None
    assert judge(matrix, Question(evidence=RUNS)).verdict.effect.name == "d_z"
    assert corrected_t(*matrix.values.T, 1 / 9).effect is None


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
