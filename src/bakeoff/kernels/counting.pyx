"""Counts of classes, compiled."""

import numpy as np

from bakeoff.kernels.common cimport BAKEOFF_SOURCE, real
from libc.stdint cimport int64_t

SOURCE = BAKEOFF_SOURCE  # see dispatch.py


cdef extern from "simd.h":
    bint BAKEOFF_AVX2() noexcept nogil


def has_avx2():
    """Return whether the processor at hand can run the build with wider vectors."""
    return BAKEOFF_AVX2()


def confusion(const int64_t[::1] truth, const int64_t[::1] label, int64_t k, int64_t width):
    """Return the (k, width) table of truth against label; of two classes three sums are enough."""
    cdef int64_t t = 0, l = 0, both = 0
    cdef Py_ssize_t i, n = truth.shape[0]
    if k == 2 and width == 2:
        with nogil:
            for i in range(n):
                t += truth[i]
                l += label[i]
                both += truth[i] & label[i]
        return np.array([[n - t - l + both, l - both], [t - both, both]], dtype=np.float64)
    table = np.zeros((2, k * width), dtype=np.int64)
    cdef int64_t[:, ::1] out = table
    with nogil:
        for i in range(0, n - 1, 2):  # two tables: neighbours that hit the same cell need not wait for each other
            out[0, truth[i] * width + label[i]] += 1
            out[1, truth[i + 1] * width + label[i + 1]] += 1
        if n % 2:
            out[0, truth[n - 1] * width + label[n - 1]] += 1
    return table.sum(axis=0).reshape(k, width).astype(np.float64)


def likeliest(const real[:, ::1] proba):
    """Return the first largest column of each row."""
    cdef Py_ssize_t i, j, n = proba.shape[0], k = proba.shape[1], even = k - k % 4
    result = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] labels = result
    cdef real p, q, r, t
    cdef const real* row
    with nogil:
        for i in range(n):
            row = &proba[i, 0]
            p = q = r = t = row[0]
            for j in range(0, even, 4):  # four maxima: a single one would wait for itself
                p = row[j] if row[j] > p else p
                q = row[j + 1] if row[j + 1] > q else q
                r = row[j + 2] if row[j + 2] > r else r
                t = row[j + 3] if row[j + 3] > t else t
            for j in range(even, k):
                p = row[j] if row[j] > p else p
            p, r = (p if p > q else q), (r if r > t else t)
            p = p if p > r else r
            j = 0
            while j < k - 1 and row[j] != p:
                j += 1
            labels[i] = j
    return result
