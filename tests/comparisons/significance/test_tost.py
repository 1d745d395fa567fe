"""Equivalence is shown by two one-sided tests at the level asked for, and counts how many pairs were asked about."""

from dataclasses import replace

import numpy as np
import pytest

from bakeoff.comparisons import corrected_t, judge, mcnemar, paired_t, permutation_of, sign, tost, wilcoxon
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.significance.tost import equivalence_p
from bakeoff.comparisons.verdict import Claim
from bakeoff.predictions.from_arrays import predictions_of


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
        assert judged.pairs[0].pair.difference.level == pytest.approx(1 - alpha, abs=0.02 * alpha + 1e-3)
        shown = judged.verdict.difference  # that of the two one-sided tests, which decide
        assert shown.level == pytest.approx(1 - 2 * alpha, abs=0.04 * alpha + 1e-3)
        assert max(-shown.low, shown.high) <= 0.02
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


def two_predictions(measure):
    """Two learners on 48 rows, of which 6 are positive."""
    rng, rare = np.random.default_rng(4), np.arange(48) % 8 == 0
    makers = {
        "accuracy": lambda: predictions_of(rare, rng.random(48) < 0.3, positive=True),
        "mae": lambda: predictions_of(np.sqrt(np.arange(48.0)), rng.normal(3, 1, 48)),
        "roc_auc": lambda: predictions_of(rare, y_score=rare + 2 * rng.normal(size=48), positive=True),
        "roc_auc_ovr": lambda: predictions_of(np.arange(48) % 3, y_proba=rng.dirichlet(np.ones(3), 48), labels=[0, 1, 2]),
    }  # fmt: skip
    return makers[measure](), makers[measure]()


@pytest.mark.parametrize(
    ("measure", "groups"),
    [*((one, None) for one in ("accuracy", "mae", "roc_auc", "roc_auc_ovr")), *((one, np.arange(48) // 6) for one in ("accuracy", "mae", "roc_auc_ovr"))],
    ids=lambda one: "" if one is None else one if isinstance(one, str) else "eight groups",
)  # fmt: skip
def test_intervals_over_predictions_state_their_degrees_of_freedom(measure, groups):
    """The 90% interval that just fits into the margin shows equivalence at .05, also of few groups and small classes."""
    pair = two_predictions(measure)
    inner, outer = (permutation_of(*pair, measure, groups=groups, level=level) for level in (0.9, 0.95))
    margin = max(abs(inner.difference.low), abs(inner.difference.high))
    assert equivalence_p(outer, np.zeros(1), np.zeros(1), margin) == pytest.approx(0.05, rel=1e-6)


def test_an_interval_without_degrees_of_freedom_shows_no_equivalence():
    known = paired_t([0.8, 0.7, 0.9], [0.8, 0.71, 0.89])
    assert equivalence_p(known, np.zeros(1), np.zeros(1), 0.2) < 0.05
    stranger = replace(known, difference=replace(known.difference, df=None), df=(), law="")
    assert np.isnan(equivalence_p(stranger, np.zeros(1), np.zeros(1), 0.2))


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
