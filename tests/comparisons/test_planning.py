"""Planning: how many are needed, what could be shown, and what would settle an undecided pair."""

from math import inf

import numpy as np
import pytest

from bakeoff.comparisons import friedman, paired_t, wilcoxon
from bakeoff.comparisons.power import FAMILIES, detectable_difference, friedman_power, plan, power
from bakeoff.comparisons.resolving import blocks_for_difference, blocks_for_ranks, detectable, fewest_blocks
from bakeoff.core.errors import BadInput, UnknownName

SDS = {"mcnemar": 0.2, "two_proportions": 0.1}


@pytest.mark.parametrize("test", [one for one in FAMILIES if one != "corrected_t"])
def test_n_effect_and_power_answer_each_other(test):
    sd = SDS.get(test, 0.04)
    made = plan(test, effect=0.05, sd=sd)
    assert power(test, int(made.n), 0.05, sd) >= 0.8
    assert power(test, int(made.n) - 2, 0.05, sd) < 0.8 or test == "sign"
    smallest = plan(test, n=int(made.n), sd=sd)
    assert smallest.effect <= 0.05 + 1e-9
    assert detectable_difference(test, int(made.n), sd) == pytest.approx(smallest.effect)
    assert str(made) == made.sentence
    assert plan(test, effect=0.05, sd=sd, n=int(made.n)).power >= 0.8
    assert plan(test, effect=0.05, sd=sd, pairs=10).n > made.n


def test_repeating_splits_has_its_limit():
    assert plan("corrected_t", effect=0.05, sd=0.04, test_share=1 / 9).n < 20
    never = plan("corrected_t", effect=0.02, sd=0.04, test_share=1 / 9)
    assert never.n == inf
    assert "more data" in never.sentence
    assert blocks_for_difference(0.02, 0.04, 0.05, test_share=1 / 9) == inf
    with pytest.raises(BadInput, match="test_share"):
        plan("corrected_t", effect=0.02, sd=0.04)


@pytest.mark.slow
def test_power_formulas_against_simulation():
    rng = np.random.default_rng(4)
    d = rng.normal(0.02, 0.04, (1500, 34))
    zero = np.zeros(34)
    assert np.mean([paired_t(row, zero).p_value <= 0.05 for row in d]) == pytest.approx(
        power("paired_t", 34, 0.02, 0.04), abs=0.03
    )
    assert np.mean([wilcoxon(row, zero).p_value <= 0.05 for row in d[:600]]) == pytest.approx(
        power("wilcoxon", 34, 0.02, 0.04), abs=0.05
    )
    tables = rng.normal(size=(400, 12, 4)) / 2**0.5
    tables[:, :, 0] += 0.9
    rejected = np.mean([friedman(one).p_value <= 0.05 for one in tables])
    assert friedman_power(12, 4, 0.9, 0.05) == pytest.approx(rejected, abs=0.06)


def test_ranks_and_friedman():
    made = plan("nemenyi", effect=1.0, learners=4)
    assert made.n == blocks_for_ranks(1.0, 4, 2.5690317725464835) == 39
    assert plan("nemenyi", n=39, learners=4).effect <= 1.0
    shown = plan("friedman", effect=1.0, sd=1.0, learners=4)
    assert 4 <= shown.n <= 40
    assert "simulat" in shown.method
    assert plan("friedman", effect=1.0, sd=1.0, learners=4, n=10).n == 10


def test_small_helpers():
    assert fewest_blocks(0.05) == 6
    assert fewest_blocks(0.05 / 6) == 8
    assert blocks_for_difference(0.0, 0.1, 0.05) != blocks_for_difference(0.0, 0.1, 0.05), "NaN: nothing to plan for"
    assert detectable(np.random.default_rng(1).normal(0, 1, 34), 0.05) == pytest.approx(0.495, abs=0.12)


def test_what_cannot_be_planned():
    with pytest.raises(UnknownName, match="paired_t"):
        plan("pared_t", effect=1, sd=1)
    with pytest.raises(BadInput, match="sd"):
        plan("wilcoxon", effect=0.1)
    with pytest.raises(BadInput, match="effect"):
        plan("wilcoxon", sd=0.1)
    with pytest.raises(BadInput, match="positive"):
        plan("wilcoxon", effect=-0.1, sd=0.1)
    with pytest.raises(BadInput, match="disagree"):
        power("mcnemar", 100, 0.3, 0.2)
    with pytest.raises(BadInput):
        plan("nemenyi", learners=4)
    with pytest.raises(BadInput, match="simulation"):
        plan("friedman", learners=4)
