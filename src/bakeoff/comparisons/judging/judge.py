"""From one table of scores to a Judgement: the tests that fit the evidence, every pair, and what may be claimed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import isfinite, nan

import numpy as np

from bakeoff.comparisons.bayes.simple import scores_to_posterior
from bakeoff.comparisons.catalogue import posthoc_tests
from bakeoff.comparisons.choosing.choose import TestPlan, choose
from bakeoff.comparisons.choosing.names import with_catalogue_names
from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.distributions import normal_quantile, t_quantile
from bakeoff.comparisons.evidence.commensurable import poolable
from bakeoff.comparisons.evidence.failures import below_all
from bakeoff.comparisons.evidence.kinds import DATASETS, GROUPED_ROWS, ORIGINS, Evidence
from bakeoff.comparisons.evidence.scale import range_of_differences
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix, noise_free_difference
from bakeoff.comparisons.judging.claim_notes import critical_notes, pair_notes, rank_mean_disagreement
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.on_average import mean_difference, reads_ranks
from bakeoff.comparisons.judging.perform import TestOutcome, perform
from bakeoff.comparisons.judging.standing import best_first
from bakeoff.comparisons.judging.what_would_settle import POWER, detectable, fewest_blocks, too_few_blocks
from bakeoff.comparisons.notes import NO_RATIOS, RATIOS
from bakeoff.comparisons.posthoc.adjust import METHODS, adjust
from bakeoff.comparisons.posthoc.many_pairs import as_pairs
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, Posterior, RankComparison, TestResult
from bakeoff.comparisons.significance.sign import SIGN
from bakeoff.comparisons.significance.tost import equivalence_interval, equivalence_p
from bakeoff.comparisons.verdict import Claim, Verdict, decide
from bakeoff.comparisons.verdict_notes import (
    DETECTABLE,
    ESTIMATES_PART,
    FAILED_BLOCKS,
    FEW_ORIGINS,
    FITTED_MODELS,
    MANY_ORIGINS,
    NOT_ON_AVERAGE,
    NOTHING_DETECTABLE,
    PICKED_BEST,
    TOO_FEW_BLOCKS,
    TOO_FEW_GROUPS,
)
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.clustered_mean import clustered_mean
from bakeoff.estimates.estimate import Estimate, cut_at
from bakeoff.measures.measure import Direction
from bakeoff.measures.naming import in_percent, resolve

__all__ = ["conclude", "judge"]

MOST_FRACTION = 1.5  # values beyond it are no fractions, so a measure that is shown in percent is in percent already
POSTERIORS = 105  # pairs of fifteen learners; beyond, a posterior of each would take longer than anyone reads


def judge(matrix: ScoreMatrix, question: Question) -> Judgement:
    """Compare the learners of a score matrix: what is shown, what is not, and what would settle it.

    The test follows the design of the evidence, never the data: `choose` gives it with its reason and why not others.
    With a region of equivalence each pair also gets its Bayesian posterior.

    >>> table = ScoreMatrix.of({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]})
    >>> judge(table, Question(evidence=DATASETS)).verdict.claim.value
    'A better'
    """
    question = with_catalogue_names(question)
    question.check(matrix.names)
    tested, pooled = poolable(matrix, question.measure, question.evidence)
    relative = pooled is not None and pooled.kind is RATIOS
    signs = pooled is not None and pooled.kind is NO_RATIOS  # sizes of differences cannot be ranked across units
    by_signs = signs and question.test == "auto" and question.posthoc not in posthoc_tests()
    plan = choose(matrix, replace(question, test=SIGN.name) if by_signs else question)
    plan = replace(plan, by_signs=tuple(pooled.facts["zeros"])) if pooled is not None and relative else plan
    done = perform(below_all(tested), plan, question)
    ranks, omnibus = done.ranks, done.omnibus
    if tested.failed is not None:
        most = 4 * float(np.nanmax(np.abs(tested.values), initial=0.0))  # twice what two scores can lie apart
        ranks = _changed(ranks, lambda pair: _without_failures(pair, tested, most))
    if (
        not question.evidence.independent
    ):  # what the spread of such blocks says of an effect, and how sure, would be wrong
        ranks = _changed(ranks, lambda pair: replace(pair.result, effect=None))
        omnibus = replace(omnibus, effect=None)
    if signs:  # what was tested stands, but a mean over blocks of different units would mean nothing
        ranks = _changed(ranks, lambda pair: replace(pair.result, difference=None))
    elif not relative and isfinite(widest := range_of_differences(tested, question.measure)):
        ranks = _changed(ranks, lambda pair: replace(pair.result, difference=cut_at(pair.difference, widest)))
    notes = (*((pooled,) if pooled is not None else ()), *done.notes)
    done = replace(done, ranks=ranks, omnibus=omnibus, notes=notes)
    percent = in_percent(question.measure) and float(np.nanmax(np.abs(matrix.values), initial=0.0)) <= MOST_FRACTION
    if resolve(question.measure) is None:  # a column of somebody's table: shares, where each row is right or wrong
        percent = question.evidence.single_rows and matrix.hits_only
    context = ClaimContext(
        question=question, direction=matrix.direction, relative=relative, groups=matrix.group_count, percent=percent
    )
    return replace(conclude(tested, plan, done, context), matrix=matrix)


def _changed(ranks: RankComparison, change: Callable[[PairResult], TestResult]) -> RankComparison:
    """The comparison with another result of each pair, made when it is looked at."""
    pairs = as_pairs(ranks.pairs, ranks.names)
    return replace(ranks, pairs=pairs.each(lambda place: replace(pairs[place], result=change(pairs[place]))))


def _without_failures(pair: PairResult, matrix: ScoreMatrix, most: float) -> TestResult:
    """Differences to a failure have no size: an estimate that reaches one is unknown, and so is an end of an interval."""
    difference = pair.difference
    if difference is None or not matrix.fails(pair.a, pair.b):
        return pair.result
    open_ = max(abs(difference.low), abs(difference.high)) > most
    kept = None if abs(difference.value) > most else replace(difference, low=nan, high=nan) if open_ else difference
    return replace(pair.result, difference=kept, ranked=())


def conclude(matrix: ScoreMatrix, plan: TestPlan, done: TestOutcome, context: ClaimContext) -> Judgement:
    """Return the claims over results that are already there.

    The verdict is about the best and the baseline if one is named, else the runner-up; its notes are about all.
    """
    question, ranks, region = context.question, done.ranks, context.region
    pairs = as_pairs(ranks.pairs, ranks.names)
    draw = not question.brief and question.rope is not None and len(pairs) <= POSTERIORS
    same = [nan] * len(pairs) if region is None else _equivalence(pairs, matrix, plan, region)
    widest = cache(lambda: range_of_differences(matrix, question.measure))
    asked = _PairQuestion(matrix=matrix, plan=plan, context=context, many=len(pairs), draw=draw, widest=widest)
    judged = pairs.each(lambda place: _judged(pairs[place], asked, same[place]))
    means = _means(matrix, context.evidence)
    best, *rivals = _in_order(matrix, ranks, means)
    rivals = rivals if question.baseline in (None, best) else [str(question.baseline), *rivals]
    places = (pairs.place(best, rival) for rival in rivals)
    verdict = judged[
        next((place for place in places if place is not None), 0)
    ].verdict  # planned pairs may leave it out
    notes = (*plan.notes, *done.notes)
    if not question.brief:
        few = _undecidable(matrix, plan, context, len(judged))
        verdict = _of_all(verdict, ranks, few, matrix) if len(judged) > 1 else _of_two(verdict, few)
        notes = (*notes, *_table_notes(verdict, best, ranks, matrix))
    return Judgement(
        question=replace(question, test_share=plan.test_share), matrix=matrix, choice=plan.choice, omnibus=done.omnibus,
        ranks=ranks, pairs=judged, verdict=verdict, adjustment=plan.posthoc, notes=notes, also=done.also,
        relative=context.relative, critical_difference=done.critical_difference,
    )  # fmt: skip


def _in_order(matrix: ScoreMatrix, ranks: RankComparison, means: Mapping[str, float]) -> list[str]:
    """The learners, the best first: by their means where these are comparable, else by their mean ranks."""
    sign = -1.0 if matrix.direction is Direction.HIGHER else 1.0
    place = [sign * means[name] for name in ranks.names] if means else list(ranks.mean_ranks)
    return [ranks.names[i] for i in best_first(place, matrix)]


def _of_all(verdict: Verdict, ranks: RankComparison, few: Note | None, matrix: ScoreMatrix) -> Verdict:
    """The verdict on three or more learners, with the notes that are about all of them."""
    evidence = verdict.context.evidence
    pair_only = tuple(note for note in verdict.notes if note.kind is not FAILED_BLOCKS)
    notes = (*critical_notes(ranks, evidence), *_failed(matrix, evidence, *matrix.names))
    return replace(verdict, notes=(*notes, *((few,) if few is not None else pair_only)))


def _of_two(verdict: Verdict, few: Note | None) -> Verdict:
    """The verdict on one pair; where no outcome could show it, with the note on all that is offered instead."""
    if few is None:
        return verdict
    return replace(verdict, notes=(*(note for note in verdict.notes if note.kind is not TOO_FEW_BLOCKS), few))


def _table_notes(verdict: Verdict, best: str, ranks: RankComparison, matrix: ScoreMatrix) -> tuple[Note, ...]:
    """What a reader of the whole table has to know beside the verdict."""
    parts = any(note.kind in {ESTIMATES_PART, FAILED_BLOCKS} for note in verdict.notes)
    parted = None if parts else rank_mean_disagreement(verdict, ranks, matrix)
    picked = verdict.context.evidence.single_rows and len(ranks.names) > 2
    lucky = PICKED_BEST(best=best, learners=len(ranks.names)) if picked else None
    models = FITTED_MODELS() if verdict.context.question.fitted_models else None
    at_origins = verdict.context.evidence is ORIGINS and len(matrix.values) < MANY_ORIGINS
    few = FEW_ORIGINS(origins=len(matrix.values), learners=len(ranks.names)) if at_origins else None
    return tuple(note for note in (models, parted, lucky, few) if note is not None)


def _equivalence(pairs: Sequence[PairResult], matrix: ScoreMatrix, plan: TestPlan, region: float) -> list[float]:
    """Adjusted p-values of equivalence of all pairs asked for; post-hoc tests made for ranks give way to Holm's correction."""
    raw = [
        nan if matrix.fails(pair.a, pair.b) else equivalence_p(pair.result, *matrix.of_pair(pair.a, pair.b), region)
        for pair in pairs
    ]
    return [float(p) for p in adjust(raw, plan.posthoc if plan.posthoc in METHODS else "holm")]


