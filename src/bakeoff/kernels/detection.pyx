"""Detectors of change, compiled: sequential loops that start anew after each alarm."""

import numpy as np

from bakeoff.kernels.common cimport BAKEOFF_SOURCE

from bakeoff.kernels.reference.detection import refused_value

from libc.math cimport INFINITY, fabs, isfinite, log, sqrt
from libc.stdint cimport int64_t

SOURCE = BAKEOFF_SOURCE  # see dispatch.py

cdef enum:
    LEVELS = 62  # buckets of 1, 2, 4, ... values: no stream is longer


cdef class PageHinkley:
    """Alarms where the faded sum of deviations from the running mean leaves its extreme; one value after the other."""

    cdef int64_t n, minimum, direction
    cdef double mean, up, down, lowest, highest, delta, threshold, alpha
    cdef readonly bint drift_detected

    def __cinit__(self, int64_t minimum, double delta, double threshold, double alpha, int64_t direction):
        self.minimum, self.delta, self.threshold, self.alpha, self.direction = minimum, delta, threshold, alpha, direction
        self.drift_detected = False
        self._restart()

    cdef void _restart(self) noexcept nogil:
        self.n = 0
        self.mean = self.up = self.down = 0.0
        self.lowest = INFINITY
        self.highest = -INFINITY

    cdef bint _next(self, double value) noexcept nogil:
        cdef double away
        if self.drift_detected:
            self._restart()
        self.n += 1
        self.mean += (1.0 / self.n) * (value - self.mean)
        away = value - self.mean
        self.up = self.alpha * self.up + away - self.delta
        self.down = self.alpha * self.down + away + self.delta
        self.lowest = self.up if self.up < self.lowest else self.lowest
        self.highest = self.down if self.down > self.highest else self.highest
        self.drift_detected = self.n >= self.minimum and (
            (self.direction >= 0 and self.up - self.lowest > self.threshold)
            or (self.direction <= 0 and self.highest - self.down > self.threshold)
        )
        return self.drift_detected

    def update(self, double value):
        """Read the next value; whether it raises an alarm."""
        if not isfinite(value):
            raise refused_value(value)
        return self._next(value)


def page_hinkley(
    const double[::1] values, int64_t minimum, double delta, double threshold, double alpha, int64_t direction
):
    """Return the positions of alarms; direction 1 looks for rises, -1 for falls, 0 for both."""
    cdef Py_ssize_t i, count = values.shape[0], found = 0
    cdef PageHinkley rule = PageHinkley(minimum, delta, threshold, alpha, direction)
    result = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] alarms = result
    with nogil:
        for i in range(count):
            if rule._next(values[i]):
                alarms[found] = i
                found += 1
    return result[:found].copy()


def ddm(const double[::1] values, int64_t minimum, double threshold):
    """Return the positions of alarms."""
    cdef Py_ssize_t i, count = values.shape[0], found = 0
    cdef int64_t n = 0
    cdef double rate = 0.0, spread, least = INFINITY, least_rate = INFINITY, least_spread = INFINITY
    result = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] alarms = result
    with nogil:
        for i in range(count):
            n += 1
            rate += (1.0 / n) * (values[i] - rate)
            if n <= minimum:
                continue
            spread = rate * (1.0 - rate) / n
            spread = sqrt(spread) if spread > 0 else 0.0
            if rate + spread <= least:
                least = rate + spread
                least_rate = rate
                least_spread = spread
            if rate + spread > least_rate + threshold * least_spread:
                alarms[found] = i
                found += 1
                n = 0
                rate = 0.0
                least = least_rate = least_spread = INFINITY
    return result[:found].copy()


cdef struct Window:
    int64_t width
    double total
    double squares
    int64_t levels


cdef void _compress(
    Window* window, double* totals, double* squares, int64_t* sizes, int64_t most
) noexcept nogil:
    """Join the two oldest buckets of each level that holds too many."""
    cdef int64_t level = 0, k, row, above, place
    cdef double size = 1.0, away
    while level < window.levels and sizes[level] > most:
        row = level * (most + 1)
        above = row + most + 1
        if level + 1 == window.levels:
            window.levels += 1
            sizes[level + 1] = 0
        away = totals[row] / size - totals[row + 1] / size
        place = above + sizes[level + 1]
        totals[place] = totals[row] + totals[row + 1]
        squares[place] = size * size * away * away / (size + size) + squares[row] + squares[row + 1]
        sizes[level + 1] += 1
        for k in range(2, sizes[level]):
            totals[row + k - 2] = totals[row + k]
            squares[row + k - 2] = squares[row + k]
        sizes[level] -= 2
        level += 1
        size *= 2.0


