"""Sentences about two learners: what is claimed, with the numbers behind it. Never "equal" for "not shown to differ"."""

from collections.abc import Mapping
from math import isnan

from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.results import PairResult, TestResult
from bakeoff.comparisons.verdict import Claim, Verdict
from bakeoff.comparisons.verdict_notes import TOO_FEW_BLOCKS, difference_text
from bakeoff.comparisons.wording.worked_solution import critical_gap
from bakeoff.core.text import clean, format_p, sentence_number
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.naming import short_name_of

__all__ = ["claim_clause", "counted_blocks", "equivalence_legend", "pair_numbers", "pair_sentence", "where_of"]


def equivalence_legend(alpha: float) -> str:
    """What tables say where a claim of equivalence has an interval.

    >>> equivalence_legend(0.05)
    'Of equivalent pairs: the 90% interval, which is that of the two one-sided tests.'
    """
    return f"Of equivalent pairs: the {100 * (1 - 2 * alpha):.3g}% interval, which is that of the two one-sided tests."


def where_of(evidence: Evidence, result: TestResult) -> str:
    """What a claim covers: over data sets, ranks and signs read a typical one, means the average."""
    return "on average" if evidence is DATASETS and result.estimator == "mean" else evidence.where


def claim_clause(verdict: Verdict, names: Mapping[str, str]) -> str:
    """Return the claim on two learners, the better one first, without what it covers.

    Parameters
    ----------
    verdict : Verdict
        The claim.
    names : mapping of str to str
        How each learner is called in the sentence.

    Returns
    -------
    str
        A clause without a full stop.

    Examples
    --------
    >>> from bakeoff import compare
    >>> claim_clause(compare({"a": [9, 8, 9, 8, 9, 7], "b": [8, 6, 6, 7, 5, 2]}, rows="datasets").verdict, {"a": "A", "b": "B"})
    'A is better than B'
    """
    first, second = sorted((verdict.a, verdict.b), key=lambda name: name != verdict.ahead)
    if verdict.winner:
        return f"{names[first]} is better than {names[second]}"
    relation = {Claim.EQUIVALENT: "are practically equivalent", Claim.IDENTICAL: "have identical scores"}
    open_ = "cannot be compared by a test" if isnan(verdict.p_adjusted) else "are not shown to differ"
    return f"{names[first]} and {names[second]} {relation.get(verdict.claim, open_)}"


def pair_sentence(verdict: Verdict) -> str:
    """Return one honest sentence about two learners, with the numbers behind it.

    >>> from bakeoff import compare
    >>> pair_sentence(compare({"a": [9, 8, 9, 8, 9, 7], "b": [8, 6, 6, 7, 5, 2]}, rows="datasets").verdict)[:56]
    'a is better than b on a typical data set, over 6 data se'
    """
    a, b = clean(verdict.a), clean(verdict.b)
    context, n = verdict.context, verdict.pair.result.n
    over = f"over {counted_blocks(n, context)}"
    if verdict.claim is Claim.IDENTICAL:
        return f"{a} and {b} have identical {_score(context)} values {over}; there is no difference to test."
    if n == 0:
        return f"{a} and {b} share no {context.evidence.block}, so they cannot be compared."
    numbers = pair_numbers(verdict)
    undecided = verdict.claim is Claim.UNDECIDED
    if undecided and (n == 1 or any(note.kind is TOO_FEW_BLOCKS for note in verdict.notes)):
        are = "is" if n == 1 else "are"
        return f"{context.evidence.counted(n)} {are} too few to tell {a} and {b} apart ({numbers})."
    clause = claim_clause(verdict, {verdict.a: a, verdict.b: b})
    clause = f"Of these fitted models, {clause}" if context.question.fitted_models else clause
    caution = "; this does not mean they are equally good" if undecided and not isnan(verdict.p_adjusted) else ""
    return f"{clause} {where_of(context.evidence, verdict.pair.result)}, {over} ({numbers}){caution}."


