"""How readers meet a measure: its title, its unit, the factor of that unit, and which way is better."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isnan

from bakeoff.comparisons.claim_context import ClaimContext
from bakeoff.core.text import clean, duration, fixed, size
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.measure_scale import best_of
from bakeoff.measures.naming import in_percent, lowered, resolve, short_name

__all__ = ["MeasureNames", "words_for", "words_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureNames:
    """A measure as readers meet it: its title, its unit, the factor of that unit."""

    name: str
    title: str
    direction: Direction
    percent: bool
    kind: str  # "number", "seconds" or "bytes"
    bounded: bool
    declared: Measure | None

    @property
    def factor(self) -> float:
        """What a raw value is multiplied by to be shown."""
        return 100.0 if self.percent else 1.0

    @property
    def short(self) -> str:
        """The title without what stands in brackets or names the unit."""
        return re.split(r" \(|, in ", self.title)[0]

    @property
    def inline(self) -> str:
        """The short title inside a sentence; names of people and abbreviations keep their capitals.

        >>> words_for("rmse").inline, words_for("kappa").inline, words_for("roc_auc").inline
        ('root mean squared error', "Cohen's kappa", 'area under the ROC curve')
        """
        return self.short if self.declared is None else lowered(self.short)

    @property
    def spoken(self) -> str:
        """What sentences with numbers call it."""
        return self.short if self.declared is None else short_name(self.declared)

    @property
    def also(self) -> str:
        """The spoken name in brackets where the title does not hold it, to stand after the title.

        >>> words_for("rmse").also, words_for("kappa").also
        (' (RMSE)', '')
        """
        return "" if self.spoken in self.inline else f" ({self.spoken})"

    @property
    def in_units(self) -> bool:
        """Whether values have units of their own on every data set, so that errors are not to be averaged over them."""
        return not self.bounded if self.declared is None else self.declared.in_units

    @property
    def heading(self) -> str:
        """Title with unit and direction."""
        unit = " (%)" if self.percent else ""
        return f"{self.title}{unit}, {self.better}"

    @property
    def better(self) -> str:
        """Which way is better, as the end of a heading.

        >>> words_for("coverage").better, words_for("prevalence").better
        ('closer to 0.95 is better', 'neither higher nor lower is better')
        """
        if self.direction is Direction.TARGET and self.declared is not None:
            return f"closer to {self.declared.target:g} is better"
        return (
            "neither higher nor lower is better"
            if self.direction is Direction.NEITHER
            else f"{self.direction.value} is better"
        )

    def best(self, values: Sequence[float]) -> float:
        """The best of the values; NaN where none is better than another.

        >>> words_for("coverage").best([0.99, 0.94, 0.8])
        0.94
        """
        return best_of(values, self.direction, self.declared)

    @property
    def points(self) -> str:
        """The unit of a difference, with a space before it."""
        return " points" if self.percent else ""

    def within(self, value: float) -> float:
        """The value, or the end of the scale that it lies beyond, as the interval of a mean may.

        >>> words_for("accuracy").within(1.12), words_for("rmse").within(1.12)
        (1.0, 1.12)
        """
        low, high = (-inf, inf) if self.declared is None else self.declared.bounds
        return value if isnan(value) else min(max(value, low), high)

    def in_bounds(self, estimate: Estimate) -> Estimate:
        """The estimate with an interval that ends where the scale ends."""
        return replace(estimate, low=self.within(estimate.low), high=self.within(estimate.high))

    @property
    def fewest(self) -> int:
        """Decimals that are shown however wide an interval is: of a scale with ends a wide one says less than nothing."""
        return 1 if self.percent else 2 if self.bounded else -9

    def show(self, value: float, decimals: int) -> str:
        """A single value."""
        if self.kind == "seconds":
            return duration(value)
        if (
            self.kind == "bytes" and value == 0
        ):  # no growth of the process was seen: the fit took memory that was free already
            return "not measurable"
        return size(value) if self.kind == "bytes" else fixed(value * self.factor, decimals)


def words_for(name: str, direction: Direction | None = None) -> MeasureNames:
    """The words of a measure; a name that no catalogue holds (a column of somebody's table) stands for itself.

    >>> words_for("my score", Direction.LOWER).heading
    'my score, lower is better'
    """
    declared = resolve(name)
    if declared is None:
        way = Direction.HIGHER if direction is None else direction
        return MeasureNames(
            name=name,
            title=clean(name) or "Score",
            direction=way,
            percent=False,
            kind="number",
            bounded=False,
            declared=None,
        )
    bounded = declared.bounds[0] >= -1.0 and declared.bounds[1] == 1.0
    kind = "number"
    if declared.reads.from_run:
        kind = "seconds" if "seconds" in name else "bytes"
    return MeasureNames(
        name=name,
        title=declared.title,
        direction=direction or declared.direction,
        percent=in_percent(name),
        kind=kind,
        bounded=bounded,
        declared=declared,
    )


def words_of(context: ClaimContext) -> MeasureNames:
    """The words of what was compared; a table whose accuracies run to a hundred is in percent already.

    A column of zeros and ones that no catalogue names is shown as shares.

    >>> from bakeoff.comparisons.question import Question
    >>> words_of(ClaimContext(question=Question(evidence="rows", measure="correct"), percent=True)).heading
    'correct (%), higher is better'
    """
    words = words_for(context.question.measure, context.direction)
    if context.percent and words.declared is None:
        return replace(words, percent=True, bounded=True)
    if words.percent and not context.percent:
        return replace(words, percent=False, bounded=False, title=f"{words.title} (%)")
    return words
