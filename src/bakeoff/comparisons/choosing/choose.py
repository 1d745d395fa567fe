"""Which declared tests fit this evidence, and why the others do not. The design decides, never the data."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.comparisons.catalogue import posthoc_tests, tests
from bakeoff.comparisons.choosing.rules import TestRule, recommended, why_unfit
from bakeoff.comparisons.declaration import Use
from bakeoff.comparisons.evidence.kinds import FOLDS, Evidence
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix
from bakeoff.comparisons.notes import BOUNDED, FORCED, MISCOUNTED
from bakeoff.comparisons.posthoc.adjust import METHODS
from bakeoff.comparisons.posthoc.adjust_all_pairs import PAIR_METHODS
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.wording.test_names import phrase_of_test
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note

__all__ = ["TestChoice", "TestPlan", "choose", "test_share_of"]

_SCHEME = re.compile(r"(?:(\d+)\s*x\s*)?(\d+)(?:-?fold)?")  # repeats, if any, and folds
AREAS = ("roc_auc", "auc", "average_precision", "pr_auc", "gini")


@dataclass(frozen=True, slots=True, kw_only=True)
class TestChoice:
    """Which test was taken and why; for every other test one sentence why not."""

    test: str
    why: str
    beside: tuple[tuple[str, str], ...] = ()  # tests that may be run as well, and why they come second
    refused: tuple[tuple[str, str], ...] = ()

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The names of the tests that may be run as well."""
        return tuple(name for name, _ in self.beside)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestPlan:
    """What will be done, decided before any p-value is computed."""

    evidence: Evidence
    test: str  # the omnibus test, or the test of two learners run on each pair
    posthoc: str  # "nemenyi", "bonferroni_dunn", ..., or the adjustment of pairwise tests; "none" for a single pair
    by_ranks: bool  # omnibus on ranks with a post-hoc test; otherwise pair by pair
    choice: TestChoice
    test_share: float | None = None
    baseline: str | None = None
    pairs: tuple[tuple[str, str], ...] | None = None
    notes: tuple[Note, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether few blocks bound the smallest p-value: of n signs, two patterns in 2 ** n are the most telling ones."""
        test = tests[self.test]
        return (test.pairs_by or test).exact and not self.by_ranks


def choose(matrix: ScoreMatrix, question: Question) -> TestPlan:
    """The plan for this evidence; raises NotApplicable for a named test that does not fit, unless forced."""
    evidence, scheme, test, baseline, pairs = question.evidence, question.scheme, question.test, question.baseline, question.pairs  # fmt: skip
    two, rule = len(matrix.names) == 2, recommended(evidence, len(matrix.names))
    share = _share(evidence, question.test_share, scheme)
    usual = rule.usual(matrix, scheme)
    usually = usual.use.taken or rule.why
    name, forced = (
        (usual.test.name, ()) if test == "auto" else _asked(matrix, rule, evidence, scheme, test, force=question.force)
    )
    by_ranks = tests[name].by_ranks and not two
    after, reason = _posthoc(question.posthoc, name, baseline, pairs, two=two, by_ranks=by_ranks)
    why = usually if test == "auto" else "it was asked for"
    beside, refused = _others(matrix, rule, evidence, scheme, name)
    refused = tuple(
        (one, f"it follows {phrase_of_test(name)} as the post-hoc test" if one == after else text)
        for one, text in refused
    )
    beside = tuple(
        (one, f"it is the usual choice: {usually}" if one == usual.test.name else text) for one, text in beside
    )
    choice = TestChoice(test=name, why=f"{why}{'; ' if reason else ''}{reason}", beside=beside, refused=refused)
    return TestPlan(
        evidence=evidence, test=name, posthoc=after, by_ranks=by_ranks, choice=choice, test_share=share,
        baseline=baseline, pairs=pairs,
        notes=(*forced, *_caveat(name, question.measure), *_miscounted(evidence, scheme, len(matrix.blocks))),
    )  # fmt: skip


def _share(evidence: Evidence, test_share: float | None, scheme: str) -> float | None:
    if evidence is not FOLDS:
        return None
    if test_share is None:
        test_share = test_share_of(scheme)
    if test_share is None:
        unknown = (
            f"nothing is known of the scheme {scheme!r}" if scheme else "rows are splits of one data set, which overlap"
        )
        raise BadInput(
            f"{unknown}: give test_share (--test-share), which is n_test / n_train, or a scheme (--scheme) such as '10-fold', '10x10' or '5x2'"
        )
    if not test_share > 0:
        raise BadInput(f"test_share is n_test / n_train and must be positive, not {test_share!r}")
    return float(test_share)


def _miscounted(evidence: Evidence, scheme: str, n: int) -> tuple[Note, ...]:
    """Note that a scheme gives another number of splits than there are rows."""
    found = _SCHEME.fullmatch(scheme.strip().lower())
    if evidence is not FOLDS or found is None:
        return ()
    repeats, folds = found.groups()
    wanted = int(repeats or 1) * int(folds)
    if n == wanted or (repeats is None and wanted and n % wanted == 0):
        return ()
    return (MISCOUNTED(scheme=scheme, splits=wanted, rows=n),)


def test_share_of(scheme: str) -> float | None:
    """The ratio n_test / n_train of a named scheme.

    >>> test_share_of("5x2"), test_share_of("10x10"), test_share_of("10-fold"), test_share_of("other")
    (1.0, 0.1111111111111111, 0.1111111111111111, None)
    """
    found = _SCHEME.fullmatch(scheme.strip().lower())
    folds = int(found.group(2)) if found else 0
    return 1 / (folds - 1) if folds > 1 else None


def _asked(
    matrix: ScoreMatrix, rule: TestRule, evidence: Evidence, scheme: str, test: str, *, force: bool
) -> tuple[str, tuple[Note, ...]]:
    """The test that was named, if it fits or is forced."""
    if test not in tests:
        raise UnknownName("test", test, tests.names)
    asked = tests[test]
    reason = asked.why_not(matrix, scheme) if test in rule.admitted else why_unfit(asked, matrix, evidence)
    if not reason:
        return test, ()
    if not force or asked.takes not in (PairedScores, ScoreMatrix) or asked.posthoc:
        cure = (
            "force=True (--force) runs it all the same"
            if asked.takes is PairedScores
            else f"{phrase_of_test(rule.take)} ({rule.take}) does"
        )
        raise NotApplicable(f"{asked.phrase} does not fit: {reason}; {cure}")
    return test, (FORCED(test=test, phrase=asked.phrase, reason=reason),)


def _others(
    matrix: ScoreMatrix, rule: TestRule, evidence: Evidence, scheme: str, taken: str
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Every other test with its sentence: those that may be run as well, and those that do not fit."""
    second = {one.test.name: one.use.beside for one in rule.candidates}
    beside: list[tuple[str, str]] = []
    refused: list[tuple[str, str]] = []
    for test in tests:
        if test.name == taken:
            continue
        reason = test.why_not(matrix, scheme) if test.name in second else why_unfit(test, matrix, evidence)
        (refused if reason else beside).append((test.name, reason or second[test.name]))
    order = list(rule.admitted)
    return tuple(sorted(beside, key=lambda one: order.index(one[0]))), tuple(refused)


def _caveat(test: str, measure: str) -> tuple[Note, ...]:
    """Areas under curves are compared by a t-test with a caveat only."""
    if measure not in AREAS or not tests[test].parametric:
        return ()
    return (BOUNDED(measure=measure),)


def _posthoc(
    posthoc: str, test: str, baseline: str | None, pairs: Sequence[tuple[str, str]] | None, *, two: bool, by_ranks: bool
) -> tuple[str, str]:
    """The post-hoc test or adjustment, and why."""
    known = (*posthoc_tests(), *PAIR_METHODS, *METHODS)
    if posthoc not in ("auto", *known):
        raise UnknownName("post-hoc test or adjustment", posthoc, known)
    if two or (pairs is not None and len(pairs) == 1):
        return "none", "" if two else "a single planned pair: there is nothing to adjust for"
    if posthoc != "auto":
        return posthoc, f"{posthoc} was asked for"
    if not by_ranks or tests[test].pairs_by is not None:
        return "holm", "Holm's steps keep the chance of any false claim over all pairs asked for"
    if pairs is not None:
        return "holm", "planned pairs: rank tests with Holm's steps over these pairs only"
    if baseline is not None:
        return "holm", "a baseline is named: rank tests against it with Holm's steps, sharper than Bonferroni-Dunn"
    name, use = min(_posthoc_uses(), key=lambda one: one[1].place)
    return name, use.taken


def _posthoc_uses() -> list[tuple[str, Use]]:
    return [(test.name, use) for test in tests if test.posthoc for use in test.uses]
