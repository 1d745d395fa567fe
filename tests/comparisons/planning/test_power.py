"""The power of a test: how likely n blocks show a difference of this size, and which difference they can show."""

import numpy as np
import pytest
from scipy import special

import bakeoff.comparisons as room
from bakeoff.comparisons import corrected_t, delong, friedman, mcnemar, two_proportions, unpaired_t
from bakeoff.comparisons.planning.planner import plan
from bakeoff.comparisons.planning.power import detectable_difference, planned_by_formula, power
from bakeoff.comparisons.significance.many_learners.friedman import friedman_power

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


def test_power_of_mcnemar_is_continuous_where_the_sum_ends():
    share = 0.5
    n = round(2000 / share)
    assert power("mcnemar", n, 0.03, share) == pytest.approx(power("mcnemar", n + 2, 0.03, share), abs=1e-3)
    assert power("mcnemar", 2, 0.1, 0.2) == 0.0
    assert power("mcnemar", 10, 1.0, 1.0) == 1.0


@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
@pytest.mark.parametrize("effect", [0.5, 1.0, 1.6])
def test_one_block_fewer_has_less_power_than_was_planned(test, effect):
    """The power of exact tests jumps: at 1.6 sd from .71 with six pairs to .91 with seven. No number lies nearer to .8."""
    needed = plan(test, effect=effect, sd=1.0).n
    assert power(test, needed, effect, 1.0) >= 0.8 > power(test, needed - 1, effect, 1.0)
