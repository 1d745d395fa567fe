"""Sentences for verdicts: what is shown, what is not, and what would settle it. Never "equal" for "not shown to differ"."""

from enum import Enum, auto
from math import isnan

from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.posthoc.many_pairs import Pairs, over
from bakeoff.comparisons.results import PairResult, RankComparison, TestResult
from bakeoff.comparisons.verdict import Claim, Leader, PairClaim, Span, Verdict
from bakeoff.comparisons.verdict_notes import TOO_FEW_BLOCKS, difference_text
from bakeoff.comparisons.wording.worked_solution import critical_gap
from bakeoff.core.text import capital, format_p, listed, sentence_number
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.naming import short_name_of

__all__ = ["equivalence_legend", "overall_headline", "pair_headline", "typically"]

_MOST = 8  # names in a sentence


def equivalence_legend(alpha: float) -> str:
    """What tables say where a claim of equivalence stands beside an interval.

    >>> equivalence_legend(0.05)
    'Beside equivalent: the 90% interval, which is that of the two one-sided tests.'
    """
    return f"Beside equivalent: the {100 * (1 - 2 * alpha):.3g}% interval, which is that of the two one-sided tests."


def _interval(verdict: Verdict) -> str:
    """The difference with its interval, which is about this pair alone while p-values are adjusted for all pairs."""
    pair, seen, sides = verdict.pair, verdict.difference, 2 if verdict.claim is Claim.EQUIVALENT else 1
    if seen is None or isnan(seen.value):
        return ""
    value = f"{pair.result.estimator} {_difference(seen.value, verdict.context)}".lstrip()
    if not seen.has_interval:
        return value
    level = 1 - sides * verdict.alpha
    if seen.level < level - 0.0005:  # exact intervals of few blocks
        return f"{value}, too few for {_an(100 * level)}% interval"
    alone = " of this pair alone" if pair.adjustment not in ("none", "") else ""
    return f"{value}, {seen.level * 100:.3g}% interval{alone} {_ends(seen, verdict.context)}"


def _difference(value: float, context: ClaimContext) -> str:
    """A difference as readers meet it."""
    return difference_text(value, relative=context.relative, percent=context.percent)


def _ends(estimate: Estimate, context: ClaimContext) -> str:
    """Both ends of an interval."""
    return f"{_difference(estimate.low, context)} to {_difference(estimate.high, context)}"


def _score(context: ClaimContext) -> str:
    """What was measured, in a sentence."""
    return short_name_of(context.question.measure) or "score"


def _counted(n: float, context: ClaimContext) -> str:
    """The number of blocks, with the groups that they come in."""
    return context.evidence.counted(n) + ("" if context.groups is None else f" in {context.groups} groups")


def typically(evidence: Evidence, result: TestResult) -> str:
    """What a claim over data sets is about: ranks and signs read a typical one, means the average; empty for other evidence."""
    if evidence is not DATASETS:
        return ""
    return "on average" if result.estimator == "mean" else "on a typical data set"


def _beside(verdict: Verdict) -> str:
    """The mean difference with its interval, where the test reads ranks."""
    mean, context = verdict.mean, verdict.context
    if mean is None or isnan(mean.low):
        return ""
    return f"; mean {_difference(mean.value, context)}, {mean.level * 100:.3g}% interval {_ends(mean, context)}"


def _an(percent: float) -> str:
    """The number with its article: an 80, a 95."""
    text = f"{percent:.3g}"
    return f"an {text}" if text.startswith(("8", "11")) else f"a {text}"


def _simultaneous(pair: PairResult, alpha: float) -> str:
    """The interval that does hold for all pairs at once, for post-hoc tests that have one: of the mean ranks."""
    half, gap = critical_gap(pair, alpha), pair.result.rank_difference
    if half is None or gap is None:
        return ""
    level = f"{100 * (1 - alpha):.3g}%"
    return f"; mean ranks {sentence_number(-gap)} apart, simultaneous {level} interval {sentence_number(-gap - half)} to {sentence_number(-gap + half)}"


