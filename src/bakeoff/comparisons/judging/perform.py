"""Carry out a plan on a score matrix: the omnibus test, the pairs, and everything worth a warning."""

from dataclasses import dataclass, replace
from math import nan

import numpy as np

from bakeoff.comparisons.assumption_notes import GROUPED, about_pairs
from bakeoff.comparisons.catalogue import posthoc_tests, tests
from bakeoff.comparisons.choosing.assumptions import assumptions_of, check_matrix, check_pair
from bakeoff.comparisons.choosing.choose import TestPlan
from bakeoff.comparisons.declaration import Control
from bakeoff.comparisons.evidence.missing_cells import missing_cells
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.pairwise import pairwise
from bakeoff.comparisons.notes import NO_COMPLETE_ROW, OMNIBUS_ALONE, POSTHOC_ALONE, UNADJUSTED
from bakeoff.comparisons.posthoc.adjust import METHODS
from bakeoff.comparisons.posthoc.many_pairs import as_pairs
from bakeoff.comparisons.posthoc.ranks import critical_difference, mean_ranks
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import RankComparison, TestResult
from bakeoff.comparisons.significance.many_learners.friedman import NULL as SAME_RANKS
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.core.significance_level import is_shown

__all__ = ["TestOutcome", "group_notes", "perform"]

CHECKED = 45  # pairs of ten learners; nobody reads the doubts about more


@dataclass(frozen=True, slots=True, kw_only=True)
class TestOutcome:
    """What came out."""

    ranks: RankComparison
    omnibus: TestResult
    also: tuple[TestResult, ...] = ()
    notes: tuple[Note, ...] = ()
    critical_difference: float | None = None  # of mean ranks


def perform(matrix: ScoreMatrix, plan: TestPlan, question: Question) -> TestOutcome:
    """Run the plan; missing cells are reported, and a table without a usable row gives NaN with the reason."""
    missing, alpha = missing_cells(matrix), question.alpha
    if plan.by_ranks:
        complete = matrix.complete_blocks()
        if not complete.blocks:
            return _nothing(matrix, plan, missing)
        done = _by_ranks(complete, plan, alpha)
    else:
        if plan.posthoc in posthoc_tests():
            raise BadInput(f"{plan.posthoc} works on ranks of independent blocks; here use one of {', '.join(METHODS)}")
        two, test = len(matrix.names) == 2, plan.pair_test.name
        ranks = pairwise(
            matrix, test, plan.posthoc, control=plan.baseline if plan.pairs is None and not two else None,
            pairs=plan.pairs, test_share=plan.test_share, alternative=question.first_side.value, by_signs=plan.by_signs,
            level=1 - alpha, options=dict(tests[test].in_verdict),
        )  # fmt: skip
        if plan.described and not question.brief:
            done = _described(matrix, plan, question, ranks)
        else:
            omnibus = ranks.omnibus if test == plan.test else tests[plan.test].run(matrix)
            omnibus = ranks.pairs[0].result if two else omnibus
            if plan.evidence.single_rows:  # ranks of single rows say little: rank the learners by their mean
                ranks = replace(ranks, mean_ranks=ranks_of_means(matrix), places=True)
            done = TestOutcome(ranks=replace(ranks, omnibus=omnibus), omnibus=omnibus)
    doubts = () if question.brief else _doubts(matrix, plan, done.ranks)
    notes, pairs = (*missing, *group_notes(matrix.groups)), len(done.ranks.pairs)
    if plan.posthoc == "none" and pairs > 1:
        notes = (*notes, UNADJUSTED(pairs_tested=pairs, expected=alpha * pairs))
    return replace(done, notes=(*notes, *done.notes, *doubts))


def group_notes(groups: Array | None) -> tuple[Note, ...]:
    """Note how many groups rows come in, where they do."""
    if groups is None:
        return ()
    sizes = np.unique(groups, return_counts=True)[1]
    return (GROUPED(n=len(groups), groups=len(sizes), fewest=int(sizes.min()), most=int(sizes.max())),)


def _doubts(matrix: ScoreMatrix, plan: TestPlan, ranks: RankComparison) -> tuple[Note, ...]:
    """What the tests take for granted and these scores do not grant."""
    doubts = check_matrix(matrix, tests[plan.test], plan.evidence)
    if plan.by_ranks:
        after = tests[plan.posthoc].table_checks
        return (*doubts, *(doubt for check in after if (doubt := check(matrix, plan.evidence)) is not None))
    if len(ranks.pairs) > CHECKED:
        return tuple(doubts)
    test = tests[ranks.pairs[0].result.test]
    if matrix.failed is not None:  # the scores, without the places of failures below them
        matrix = replace(matrix, values=np.where(matrix.failed, nan, matrix.values))
    table_kinds = {note.kind for note in doubts}  # of the whole table
    pair_notes = [
        ((pair.a, pair.b), note)
        for pair in ranks.pairs
        for note in (*check_pair(*matrix.of_pair(pair.a, pair.b), test), *pair.result.notes)
        if note.kind not in table_kinds
    ]
    alone = len(ranks.pairs) == 1 and (matrix.groups is not None or not plan.evidence.single_rows)  # hits and misses
    pair = matrix.paired(ranks.pairs[0].a, ranks.pairs[0].b)
    shown = assumptions_of(pair.a, pair.b, test, groups=pair.groups, weight=pair.weight) if alone else ()
    return (*doubts, *about_pairs(pair_notes, len(ranks.pairs)), *shown)


