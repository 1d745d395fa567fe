"""From one table of scores to a Judgement: the tests that fit the evidence, every pair, and what may be claimed."""

from collections.abc import Sequence
from dataclasses import replace
from math import nan, sqrt

import numpy as np

from bakeoff.comparisons.bayes.simple import scores_to_posterior
from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.choosing.choose import TestPlan, choose
from bakeoff.comparisons.distributions import normal_quantile
from bakeoff.comparisons.evidence.commensurable import poolable
from bakeoff.comparisons.evidence.kinds import DATASETS, ROWS, Evidence
from bakeoff.comparisons.evidence.scale import range_of_differences
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix, noise_free_difference
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.perform import TestOutcome, perform
from bakeoff.comparisons.judging.what_would_settle import (
    blocks_for_difference,
    blocks_for_ranks,
    detectable,
    fewest_blocks,
)
from bakeoff.comparisons.notes import DETECTABLE, NO_RATIOS, NOTHING_DETECTABLE, RATIOS, TOO_FEW_BLOCKS
from bakeoff.comparisons.posthoc.adjust import METHODS, adjust
from bakeoff.comparisons.posthoc.lazy_pairs import Pairs, over
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, Posterior, RankComparison
from bakeoff.comparisons.significance.sign import SIGN
from bakeoff.comparisons.significance.tost import equivalence_p
from bakeoff.comparisons.verdict import Claim, Verdict, decide
from bakeoff.comparisons.wording.sentences import (
    SentenceContext,
    blocks_needed,
    critical_notes,
    overall_headline,
    pair_headline,
    pair_notes,
    rank_mean_disagreement,
)
from bakeoff.core.notes import Note
from bakeoff.measures.measure import Direction

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
    question.check(matrix.names)
    tested, pooled = poolable(matrix, question.measure, question.evidence)
    relative = pooled is not None and pooled.kind is RATIOS
    signs = pooled is not None and pooled.kind is NO_RATIOS  # sizes of differences cannot be ranked across units
    asked = (
        replace(question, test=SIGN.name) if signs and question.test == "auto" and len(matrix.names) == 2 else question
    )
    plan = choose(matrix, asked)
    done = perform(tested, plan, question)
    done = replace(done, notes=(*((pooled,) if pooled is not None else ()), *done.notes))
    if signs:
        done = replace(done, ranks=_without_differences(done.ranks))
    words = SentenceContext(question=question, direction=matrix.direction, relative=relative)
    return replace(conclude(tested, plan, done, words), matrix=matrix)


def _without_differences(ranks: RankComparison) -> RankComparison:
    """Units differ between blocks: what was tested stands, but a mean over them would mean nothing."""
    return replace(ranks, pairs=tuple(replace(one, result=replace(one.result, difference=None)) for one in ranks.pairs))


def conclude(matrix: ScoreMatrix, plan: TestPlan, done: TestOutcome, words: SentenceContext) -> Judgement:
    """Return the claims and sentences over results that are already there."""
    question = words.question
    pairs = over(done.ranks.pairs, done.ranks.names)
    draw = not question.brief and question.rope is not None and len(pairs) <= POSTERIORS
    same = _equivalence(pairs, matrix, plan, words)
    judged = pairs.each(
        lambda at: _judged(pairs[at], matrix, plan, words, p_equivalent=same[at], many=len(pairs), draw=draw)
    )
    verdict = _overall(judged, matrix, done.ranks, plan, words)
    parted = rank_mean_disagreement(_headline(judged, verdict.a, [verdict.b]).pair, done.ranks, words)
    notes = (*plan.notes, *done.notes, *((parted,) if parted is not None else ()))
    return Judgement(
        question=replace(question, test_share=plan.test_share), matrix=matrix, choice=plan.choice, omnibus=done.omnibus,
        ranks=done.ranks, pairs=judged, verdict=verdict, adjustment=plan.posthoc, notes=notes, also=done.also,
        relative=words.relative,
    )  # fmt: skip


def _equivalence(
    pairs: Sequence[PairResult], matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext
) -> list[float]:
    """Adjusted p-values of equivalence of all pairs asked for; post-hoc tests made for ranks give way to Holm's steps."""
    if words.region is None:
        return [nan] * len(pairs)
    raw = [equivalence_p(one.result, *matrix.of_pair(one.a, one.b), words.region) for one in pairs]
    return [float(one) for one in adjust(raw, plan.posthoc if plan.posthoc in METHODS else "holm")]


