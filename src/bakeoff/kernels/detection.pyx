"""Detectors of change, compiled: sequential loops that start anew after each alarm."""

import numpy as np

from bakeoff.kernels.common cimport BAKEOFF_SOURCE
from libc.math cimport INFINITY, fabs, log, sqrt
from libc.stdint cimport int64_t

SOURCE = BAKEOFF_SOURCE  # see dispatch.py

cdef enum:
    LEVELS = 62  # buckets of 1, 2, 4, ... values: no stream is longer


def page_hinkley(
    const double[::1] values, int64_t minimum, double delta, double threshold, double alpha, int64_t direction
):
    """Return the positions of alarms; direction 1 looks for rises, -1 for falls, 0 for both."""
    cdef Py_ssize_t i, count = values.shape[0], found = 0
    cdef int64_t n = 0
    cdef double mean = 0.0, up = 0.0, down = 0.0, lowest = INFINITY, highest = -INFINITY, away
    result = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] alarms = result
    with nogil:
        for i in range(count):
            n += 1
            mean += (1.0 / n) * (values[i] - mean)
            away = values[i] - mean
            up = alpha * up + away - delta
            down = alpha * down + away + delta
            lowest = up if up < lowest else lowest
            highest = down if down > highest else highest
            if n >= minimum and (
                (direction >= 0 and up - lowest > threshold) or (direction <= 0 and highest - down > threshold)
            ):
                alarms[found] = i
                found += 1
                n = 0
                mean = up = down = 0.0
                lowest = INFINITY
                highest = -INFINITY
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


def adwin(
    const double[::1] values, double delta, int64_t clock, int64_t most, int64_t shortest, int64_t grace, bint restart
):
    """Return the positions of alarms; after one the window starts anew, or keeps its newer part."""
    cdef Py_ssize_t i, count = values.shape[0], found = 0
    cdef int64_t since = 0
    cdef double away
    cdef Window window
    result = np.empty(count, dtype=np.int64)
    cdef int64_t[::1] alarms = result
    cdef double[::1] totals = np.zeros((LEVELS + 1) * (most + 1))
    cdef double[::1] squares = np.zeros((LEVELS + 1) * (most + 1))
    cdef int64_t[::1] sizes = np.zeros(LEVELS + 1, dtype=np.int64)
    window.width = 0
    window.total = window.squares = 0.0
    window.levels = 1
    with nogil:
        for i in range(count):
            if window.width:
                away = values[i] - window.total / window.width
                window.squares += window.width * away * away / (window.width + 1)
            totals[sizes[0]] = values[i]
            squares[sizes[0]] = 0.0
            sizes[0] += 1
            window.width += 1
            window.total += values[i]
            _compress(&window, &totals[0], &squares[0], &sizes[0], most)
            since += 1
            if since % clock or window.width <= grace:
                continue
            if not _is_cut(&window, &totals[0], &sizes[0], most, delta, shortest):
                continue
            alarms[found] = i
            found += 1
            if restart:
                window.width = since = 0
                window.total = window.squares = 0.0
                window.levels = 1
                sizes[0] = 0
                continue
            while _is_cut(&window, &totals[0], &sizes[0], most, delta, shortest):
                _drop(&window, &totals[0], &squares[0], &sizes[0], most)
    return result[:found].copy()
