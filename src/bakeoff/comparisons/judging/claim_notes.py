"""Notes on a claim: where p and interval disagree, a difference that is small, ranks and means that favour different learners."""

from math import isfinite, isnan

from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.results import PairResult, RankComparison
from bakeoff.comparisons.significance.t import spread
from bakeoff.comparisons.verdict import Claim, Verdict
from bakeoff.comparisons.verdict_notes import (
    CLOSE_CALL,
    CRITICAL_DIFFERENCE,
    INTERVAL_COUNTS_TIES,
    INTERVAL_DISAGREES,
    INTERVAL_OF_SCORES,
    MAYBE_SMALL,
    NO_RANKS_SUFFICE,
    RANK_AND_MEAN,
    SMALL_DIFFERENCE,
    TOO_FEW_BLOCKS,
)
from bakeoff.core.notes import Note
from bakeoff.core.significance_level import is_shown
from bakeoff.measures.measure import Direction

__all__ = ["critical_notes", "pair_notes", "rank_mean_disagreement"]

CLOSE = 2.0  # times the level, or that part of it: a p between these is a close call


def pair_notes(verdict: Verdict, hints: tuple[Note, ...]) -> tuple[Note, ...]:
    """Return what qualifies the claim about a pair; `hints` are notes on its estimate and on what could be shown."""
    pair, context = verdict.pair, verdict.context
    if verdict.winner:
        note = _close_call(pair, context) or _small(verdict)
        return hints if note is None else (*hints, note)
    if verdict.claim is Claim.EQUIVALENT:
        return hints
    if verdict.claim is not Claim.UNDECIDED or pair.result.n == 0:
        return ()
    alone = pair.adjustment in ("none", "") and not any(note.kind is TOO_FEW_BLOCKS for note in hints)
    close = _close_call(pair, context) if alone and pair.result.n > 1 else None
    return hints if close is None else (close, *hints)


def _close_call(pair: PairResult, context: ClaimContext) -> Note | None:
    """Where p and the interval come from different formulas they may part; then neither is to be leant on."""
    difference, alpha = pair.difference, context.question.alpha
    if difference is None or isnan(pair.p_adjusted) or isnan(difference.low) or difference.level < 1 - alpha - 0.0005:
        return None
    across = difference.low <= 0 <= difference.high
    if across != is_shown(pair.p_adjusted, alpha):
        return None
    ties = pair.result.tally.ties if pair.result.tally is not None else 0
    if ties and across:
        return INTERVAL_COUNTS_TIES(method=difference.method, across_zero=across, ties=ties, n=pair.result.n)
    if pair.result.rank_difference is not None:
        return INTERVAL_OF_SCORES(method=difference.method, across_zero=across)
    if alpha / CLOSE <= pair.p_adjusted <= alpha * CLOSE:
        return CLOSE_CALL(method=difference.method, across_zero=across)
    return INTERVAL_DISAGREES(method=difference.method, across_zero=across, p=pair.p_adjusted)


def _small(verdict: Verdict) -> Note | None:
    """Significant is not large: noted where the region of equivalence is not left behind."""
    difference, region = verdict.difference, verdict.context.region
    if region is None or difference is None or isnan(difference.low):
        return None
    if min(abs(difference.value), abs(difference.low), abs(difference.high)) >= region:
        return None
    kind = SMALL_DIFFERENCE if abs(difference.value) < region else MAYBE_SMALL
    return kind(rope=verdict.rope, relative=verdict.context.relative)


def critical_notes(ranks: RankComparison, evidence: Evidence) -> tuple[Note, ...]:
    """Return what this many blocks cannot show; mean ranks of k learners are k - 1 apart at most."""
    critical, learners = ranks.critical_difference, len(ranks.names)
    if critical is None or not isfinite(critical) or isnan(min(ranks.mean_ranks)):
        return ()
    if critical > learners - 1:
        return (NO_RANKS_SUFFICE(evidence=evidence, n=ranks.n, learners=learners, critical=critical),)
    return (CRITICAL_DIFFERENCE(evidence=evidence, n=ranks.n, critical=critical),)


def rank_mean_disagreement(verdict: Verdict, ranks: RankComparison, matrix: ScoreMatrix) -> Note | None:
    """Note that the mean rank favours one of a pair and the mean score the other; None where they agree."""
    pair, context = verdict.pair, verdict.context
    if context.evidence is not DATASETS or pair.difference is None:
        return None
    a, b = matrix.of_pair(pair.a, pair.b)
    if not a.size:
        return None
    mean, _ = spread(noise_free_difference(a, b))
    place = dict(zip(ranks.names, ranks.mean_ranks, strict=True))
    by_rank = place[pair.a] - place[pair.b]
    by_mean = mean if context.direction is Direction.LOWER else -mean
    if not by_rank * by_mean < 0:
        return None
    first, second = (pair.a, pair.b) if by_rank < 0 else (pair.b, pair.a)
    return RANK_AND_MEAN(by_rank=first, by_mean=second, measure=context.question.measure, relative=context.relative)
