"""Claims by ranks over data sets are about a typical data set; the mean stands beside them, and the first line states where it differs."""

import numpy as np
import pytest
from scipy import stats

import bakeoff as bo
from bakeoff.comparisons.wording.headline import headline
from bakeoff.comparisons.wording.verdict_text import statistics_of, verdict_text

BASE = np.linspace(0.4, 0.6, 20)
MOSTLY = np.array([0.010 + 0.0003 * i for i in range(18)])  # small gains on most data sets


def table(differences, *more):
    """Scores of a and b that differ by these amounts, and of further learners."""
    n = len(differences)
    made = {"a": BASE[:n] + np.asarray(differences), "b": BASE[:n]}
    made |= {f"c{place}": BASE[:n] + np.asarray(other) for place, other in enumerate(more)}
    return {name: scores.tolist() for name, scores in made.items()}


def compared(differences, *more, **options):
    return bo.compare(table(differences, *more), rows="datasets", measure="accuracy", **options)


HOLDS_ZERO = np.r_[MOSTLY, -0.05, -0.06]  # the mean is .0067, its interval holds zero
PARTS = np.r_[MOSTLY, -0.2, -0.3]  # the mean favours b
AGREES = np.r_[MOSTLY, 0.009, 0.02]


def test_the_claim_is_about_a_typical_data_set():
    made = compared(AGREES)
    assert headline(made.judgement) == "a is better than b on a typical data set."
    assert made.verdict.sentence.startswith("a is better than b on a typical data set, over 20 data sets (")


def test_the_mean_is_in_the_statistics_and_beside_the_size_where_it_tells_another_story():
    made = compared(AGREES)
    mean = made.verdict.mean
    oracle = stats.ttest_1samp(AGREES, 0).confidence_interval(0.95)
    assert mean.value == pytest.approx(AGREES.mean())
    assert (mean.low, mean.high) == pytest.approx((oracle.low, oracle.high))
    assert made.to_dict(stability=False)["pairs"][0]["mean"]["low"] == pytest.approx(oracle.low)
    assert "; mean 1.27 points, 95% interval 1.16 points to 1.39 points" in made.verdict.sentence
    assert not any("on average" in fact for fact in verdict_text(made.judgement).lines)
    assert "mean 1.27 points, 95% interval 1.16 points to 1.39 points" in statistics_of(made.judgement)[0]
    for parted in (HOLDS_ZERO, PARTS):
        assert any(", on average " in fact for fact in verdict_text(compared(parted).judgement).lines)


def test_where_the_interval_of_the_mean_holds_zero_the_first_line_states_it():
    made = compared(HOLDS_ZERO)
    oracle = stats.ttest_1samp(HOLDS_ZERO, 0).confidence_interval(0.95)
    assert oracle.low < 0 < oracle.high, "else this is no example"
    assert made.verdict.winner == "a"
    assert (
        headline(made.judgement)
        == "a is better than b on a typical data set. On average over data sets it is not shown."
    )
    assert "comparison.not_on_average" in [note.code for note in made.verdict.notes]


def test_where_the_mean_favours_the_other_the_first_line_states_it():
    made = compared(PARTS)
    assert made.verdict.winner == "a"
    assert headline(made.judgement) == "a is better than b on a typical data set. On average over data sets b is ahead."
    assert "comparison.estimates_part" in [note.code for note in made.verdict.notes]


def test_of_several_learners_the_differences_that_the_mean_does_not_show_are_counted():
    some = headline(compared(HOLDS_ZERO, AGREES + 0.1).judgement)
    assert some.endswith("On average over data sets 1 of these 3 differences is not shown.")
    none = headline(compared(HOLDS_ZERO, np.r_[HOLDS_ZERO[1:], HOLDS_ZERO[0]] * 0.9999).judgement)
    assert none.endswith("On average over data sets none of these differences is shown.")
    every = headline(compared(AGREES, AGREES + 0.1).judgement)
    assert "On average over" not in every


def test_lower_is_better_by_the_mean_too():
    made = bo.compare(table(-PARTS), rows="datasets", direction="lower")
    assert headline(made.judgement).endswith("On average over data sets b is ahead.")


def test_equivalence_that_the_mean_leaves_is_stated():
    close = np.r_[0.001 * np.sin(np.arange(18)), 0.15, 0.18]
    made = compared(close, rope=0.02)
    oracle = stats.ttest_1samp(close, 0).confidence_interval(0.9)
    assert oracle.high > 0.02, "else this is no example"
    assert made.verdict.claim.value == "equivalent"
    assert headline(made.judgement).endswith(
        "equivalent on a typical data set. On average over data sets it is not shown."
    )


def test_the_test_is_the_same_whatever_the_differences_look_like():
    """Skewed or not, the default over data sets reads signed ranks: a check never switches the test."""
    assert {compared(differences).judgement.choice.test for differences in (AGREES, HOLDS_ZERO, PARTS)} == {"wilcoxon"}


def test_a_test_of_means_claims_an_average_and_has_no_mean_beside_it():
    made = compared(AGREES, test="paired_t")
    assert headline(made.judgement) == "a is better than b on average."
    assert made.verdict.mean is None
    assert "mean" not in made.to_dict(stability=False)["pairs"][0]


def test_splits_and_rows_have_no_typical_data_set():
    made = bo.compare(table(AGREES[:10]), rows="folds", scheme="10-fold", measure="accuracy")
    assert "typical" not in headline(made.judgement) + made.verdict.sentence
    assert made.verdict.mean is None