def pair_headline(verdict: Verdict) -> tuple[Span, ...]:
    """Return one honest sentence about two learners, or about two models that were fitted once: such a model is not its method.

    >>> from bakeoff import compare
    >>> pair_headline(compare({"a": [9, 8, 9, 8, 9, 7], "b": [8, 6, 6, 7, 5, 2]}, rows="datasets").verdict)[0].text[:51]
    'a is better than b on a typical data set, over 6 da'
    """
    models = verdict.context.question.fitted_models
    a, b = (f"this fitted {name} model" if models else name for name in (verdict.a, verdict.b))
    pair, context, n = verdict.pair, verdict.context, verdict.pair.result.n
    where = f"over {_counted(n, context)}"
    if verdict.claim is Claim.IDENTICAL:
        sentence = f"{a} and {b} have identical {_score(context)} values {where}; there is no difference to test."
    elif n == 0:
        sentence = f"{a} and {b} share no {context.evidence.block}, so they cannot be compared."
    elif verdict.claim is Claim.EQUIVALENT:
        tests = f"two one-sided tests against ±{_region(context)}, {_adjusted(verdict.p_equivalent, pair)}"
        sentence = f"{a} and {b} are practically equivalent {_about(verdict)}{where} ({tests}; {_seen(verdict)})."
    elif verdict.winner:
        winner, other = (a, b) if verdict.winner == verdict.a else (b, a)
        exact = f" by {pair.result.stand_in}, as the variance is zero" if pair.result.stand_in else ""
        sentence = f"{winner} is better than {other} {_about(verdict)}{where} ({_seen(verdict)}; {_adjusted(pair.p_adjusted, pair)}{exact})."
    else:
        sentence = _open_sentence(verdict, a, b)
    return (Span(capital(sentence) if models else sentence, strong=True),)


def _seen(verdict: Verdict) -> str:
    """What was estimated, by the test and beside it."""
    return f"{_what(verdict)}{_beside(verdict)}{_simultaneous(verdict.pair, verdict.alpha)}"


def _adjusted(p: float, pair: PairResult) -> str:
    """P of this pair, called adjusted where it counts all pairs."""
    return f"{'' if pair.adjustment in ('none', '') else 'adjusted '}{format_p(p)}"


def _open_sentence(verdict: Verdict, a: str, b: str) -> str:
    """The sentence where nothing is shown; that never reads "equal"."""
    pair, context, n = verdict.pair, verdict.context, verdict.pair.result.n
    if n == 1:
        return f"One {context.evidence.block} cannot show whether {a} and {b} differ ({_seen(verdict)})."
    reason = f"; {pair.result.reason}" if pair.result.reason else ""
    why = f"{_seen(verdict)}; {_adjusted(pair.p_adjusted, pair)}{reason}"
    if any(note.kind is TOO_FEW_BLOCKS for note in verdict.notes):
        return f"Whether {a} and {b} differ cannot be decided with this many {context.evidence.blocks}, {n} ({why})."
    where = f"over {_counted(n, context)}"
    if isnan(pair.p_adjusted) and pair.difference is not None and pair.difference.value != 0:
        return f"No test can judge whether {a} and {b} differ {where} ({why})."
    return f"{a} and {b} are not shown to differ {where} ({why}); that does not make them equal."


def _about(verdict: Verdict) -> str:
    """What a claim is about, where that is not the blocks themselves: a typical data set, the average, rows like these."""
    if verdict.context.evidence is DATASETS:
        return f"{typically(DATASETS, verdict.pair.result)}, "
    return "on rows like these, " if verdict.context.question.fitted_models else ""


def _what(verdict: Verdict) -> str:
    score = _score(verdict.context)
    if verdict.difference is None:
        return f"{score} by signs and ranks"
    between = f"{verdict.a} {'relative to' if verdict.context.relative else 'minus'} {verdict.b}"
    return f"{score} of {between}: {_interval(verdict) or 'undefined'}"


def _region(context: ClaimContext) -> str:
    rope = context.question.rope
    return f"{100 * rope:.3g}%" if context.relative and rope is not None else f"{rope:g}"


def overall_headline(leader: Leader, context: ClaimContext) -> tuple[Span, ...]:
    """Return who leads, whom it beats, and from whom it is not shown to differ.

    With a baseline that does not lead, the others are compared with it.
    """
    if isnan(dict(zip(leader.ranks.names, leader.ranks.mean_ranks, strict=True))[leader.best]):
        nobody = f"No {context.evidence.block} has a score, so the learners cannot be ranked."
        return (Span(nobody, strong=True),)
    first = Span(_first_place(leader, context), strong=True)
    if not leader.decidable:
        return first, Span(f" Which learners differ cannot be decided with this many {context.evidence.blocks}.")
    if not leader.claims:
        return (first,)
    models = " These claims are about the fitted models, on rows like these." if context.question.fitted_models else ""
    return (first, *_standings(leader, context.question.baseline or leader.best), Span(f".{models}"))


