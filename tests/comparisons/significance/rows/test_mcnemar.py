"""McNemar's p-values against exact arithmetic, from balance to total dominance, and verdicts in every order of learners."""

import json
from itertools import pairwise, permutations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

import bakeoff as bo
from bakeoff.cli.main import cli
from bakeoff.comparisons.distributions import binomial_at_least, binomial_at_most, binomial_p
from bakeoff.comparisons.results import Alternative
from bakeoff.comparisons.significance.critical_values import binomial_table
from bakeoff.comparisons.significance.rows.mcnemar import mcnemar, mcnemar_p
from bakeoff.streams.pairs.windowed_mcnemar import windowed_mcnemar

TINY = 1e-290  # smaller p-values are only known to be small
ORACLE = json.loads((Path(__file__).parents[3] / "oracles" / "mcnemar_mid_p.json").read_text(encoding="utf-8"))


def is_near(p: float, exact: float) -> bool:
    return abs(p - exact) <= 1e-10 * exact if exact > TINY else 0 <= p < TINY


def wrong(b: int, c: int, less: float, greater: float) -> list[tuple[int, int, str, float]]:
    """The sides whose mid-p is not the exact one, or not that of the exchanged counts."""
    exact = {"less": less, "greater": greater, "two-sided": min(1.0, 2 * min(less, greater))}
    mirror = {"less": "greater", "greater": "less", "two-sided": "two-sided"}
    found = []
    for side, value in exact.items():
        p = mcnemar_p(b, c, "mid-p", Alternative(side))[1]
        if not is_near(p, value) or not 0 <= p <= 1 or mcnemar_p(c, b, "mid-p", Alternative(mirror[side]))[1] != p:
            found.append((b, c, side, p))
    return found


def test_mid_p_is_the_sum_of_whole_numbers_for_all_counts_up_to_300():
    mistakes, ways = [], [1]
    for n in range(1, 601):
        ways = [1, *(left + right for left, right in pairwise(ways)), 1]
        below, whole = 0, 2 ** (n + 1)
        for b, way in enumerate(ways):
            twice = 2 * below + way  # of 2 ** (n + 1): the outcome itself counts half
            if max(b, n - b) <= 300:
                mistakes += wrong(b, n - b, twice / whole, (whole - twice) / whole)
            below += way
    assert mistakes == []


def test_mid_p_of_a_thousand_pairs_up_to_100000_is_that_of_mpmath():
    assert len(ORACLE["rows"]) == 1000
    assert sum(min(less, greater) > TINY for _, _, less, greater in ORACLE["rows"]) > 700
    assert [one for row in ORACLE["rows"] for one in wrong(*row)] == []


@pytest.mark.parametrize("variant", ["auto", "exact", "mid-p", "chi2", "chi2-corrected"])
@pytest.mark.parametrize("b", [1, 19, 54, 55, 57, 64, 1000, 1075, 5000, 100_000])
def test_total_dominance_is_the_smallest_p_and_never_below_zero(variant, b):
    ahead, behind = (mcnemar(*pair, variant) for pair in ((b, 0), (0, b)))
    assert 0 <= ahead.p_value == behind.p_value <= 1
    assert mcnemar(b, 0, variant, alternative="greater").p_value == mcnemar(0, b, variant, alternative="less").p_value
    if variant == "mid-p":
        assert ahead.p_value == pytest.approx(2.0**-b, rel=1e-12)


