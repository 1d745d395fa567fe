"""Samples without pairs and published means: claims, sides and notes."""

import pytest

from bakeoff.comparisons.judging.unpaired import PublishedScore, judge_published, judge_unpaired
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.errors import BadInput

HIGH, LOW = [0.9, 0.92, 0.88, 0.91], [0.5, 0.55, 0.52, 0.51, 0.5]


@pytest.mark.parametrize(
    ("direction", "measure", "winner"), [("higher", "", "a"), ("lower", "", "b"), (None, "rmse", "b")]
)
def test_the_winner_follows_the_direction(direction, measure, winner):
    judged = judge_unpaired({"a": HIGH, "b": LOW}, direction=direction, measure=measure)
    assert judged.winner == winner
    assert judged.sizes == (4, 5)
    assert [note.code for note in judged.notes] == [
        "comparison.too_few_to_check",
        "comparison.assumptions",
        "comparison.not_paired",
    ]
    scores = {"a": PublishedScore(mean=0.9, sd=0.02, n=10), "b": PublishedScore(mean=0.5, sd=0.02, n=10)}
    assert judge_published(scores, direction=direction, measure=measure).pairs[0].winner == winner


def test_identical_scores_are_no_evidence_of_anything():
    judged = judge_unpaired({"a": [0.5, 0.5, 0.5], "b": [0.5, 0.5]})
    assert (judged.claim, judged.winner) == (Claim.IDENTICAL, None)
    flat = judge_unpaired({"a": [0.5, 0.5, 0.5], "b": [0.6, 0.6]})
    assert flat.claim is Claim.UNDECIDED, "without spread there is no scale"


def test_published_means_are_adjusted_for_all_pairs():
    scores = {name: PublishedScore(mean=mean, sd=0.05, n=10) for name, mean in (("a", 0.9), ("b", 0.85), ("c", 0.7))}
    judged = judge_published(scores)
    assert [(pair.a, pair.b) for pair in judged.pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert all(pair.adjusted and pair.p_adjusted >= pair.result.p_value for pair in judged.pairs)
    assert judged.notes[-1].code == "comparison.published"
    with pytest.raises(BadInput):
        judge_published(scores, alpha=2)
