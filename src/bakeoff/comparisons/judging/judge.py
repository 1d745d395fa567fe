"""From one table of scores to a Judgement: the tests that fit the evidence, every pair, and what may be claimed."""

from collections.abc import Sequence
from dataclasses import replace
from math import nan, sqrt

import numpy as np

from bakeoff.comparisons.bayes.simple import scores_to_posterior
from bakeoff.comparisons.choosing.choose import TestPlan, choose
from bakeoff.comparisons.evidence.commensurable import poolable
from bakeoff.comparisons.evidence.kinds import DATASETS, ROWS, Evidence, evidence_named
from bakeoff.comparisons.evidence.scale import range_of_differences
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix, noise_free_difference
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.perform import TestOutcome, perform
from bakeoff.comparisons.judging.verdict import Claim, Verdict, decide
from bakeoff.comparisons.judging.what_would_settle import (
    WILCOXON_EFFICIENCY,
    blocks_for_difference,
    blocks_for_ranks,
    detectable,
    fewest_blocks,
)
from bakeoff.comparisons.posthoc.adjust import METHODS, adjust
from bakeoff.comparisons.posthoc.lazy_pairs import Pairs, over
from bakeoff.comparisons.results import PairResult, Posterior, RankComparison
from bakeoff.comparisons.significance._distributions import normal_quantile, range_quantile
from bakeoff.comparisons.significance.tost import equivalence_p
from bakeoff.comparisons.wording.sentences import (
    NO_OUTCOME,
    SentenceContext,
    blocks_needed_sentence,
    overall_sentence,
    pair_sentence,
    rank_mean_disagreement,
)
from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.measures.measure import Direction

__all__ = ["check_question", "conclude", "judge"]

POSTERIORS = 105  # pairs of fifteen learners; beyond, a posterior of each would take longer than anyone reads


def judge(
    matrix: ScoreMatrix,
    *,
    evidence: Evidence,
    measure: str = "",
    test_share: float | None = None,
    scheme: str = "",
    baseline: str | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    alpha: float = 0.05,
    rope: float | None = None,
    test: str = "auto",
    posthoc: str = "auto",
    force: bool = False,
    brief: bool = False,
) -> Judgement:
    """Compare the learners of a score matrix and say what is shown, what is not, and what would settle it.

    The test follows the design of the evidence, never the data: `choose` gives it with its reason and why not others.
    `force` runs a named test although it does not fit (a naive t-test on overlapping splits), with a warning.
    With a region of equivalence each pair also gets its Bayesian posterior.  `brief` leaves out posteriors, doubts and
    the sentences of pairs: for asking the same question many times.

    >>> table = ScoreMatrix.of({"a": [.9, .8, .9, .8, .9, .9], "b": [.8, .7, .6, .7, .7, .6]})
    >>> judge(table, evidence=DATASETS).verdict.claim.value
    'A better'
    """
    alpha = probability("alpha", alpha)
    check_question(matrix, baseline, pairs, rope)
    tested, relative, said = poolable(matrix, measure, evidence_named(evidence))
    if said and not relative and test == "auto" and len(matrix.names) == 2:
        test = "sign"  # sizes of differences cannot be ranked across units
    plan = choose(
        matrix, evidence=evidence_named(evidence), test_share=test_share, scheme=scheme, baseline=baseline, pairs=pairs,
        test=test, posthoc=posthoc, measure=measure, force=force,
    )  # fmt: skip
    done = perform(tested, plan, alpha, brief=brief)
    done = replace(done, warnings=(*((said,) if said else ()), *done.warnings))
    if said and not relative:
        done = replace(done, ranks=_without_differences(done.ranks))
    words = SentenceContext(
        measure=measure, evidence=plan.evidence, direction=matrix.direction, alpha=alpha, rope=rope, relative=relative
    )
    judged = conclude(tested, plan, done, words, scheme=scheme, brief=brief)
    return replace(judged, matrix=matrix, relative=relative)


def _without_differences(ranks: RankComparison) -> RankComparison:
    """Units differ between blocks: what was tested stands, but a mean over them would mean nothing."""
    return replace(ranks, pairs=tuple(replace(one, result=replace(one.result, difference=None)) for one in ranks.pairs))


def conclude(
    matrix: ScoreMatrix,
    plan: TestPlan,
    done: TestOutcome,
    words: SentenceContext,
    *,
    scheme: str = "",
    brief: bool = False,
) -> Judgement:
    """Claims and sentences over results that are already there."""
    pairs = over(done.ranks.pairs, done.ranks.names)
    draw = not brief and words.rope is not None and len(pairs) <= POSTERIORS
    same = _equivalence(pairs, matrix, plan, words)
    judged = pairs.each(
        lambda at: _judged(
            pairs[at], matrix, plan, words, p_equivalent=same[at], many=len(pairs), draw=draw, brief=brief
        )
    )
    verdict = _overall(judged, matrix, done.ranks, plan, words)
    parted = rank_mean_disagreement(_headline(judged, verdict.a, [verdict.b]).pair, done.ranks, words)
    warnings = (*plan.warnings, *done.warnings, *((parted,) if parted else ()))
    return Judgement(
        measure=words.measure, evidence=plan.evidence, matrix=matrix, choice=plan.choice, omnibus=done.omnibus,
        ranks=done.ranks, pairs=judged, verdict=verdict, alpha=words.alpha,
        rope=words.rope, baseline=plan.baseline, adjustment=plan.posthoc, warnings=warnings,
        also=done.also, test_share=plan.test_share, scheme=scheme, planned=plan.pairs,
    )  # fmt: skip


