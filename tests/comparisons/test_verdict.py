"""A claim comes from typed fields of a result; labels made for display decide nothing, and words come last."""

from dataclasses import replace

import pytest

from bakeoff.comparisons import nemenyi, paired_t, sign, wilcoxon
from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.stability import stability
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, Side, TestResult
from bakeoff.comparisons.verdict import Claim, decide, favoured_side
from bakeoff.comparisons.wording import sentences
from bakeoff.measures.measure import Direction

A, B = [0.9, 0.8, 0.95, 0.85, 0.9, 0.92, 0.81], [0.8, 0.7, 0.6, 0.7, 0.7, 0.6, 0.6]


def relabelled(result: TestResult) -> TestResult:
    return replace(result, working=tuple((f"quantity {i}", value) for i, (_, value) in enumerate(result.working)))


@pytest.mark.parametrize("test", [sign, wilcoxon, paired_t])
def test_labels_decide_nothing(test):
    result = relabelled(test(A, B))
    pair = PairResult(a="a", b="b", result=result, p_adjusted=result.p_value, adjustment="none")
    context = ClaimContext(question=Question(evidence=DATASETS))
    assert decide(pair, context).claim is Claim.A_BETTER
    assert decide(pair, replace(context, direction=Direction.LOWER)).claim is Claim.B_BETTER
    assert result.steps() == relabelled(result).steps()


def test_mean_ranks_know_the_direction():
    result = nemenyi({"a": A, "b": B}).pairs[0].result
    assert result.rank_difference == 1.0
    assert favoured_side(relabelled(result), Direction.LOWER) is Side.A


TABLE = {"a": A, "b": B, "c": [0.5, 0.6, 0.55, 0.5, 0.6, 0.5, 0.4]}


def refused(*_):
    raise AssertionError("a sentence was made")


@pytest.mark.parametrize("names", ["ab", "abc"])
def test_judging_makes_no_sentence(names, monkeypatch):
    """Neither a judgement nor its stability needs words: they are made when somebody reads them."""
    monkeypatch.setattr(sentences, "pair_sentence", refused)
    judged = judge(ScoreMatrix.of({name: TABLE[name] for name in names}), Question(evidence=DATASETS))
    assert [pair.claim for pair in judged.pairs]
    assert stability(judged).variations
    with pytest.raises(AssertionError, match="a sentence was made"):
        _ = judged.verdict.sentence


def test_reasons_against_other_tests_are_made_when_they_are_read(monkeypatch):
    asked = []

    def counting(*arguments):
        asked.append(arguments)
        return (("sign", "a reason"),), ()

    monkeypatch.setattr("bakeoff.comparisons.choosing.choose.other_tests", counting)
    choice = judge(ScoreMatrix.of(TABLE), Question(evidence=DATASETS)).choice
    assert not asked
    assert choice.alternatives == ("sign",)
    assert len(asked) == 1
