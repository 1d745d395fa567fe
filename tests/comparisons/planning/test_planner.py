"""Planning: how many are needed, what could be shown, and what would settle an undecided pair."""

import re
from math import inf

import numpy as np
import pytest
from scipy import special

import bakeoff.comparisons as room
from bakeoff.comparisons import corrected_t, delong, friedman, judge, mcnemar, two_proportions, unpaired_t
from bakeoff.comparisons.evidence.kinds import RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.what_would_settle import detectable, fewest_blocks
from bakeoff.comparisons.planning.planner import plan
from bakeoff.comparisons.planning.power import detectable_difference, planned_by_formula, power
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.significance.many_learners.friedman import friedman_power
from bakeoff.comparisons.significance.t import PAIRED_T
from bakeoff.core.errors import BadInput, UnknownName

SDS = {"mcnemar": 0.2, "two_proportions": 0.1, "delong": 0.8}


@pytest.mark.parametrize("test", [one for one in planned_by_formula() if one not in {"corrected_t", "diebold_mariano"}])
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
    assert plan("corrected_t", effect=0.05, sd=0.04, test_share=1 / 9).n == 20
    never = plan("corrected_t", effect=0.02, sd=0.04, test_share=1 / 9)
    assert never.n == inf
    assert "more data" in never.sentence
    with pytest.raises(BadInput, match="test_share"):
        plan("corrected_t", effect=0.02, sd=0.04)


def rejected(p_values, alpha=0.05):
    return float(np.mean(np.array(list(p_values)) <= alpha))


def near(share, draws, more=0.0):
    """Three standard errors of a simulated share, and what a formula may be rough by."""
    return 3 * np.sqrt(share * (1 - share) / draws) + more


def areas(rng, n, one, two):
    """Binormal scores of n positive and n negative rows with these areas."""
    truth = np.repeat([1, 0], n)
    shift = [np.sqrt(2) * special.ndtri(area) for area in (one, two)]
    return truth, *(rng.normal(0, 1, 2 * n) + truth * by for by in shift)


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


@pytest.mark.slow
def test_power_of_rows_against_simulation():
    rng = np.random.default_rng(2)
    n, effect, share, draws = 400, 0.05, 0.15, 1500
    counts = rng.multinomial(n, [(share + effect) / 2, (share - effect) / 2, 1 - share], draws)
    expected = power("mcnemar", n, effect, share)
    assert rejected(mcnemar(b, c, "mid-p").p_value for b, c, _ in counts.tolist()) == pytest.approx(
        expected, abs=near(expected, draws)
    )
    expected = power("delong", 80, 0.12, 0.75, correlation=0.0)
    seen = rejected(delong(*areas(rng, 80, 0.75, 0.87)).p_value for _ in range(500))
    assert seen == pytest.approx(expected, abs=near(expected, 500, 0.03))
    expected = power("two_proportions", 300, 0.08, 0.1)
    errors = zip(rng.binomial(300, 0.1, draws).tolist(), rng.binomial(300, 0.18, draws).tolist(), strict=True)
    seen = rejected(two_proportions(a, 300, b, 300, pooled=True).p_value for a, b in errors)
    assert seen == pytest.approx(expected, abs=near(expected, draws, 0.02))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "n", "more"),
    [
        ("paired_t", 34, 0.0),
        ("wilcoxon", 34, 0.0),
        ("sign", 34, 0.0),
        ("wilcoxon", 12, 0.0),
        ("wilcoxon", 6, 0.0),
        ("wilcoxon", 60, 0.02),
    ],
)
def test_power_of_pairs_against_simulation(test, n, more):
    rng, run = np.random.default_rng(4), getattr(room, test)
    expected = power(test, n, 0.02, 0.04)
    seen = rejected(run(row, np.zeros(n)).p_value for row in rng.normal(0.02, 0.04, (400, n)))
    assert seen == pytest.approx(expected, abs=near(expected, 400, more))


@pytest.mark.slow
def test_power_of_seeds_splits_and_ranks_against_simulation():
    rng = np.random.default_rng(6)
    expected = power("unpaired_t", 15, 0.03, 0.03)
    seen = rejected(unpaired_t(rng.normal(0.03, 0.03, 15), rng.normal(0, 0.03, 15)).p_value for _ in range(500))
    assert seen == pytest.approx(expected, abs=near(expected, 500))
    # Splits that share training rows: a common part of variance q / (1 + q) is what the corrected test allows for.
    q, n, effect, sd = 1 / 9, 10, 0.03, 0.03
    common = rng.normal(0, sd * np.sqrt(q / (1 + q)), (600, 1))
    d = effect + common + rng.normal(0, sd / np.sqrt(1 + q), (600, n))
    seen = rejected(corrected_t(row, np.zeros(n), q).p_value for row in d)
    assert seen == pytest.approx(power("corrected_t", n, effect, sd, test_share=q), abs=0.09)
    tables = rng.normal(size=(400, 12, 4)) / 2**0.5
    tables[:, :, 0] += 0.9
    assert friedman_power(12, 4, 0.9, 0.05) == pytest.approx(
        rejected(friedman(one).p_value for one in tables), abs=0.06
    )


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


def test_power_of_mcnemar_is_continuous_where_the_sum_ends():
    share = 0.5
    n = round(2000 / share)
    assert power("mcnemar", n, 0.03, share) == pytest.approx(power("mcnemar", n + 2, 0.03, share), abs=1e-3)
    assert power("mcnemar", 2, 0.1, 0.2) == 0.0
    assert power("mcnemar", 10, 1.0, 1.0) == 1.0


@pytest.mark.parametrize(("test", "effect", "learners"), [("wilcoxon", 1.0, 5), ("wilcoxon", 0.8, 3)])
def test_a_planned_lead_is_shown_as_often_as_was_asked_for(test, effect, learners):
    """Every pair with Holm's steps: the leader must be shown to be better than each other learner."""
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


@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
@pytest.mark.parametrize("effect", [0.5, 1.0, 1.6])
def test_one_block_fewer_has_less_power_than_was_planned(test, effect):
    """The power of exact tests jumps: at 1.6 sd from .71 with six pairs to .91 with seven. No number lies nearer to .8."""
    needed = plan(test, effect=effect, sd=1.0).n
    assert power(test, needed, effect, 1.0) >= 0.8 > power(test, needed - 1, effect, 1.0)