@dataclass(frozen=True, slots=True, kw_only=True)
class _PairQuestion:
    """What is asked of every pair."""

    matrix: ScoreMatrix
    plan: TestPlan
    context: ClaimContext
    many: int  # pairs
    draw: bool  # whether each gets a posterior
    widest: Callable[[], float]  # how far two scores can lie apart


def _judged(pair: PairResult, asked: _PairQuestion, p_equivalent: float) -> JudgedPair:
    matrix, context = asked.matrix, asked.context
    posterior = _posterior(pair, matrix, asked.plan, context) if asked.draw else None
    verdict = decide(pair, context, posterior=posterior, p_equivalent=p_equivalent)
    if context.question.brief:
        return JudgedPair(pair=pair, verdict=verdict)
    d = cache(lambda: noise_free_difference(*matrix.of_pair(pair.a, pair.b)))  # tests of ranks do without
    verdict = replace(verdict, mean=_mean(pair, verdict, d, asked), difference=_difference(pair, verdict, asked))
    hints = _hints(pair, d, asked) if verdict.claim is Claim.UNDECIDED else ()
    failed = _failed(matrix, context.evidence, pair.a, pair.b)
    notes = pair_notes(verdict, (*failed, *_parted(pair, verdict, asked), *hints))
    return JudgedPair(pair=pair, verdict=replace(verdict, notes=notes))


