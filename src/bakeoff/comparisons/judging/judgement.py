"""Judgement: all conclusions about one table of scores on one measure. Text, table, diagram and JSON read this one object."""

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.comparisons.choosing.choose import TestChoice
from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.evidence.kinds import Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.posthoc.many_pairs import Pairs
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, RankComparison, TestResult
from bakeoff.comparisons.verdict import Claim, JudgedPair, PairClaim, Verdict, claim_by_p, favoured_side, pair_claim
from bakeoff.core.notes import Note, texts

__all__ = ["JudgedPair", "Judgement", "PairClaim", "TestChoice", "claim_of"]


MANY = 500  # pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The outcome of one comparison."""

    question: Question  # as asked, with the test share that the scheme names
    matrix: ScoreMatrix
    choice: TestChoice
    omnibus: TestResult  # with two learners: the one test there is
    ranks: RankComparison
    pairs: Sequence[JudgedPair]  # as many as `ranks` has, in the same order; made when looked at
    verdict: Verdict  # best against the baseline if one is named, else against the runner-up
    adjustment: str
    notes: tuple[Note, ...] = ()
    relative: bool = False  # differences are logarithms of ratios: the scores have units of their own on every data set
    also: tuple[TestResult, ...] = ()  # further omnibus tests beside the first: Iman-Davenport beside Friedman
    critical_difference: float | None = None  # of mean ranks; it decides only where a post-hoc test on ranks was named

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return texts(self.notes)

    @property
    def measure(self) -> str:
        """The name of the measure that was compared by."""
        return self.question.measure

    @property
    def context(self) -> ClaimContext:
        """What every claim is about."""
        return self.verdict.context

    @property
    def evidence(self) -> Evidence:
        """What a block of the matrix is."""
        return self.question.evidence

    @property
    def alpha(self) -> float:
        """The level of every claim."""
        return self.question.alpha

    @property
    def rope(self) -> float | None:
        """Half the width of the region of equivalence."""
        return self.question.rope

    @property
    def claims_equivalence(self) -> bool:
        """Whether a pair is called equivalent, or may be: of very many pairs not every one is made to find out."""
        return self.rope is not None and (
            len(self.pairs) > MANY or any(pair.claim is Claim.EQUIVALENT for pair in self.pairs)
        )

    @property
    def baseline(self) -> str | None:
        """The learner that all others are compared with."""
        return self.question.baseline

    @property
    def planned(self) -> tuple[tuple[str, str], ...] | None:
        """The planned pairs; None where all pairs are of interest."""
        return self.question.pairs

    @property
    def test_share(self) -> float | None:
        """The ratio n_test / n_train of overlapping splits."""
        return self.question.test_share

    def pair(self, a: str, b: str) -> JudgedPair:
        """The pair of these two, in the order it was tested."""
        judged = (
            self.pairs.between(a, b) if isinstance(self.pairs, Pairs)
            else next((pair for pair in self.pairs if {pair.pair.a, pair.pair.b} == {a, b}), None)
        )  # fmt: skip
        if judged is None:
            raise KeyError((a, b))
        return judged

    def pairs_of(self, *names: str) -> Sequence[JudgedPair]:
        """The pairs that one of these learners is in."""
        if isinstance(self.pairs, Pairs):
            return self.pairs.of(*names)
        return [pair for pair in self.pairs if pair.pair.a in names or pair.pair.b in names]


def claim_of(judgement: Judgement, pairs: Pairs[PairResult], index: int, adjusted: float | None = None) -> PairClaim:
    """What is claimed of a pair, or would be with another adjusted p; the pair is made only where that is not known without it."""
    p = float(pairs.adjusted[index]) if adjusted is None else adjusted
    known_claim = None if judgement.rope is not None else claim_by_p(pairs, index, p, judgement.alpha)
    if known_claim is not None:
        return known_claim
    judged = judgement.pairs[index]
    if adjusted is None or judged.claim in (Claim.IDENTICAL, Claim.EQUIVALENT):
        return PairClaim(judged.verdict.winner, judged.claim)
    side = favoured_side(judged.pair.result, judgement.matrix.direction)
    return pair_claim(p, side, judgement.alpha, judged.pair.a, judged.pair.b)
