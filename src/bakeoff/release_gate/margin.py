"""The margin of a gate: how much worse a new model may be, in the unit of the measure or as a share of the base."""

from dataclasses import dataclass
from math import inf, isfinite, isnan, nan

from bakeoff.core.errors import BadInput
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.naming import short_name

__all__ = ["Margin", "ScoreScale", "margin_of"]

HOW = (
    "state how much worse the new model may be before it matters to its users, in the unit of the measure (0.01) or as a share of the "
    "base (2%); a common choice is half of what the base gained over the model before it"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreScale:
    """What is compared: a measure of the catalogue, or the scores of a table that may be anything."""

    name: str
    title: str  # inside a sentence
    direction: Direction
    bounds: tuple[float, float] = (-inf, inf)

    @classmethod
    def of(cls, measure: Measure) -> "ScoreScale":
        """Of a measure."""
        return cls(name=measure.name, title=short_name(measure), direction=measure.direction, bounds=measure.bounds)

    def inside(self, difference: float, factor: float = 1.0) -> float:
        """The nearest difference that a new model less `factor` times a base can have; NaN stays NaN.

        >>> ScoreScale(name="accuracy", title="accuracy", direction=Direction.HIGHER, bounds=(0.0, 1.0)).inside(-1.3)
        -1.0
        """
        low, high = self.bounds
        return min(max(difference, low - factor * high), high - factor * low) if not isnan(difference) else nan


@dataclass(frozen=True, slots=True)
class Margin:
    """How much worse is still accepted; relative margins are shares of the value of the base.

    >>> Margin(0.02, relative=True).factor(Direction.LOWER), Margin(0.01).factor(Direction.HIGHER), str(Margin(0.02, relative=True))
    (1.02, 1.0, '2% of the base')
    """

    size: float
    relative: bool = False

    def factor(self, direction: Direction) -> float:
        """By what the base is multiplied before it is subtracted from the new model."""
        if not self.relative:
            return 1.0
        return 1.0 + self.size if direction is Direction.LOWER else 1.0 - self.size

    def bound(self, direction: Direction) -> float:
        """The worst difference that is accepted, of the new model less the base times its factor."""
        if self.relative:
            return 0.0
        return self.size if direction is Direction.LOWER else -self.size

    def __str__(self) -> str:
        return f"{100 * self.size:.6g}% of the base" if self.relative else f"{self.size:.6g}"


def margin_of(text: float | str | Margin | None, scale: ScoreScale) -> Margin:
    """The margin that a user stated: a number, or a share of the base with a percent sign.

    >>> from bakeoff.measures import measure_named
    >>> margin_of("2%", ScoreScale.of(measure_named("rmse"))), margin_of(0.01, ScoreScale.of(measure_named("accuracy")))
    (Margin(size=0.02, relative=True), Margin(size=0.01, relative=False))
    """
    if isinstance(text, Margin):
        return text
    if text is None or str(text).strip() == "":
        raise BadInput(f"a gate by {scale.title} needs a margin (--margin): {HOW}")
    words = str(text).strip()
    relative = words.endswith("%")
    try:
        size = float(words.removesuffix("%")) / (100 if relative else 1)
    except ValueError:
        raise BadInput(f"a margin is a number such as 0.01, or a share of the base such as 2%, not {words!r}") from None
    if not isfinite(size) or size <= 0:
        raise BadInput(f"a margin is a positive number, not {words}; {HOW}")
    low, high = scale.bounds
    if relative and size >= 1:
        raise BadInput(f"a margin of {words} of the base accepts everything; {HOW}")
    if not relative and size >= high - low:
        raise BadInput(
            f"a margin of {words} accepts everything: {scale.title} lies between {low:g} and {high:g}; {HOW}"
        )
    return Margin(size, relative)
