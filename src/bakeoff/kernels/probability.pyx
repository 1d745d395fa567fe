"""Checks and sums of probabilities, compiled."""

import numpy as np

from bakeoff.kernels.common cimport BAKEOFF_SOURCE, BLOCK, PARTS, _total, real
from libc.math cimport INFINITY, fabs, log, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy, memset

from bakeoff.kernels.named_results import FusedSums

SOURCE = BAKEOFF_SOURCE  # see dispatch.py

cdef extern from "simd.h":
    bint BAKEOFF_AVX2() noexcept nogil
    Py_ssize_t bakeoff_check_rows(
        const double* row, Py_ssize_t n, Py_ssize_t k, int64_t* wrong, double* worst
    ) noexcept nogil

cdef enum:
    TURN = 128  # rows after which products are put back into range: sixteen factors of at least 1e-15 each

cdef double LEAST = 1e-15  # smaller probabilities are looked at one by one


def has_avx2():
    """Return whether the processor at hand can run the build with wider vectors."""
    return BAKEOFF_AVX2()


cdef struct Logs:
    double[PARTS] product  # kept near one,
    int64_t[PARTS] exponent  # its powers of two being counted here: one logarithm is taken at the very end
    double tiny  # logarithms of the probabilities below LEAST that are not zero
    int64_t small, zeros


cdef inline void _start_logs(Logs* to) noexcept nogil:
    cdef Py_ssize_t j
    for j in range(PARTS):
        to.product[j], to.exponent[j] = 1.0, 0
    to.tiny, to.small, to.zeros = 0.0, 0, 0


cdef inline void _multiply_block(double* mine, Py_ssize_t size, Logs* to) noexcept nogil:
    """Multiply a block of probabilities of the true class; it is filled up with ones."""
    cdef Py_ssize_t i, j, at
    cdef int64_t bits, low = 0
    for i in range(size, BLOCK):
        mine[i] = 1.0
    for i in range(BLOCK):
        low |= mine[i] < LEAST
    if low:
        for i in range(size):
            if mine[i] < LEAST:
                to.small += 1
                to.zeros += mine[i] <= 0
                to.tiny += log(mine[i]) if mine[i] > 0 else 0.0
                mine[i] = 1.0
    at = 0
    while at < size:
        for i in range(TURN // PARTS):
            for j in range(PARTS):
                to.product[j] *= mine[at + i * PARTS + j]
        for j in range(PARTS):
            memcpy(&bits, &to.product[j], 8)
            to.exponent[j] += (bits >> 52) - 1023
            bits = (bits & <int64_t>0xFFFFFFFFFFFFF) | <int64_t>0x3FF0000000000000
            memcpy(&to.product[j], &bits, 8)
        at += TURN


cdef inline double _log_of_products(const Logs* of) noexcept nogil:
    """Sum of the logarithms of the probabilities that are not small."""
    cdef Py_ssize_t j
    cdef int64_t twos = 0
    cdef double total = 0.0
    for j in range(PARTS):
        total += log(of.product[j])
        twos += of.exponent[j]
    return total + twos * log(2.0)


cdef inline double _minus_log(const Logs* of) noexcept nogil:
    return INFINITY if of.zeros else -(_log_of_products(of) + of.tiny)


cdef struct Two:
    double[BLOCK] first, second, mine, other  # of either class where they had to be copied; of the true class or not
    const double* zero
    const double* one  # probabilities of the two classes, each in one piece


cdef inline void _by_truth(
    const double* zero, const double* one, const int64_t* truth, Py_ssize_t size, double* mine, double* other
) noexcept nogil:
    cdef Py_ssize_t i
    cdef double a, b
    for i in range(size):
        a = zero[i]
        b = one[i]
        mine[i] = b if truth[i] else a
        other[i] = a if truth[i] else b


cdef inline void _load_block(const real[:, :] proba, const int64_t* truth, Py_ssize_t at, Py_ssize_t size, Two* to) noexcept nogil:
    """A block of the probabilities of two classes, as they are and by which was true."""
    cdef Py_ssize_t i
    if real is double and proba.strides[0] == sizeof(double):
        to.zero, to.one = <const double*>&proba[at, 0], <const double*>&proba[at, 1]
    else:
        for i in range(size):
            to.first[i] = proba[at + i, 0]
            to.second[i] = proba[at + i, 1]
        to.zero, to.one = to.first, to.second
    _by_truth(to.zero, to.one, truth + at, size, to.mine, to.other)


cdef inline double _long_sum(const real* row, Py_ssize_t k) noexcept nogil:
    """Sum of many entries in sixteen parts that do not wait for each other."""
    cdef double[2 * PARTS] part
    cdef double total = 0.0
    cdef Py_ssize_t i, j, whole = k // (2 * PARTS)
    for j in range(2 * PARTS):
        part[j] = row[j]
    for i in range(1, whole):
        for j in range(2 * PARTS):
            part[j] += row[i * 2 * PARTS + j]
    for j in range(whole * 2 * PARTS, k):
        total += row[j]
    for j in range(PARTS):
        part[j] += part[j + PARTS]
    return total + ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]))


