"""Detectors of a rising error rate that read one error after the other: distances between errors (EDDM) and Hoeffding's bounds (HDDM)."""

from dataclasses import dataclass
from math import inf, log, sqrt
from typing import NamedTuple

from bakeoff.kernels.reference.detection import refused_error

__all__ = ["AverageBounds", "ErrorDistances", "WeightedBounds"]

_DEVIATIONS = 2  # of the distances that are added to their mean, as the paper has it


class ErrorDistances:
    """EDDM: alarms where errors follow each other much closer than when they were farthest apart."""

    __slots__ = ("drift_detected", "errors", "farthest", "last", "mean", "minimum", "n", "squares", "threshold")

    def __init__(self, minimum: int, threshold: float) -> None:
        self.minimum, self.threshold = minimum, threshold
        self.drift_detected = False
        self._restart()

    def _restart(self) -> None:
        self.n, self.errors, self.last, self.mean, self.squares, self.farthest = 0, 0, 0, 0.0, 0.0, -1.0

    def update(self, value: float) -> bool:
        """Read the next error, 0 or 1; whether it raises an alarm."""
        if value not in (0, 1):
            raise refused_error(value)
        if self.drift_detected:
            self._restart()
            self.drift_detected = False
        self.n += 1
        if not value:
            return False
        self.errors += 1
        distance = self.n - self.last
        self.last = self.n
        before = self.mean
        self.mean += (distance - before) / self.errors
        self.squares += (distance - before) * (distance - self.mean)
        if self.n <= self.minimum:
            return False
        span = self.mean + _DEVIATIONS * sqrt(self.squares / max(1, self.errors - 1))
        if span > self.farthest:
            self.farthest = span
        elif self.errors > self.minimum:
            self.drift_detected = span / self.farthest < self.threshold
        return self.drift_detected


class _Average(NamedTuple):
    """The mean of the first n values."""

    n: int = 0
    mean: float = 0.0


class AverageBounds:
    """HDDM-A: alarms where the mean of all values exceeds that of the best beginning by more than Hoeffding's bound allows."""

    __slots__ = ("both", "drift_detected", "highest", "lowest", "mean", "n", "one_end", "two_ends")

    def __init__(self, delta: float, *, both: bool) -> None:
        self.one_end, self.two_ends, self.both = log(1.0 / delta) / 2, log(2.0 / delta) / 2, both
        self.drift_detected = False
        self._restart()

    def _restart(self) -> None:
        self.n, self.mean, self.lowest, self.highest = 0, 0.0, _Average(), _Average()

    def update(self, value: float) -> bool:
        """Read the next error, 0 or 1; whether it raises an alarm."""
        if value not in (0, 1):
            raise refused_error(value)
        if self.drift_detected:
            self._restart()
        self.n += 1
        self.mean += (1.0 / self.n) * (value - self.mean)
        now = _Average(self.n, self.mean)
        width = sqrt(self.one_end / self.n)
        if not self.lowest.n or self.lowest.mean + sqrt(self.one_end / self.lowest.n) >= self.mean + width:
            self.lowest = now
        if not self.highest.n or self.highest.mean - sqrt(self.one_end / self.highest.n) <= self.mean - width:
            self.highest = now
        risen = self._exceeds(self.mean - self.lowest.mean, self.lowest.n)
        self.drift_detected = risen or (self.both and self._exceeds(self.highest.mean - self.mean, self.highest.n))
        return self.drift_detected

    def _exceeds(self, difference: float, first: int) -> bool:
        """Whether a mean of all values is that much away from the mean of the first ones by more than chance allows."""
        return first < self.n and difference >= sqrt((self.n - first) / first / self.n * self.two_ends)


@dataclass(slots=True)
class _Faded:
    """A mean in which each value weighs less than the next, and the sum of its squared weights."""

    weight: float  # of the newest value
    started: bool = False
    mean: float = 0.0
    squares: float = 1.0

    def push(self, value: float) -> None:
        self.mean = self.weight * value + (1.0 - self.weight) * self.mean if self.started else value
        self.squares = self.weight * self.weight + (1.0 - self.weight) ** 2 * self.squares
        self.started = True

    def copy(self) -> "_Faded":
        return _Faded(self.weight, self.started, self.mean, self.squares)


class _Cut:
    """Faded means before and after the value at which the mean of all was most surely low (sign 1) or high (sign -1)."""

    __slots__ = ("after", "before", "bound", "sign", "weight")

    def __init__(self, weight: float, sign: int) -> None:
        self.sign, self.weight = sign, weight
        self.bound, self.before, self.after = inf, _Faded(weight), _Faded(weight)

    def push(self, value: float, total: _Faded, confidence: float) -> None:
        """Move the cut here where the mean of all is lower (higher) than ever, else add the value to what came after it."""
        bound = self.sign * total.mean + sqrt(total.squares * confidence)
        if bound < self.bound:
            self.bound, self.before, self.after = bound, total.copy(), _Faded(self.weight)
        else:
            self.after.push(value)

    def exceeds(self, confidence: float) -> bool:
        """Whether both means differ by more than McDiarmid's bound allows."""
        if not (self.before.started and self.after.started):
            return False
        difference = self.sign * (self.after.mean - self.before.mean)
        return difference > sqrt((self.before.squares + self.after.squares) * confidence)


class WeightedBounds:
    """HDDM-W: the same with faded means and McDiarmid's bound, which notices gradual changes sooner."""

    __slots__ = ("both", "confidence", "drift_detected", "falls", "rises", "total", "weight")

    def __init__(self, delta: float, weight: float, *, both: bool) -> None:
        self.confidence, self.weight, self.both = log(1.0 / delta) / 2, weight, both
        self.drift_detected = False
        self._restart()

    def _restart(self) -> None:
        self.total, self.rises, self.falls = _Faded(self.weight), _Cut(self.weight, 1), _Cut(self.weight, -1)

    def update(self, value: float) -> bool:
        """Read the next error, 0 or 1; whether it raises an alarm."""
        if value not in (0, 1):
            raise refused_error(value)
        if self.drift_detected:
            self._restart()
        self.total.push(value)
        self.rises.push(value, self.total, self.confidence)
        self.drift_detected = self.rises.exceeds(self.confidence)
        if self.both:
            self.falls.push(value, self.total, self.confidence)
            self.drift_detected = self.drift_detected or self.falls.exceeds(self.confidence)
        return self.drift_detected