def _judged(
    pair: PairResult, matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext, *, p_equivalent: float, many: int, draw: bool
) -> JudgedPair:  # fmt: skip
    posterior = _posterior(pair, matrix, plan, words) if draw else None
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
    hints = _hints(pair, matrix, plan, words, many) if verdict.claim is Claim.UNDECIDED else ()
    notes = pair_notes(pair, verdict, words, hints)
    return JudgedPair(pair=pair, verdict=verdict.worded(pair_headline(pair, verdict, words), notes))


def _posterior(pair: PairResult, matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext) -> Posterior | None:
    """The Bayesian answer beside the test; none for single rows or a single block."""
    a, b = matrix.of_pair(pair.a, pair.b)
    if words.region is None or a.size < 2 or words.evidence is ROWS:
        return None
    scores = PairedScores(a=a, b=b, test_share=plan.test_share)
    return scores_to_posterior(scores, words.region, lower_is_better=matrix.direction is Direction.LOWER)


def _hints(  # noqa: PLR0917 - private
    pair: PairResult, matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext, many: int, rival: str = ""
) -> tuple[Note, ...]:  # fmt: skip
    """What would settle this pair, or the lead over a rival."""
    a, b = matrix.of_pair(pair.a, pair.b)
    each = words.question.alpha / max(many, 1)
    n = pair.result.n if words.evidence is ROWS else a.size  # a measure of a whole test set is one block
    if plan.exact and n < fewest_blocks(each):
        return (TOO_FEW_BLOCKS(n=n, needed=fewest_blocks(each), evidence=words.evidence),)
    gap = pair.result.rank_difference
    if gap is not None:
        k = len(matrix.names)
        ratio = tests[plan.posthoc].critical_ratio if plan.posthoc in tests else None
        critical = -normal_quantile(each / 2) if ratio is None else ratio(k, words.question.alpha)
        needed = blocks_for_ranks(abs(gap), k, critical) if gap else nan
        return blocks_needed(needed, words.evidence, rival, ranks=True)
    d = noise_free_difference(a, b)
    if d.size < 2 or not np.ptp(d):
        return ()
    efficiency = tests[plan.test].efficiency
    needed = blocks_for_difference(
        float(d.mean()), float(d.std(ddof=1)), each, test_share=plan.test_share, efficiency=efficiency
    )
    plans = blocks_needed(needed, words.evidence, rival) if needed > d.size else ()
    if rival:
        return plans
    could = detectable(d, each, test_share=plan.test_share) / sqrt(efficiency)
    if could >= range_of_differences(matrix, words.question.measure):
        return (*plans, NOTHING_DETECTABLE())
    return (*plans, DETECTABLE(difference=could, relative=words.relative))


def _overall(
    judged: Pairs[JudgedPair], matrix: ScoreMatrix, ranks: RankComparison, plan: TestPlan, words: SentenceContext
) -> Verdict:
    """Best against the baseline if one is named, else against the runner-up; the sentence speaks of all."""
    means = _means(matrix, words.evidence)
    sign = -1.0 if matrix.direction is Direction.HIGHER else 1.0
    place = [sign * means[name] for name in ranks.names] if means else list(ranks.mean_ranks)
    order = sorted(range(len(ranks.names)), key=lambda i: (np.nan_to_num(place[i], nan=np.inf), i))
    names = [ranks.names[i] for i in order]
    best = names[0]
    rivals = names[1:] if words.question.baseline in (None, best) else [str(words.question.baseline), *names[1:]]
    headline = _headline(judged, best, rivals)
    if len(judged) == 1:
        return headline.verdict
    hints: tuple[Note, ...] = ()
    tied = place[order[0]] == place[ranks.names.index(_other(headline, best))]
    if headline.verdict.claim is Claim.UNDECIDED and best in (headline.pair.a, headline.pair.b) and not tied:
        hints = _hints(headline.pair, matrix, plan, words, len(judged), rival=_other(headline, best))
    standing = overall_headline(ranks, judged.of(best, words.question.baseline or best), best, words, means=means)
    return headline.verdict.worded(standing, (*critical_notes(ranks, words.evidence), *hints))


def _means(matrix: ScoreMatrix, evidence: Evidence) -> dict[str, float]:
    """Mean scores, where blocks of one domain make them comparable; over data sets only ranks are."""
    if evidence is DATASETS or not matrix.complete or not matrix.blocks:
        return {}
    return {name: float(np.mean(matrix.values[:, i])) for i, name in enumerate(matrix.names)}


def _headline(judged: Pairs[JudgedPair], best: str, rivals: Sequence[str]) -> JudgedPair:
    """The pair of the best with its most important rival; among planned pairs that leave it out, the first."""
    for rival in rivals:
        found = judged.between(best, rival)
        if found is not None:
            return found
    return judged[0]


def _other(one: JudgedPair, name: str) -> str:
    return one.pair.b if one.pair.a == name else one.pair.a
