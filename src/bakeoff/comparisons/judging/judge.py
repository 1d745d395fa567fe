"""From one table of scores to a Judgement: the tests that fit the evidence, every pair, and what may be claimed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import isfinite, nan

import numpy as np

from bakeoff.comparisons.bayes.simple import scores_to_posterior
from bakeoff.comparisons.catalogue import posthoc_tests
from bakeoff.comparisons.choosing.choose import TestPlan, choose
from bakeoff.comparisons.choosing.names import with_catalogue_names
from bakeoff.comparisons.distributions import normal_quantile, t_quantile
from bakeoff.comparisons.evidence.commensurable import poolable
from bakeoff.comparisons.evidence.failures import below_all
from bakeoff.comparisons.evidence.kinds import DATASETS, GROUPED_ROWS, Evidence
from bakeoff.comparisons.evidence.scale import range_of_differences
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix, noise_free_difference
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.on_average import mean_difference, reads_ranks
from bakeoff.comparisons.judging.perform import TestOutcome, perform
from bakeoff.comparisons.judging.standing import best_first
from bakeoff.comparisons.judging.what_would_settle import POWER, detectable, fewest_blocks, too_few_blocks
from bakeoff.comparisons.notes import NO_RATIOS, RATIOS
from bakeoff.comparisons.posthoc.adjust import METHODS, adjust
from bakeoff.comparisons.posthoc.many_pairs import over
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, Posterior, RankComparison
from bakeoff.comparisons.significance.sign import SIGN
from bakeoff.comparisons.significance.tost import equivalence_interval, equivalence_p
from bakeoff.comparisons.verdict import Claim, PairClaim, Verdict, claim_by_p, decide
from bakeoff.comparisons.verdict_notes import (
    DETECTABLE,
    ESTIMATES_PART,
    FAILED_BLOCKS,
    FITTED_MODELS,
    NOT_ON_AVERAGE,
    NOTHING_DETECTABLE,
    PICKED_BEST,
    TOO_FEW_BLOCKS,
    TOO_FEW_GROUPS,
)
from bakeoff.comparisons.wording.sentences import (
    SentenceContext,
    critical_notes,
    overall_headline,
    pair_headline,
    pair_notes,
    rank_mean_disagreement,
)
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.clustered_mean import clustered_mean
from bakeoff.estimates.estimate import Estimate, cut_at
from bakeoff.measures.measure import Direction
from bakeoff.measures.naming import in_percent

__all__ = ["conclude", "judge"]

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
    asked = (
        replace(question, test=SIGN.name) if signs and question.test == "auto" and not _by_ranks(question) else question
    )
    plan = choose(matrix, asked)
    plan = replace(plan, by_signs=tuple(pooled.facts["zeros"])) if pooled is not None and relative else plan
    done = perform(below_all(tested), plan, question)
    done = replace(done, ranks=_without_failures(done.ranks, tested))
    if not question.evidence.independent:
        done = replace(done, ranks=_without_effects(done.ranks), omnibus=replace(done.omnibus, effect=None))
    done = replace(done, notes=(*((pooled,) if pooled is not None else ()), *done.notes))
    if signs:
        done = replace(done, ranks=_without_differences(done.ranks))
    elif not relative and isfinite(widest := range_of_differences(tested, question.measure)):
        done = replace(done, ranks=_within(done.ranks, widest))
    percent = in_percent(question.measure) and float(np.nanmax(np.abs(matrix.values), initial=0.0)) <= 1.0
    words = SentenceContext(
        question=question, direction=matrix.direction, relative=relative, groups=matrix.group_count, percent=percent
    )
    return replace(conclude(tested, plan, done, words), matrix=matrix)


def _by_ranks(question: Question) -> bool:
    return question.posthoc in posthoc_tests()


def _without_differences(ranks: RankComparison) -> RankComparison:
    """Units differ between blocks: what was tested stands, but a mean over them would mean nothing."""
    pairs = over(ranks.pairs, ranks.names)

    def bare(at: int) -> PairResult:
        return replace(pairs[at], result=replace(pairs[at].result, difference=None))

    return replace(ranks, pairs=pairs.each(bare))


def _without_effects(ranks: RankComparison) -> RankComparison:
    """Blocks depend on each other: what their spread says of an effect, and how sure, would be wrong."""
    pairs = over(ranks.pairs, ranks.names)

    def bare(at: int) -> PairResult:
        return replace(pairs[at], result=replace(pairs[at].result, effect=None))

    return replace(ranks, pairs=pairs.each(bare))


def _without_failures(ranks: RankComparison, matrix: ScoreMatrix) -> RankComparison:
    """Differences to a failure have no size: an estimate that reaches one is unknown, and so is an end of an interval."""
    if matrix.failed is None:
        return ranks
    pairs, most = over(ranks.pairs, ranks.names), 4 * float(np.nanmax(np.abs(matrix.values), initial=0.0))

    def known(at: int) -> PairResult:
        pair = pairs[at]
        seen = pair.result.difference
        if seen is None or not matrix.fails(pair.a, pair.b):
            return pair
        open_ = max(abs(seen.low), abs(seen.high)) > most
        kept = None if abs(seen.value) > most else replace(seen, low=nan, high=nan) if open_ else seen
        return replace(pair, result=replace(pair.result, difference=kept, ranked=()))

    return replace(ranks, pairs=pairs.each(known))


def _within(ranks: RankComparison, widest: float) -> RankComparison:
    """Intervals of differences no further out than two values of the measure can lie apart."""
    pairs = over(ranks.pairs, ranks.names)

    def cut(at: int) -> PairResult:
        result = pairs[at].result
        return replace(pairs[at], result=replace(result, difference=cut_at(result.difference, widest)))

    return replace(ranks, pairs=pairs.each(cut))


def conclude(matrix: ScoreMatrix, plan: TestPlan, done: TestOutcome, words: SentenceContext) -> Judgement:
    """Return the claims and sentences over results that are already there.

    The verdict is about the best and the baseline if one is named, else the runner-up; its sentence speaks of all.
    """
    question, ranks = words.question, done.ranks
    pairs = over(ranks.pairs, ranks.names)
    draw = not question.brief and question.rope is not None and len(pairs) <= POSTERIORS
    same = _equivalence(pairs, matrix, plan, words)
    widest = cache(lambda: range_of_differences(matrix, question.measure))
    asked = _PairQuestion(matrix=matrix, plan=plan, words=words, many=len(pairs), draw=draw, widest=widest)
    judged = pairs.each(lambda at: _judged(pairs[at], asked, same[at]))
    lightly = replace(asked, words=replace(words, question=replace(question, brief=True)), draw=False)

    def claimed(at: int) -> PairClaim:
        known = None if words.region is not None else claim_by_p(pairs, at, float(pairs.adjusted[at]), question.alpha)
        if known is not None:
            return known
        verdict = _judged(pairs[at], lightly, same[at]).verdict
        return PairClaim(verdict.winner, verdict.claim)

    means = _means(matrix, words.evidence)
    sign = -1.0 if matrix.direction is Direction.HIGHER else 1.0
    place = [sign * means[name] for name in ranks.names] if means else list(ranks.mean_ranks)
    best, *rivals = (ranks.names[i] for i in best_first(place, matrix))
    rivals = rivals if question.baseline in (None, best) else [str(question.baseline), *rivals]
    verdict = (judged.between(best, *rivals) or judged[0]).verdict  # planned pairs may leave the best out
    none = None if question.brief else _undecidable(matrix, plan, words, len(judged))
    if not question.brief and len(judged) > 1:
        pair_only = tuple(note for note in verdict.notes if note.kind is not FAILED_BLOCKS)
        notes = (
            *critical_notes(ranks, words.evidence), *_failed(matrix, words, *matrix.names),
            *((none,) if none is not None else pair_only),
        )  # fmt: skip
        claims = {at: claimed(at) for at in pairs.places(question.baseline or best)}
        headline = overall_headline(ranks, claims, best, words, means=means, decidable=none is None)
        verdict = verdict.worded(headline, notes)
    elif none is not None:
        kept = tuple(note for note in verdict.notes if note.kind is not TOO_FEW_BLOCKS)
        verdict = verdict.worded(verdict.spans[:1], (*kept, none))
    parted = None
    parts = any(note.kind in {ESTIMATES_PART, FAILED_BLOCKS} for note in verdict.notes)
    if not question.brief and not parts:
        pair = (judged.between(verdict.a, verdict.b) or judged[0]).pair
        parted = rank_mean_disagreement(pair, ranks, words, matrix)
    picked = not question.brief and words.evidence.single_rows and len(ranks.names) > 2
    lucky = PICKED_BEST(best=best, learners=len(ranks.names)) if picked else None
    models = FITTED_MODELS() if question.fitted_models else None
    notes = (*plan.notes, *done.notes, *(note for note in (models, parted, lucky) if note is not None))
    return Judgement(
        question=replace(question, test_share=plan.test_share), matrix=matrix, choice=plan.choice, omnibus=done.omnibus,
        ranks=ranks, pairs=judged, verdict=verdict, adjustment=plan.posthoc, notes=notes, also=done.also,
        relative=words.relative, critical_difference=done.critical_difference,
    )  # fmt: skip


def _equivalence(
    pairs: Sequence[PairResult], matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext
) -> list[float]:
    """Adjusted p-values of equivalence of all pairs asked for; post-hoc tests made for ranks give way to Holm's steps."""
    if words.region is None:
        return [nan] * len(pairs)
    raw = [
        nan if matrix.fails(one.a, one.b) else equivalence_p(one.result, *matrix.of_pair(one.a, one.b), words.region)
        for one in pairs
    ]
    return [float(one) for one in adjust(raw, plan.posthoc if plan.posthoc in METHODS else "holm")]