def _difference(pair: PairResult, verdict: Verdict, asked: _PairQuestion) -> Estimate | None:
    """The difference with its interval; beside a claim of equivalence that of its two one-sided tests, or none."""
    difference, region = pair.difference, asked.context.region
    if verdict.claim is not Claim.EQUIVALENT or difference is None or region is None:
        return difference
    values = asked.matrix.of_pair(pair.a, pair.b)
    within = equivalence_interval(pair.result, *values, region, asked.context.question.alpha)
    return within or replace(difference, low=nan, high=nan)


def _mean(pair: PairResult, verdict: Verdict, d: Callable[[], Array], asked: _PairQuestion) -> Estimate | None:
    """The mean difference beside the estimate of a rank test over data sets; of equivalence at the level of its two one-sided tests."""
    context = asked.context
    if not reads_ranks(context.evidence, pair.result) or asked.matrix.fails(pair.a, pair.b):
        return None
    sides = 2 if verdict.claim is Claim.EQUIVALENT else 1
    return mean_difference(d(), 1 - sides * context.question.alpha)


def _parted(pair: PairResult, verdict: Verdict, asked: _PairQuestion) -> tuple[Note, ...]:
    """Note that the mean difference favours the other learner than the estimate of the test, or does not show what that shows."""
    difference, mean, context = pair.difference, verdict.mean, asked.context
    if difference is None or mean is None:
        return ()
    if mean.value * difference.value < 0:
        first = (difference.value > 0) == (asked.matrix.direction is Direction.HIGHER)
        by_estimate, by_mean = (pair.a, pair.b) if first else (pair.b, pair.a)
        facts = {"relative": context.relative, "percent": context.percent}
        parted = ESTIMATES_PART(
            estimator=pair.result.estimator, by_estimate=by_estimate, by_mean=by_mean, mean=mean.value, **facts
        )
        return (parted,)
    if verdict.winner and mean.low <= 0 <= mean.high:
        return (NOT_ON_AVERAGE(problem="contains zero"),)
    region = context.region
    if verdict.claim is Claim.EQUIVALENT and region is not None and max(-mean.low, mean.high) > region:
        return (NOT_ON_AVERAGE(problem="leaves the region of equivalence"),)
    return ()