@pytest.mark.parametrize("share", [0.03, 0.4, 0.5, 0.9])
@pytest.mark.parametrize("n", [7, 60, 1500])
def test_binomial_tails_are_those_of_scipy_at_both_ends(n, share):
    for k in {0, 1, n // 4, n // 2, n - 1, n}:
        assert binomial_at_most(k, n, share) == pytest.approx(stats.binom.cdf(k, n, share), rel=1e-9, abs=1e-290)
        assert binomial_at_least(k, n, share) == pytest.approx(stats.binom.sf(k - 1, n, share), rel=1e-9, abs=1e-290)
        assert 0 <= binomial_p(k, n, p=share) <= 1


@pytest.mark.parametrize(("n", "share"), [(100, 0.5), (400, 0.02), (90, 0.7)])
def test_a_binomial_table_keeps_its_digits_at_both_ends(n, share):
    """The probability of one outcome is no difference of two sums that are almost one."""
    for k, (exactly, at_most, at_least) in enumerate(binomial_table(n, share).values):
        assert exactly == pytest.approx(stats.binom.pmf(k, n, share), rel=1e-9)
        assert at_most == pytest.approx(stats.binom.cdf(k, n, share), rel=1e-9)
        assert at_least == pytest.approx(stats.binom.sf(k - 1, n, share), rel=1e-9)


def test_a_window_that_one_learner_dominates_has_a_probability():
    found = windowed_mcnemar(np.zeros(200), np.ones(200), window=150)
    assert found.p_values.min() == pytest.approx(2.0**-150)


TRUTH = np.tile(["yes", "no"], 40)
WRONG = np.where(TRUTH == "yes", "no", "yes")
LEARNERS = {"perfect": TRUTH, "bad": np.where(np.arange(80) < 60, WRONG, TRUTH), "worst": WRONG}


@pytest.mark.parametrize("names", [*permutations(["perfect", "bad"]), *permutations(LEARNERS)], ids=",".join)
def test_every_order_of_learners_gives_the_same_verdict(names):
    found = bo.compare_predictions(TRUTH, {name: LEARNERS[name] for name in names})
    assert {one.pair.result.test for one in found.judgement.pairs} == {"mcnemar"}
    assert found.verdict.winner == "perfect"
    for pair in found.judgement.pairs:
        assert 0 <= pair.pair.result.p_value < 1e-3
        assert abs(pair.pair.difference.value) == pytest.approx(
            abs(np.mean(LEARNERS[pair.pair.a] == TRUTH) - np.mean(LEARNERS[pair.pair.b] == TRUTH))
        )


def test_both_orders_of_the_shell_name_the_better_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = zip(TRUTH, LEARNERS["perfect"], LEARNERS["bad"], strict=True)
    Path("p.csv").write_text("truth,perfect,bad\n" + "".join(f"{','.join(row)}\n" for row in cells))
    said = [
        CliRunner().invoke(cli, ["compare", "p.csv", "--truth", "truth", "--pred", order, "--json"])
        for order in ("perfect,bad", "bad,perfect")
    ]
    assert [one.exit_code for one in said] == [0, 0], said[0].output
    there, back = (json.loads(one.stdout) for one in said)
    assert [one["verdict"]["claim"] for one in (there, back)] == ["A better", "B better"]
    assert there["verdict"]["a"] == back["verdict"]["b"] == "perfect"
    assert there["pairs"][0]["p_value"] == back["pairs"][0]["p_value"]


def test_a_dominated_system_leaves_a_board_of_134_its_verdicts():
    rng = np.random.default_rng(7)
    hits = (rng.random((120, 134)) < rng.uniform(0.55, 0.8, 134)).astype(float)
    hits[:, 77] = 0.0
    names = [f"s{i}" for i in range(134)]
    boards = [
        bo.compare({names[i]: hits[:, i] for i in order}, rows="rows") for order in (range(134), range(133, -1, -1))
    ]
    assert len({one.verdict.winner for one in boards}) == 1
    p_values = [
        {frozenset((pair.pair.a, pair.pair.b)): (pair.pair.result.p_value, pair.pair.p_adjusted) for pair in one.judgement.pairs}
        for one in boards
    ]  # fmt: skip
    assert p_values[0] == p_values[1]
    assert all(0 <= p <= adjusted <= 1 for p, adjusted in p_values[0].values())
