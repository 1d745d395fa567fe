"""ClaimContext: what a claim is about, as far as the question and the scores settle it."""

from dataclasses import dataclass
from math import log1p

from bakeoff.comparisons.evidence.kinds import Evidence
from bakeoff.comparisons.question import Question
from bakeoff.measures.measure import Direction

__all__ = ["ClaimContext"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimContext:
    """The question, the better direction, and on which scale differences are."""

    question: Question
    direction: Direction = Direction.HIGHER
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

    @property
    def sides(self) -> int:
        """How many sides of a law count."""
        return 1 if self.question.sided else 2