def _failed(matrix: ScoreMatrix, evidence: Evidence, *names: str) -> tuple[Note, ...]:
    """Which of these learners failed how often, and what that counts."""
    if matrix.failed is None:
        return ()
    counts = dict(zip(matrix.names, matrix.failed.sum(axis=0).tolist(), strict=True))
    failures = tuple((name, counts[name]) for name in names if counts[name])
    blocks = evidence.noun(len(matrix.blocks))
    return (FAILED_BLOCKS(learners=failures, of=len(matrix.blocks), blocks=blocks),) if failures else ()


def _posterior(pair: PairResult, matrix: ScoreMatrix, plan: TestPlan, context: ClaimContext) -> Posterior | None:
    """The Bayesian answer beside the test; none for single rows or a single block."""
    a, b = matrix.of_pair(pair.a, pair.b)
    if (
        context.region is None
        or a.size < 2
        or context.evidence.single_rows
        or matrix.horizon is not None
        or matrix.fails(pair.a, pair.b)
    ):
        return None
    scores = PairedScores(a=a, b=b, test_share=plan.test_share)
    return scores_to_posterior(scores, context.region, lower_is_better=matrix.direction is Direction.LOWER)


def _hints(pair: PairResult, d: Callable[[], Array], asked: _PairQuestion) -> tuple[Note, ...]:
    """Whether so few blocks can decide this pair at all, else the smallest difference they could have shown."""
    matrix, plan, context, many = asked.matrix, asked.plan, asked.context, asked.many
    question, result = context.question, pair.result
    level = question.alpha / max(many, 1)
    if context.evidence == GROUPED_ROWS or matrix.weight is not None:
        return _grouped_hints(matrix.paired(pair.a, pair.b), context, level, exact=plan.exact)
    if matrix.horizon is not None:
        return _timed_hints(pair, context, level, widest=asked.widest())
    if plan.exact:
        n = result.n if context.evidence.single_rows else d().size  # a measure of a whole test set is one block
        n = n if result.counted is None or context.evidence.single_rows else result.counted  # ties tell nothing
        few = too_few_blocks(n, many, question.alpha, sides=context.sides, evidence=context.evidence, offers=False)
        if few is not None:
            return (few,)
    if result.rank_difference is not None or d().size < 2 or not np.ptp(d()) or matrix.fails(pair.a, pair.b):
        return ()
    could = detectable(plan.pair_test, d(), level, test_share=plan.test_share, sides=context.sides)
    if could >= asked.widest():
        return (NOTHING_DETECTABLE(),)
    return (
        DETECTABLE(
            difference=could,
            relative=context.relative,
            percent=context.percent,
            between=(pair.a, pair.b) if many > 1 else (),
        ),
    )


