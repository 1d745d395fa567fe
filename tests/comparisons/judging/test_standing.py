"""Who leads and who is worse: the facts behind the first line of a report."""

import numpy as np
import pytest
from scipy.stats import nct, t

import bakeoff as bo
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.standing import MOST, Outcome, blocks_to_show, standing_of
from bakeoff.comparisons.question import Question

GOOD = [0.91, 0.82, 0.93, 0.84, 0.95, 0.86, 0.97, 0.88, 0.89, 0.90]
CLOSE = [0.915, 0.818, 0.931, 0.842, 0.947, 0.863, 0.969, 0.879, 0.893, 0.897]
POOR = [0.71, 0.72, 0.73, 0.64, 0.75, 0.66, 0.77, 0.68, 0.60, 0.61]


def standing(table, **options):
    return standing_of(bo.compare(table, **options).judgement)


def test_leaders_and_those_that_are_worse():
    found = standing({"a": GOOD, "c": POOR, "b": CLOSE})
    assert found.outcome is Outcome.LEADERS
    assert set(found.leaders) == {"a", "b"}
    assert found.worse == ("c",)
    assert {frozenset((one.pair.a, one.pair.b)) for one in found.shown} == {frozenset("ac"), frozenset("bc")}
    assert [frozenset((one.pair.a, one.pair.b)) for one in found.undecided] == [frozenset("ab")]


def test_a_winner_is_better_than_every_other():
    found = standing({"a": GOOD, "b": POOR, "c": [one - 0.1 for one in GOOD]})
    assert (found.outcome, found.best, found.leaders) == (Outcome.WINNER, "a", ("a",))
    assert standing({"a": POOR, "b": GOOD}).order == ("b", "a")


@pytest.mark.parametrize(
    ("table", "options", "outcome"),
    [
        ({"a": GOOD, "b": CLOSE}, {}, Outcome.OPEN),
        ({"a": GOOD, "b": GOOD}, {}, Outcome.IDENTICAL),
        ({"a": GOOD, "b": CLOSE}, {"rope": 0.05, "test": "paired_t"}, Outcome.EQUIVALENT),
        ({"a": GOOD[:4], "b": POOR[:4]}, {}, Outcome.FEW),
        ({"a": GOOD, "b": CLOSE, "c": POOR}, {"baseline": "c"}, Outcome.BASELINE),
        ({"a": GOOD, "b": CLOSE, "c": POOR}, {"pairs": [("a", "c"), ("a", "b")]}, Outcome.PLANNED),
    ],
)
def test_every_outcome(table, options, outcome):
    assert standing(table, **options).outcome is outcome


def test_a_baseline_has_better_worse_and_open_learners():
    found = standing({"base": CLOSE, "good": [one + 0.02 for one in CLOSE], "bad": POOR, "same": GOOD}, baseline="base")
    assert (found.leaders, found.worse, found.open) == (("good",), ("bad",), ("same",))


def test_lower_is_better():
    found = standing({"a": POOR, "b": GOOD}, direction="lower")
    assert (found.outcome, found.best) == (Outcome.WINNER, "a")


def test_of_very_many_pairs_only_those_of_the_best_are_looked_at():
    rng = np.random.default_rng(0)
    k = 220
    assert k * (k - 1) / 2 > MOST
    values = rng.normal(0.5, 0.1, (20, k))
    values[:, 0] += 2.0
    found = standing_of(judge(ScoreMatrix.of(values), Question(evidence=DATASETS)))
    assert found.outcome is Outcome.WINNER


def power(n, effect):
    """Of the paired t-test, by the noncentral t law of SciPy."""
    critical = t.ppf(0.975, n - 1)
    return nct.sf(critical, n - 1, effect * np.sqrt(n)) + nct.cdf(-critical, n - 1, effect * np.sqrt(n))


def test_how_many_runs_would_show_the_difference_by_the_noncentral_t_law():
    rng = np.random.default_rng(3)
    a = rng.normal(0.80, 0.02, 12)
    b = a - rng.normal(0.006, 0.02, 12)
    judged = judge(ScoreMatrix.of({"a": a, "b": b}), Question(evidence=RUNS))
    d = a - b
    needed = next(n for n in range(2, 10_000) if power(n, abs(d.mean()) / d.std(ddof=1)) >= 0.8)
    assert judged.pairs[0].pair.result.test == "paired_t"
    assert blocks_to_show(judged, judged.pairs[0]) == needed


def test_without_spread_or_difference_no_number_of_blocks_is_named():
    same = judge(ScoreMatrix.of({"a": GOOD, "b": GOOD}), Question(evidence=DATASETS))
    assert np.isnan(blocks_to_show(same, same.pairs[0]))
    shifted = judge(ScoreMatrix.of({"a": [0.5] * 8, "b": [0.75] * 8}), Question(evidence=RUNS))
    assert np.isnan(blocks_to_show(shifted, shifted.pairs[0]))
