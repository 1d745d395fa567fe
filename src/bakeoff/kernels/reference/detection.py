"""Detectors of change, one value after the other: each returns the positions of its alarms and starts anew after one."""

from math import inf, log, sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["AdwinRule", "PageHinkleyRule", "adwin", "ddm", "page_hinkley"]


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


def page_hinkley(values: Array, rule: PageHinkleyRule) -> Array:
    """Alarms where the faded sum of deviations from the running mean leaves its extreme."""
    minimum, delta, threshold, alpha, direction = rule
    alarms, n, mean, up, down, lowest, highest = [], 0, 0.0, 0.0, 0.0, inf, -inf
    for position, value in enumerate(values.tolist()):
        n += 1
        mean += (1.0 / n) * (value - mean)
        away = value - mean
        up = alpha * up + away - delta
        down = alpha * down + away + delta
        lowest, highest = min(lowest, up), max(highest, down)
        risen, fallen = direction >= 0 and up - lowest > threshold, direction <= 0 and highest - down > threshold
        if n >= minimum and (risen or fallen):
            alarms.append(position)
            n, mean, up, down, lowest, highest = 0, 0.0, 0.0, 0.0, inf, -inf
    return np.array(alarms, dtype=np.int64)


def ddm(values: Array, minimum: int, threshold: float) -> Array:
    """Alarms where the error rate plus its deviation exceeds the smallest rate by so many of its deviations."""
    alarms, n, rate, least, least_rate, least_spread = [], 0, 0.0, inf, inf, inf
    for position, value in enumerate(values.tolist()):
        n += 1
        rate += (1.0 / n) * (value - rate)
        if n <= minimum:
            continue
        spread = sqrt(max(rate * (1.0 - rate) / n, 0.0))
        if rate + spread <= least:
            least, least_rate, least_spread = rate + spread, rate, spread
        if rate + spread > least_rate + threshold * least_spread:
            alarms.append(position)
            n, rate, least, least_rate, least_spread = 0, 0.0, inf, inf, inf
    return np.array(alarms, dtype=np.int64)


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


def adwin(values: Array, rule: AdwinRule) -> Array:
    """Alarms where the window splits into two parts of different means; then the window starts anew, or keeps its newer part."""
    delta, clock, most, shortest, grace, restart = rule
    alarms, window, since = [], _Window(most), 0
    for position, value in enumerate(values.tolist()):
        window.add(value)
        since += 1
        if since % clock or window.width <= grace or not window.is_cut(delta, shortest):
            continue
        alarms.append(position)
        if restart:
            window, since = _Window(most), 0
            continue
        while window.is_cut(delta, shortest):
            window.drop()
    return np.array(alarms, dtype=np.int64)