def _first_place(leader: Leader, context: ClaimContext) -> str:
    """Who has the best mean, or the best mean rank where the means of blocks say nothing."""
    best, ranks, means = leader.best, leader.ranks, leader.means
    place = dict(zip(ranks.names, ranks.mean_ranks, strict=True))
    values = means or place
    level = [name for name in ranks.names if values[name] == values[best] and name != best]
    shared = f" (shared with {listed(level, most=_MOST)})" if level else ""
    what = "" if context.evidence.single_rows else "mean "
    if means:
        what += f"{_score(context)}, {sentence_number(means[best])},"
    else:
        what += _score(context) if context.evidence.single_rows else f"rank, {place[best]:.2f} of {len(place)}"
    return f"{best} has the best {what} over {_counted(ranks.n, context)}{shared}."


def _standings(leader: Leader, about: str) -> list[Span]:
    """How one learner stands to the others, those first that it beats."""
    spans, groups = [], _by_standing(leader, about)
    subject = " It" if about == leader.best else f" The baseline {about}"
    for standing, (verb, last) in _VERBS.items():
        if standing not in groups:
            continue
        names = listed(groups[standing], last=last, most=_MOST)
        if standing is _Standing.NOT_SHOWN:  # which is what readers overlook
            spans += [Span(f"{subject} is "), Span("not", strong=True), Span(f" shown to differ from {names}")]
        elif standing is _Standing.BEATEN and about == leader.best:
            # The best mean (rank) may lose to another pair by pair: then the sentence names the test.
            spans.append(Span(f"{subject} is worse, by the paired test, than {names}"))
        else:
            spans.append(Span(f"{subject} {verb} {names}"))
        subject = "; it"
    return spans


def _by_standing(leader: Leader, about: str) -> "dict[_Standing, list[str]]":
    """The others by how this one stands to them; those that differ with the reason."""
    groups: dict[_Standing, list[str]] = {}
    pairs = over(leader.ranks.pairs, leader.ranks.names)
    for place, claim in leader.claims.items():
        first, second = (pairs.names[column] for column in pairs.columns[place])
        other = second if first == about else first
        named = f"{other} ({_shown_by(leader.ranks, pairs, place)})" if claim.winner else other
        tested = not isnan(float(pairs.adjusted[place]))
        groups.setdefault(_standing(claim, about, tested=tested), []).append(named)
    return groups


class _Standing(Enum):
    """How one learner stands to another."""

    BEATS = auto()
    BEATEN = auto()
    EQUIVALENT = auto()
    IDENTICAL = auto()
    NOT_SHOWN = auto()
    UNTESTED = auto()  # p is undefined


_VERBS = {
    _Standing.BEATS: ("beats", "and"),
    _Standing.BEATEN: ("is beaten by", "and"),
    _Standing.EQUIVALENT: ("is practically equivalent to", "and"),
    _Standing.IDENTICAL: ("has identical scores to", "and"),
    _Standing.NOT_SHOWN: ("is not shown to differ from", "or"),
    _Standing.UNTESTED: ("cannot be compared by a test with", "or"),
}


def _standing(one: PairClaim, about: str, *, tested: bool) -> _Standing:
    if one.winner:
        return _Standing.BEATS if one.winner == about else _Standing.BEATEN
    undecided = {Claim.EQUIVALENT: _Standing.EQUIVALENT, Claim.IDENTICAL: _Standing.IDENTICAL}
    return undecided.get(one.claim, _Standing.NOT_SHOWN if tested else _Standing.UNTESTED)


def _shown_by(ranks: RankComparison, pairs: Pairs[PairResult], at: int) -> str:
    """Why a claim about a pair is made. All pairs are adjusted in the same way."""
    gap = pairs[at].result.rank_difference if ranks.critical_difference is not None else None
    if gap is not None:
        return f"rank difference {abs(gap):.2f} > CD {ranks.critical_difference:.2f}"
    adjusted = "adjusted " if pairs[0].adjustment not in ("none", "") else ""
    return f"{adjusted}{format_p(float(pairs.adjusted[at]))}"
