"""Which test for which evidence, and one sentence for every other: data for `choose`, true whatever the numbers say."""

from dataclasses import dataclass

import numpy as np

from bakeoff.comparisons.declaration import ProblemShape, SignificanceTest
from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, ROWS, RUNS, Evidence
from bakeoff.comparisons.evidence.types import Disagreement, ErrorCounts, ScoredRows, ScoreMatrix, TwoSamples

__all__ = ["RANK_TESTS", "TestRule", "recommended", "why_refused", "why_second"]

RANK_TESTS = ("friedman", "iman_davenport", "quade", "aligned_ranks", "rm_anova", "skillings_mack")


@dataclass(frozen=True, slots=True, kw_only=True)
class TestRule:
    """The recommended test for one kind of evidence, its reason, and what else may be run with why it comes second."""

    take: str
    why: str
    also: tuple[tuple[str, str], ...]

    @property
    def admitted(self) -> tuple[str, ...]:
        """The names of all tests that may be run, the recommended one first."""
        return (self.take, *(name for name, _ in self.also))


_PAIRS_ONLY = "it tests pair by pair with an adjustment, without a test of all learners at once"
_SIGNS_ONLY = "it counts wins and ignores their size, so it needs more evidence to show the same"
_LARGE = "its normal law is Student's at large numbers only, and Student's costs nothing"
_ONE_SCALE = "it compares the size of differences across data sets, which takes scores on one scale"
_GIVES_UP = "it gives up the sizes of differences, which share one scale here"
_TWO: dict[Evidence, TestRule] = {
    DATASETS: TestRule(
        take="wilcoxon",
        why="two learners on independent data sets: signed ranks need no normality and let no single data set dominate",
        also=(("sign", _SIGNS_ONLY), ("paired_t", f"{_ONE_SCALE}, and differences near normal"), ("wald", _LARGE),
              ("permutation", "it tests the mean difference, which one data set on a larger scale can dominate")),
    ),
    FOLDS: TestRule(
        take="corrected_t",
        why="splits of one data set share training rows: the variance is corrected by n_test / n_train",
        also=(("five_by_two_t", "it hangs on the first of the ten differences; the F test uses them all"),
              ("five_by_two_f", "it is for five times two folds only, where it is taken without asking"),
              ("ten_by_ten", "its degrees of freedom are calibrated by simulation; the correction by the test share is derived")),
    ),
    RUNS: TestRule(
        take="paired_t", why="independent runs of one experiment: differences share one scale, so their mean is tested",
        also=(("wilcoxon", _GIVES_UP), ("sign", _SIGNS_ONLY),
              ("wald", _LARGE), ("permutation", "it tests the same mean by random signs; Student's t needs no draws")),
    ),
    ROWS: TestRule(
        take="mcnemar", why="one test set, row by row: only rows where exactly one is right carry evidence",
        also=(("permutation", "it comes to McNemar's answer on hits and misses, by random signs that McNemar does without"),),
    ),
}  # fmt: skip
_MANY: dict[Evidence, TestRule] = {
    DATASETS: TestRule(
        take="friedman",
        why="many learners on independent data sets: ranks within each data set are comparable, raw scores are not",
        also=(("iman_davenport", "it reads the same ranks by a sharper law and is told beside Friedman's"),
              ("quade", _ONE_SCALE), ("aligned_ranks", _ONE_SCALE),
              ("rm_anova", f"{_ONE_SCALE}, normal errors and differences that spread alike"),
              ("skillings_mack", "it is for tables with missing cells, where it is taken without asking"),
              ("wilcoxon", _PAIRS_ONLY), ("sign", _PAIRS_ONLY)),
    ),
    FOLDS: TestRule(
        take="corrected_t", also=(),
        why="splits of one data set share training rows: corrected t-tests pair by pair; Friedman and ANOVA would take the splits for independent",
    ),
    RUNS: TestRule(
        take="paired_t", why="independent runs of one experiment: differences share one scale, so means are tested pair by pair",
        also=(("friedman", _GIVES_UP),
              ("iman_davenport", _GIVES_UP),
              ("quade", "it ranks runs by their spread, and runs of one experiment weigh alike"),
              ("aligned_ranks", _GIVES_UP),
              ("rm_anova", "it tells whether any learner differs, not which, and takes differences that spread alike"),
              ("skillings_mack", _GIVES_UP),
              ("wilcoxon", _GIVES_UP), ("sign", _SIGNS_ONLY)),
    ),
    ROWS: TestRule(
        take="cochran_q", why="one test set, row by row: Cochran's Q, then McNemar on each pair",
        also=(("mcnemar", "it follows Cochran's Q on each pair; alone it is no test of all learners at once"),
              ("permutation", "it comes to McNemar's answer on hits and misses, by random signs that McNemar does without")),
    ),
}  # fmt: skip