cdef void _drop(Window* window, double* totals, double* squares, int64_t* sizes, int64_t most) noexcept nogil:
    """Forget the oldest bucket."""
    cdef int64_t level = window.levels - 1, row = level * (most + 1), k, size = <int64_t>1 << level
    cdef double total = totals[row], own = squares[row], away
    window.width -= size
    window.total -= total
    away = total / size - window.total / window.width
    window.squares -= own + size * window.width * away * away / (size + window.width)
    for k in range(1, sizes[level]):
        totals[row + k - 1] = totals[row + k]
        squares[row + k - 1] = squares[row + k]
    sizes[level] -= 1
    if not sizes[level]:
        window.levels -= 1


cdef bint _is_cut(
    Window* window, const double* totals, const int64_t* sizes, int64_t most, double delta, int64_t shortest
) noexcept nogil:
    """Whether an older and a newer part have means that differ by more than chance allows."""
    cdef int64_t level, k, old = 0, new = window.width, size
    cdef double old_total = 0.0, new_total = window.total, inverse, bound
    cdef double prime = log(2.0 * log(<double>window.width) / delta), variance = window.squares / window.width
    for level in range(window.levels - 1, -1, -1):
        size = <int64_t>1 << level
        for k in range(sizes[level] if level else sizes[0] - 1):
            old += size
            new -= size
            old_total += totals[level * (most + 1) + k]
            new_total -= totals[level * (most + 1) + k]
            if old < shortest or new < shortest:
                continue
            inverse = 1.0 / (old - shortest + 1) + 1.0 / (new - shortest + 1)
            bound = sqrt(2.0 * inverse * variance * prime) + 2.0 / 3.0 * prime * inverse
            if fabs(old_total / old - new_total / new) > bound:
                return True
    return False


cdef class Adwin:
    """Alarms where the window splits into two parts of different means; one value after the other."""

    cdef Window window
    cdef int64_t since, clock, most, shortest, grace
    cdef double delta
    cdef bint restart
    cdef double[::1] totals, squares
    cdef int64_t[::1] sizes
    cdef readonly bint drift_detected

    def __cinit__(self, double delta, int64_t clock, int64_t most, int64_t shortest, int64_t grace, bint restart):
        self.delta, self.clock, self.most, self.shortest, self.grace, self.restart = (
            delta, clock, most, shortest, grace, restart
        )
        self.totals = np.zeros((LEVELS + 1) * (most + 1))
        self.squares = np.zeros((LEVELS + 1) * (most + 1))
        self.sizes = np.zeros(LEVELS + 1, dtype=np.int64)
        self.drift_detected = False
        self._begin()

    cdef void _begin(self) noexcept nogil:
        self.window.width = self.since = 0
        self.window.total = self.window.squares = 0.0
        self.window.levels = 1
        self.sizes[0] = 0

    cdef bint _next(self, double value) noexcept nogil:
        cdef double away
        if self.drift_detected and self.restart:
            self._begin()
        self.drift_detected = False
        if self.window.width:
            away = value - self.window.total / self.window.width
            self.window.squares += self.window.width * away * away / (self.window.width + 1)
        self.totals[self.sizes[0]] = value
        self.squares[self.sizes[0]] = 0.0
        self.sizes[0] += 1
        self.window.width += 1
        self.window.total += value
        _compress(&self.window, &self.totals[0], &self.squares[0], &self.sizes[0], self.most)
        self.since += 1
        if self.since % self.clock or self.window.width <= self.grace:
            return False
        self.drift_detected = self._is_cut()
        if self.drift_detected and not self.restart:
            while self._is_cut():
                _drop(&self.window, &self.totals[0], &self.squares[0], &self.sizes[0], self.most)
        return self.drift_detected

    cdef bint _is_cut(self) noexcept nogil:
        return _is_cut(&self.window, &self.totals[0], &self.sizes[0], self.most, self.delta, self.shortest)

    def update(self, double value):
        """Read the next value; whether it raises an alarm."""
        if not isfinite(value):
            raise refused_value(value)
        return self._next(value)


def adwin(
    const double[::1] values, double delta, int64_t clock, int64_t most, int64_t shortest, int64_t grace, bint restart
):
    """Return the positions of alarms; after one the window starts anew, or keeps its newer part."""
    cdef Py_ssize_t i, count = values.shape[0], found = 0
    cdef Adwin rule = Adwin(delta, clock, most, shortest, grace, restart)
    result = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] alarms = result
    with nogil:
        for i in range(count):
            if rule._next(values[i]):
                alarms[found] = i
                found += 1
    return result[:found].copy()
