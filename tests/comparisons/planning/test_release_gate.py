"""The rows of a gate: the chance that is promised is the chance that is seen."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.planning.release_gate import EXACT, gate_power
from bakeoff.core.errors import BadInput
from bakeoff.release_gate.difference import law_of_values
from bakeoff.release_gate.law import ScoreLaw


@pytest.mark.parametrize(("n", "margin", "disagree"), [(300, 0.03, 0.06), (1_500, 0.02, 0.08)])
def test_power_is_that_of_the_gate(n, margin, disagree):
    rng = np.random.default_rng(1)
    draws = rng.multinomial(n, [disagree / 2, disagree / 2, 1 - disagree], size=1_500)
    passed = [ScoreLaw(only_new=a, only_base=b, rows=n).p_above(-margin) < 0.05 for a, b, _ in draws]
    assert np.mean(passed) == pytest.approx(gate_power(n, margin, disagree, 0.05), abs=0.03)


@pytest.mark.parametrize("margin", [0.3, 0.6])
def test_power_of_means_is_that_of_the_gate(margin):
    rng = np.random.default_rng(2)
    n = int(bo.plan("gate", margin=margin, sd=1.0, power=0.8).n)
    passed = [law_of_values(np.zeros(n), rng.normal(size=n)).p_above(-margin) < 0.05 for _ in range(2_000)]
    assert np.mean(passed) == pytest.approx(0.8, abs=0.03)


def test_the_level_is_kept_at_the_margin():
    assert gate_power(1_000, 0.02, 0.08, 0.05, difference=-0.02) == pytest.approx(0.05, abs=0.01)


def test_both_formulas_meet():
    small, large = gate_power(EXACT, 0.0015, 0.05, 0.05), gate_power(EXACT + 1, 0.0015, 0.05, 0.05)
    assert small == pytest.approx(large, abs=0.005)


def test_a_plan_reaches_its_power():
    planned = bo.plan("gate", margin=0.01, disagree=0.06, power=0.9)
    assert bo.plan("gate", margin=0.01, disagree=0.06, n=int(planned.n)).power >= 0.9
    assert planned.n == pytest.approx(5_206, rel=0.02)
    mean = bo.plan("gate", margin=0.05, sd=0.4, power=0.9)
    assert bo.plan("gate", margin=0.05, sd=0.4, n=int(mean.n)).power == pytest.approx(0.9, abs=0.01)


@pytest.mark.parametrize(
    "options", [{}, {"margin": 0.01}, {"margin": 0.01, "disagree": 2.0}, {"margin": 0.01, "disagree": 0.1, "sd": 1.0}]
)
def test_what_is_refused(options):
    with pytest.raises(BadInput):
        bo.plan("gate", **options)


def test_options_of_a_gate_plan_nothing_else():
    with pytest.raises(BadInput, match="plan a gate"):
        bo.plan("wilcoxon", effect=0.1, sd=0.1, disagree=0.1)