@dataclass(frozen=True, slots=True, kw_only=True)
class _PairQuestion:
    """What is asked of every pair."""

    matrix: ScoreMatrix
    plan: TestPlan
    words: SentenceContext
    many: int  # pairs
    draw: bool  # whether each gets a posterior
    widest: Callable[[], float]  # how far two scores can lie apart


def _judged(pair: PairResult, asked: _PairQuestion, p_equivalent: float) -> JudgedPair:
    matrix, words = asked.matrix, asked.words
    posterior = _posterior(pair, matrix, asked.plan, words) if asked.draw else None
    verdict = decide(
        pair,
        alpha=words.question.alpha,
        rope=words.question.rope,
        direction=matrix.direction,
        posterior=posterior,
        p_equivalent=p_equivalent,
    )
    if words.question.brief:
        return JudgedPair(pair=pair, verdict=verdict)
    d = cache(lambda: noise_free_difference(*matrix.of_pair(pair.a, pair.b)))  # tests of ranks do without
    verdict = replace(verdict, mean=_mean(pair, verdict, d, asked), difference=_difference(pair, verdict, asked))
    hints = _hints(pair, d, asked) if verdict.claim is Claim.UNDECIDED else ()
    notes = pair_notes(
        pair, verdict, words, (*_failed(matrix, words, pair.a, pair.b), *_parted(pair, verdict, asked), *hints)
    )
    decidable = not any(note.kind is TOO_FEW_BLOCKS for note in notes)
    return JudgedPair(
        pair=pair, verdict=verdict.worded(pair_headline(pair, verdict, words, decidable=decidable), notes)
    )


