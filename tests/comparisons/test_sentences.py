"""Sentences say what the numbers bear out: nothing claimed beside an interval without a word, no number that means nothing."""

from math import inf, isnan

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons import nemenyi, paired_t, sign, tost, unpaired_t
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.errors import BadInput
from bakeoff.core.text import format_p

FOUR = np.random.default_rng(8).normal(0.8, 0.01, (15, 4)) + np.array([0.04, 0.03, 0.0, -0.01])
TABLE = dict(zip("ABCD", FOUR.T.tolist(), strict=True))


@pytest.mark.parametrize("p", [0.0496, 0.04999, 0.0504, 0.0104, 0.0996, 0.1004, 0.00104])
def test_a_p_beside_a_usual_level_is_seen_to_lie_on_its_side(p):
    shown = float(format_p(p).removeprefix("p = "))
    for level in (0.001, 0.01, 0.05, 0.1):
        assert (shown <= level) == (p <= level)
    assert format_p(0.05) == "p = .050"


def test_equal_differences_leave_no_interval_and_the_claim_says_whose_p_it_is():
    a, b = [0.9] * 8, [0.8] * 8
    for result in (paired_t(a, b), tost(a, b, 0.2), unpaired_t(a, b)):
        assert isnan(result.difference.low)
    assert "neither sample varies" in unpaired_t(a, b).reason
    said = bo.compare({"A": a, "B": b}, rows="runs").verdict.sentence
    assert "interval" not in said
    assert "by the exact sign test, because the variance is zero" in said
    pairs = nemenyi({"a": [0.9, 0.8], "b": [0.8, 0.7], "c": [0.1, 0.75]}).pairs
    assert isnan(pairs[0].difference.low)
    assert pairs[2].difference.low < pairs[2].difference.high


def test_signs_and_signed_ranks_lean_by_what_they_count_where_the_median_is_zero():
    a, b = np.array([0.5] * 30 + [0.6] * 10), np.full(40, 0.5)
    assert sign(a, b).difference.value == 0
    c = bo.compare({"a": a, "b": b}, test="sign", alpha=0.2, rows="datasets")
    assert c.verdict.claim is Claim.A_BETTER
    c = bo.compare({"a": a, "b": b}, direction="lower", rows="datasets")
    assert c.verdict.claim is Claim.B_BETTER
    assert "30 of 40 are ties, which it counts in full" in c.verdict.sentence


def test_p_and_interval_that_part_are_told():
    d = np.array([[0.019, 0.021], [0.05, 0.03], [0.03, 0.052], [0.01, 0.041], [0.02, 0.03]])
    scores = {"X": (0.8 + d).ravel(), "Y": np.full(10, 0.8)}
    said = bo.compare(scores, rows="folds", scheme="5x2").verdict
    assert said.claim is Claim.A_BETTER or said.difference.low <= 0 <= said.difference.high
    ranks = bo.compare(
        {"a": [1.0, 2, 3, 4, 5, 600], "b": [2.0, 3, 4, 5, 6, 100], "c": [9.0, 9, 9, 9, 9, 900]},
        direction="lower",
        posthoc="nemenyi",
        rows="datasets",
    )
    pair = ranks.pair("a", "c").verdict
    assert pair.winner == "a"
    assert ("reads the scores themselves" in pair.sentence) == (pair.difference.low <= 0 <= pair.difference.high)


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "permutation"])
def test_two_blocks_claim_no_interval_and_no_close_call(test):
    said = bo.compare({"a": [0.9, 0.8], "b": [0.8, 0.75]}, test=test, rows="datasets").verdict.sentence
    assert "2 data sets are too few to tell a and b apart" in said
    assert (
        "At least 6 data sets are needed to decide one pair at level 0.05: the smallest p that 2 data sets can give is 0.5."
        in said
    )
    assert "close call" not in said
    assert "∞" not in said
    assert "50%" not in said


def test_a_baseline_is_held_against_every_other():
    line = bo.compare(TABLE, baseline="D", rows="datasets").headline
    assert line.startswith("A and B are better than the baseline D on a typical data set; C is ")
    assert (
        "worse than the baseline A on a typical data set" in bo.compare(TABLE, baseline="A", rows="datasets").headline
    )


def test_what_is_not_adjusted_and_what_only_the_omnibus_shows_is_told():
    c = bo.compare(TABLE, posthoc="none", rows="datasets")
    assert any("6 pairs are not adjusted for" in text for text in c.warnings)
    values = np.round(np.random.default_rng(12).normal(size=(10, 4)) + np.array([0, 0.4, 0.6, 0.8]), 2)
    c = bo.compare(values, rows="datasets")
    assert c.judgement.also[0].p_value <= 0.05
    assert not any(one.verdict.winner for one in c.pairs)
    assert any(
        "The Iman-Davenport test rejects that all learners are equal, but no requested pair" in text
        for text in c.warnings
    )


def test_a_shared_first_place_has_no_lead():
    made = bo.compare({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.9, 0.7], "c": [0.5, 0.6, 0.4]}, rows="runs")
    assert "a and b are level" in made.sentence
    assert "ahead of b" not in made.sentence


def test_no_difference_beyond_the_bounds_of_a_measure_is_promised():
    c = bo.compare_predictions([0, 1, 1, 1, 0], {"a": [0, 1, 1, 1, 0], "b": [1, 0, 1, 1, 0], "c": [1, 1, 1, 1, 1]})
    assert "Even the largest difference would not" in c.pair("a", "b").verdict.sentence


def test_effects_carry_their_interval_into_json():
    effect = bo.compare({"a": FOUR[:, 0], "b": FOUR[:, 1]}, rows="datasets").to_dict()["pairs"][0]["effect"]
    assert effect["low"] <= effect["value"] <= effect["high"]


