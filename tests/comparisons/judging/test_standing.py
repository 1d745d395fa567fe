"""Who leads and who is worse: the facts behind the first line of a report."""

import numpy as np
import pytest

import bakeoff as bo
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.standing import MOST, Relation, VerdictShape, standing_of
from bakeoff.comparisons.question import Question

GOOD = [0.91, 0.82, 0.93, 0.84, 0.95, 0.86, 0.97, 0.88, 0.89, 0.90]
CLOSE = [0.915, 0.818, 0.931, 0.842, 0.947, 0.863, 0.969, 0.879, 0.893, 0.897]
POOR = [0.71, 0.72, 0.73, 0.64, 0.75, 0.66, 0.77, 0.68, 0.60, 0.61]


def standing(table, **options):
    return standing_of(bo.compare(table, **options, rows="datasets").judgement)


def test_leaders_and_those_that_are_worse():
    found = standing({"a": GOOD, "c": POOR, "b": CLOSE})
    assert found.outcome is VerdictShape.LEADERS
    assert set(found.leaders) == {"a", "b"}
    assert found.worse == ("c",)
    assert {frozenset((one.pair.a, one.pair.b)) for one in found.shown} == {frozenset("ac"), frozenset("bc")}
    assert [frozenset((one.pair.a, one.pair.b)) for one in found.undecided] == [frozenset("ab")]


def test_a_winner_is_better_than_every_other():
    found = standing({"a": GOOD, "b": POOR, "c": [one - 0.1 for one in GOOD]})
    assert (found.outcome, found.best, found.leaders) == (VerdictShape.WINNER, "a", ("a",))
    assert standing({"a": POOR, "b": GOOD}).order == ("b", "a")


@pytest.mark.parametrize(
    ("table", "options", "outcome"),
    [
        ({"a": GOOD, "b": CLOSE}, {}, VerdictShape.OPEN),
        ({"a": GOOD, "b": GOOD}, {}, VerdictShape.IDENTICAL),
        ({"a": GOOD, "b": CLOSE}, {"rope": 0.05, "test": "paired_t"}, VerdictShape.EQUIVALENT),
        ({"a": GOOD[:4], "b": POOR[:4]}, {}, VerdictShape.FEW),
        ({"a": GOOD, "b": CLOSE, "c": POOR}, {"baseline": "c"}, VerdictShape.BASELINE),
        ({"a": GOOD, "b": CLOSE, "c": POOR}, {"pairs": [("a", "c"), ("a", "b")]}, VerdictShape.PLANNED),
    ],
)
def test_every_outcome(table, options, outcome):
    assert standing(table, **options).outcome is outcome


def test_a_baseline_has_better_worse_and_open_learners():
    found = standing({"base": CLOSE, "good": [one + 0.02 for one in CLOSE], "bad": POOR, "same": GOOD}, baseline="base")
    assert (found.leaders, found.worse, found.related(Relation.OPEN)) == (("good",), ("bad",), ("same",))


def test_lower_is_better():
    found = standing({"a": POOR, "b": GOOD}, direction="lower")
    assert (found.outcome, found.best) == (VerdictShape.WINNER, "a")


def test_of_very_many_pairs_only_those_of_the_best_are_looked_at():
    rng = np.random.default_rng(0)
    k = 220
    assert k * (k - 1) / 2 > MOST
    values = rng.normal(0.5, 0.1, (20, k))
    values[:, 0] += 2.0
    found = standing_of(judge(ScoreMatrix.of(values), Question(evidence=DATASETS)))
    assert found.outcome is VerdictShape.WINNER


def test_of_very_many_pairs_nothing_is_stated_about_those_that_were_not_looked_at():
    """The best of 220 equal learners is not shown to differ from others; about pairs of others nothing is known."""
    from bakeoff.comparisons.wording.headline import headline

    judged = judge(ScoreMatrix.of(np.random.default_rng(0).normal(0.5, 0.1, (20, 220))), Question(evidence=DATASETS))
    found = standing_of(judged)
    assert (found.outcome, found.all_pairs) == (VerdictShape.OPEN, False)
    assert headline(judged).endswith("has the best mean rank, but is not shown to differ from any of the 219 others.")


@pytest.mark.parametrize("names", [("svm", "logit", "nb"), ("logit", "svm", "nb")])
def test_every_sentence_names_the_same_leader_where_ranks_are_shared(names):
    scores = {"svm": [80.5, 91.2], "logit": [92.3, 90.1], "nb": [70.4, 71.6]}
    comparison = bo.compare({name: scores[name] for name in names}, rows="datasets")
    assert standing_of(comparison.judgement).order[0] == "logit"
    assert "By how much: logit is 5.4 ahead of svm" in str(comparison)
