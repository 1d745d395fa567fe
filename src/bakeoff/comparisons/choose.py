"""Which declared tests fit this evidence, and why the others do not. The design decides, never the data."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.comparisons.evidence import (
    Disagreement,
    ErrorCounts,
    PairedScores,
    ScoredRows,
    ScoreMatrix,
    TwoSamples,
)
from bakeoff.comparisons.judgement import Choice, Evidence
from bakeoff.comparisons.spec import Design, SignificanceTest
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName

__all__ = ["Plan", "choose", "share_of_scheme"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What will be done, decided before any p-value is computed."""

    evidence: Evidence
    test: str  # the omnibus test, or the test of two learners run on each pair
    posthoc: str  # "nemenyi", "bonferroni_dunn", ..., or the adjustment of pairwise tests; "none" for a single pair
    by_ranks: bool  # omnibus on ranks with a post-hoc test; otherwise pair by pair
    choice: Choice
    test_share: float | None = None
    baseline: str | None = None
    pairs: tuple[tuple[str, str], ...] | None = None
    warnings: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether few blocks bound the smallest p-value."""
        return self.test in ("wilcoxon", "sign") and not self.by_ranks


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    """The recommended test for one kind of evidence, with what else may be run and the reason."""

    two: str
    many: str
    two_also: tuple[str, ...]
    many_also: tuple[str, ...]
    why_two: str
    why_many: str


RULES: dict[Evidence, _Rule] = {
    Evidence.DATASETS: _Rule(
        two="wilcoxon", two_also=("sign", "paired_t", "wald", "permutation"),
        why_two="two learners on independent data sets: signed ranks need no normality and let no single data set dominate",
        many="friedman", many_also=("iman_davenport", "quade", "aligned_ranks", "rm_anova", "skillings_mack", "wilcoxon", "sign"),
        why_many="many learners on independent data sets: ranks within each data set are comparable, raw scores are not",
    ),
    Evidence.FOLDS: _Rule(
        two="corrected_t", two_also=("five_by_two_t", "five_by_two_f", "ten_by_ten"),
        why_two="splits of one data set share training rows: the variance is corrected by n_test / n_train",
        many="corrected_t", many_also=(),
        why_many="splits of one data set share training rows: corrected t-tests pair by pair; Friedman and ANOVA would take the splits for independent",
    ),
    Evidence.RUNS: _Rule(
        two="paired_t", two_also=("wilcoxon", "sign", "wald", "permutation"),
        why_two="independent runs of one experiment: differences share one scale, so their mean is tested",
        many="paired_t", many_also=("friedman", "iman_davenport", "quade", "aligned_ranks", "rm_anova", "wilcoxon", "sign"),
        why_many="independent runs of one experiment: differences share one scale, so means are tested pair by pair",
    ),
    Evidence.ROWS: _Rule(
        two="mcnemar", two_also=("permutation",),
        why_two="one test set, row by row: only rows where exactly one is right carry evidence",
        many="cochran_q", many_also=("mcnemar", "permutation"),
        why_many="one test set, row by row: Cochran's Q, then McNemar on each pair",
    ),
}  # fmt: skip
RANK_TESTS = ("friedman", "iman_davenport", "quade", "aligned_ranks", "rm_anova", "skillings_mack")


def choose(
    matrix: ScoreMatrix,
    *,
    evidence: Evidence,
    test_share: float | None = None,
    scheme: str = "",
    baseline: str | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    test: str = "auto",
    posthoc: str = "auto",
    force: bool = False,
) -> Plan:
    """The plan for this evidence; raises NotApplicable for a named test that does not fit, unless forced."""
    two, rule = len(matrix.names) == 2, RULES[evidence]
    share = _share(evidence, test_share, scheme)
    name, warnings = _test(matrix, rule, evidence, scheme, test, force=force)
    by_ranks = name in RANK_TESTS and not two
    after, reason = _posthoc(posthoc, name, baseline, pairs, two=two, by_ranks=by_ranks)
    admitted = (rule.two, *rule.two_also) if two else (rule.many, *rule.many_also)
    refused = _refused(matrix, evidence, {name, *admitted})
    why = (rule.why_two if two else rule.why_many) if test == "auto" else f"{name} was asked for"
    if name in ("five_by_two_f", "skillings_mack", "permutation") and test == "auto":
        why = _SPECIAL[name]
    choice = Choice(
        test=name, why=f"{why}{'; ' if reason else ''}{reason}",
        alternatives=tuple(one for one in admitted if one != name and _fits(one, matrix, scheme)), refused=refused,
    )  # fmt: skip
    return Plan(
        evidence=evidence, test=name, posthoc=after, by_ranks=by_ranks, choice=choice, test_share=share,
        baseline=baseline, pairs=None if pairs is None else tuple(pairs), warnings=warnings,
    )  # fmt: skip


_SPECIAL = {
    "five_by_two_f": "five replications of two-fold cross-validation: the 5x2cv F test is made for them",
    "skillings_mack": "cells are missing: Skillings and Mack's test uses every row with at least two scores",
    "permutation": "one test set, row by row, with losses instead of hits: signs of the differences are exchanged",
}


def _share(evidence: Evidence, test_share: float | None, scheme: str) -> float | None:
    if evidence is not Evidence.FOLDS:
        return None
    if test_share is None:
        test_share = share_of_scheme(scheme)
    if test_share is None:
        raise BadInput(
            "rows are splits of one data set, which overlap: give test_share (n_test / n_train) or scheme ('10-fold', '10x10', '5x2')"
        )
    if not test_share > 0:
        raise BadInput(f"test_share is n_test / n_train and must be positive, not {test_share!r}")
    return float(test_share)


def share_of_scheme(scheme: str) -> float | None:
    """The ratio n_test / n_train of a named scheme.

    >>> share_of_scheme("5x2"), share_of_scheme("10x10"), share_of_scheme("10-fold"), share_of_scheme("other")
    (1.0, 0.1111111111111111, 0.1111111111111111, None)
    """
    found = re.fullmatch(r"(?:\d+\s*x\s*)?(\d+)(?:-?fold)?", scheme.strip().lower())
    folds = int(found.group(1)) if found else 0
    return 1 / (folds - 1) if folds > 1 else None


def _fits(name: str, matrix: ScoreMatrix, scheme: str) -> bool:
    """Whether an admitted test can run on this very table."""
    n = len(matrix.blocks)
    if name.startswith("five_by_two"):
        return n == 10 and scheme == "5x2" and matrix.complete
    if name == "ten_by_ten":
        return n == 100 and scheme == "10x10" and matrix.complete
    if name == "skillings_mack":
        return not matrix.complete
    if name in RANK_TESTS:
        return matrix.complete
    if name in ("mcnemar", "cochran_q"):
        return bool(np.isin(matrix.values, (0.0, 1.0)).all())
    return name != "wald" or n >= 30


def _test(
    matrix: ScoreMatrix, rule: _Rule, evidence: Evidence, scheme: str, test: str, *, force: bool
) -> tuple[str, tuple[str, ...]]:
    from bakeoff.comparisons import ALL  # the catalogue imports every test; this file is imported by some of them

    two = len(matrix.names) == 2
    if test == "auto":
        name = rule.two if two else rule.many
        if name == "corrected_t" and two and _fits("five_by_two_f", matrix, scheme):
            name = "five_by_two_f"
        if name in ("mcnemar", "cochran_q") and not _fits(name, matrix, scheme):
            name = "permutation"
        if name == "friedman" and not matrix.complete:
            name = "skillings_mack"
        return name, ()
    known = {one.name: one for one in ALL}
    if test not in known:
        raise UnknownName("test", test, known)
    admitted = (rule.two, *rule.two_also) if two else (rule.many, *rule.many_also)
    if test in admitted and _fits(test, matrix, scheme):
        return test, ()
    reason = why_not(known[test], matrix, evidence) or "it does not fit this table"
    if not force or known[test].takes not in (PairedScores, ScoreMatrix) or known[test].posthoc:
        cure = "; force=True (--force) runs it all the same" if known[test].takes is PairedScores else ""
        raise NotApplicable(f"{test} does not fit: {reason}{cure}")
    return test, (f"{test} was forced although it does not fit: {reason}",)


def _posthoc(
    posthoc: str, test: str, baseline: str | None, pairs: Sequence[tuple[str, str]] | None, *, two: bool, by_ranks: bool
) -> tuple[str, str]:
    """The post-hoc test or adjustment, and why."""
    if two:
        return "none", ""
    if posthoc != "auto":
        return posthoc, f"{posthoc} was asked for"
    if test == "skillings_mack" or not by_ranks:
        return "holm", "Holm's steps keep the chance of any false claim over all pairs asked for"
    if pairs is not None:
        return "holm", "planned pairs: rank tests with Holm's steps over these pairs only"
    if baseline is not None:
        return "holm", "a baseline is named: rank tests against it with Holm's steps, sharper than Bonferroni-Dunn"
    return "nemenyi", "all pairs are of interest: Nemenyi's critical difference, one bar for all of them"


def _refused(matrix: ScoreMatrix, evidence: Evidence, admitted: set[str]) -> tuple[tuple[str, str], ...]:
    from bakeoff.comparisons import ALL  # see _test

    found = ((one.name, why_not(one, matrix, evidence)) for one in ALL if one.name not in admitted)
    return tuple((name, reason) for name, reason in found if reason)


_READS = {
    Disagreement: "it reads which rows each learner got right",
    ScoredRows: "it reads ranking scores row by row",
    TwoSamples: "these scores come in pairs, and pairing is worth keeping",
    ErrorCounts: "it is for two test sets that share no row",
}


def why_not(  # noqa: PLR0911 - one reason per line reads better than nested conditions
    test: SignificanceTest, matrix: ScoreMatrix, evidence: Evidence
) -> str:
    """One sentence why this test does not fit; empty if it could."""
    k, n = len(matrix.names), len(matrix.blocks)
    if test.posthoc:
        return "it follows an omnibus test over independent blocks" if evidence is not Evidence.DATASETS else ""
    if test.takes in _READS and not (evidence is Evidence.ROWS and test.takes is Disagreement):
        return _READS[test.takes]
    kinds = {Evidence.FOLDS: {"kfold", "5x2", "10x10"}}.get(evidence, {evidence.value})
    if test.schemes and not test.schemes & kinds:
        return {
            Evidence.FOLDS: "it takes the splits for independent, but their training sets overlap",
            Evidence.DATASETS: "it is made for splits or rows of one data set",
            Evidence.RUNS: "it is made for other evidence than independent runs",
            Evidence.ROWS: "it is made for scores, not for single rows",
        }[evidence]
    if evidence is Evidence.FOLDS and test.name == "wald":
        return "it takes the splits for independent, but their training sets overlap"
    many = {Design.MANY_ON_ONE, Design.MANY_ON_MANY}
    if k > 2 and not many & set(test.design):
        return "it compares two learners; with more it is run pair by pair with an adjustment"
    if k == 2 and set(test.design) <= many:
        return "it is made for more than two learners"
    if n < test.fewest:
        return f"it needs at least {test.fewest} blocks, and there are {n}"
    if not matrix.complete and test.takes is ScoreMatrix:
        return "cells are missing"
    return ""
