"""Equivalence is shown by two one-sided tests at the level asked for, and counts how many pairs were asked about."""

import numpy as np
import pytest

from bakeoff.comparisons import corrected_t, judge, mcnemar, paired_t, sign, tost, wilcoxon
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.significance.tost import equivalence_p
from bakeoff.comparisons.verdict import Claim


def near(rng, n, k=2, shift=0.0, sd=0.01):
    base = rng.uniform(0.7, 0.9, n)
    return ScoreMatrix.of(
        {name: base + (shift if i else 0.0) + rng.normal(0, sd, n) for i, name in enumerate("abcdef"[:k])}
    )


@pytest.mark.parametrize("alpha", [0.1, 0.05, 0.01, 0.001])
def test_equivalence_can_be_claimed_at_every_level(alpha):
    matrix = near(np.random.default_rng(1), 60)
    for evidence, options in ((DATASETS, {}), (RUNS, {}), (FOLDS, {"test_share": 0.02})):
        judged = judge(matrix, Question(evidence=evidence, alpha=alpha, rope=0.02, **options))
        assert judged.verdict.claim is Claim.EQUIVALENT
        assert judged.verdict.p_equivalent <= alpha
        assert judged.verdict.difference.level == pytest.approx(1 - alpha, abs=0.02 * alpha + 1e-3)
        assert "two one-sided tests against ±0.02" in judged.verdict.sentence
        assert f"{100 * judged.verdict.difference.level:.3g}% interval" in judged.verdict.sentence


def test_the_p_value_is_that_of_tost():
    rng = np.random.default_rng(3)
    a, b = rng.normal(0.8, 0.02, 20), rng.normal(0.8, 0.02, 20)
    for level in (0.8, 0.95, 0.99):
        assert equivalence_p(paired_t(a, b, level=level), a, b, 0.02) == pytest.approx(tost(a, b, 0.02).p_value)
    corrected = corrected_t(a, b, 0.1)
    assert equivalence_p(corrected, a, b, 0.03) == pytest.approx(tost(a, b, 0.03, test_share=0.1).p_value)


@pytest.mark.parametrize("test", [wilcoxon, sign, paired_t])
def test_the_p_value_and_the_interval_of_twice_alpha_agree(test):
    rng = np.random.default_rng(7)
    for _ in range(30):
        a, b = rng.normal(0.8, 0.02, 15), rng.normal(0.8, 0.02, 15)
        p = equivalence_p(test(a, b), a, b, 0.015)
        seen = test(a, b, level=1 - 2 * 0.05).difference
        if seen.level >= 0.9:
            fits = -0.015 < seen.low and seen.high < 0.015
            assert (p <= 0.05) == fits


def test_rows_of_one_test_set_can_be_equivalent():
    seen = mcnemar(20, 22, n=4000)
    assert equivalence_p(seen, np.zeros(1), np.zeros(1), 0.01) < 0.01
    assert equivalence_p(mcnemar(2, 2, n=40), np.zeros(1), np.zeros(1), 0.01) > 0.05


@pytest.mark.slow
@pytest.mark.parametrize(("evidence", "alpha"), [(RUNS, 0.05), (DATASETS, 0.05), (RUNS, 0.01)])
def test_learners_at_the_border_are_rarely_called_equivalent(evidence, alpha):
    rng = np.random.default_rng(11)
    matrices = [near(rng, 20, shift=-0.01) for _ in range(400)]
    claimed = [
        judge(one, Question(evidence=evidence, alpha=alpha, rope=0.01, brief=True)).verdict.claim for one in matrices
    ]
    share = np.mean([one is Claim.EQUIVALENT for one in claimed])
    assert share <= alpha + 3 * np.sqrt(alpha * (1 - alpha) / 400)


@pytest.mark.slow
def test_many_pairs_at_the_border_rarely_hold_a_false_claim():
    """Five learners at the border of equivalence with a sixth: any claim about these five pairs is false."""
    rng, false, plain = np.random.default_rng(5), 0, 0
    for _ in range(250):
        matrix = near(rng, 15, k=6, shift=-0.01)
        judged = judge(matrix, Question(evidence=RUNS, rope=0.01, baseline="a", brief=True))
        false += any(one.verdict.claim is Claim.EQUIVALENT for one in judged.pairs)
        plain += any(
            equivalence_p(one.pair.result, *matrix.of_pair(one.pair.a, one.pair.b), 0.01) <= 0.05
            for one in judged.pairs
        )
    assert false / 250 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 250)
    assert plain > 2 * false, "unadjusted claims err more often: that is what the adjustment is for"


def test_the_adjustment_is_the_one_asked_for():
    matrix = near(np.random.default_rng(2), 30, k=3)
    raw = judge(matrix, Question(evidence=RUNS, rope=0.01, posthoc="none"))
    tripled = judge(matrix, Question(evidence=RUNS, rope=0.01, posthoc="bonferroni"))
    for one, other in zip(raw.pairs, tripled.pairs, strict=True):
        assert other.verdict.p_equivalent == pytest.approx(min(1.0, 3 * one.verdict.p_equivalent))
