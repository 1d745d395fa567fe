"""Planning: how many are needed, what could be shown, and what would settle an undecided pair."""

import re
from math import inf

import numpy as np
import pytest

import bakeoff.comparisons as room
from bakeoff.comparisons import judge, mcnemar
from bakeoff.comparisons.evidence.kinds import RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.what_would_settle import detectable, fewest_blocks
from bakeoff.comparisons.planning.planner import plan
from bakeoff.comparisons.planning.power import planned_by_formula, power
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.significance.t import PAIRED_T
from bakeoff.core.errors import BadInput, UnknownName


def test_repeating_splits_has_its_limit():
    assert plan("corrected_t", effect=0.05, sd=0.04, test_share=1 / 9).n == 20
    never = plan("corrected_t", effect=0.02, sd=0.04, test_share=1 / 9)
    assert never.n == inf
    assert "more data" in never.sentence
    with pytest.raises(BadInput, match="test_share"):
        plan("corrected_t", effect=0.02, sd=0.04)


def rejected(p_values, alpha=0.05):
    return float(np.mean(np.array(list(p_values)) <= alpha))


def test_every_family_has_an_answer():
    """Rows, splits, seeds and data sets, for two learners and for many."""
    assert set(planned_by_formula()) >= {
        "mcnemar",
        "delong",
        "two_proportions",
        "corrected_t",
        "paired_t",
        "unpaired_t",
        "wilcoxon",
        "sign",
    }
    assert plan("friedman", effect=1.0, sd=1.0, learners=3, n=12).power > 0
    assert plan("nemenyi", effect=1.0, learners=3).n > 0


def test_after_a_study_the_difference_it_could_have_shown_is_told():
    rng = np.random.default_rng(3)
    matrix = ScoreMatrix.of({"a": rng.normal(0.8, 0.03, 25), "b": rng.normal(0.8, 0.03, 25)})
    sentence = judge(matrix, Question(evidence=RUNS)).verdict.sentence
    told = float(re.search(r"could have detected a gap of ([\d.]+) or more", sentence).group(1))
    assert power(
        "paired_t", 25, told, float(np.std(matrix.values[:, 0] - matrix.values[:, 1], ddof=1))
    ) == pytest.approx(0.8, abs=0.02)


def test_ranks_and_friedman():
    made = plan("nemenyi", effect=1.0, learners=4)
    assert made.n == 39
    assert plan("nemenyi", n=39, learners=4).effect <= 1.0
    shown = plan("friedman", effect=1.0, sd=1.0, learners=4)
    assert 4 <= shown.n <= 40
    assert "simulat" in shown.method
    assert plan("friedman", effect=1.0, sd=1.0, learners=4, n=10).n == 10


def test_small_helpers():
    assert fewest_blocks(0.05) == 6
    assert fewest_blocks(0.05 / 6) == 8
    assert detectable(PAIRED_T, np.random.default_rng(1).normal(0, 1, 34), 0.05) == pytest.approx(0.495, abs=0.12)


@pytest.mark.parametrize(("effect", "share"), [(0.05, 0.15), (0.02, 0.03), (0.1, 0.1)])
def test_planned_rows_reach_the_power_that_was_asked_for(effect, share):
    """The plan is for mid-p, which verdicts over rows take; the normal formula promised .80 and reached .76."""
    n = int(plan("mcnemar", effect=effect, sd=share).n)
    rng = np.random.default_rng(7)
    counts = rng.multinomial(n, [(share + effect) / 2, (share - effect) / 2, 1 - share], 3000).tolist()
    assert rejected(mcnemar(b, c, "mid-p").p_value for b, c, _ in counts) == pytest.approx(0.8, abs=0.025)


@pytest.mark.parametrize(("test", "effect", "learners"), [("wilcoxon", 1.0, 5), ("wilcoxon", 0.8, 3)])
def test_a_planned_lead_is_shown_as_often_as_was_asked_for(test, effect, learners):
    """Every pair with Holm's correction: the leader must be shown to be better than each other learner."""
    made = plan(test, effect=effect, sd=1.0, learners=learners)
    rng, tables = np.random.default_rng(8), 150
    won = 0
    for _ in range(tables):
        scores = rng.normal(0, 0.5**0.5, (int(made.n), learners))
        scores[:, 0] += effect
        found = room.pairwise(scores, test).pairs
        won += all(one.p_adjusted <= 0.05 for one in found if one.a == "learner 1")
    assert won / tables == pytest.approx(0.8, abs=0.11)
    assert "Holm" in made.sentence
    assert plan(test, effect=effect, sd=1.0, learners=learners, n=3).power == 0, "three data sets decide nothing"
    with pytest.raises(BadInput, match="either learners"):
        plan(test, effect=effect, sd=1.0, learners=learners, pairs=3)


def test_friedman_is_planned_for_what_it_shows():
    assert "not all alike" in plan("friedman", effect=1.0, sd=1.0, learners=5, n=12).sentence


def test_what_a_sign_test_could_have_shown_is_its_own_power():
    d = np.random.default_rng(1).normal(0, 1, 10)
    could = detectable(room.tests["sign"], d, 0.05)
    assert power("sign", 10, could, float(d.std(ddof=1))) == pytest.approx(0.8, abs=1e-3)
    assert could > detectable(room.tests["wilcoxon"], d, 0.05) > detectable(room.tests["paired_t"], d, 0.05)


def test_what_cannot_be_planned():
    with pytest.raises(UnknownName, match="paired_t"):
        plan("pared_t", effect=1, sd=1)
    with pytest.raises(BadInput, match="sd"):
        plan("wilcoxon", effect=0.1)
    with pytest.raises(BadInput, match="effect"):
        plan("wilcoxon", sd=0.1)
    with pytest.raises(BadInput, match="positive"):
        plan("wilcoxon", effect=-0.1, sd=0.1)
    with pytest.raises(BadInput, match=r"exactly one is right; an effect of 0\.3"):
        power("mcnemar", 100, 0.3, 0.2)
    with pytest.raises(BadInput):
        plan("nemenyi", learners=4)
    with pytest.raises(BadInput, match="simulation"):
        plan("friedman", learners=4)