cdef inline double _worst_short_sum(const real* row, Py_ssize_t k, Py_ssize_t rows) noexcept nogil:
    """How far from one a sum of few entries is at most, in up to PARTS rows."""
    cdef double[PARTS] sums
    cdef Py_ssize_t i, j
    cdef double off, worst = 0.0
    for i in range(PARTS):
        sums[i] = 0.0
    if rows == PARTS:
        for j in range(k):
            for i in range(PARTS):  # rows in step: the sum of one alone would wait for itself
                sums[i] += row[i * k + j]
    else:
        for i in range(rows):
            for j in range(k):
                sums[i] += row[i * k + j]
    for i in range(rows):
        off = fabs(sums[i] - 1.0)
        worst = off if off > worst else worst
    return worst


def check_probabilities(const real[:, ::1] proba, const int64_t[::1] truth):
    """Check that all entries are probabilities; also return the largest distance of a row's sum from one, and the log loss.

    Between 0 and 1 the bits of a double rise with its value, so one subtraction of integers finds every wrong entry;
    minus zero is called wrong too and has to be checked again. The log loss is summed while the rows are in the cache.
    """
    cdef Py_ssize_t i, j, at = 0, size, filled = 0, n = proba.shape[0], k = proba.shape[1]
    cdef Py_ssize_t wide = min(1024 // k // PARTS * PARTS + PARTS, BLOCK)  # rows that stay in a near cache
    cdef const real* row
    cdef const int64_t* word
    cdef double off, worst = 0.0, p = 1.0
    cdef double[BLOCK] mine
    cdef int64_t bits, one = 0x3FF0000000000000, wrong = 0  # the bits of 1.0
    cdef Logs logs
    _start_logs(&logs)
    with nogil:
        while at < n:
            size = wide if n - at >= wide else n - at
            row = &proba[at, 0]
            i = 0
            if real is double:
                if 4 <= k < 4 * PARTS:  # longer rows are as fast without
                    i = bakeoff_check_rows(<const double*>row, size, k, &wrong, &worst)
                word = <const int64_t*>row
                for j in range(i * k, size * k):
                    wrong |= word[j] | (one - word[j])
            else:
                for j in range(size * k):
                    p = row[j]
                    memcpy(&bits, &p, 8)
                    wrong |= bits | (one - bits)
            while i < size:
                if k >= 2 * PARTS:
                    off = fabs(_long_sum(row + i * k, k) - 1.0)
                    i += 1
                else:
                    off = _worst_short_sum(row + i * k, k, PARTS if size - i >= PARTS else size - i)
                    i += PARTS
                worst = off if off > worst else worst
            for i in range(size):
                mine[filled + i] = row[i * k + truth[at + i]]
            filled += size
            at += size
            if filled + wide > BLOCK or at == n:
                _multiply_block(mine, filled, &logs)
                filled = 0
    return wrong >= 0, worst, _minus_log(&logs)


cdef inline void _claims(const double* mine, const double* other, const int64_t* truth, Py_ssize_t size, double* best, double* over) noexcept nogil:
    """The larger of two probabilities, and what is left of it when one is taken away from those that were right."""
    cdef Py_ssize_t i
    cdef double a, b
    cdef int64_t level = 0
    for i in range(size):
        a = mine[i]
        b = other[i]
        best[i] = a if a > b else b
    for i in range(size):
        a = mine[i]
        b = other[i]
        over[i] = 1.0 if a > b else 0.0
    for i in range(size):  # a loop of its own: the compiler would make a branch of it, and nobody can guess that
        over[i] = best[i] - over[i]
    for i in range(size):
        level |= mine[i] == other[i]
    if level:
        for i in range(size):
            over[i] -= mine[i] == other[i] and not truth[i]  # of equals the first class is the answer


cdef inline void _bins(const double* best, Py_ssize_t size, int32_t* bin) noexcept nogil:
    """In which tenth each of them lies; tenths are closed above."""
    cdef Py_ssize_t i
    cdef double q
    cdef int32_t whole
    for i in range(size):
        q = best[i] * 10.0
        whole = <int32_t>q
        whole -= 1 if <double>whole == q else 0
        whole = 0 if whole < 0 else whole
        bin[i] = 9 if whole > 9 else whole


cdef inline void _distances(const double* mine, double* other, double* length, Py_ssize_t size) noexcept nogil:
    """Put the spherical score in place of the squared length, and the absolute distance in place of the other classes."""
    cdef Py_ssize_t i
    cdef double q
    for i in range(size):
        length[i] = mine[i] / sqrt(length[i])
    for i in range(size):
        q = other[i]
        other[i] = (q if q > 0 else 0.0) + fabs(1.0 - mine[i])


cdef enum:
    TENTHS = 6  # sums of claims: all of them, and those of answers above five to nine tenths


cdef struct BlockSums:
    int64_t ones
    double gaps, spherical, squares
    double[TENTHS] over


cdef inline double _sum_of_four(const double* part) noexcept nogil:
    return (part[0] + part[1]) + (part[2] + part[3])


cdef inline void _add_block(const double* zero, const double* one, const int64_t* truth, double* mine, BlockSums* to) noexcept nogil:
    """A whole block of two classes, four rows side by side: plain choices and sums, which the compiler makes vectors of."""
    cdef double[4] gaps, spherical, squares, every, five, six, seven, eight, nine
    cdef double m, o, w, best, over
    cdef Py_ssize_t i, j
    for i in range(BLOCK):
        to.ones += truth[i]
    for j in range(4):
        gaps[j] = spherical[j] = squares[j] = every[j] = five[j] = six[j] = seven[j] = eight[j] = nine[j] = 0.0
    for i in range(0, BLOCK, 4):
        for j in range(4):
            m = one[i + j] if truth[i + j] else zero[i + j]
            o = zero[i + j] if truth[i + j] else one[i + j]
            mine[i + j] = m
            w = 1.0 - m
            spherical[j] += m / sqrt(m * m + o * o)
            squares[j] += w * w + o * o
            gaps[j] += (o if o > 0 else 0.0) + fabs(w)
            best = m if m > o else o
            over = best - (1.0 if m > o else 0.0)
            best *= 10.0
            every[j] += over
            five[j] += over if best > 5.0 else 0.0
            six[j] += over if best > 6.0 else 0.0
            seven[j] += over if best > 7.0 else 0.0
            eight[j] += over if best > 8.0 else 0.0
            nine[j] += over if best > 9.0 else 0.0
    to.gaps += _sum_of_four(gaps)
    to.spherical += _sum_of_four(spherical)
    to.squares += _sum_of_four(squares)
    to.over[0] += _sum_of_four(every)
    to.over[1] += _sum_of_four(five)
    to.over[2] += _sum_of_four(six)
    to.over[3] += _sum_of_four(seven)
    to.over[4] += _sum_of_four(eight)
    to.over[5] += _sum_of_four(nine)


cdef inline bint _any_level(const double* zero, const double* one) noexcept nogil:
    cdef Py_ssize_t i
    cdef int64_t level = 0
    for i in range(BLOCK):
        level |= zero[i] == one[i]
    return level != 0


def fused_probability_sums(const real[:, :] proba, const int64_t[::1] truth):
    """Return the sums of all row quantities of probabilities, by name."""
    cdef Py_ssize_t i, j, part, at, size, n = truth.shape[0], k = proba.shape[1], top, true
    cdef double[BLOCK] length, best, over  # of all probabilities together; the largest, and what it claims too much
    cdef int32_t[BLOCK] bin
    cdef double[4][10] bins  # four tables: neighbours that fall into the same bin need not wait for each other
    cdef double q, rest, gaps = 0.0, spherical = 0.0, squares = 0.0
    cdef double[BLOCK] away
    cdef Logs logs
    cdef Two two
    cdef BlockSums tally
    cdef bint apart = real is double and k == 2 and proba.strides[0] == sizeof(double)  # each class in one piece
    memset(&tally, 0, sizeof(BlockSums))
    _start_logs(&logs)
    for i in range(4):
        for j in range(10):
            bins[i][j] = 0.0
    with nogil:
        for part in range((n + BLOCK - 1) // BLOCK):
            at = part * BLOCK
            size = BLOCK if n - at >= BLOCK else n - at
            if apart and size == BLOCK and not _any_level(<const double*>&proba[at, 0], <const double*>&proba[at, 1]):
                _add_block(<const double*>&proba[at, 0], <const double*>&proba[at, 1], &truth[at], two.mine, &tally)
                _multiply_block(two.mine, size, &logs)
                continue
            if k == 2:
                for i in range(size):
                    tally.ones += truth[at + i]
                _load_block(proba, &truth[0], at, size, &two)
                _claims(two.mine, two.other, &truth[at], size, best, over)
                for i in range(size):
                    length[i] = two.mine[i] * two.mine[i] + two.other[i] * two.other[i]
                    away[i] = (1.0 - two.mine[i]) * (1.0 - two.mine[i]) + two.other[i] * two.other[i]
            else:
                for i in range(size):
                    true = truth[at + i]
                    two.mine[i] = proba[at + i, true]
                    two.other[i] = rest = 0.0
                    best[i] = proba[at + i, 0]
                    top = 0
                    for j in range(k):
                        q = proba[at + i, j]
                        if q > best[i]:
                            best[i] = q
                            top = j
                        q = 0.0 if j == true else q  # as in square_sum
                        two.other[i] += q
                        rest += q * q
                    over[i] = best[i] - (top == true)
                    length[i] = rest + two.mine[i] * two.mine[i]
                    away[i] = rest + (1.0 - two.mine[i]) * (1.0 - two.mine[i])
            squares += _total(away, size)
            _bins(best, size, bin)
            _distances(two.mine, two.other, length, size)
            for i in range(size):
                bins[i & 3][bin[i]] += over[i]
            spherical += _total(length, size)
            gaps += _total(two.other, size)
            _multiply_block(two.mine, size, &logs)
    for i in range(TENTHS):  # the answers of one tenth are those above it without those above the next
        bins[0][i + 4] += tally.over[i] - (tally.over[i + 1] if i + 1 < TENTHS else 0.0)
    gaps, spherical, squares = gaps + tally.gaps, spherical + tally.spherical, squares + tally.squares
    q = _log_of_products(&logs)
    return FusedSums(
        gaps=gaps,
        spherical=spherical,
        scheme_bits=-(q + logs.tiny) / log(2.0) + 1074.0 * logs.zeros,
        clipped_log_loss=-q - logs.small * log(LEAST),
        impossible=logs.zeros,
        squares=squares,
        log_loss=_minus_log(&logs),
        calibration=np.array([bins[0][i] + bins[1][i] + bins[2][i] + bins[3][i] for i in range(10)]),
        ones=tally.ones,
    )
