"""Estimate: a value with its uncertainty. One type for every interval, of a score or of a difference."""

from dataclasses import dataclass, replace
from math import isfinite, isnan, nan
from typing import Any

from bakeoff.core.notes import Note, texts
from bakeoff.estimates.notes import CUT

__all__ = ["Estimate", "cut_at"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A value, its interval, and how that was made; of a one-sided bound the open end is NaN.

    >>> print(Estimate(value=0.812, low=0.774, high=0.846, level=0.95, method="corrected t", n=100))
    0.812 [0.774, 0.846] (95%, corrected t, n = 100)
    """

    value: float
    low: float
    high: float
    level: float
    method: str
    n: int
    notes: tuple[Note, ...] = ()
    df: float | None = (
        None  # degrees of freedom of the t whose quantile reaches the ends; infinite: a normal law; None: not stated
    )

    @classmethod
    def alone(cls, value: float, n: int, *notes: Note, level: float = 0.95) -> "Estimate":
        """A value without an interval.

        Parameters
        ----------
        value
            The value.
        n
            How many rows, splits or data sets it rests on.
        notes
            Why it has no interval.
        level
            The confidence that an interval would have.

        Returns
        -------
        Estimate
            With NaN for both ends.

        Examples
        --------
        >>> print(Estimate.alone(0.8, 10))
        0.800
        """
        return cls(value=value, low=nan, high=nan, level=level, method="none", n=n, notes=notes)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return texts(self.notes) if self.notes else ()

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the numbers, and the notes as texts and as facts."""
        return {
            "value": self.value, "low": self.low, "high": self.high, "level": self.level, "method": self.method, "n": self.n,
            "warnings": list(self.warnings), "notes": [note.as_dict() for note in self.notes],
        }  # fmt: skip

    def __str__(self) -> str:
        if isnan(self.value):
            return "undefined" + (f" ({self.notes[0]})" if self.notes else "")
        if isnan(self.low) and isnan(self.high):
            return f"{self.value:.3g}" if abs(self.value) >= 1000 else f"{self.value:.3f}"
        ends = ", ".join("open" if isnan(end) else f"{end:.3f}" for end in (self.low, self.high))
        return f"{self.value:.3f} [{ends}] ({100 * self.level:.4g}%, {self.method}, n = {self.n})"

    @property
    def has_interval(self) -> bool:
        """Whether both ends are known and apart; an interval of no width is not informative.

        >>> Estimate.alone(0.8, 10).has_interval
        False
        """
        return isfinite(self.low) and isfinite(self.high) and self.low < self.high

    @property
    def turned(self) -> "Estimate":
        """The same difference, with the other learner first.

        >>> print(Estimate(value=0.2, low=0.1, high=0.4, level=0.95, method="t", n=9).turned)
        -0.200 [-0.400, -0.100] (95%, t, n = 9)
        """
        return replace(self, value=-self.value, low=-self.high, high=-self.low)

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


def cut_at(estimate: Estimate | None, widest: float) -> Estimate | None:
    """A difference whose interval ends no further out than two values can lie apart; unchanged where it does.

    >>> print(cut_at(Estimate(value=0.7, low=-0.8, high=2.1, level=0.95, method="t", n=30), 1.0))
    0.700 [-0.800, 1.000] (95%, t, n = 30)
    """
    if estimate is None or not (estimate.low < -widest or estimate.high > widest):
        return estimate
    return replace(
        estimate,
        low=max(estimate.low, -widest),
        high=min(estimate.high, widest),
        notes=(*estimate.notes, CUT(widest=widest)),
    )
