"""How far the difference of two models may lie from the one that was seen: intervals of any level and one-sided p-values.

An outcome of the gate is read from the ends of an interval. The p-value is the level at which that end reaches the margin, so that the
two never disagree.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cbrt, inf, isnan, nan
from typing import Protocol

from scipy.special import ndtr, ndtri, stdtr, stdtrit

from bakeoff.estimates.analytic.paired_proportions import paired_score_z
from bakeoff.estimates.analytic.unit_shape import NORMAL, UnitShape

__all__ = ["InvertedLaw", "Law", "ScoreLaw", "StudentLaw"]

HALVINGS = 50  # of an interval of levels: more digits than a double has
LEAST_SKEWNESS = 1e-8  # below it the inverse of the cubic is lost in rounding, and so is what it would change
LEAST_P = 1e-6  # smallest p that is looked for by asking for intervals of higher and higher levels


class Law(Protocol):
    """What is known about a difference."""

    @property
    def value(self) -> float:
        """The difference that was seen."""
        ...

    @property
    def method(self) -> str:
        """The name of the interval."""
        ...

    def ends(self, level: float) -> tuple[float, float]:
        """The interval of that level; NaN where there is none."""
        ...

    def p_above(self, bound: float) -> float:
        """The p-value of "the difference is at most `bound`"; a small one shows that it is larger."""
        ...

    def p_below(self, bound: float) -> float:
        """The p-value of "the difference is at least `bound`"; a small one shows that it is smaller."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentLaw:
    r"""A difference over its standard error has Student's distribution; of infinite degrees of freedom it is the normal one.

    A skewed difference and its error depend on each other: t is lopsided then. Hall's cubic :math:`t + a t^2 / 3 + a^2 t^3 / 27 + a / 6` with
    the skewness a of the difference takes that back, but where few units tell the skewness it may overdo it. So each end is the further one of
    the two, and each p-value the larger one. The degrees of freedom are no more than the kurtosis of the units leaves.  Reference: hall1992.

    An error of zero means that both models gave the same numbers, or numbers that are the same distance apart, for every row: the interval has
    no width then. Hits and misses, which agree by chance, never come here with an error of zero.

    >>> law = StudentLaw(value=0.01, error=0.004, df=99)
    >>> [round(end, 4) for end in law.ends(0.9)], round(law.p_above(0.0), 4)
    ([0.0034, 0.0166], 0.007)
    >>> [round(end, 4) for end in StudentLaw(value=0.01, error=0.004, df=99, shape=UnitShape(skewness=0.2)).ends(0.9)]
    [0.0034, 0.0177]
    """

    value: float
    error: float
    df: float = inf
    method: str = "paired t"
    centre: float = nan  # of the interval, where it is not the value
    shape: UnitShape = NORMAL  # of what the units add to the difference

    @property
    def _middle(self) -> float:
        return self.value if isnan(self.centre) else self.centre

    @property
    def _freedom(self) -> float:
        return min(self.df, self.shape.freedom)

    def ends(self, level: float) -> tuple[float, float]:
        """The interval of that level."""
        if isnan(self.error):
            return nan, nan
        if self.error == 0:
            return self._middle, self._middle
        tail = (1 + level) / 2
        reach = float(ndtri(tail) if self._freedom == inf else stdtrit(self._freedom, tail))
        low = self._middle - max(reach, self._straight(reach)) * self.error
        high = self._middle - min(-reach, self._straight(-reach)) * self.error
        return min(low, self.value), max(high, self.value)

    def p_above(self, bound: float) -> float:
        """The p-value of "the difference is at most `bound`"."""
        if isnan(self.error):
            return nan
        if self.error == 0:
            return 0.0 if self._middle > bound else 1.0 if self._middle < bound else 0.5
        t = (self._middle - bound) / self.error
        p = self._tail(-min(t, self._bent(t)))
        return p if self.value > bound else max(p, 0.5)  # an interval holds the value that was seen

    def p_below(self, bound: float) -> float:
        """The p-value of "the difference is at least `bound`"."""
        if not self.error > 0:
            p = self.p_above(bound)
            return nan if isnan(p) else 1.0 - p
        t = (self._middle - bound) / self.error
        p = self._tail(max(t, self._bent(t)))
        return p if self.value < bound else max(p, 0.5)

    def _tail(self, t: float) -> float:
        return float(ndtr(t) if self._freedom == inf else stdtr(self._freedom, t))

    def _bent(self, t: float) -> float:
        """Hall's cubic of a t-value: its law is nearly symmetric."""
        a = self.shape.skewness
        return t + a * t * t / 3 + a * a * t**3 / 27 + a / 6

    def _straight(self, t: float) -> float:
        """The t-value whose cubic this is."""
        a = self.shape.skewness
        return t if abs(a) < LEAST_SKEWNESS else 3 / a * (cbrt(1 + a * (t - a / 6)) - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLaw:
    """The difference of two shares of rows that are right, of the same rows, by Tango's score test.

    With few rows it claims less often by mistake than the interval of Agresti and Min: of 100 rows, a margin of .02 and 2 % of the rows on
    which the two disagree, a model that is worse by the margin passes in 0 of 1,000 cases and not in 133.

    >>> law = ScoreLaw(only_new=4, only_base=1, rows=100)
    >>> [round(end, 3) for end in law.ends(0.9)], round(law.p_above(-0.02), 3)
    ([-0.009, 0.078], 0.024)
    """

    only_new: float
    only_base: float
    rows: float  # fewer than were counted where rows come in groups
    method: str = "Tango's score interval"

    @property
    def value(self) -> float:
        """The share of rows that the new model alone gets right, less that of the base."""
        return (self.only_new - self.only_base) / self.rows if self.rows else nan

    def _z(self, difference: float) -> float:
        """Of the side that is asked about: exchanged models change its sign and nothing else."""
        return paired_score_z(self.only_new, self.only_base, self.rows, difference)

    def ends(self, level: float) -> tuple[float, float]:
        """The differences that the score test of that level does not reject."""
        if not self.rows:
            return nan, nan
        z = float(ndtri((1 + level) / 2))
        low = _root(lambda difference: self._z(difference) < z, self.value, -1.0)
        high = _root(lambda difference: self._z(difference) > -z, self.value, 1.0)
        return low, high

    def p_above(self, bound: float) -> float:
        """The p-value of "the difference is at most `bound`"."""
        return float(ndtr(-self._z(bound))) if self.rows else nan

    def p_below(self, bound: float) -> float:
        """The p-value of "the difference is at least `bound`"."""
        return float(ndtr(self._z(bound))) if self.rows else nan


def _root(inside: Callable[[float], bool], middle: float, border: float) -> float:
    """The last point from the middle towards the border that is inside."""
    if inside(border):
        return border
    near, far = middle, border
    for _ in range(HALVINGS):
        half = (near + far) / 2
        near, far = (half, far) if inside(half) else (near, half)
    return near


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class InvertedLaw:
    """Any way to an interval of a level that is asked for; p-values are found by asking for other levels."""

    value: float
    interval: Callable[[float], tuple[float, float]]
    method: str

    def ends(self, level: float) -> tuple[float, float]:
        """The interval of that level."""
        return self.interval(level)

    def p_above(self, bound: float) -> float:
        """The smallest tail whose lower end is above the bound."""
        return self._smallest(lambda ends: ends[0] > bound)

    def p_below(self, bound: float) -> float:
        """The smallest tail whose upper end is below the bound."""
        return self._smallest(lambda ends: ends[1] < bound)

    def _smallest(self, beyond: Callable[[tuple[float, float]], bool]) -> float:
        if any(isnan(end) for end in self.interval(0.9)):
            return nan
        enough, little = 0.5, LEAST_P
        if beyond(self.interval(1 - 2 * little)):
            return little
        if not beyond(self.interval(1 - 2 * 0.499)):
            return 0.5  # the difference that was seen lies on the other side of the bound
        for _ in range(20):
            half = (enough + little) / 2
            enough, little = (half, little) if beyond(self.interval(1 - 2 * half)) else (enough, half)
        return enough