def _timed_hints(pair: PairResult, context: ClaimContext, alpha: float, *, widest: float) -> tuple[Note, ...]:
    """What so many rows in time could have shown; nothing where there is no standard error."""
    difference, result = pair.difference, pair.result
    if (
        difference is None
        or not result.df
        or not isfinite(difference.high - difference.low)
        or difference.high == difference.low
    ):
        return ()
    error = (difference.high - difference.low) / 2 / t_quantile((1 + difference.level) / 2, result.df[0])
    reach = (t_quantile(1 - alpha / 2, result.df[0]) + normal_quantile(POWER)) * error
    if reach >= widest:
        return (NOTHING_DETECTABLE(),)
    return (DETECTABLE(difference=reach, relative=False, percent=context.percent),)


def _grouped_hints(scores: PairedScores, context: ClaimContext, alpha: float, *, exact: bool) -> tuple[Note, ...]:
    """What so many groups, or weighted rows, could have shown."""
    if context.groups is not None and exact and context.groups < fewest_blocks(alpha, sides=context.sides):
        return (TOO_FEW_GROUPS(groups=context.groups, needed=fewest_blocks(alpha, sides=context.sides)),)
    mean = clustered_mean(scores.differences, scores.groups, scores.weight)
    if not mean.error > 0:  # a measure of the whole test set is one block
        return ()
    reach = t_quantile(1 - alpha / 2, mean.df) + normal_quantile(POWER)
    both = ScoreMatrix.of(np.column_stack([scores.a, scores.b]))
    if reach * mean.error >= range_of_differences(both, context.question.measure):
        return (NOTHING_DETECTABLE(),)
    return (DETECTABLE(difference=reach * mean.error, relative=False, percent=context.percent),)


def _undecidable(matrix: ScoreMatrix, plan: TestPlan, context: ClaimContext, many: int) -> Note | None:
    """No outcome on this many blocks could show any pair: the note on it."""
    question = context.question
    if not plan.exact or context.evidence.single_rows:  # a measure of a whole test set is one block of many rows
        return None
    every = question.baseline is None and question.pairs is None
    return too_few_blocks(
        len(matrix.blocks), many, question.alpha, sides=context.sides, evidence=context.evidence,
        learners=len(matrix.names) if every else None,
    )  # fmt: skip


def _means(matrix: ScoreMatrix, evidence: Evidence) -> dict[str, float]:
    """Mean scores, where blocks of one domain make them comparable; over data sets only ranks are."""
    if evidence is DATASETS or not matrix.complete or not matrix.blocks:
        return {}
    return dict(zip(matrix.names, matrix.means().tolist(), strict=True))
