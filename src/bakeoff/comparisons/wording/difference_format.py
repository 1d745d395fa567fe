"""DifferenceFormat: how a difference between two learners is shown: in points, in the measure's unit, or in percent of the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import expm1, isnan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_of
from bakeoff.core.text import MISSING, decimals_for, fixed, signed
from bakeoff.estimates.estimate import Estimate

__all__ = ["DifferenceFormat", "rope_words"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceFormat:
    """Differences as a reader meets them; what was compared may have been the logarithm of a ratio."""

    words: MeasureNames
    relative: bool  # a difference is the logarithm of a over b
    decimals: int

    @classmethod
    def of(cls, judgement: Judgement, estimates: Sequence[Estimate] | None = None) -> "DifferenceFormat":
        """With digits that suit these differences, by default those of all pairs."""
        words, relative = words_of(judgement.context), judgement.relative
        plain = cls(words=words, relative=relative, decimals=0)
        errors = plain._errors(estimates or ())
        if not errors and (
            estimates is None or estimates
        ):  # a pair may have no interval; all pairs of many learners take seconds
            errors = plain._errors(
                [pair.pair.difference for pair in judgement.pairs if pair.pair.difference is not None]
            )
        if relative:
            decimals = decimals_for(errors, most=2, least=0, unknown=1)
        else:
            decimals = decimals_for(errors, most=4, least=words.fewest, unknown=1 if words.percent else 3)
        return cls(words=words, relative=relative, decimals=decimals)

    def _errors(self, estimates: Sequence[Estimate]) -> list[float]:
        """About the standard errors of those that have an interval."""
        return [
            (self.number(estimate.high) - self.number(estimate.low)) / 4
            for estimate in estimates
            if not isnan(estimate.low)
        ]

    def number(self, difference: float) -> float:
        """In points, in the unit of the measure, or in percent.

        >>> from bakeoff.comparisons.wording.measure_names import words_for
        >>> gap = DifferenceFormat(words=words_for("rmse"), relative=True, decimals=1)
        >>> round(gap.number(-0.693147), 1), gap.text(-0.693147), gap.span(-1.0, 0.1)
        (-50.0, '−50.0%', '[−63.2%, 10.5%]')
        """
        return 100.0 * expm1(difference) if self.relative else difference * self.words.factor

    def text(self, difference: float, *, sign: bool = True) -> str:
        """With its sign."""
        shown = (signed if sign else fixed)(self.number(difference), self.decimals)
        return shown + "%" if self.relative and shown != MISSING else shown

    def span(self, low: float, high: float) -> str:
        """The ends of an interval in brackets."""
        return f"[{self.text(low, sign=False)}, {self.text(high, sign=False)}]"

    @property
    def unit(self) -> str:
        """What a heading says after the word difference."""
        return " (points)" if self.words.percent and not self.relative else ""

    @property
    def sign(self) -> str:
        """What stands between two names: one minus the other, or the one relative to the other."""
        return "against" if self.relative else "−"


def rope_words(rope: float, words: MeasureNames, *, relative: bool = False) -> str:
    """The region of equivalence with its unit.

    >>> from bakeoff.comparisons.wording.measure_names import words_for
    >>> rope_words(0.01, words_for("accuracy")), rope_words(0.05, words_for("rmse"), relative=True)
    ('±1 point', '±5%')
    """
    if relative:
        return f"±{100 * rope:g}%"
    points = f"{100 * rope:g}"
    return f"±{points} point{'' if points == '1' else 's'}" if words.percent else f"±{rope:g}"
