"""Detectors of change that read one value after the other and start anew after an alarm; and the positions of their alarms in an array."""

from math import inf, isfinite, log, sqrt
from typing import NamedTuple, Protocol

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = [
    "Adwin",
    "AdwinRule",
    "Ddm",
    "OnlineRule",
    "PageHinkley",
    "PageHinkleyRule",
    "adwin",
    "alarm_positions",
    "ddm",
    "page_hinkley",
    "refused_error",
    "refused_value",
]


class PageHinkleyRule(NamedTuple):
    """The settings of the Page-Hinkley test."""

    minimum: int
    delta: float
    threshold: float
    alpha: float
    direction: int  # 1 looks for rises, -1 for falls, 0 for both


class AdwinRule(NamedTuple):
    """The settings of adaptive windowing."""

    delta: float
    clock: int
    most: int  # buckets of one size
    shortest: int  # part of the window that is compared
    grace: int
    restart: bool


class OnlineRule(Protocol):
    """A detector on its way along a stream."""

    drift_detected: bool  # whether the last value raised an alarm

    def update(self, value: float) -> bool: ...  # reads the next value; whether it raises an alarm


def refused_value(value: float) -> BadInput:
    """What a detector answers to NaN or infinity."""
    return BadInput(f"a detector reads finite numbers, not {value!r}; leave the value out, or replace it")


def refused_error(value: float) -> BadInput:
    """What a detector of error rates answers to anything but an error."""
    return BadInput(
        f"this detector reads errors: 0 (right) or 1 (wrong), not {value!r}; other values need adwin, page_hinkley or kswin"
    )


def alarm_positions(rule: OnlineRule, values: Array) -> Array:
    """The positions of the values that raise an alarm."""
    update = rule.update
    return np.array([position for position, value in enumerate(values.tolist()) if update(value)], dtype=np.int64)


class PageHinkley:
    """Alarms where the faded sum of deviations from the running mean leaves its extreme."""

    __slots__ = ("down", "drift_detected", "highest", "lowest", "mean", "n", "rule", "up")

    def __init__(self, rule: PageHinkleyRule) -> None:
        self.rule = rule
        self.drift_detected = False
        self._restart()

    def _restart(self) -> None:
        self.n, self.mean, self.up, self.down, self.lowest, self.highest = 0, 0.0, 0.0, 0.0, inf, -inf

    def update(self, value: float) -> bool:
        """Read the next value; whether it raises an alarm."""
        if not isfinite(value):
            raise refused_value(value)
        minimum, delta, threshold, alpha, direction = self.rule
        if self.drift_detected:
            self._restart()
        self.n += 1
        self.mean += (1.0 / self.n) * (value - self.mean)
        away = value - self.mean
        self.up = alpha * self.up + away - delta
        self.down = alpha * self.down + away + delta
        self.lowest, self.highest = min(self.lowest, self.up), max(self.highest, self.down)
        risen = direction >= 0 and self.up - self.lowest > threshold
        fallen = direction <= 0 and self.highest - self.down > threshold
        self.drift_detected = self.n >= minimum and (risen or fallen)
        return self.drift_detected


def page_hinkley(values: Array, rule: PageHinkleyRule) -> Array:
    """The positions of the alarms of `PageHinkley`."""
    return alarm_positions(PageHinkley(rule), values)


class Ddm:
    """Alarms where the error rate plus its deviation exceeds the smallest rate by so many of its deviations."""

    __slots__ = ("drift_detected", "least", "least_rate", "least_spread", "minimum", "n", "rate", "threshold")

    def __init__(self, minimum: int, threshold: float) -> None:
        self.minimum, self.threshold = minimum, threshold
        self.drift_detected = False
        self._restart()

    def _restart(self) -> None:
        self.n, self.rate, self.least, self.least_rate, self.least_spread = 0, 0.0, inf, inf, inf

    def update(self, value: float) -> bool:
        """Read the next error, 0 or 1; whether it raises an alarm."""
        if value not in (0, 1):
            raise refused_error(value)
        if self.drift_detected:
            self._restart()
            self.drift_detected = False
        self.n += 1
        self.rate += (1.0 / self.n) * (value - self.rate)
        if self.n <= self.minimum:
            return False
        spread = sqrt(max(self.rate * (1.0 - self.rate) / self.n, 0.0))
        if self.rate + spread <= self.least:
            self.least, self.least_rate, self.least_spread = self.rate + spread, self.rate, spread
        self.drift_detected = self.rate + spread > self.least_rate + self.threshold * self.least_spread
        return self.drift_detected