@pytest.mark.parametrize("seed", range(12))
def test_claims_p_and_intervals_agree_on_any_table(seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.choice([2, 3, 6, 12])), int(rng.choice([2, 3, 5]))
    values = np.round(
        rng.normal(0.7, 0.1, (n, 1)) + rng.normal(0.01, 0.03, (n, k)) * np.arange(1, k + 1), int(rng.choice([1, 2, 6]))
    )
    table = ScoreMatrix.of(values, names=[chr(97 + i) for i in range(k)])
    direction = str(rng.choice(["higher", "lower"]))
    for rows, options in (("datasets", {}), ("runs", {}), ("folds", {"test_share": 1 / 9})):
        c = bo.compare(table, direction, rows, **options, alpha=0.1)
        for one in c.pairs:
            seen, claim, p = one.pair.difference, one.verdict.claim, one.pair.p_adjusted
            assert p != 0
            assert (one.verdict.winner is not None) <= (p <= 0.1)
            assert not (claim is Claim.UNDECIDED and p <= 0.1)
            assert isnan(seen.low) or seen.low - 1e-12 <= seen.value <= seen.high + 1e-12
            assert not any(word in one.verdict.sentence for word in ("nan", "inf ", str(inf)))
            crosses = seen.low <= 0 <= seen.high
            if one.verdict.winner and crosses:
                assert any(
                    word in one.verdict.sentence for word in ("close call", "disagree", "ties", "reads the ranks")
                )


def test_schemes_and_post_hoc_tests_that_do_not_fit_are_told():
    ten = {"a": FOUR[:10, 0], "b": FOUR[:10, 1]}
    assert any("3x4 gives 12 splits" in one for one in bo.compare(ten, rows="folds", scheme="3x4").warnings)
    for fits in ("10-fold", "5-fold", "5x2", "2x5"):
        assert not any("gives" in one for one in bo.compare(ten, rows="folds", scheme=fits).warnings)
    with pytest.raises(BadInput, match="nothing is known of the scheme 'banana'"):
        bo.compare(ten, rows="folds", scheme="banana")
    with pytest.raises(BadInput, match="nemenyi"):
        bo.compare(TABLE, posthoc="nemeny", rows="datasets")


def test_ranks_and_means_that_disagree_are_told():
    few_large = {"a": [0.9, 0.9, 0.9, 0.5], "b": [0.89, 0.88, 0.87, 0.9], "c": [0.7, 0.7, 0.6, 0.4]}
    told = [one for one in bo.compare(few_large, rows="datasets").warnings if "mean rank" in one]
    assert len(told) == 1
    assert told[0].startswith("a has the better mean rank, b the better mean score: ")
    lower = {name: [1 - one for one in values] for name, values in few_large.items()}
    assert any(
        "a has the better mean rank" in one for one in bo.compare(lower, direction="lower", rows="datasets").warnings
    )
    agreed = {**few_large, "a": [0.9, 0.9, 0.9, 0.89]}
    assert not any("mean rank," in one for one in bo.compare(agreed, rows="datasets").warnings)


@pytest.mark.parametrize("options", [{"rows": "datasets"}, {"rows": "runs"}, {"rows": "folds", "test_share": 0.25}])
def test_no_number_of_blocks_is_promised_after_the_fact(options):
    a, b = [0.81, 0.88, 0.83, 0.79, 0.74, 0.86, 0.80], [0.85, 0.86, 0.84, 0.71, 0.80, 0.83, 0.82]
    said = bo.compare({"a": a, "b": b}, **options).verdict.sentence
    assert "would take" not in said
    assert "This study could have detected a gap of 0.0" in said


def test_a_test_of_all_pairs_is_called_by_its_name():
    table = {
        "a": [0.9, 0.8, 0.9, 0.8, 0.9, 0.9],
        "b": [0.8, 0.7, 0.6, 0.7, 0.7, 0.6],
        "c": [0.7, 0.6, 0.7, 0.5, 0.6, 0.4],
    }
    made = bo.compare(table, rows="folds", scheme="6-fold").omnibus
    assert made.variant == "smallest of 3 p-values adjusted by Holm's method: a against c"
    alone = bo.compare({"a": table["a"], "b": table["b"]}, rows="folds", scheme="6-fold").omnibus
    assert "p-values" not in alone.variant


@pytest.mark.parametrize(
    ("p", "low", "code"),
    [
        (0.04, -0.01, "comparison.close_call"),
        (0.06, 0.01, "comparison.close_call"),
        (0.0004, -0.01, "comparison.interval_disagrees"),
        (1.0, 0.01, "comparison.interval_disagrees"),
        (0.04, 0.01, None),
        (1.0, -0.01, None),
    ],
)
def test_a_close_call_is_near_the_level(p, low, code):
    """At p = 1 or p < .001 with an interval that states the opposite the two disagree; that is no close call."""
    from bakeoff.comparisons.claim_context import ClaimContext
    from bakeoff.comparisons.evidence.kinds import ROWS
    from bakeoff.comparisons.judging.claim_notes import pair_notes
    from bakeoff.comparisons.question import Question
    from bakeoff.comparisons.results import PairResult, TestResult
    from bakeoff.comparisons.verdict import decide
    from bakeoff.estimates.estimate import Estimate

    seen = Estimate(value=0.1, low=low, high=0.2, level=0.95, method="bootstrap", n=50)
    result = TestResult(test="permutation", variant="exact", null="", statistic=1.0, p_value=p, n=50, difference=seen)
    pair = PairResult(a="a", b="b", result=result, p_adjusted=p, adjustment="none")
    verdict = decide(pair, ClaimContext(question=Question(evidence=ROWS)))
    codes = [note.code for note in pair_notes(verdict, ())]
    assert codes == ([] if code is None else [code])