def pair_numbers(verdict: Verdict) -> str:
    """The numbers behind a claim: the difference, the better one first, with its interval, and p."""
    pair, context = verdict.pair, verdict.context
    numbers = f"{_difference_words(verdict)}{_mean_words(verdict)}{_simultaneous(pair, verdict.alpha)}"
    if verdict.claim is Claim.EQUIVALENT:
        return f"two one-sided tests against ±{_region(context)}, {_adjusted(verdict.p_equivalent, pair)}; {numbers}"
    exact = f" by {pair.result.stand_in}, because the variance is zero" if pair.result.stand_in else ""
    reason = f"; {pair.result.reason}" if pair.result.reason and not verdict.winner else ""
    return f"{numbers}; {_adjusted(verdict.p_adjusted, pair)}{exact}{reason}"


def _difference_words(verdict: Verdict) -> str:
    """The difference with its interval, which is about this pair alone while p-values are adjusted for all pairs."""
    context, score = verdict.context, _score(verdict.context)
    if verdict.difference is None:
        return f"{score} by signs and ranks"
    first, second, difference = _winner_first(verdict, verdict.difference)
    about = f"{score} of {first} {'relative to' if context.relative else 'minus'} {second}"
    if isnan(difference.value):
        return f"{about}: undefined"
    value = f"{about}: {f'{verdict.pair.result.estimator} '.lstrip()}{_difference(difference.value, context)}"
    if not difference.has_interval:
        return value
    level = 1 - verdict.alpha * (2 if verdict.claim is Claim.EQUIVALENT else 1)
    if difference.level < level - 0.0005:  # exact intervals of few blocks
        return f"{value}, too few for {_an(100 * level)}% interval"
    alone = " of this pair alone" if verdict.pair.adjustment not in ("none", "") else ""
    return f"{value}, {difference.level * 100:.3g}% interval{alone} {_ends(difference, context)}"


def _winner_first(verdict: Verdict, difference: Estimate) -> tuple[str, str, Estimate]:
    """Both names and the difference of the first to the second; the winner, or who is ahead, is the first."""
    if verdict.ahead == verdict.b:
        return clean(verdict.b), clean(verdict.a), difference.turned
    return clean(verdict.a), clean(verdict.b), difference


def _mean_words(verdict: Verdict) -> str:
    """The mean difference with its interval, where the test reads ranks."""
    if verdict.mean is None or isnan(verdict.mean.low):
        return ""
    _, _, mean = _winner_first(verdict, verdict.mean)
    return f"; mean {_difference(mean.value, verdict.context)}, {mean.level * 100:.3g}% interval {_ends(mean, verdict.context)}"


def _simultaneous(pair: PairResult, alpha: float) -> str:
    """The interval that does hold for all pairs at once, for post-hoc tests that have one: of the mean ranks."""
    half, gap = critical_gap(pair, alpha), pair.result.rank_difference
    if half is None or gap is None:
        return ""
    level = f"{100 * (1 - alpha):.3g}%"
    return f"; mean ranks {sentence_number(-gap)} apart, simultaneous {level} interval {sentence_number(-gap - half)} to {sentence_number(-gap + half)}"


def _difference(value: float, context: ClaimContext) -> str:
    """A difference as readers meet it."""
    return difference_text(value, relative=context.relative, percent=context.percent)


def _ends(estimate: Estimate, context: ClaimContext) -> str:
    """Both ends of an interval."""
    return f"{_difference(estimate.low, context)} to {_difference(estimate.high, context)}"


def _score(context: ClaimContext) -> str:
    """What was measured, in a sentence."""
    return short_name_of(context.question.measure) or "score"


def counted_blocks(n: float, context: ClaimContext) -> str:
    """The number of blocks, with the groups that they come in."""
    return context.evidence.counted(n) + ("" if context.groups is None else f" in {context.groups} groups")


def _an(percent: float) -> str:
    """The number with its article: an 80, a 95."""
    text = f"{percent:.3g}"
    return f"an {text}" if text.startswith(("8", "11")) else f"a {text}"


def _adjusted(p: float, pair: PairResult) -> str:
    """P of this pair, called adjusted where it counts all pairs."""
    return f"{'' if pair.adjustment in ('none', '') else 'adjusted '}{format_p(p)}"


def _region(context: ClaimContext) -> str:
    rope = context.question.rope
    return f"{100 * rope:.3g}%" if context.relative and rope is not None else f"{rope:g}"
