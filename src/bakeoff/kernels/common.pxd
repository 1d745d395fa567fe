# cython: cdivision=True
"""What several kernel modules share: types of arrays, block sizes, small loops."""

from libc.math cimport log1p
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef BAKEOFF_SOURCE
    #define BAKEOFF_SOURCE 0
    #endif
    """
    const uint64_t BAKEOFF_SOURCE  # the stamp of the .pyx file, given by setup.py

ctypedef fused real:
    float
    double

ctypedef fused ranked:  # scores, or whole numbers that are in the same order
    float
    double
    uint32_t

cdef enum:
    BLOCK = 512  # rows whose quantities stay in the nearest cache
    PARTS = 8  # partial sums: a single one would wait for its own last addition
    CHUNK = 64  # positives whose terms are computed side by side, unless a score occurs twice among them


cdef inline double _total(const double* values, Py_ssize_t n) noexcept nogil:
    """Sum, in eight parts: one alone would wait for itself."""
    cdef Py_ssize_t i, j, even = n - n % PARTS
    cdef double[PARTS] part
    cdef double total = 0.0
    for j in range(PARTS):
        part[j] = 0.0
    for i in range(n // PARTS):
        for j in range(PARTS):
            part[j] += values[i * PARTS + j]
    for i in range(even, n):
        total += values[i]
    for j in range(PARTS):
        total += part[j]
    return total


cdef inline double _largest(const double* values, Py_ssize_t n, double sign) noexcept nogil:
    """The largest of the values times one or minus one."""
    cdef Py_ssize_t i, j
    cdef double[PARTS] part
    cdef double one, most = sign * values[0]
    for j in range(PARTS):
        part[j] = most
    for i in range(n // PARTS):
        for j in range(PARTS):
            one = sign * values[i * PARTS + j]
            part[j] = one if one > part[j] else part[j]
    for i in range(n - n % PARTS, n):
        one = sign * values[i]
        most = one if one > most else most
    for j in range(PARTS):
        most = part[j] if part[j] > most else most
    return most


cdef inline double _log1p(double t) noexcept nogil:
    """log(1 + t): the series is exact to the last digit where t is small, which it nearly always is."""
    return log1p(t) if t > 1e-3 else _series(t)


cdef inline double _series(double t) noexcept nogil:
    return t * (1.0 - t * (0.5 - t * (1.0 / 3.0 - t * (0.25 - t * 0.2))))


cdef inline bint _any_tie(
    const ranked* positives, Py_ssize_t m, const ranked* negatives, Py_ssize_t n, const int32_t* above, Py_ssize_t c
) noexcept nogil:
    """Whether a positive of this CHUNK, counted from the highest down, shares its score with any other row."""
    cdef Py_ssize_t i, last = m - 1 - c * CHUNK, first = last - CHUNK + 1 if last >= CHUNK else 0
    cdef int64_t same = last + 1 < m and positives[last] == positives[last + 1]
    for i in range(first if first else 1, last + 1):
        same |= positives[i] == positives[i - 1]
    for i in range(first, last + 1):
        same |= negatives[n - 1 - above[i] if above[i] < n else 0] == positives[i]
    return same != 0


cdef inline uint64_t _mix(uint64_t state) noexcept nogil:
    state = (state ^ (state >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    state = (state ^ (state >> 27)) * <uint64_t>0x94D049BB133111EB
    return state ^ (state >> 31)
