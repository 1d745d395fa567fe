"""Which declared tests may answer a question, in order, and one sentence for every other; true whatever the numbers say."""

from dataclasses import dataclass

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.declaration import SIZELESS, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, GROUPED_ROWS, ORIGINS, ROWS, RUNS, TIMED_ROWS, Evidence
from bakeoff.comparisons.evidence.types import (
    Disagreement,
    ErrorCounts,
    LabelTable,
    MeanDifferences,
    ScoredRows,
    ScoredSets,
    ScoreMatrix,
    TwoSamples,
)

__all__ = ["CandidateTest", "TestRule", "recommended", "why_unfit"]


@dataclass(frozen=True, slots=True)
class CandidateTest:
    """A test that may answer a question, and its use for it."""

    test: SignificanceTest
    use: Use


@dataclass(frozen=True, slots=True, kw_only=True)
class TestRule:
    """The tests that may answer one kind of question, the recommended one first."""

    candidates: tuple[CandidateTest, ...]

    @property
    def take(self) -> str:
        """The name of the recommended test."""
        return self.candidates[0].test.name

    @property
    def why(self) -> str:
        """Why it is recommended."""
        return self.candidates[0].use.taken

    @property
    def also(self) -> tuple[tuple[str, str], ...]:
        """The others, and why they come second."""
        return tuple((candidate.test.name, candidate.use.beside) for candidate in self.candidates[1:])

    @property
    def admitted(self) -> tuple[str, ...]:
        """The names of all of them."""
        return tuple(candidate.test.name for candidate in self.candidates)

    def usual(self, matrix: ScoreMatrix, scheme: str) -> CandidateTest:
        """The first that can run on this very table."""
        return next(
            (candidate for candidate in self.candidates if not candidate.test.why_not(matrix, scheme)),
            self.candidates[0],
        )


def recommended(evidence: Evidence, learners: int) -> TestRule:
    """The tests for this design, from the declarations."""
    uses = ((test, test.use(evidence, learners)) for test in tests if not test.posthoc)
    candidates = [CandidateTest(test, use) for test, use in uses if use is not None]
    return TestRule(candidates=tuple(sorted(candidates, key=lambda candidate: candidate.use.place)))


_READS = {
    Disagreement: "it reads which rows each learner got right",
    ScoredRows: "it reads ranking scores row by row and compares areas under the ROC curve",
    TwoSamples: "it is for unpaired samples; these scores come in pairs, and pairing is worth keeping",
    LabelTable: "it compares which classes are named, not who is right",
    ScoredSets: "it is for two test sets that share no row",
    ErrorCounts: "it is for two test sets that share no row",
    MeanDifferences: "it reads a mean difference on each data set with the variance of that mean, which scores of splits give",
}
_OTHER = {
    FOLDS: "it assumes independent splits, but their training sets overlap",
    DATASETS: "it is made for splits or rows of one data set",
    RUNS: "it is made for splits or rows, and these are independent runs",
    ROWS: "it is made for scores of whole test sets, not for single rows",
    GROUPED_ROWS: "it assumes independent rows, but rows of one group depend on each other",
    TIMED_ROWS: "it assumes independent rows, but rows in time depend on their neighbours",
    ORIGINS: "it assumes independent scores or splits drawn at random, but scores at neighbouring origins depend on each other",
}
_POSTHOC = {
    FOLDS: "it assumes independent splits, but their training sets overlap",
    DATASETS: "its result for two learners depends on which others are in the table; choose it by name as a post-hoc test",
    RUNS: "it follows a test on ranks; here the means of each pair are tested",
    ROWS: "it follows a test on ranks, and ranks of single rows carry little information",
    GROUPED_ROWS: "it follows a test on ranks, and ranks of single rows carry little information",
    TIMED_ROWS: "it follows a test on ranks, and ranks of single rows carry little information",
    ORIGINS: "it assumes independent blocks, but scores at neighbouring origins depend on each other",
}
_PAIRWISE = "it compares two learners; with more, pairs are tested together with an adjustment"


def _unable(test: SignificanceTest, matrix: ScoreMatrix, evidence: Evidence) -> str:
    """Why a test cannot take what these scores carry: weights, or failures."""
    if test.unweighted and matrix.weight is not None:
        return test.unweighted
    return SIZELESS if matrix.failed is not None and not test.orders and evidence in test.evidence else ""


def why_unfit(test: SignificanceTest, matrix: ScoreMatrix, evidence: Evidence) -> str:  # noqa: C901, PLR0911 - one reason per line
    """One sentence why a test that has no use for this question does not fit it."""
    k = len(matrix.names)
    if test.equivalence:
        return "it tests equivalence within a margin, not a difference; a region of equivalence (rope) tests both here"
    if reason := _unable(test, matrix, evidence):
        return reason
    if evidence in {GROUPED_ROWS, TIMED_ROWS} and test.evidence & {ROWS, GROUPED_ROWS}:
        return _OTHER[evidence]
    if evidence == ROWS and test.evidence == {GROUPED_ROWS}:
        return "it is made for rows that come in groups; name them (groups)"
    if test.evidence <= {TIMED_ROWS, ORIGINS} and test.evidence:
        return "it is made for rows in time; name the column of times (time)"
    if test.takes in _READS and not (evidence == ROWS and test.takes is Disagreement):
        return _READS[test.takes]
    if test.evidence == {ROWS} and evidence != ROWS:
        return _READS[Disagreement]
    if test.posthoc:
        return "it follows a test of three or more learners" if k == 2 else _POSTHOC[evidence]
    if k == 2 and {ProblemShape.MANY_ON_ONE, ProblemShape.MANY_ON_MANY} & set(test.design):
        return "it is made for more than two learners"
    if k > 2 and test.use(evidence, 2) is not None:
        return _PAIRWISE
    return _OTHER[evidence]
