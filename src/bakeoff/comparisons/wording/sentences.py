"""Sentences for verdicts: what is shown, what is not, and what would settle it. Never "equal" for "not shown to differ"."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from math import isfinite, isnan, log1p

from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.posthoc.many_pairs import Pairs, over
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, RankComparison, TestResult
from bakeoff.comparisons.significance.t import spread
from bakeoff.comparisons.verdict import Claim, PairClaim, Span, Verdict
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
    difference_text,
)
from bakeoff.comparisons.wording.worked_solution import critical_gap
from bakeoff.core.notes import Note
from bakeoff.core.significance_level import is_shown
from bakeoff.core.text import capital, format_p, listed, sentence_number
from bakeoff.measures.measure import Direction
from bakeoff.measures.naming import short_name_of

__all__ = [
    "SentenceContext", "critical_notes", "equivalence_legend", "overall_headline", "pair_headline", "pair_notes", "rank_mean_disagreement",
    "typically",
]  # fmt: skip

_MOST = 8  # names in a sentence
CLOSE = 2.0  # times the level, or that part of it: a p between these is a close call


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceContext:
    """What the sentences need to know about the evidence."""

    question: Question
    direction: Direction
    relative: bool = False  # differences are logarithms of ratios
    percent: bool = False  # scores are shares that tables show as percentages
    groups: int | None = None  # how many groups the rows come in

    @property
    def evidence(self) -> Evidence:
        """What a block is."""
        return self.question.evidence

    @property
    def region(self) -> float | None:
        """The region on the scale that is tested: a ratio of 1 + rope, either way, where ratios are."""
        rope = self.question.rope
        return log1p(rope) if self.relative and rope is not None else rope

    def counted(self, n: float) -> str:
        """The number of blocks, with the groups that they come in."""
        return self.evidence.counted(n) + ("" if self.groups is None else f" in {self.groups} groups")

    @property
    def sides(self) -> int:
        """How many sides of a law count."""
        return 1 if self.question.sided else 2

    def difference(self, value: float) -> str:
        """A difference as readers meet it."""
        return difference_text(value, relative=self.relative, percent=self.percent)

    def learner(self, name: str) -> str:
        """The learner as claims name it: a model that was trained once is not its method."""
        return f"this fitted {name} model" if self.question.fitted_models else name

    @property
    def score(self) -> str:
        """What was measured, as one says it."""
        return short_name_of(self.question.measure) or "score"


def equivalence_legend(alpha: float) -> str:
    """What tables say where a claim of equivalence stands beside an interval.

    >>> equivalence_legend(0.05)
    'Beside equivalent: the 90% interval, which is that of the two one-sided tests.'
    """
    return f"Beside equivalent: the {100 * (1 - 2 * alpha):.3g}% interval, which is that of the two one-sided tests."


def _interval(pair: PairResult, verdict: Verdict, words: SentenceContext) -> str:
    """The difference with its interval, which is about this pair alone while p-values are adjusted for all pairs."""
    seen, sides = verdict.difference, 2 if verdict.claim is Claim.EQUIVALENT else 1
    if seen is None or isnan(seen.value):
        return ""
    value = f"{pair.result.estimator} {words.difference(seen.value)}".lstrip()
    if not seen.has_interval:
        return value
    level = 1 - sides * words.question.alpha
    if seen.level < level - 0.0005:  # exact intervals of few blocks
        return f"{value}, too few for {_an(100 * level)}% interval"
    alone = " of this pair alone" if pair.adjustment not in ("none", "") else ""
    ends = f"{words.difference(seen.low)} to {words.difference(seen.high)}"
    return f"{value}, {seen.level * 100:.3g}% interval{alone} {ends}"


def typically(evidence: Evidence, result: TestResult) -> str:
    """What a claim over data sets is about: ranks and signs read a typical one, means the average; empty for other evidence."""
    if evidence is not DATASETS:
        return ""
    return "on average" if result.estimator == "mean" else "on a typical data set"


def _beside(verdict: Verdict, words: SentenceContext) -> str:
    """The mean difference with its interval, where the test reads ranks."""
    mean = verdict.mean
    if mean is None or isnan(mean.low):
        return ""
    ends = f"{words.difference(mean.low)} to {words.difference(mean.high)}"
    return f"; mean {words.difference(mean.value)}, {mean.level * 100:.3g}% interval {ends}"


def _an(percent: float) -> str:
    """The number with its article: an 80, a 95."""
    text = f"{percent:.3g}"
    return f"an {text}" if text.startswith(("8", "11")) else f"a {text}"


def _simultaneous(pair: PairResult, words: SentenceContext) -> str:
    """The interval that does hold for all pairs at once, for post-hoc tests that have one: of the mean ranks."""
    half, gap = critical_gap(pair, words.question.alpha), pair.result.rank_difference
    if half is None or gap is None:
        return ""
    level = f"{100 * (1 - words.question.alpha):.3g}%"
    return f"; mean ranks {sentence_number(-gap)} apart, simultaneous {level} interval {sentence_number(-gap - half)} to {sentence_number(-gap + half)}"


def pair_headline(
    pair: PairResult, verdict: Verdict, words: SentenceContext, *, decidable: bool = True
) -> tuple[Span, ...]:
    """Return one honest sentence about one pair."""
    a, b, n = words.learner(pair.a), words.learner(pair.b), pair.result.n
    p = format_p(pair.p_adjusted)
    many = pair.adjustment not in ("none", "")
    adjusted = f"adjusted {p}" if many else p
    where = f"over {words.counted(n)}"
    headed = _headed_models if words.question.fitted_models else _headed
    alike = "on rows like these, " if words.question.fitted_models else ""
    alike = f"{typically(words.evidence, pair.result)}, " if words.evidence is DATASETS else alike
    if verdict.claim is Claim.IDENTICAL:
        return headed(f"{a} and {b} have identical {words.score} values {where}; there is no difference to test.")
    if n == 0:
        return headed(f"{a} and {b} share no {words.evidence.block}, so they cannot be compared.")
    seen = f"{_what(pair, verdict, words)}{_beside(verdict, words)}{_simultaneous(pair, words)}"
    if verdict.claim is Claim.EQUIVALENT:
        tests = f"two one-sided tests against ±{_region(words)}, {'adjusted ' if many else ''}{format_p(verdict.p_equivalent)}"
        return headed(f"{a} and {b} are practically equivalent {alike}{where} ({tests}; {seen}).")
    if verdict.winner:
        winner, other = (a, b) if verdict.winner == pair.a else (b, a)
        exact = f" by {pair.result.stand_in}, as the variance is zero" if pair.result.stand_in else ""
        return headed(f"{winner} is better than {other} {alike}{where} ({seen}; {adjusted}{exact}).")
    if n == 1:
        return headed(f"One {words.evidence.block} cannot show whether {a} and {b} differ ({seen}).")
    why = f"{seen}; {adjusted}{f'; {pair.result.reason}' if pair.result.reason else ''}"
    few = f"Whether {a} and {b} differ cannot be decided with this many {words.evidence.blocks}, {n} ({why})."
    untested = isnan(pair.p_adjusted) and pair.difference is not None and pair.difference.value != 0
    no_test = f"No test can judge whether {a} and {b} differ {where} ({why})."
    open_ = f"{a} and {b} are not shown to differ {where} ({why}); that does not make them equal."
    return headed(few if not decidable else no_test if untested else open_)


def pair_notes(pair: PairResult, verdict: Verdict, words: SentenceContext, hints: tuple[Note, ...]) -> tuple[Note, ...]:
    """Return what qualifies the claim about a pair; `hints` are notes on its estimate and on what could be shown."""
    if verdict.winner:
        note = _close_call(pair, words) or _small(verdict, words)
        return hints if note is None else (*hints, note)
    if verdict.claim is Claim.EQUIVALENT:
        return hints
    if verdict.claim is not Claim.UNDECIDED or pair.result.n == 0:
        return ()
    alone = pair.adjustment in ("none", "") and not any(note.kind is TOO_FEW_BLOCKS for note in hints)
    close = _close_call(pair, words) if alone and pair.result.n > 1 else None
    return hints if close is None else (close, *hints)


def _headed(headline: str) -> tuple[Span, ...]:
    return (Span(headline, strong=True),)


def _headed_models(headline: str) -> tuple[Span, ...]:
    """The same where the sentence may begin with "this fitted", and not with a name that is to be left as it is."""
    return _headed(capital(headline))


def _close_call(pair: PairResult, words: SentenceContext) -> Note | None:
    """Where p and the interval come from different formulas they may part; then neither is to be leant on."""
    seen = pair.difference
    if seen is None or isnan(pair.p_adjusted) or isnan(seen.low) or seen.level < 1 - words.question.alpha - 0.0005:
        return None
    across = seen.low <= 0 <= seen.high
    if across != is_shown(pair.p_adjusted, words.question.alpha):
        return None
    ties = pair.result.tally.ties if pair.result.tally is not None else 0
    if ties and across:
        return INTERVAL_COUNTS_TIES(method=seen.method, across_zero=across, ties=ties, n=pair.result.n)
    if pair.result.rank_difference is not None:
        return INTERVAL_OF_SCORES(method=seen.method, across_zero=across)
    if words.question.alpha / CLOSE <= pair.p_adjusted <= words.question.alpha * CLOSE:
        return CLOSE_CALL(method=seen.method, across_zero=across)
    return INTERVAL_DISAGREES(method=seen.method, across_zero=across, p=pair.p_adjusted)


def _what(pair: PairResult, verdict: Verdict, words: SentenceContext) -> str:
    if verdict.difference is None:
        return f"{words.score} by signs and ranks"
    between = f"{pair.a} relative to {pair.b}" if words.relative else f"{pair.a} minus {pair.b}"
    return f"{words.score} of {between}: {_interval(pair, verdict, words) or 'undefined'}"


def _region(words: SentenceContext) -> str:
    return (
        f"{100 * words.question.rope:.3g}%"
        if words.relative and words.question.rope is not None
        else f"{words.question.rope:g}"
    )


def _small(verdict: Verdict, words: SentenceContext) -> Note | None:
    """Significant is not large: noted where the region of equivalence is not left behind."""
    seen = verdict.difference
    if words.region is None or seen is None or isnan(seen.low):
        return None
    if min(abs(seen.value), abs(seen.low), abs(seen.high)) >= words.region:
        return None
    kind = SMALL_DIFFERENCE if abs(seen.value) < words.region else MAYBE_SMALL
    return kind(rope=words.question.rope, relative=words.relative)


def overall_headline(
    ranks: RankComparison,
    claims: Mapping[int, PairClaim],
    best: str,
    words: SentenceContext,
    *,
    means: Mapping[str, float] | None = None,
    decidable: bool = True,
) -> tuple[Span, ...]:
    """Return who leads, whom it beats, and from whom it is not shown to differ.

    `means` are given where the raw scores of the blocks are comparable: then the best mean leads, not the best mean rank.
    With a baseline that does not lead, the others are compared with it. `claims` are those of its pairs, by their place.
    """
    place = dict(zip(ranks.names, ranks.mean_ranks, strict=True))
    if isnan(place[best]):
        return _headed(f"No {words.evidence.block} has a score, so the learners cannot be ranked.")
    standing = means or place
    level = [name for name in ranks.names if standing[name] == standing[best] and name != best]
    shared = f" (shared with {listed(level, most=_MOST)})" if level else ""
    what = (
        f"mean {words.score}, {sentence_number(means[best])},"
        if means
        else f"mean rank, {place[best]:.2f} of {len(place)}"
    )
    if words.evidence.single_rows:
        what = f"{words.score}, {sentence_number(means[best])}," if means else words.score
    spans = [Span(f"{best} has the best {what} over {words.counted(ranks.n)}{shared}.", strong=True)]
    if not decidable:
        return (*spans, Span(f" Which learners differ cannot be decided with this many {words.evidence.blocks}."))
    about = words.question.baseline or best
    groups: dict[_Standing, list[str]] = {}
    pairs = over(ranks.pairs, ranks.names)
    for at, one in claims.items():
        first, second = (pairs.names[i] for i in pairs.columns[at])
        other = second if first == about else first
        named = f"{other} ({_shown_by(ranks, pairs, at)})" if one.winner else other
        tested = not isnan(float(pairs.adjusted[at]))
        groups.setdefault(_standing(one, about, tested=tested), []).append(named)
    lead = " It" if about == best else f" The baseline {about}"
    for standing_, (verb, last) in _VERBS.items():
        if standing_ not in groups:
            continue
        names = listed(groups[standing_], last=last, most=_MOST)
        if standing_ is _Standing.NOT_SHOWN:  # which is what readers overlook
            spans += [Span(f"{lead} is "), Span("not", strong=True), Span(f" shown to differ from {names}")]
        elif standing_ is _Standing.BEATEN and about == best:
            # The best mean (rank) may lose to another pair by pair: then the sentence names the test.
            spans.append(Span(f"{lead} is worse, by the paired test, than {names}"))
        else:
            spans.append(Span(f"{lead} {verb} {names}"))
        lead = "; it"
    models = " These claims are about the fitted models, on rows like these." if words.question.fitted_models else ""
    return (*spans, Span(f".{models}")) if groups else tuple(spans)


def critical_notes(ranks: RankComparison, evidence: Evidence) -> tuple[Note, ...]:
    """Return what this many blocks cannot show; mean ranks of k learners are k - 1 apart at most."""
    critical, learners = ranks.critical_difference, len(ranks.names)
    if critical is None or not isfinite(critical) or isnan(min(ranks.mean_ranks)):
        return ()
    if critical > learners - 1:
        return (NO_RANKS_SUFFICE(evidence=evidence, n=ranks.n, learners=learners, critical=critical),)
    return (CRITICAL_DIFFERENCE(evidence=evidence, n=ranks.n, critical=critical),)


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


def rank_mean_disagreement(
    pair: PairResult, ranks: RankComparison, words: SentenceContext, matrix: ScoreMatrix
) -> Note | None:
    """Note that the mean rank favours one of a pair and the mean score the other; None where they agree."""
    a, b = matrix.of_pair(pair.a, pair.b)
    if words.evidence is not DATASETS or pair.result.difference is None or not a.size:
        return None
    mean, _ = spread(noise_free_difference(a, b))
    place = dict(zip(ranks.names, ranks.mean_ranks, strict=True))
    by_rank = place[pair.a] - place[pair.b]
    by_mean = mean if words.direction is Direction.LOWER else -mean
    if not by_rank * by_mean < 0:
        return None
    first, second = (pair.a, pair.b) if by_rank < 0 else (pair.b, pair.a)
    return RANK_AND_MEAN(by_rank=first, by_mean=second, measure=words.question.measure, relative=words.relative)
