"""Sentences for verdicts: what is shown, what is not, and what would settle it. Never "equal" for "not shown to differ"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import expm1, inf, isfinite, isnan, log1p

from bakeoff.comparisons.evidence.kinds import DATASETS, FOLDS, ROWS, Evidence
from bakeoff.comparisons.judging.judgement import JudgedPair
from bakeoff.comparisons.judging.verdict import Claim, Span, Verdict
from bakeoff.comparisons.question import Question
from bakeoff.comparisons.results import PairResult, RankComparison
from bakeoff.comparisons.wording.worked_solution import critical_gap
from bakeoff.core.text import format_p, listed, sentence_number
from bakeoff.measures.measure import Direction
from bakeoff.measures.naming import short_name_of

__all__ = ["NO_OUTCOME", "SentenceContext", "overall_sentence", "pair_sentence"]

_MOST = 8  # names in a sentence
NO_OUTCOME = " No outcome"  # begins the hint where nothing could have been shown


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceContext:
    """What the sentences need to know about the evidence."""

    question: Question
    direction: Direction
    relative: bool = False  # differences are logarithms of ratios

    @property
    def evidence(self) -> Evidence:
        """What a block is."""
        return self.question.evidence

    @property
    def region(self) -> float | None:
        """The region on the scale that is tested: a ratio of 1 + rope, either way, where ratios are."""
        rope = self.question.rope
        return log1p(rope) if self.relative and rope is not None else rope

    def difference(self, value: float) -> str:
        """A difference as readers meet it.

        >>> from dataclasses import replace
        >>> from math import log
        >>> halved = SentenceContext(
        ...     question=Question(evidence=DATASETS, measure="rmse"), direction=Direction.LOWER, relative=True
        ... )
        >>> halved.difference(log(0.5)), replace(halved, relative=False).difference(-0.5)
        ('−50%', '−0.5')
        """
        return f"{sentence_number(100 * expm1(value))}%" if self.relative else sentence_number(value)

    @property
    def score(self) -> str:
        """What was measured, as one says it."""
        return short_name_of(self.question.measure) or "score"


def _interval(pair: PairResult, words: SentenceContext) -> str:
    """The difference with its interval, which speaks of this pair alone where p-values count all of them."""
    seen = pair.difference
    if seen is None or isnan(seen.value):
        return ""
    value = words.difference(seen.value)
    if not isfinite(seen.low) or not isfinite(seen.high):
        return value
    if seen.level < 1 - words.question.alpha - 0.0005:  # exact intervals of few blocks
        return f"{value}, too few for {_an(100 * (1 - words.question.alpha))}% interval"
    alone = " of this pair alone" if pair.adjustment not in ("none", "") else ""
    ends = f"{words.difference(seen.low)} to {words.difference(seen.high)}"
    return f"{value}, {seen.level * 100:.3g}% interval{alone} {ends}"


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


def pair_sentence(pair: PairResult, verdict: Verdict, words: SentenceContext, help_: str = "") -> tuple[Span, ...]:
    """One honest sentence, the headline, or two, about one pair."""
    a, b, n = pair.a, pair.b, pair.result.n
    p = format_p(pair.p_adjusted)
    many = pair.adjustment not in ("none", "")
    adjusted = f"adjusted {p}" if many else p
    where = f"over {words.evidence.counted(n)}"
    if verdict.claim is Claim.IDENTICAL:
        return _headed(f"{a} and {b} have identical {words.score} values {where}; there is no difference to test.")
    if n == 0:
        return _headed(f"{a} and {b} share no {words.evidence.block}, so nothing can be said about them.")
    seen = f"{_what(pair, words)}{_simultaneous(pair, words)}"
    if verdict.claim is Claim.EQUIVALENT:
        tests = f"two one-sided tests against ±{_region(words)}, {'adjusted ' if many else ''}{format_p(verdict.p_equivalent)}"
        return _headed(f"{a} and {b} are practically equivalent {where} ({tests}; {seen}).")
    if verdict.winner:
        other = b if verdict.winner == a else a
        stand_in = pair.result.variant.partition("; p ")[2]  # the test that gave p where the variance is zero
        exact = f" {stand_in}, as the variance is zero" if stand_in else ""
        close = _close_call(pair, words) or _small(verdict, words)
        return _headed(f"{verdict.winner} is better than {other} {where} ({seen}; {adjusted}{exact}).", close)
    if n == 1:
        return _headed(f"One {words.evidence.block} cannot show whether {a} and {b} differ ({seen}).", help_)
    why = f"; {pair.result.reason}" if pair.result.reason else ""
    close = "" if many or help_.startswith(NO_OUTCOME) else _close_call(pair, words)
    return _headed(
        f"{a} and {b} are not shown to differ {where} ({seen}; {adjusted}{why}); that does not make them equal.",
        close + help_,
    )


def _headed(headline: str, rest: str = "") -> tuple[Span, ...]:
    """A headline and what comes after it."""
    return (Span(headline, strong=True), *((Span(rest),) if rest else ()))


def _close_call(pair: PairResult, words: SentenceContext) -> str:
    """Where p and the interval come from different formulas they may part; then neither is to be leant on."""
    seen = pair.difference
    if seen is None or isnan(seen.low) or seen.level < 1 - words.question.alpha - 0.0005:
        return ""
    across = seen.low <= 0 <= seen.high
    if across == (pair.p_adjusted > words.question.alpha):
        return ""
    reach = "does not exclude zero" if across else "excludes zero"
    ties = _ties(pair)
    if ties and across:
        return f" The interval ({seen.method}) {reach}: {ties} of {pair.result.n} are ties, which it counts in full."
    if pair.result.rank_difference is not None:
        return f" p reads the ranks; the interval ({seen.method}) reads the scores themselves and {reach}."
    return f" The interval ({seen.method}) is made in another way than p and {reach}: a close call."


def _ties(pair: PairResult) -> int:
    """Blocks on which the two tie, where the test leaves them out or splits them."""
    return pair.result.tally.ties if pair.result.tally is not None else 0


def _what(pair: PairResult, words: SentenceContext) -> str:
    if pair.difference is None:
        return f"{words.score} by signs and ranks"
    between = f"{pair.a} relative to {pair.b}" if words.relative else f"{pair.a} minus {pair.b}"
    return f"{words.score} of {between}: {_interval(pair, words)}"


def _region(words: SentenceContext) -> str:
    return (
        f"{100 * words.question.rope:.3g}%"
        if words.relative and words.question.rope is not None
        else f"{words.question.rope:g}"
    )


def _small(verdict: Verdict, words: SentenceContext) -> str:
    """Significant is not large: said where the region of equivalence is not left behind."""
    seen = verdict.difference
    if words.region is None or seen is None or isnan(seen.low):
        return ""
    if abs(seen.value) < words.region:
        return f" The difference is smaller than the region of ±{_region(words)} that was called irrelevant."
    if min(abs(seen.low), abs(seen.high)) < words.region:
        return f" It may still lie inside the region of ±{_region(words)} that was called irrelevant."
    return ""


def overall_sentence(
    ranks: RankComparison,
    pairs: Sequence[JudgedPair],
    best: str,
    words: SentenceContext,
    *,
    help_: str = "",
    means: Mapping[str, float] | None = None,
    baseline: str | None = None,
) -> tuple[Span, ...]:
    """Who leads, whom it beats, from whom it is not shown to differ, and where the limits of this evidence lie.

    `means` are given where the raw scores of the blocks are comparable: then the best mean leads, not the best mean rank.
    With a baseline that does not lead, the others are held against it.
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
    if words.evidence is ROWS:
        what = f"{words.score}, {sentence_number(means[best])}," if means else words.score
    said = [Span(f"{best} has the best {what} over {words.evidence.counted(ranks.n)}{shared}.", strong=True)]
    about = best if baseline is None or baseline == best else baseline
    groups: dict[str, list[str]] = {}
    for one in pairs:
        if about in (one.pair.a, one.pair.b):
            other = one.pair.b if one.pair.a == about else one.pair.a
            groups.setdefault(_standing(one, about), []).append(_named(one, other, ranks))
    # The best mean (rank) may lose to another pair by pair: then the way of looking must be named.
    words_for = {_BEATEN: "is worse, by the paired test, than"} if about == best else {}
    lead = " It" if about == best else f" The baseline {about}"
    for verb, last in _VERBS:
        if verb not in groups:
            continue
        names = listed(groups[verb], last=last, most=_MOST)
        if verb == _NOT_SHOWN:  # which is what readers overlook
            said += [Span(f"{lead} is "), Span("not", strong=True), Span(f" shown to differ from {names}")]
        else:
            said.append(Span(f"{lead} {words_for.get(verb, verb)} {names}"))
        lead = "; it"
    if groups:
        said.append(Span("."))
    rest = "".join(f" {one}" for one in _limit(ranks, words)) + help_
    return (*said, *((Span(rest),) if rest else ()))


