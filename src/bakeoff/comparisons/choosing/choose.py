"""Which declared tests fit this evidence, and why the others do not. The design decides, never the data."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bakeoff.comparisons.catalogue import posthoc_tests, tests
from bakeoff.comparisons.choosing.other_tests import OtherTests, other_tests
from bakeoff.comparisons.choosing.rules import TestRule, recommended, why_unfit
from bakeoff.comparisons.declaration import SIZELESS, SignificanceTest
from bakeoff.comparisons.evidence.kinds import FOLDS, Evidence
from bakeoff.comparisons.evidence.scale import near_bound
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix
from bakeoff.comparisons.notes import BOUNDED, FORCED, MISCOUNTED, ONE_SIDED, TRANSITIVE
from bakeoff.comparisons.posthoc.adjust import ADJUSTMENTS, METHODS
from bakeoff.comparisons.posthoc.adjust_all_pairs import PAIR_METHODS
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.test_names import phrase_of_test
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note

__all__ = ["TestChoice", "TestPlan", "choose", "test_share_of"]

_SCHEME = re.compile(r"(?:(\d+)\s*x\s*)?(\d+)(?:-?fold)?")  # repeats, if any, and folds
AREAS = (
    "roc_auc",
    "auc",
    "average_precision",
    "pr_auc",
    "gini",
)  # close to a bound a t-test compares them with a caveat


@dataclass(frozen=True, slots=True, kw_only=True)
class TestChoice:
    """Which test was taken and why; for every other test one sentence why not, made when it is read."""

    test: str
    why: str
    others: Callable[[], OtherTests]  # a partial of a function of a module: it can be pickled

    @property
    def beside(self) -> tuple[tuple[str, str], ...]:
        """The tests that may be run as well, and why they come second."""
        return self.others()[0]

    @property
    def refused(self) -> tuple[tuple[str, str], ...]:
        """The tests that do not fit, and why."""
        return self.others()[1]

    @property
    def alternatives(self) -> tuple[str, ...]:
        """The names of the tests that may be run as well."""
        return tuple(name for name, _ in self.beside)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestPlan:
    """What will be done, decided before any p-value is computed."""

    evidence: Evidence
    test: str  # the test of two learners run on each pair, or the test of all that was asked for
    posthoc: str  # the adjustment of pairwise tests, or a post-hoc test on ranks; "none" for a single pair
    by_ranks: bool  # a post-hoc test on ranks decides; otherwise each pair by its own test
    choice: TestChoice
    by_signs: tuple[str, ...] = ()  # learners whose differences have no size: their pairs are compared by signs
    described: str = ""  # the test of all learners at once that describes the table; it decides nothing
    test_share: float | None = None
    baseline: str | None = None
    pairs: tuple[tuple[str, str], ...] | None = None
    notes: tuple[Note, ...] = ()

    @property
    def pair_test(self) -> SignificanceTest:
        """The test of each pair."""
        return tests[self.test].pairs_by or tests[self.test]

    @property
    def exact(self) -> bool:
        """Whether few blocks bound the smallest p-value: of n signs, two patterns in 2 ** n are the most telling ones."""
        return self.pair_test.exact and not self.by_ranks


def choose(matrix: ScoreMatrix, question: Question) -> TestPlan:
    """The plan for this evidence; raises NotApplicable for a named test that does not fit, unless forced."""
    evidence, scheme, test, baseline, pairs = question.evidence, question.scheme, question.test, question.baseline, question.pairs  # fmt: skip
    two, rule = len(matrix.names) == 2, recommended(evidence, len(matrix.names))
    share = _share(evidence, question.test_share, scheme)
    usual = rule.usual(matrix, scheme)
    if matrix.failed is not None and not usual.test.orders:
        raise BadInput(
            f"a learner failed on some {evidence.blocks}, and no test of {evidence.blocks} can take a failure as the worst score",
            cure="leave these rows out for all learners: failures='out' (--failures out), or write the score that a failure is worth",
        )
    of_all = next(
        (
            candidate.test.name
            for candidate in rule.candidates
            if candidate.test.by_ranks and not candidate.test.why_not(matrix, scheme)
        ),
        "",
    )
    ranked = question.posthoc in posthoc_tests() and bool(of_all)
    name = of_all if ranked else usual.test.name
    forced: tuple[Note, ...] = ()
    if test != "auto":
        if matrix.failed is not None and test in tests and not tests[test].orders:
            raise NotApplicable(f"{tests[test].phrase} does not fit: {SIZELESS}; add failures='out' (--failures out)")
        name, forced = _asked(matrix, rule, evidence, scheme, test, force=question.force)
    after, reason = _posthoc(question.posthoc, baseline, pairs, two=two)
    by_ranks = tests[name].by_ranks and after in posthoc_tests()
    _check_sided(question, tests[name], by_ranks=by_ranks)
    why = (
        "it was asked for"
        if test != "auto"
        else "the post-hoc test that was asked for follows it"
        if ranked
        else usual.use.taken or rule.why
    )
    others = partial(other_tests, matrix, question, name, after)
    choice = TestChoice(test=name, why=f"{why}{'; ' if reason else ''}{reason}", others=others)
    return TestPlan(
        evidence=evidence, test=name, posthoc=after, by_ranks=by_ranks, choice=choice, test_share=share,
        baseline=baseline, pairs=pairs,
        described="" if two or evidence.commensurable else name if tests[name].by_ranks else of_all,
        notes=(*forced, *_notes(matrix, question, name, after)),
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


def _miscounted(question: Question, n: int) -> tuple[Note, ...]:
    """Note that a scheme gives another number of splits than there are rows; means of runs are refused."""
    scheme = question.scheme
    scheme_match = _SCHEME.fullmatch(scheme.strip().lower())
    if question.evidence is not FOLDS or scheme_match is None:
        return ()
    repeats, folds = scheme_match.groups()
    wanted = int(repeats or 1) * int(folds)
    if n == wanted or (repeats is None and wanted and n % wanted == 0):
        return ()
    if repeats is not None and n == int(repeats) and not question.force:
        raise NotApplicable(
            f"{scheme} gives {wanted} scores, and there are {n} rows, as many as runs: means of runs share all rows of the data set and show no "
            f"spread that a test could use; give all {wanted} scores, or force=True (--force) if each row is one split"
        )
    return (MISCOUNTED(scheme=scheme, splits=wanted, rows=n),)


def test_share_of(scheme: str) -> float | None:
    """The ratio n_test / n_train of a named scheme.

    >>> test_share_of("5x2"), test_share_of("10x10"), test_share_of("10-fold"), test_share_of("other")
    (1.0, 0.1111111111111111, 0.1111111111111111, None)
    """
    scheme_match = _SCHEME.fullmatch(scheme.strip().lower())
    folds = int(scheme_match.group(2)) if scheme_match else 0
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
    usual = rule.usual(matrix, scheme).test.name
    if not force or asked.takes not in (PairedScores, ScoreMatrix) or asked.posthoc:
        cure = (
            "force=True (--force) runs it all the same"
            if asked.takes is PairedScores
            else f"{phrase_of_test(usual)} ({usual}) does"
        )
        raise NotApplicable(f"{asked.phrase} does not fit: {reason}; {cure}")
    return test, (FORCED(test=test, phrase=asked.phrase, reason=reason),)


def _notes(matrix: ScoreMatrix, question: Question, test: str, posthoc: str) -> tuple[Note, ...]:
    """What a reader of any outcome has to know about the plan."""
    notes = list[Note]()
    if question.measure in AREAS and tests[test].parametric:
        bound = None if question.evidence.single_rows else near_bound(matrix, question.measure)
        notes += [] if bound is None else [BOUNDED(measure=question.measure, bound=bound)]
    notes += _miscounted(question, len(matrix.blocks))
    if posthoc in PAIR_METHODS:
        notes.append(TRANSITIVE(adjustment=ADJUSTMENTS[posthoc]))
    if question.sided:
        notes.append(ONE_SIDED(alternative=question.alternative.value, baseline=question.baseline))
    return tuple(notes)


def _check_sided(question: Question, test: SignificanceTest, *, by_ranks: bool) -> None:
    """Refuse a one-sided question where the test of each pair has no one-sided form."""
    pair = tests[question.posthoc] if by_ranks and question.posthoc in tests else test.pairs_by or test
    if question.sided and not pair.sided:
        raise BadInput(f"{pair.phrase} has no one-sided form; leave out alternative (--alternative)")


def _posthoc(
    posthoc: str, baseline: str | None, pairs: Sequence[tuple[str, str]] | None, *, two: bool
) -> tuple[str, str]:
    """The post-hoc test or adjustment, and why."""
    known_names = (*posthoc_tests(), *PAIR_METHODS, *METHODS)
    if posthoc not in ("auto", *known_names):
        raise UnknownName("post-hoc test or adjustment", posthoc, known_names)
    if two or (pairs is not None and len(pairs) == 1):
        return "none", "" if two else "a single planned pair: there is nothing to adjust for"
    if posthoc != "auto":
        return posthoc, f"{posthoc} was asked for"
    over = (
        "the planned pairs"
        if pairs is not None
        else "the pairs with the baseline"
        if baseline is not None
        else "all pairs"
    )
    return "holm", f"Holm's correction limits the chance of any false claim over {over}"