def ddm(values: Array, minimum: int, threshold: float) -> Array:
    """The positions of the alarms of `Ddm`."""
    return alarm_positions(Ddm(minimum, threshold), values)


class _Window:
    """A window of any length in buckets of 1, 2, 4, ... values: sum and squared deviations of each, oldest first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.rows: list[list[tuple[float, float]]] = [[]]
        self.width, self.total, self.squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        if self.width:
            away = value - self.total / self.width
            self.squares += self.width * away * away / (self.width + 1)
        self.rows[0].append((value, 0.0))
        self.width += 1
        self.total += value
        self._compress()

    def _compress(self) -> None:
        for level, row in enumerate(self.rows):
            if len(row) <= self.most:
                return
            (first, squares), (second, more) = row[:2]
            del row[:2]
            size = float(1 << level)
            away = first / size - second / size
            if level + 1 == len(self.rows):
                self.rows.append([])
            self.rows[level + 1].append((first + second, size * size * away * away / (size + size) + squares + more))

    def drop(self) -> None:
        """Forget the oldest bucket."""
        row, size = self.rows[-1], 1 << (len(self.rows) - 1)
        total, squares = row.pop(0)
        self.width -= size
        self.total -= total
        away = total / size - self.total / self.width
        self.squares -= squares + size * self.width * away * away / (size + self.width)
        if not row:
            self.rows.pop()

    def is_cut(self, delta: float, shortest: int) -> bool:
        """Whether an older and a newer part have means that differ by more than chance allows."""
        old, old_total, new, new_total = 0, 0.0, self.width, self.total
        prime = log(2.0 * log(self.width) / delta)
        variance = self.squares / self.width
        for level in range(len(self.rows) - 1, -1, -1):
            for total, _ in self.rows[level] if level else self.rows[0][:-1]:  # the newest value is never cut off
                old, old_total = old + (1 << level), old_total + total
                new, new_total = new - (1 << level), new_total - total
                if old < shortest or new < shortest:
                    continue
                inverse = 1.0 / (old - shortest + 1) + 1.0 / (new - shortest + 1)
                bound = sqrt(2.0 * inverse * variance * prime) + 2.0 / 3.0 * prime * inverse
                if abs(old_total / old - new_total / new) > bound:
                    return True
        return False


class Adwin:
    """Alarms where the window splits into two parts of different means; then the window starts anew, or keeps its newer part."""

    __slots__ = ("drift_detected", "rule", "since", "window")

    def __init__(self, rule: AdwinRule) -> None:
        self.rule = rule
        self.drift_detected = False
        self.window, self.since = _Window(rule.most), 0

    def update(self, value: float) -> bool:
        """Read the next value; whether it raises an alarm."""
        if not isfinite(value):
            raise refused_value(value)
        rule = self.rule
        if self.drift_detected and rule.restart:
            self.window, self.since = _Window(rule.most), 0
        self.drift_detected = False
        self.window.add(value)
        self.since += 1
        if self.since % rule.clock or self.window.width <= rule.grace:
            return False
        self.drift_detected = self.window.is_cut(rule.delta, rule.shortest)
        if self.drift_detected and not rule.restart:
            while self.window.is_cut(rule.delta, rule.shortest):
                self.window.drop()
        return self.drift_detected


def adwin(values: Array, rule: AdwinRule) -> Array:
    """The positions of the alarms of `Adwin`."""
    return alarm_positions(Adwin(rule), values)