def _limit(ranks: RankComparison, words: SentenceContext) -> list[str]:
    """What this many blocks cannot show; mean ranks of k learners are k - 1 apart at most."""
    critical, most = ranks.critical_difference, len(ranks.names) - 1
    if critical is None or not isfinite(critical):
        return []
    if critical > most:
        apart = f"mean ranks of {most + 1} learners are at most {most} apart, and {critical:.2f} would be needed"
        return [f"No outcome on {words.evidence.counted(ranks.n)} could have shown a difference: {apart}."]
    return [f"With {words.evidence.counted(ranks.n)} a difference of mean ranks below {critical:.2f} cannot be shown."]


_BEATEN, _NOT_SHOWN = "is beaten by", "is not shown to differ from"
_VERBS = (
    ("beats", "and"), (_BEATEN, "and"), ("is practically equivalent to", "and"), ("has identical scores to", "and"),
    (_NOT_SHOWN, "or"),
)  # fmt: skip


def _standing(one: JudgedPair, about: str) -> str:
    claim = one.verdict.claim
    if one.verdict.winner:
        return _VERBS[0][0] if one.verdict.winner == about else _BEATEN
    return {Claim.EQUIVALENT: _VERBS[2][0], Claim.IDENTICAL: _VERBS[3][0]}.get(claim, _VERBS[4][0])


