"""Estimate: a value with its uncertainty. One type for every interval, of a score or of a difference."""

from dataclasses import dataclass, fields
from math import isnan, nan

__all__ = ["Estimate"]


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
    warnings: tuple[str, ...] = ()

    def __init__(
        self,
        *,
        value: float,
        low: float,
        high: float,
        level: float,
        method: str,
        n: int,
        warnings: tuple[str, ...] = (),
    ) -> None:  # what the dataclass would write, in less than half the time: a panel holds seventy of these
        _value(self, value)
        _low(self, low)
        _high(self, high)
        _level(self, level)
        _method(self, method)
        _n(self, n)
        _warnings(self, warnings)

    @classmethod
    def alone(cls, value: float, n: int, warnings: tuple[str, ...] = ()) -> "Estimate":
        """A value without an interval.

        >>> print(Estimate.alone(0.8, 10))
        0.800
        """
        made = object.__new__(cls)
        _value(made, value)
        _low(made, nan)
        _high(made, nan)
        _level(made, 0.95)
        _method(made, "none")
        _n(made, n)
        _warnings(made, warnings)
        return made

    def __str__(self) -> str:
        if isnan(self.value):
            return "undefined" + (f" ({self.warnings[0]})" if self.warnings else "")
        if isnan(self.low) and isnan(self.high):
            return f"{self.value:.3g}" if abs(self.value) >= 1000 else f"{self.value:.3f}"
        ends = ", ".join("open" if isnan(end) else f"{end:.3f}" for end in (self.low, self.high))
        return f"{self.value:.3f} [{ends}] ({100 * self.level:.4g}%, {self.method}, n = {self.n})"

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


_value, _low, _high, _level, _method, _n, _warnings = (getattr(Estimate, one.name).__set__ for one in fields(Estimate))
