"""LeadingGap: the difference that a verdict is about, ready to be shown as one number on a scale."""

from dataclasses import dataclass
from math import isfinite, isnan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.standing import Standing, VerdictShape, standing_of
from bakeoff.comparisons.wording.difference_format import DifferenceFormat
from bakeoff.comparisons.wording.headline import short_names
from bakeoff.comparisons.wording.verdict_text import central_pairs
from bakeoff.measures.measure import Direction

__all__ = ["LeadingGap", "leading_gap"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadingGap:
    """How far one learner is ahead of another, with the estimate, the interval and the sign of the sentence that states it."""

    first: str  # who is ahead
    second: str
    amount: str  # with its sign
    unit: str
    interval: str  # in words; empty where there is none
    value: float  # as shown
    low: float
    high: float
    rope: float | None  # half the width of the region of equivalence, as shown
    better: str  # the side on which the first is better: "right" or "left"
    clear: bool  # whether a difference is shown
    alone: bool  # whether it is the only pair whose size the verdict states


def leading_gap(judgement: Judgement, standing: Standing | None = None) -> LeadingGap | None:
    """The gap of the first pair whose size the verdict states; None where it states none.

    >>> from bakeoff import compare
    >>> scores = {"a": [9, 8, 9, 8, 9, 7], "b": [8, 6, 6, 7, 5, 2]}
    >>> gap = leading_gap(compare(scores, rows="datasets").judgement)
    >>> gap.first, gap.amount, gap.interval
    ('a', '+2.5', '97% interval 1.0 to 5.0')
    """
    standing = standing or standing_of(judgement)
    if standing.outcome in {VerdictShape.IDENTICAL, VerdictShape.UNSCORED}:
        return None
    stated = central_pairs(judgement, standing)
    judged = stated[0] if stated else None
    seen = None if judged is None else judged.verdict.difference
    if judged is None or seen is None or isnan(seen.value):
        return None
    first = judged.verdict.ahead
    second = judged.pair.b if first == judged.pair.a else judged.pair.a
    form = DifferenceFormat.of(judgement, [seen])
    higher = judgement.matrix.direction is Direction.HIGHER
    as_tested = (judged.pair.a == first) == (form.relative or higher)
    seen = seen if as_tested else seen.turned
    value, low, high = (form.number(end) for end in (seen.value, seen.low, seen.high))
    if not isfinite(value):
        return None
    names = short_names(judgement.matrix.names)
    ends = f"{form.text(seen.low, sign=form.relative)} to {form.text(seen.high, sign=form.relative)}"
    rope = None if judgement.rope is None else judgement.rope * (100.0 if form.relative else form.words.factor)
    measure = f" {form.words.spoken}" if judgement.measure else ""
    return LeadingGap(
        first=names[first], second=names[second], amount=form.text(seen.value), value=value, low=low, high=high,
        unit=measure.strip() if form.relative or not form.words.percent else f"points{measure}",
        interval=f"{seen.level:.0%} interval {ends}" if seen.has_interval else "", rope=rope,
        better="left" if form.relative and not higher else "right", clear=judged.verdict.winner is not None, alone=len(stated) == 1,
    )  # fmt: skip