def recommended(evidence: Evidence, learners: int) -> TestRule:
    """The line of the table for this design."""
    return (_TWO if learners == 2 else _MANY)[evidence]


def why_refused(name: str, matrix: ScoreMatrix, scheme: str) -> str:  # noqa: PLR0911 - one reason per line
    """Why an admitted test cannot run on this very table; empty if it can."""
    n = len(matrix.blocks)
    if name.startswith("five_by_two") and not (n == 10 and scheme == "5x2" and matrix.complete):
        return "it is made for five times two folds: ten rows and the scheme 5x2"
    if name == "ten_by_ten" and not (n == 100 and scheme == "10x10" and matrix.complete):
        return "it is made for ten times ten folds: a hundred rows and the scheme 10x10"
    if name == "skillings_mack":
        return "no cell is missing, so it would be Friedman's test again" if matrix.complete else ""
    if name in RANK_TESTS and not matrix.complete:
        return "cells are missing, and it needs every score"
    if name in ("mcnemar", "cochran_q") and not np.isin(matrix.values, (0.0, 1.0)).all():
        return "it reads hits and misses (1 and 0), which accuracy and error have and other measures do not"
    if name == "wald" and n < 30:
        return f"its normal law needs thirty blocks, and there {'is' if n == 1 else 'are'} {n}"
    return ""


_READS = {
    Disagreement: "it reads which rows each learner got right",
    ScoredRows: "it reads ranking scores row by row and compares areas under the ROC curve",
    TwoSamples: "it is for unpaired samples; these scores come in pairs, and pairing is worth keeping",
    ErrorCounts: "it is for two test sets that share no row",
}
_OTHER = {
    FOLDS: "it takes the splits for independent, but their training sets overlap",
    DATASETS: "it is made for splits or rows of one data set",
    RUNS: "it is made for splits or rows, and these are independent runs",
    ROWS: "it is made for scores of whole test sets, not for single rows",
}
_POSTHOC = {
    FOLDS: "it takes the splits for independent, but their training sets overlap",
    DATASETS: "it follows the test of all learners and says which pairs differ; choose it as post-hoc test",
    RUNS: "it follows a test on ranks; here the means of each pair are tested",
    ROWS: "it follows a test on ranks; ranks of single rows say little",
}


_PAIRWISE = "it compares two learners; with more, pairs are tested together with an adjustment"


def why_second(test: SignificanceTest, matrix: ScoreMatrix, evidence: Evidence) -> str:  # noqa: PLR0911 - one reason per line
    """One sentence why a test that is not admitted does not fit this evidence."""
    k = len(matrix.names)
    if test.equivalence:
        return "it shows sameness within a margin, not a difference; a region of equivalence (rope) asks for both here"
    if test.takes in _READS and not (evidence is ROWS and test.takes is Disagreement):
        return _READS[test.takes]
    if test.name == "cochran_q" and evidence is not ROWS:
        return "it reads which rows each learner got right"
    if test.posthoc:
        return "it follows a test of three or more learners" if k == 2 else _POSTHOC[evidence]
    if k == 2 and {ProblemShape.MANY_ON_ONE, ProblemShape.MANY_ON_MANY} & set(test.design):
        return "it is made for more than two learners"
    if k > 2 and test.name in _TWO[evidence].admitted:
        return _PAIRWISE
    return _OTHER[evidence]