def _named(one: JudgedPair, other: str, ranks: RankComparison) -> str:
    """The other learner, with the reason where something was shown."""
    if not one.verdict.winner:
        return other
    gap = one.pair.result.rank_difference
    if ranks.critical_difference is not None and gap is not None:
        return f"{other} (rank difference {abs(gap):.2f} > CD {ranks.critical_difference:.2f})"
    adjusted = "adjusted " if one.pair.adjustment not in ("none", "") else ""
    return f"{other} ({adjusted}{format_p(one.pair.p_adjusted)})"


def rank_mean_disagreement(pair: PairResult, ranks: RankComparison, words: SentenceContext) -> str:
    """Where the mean rank favours one of a pair and the mean score the other; empty where they agree."""
    seen = pair.result.difference
    if words.evidence is not DATASETS or seen is None:
        return ""
    place = dict(zip(ranks.names, ranks.mean_ranks, strict=True))
    by_rank = place[pair.a] - place[pair.b]
    by_mean = seen.value if words.direction is Direction.LOWER else -seen.value
    if not by_rank * by_mean < 0:
        return ""
    first, second = (pair.a, pair.b) if by_rank < 0 else (pair.b, pair.a)
    what = f"mean ratio of {words.score}" if words.relative else f"mean {words.score}"
    why = "few large differences weigh more in the mean, many small ones in the rank"
    return f"{first} has the better mean rank, {second} the better {what}: {why}"


def blocks_needed_sentence(n: float, words: SentenceContext, subject: str) -> str:
    """The planning hint after an undecided pair."""
    many = words.evidence.blocks
    if isnan(n):
        return ""
    if n == inf and words.evidence is FOLDS:
        return f" {subject} would not be shown by more {many} of the same data: it takes more data."
    if n == inf:
        return f" {subject} is too small to be shown by any number of {many} that one could get."
    return f" {subject} would take about {_rounded(n)} {many} to show with 80% power."


def _rounded(n: float) -> int:
    """Two digits are enough of a forecast.

    >>> _rounded(16.0), _rounded(7026.0)
    (16, 7000)
    """
    return int(n) if n < 100 else int(float(f"{n:.2g}"))