def check_question(
    matrix: ScoreMatrix, baseline: str | None, pairs: Sequence[tuple[str, str]] | None, rope: float | None
) -> None:
    """Refuse what cannot be asked of this table."""
    if len(matrix.names) < 2:
        raise BadInput("there is one learner only; a comparison needs at least two")
    for name in (*([baseline] if baseline is not None else ()), *(one for pair in pairs or () for one in pair)):
        if name not in matrix.names:
            raise UnknownName("learner", name, matrix.names)
    if any(a == b for a, b in pairs or ()):
        raise BadInput("a planned pair names the same learner twice")
    if rope is not None and not rope > 0:
        raise BadInput(f"the region of equivalence must be positive, not {rope!r}; leave it out if there is none")


def _equivalence(
    pairs: Sequence[PairResult], matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext
) -> list[float]:
    """Adjusted p-values of equivalence of all pairs asked for; post-hoc tests made for ranks give way to Holm's steps."""
    if words.region is None:
        return [nan] * len(pairs)
    raw = [equivalence_p(one.result, *matrix.of_pair(one.a, one.b), words.region) for one in pairs]
    return [float(one) for one in adjust(raw, plan.posthoc if plan.posthoc in METHODS else "holm")]


def _judged(
    pair: PairResult, matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext, *, p_equivalent: float, many: int, draw: bool, brief: bool
) -> JudgedPair:  # fmt: skip
    posterior = _posterior(pair, matrix, plan, words.region) if draw else None
    verdict = decide(
        pair,
        alpha=words.alpha,
        rope=words.rope,
        direction=matrix.direction,
        posterior=posterior,
        p_equivalent=p_equivalent,
    )
    if brief:
        return JudgedPair(pair=pair, verdict=verdict)
    hint = _hint(pair, matrix, plan, words, many) if verdict.claim is Claim.UNDECIDED else ""
    return JudgedPair(pair=pair, verdict=verdict.worded(pair_sentence(pair, verdict, words, hint)))


def _posterior(pair: PairResult, matrix: ScoreMatrix, plan: TestPlan, rope: float | None) -> Posterior | None:
    """The Bayesian answer beside the test; none for single rows or a single block."""
    a, b = matrix.of_pair(pair.a, pair.b)
    if rope is None or a.size < 2 or plan.evidence is ROWS:
        return None
    scores = PairedScores(a=a, b=b, test_share=plan.test_share)
    return scores_to_posterior(scores, rope, lower_is_better=matrix.direction is Direction.LOWER)


def _hint(  # noqa: PLR0917 - private
    pair: PairResult, matrix: ScoreMatrix, plan: TestPlan, words: SentenceContext, many: int, lead: str = ""
) -> str:  # fmt: skip
    """What would settle this pair."""
    a, b = matrix.of_pair(pair.a, pair.b)
    each = words.alpha / max(many, 1)
    seen = pair.result.n if plan.evidence is ROWS else a.size  # a measure of a whole test set is one block
    if plan.exact and seen < fewest_blocks(each):
        return f"{NO_OUTCOME} on {words.evidence.counted(seen)} could have shown it; at least {fewest_blocks(each)} are needed."
    gap = pair.result.rank_difference
    if gap is not None:
        k = len(matrix.names)
        critical = (
            range_quantile(1 - words.alpha, k) / sqrt(2) if plan.posthoc == "nemenyi" else -normal_quantile(each / 2)
        )
        return blocks_needed_sentence(
            blocks_for_ranks(abs(gap), k, critical) if gap else nan, words, lead or "A rank difference of this size"
        )
    d = noise_free_difference(a, b)
    if d.size < 2 or not np.ptp(d):
        return ""
    efficiency = WILCOXON_EFFICIENCY if plan.test == "wilcoxon" else 1.0
    needed = blocks_for_difference(
        float(d.mean()), float(d.std(ddof=1)), each, test_share=plan.test_share, efficiency=efficiency
    )
    text = blocks_needed_sentence(needed, words, lead or "A difference of this size") if needed > d.size else ""
    if lead:
        return text
    could = detectable(d, each, test_share=plan.test_share) / sqrt(efficiency)
    if could >= range_of_differences(matrix, words.measure):
        return f"{text} What is there would not have shown even the largest difference with 80% power."
    return f"{text} What is there would have shown a difference of {words.difference(could)} with 80% power."


def _overall(
    judged: Pairs[JudgedPair], matrix: ScoreMatrix, ranks: RankComparison, plan: TestPlan, words: SentenceContext
) -> Verdict:
    """Best against the baseline if one is named, else against the runner-up; the sentence speaks of all."""
    means = _means(matrix, plan.evidence)
    sign = -1.0 if matrix.direction is Direction.HIGHER else 1.0
    place = [sign * means[name] for name in ranks.names] if means else list(ranks.mean_ranks)
    order = sorted(range(len(ranks.names)), key=lambda i: (np.nan_to_num(place[i], nan=np.inf), i))
    names = [ranks.names[i] for i in order]
    best = names[0]
    rivals = names[1:] if plan.baseline in (None, best) else [str(plan.baseline), *names[1:]]
    headline = _headline(judged, best, rivals)
    if len(judged) == 1:
        return headline.verdict
    hint = ""
    tied = place[order[0]] == place[ranks.names.index(_other(headline, best))]
    if headline.verdict.claim is Claim.UNDECIDED and best in (headline.pair.a, headline.pair.b) and not tied:
        lead = f"The lead over {_other(headline, best)}"
        hint = _hint(headline.pair, matrix, plan, words, len(judged), lead)
    spans = overall_sentence(
        ranks, judged.of(best, plan.baseline or best), best, words, help_=hint, means=means, baseline=plan.baseline
    )
    return headline.verdict.worded(spans)


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