def _by_ranks(matrix: ScoreMatrix, plan: TestPlan, alpha: float) -> TestOutcome:
    ranks = _posthoc(matrix, plan, alpha)
    omnibus = tests[plan.test].run(matrix)
    companion = tests[plan.test].companion
    also = () if companion is None else (companion.run(matrix),)
    notes = []
    telling = also[0] if also else omnibus
    shown = bool(np.any(is_shown(as_pairs(ranks.pairs, ranks.names).adjusted, alpha)))
    of_all = is_shown(telling.p_value, alpha)
    if shown and not of_all:
        notes.append(POSTHOC_ALONE())
    if of_all and not shown:
        notes.append(OMNIBUS_ALONE(test=telling.test, phrase=tests[telling.test].phrase))
    return TestOutcome(
        ranks=replace(ranks, omnibus=omnibus), omnibus=omnibus, also=also, notes=tuple(notes),
        critical_difference=ranks.critical_difference,
    )  # fmt: skip


def _posthoc(matrix: ScoreMatrix, plan: TestPlan, alpha: float) -> RankComparison:
    test = tests[plan.posthoc]
    if plan.pairs is not None:
        raise BadInput(
            f"{test.name} does not take planned pairs; use holm, which counts only the pairs that were planned"
        )
    if test.control is Control.NONE and plan.baseline is not None:
        others = [rank_test.name for rank_test in tests if rank_test.posthoc and rank_test.control is not Control.NONE]
        raise BadInput(f"{test.phrase} compares all pairs; with a baseline use holm, {' or '.join(others)}")
    if test.control is Control.REQUIRED and plan.baseline is None:
        raise BadInput(f"{test.phrase} needs a baseline: name the learner all others are compared with")
    control = {} if test.control is Control.NONE else {"control": plan.baseline}
    comparison: RankComparison = test.run(matrix, **control, alpha=alpha)
    return comparison


def _described(matrix: ScoreMatrix, plan: TestPlan, question: Question, ranks: RankComparison) -> TestOutcome:
    """Pairs that decide, with the test of all learners and the ranks that describe the table."""
    test = tests[plan.described]
    omnibus: TestResult = test.run(matrix)
    also = () if test.companion is None else (test.companion.run(matrix),)
    telling = also[0] if also else omnibus
    shown = bool(np.any(is_shown(as_pairs(ranks.pairs, ranks.names).adjusted, question.alpha)))
    alone = not shown and is_shown(telling.p_value, question.alpha)
    k, n = len(matrix.names), len(matrix.complete_blocks().blocks)
    return TestOutcome(
        ranks=replace(ranks, omnibus=omnibus), omnibus=omnibus, also=also,
        notes=(OMNIBUS_ALONE(test=telling.test, phrase=tests[telling.test].phrase),) if alone else (),
        critical_difference=critical_difference(n, k, question.alpha) if len(ranks.pairs) == k * (k - 1) // 2 else None,
    )  # fmt: skip


def ranks_of_means(matrix: ScoreMatrix) -> tuple[float, ...]:
    """The learners ranked by their mean score."""
    means = np.nan_to_num(matrix.means())
    mean_matrix = ScoreMatrix(names=matrix.names, blocks=("all",), values=means[None, :], direction=matrix.direction)
    return mean_ranks(mean_matrix)


def _nothing(matrix: ScoreMatrix, plan: TestPlan, notes: tuple[Note, ...]) -> TestOutcome:
    """No row has every score."""
    reason = "no row has a score of every learner"
    omnibus = TestResult(
        test=plan.test,
        title=tests[plan.test].title,
        variant="undefined",
        null=SAME_RANKS,
        statistic=nan,
        p_value=nan,
        n=0,
        reason=reason,
    )
    pairs = pairwise(matrix, adjust="holm", control=plan.baseline, pairs=plan.pairs)
    ranks = replace(pairs, mean_ranks=mean_ranks(matrix), omnibus=omnibus)
    return TestOutcome(ranks=ranks, omnibus=omnibus, notes=(*notes, NO_COMPLETE_ROW()))