def _difference(pair: PairResult, verdict: Verdict, asked: _PairQuestion) -> Estimate | None:
    """The difference with its interval; beside a claim of equivalence that of its two one-sided tests, or none."""
    seen, region = pair.difference, asked.words.region
    if verdict.claim is not Claim.EQUIVALENT or seen is None or region is None:
        return seen
    values = asked.matrix.of_pair(pair.a, pair.b)
    within = equivalence_interval(pair.result, *values, region, asked.words.question.alpha)
    return within or replace(seen, low=nan, high=nan)


def _mean(pair: PairResult, verdict: Verdict, d: Callable[[], Array], asked: _PairQuestion) -> Estimate | None:
    """The mean difference beside the estimate of a rank test over data sets; of equivalence at the level of its two one-sided tests."""
    words = asked.words
    if not reads_ranks(words.evidence, pair.result) or asked.matrix.fails(pair.a, pair.b):
        return None
    sides = 2 if verdict.claim is Claim.EQUIVALENT else 1
    return mean_difference(d(), 1 - sides * words.question.alpha)


def _parted(pair: PairResult, verdict: Verdict, asked: _PairQuestion) -> tuple[Note, ...]:
    """Note that the mean difference favours the other learner than the estimate of the test, or does not show what that shows."""
    seen, mean, words = pair.difference, verdict.mean, asked.words
    if seen is None or mean is None:
        return ()
    if mean.value * seen.value < 0:
        first = (seen.value > 0) == (asked.matrix.direction is Direction.HIGHER)
        by_estimate, by_mean = (pair.a, pair.b) if first else (pair.b, pair.a)
        facts = {"relative": words.relative, "percent": words.percent}
        parted = ESTIMATES_PART(
            estimator=pair.result.estimator, by_estimate=by_estimate, by_mean=by_mean, mean=mean.value, **facts
        )
        return (parted,)
    if verdict.winner and mean.low <= 0 <= mean.high:
        return (NOT_ON_AVERAGE(problem="holds zero"),)
    region = words.region
    if verdict.claim is Claim.EQUIVALENT and region is not None and max(-mean.low, mean.high) > region:
        return (NOT_ON_AVERAGE(problem="leaves the region of equivalence"),)
    return ()


def _failed(matrix: ScoreMatrix, words: SentenceContext, *names: str) -> tuple[Note, ...]:
    """Which of these learners failed how often, and what that counts."""
    if matrix.failed is None:
        return ()
    counts = dict(zip(matrix.names, matrix.failed.sum(axis=0).tolist(), strict=True))
    each = tuple((name, counts[name]) for name in names if counts[name])
    blocks = words.evidence.noun(len(matrix.blocks))
    return (FAILED_BLOCKS(learners=each, of=len(matrix.blocks), blocks=blocks),) if each else ()


def _posterior(pair: PairResult, matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext) -> Posterior | None:
    """The Bayesian answer beside the test; none for single rows or a single block."""
    a, b = matrix.of_pair(pair.a, pair.b)
    if words.region is None or a.size < 2 or words.evidence.single_rows or matrix.fails(pair.a, pair.b):
        return None
    scores = PairedScores(a=a, b=b, test_share=plan.test_share)
    return scores_to_posterior(scores, words.region, lower_is_better=matrix.direction is Direction.LOWER)


def _hints(pair: PairResult, d: Callable[[], Array], asked: _PairQuestion) -> tuple[Note, ...]:
    """Whether so few blocks can decide this pair at all, else the smallest difference they could have shown."""
    matrix, plan, words, many = asked.matrix, asked.plan, asked.words, asked.many
    question, result = words.question, pair.result
    each = question.alpha / max(many, 1)
    if words.evidence is GROUPED_ROWS or matrix.weight is not None:
        return _grouped_hints(matrix.paired(pair.a, pair.b), words, each, exact=plan.exact)
    if plan.exact:
        n = result.n if words.evidence.single_rows else d().size  # a measure of a whole test set is one block
        n = n if result.counted is None or words.evidence.single_rows else result.counted  # ties tell nothing
        few = too_few_blocks(n, many, question.alpha, sides=words.sides, evidence=words.evidence, offers=False)
        if few is not None:
            return (few,)
    if result.rank_difference is not None or d().size < 2 or not np.ptp(d()) or matrix.fails(pair.a, pair.b):
        return ()
    could = detectable(plan.pair_test, d(), each, test_share=plan.test_share, sides=words.sides)
    if could >= asked.widest():
        return (NOTHING_DETECTABLE(),)
    return (
        DETECTABLE(
            difference=could,
            relative=words.relative,
            percent=words.percent,
            between=(pair.a, pair.b) if many > 1 else (),
        ),
    )


def _grouped_hints(scores: PairedScores, words: SentenceContext, alpha: float, *, exact: bool) -> tuple[Note, ...]:
    """What so many groups, or weighted rows, could have shown."""
    if words.groups is not None and exact and words.groups < fewest_blocks(alpha, sides=words.sides):
        return (TOO_FEW_GROUPS(groups=words.groups, needed=fewest_blocks(alpha, sides=words.sides)),)
    seen = clustered_mean(scores.differences, scores.groups, scores.weight)
    if not seen.error > 0:  # a measure of the whole test set is one block
        return ()
    reach = t_quantile(1 - alpha / 2, seen.df) + normal_quantile(POWER)
    both = ScoreMatrix.of(np.column_stack([scores.a, scores.b]))
    if reach * seen.error >= range_of_differences(both, words.question.measure):
        return (NOTHING_DETECTABLE(),)
    return (DETECTABLE(difference=reach * seen.error, relative=False, percent=words.percent),)


def _undecidable(matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext, many: int) -> Note | None:
    """No outcome on this many blocks could show any pair: the note on it."""
    question = words.question
    if not plan.exact or words.evidence.single_rows:  # a measure of a whole test set is one block of many rows
        return None
    every = question.baseline is None and question.pairs is None
    return too_few_blocks(
        len(matrix.blocks), many, question.alpha, sides=words.sides, evidence=words.evidence,
        learners=len(matrix.names) if every else None,
    )  # fmt: skip


def _means(matrix: ScoreMatrix, evidence: Evidence) -> dict[str, float]:
    """Mean scores, where blocks of one domain make them comparable; over data sets only ranks are."""
    if evidence is DATASETS or not matrix.complete or not matrix.blocks:
        return {}
    return dict(zip(matrix.names, matrix.means().tolist(), strict=True))
