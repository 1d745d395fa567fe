# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The hot loops, compiled. Each has its NumPy twin in twins.py; the tests hold the two together.

What earned each its place (ratios over the twin, one thread, a million rows): see benchmarks/bench_measures.py.
"""

import numpy as np

cimport cython
from libc.math cimport INFINITY, NAN, cbrt, exp, fabs, floor, lgamma, log, log1p, sqrt
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

ctypedef fused real:
    float
    double

ctypedef fused ranked:  # scores, or whole numbers that are in the same order
    float
    double
    uint32_t


def count_two(const int64_t[::1] truth, const int64_t[::1] label):
    """Of 0/1 codes: how many are true, how many predicted, how many both."""
    cdef Py_ssize_t i, n = truth.shape[0]
    cdef int64_t t = 0, l = 0, both = 0
    with nogil:
        for i in range(n):
            t += truth[i]
            l += label[i]
            both += truth[i] & label[i]
    return t, l, both


def ends(const int64_t[::1] values):
    """The least and the largest of at least one."""
    cdef Py_ssize_t i, n = values.shape[0]
    cdef int64_t low = values[0], high = values[0]
    with nogil:
        for i in range(n):
            low = values[i] if values[i] < low else low
            high = values[i] if values[i] > high else high
    return low, high


def treated(const real[:] column, const int64_t[::1] truth, int64_t code, double threshold):
    """How many lie at or above the threshold, and how many of them are of that class."""
    cdef Py_ssize_t i, n = truth.shape[0]
    cdef int64_t many = 0, right = 0, hit
    with nogil:
        for i in range(n):
            hit = column[i] >= threshold
            many += hit
            right += hit & (truth[i] == code)
    return many, right


def margins(const int64_t[::1] truth, const int64_t[::1] label, int64_t k):
    """Class counts of the truth, of the labels, and of the rows where both agree; fewer rows than 32 bits can count.

    Of each class, the wrong beside the right, and labels of even rows beside those of odd ones: half as many tables, and
    short ones, stay in the nearest cache.
    """
    made = np.zeros((2, k, 2), dtype=np.uint32)
    cdef uint32_t[:, :, ::1] out = made
    cdef uint32_t* true = &out[0, 0, 0]
    cdef uint32_t* said = &out[1, 0, 0]
    cdef Py_ssize_t i, n = truth.shape[0]
    with nogil:
        for i in range(0, n - 1, 2):
            true[2 * truth[i] + (truth[i] == label[i])] += 1
            true[2 * truth[i + 1] + (truth[i + 1] == label[i + 1])] += 1
            said[2 * label[i]] += 1
            said[2 * label[i + 1] + 1] += 1
        if n % 2:
            true[2 * truth[n - 1] + (truth[n - 1] == label[n - 1])] += 1
            said[2 * label[n - 1]] += 1
    both = made.astype(np.float64)
    true_and_said = both[:, :, 0] + both[:, :, 1]
    return true_and_said[0], true_and_said[1], both[0, :, 1].copy()


def confusion(const int64_t[::1] truth, const int64_t[::1] label, int64_t k, int64_t width):
    """(k, width) table of truth against label."""
    made = np.zeros((2, k * width), dtype=np.int64)
    cdef int64_t[:, ::1] out = made
    cdef Py_ssize_t i, n = truth.shape[0]
    with nogil:
        for i in range(0, n - 1, 2):  # two tables: neighbours that hit the same cell need not wait for each other
            out[0, truth[i] * width + label[i]] += 1
            out[1, truth[i + 1] * width + label[i + 1]] += 1
        if n % 2:
            out[0, truth[n - 1] * width + label[n - 1]] += 1
    return made.sum(axis=0).reshape(k, width).astype(np.float64)


cdef enum:
    BLOCK = 512  # rows whose quantities stay in the nearest cache
    PARTS = 8
    TURN = 128  # rows after which products are put back into range: sixteen factors of at least 1e-15 each

cdef double LEAST = 1e-15  # smaller probabilities are looked at one by one


cdef struct Logs:
    double[PARTS] product  # kept near one,
    int64_t[PARTS] exponent  # its powers of two being counted here: one logarithm is taken at the very end
    double tiny  # logarithms of the probabilities below LEAST that are not zero
    int64_t small, zeros


cdef inline void _begin(Logs* to) noexcept nogil:
    cdef Py_ssize_t j
    for j in range(PARTS):
        to.product[j], to.exponent[j] = 1.0, 0
    to.tiny, to.small, to.zeros = 0.0, 0, 0


cdef inline void _take_block(double* mine, Py_ssize_t size, Logs* to) noexcept nogil:
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


cdef inline double _usual(const Logs* of) noexcept nogil:
    """Sum of the logarithms of the probabilities that are not small."""
    cdef Py_ssize_t j
    cdef int64_t twos = 0
    cdef double total = 0.0
    for j in range(PARTS):
        total += log(of.product[j])
        twos += of.exponent[j]
    return total + twos * log(2.0)


cdef inline double _minus_log(const Logs* of) noexcept nogil:
    return INFINITY if of.zeros else -(_usual(of) + of.tiny)


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


cdef struct Two:
    double[BLOCK] first, second, mine, other  # of either class where they had to be copied; of the true class or not
    const double* zero
    const double* one  # probabilities of the two classes, each in one piece


cdef inline void _fetch(const real[:, :] proba, const int64_t* truth, Py_ssize_t at, Py_ssize_t size, Two* to) noexcept nogil:
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


def probability_sums(const real[:, :] proba, const int64_t[::1] truth):
    """Sum of -log p(true class), and of squared distances from the truth, for two classes."""
    cdef Py_ssize_t i, part, at, size, n = truth.shape[0]
    cdef double squares = 0.0
    cdef double[BLOCK] away
    cdef Logs logs
    cdef Two two
    _begin(&logs)
    with nogil:
        for part in range((n + BLOCK - 1) // BLOCK):
            at = part * BLOCK
            size = BLOCK if n - at >= BLOCK else n - at
            _fetch(proba, &truth[0], at, size, &two)
            for i in range(size):
                away[i] = (1.0 - two.mine[i]) * (1.0 - two.mine[i]) + two.other[i] * two.other[i]
            squares += _total(away, size)
            _take_block(two.mine, size, &logs)
    return _minus_log(&logs), squares


def two_columns(const real[:] column, double[::1] mine, double[::1] other):
    """Copy probabilities p to one column and 1 - p to the other; whether all of them are ones.

    Between 0 and 1 the bits of a double rise with its value, so one subtraction of integers sees all that is wrong;
    minus zero is called wrong too and has to be looked at again.
    """
    cdef Py_ssize_t i, n = column.shape[0]
    cdef double p
    cdef int64_t bits, wrong = 0, one
    p = 1.0
    memcpy(&one, &p, 8)
    with nogil:
        for i in range(n):
            p = column[i]
            mine[i] = p
            other[i] = 1.0 - p
            memcpy(&bits, &p, 8)
            wrong |= bits | (one - bits)
    return wrong >= 0


def log_total(const double[::1] mine):
    """Sum of -log p over the probabilities of the true classes."""
    cdef Py_ssize_t part, at, size, n = mine.shape[0]
    cdef double[BLOCK] here
    cdef Logs logs
    _begin(&logs)
    with nogil:
        for part in range((n + BLOCK - 1) // BLOCK):
            at = part * BLOCK
            size = BLOCK if n - at >= BLOCK else n - at
            memcpy(here, &mine[at], size * sizeof(double))
            _take_block(here, size, &logs)
    return _minus_log(&logs)


cdef inline double _others(const real* row, Py_ssize_t k, Py_ssize_t true) noexcept nogil:
    """Sum of squares of all classes but the true one, one by one."""
    cdef double total = 0.0
    cdef Py_ssize_t j
    for j in range(true):
        total += <double>row[j] * row[j]
    for j in range(true + 1, k):
        total += <double>row[j] * row[j]
    return total


def square_sum(const real[:, ::1] proba, const int64_t[::1] truth):
    """Sum of squared distances from the truth over all classes.

    The true class is taken off the sum of all squares unless hardly anything is left: a good answer would lose its digits.
    """
    cdef Py_ssize_t i, j, n = truth.shape[0], k = proba.shape[1], even = k - k % 4
    cdef double squares = 0.0, a, b, c, d, p
    cdef const real* row
    with nogil:
        for i in range(n):
            row = &proba[i, 0]
            a = b = c = d = 0.0
            for j in range(0, even, 4):
                a += <double>row[j] * row[j]
                b += <double>row[j + 1] * row[j + 1]
                c += <double>row[j + 2] * row[j + 2]
                d += <double>row[j + 3] * row[j + 3]
            for j in range(even, k):
                a += <double>row[j] * row[j]
            p = row[truth[i]]
            a = (a + b) + (c + d) - p * p
            if a < 1e-3:
                a = _others(row, k, truth[i])
            squares += a + (1.0 - p) * (1.0 - p)
    return squares


def split(const real[:] score, const int64_t[::1] truth, int64_t positive, room):
    """Scores of the positives and of the negatives: both are written at every row, one pointer moves on."""
    cdef Py_ssize_t i, n = truth.shape[0], up = 0, down = 0
    cdef int64_t many = 0
    with nogil:
        for i in range(n):
            many += truth[i] == positive
    kind = np.float32 if real is float else np.float64
    ups, downs = room(many + 1, kind), room(n - many + 1, kind)
    cdef real[::1] high = ups
    cdef real[::1] low = downs
    cdef int hit
    with nogil:
        for i in range(n):
            hit = truth[i] == positive
            high[up] = score[i]
            low[down] = score[i]
            up += hit
            down += 1 - hit
    return ups[:many], downs[: n - many]


cdef struct Scale:  # from scores to even numbers of 32 bits that never fall while the scores rise
    double least, steps  # linear,
    int64_t first, shift  # or, where all scores are positive, by their highest bits: small ones are told apart too
    bint by_bits


cdef Scale _scale(double least, double most) noexcept nogil:
    cdef Scale by
    cdef int64_t last
    by.least, by.steps = least, 2147483647.0 / (most - least) if most > least else 0.0
    memcpy(&by.first, &least, 8)
    memcpy(&last, &most, 8)
    by.by_bits, by.shift = least > 0, 0
    while (last - by.first) >> by.shift > <int64_t>0x7FFFFFFF:
        by.shift += 1
    return by


cdef inline void _keys(const double* score, Py_ssize_t size, const Scale* by, uint32_t* out) noexcept nogil:
    cdef Py_ssize_t i
    cdef const uint64_t* bits = <const uint64_t*>score
    cdef uint64_t first = <uint64_t>by.first
    cdef int64_t shift = by.shift
    cdef double least = by.least, steps = by.steps
    if by.by_bits:
        for i in range(size):
            out[i] = <uint32_t>((bits[i] - first) >> shift) << 1
    else:
        for i in range(size):
            out[i] = <uint32_t><int32_t>((score[i] - least) * steps) << 1


def keys_of(const double[::1] score, const int64_t[::1] truth, int64_t positive, room):
    """Numbers that are in the order of the scores, odd those of positives, and the ends of their scale.

    Half as long as the scores, they are sorted in half the time; few scores that differ have the same one.
    """
    cdef Py_ssize_t i, part, at, size, n = truth.shape[0]
    cdef double least, most
    cdef Scale by
    made = room(n, np.uint32)
    cdef uint32_t[::1] out = made
    cdef uint32_t* to
    with nogil:
        least, most = -_largest(&score[0], n, -1.0), _largest(&score[0], n, 1.0)
        by = _scale(least, most)
        for part in range((n + BLOCK - 1) // BLOCK):
            at = part * BLOCK
            size = BLOCK if n - at >= BLOCK else n - at
            to = &out[at]
            _keys(&score[at], size, &by, to)
            for i in range(size):
                to[i] |= <uint32_t>(truth[at + i] == positive)
    return made, least, most


cdef extern from *:
    """
    #if defined(__AVX2__)
    #include <immintrin.h>
    /* Of every pattern of eight bits: the places of its ones, in order, and how many they are. */
    static uint8_t bakeoff_places[256][8], bakeoff_many[256];
    static void bakeoff_prepare(void) {
        int bits, i;
        for (bits = 0; bits < 256; bits++)
            for (i = 0; i < 8; i++)
                if (bits >> i & 1) bakeoff_places[bits][bakeoff_many[bits]++] = (uint8_t)i;
    }
    #define BAKEOFF_TAKE(eight, places) _mm256_permutevar8x32_epi32(eight, places)
    #define BAKEOFF_PLACES(bits) _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)bakeoff_places[bits]))
    /* Eight keys at a time, unless two of them, or the last and the next one, are the same: how far it came. */
    static Py_ssize_t bakeoff_part(const uint32_t* keys, Py_ssize_t from, Py_ssize_t n, Py_ssize_t negatives,
            uint32_t* up, uint32_t* down, int32_t* above, Py_ssize_t* ups) {
        const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), one = _mm256_set1_epi32(1);
        Py_ssize_t i = from, u = *ups;
        for (; i + 9 <= n; i += 8) {
            const __m256i both = _mm256_loadu_si256((const __m256i*)(keys + i));
            const __m256i eight = _mm256_andnot_si256(one, both);
            const __m256i next = _mm256_andnot_si256(one, _mm256_loadu_si256((const __m256i*)(keys + i + 1)));
            const int hits = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_slli_epi32(both, 31)));
            const __m256i ones = BAKEOFF_PLACES(hits);
            if (_mm256_movemask_epi8(_mm256_cmpeq_epi32(eight, next))) break;
            _mm256_storeu_si256((__m256i*)(up + u), BAKEOFF_TAKE(eight, ones));
            _mm256_storeu_si256((__m256i*)(down + (i - u)), BAKEOFF_TAKE(eight, BAKEOFF_PLACES(255 - hits)));
            /* Of the place of a positive, what is not positives is negatives below it. */
            _mm256_storeu_si256((__m256i*)(above + u), _mm256_sub_epi32(
                _mm256_add_epi32(_mm256_set1_epi32((int)(negatives - i + u)), lanes), ones));
            u += bakeoff_many[hits];
        }
        *ups = u;
        return i;
    }
    #else
    #define bakeoff_prepare() ((void)0)
    #define bakeoff_part(keys, from, n, negatives, up, down, above, ups) (from)
    #endif
    """
    void bakeoff_prepare()
    Py_ssize_t bakeoff_part(
        const uint32_t* keys, Py_ssize_t start, Py_ssize_t n, Py_ssize_t negatives, uint32_t* up, uint32_t* down, int32_t* above,
        Py_ssize_t* ups
    ) noexcept nogil


bakeoff_prepare()


cdef enum:
    CHUNK = 64  # positives whose terms are made side by side, unless a score occurs twice among them
    EIGHT = 8


def part_keys(const uint32_t[::1] keys, room):
    """Keys of the positives and of the negatives, how many negatives lie above each positive, and what `tied` tells.

    The keys ascend, odd those of positives. All are even afterwards, so that behind each one there is room.
    """
    cdef Py_ssize_t i, stop, n = keys.shape[0], m = 0, u = 0, at = 0
    for i in range(n):
        m += keys[i] & 1
    ups, downs = room(m + EIGHT, np.uint32), room(n - m + EIGHT, np.uint32)  # eight are written at a time
    over, ties = room(m + EIGHT, np.int32), np.zeros((m + CHUNK - 1) // CHUNK, dtype=np.uint8)
    cdef uint32_t[::1] up = ups
    cdef uint32_t[::1] down = downs
    cdef int32_t[::1] above = over
    cdef uint8_t[::1] tied = ties
    cdef bint before = False, after
    with nogil:
        while at < n:
            at = bakeoff_part(&keys[0], at, n, n - m, &up[0], &down[0], &above[0], &u)
            stop = at + EIGHT if at + EIGHT < n else n
            while stop < n and (keys[stop] ^ keys[stop - 1]) < 2:
                stop += 1
            for i in range(at, stop):
                before = i > 0 and (keys[i] ^ keys[i - 1]) < 2
                after = i + 1 < n and (keys[i] ^ keys[i + 1]) < 2
                if keys[i] & 1:
                    up[u] = keys[i] - 1
                    above[u] = <int32_t>(n - m - (i - u))
                    if before or after:
                        tied[(m - 1 - u) // CHUNK] = 1
                    u += 1
                else:
                    down[i - u] = keys[i]
            at = stop
    return ups[:m], downs[: n - m], over[:m], ties


cdef inline bint _any_of(const uint32_t* keys, Py_ssize_t size, const uint32_t* wanted, Py_ssize_t many) noexcept nogil:
    """Whether one of few keys is among these; they are all compared, side by side."""
    cdef Py_ssize_t i, j
    cdef uint32_t found = 0
    for j in range(many):
        for i in range(size):
            found |= keys[i] == wanted[j]
    return found != 0


cdef inline Py_ssize_t _first_from(const uint32_t* ascending, Py_ssize_t n, uint32_t key) noexcept nogil:
    """How many lie below the key."""
    cdef Py_ssize_t low = 0, middle
    while low < n:
        middle = (low + n) // 2
        if ascending[middle] < key:
            low = middle + 1
        else:
            n = middle
    return low


cdef Py_ssize_t _shared(
    const uint32_t* up, Py_ssize_t m, const uint32_t* down, Py_ssize_t n, const int32_t* above, const uint8_t* tied, uint32_t* out,
    Py_ssize_t most,
) noexcept nogil:
    """The keys that a positive has in common with any other row, ascending; -1 if there are more than `most`."""
    cdef Py_ssize_t c, i, first, found = 0
    cdef uint32_t key
    for c in range((m + CHUNK - 1) // CHUNK - 1, -1, -1):
        if not tied[c]:
            continue
        first = m - (c + 1) * CHUNK
        for i in range(first if first > 0 else 0, m - c * CHUNK):
            key = up[i]
            if found and out[found - 1] == key:
                continue
            if (
                (i and up[i - 1] == key) or (i + 1 < m and up[i + 1] == key)
                or (above[i] < n and down[n - 1 - above[i]] == key)
            ):
                if found == most:
                    return -1
                out[found] = key
                found += 1
    return found


cdef Py_ssize_t _rows_of(
    const double* score, Py_ssize_t n, const Scale* by, const uint32_t* wanted, Py_ssize_t many, int64_t* out, Py_ssize_t most
) noexcept nogil:
    """The rows whose key is one of those wanted; -1 if there are more than `most`."""
    cdef Py_ssize_t i, part, at, size, place, found = 0
    cdef uint32_t[BLOCK] keys
    cdef uint8_t[1 << 13] seen  # one bit for every end of a key: most rows are not looked at twice
    cdef uint32_t end
    memset(seen, 0, sizeof(seen))
    for i in range(many):
        end = wanted[i] >> 1 & 0xFFFF
        seen[end >> 3] |= <uint8_t>(1 << (end & 7))
    for part in range((n + BLOCK - 1) // BLOCK):
        at = part * BLOCK
        size = BLOCK if n - at >= BLOCK else n - at
        _keys(score + at, size, by, keys)
        if many <= PARTS and not _any_of(keys, size, wanted, many):
            continue
        for i in range(size):
            end = keys[i] >> 1 & 0xFFFF
            if seen[end >> 3] >> (end & 7) & 1:
                place = _first_from(wanted, many, keys[i])
                if place < many and wanted[place] == keys[i]:
                    if found == most:
                        return -1
                    out[found] = at + i
                    found += 1
    return found


cdef void _by_score(int64_t* rows, Py_ssize_t n, const double* score) noexcept nogil:
    """Sort few rows, Shell's way."""
    cdef Py_ssize_t i, j, gap = 1
    cdef int64_t row
    while gap < n // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, n):
            row, j = rows[i], i
            while j >= gap and score[rows[j - gap]] > score[row]:
                rows[j] = rows[j - gap]
                j -= gap
            rows[j] = row
        gap //= 3


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


def tell_apart(
    uint32_t[::1] positives, uint32_t[::1] negatives, int32_t[::1] above, uint8_t[::1] tied, const double[::1] score,
    const int64_t[::1] truth, int64_t positive, double least, double most, Py_ssize_t few
):
    """Give scores that differ keys that differ: the next ones, of which one is free at least.

    False where more are needed and are not free, or where more than `few` keys, or four times as many rows, are concerned.
    """
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], g, row = 0, end, p, q, i, j, up, down, many, found
    cdef uint32_t key, step
    cdef Scale by = _scale(least, most)
    cdef uint32_t[::1] wanted = np.empty(few + 1, dtype=np.uint32)
    cdef int64_t[::1] rows = np.empty(4 * few + 1, dtype=np.int64)
    with nogil:
        many = _shared(&positives[0], m, &negatives[0], n, &above[0], &tied[0], &wanted[0], few)
        found = -1 if many < 0 else _rows_of(&score[0], m + n, &by, &wanted[0], many, &rows[0], 4 * few)
        _by_score(&rows[0], found, &score[0])  # and so by key
        for g in range(many if found >= 0 else 0):
            key, step = wanted[g], 0
            up = p = _first_from(&positives[0], m, key)
            down = q = _first_from(&negatives[0], n, key)
            i, j = p, q
            while i < m and positives[i] == key:
                i += 1
            while j < n and negatives[j] == key:
                j += 1
            end = row + (i - p) + (j - q)
            while row < end:
                if truth[rows[row]] == positive:
                    positives[p] = key + step
                    p += 1
                else:
                    negatives[q] = key + step
                    q += 1
                if row + 1 < end and score[rows[row + 1]] > score[rows[row]]:
                    step += 1
                row += 1
            if key + step < key or (i < m and positives[i] <= key + step) or (j < n and negatives[j] <= key + step):
                found = -1
                break
            q = down
            for p in range(up, i):
                while q < j and negatives[q] <= positives[p]:
                    q += 1
                above[p] = <int32_t>(n - q)
        for i in range(tied.shape[0] if found >= 0 else 0):
            if tied[i]:
                tied[i] = _any_tie(&positives[0], m, &negatives[0], n, &above[0], i)
    return found >= 0


def merge_sorted(const real[::1] a, const real[::1] b):
    """Two ascending lists as one: from both ends at once, so that neither waits for the other, and without a branch."""
    cdef Py_ssize_t i = 0, j = 0, p = a.shape[0] - 1, q = b.shape[0] - 1, low = 0, high = p + q + 1, step, sure, take
    made = np.empty(p + q + 2, dtype=np.float32 if real is float else np.float64)
    cdef real[::1] out = made
    with nogil:
        while True:
            sure = (p - i + 1 if p - i < q - j else q - j + 1) // 2  # steps in which neither list can end
            if sure <= 0:
                break
            for step in range(sure):
                take = b[j] < a[i]
                out[low] = b[j] if take else a[i]
                j += take
                i += 1 - take
                low += 1
                take = b[q] >= a[p]
                out[high] = b[q] if take else a[p]
                q -= take
                p -= 1 - take
                high -= 1
        while i <= p or j <= q:
            if j > q or (i <= p and a[i] <= b[j]):
                out[low] = a[i]
                i += 1
            else:
                out[low] = b[j]
                j += 1
            low += 1
    return made


cdef struct Between:
    Py_ssize_t low, high  # positives not yet placed
    Py_ssize_t first, last  # negatives among which they lie
    Py_ssize_t k, j  # those not yet passed by, from below and from above


cdef inline Py_ssize_t _sure_steps(const Between* at) noexcept nogil:
    """How often both ends can be moved on without a look at where they are."""
    cdef Py_ssize_t steps = (at.high - at.low + 1) // 2
    steps = at.j - at.first + 1 if at.j - at.first + 1 < steps else steps
    return at.last - at.k + 1 if at.last - at.k + 1 < steps else steps


cdef inline void _both_ends(const ranked* up, const ranked* down, Py_ssize_t n, int32_t* out, Between* at) noexcept nogil:
    """Place one from the top or pass a negative by, and the same from below; there is no branch to guess."""
    cdef Py_ssize_t step = down[at.j] > up[at.high]
    out[at.high] = <int32_t>(n - 1 - at.j)
    at.j -= step
    at.high -= 1 - step
    step = down[at.k] <= up[at.low]
    out[at.low] = <int32_t>(n - at.k)
    at.k += step
    at.low += 1 - step


cdef inline void _finish(const ranked* up, const ranked* down, Py_ssize_t n, int32_t* out, Between* at) noexcept nogil:
    cdef Py_ssize_t step, steps = _sure_steps(at)
    while steps > 0:
        for step in range(steps):
            _both_ends(up, down, n, out, at)
        steps = _sure_steps(at)
    while at.low <= at.high:  # the last one, or all that lie beyond the negatives
        while at.j >= at.first and down[at.j] > up[at.high]:
            at.j -= 1
        out[at.high] = <int32_t>(n - 1 - at.j)
        at.high -= 1


def above(const ranked[::1] positives, const ranked[::1] negatives, room):
    """How many negatives lie above each positive; both lists ascend.

    Four merges, from either end of either half: one alone would wait for its own comparisons.
    """
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], half = m // 2, cut = 0, high = n, step, steps
    made = room(m, np.int32)
    cdef int32_t[::1] out = made
    cdef const ranked* up = &positives[0]
    cdef const ranked* down = &negatives[0]
    cdef int32_t* to = &out[0]
    cdef Between a, b
    with nogil:
        while half and cut < high:  # negatives that do not lie above the lower half
            step = (cut + high) // 2
            if down[step] <= up[half - 1]:
                cut = step + 1
            else:
                high = step
        a.low, a.high, a.first, a.last, a.k, a.j = 0, half - 1, 0, cut - 1, 0, cut - 1
        b.low, b.high, b.first, b.last, b.k, b.j = half, m - 1, cut, n - 1, cut, n - 1
        while True:
            steps = _sure_steps(&a)
            step = _sure_steps(&b)
            steps = step if step < steps else steps
            if steps <= 0:
                break
            for step in range(steps):
                _both_ends(up, down, n, to, &a)
                _both_ends(up, down, n, to, &b)
        _finish(up, down, n, to, &a)
        _finish(up, down, n, to, &b)
    return made


def tied(const ranked[::1] positives, const ranked[::1] negatives, const int32_t[::1] above):
    """Of every CHUNK of positives, from the highest down: whether one of them shares its score with any other row."""
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], c
    made = np.zeros((m + CHUNK - 1) // CHUNK, dtype=np.uint8)
    cdef uint8_t[::1] out = made
    with nogil:
        for c in range(out.shape[0]):
            out[c] = _any_tie(&positives[0], m, &negatives[0], n, &above[0], c)
    return made


cdef struct Rise:
    Py_ssize_t m, n, next  # positives, negatives, the next positive to be met
    int64_t was, tp, above, level  # positives before and after this score, negatives above it and level with it


cdef inline bint _rise(const ranked* positives, const ranked* negatives, const int32_t* above, Rise* at) noexcept nogil:
    """Go on to the next distinct score of a positive, from the highest down; False at the end."""
    cdef Py_ssize_t i = at.next, j
    cdef ranked s
    if i < 0:
        return False
    s = positives[i]
    at.was = at.tp
    at.above = above[i]
    j = at.n - 1 - above[i]
    while j >= 0 and negatives[j] == s:
        j -= 1
    at.level = at.n - 1 - j - at.above
    i -= 1
    while i >= 0 and positives[i] == s:
        i -= 1
    at.tp = at.m - 1 - i
    at.next = i
    return True


cdef inline Rise _start(Py_ssize_t m, Py_ssize_t n) noexcept nogil:
    cdef Rise at
    at.m, at.n, at.next, at.was, at.tp, at.above, at.level = m, n, m - 1, 0, 0, 0, 0
    return at


cdef inline Py_ssize_t _plain(const uint8_t* tied, const Rise* at) noexcept nogil:
    """How many of the next positives can be taken together; none where ties have to be looked for."""
    if at.tp % CHUNK or tied[at.tp // CHUNK]:
        return 0
    return CHUNK if at.next >= CHUNK else at.next + 1


cdef inline void _pass(Py_ssize_t size, const int32_t* above, Rise* at) noexcept nogil:
    at.tp += size
    at.next -= size
    at.above, at.level, at.was = above[at.next + 1], 0, at.tp - 1


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


cdef struct Sweeping:
    int64_t doubled, fp  # twice the pairs won plus ties; negatives passed so far
    double ap, lost, pr, gap, up, down, one_m, one_n


cdef inline void _add_precision(double term, Sweeping* to) noexcept nogil:
    """What rounding loses is added up beside: ten million terms must not lose digits."""
    cdef double moved = to.ap + term, back = moved - to.ap
    to.lost += (to.ap - (moved - back)) + (term - back)
    to.ap = moved


cdef inline void _sweep_chunk(const int32_t* above, Py_ssize_t size, const Rise* at, Sweeping* to) noexcept nogil:
    cdef double[CHUNK] over, before, precision, both, up, down, gap  # over: negatives above; before: above the last one
    cdef Py_ssize_t j
    cdef double w, share, level, base = <double>at.tp, n = <double>at.n, low, high, of_m = to.one_m, of_n = to.one_n
    cdef int64_t below = 0
    for j in range(size):
        over[j] = above[at.next - j]
        below += at.n - above[at.next - j]
    before[0] = <double>to.fp
    for j in range(1, size):
        before[j] = over[j - 1]
    for j in range(size):
        w = base + <double><int>j
        precision[j] = (w + 1.0) / (w + 1.0 + over[j])
        both[j] = precision[j] + w / (w + over[j])
        share = w * of_m
        down[j] = (over[j] - before[j]) * share * share
        level = (n - over[j]) * of_n
        up[j] = level * level
        low = over[j] * of_n - share
        high = fabs((w + 1.0) * of_m - over[j] * of_n)
        gap[j] = low if low > high else high
    if at.tp == 0 and over[0] == 0.0:
        both[0] = precision[0] + 1.0
    to.doubled += 2 * below
    to.fp = above[at.next - size + 1]
    to.pr += _total(both, size)
    to.up += _total(up, size)
    to.down += _total(down, size)
    w = _largest(gap, size, 1.0)
    to.gap = w if w > to.gap else to.gap
    _add_precision(_total(precision, size), to)


cdef inline void _sweep_rise(const Rise* at, Sweeping* to) noexcept nogil:
    cdef int64_t gain = at.tp - at.was, run = at.above - to.fp, n = at.n
    cdef double share = at.was * to.one_m, precision, before, term
    to.doubled += gain * (2 * (n - at.above) - at.level)
    to.down += run * share * share
    term = at.above * to.one_n - share
    to.gap = term if term > to.gap else to.gap
    if at.level:
        share = (at.was + 0.5 * gain) * to.one_m
        to.down += at.level * share * share
    before = at.was / <double>(at.was + at.above) if at.was + at.above else 1.0
    to.fp = at.above + at.level
    share = (n - at.above - 0.5 * at.level) * to.one_n
    to.up += gain * share * share
    precision = at.tp / <double>(at.tp + to.fp)
    to.pr += gain * (precision + before)
    _add_precision(gain * precision, to)
    term = fabs(at.tp * to.one_m - to.fp * to.one_n)
    to.gap = term if term > to.gap else to.gap


def sweep(const ranked[::1] positives, const ranked[::1] negatives, const int32_t[::1] above, const uint8_t[::1] tied):
    """One walk along the distinct scores of positives from the highest down; see rises.Sweep."""
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], size
    cdef Rise at = _start(m, n)
    cdef Sweeping to
    memset(&to, 0, sizeof(Sweeping))
    to.one_m, to.one_n = 1.0 / m, 1.0 / n
    with nogil:
        while at.next >= 0:
            size = _plain(&tied[0], &at)
            if size:
                _sweep_chunk(&above[0], size, &at, &to)
                _pass(size, &above[0], &at)
            else:
                _rise(&positives[0], &negatives[0], &above[0], &at)
                _sweep_rise(&at, &to)
    return to.doubled, (to.ap + to.lost) * to.one_m, 0.5 * to.pr * to.one_m, to.gap, to.up, to.down + (n - to.fp)


cdef inline double _log1p(double t) noexcept nogil:
    """log(1 + t): the series is exact to the last digit where t is small, which it nearly always is."""
    return log1p(t) if t > 1e-3 else _series(t)


cdef inline double _series(double t) noexcept nogil:
    return t * (1.0 - t * (0.5 - t * (1.0 / 3.0 - t * (0.25 - t * 0.2))))


cdef inline double _bent_chunk(const int32_t* above, Py_ssize_t size, const Rise* at) noexcept nogil:
    """What precision falls short of one while these positives are found."""
    cdef double[CHUNK] short
    cdef Py_ssize_t j
    cdef double base = <double>at.tp, over
    for j in range(size):
        over = above[at.next - j]
        short[j] = over * _series(1.0 / (base + <double><int>j + over))
    return _total(short, size)


def interpolated(const ranked[::1] positives, const ranked[::1] negatives, const int32_t[::1] above, const uint8_t[::1] tied):
    """Area under precision over the number of positives found, false positives rising linearly within each rise."""
    cdef Rise at = _start(positives.shape[0], negatives.shape[0])
    cdef double area = 0.0, start, share
    cdef int64_t gain
    cdef Py_ssize_t size
    with nogil:
        while at.next >= 0:
            size = _plain(&tied[0], &at)
            if size and at.tp + above[at.next] > 1000:
                area += size - _bent_chunk(&above[0], size, &at)
                _pass(size, &above[0], &at)
                continue
            _rise(&positives[0], &negatives[0], &above[0], &at)
            gain, start, share = at.tp - at.was, at.above, 1.0
            if at.level:
                share = gain / <double>(gain + at.level)
                start -= at.level * <double>at.was / gain
            area += gain * share
            if start != 0:
                area -= start * share * share * _log1p((gain + at.level) / <double>(at.was + at.above))
    return area


def top_area(
    const ranked[::1] positives, const ranked[::1] negatives, const int32_t[::1] above, const uint8_t[::1] tied, double width
):
    """Area under the ROC curve in counts up to `width` false positives."""
    cdef Rise at = _start(positives.shape[0], negatives.shape[0])
    cdef double area = 0.0, part
    cdef int64_t over
    cdef Py_ssize_t size, j
    with nogil:
        while at.next >= 0 and at.above < width:
            size = _plain(&tied[0], &at)
            if size and above[at.next - size + 1] <= width:
                over = 0
                for j in range(size):
                    over += above[at.next - j]
                area += size * width - over
                _pass(size, &above[0], &at)
                continue
            _rise(&positives[0], &negatives[0], &above[0], &at)
            part = width - at.above
            if part > 0:
                area += (at.tp - at.was) * (part - 0.5 * at.level if part >= at.level else 0.5 * part * part / at.level)
    return area


cdef inline bint _below(int64_t x, int64_t y, const int64_t* x0, const int64_t* y0, int slack) noexcept nogil:
    """Whether (x, y) lies under the line from the first to the second corner (or on it, with no slack)."""
    return (y - y0[0]) * (x0[1] - x0[0]) + slack <= (y0[1] - y0[0]) * (x - x0[0])


cdef inline Py_ssize_t _add(int64_t x, int64_t y, int64_t* xs, int64_t* ys, Py_ssize_t k) noexcept nogil:
    """Put a point to the right of all others on the hull of k corners; how many corners it then has."""
    while k > 1 and (ys[k - 1] - ys[k - 2]) * (x - xs[k - 2]) <= (y - ys[k - 2]) * (xs[k - 1] - xs[k - 2]):
        k -= 1
    if x > xs[k - 1] or y > ys[k - 1]:
        xs[k], ys[k] = x, y
        k += 1
    return k


cdef inline void _heights(
    const int32_t* above, Py_ssize_t size, const Rise* at, const int64_t* x0, const int64_t* y0, double* high
) noexcept nogil:
    """How far each of these points lies above the line through two corners (times its length), or above the last one."""
    cdef double dx = <double>(x0[1] - x0[0]), dy = <double>(y0[1] - y0[0]), x = <double>x0[0], y = <double>(at.tp + 1 - y0[0]), h
    cdef Py_ssize_t j
    for j in range(size):
        h = (y + <double><int>j) * dx - (<double>above[at.next - j] - x) * dy
        high[j] = h if h > high[j] else high[j]


def hull(const ranked[::1] positives, const ranked[::1] negatives, const int32_t[::1] above, const uint8_t[::1] tied, room):
    """(2, corners) of the ROC convex hull in counts, from (0, 0).

    The hull of the first point of every chunk is made first: a chunk that lies under it need not be looked at again.
    """
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], i, k = 1, few = 1, edge = 0, size, j
    few_at = room(2 * (m // CHUNK + 3), np.int64).reshape(2, -1)
    # Edges between whole numbers, no two in one direction, are few: their number grows like 1.5 (m n)^(1/3).
    made = room(2 * min(min(m, n) + 3, <Py_ssize_t>(4.0 * cbrt(<double>m * <double>n)) + 64), np.int64).reshape(2, -1)
    few_at[:, 0] = made[:, 0] = 0
    cdef int64_t[:, ::1] rough = few_at
    cdef int64_t[:, ::1] out = made
    cdef Rise at = _start(m, n)
    cdef double[CHUNK] high
    cdef double least = -1.0 - 1e-15 * m * <double>n  # below this a point lies under the line, whatever rounding did
    cdef int64_t fp, tp
    with nogil:
        for i in range(1, (m + CHUNK - 1) // CHUNK):
            if not tied[i]:
                few = _add(above[m - 1 - i * CHUNK], i * CHUNK, &rough[0, 0], &rough[1, 0], few)
        few = _add(n, m, &rough[0, 0], &rough[1, 0], few)
        while at.next >= 0:
            size = _plain(&tied[0], &at)
            fp = above[at.next]
            while edge < few - 2 and fp > rough[0, edge + 1]:
                edge += 1
            if not size:
                _rise(&positives[0], &negatives[0], &above[0], &at)
                fp = at.above + at.level
                while edge < few - 2 and fp > rough[0, edge + 1]:
                    edge += 1
                if not _below(fp, at.tp, &rough[0, edge], &rough[1, edge], 1):
                    k = _add(fp, at.tp, &out[0, 0], &out[1, 0], k)
                continue
            for j in range(size):
                high[j] = -INFINITY
            j = edge
            while True:  # of all edges' lines the own one is the lowest: a point above any of them is above its own
                _heights(&above[0], size, &at, &rough[0, j], &rough[1, j], high)
                if j >= few - 2 or above[at.next - size + 1] <= rough[0, j + 1]:
                    break
                j += 1
            if _largest(high, size, 1.0) >= least:
                for j in range(size):
                    if high[j] < least or (j + 1 < size and above[at.next - j - 1] == above[at.next - j]):
                        continue  # under the hull, or the next one lies straight above
                    fp, tp = above[at.next - j], at.tp + 1 + j
                    while edge < few - 2 and fp > rough[0, edge + 1]:
                        edge += 1
                    if not _below(fp, tp, &rough[0, edge], &rough[1, edge], 1):
                        k = _add(fp, tp, &out[0, 0], &out[1, 0], k)
            _pass(size, &above[0], &at)
        k = _add(n, m, &out[0, 0], &out[1, 0], k)
    return made[:, :k].astype(np.float64)


cdef inline void _answers(const double* mine, const double* other, const int64_t* truth, Py_ssize_t size, double* best, double* over) noexcept nogil:
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


cdef struct Tally:
    int64_t ones
    double gaps, spherical, squares
    double[TENTHS] over


cdef inline double _four(const double* part) noexcept nogil:
    return (part[0] + part[1]) + (part[2] + part[3])


cdef inline void _tally(const double* zero, const double* one, const int64_t* truth, double* mine, Tally* to) noexcept nogil:
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
    to.gaps += _four(gaps)
    to.spherical += _four(spherical)
    to.squares += _four(squares)
    to.over[0] += _four(every)
    to.over[1] += _four(five)
    to.over[2] += _four(six)
    to.over[3] += _four(seven)
    to.over[4] += _four(eight)
    to.over[5] += _four(nine)


cdef inline bint _any_level(const double* zero, const double* one) noexcept nogil:
    cdef Py_ssize_t i
    cdef int64_t level = 0
    for i in range(BLOCK):
        level |= zero[i] == one[i]
    return level != 0


def probability_more(const real[:, :] proba, const int64_t[::1] truth):
    """Sums over rows of what is asked for less often, in the order of columns.FUSED, and of the codes of two classes."""
    cdef Py_ssize_t i, j, part, at, size, n = truth.shape[0], k = proba.shape[1], top, true
    cdef double[BLOCK] length, best, over  # of all probabilities together; the largest, and what it claims too much
    cdef int32_t[BLOCK] bin
    cdef double[4][10] bins  # four tables: neighbours that fall into the same bin need not wait for each other
    cdef double q, rest, gaps = 0.0, spherical = 0.0, squares = 0.0
    cdef double[BLOCK] away
    cdef Logs logs
    cdef Two two
    cdef Tally tally
    cdef bint apart = real is double and k == 2 and proba.strides[0] == sizeof(double)  # each class in one piece
    memset(&tally, 0, sizeof(Tally))
    _begin(&logs)
    for i in range(4):
        for j in range(10):
            bins[i][j] = 0.0
    with nogil:
        for part in range((n + BLOCK - 1) // BLOCK):
            at = part * BLOCK
            size = BLOCK if n - at >= BLOCK else n - at
            if apart and size == BLOCK and not _any_level(<const double*>&proba[at, 0], <const double*>&proba[at, 1]):
                _tally(<const double*>&proba[at, 0], <const double*>&proba[at, 1], &truth[at], two.mine, &tally)
                _take_block(two.mine, size, &logs)
                continue
            if k == 2:
                for i in range(size):
                    tally.ones += truth[at + i]
                _fetch(proba, &truth[0], at, size, &two)
                _answers(two.mine, two.other, &truth[at], size, best, over)
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
            _take_block(two.mine, size, &logs)
    for i in range(TENTHS):  # the answers of one tenth are those above it without those above the next
        bins[0][i + 4] += tally.over[i] - (tally.over[i + 1] if i + 1 < TENTHS else 0.0)
    gaps, spherical, squares = gaps + tally.gaps, spherical + tally.spherical, squares + tally.squares
    q = _usual(&logs)
    made = np.zeros(18)
    made[17] = tally.ones
    made[:7] = (
        gaps, spherical, -(q + logs.tiny) / log(2.0) + 1074.0 * logs.zeros, -q - logs.small * log(LEAST), logs.zeros,
        squares, _minus_log(&logs)
    )
    made[7:17] = [bins[0][i] + bins[1][i] + bins[2][i] + bins[3][i] for i in range(10)]
    return made


def merged(const ranked[::1] positives, const ranked[::1] negatives):
    """Distinct scores from the highest down, with the positives and negatives at or above each."""
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], i = m - 1, j = n - 1, k = 0
    values = np.empty(m + n, dtype=np.float32 if ranked is float else np.float64 if ranked is double else np.uint32)
    table = np.empty((2, m + n), dtype=np.int64)
    cdef ranked[::1] out = values
    cdef int64_t[:, ::1] counts = table
    cdef ranked s
    with nogil:
        while i >= 0 or j >= 0:
            if j < 0 or (i >= 0 and positives[i] >= negatives[j]):
                s = positives[i]
            else:
                s = negatives[j]
            while i >= 0 and positives[i] == s:
                i -= 1
            while j >= 0 and negatives[j] == s:
                j -= 1
            out[k] = s
            counts[0, k] = m - 1 - i
            counts[1, k] = n - 1 - j
            k += 1
    return values[:k], table[0, :k], table[1, :k]


cdef double _fraction(double x, double a, double b) noexcept nogil:
    """The continued fraction of the incomplete beta function (DLMF 8.17.22), from its beginning on (Lentz's way)."""
    cdef double made = 1.0, below = 0.0, above = 1.0, change = 0.0, term
    cdef Py_ssize_t j = 0, m
    while j < 100000 and fabs(change - 1.0) > 3e-16:  # nearer it need not come
        j += 1
        m = j // 2
        if j % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        below = 1.0 / (1.0 + term * below)
        above = 1.0 + term / above
        change = above * below
        made *= change
    return made


def h_of_edges(const double[:, ::1] edges, double a, double b):
    """The H-measure of a hull: measures/hmeasure.py says what is added up here."""
    cdef Py_ssize_t i, k = edges.shape[1]
    cdef const double* right = &edges[0, 0]
    cdef const double* up = &edges[1, 0]
    cdef double both, cost, rest, gain, worst, share, total = 0.0, trivial = 0.0, beta = 1.0
    if up[k - 1] > right[k - 1]:
        right, up, a, b = up, right, b, a
    worst = 2.0 * up[k - 1] if b == 2.0 else 2.0 * right[k - 1] if a == 2.0 else b * up[k - 1]
    with nogil:
        beta = exp(lgamma(a + b) - lgamma(a) - lgamma(b))
        for i in range(k):
            both = right[i] + up[i]
            cost, rest = up[i] / both, right[i] / both
            if b == 2.0:
                gain = cost ** (a + 1.0) * (a + 2.0 - a * cost)
            elif a == 2.0:
                gain = rest ** (b + 1.0) * (2.0 + b * cost)
            else:
                gain = beta * cost ** a * rest ** b
                if cost < (a + 1.0) / (a + b + 2.0):
                    share = gain / (a * _fraction(cost, a, b))
                else:
                    share = 1.0 - gain / (b * _fraction(rest, b, a))
                gain -= share * (a - (a + b) * cost)
            total += both * gain
            trivial = both * gain
    return 1.0 - (worst - (total - trivial)) / (worst - trivial)


def convex_hull(const double[::1] fp, const double[::1] tp):
    """Corners of the upper hull of ascending points, with (0, 0) put in front."""
    cdef Py_ssize_t i, n = fp.shape[0], k = 1
    xs, ys = np.zeros(n + 1), np.zeros(n + 1)
    cdef double[::1] x = xs
    cdef double[::1] y = ys
    with nogil:
        for i in range(n):
            while k > 1 and (y[k - 1] - y[k - 2]) * (fp[i] - x[k - 2]) <= (tp[i] - y[k - 2]) * (x[k - 1] - x[k - 2]):
                k -= 1
            if fp[i] > x[k - 1] or tp[i] > y[k - 1]:
                x[k] = fp[i]
                y[k] = tp[i]
                k += 1
    return xs[:k].copy(), ys[:k].copy()


def sorted_wins(const real[::1] mine, const real[::1] theirs):
    """Of two ascending lists: twice the pairs in which mine is larger, plus the ties."""
    cdef Py_ssize_t m = mine.shape[0], n = theirs.shape[0], low = 0, high = 0, j = 0
    cdef int64_t doubled = 0
    with nogil:
        for j in range(n):
            while low < m and mine[low] < theirs[j]:
                low += 1
            if high < low:
                high = low
            while high < m and mine[high] == theirs[j]:
                high += 1
            doubled += (m - low) + (m - high)
    return doubled


cdef inline Py_ssize_t _right(const real* ascending, Py_ssize_t n, real value) noexcept nogil:
    """How many entries are smaller or equal."""
    cdef const real* base = ascending
    cdef Py_ssize_t half
    while n > 1:
        half = n >> 1
        base += half * (base[half - 1] <= value)
        n -= half
    return (base - ascending) + (base[0] <= value)


def block_wins(
    const real[:, ::1] score, Py_ssize_t first, const real[::1] ascending, const int64_t[::1] starts,
    const int64_t[::1] truth, int64_t[:, ::1] out
):
    """For the columns from `first` on: add to out[column, class] twice the members of the column's own class above
    each row's score, plus ties. The members' scores stand sorted in `ascending`, column after column from `starts`.
    """
    cdef Py_ssize_t i, c, r, n = truth.shape[0], wide = starts.shape[0] - 1, m, rest, half, width, same
    cdef const real* mine
    cdef Py_ssize_t[8] at
    cdef real[8] s
    with nogil:
        for i in range(0, n, 8):
            width = 8 if n - i >= 8 else n - i
            for c in range(wide):
                m = starts[c + 1] - starts[c]
                if m == 0:
                    continue
                mine = &ascending[starts[c]]
                for r in range(8):
                    at[r] = 0
                    s[r] = score[i + (r if r < width else 0), first + c]
                rest = m
                while rest > 1:  # eight bisections in step: their loads do not wait for each other
                    half = rest >> 1
                    for r in range(8):
                        at[r] += half * (mine[at[r] + half - 1] < s[r])
                    rest -= half
                for r in range(width):
                    at[r] += mine[at[r]] < s[r]
                    same = at[r]
                    if same < m and mine[same] == s[r]:
                        same = _right(mine, m, s[r])
                    out[c, truth[i + r]] += (m - at[r]) + (m - same)


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


cdef extern from *:
    """
    #if defined(__GNUC__)
    #define BAKEOFF_SOON(place) __builtin_prefetch(place)
    #else
    #define BAKEOFF_SOON(place) ((void)0)
    #endif
    """
    void BAKEOFF_SOON(const void* place) noexcept nogil


cdef inline double _short_off(const real* row, Py_ssize_t k, Py_ssize_t rows, const real* soon) noexcept nogil:
    """How far from one a sum of few entries is at most, in up to PARTS rows; what is needed soon is called for."""
    cdef double[PARTS] sums
    cdef Py_ssize_t i, j
    cdef double off, worst = 0.0
    for i in range(PARTS):
        sums[i] = 0.0
    if rows == PARTS:
        for j in range(k):
            BAKEOFF_SOON(soon + PARTS * j)
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


cdef extern from *:
    """
    #if defined(__AVX2__)
    #include <immintrin.h>
    #define BAKEOFF_FOUR_double(at) _mm256_loadu_pd(at)
    #define BAKEOFF_FOUR_float(at) _mm256_cvtps_pd(_mm_loadu_ps(at))
    #define BAKEOFF_LOOK(four) \\
        bits = _mm256_castpd_si256(four); \\
        wrong = _mm256_or_si256(wrong, _mm256_or_si256(bits, _mm256_sub_epi64(ones, bits)));
    /* Four rows a quarter of the table apart are looked at in step: memory hands out four streams faster than one.
       Of each, the last four entries first, less those which a step of the loop will meet, then the others in turn. */
    #define BAKEOFF_LAST(real, sum, row) \\
        four = BAKEOFF_FOUR_##real((row) + k - 4); \\
        BAKEOFF_LOOK(four) \\
        sum = _mm256_and_pd(four, last);
    #define BAKEOFF_ADD(real, sum, at) \\
        four = BAKEOFF_FOUR_##real(at); \\
        BAKEOFF_LOOK(four) \\
        sum = _mm256_add_pd(sum, four);
    #define BAKEOFF_SOUND(real) \\
    static Py_ssize_t bakeoff_sound_##real(const real* row, Py_ssize_t n, Py_ssize_t k, Py_ssize_t ahead, \\
            const int64_t* truth, double* mine, int64_t* found, double* off) { \\
        const __m256i ones = _mm256_set1_epi64x(0x3FF0000000000000LL); \\
        const __m256d one = _mm256_set1_pd(1.0), minus = _mm256_set1_pd(-0.0); \\
        const Py_ssize_t whole = (k - 1) / 4 * 4, rest = k - whole, h = n / 4, far = h * k; \\
        const __m256d last = _mm256_castsi256_pd(_mm256_set_epi64x( \\
            -1, -(int64_t)(rest > 1), -(int64_t)(rest > 2), -(int64_t)(rest > 3))); \\
        __m256i bits, wrong = _mm256_setzero_si256(); \\
        __m256d four, a, b, c, d, worst = _mm256_setzero_pd(); \\
        Py_ssize_t i, j; \\
        double w[4]; \\
        int64_t f[4]; \\
        if (k < 4) return 0; \\
        for (i = 0; i < h; i++, row += k) { \\
            BAKEOFF_LAST(real, a, row) \\
            BAKEOFF_LAST(real, b, row + far) \\
            BAKEOFF_LAST(real, c, row + 2 * far) \\
            BAKEOFF_LAST(real, d, row + 3 * far) \\
            for (j = 0; j < whole; j += 4) { \\
                if (ahead && !(j & 4)) { \\
                    _mm_prefetch((const char*)(row + ahead + j), _MM_HINT_NTA); \\
                    _mm_prefetch((const char*)(row + far + ahead + j), _MM_HINT_NTA); \\
                    _mm_prefetch((const char*)(row + 2 * far + ahead + j), _MM_HINT_NTA); \\
                    _mm_prefetch((const char*)(row + 3 * far + ahead + j), _MM_HINT_NTA); \\
                } \\
                BAKEOFF_ADD(real, a, row + j) \\
                BAKEOFF_ADD(real, b, row + far + j) \\
                BAKEOFF_ADD(real, c, row + 2 * far + j) \\
                BAKEOFF_ADD(real, d, row + 3 * far + j) \\
            } \\
            a = _mm256_hadd_pd(a, b); \\
            c = _mm256_hadd_pd(c, d); \\
            a = _mm256_add_pd(_mm256_permute2f128_pd(a, c, 0x20), _mm256_permute2f128_pd(a, c, 0x31)); \\
            worst = _mm256_max_pd(_mm256_andnot_pd(minus, _mm256_sub_pd(a, one)), worst); \\
            if (mine) { \\
                mine[i] = row[truth[i]]; \\
                mine[h + i] = row[far + truth[h + i]]; \\
                mine[2 * h + i] = row[2 * far + truth[2 * h + i]]; \\
                mine[3 * h + i] = row[3 * far + truth[3 * h + i]]; \\
            } \\
        } \\
        _mm256_storeu_pd(w, worst); \\
        _mm256_storeu_si256((__m256i*)f, wrong); \\
        for (j = 0; j < 4; j++) { *found |= f[j]; *off = w[j] > *off ? w[j] : *off; } \\
        return 4 * h; \\
    }
    BAKEOFF_SOUND(double)
    BAKEOFF_SOUND(float)
    #else
    #define bakeoff_sound_double(row, n, k, ahead, truth, mine, found, off) 0
    #define bakeoff_sound_float(row, n, k, ahead, truth, mine, found, off) 0
    #endif
    """
    Py_ssize_t bakeoff_sound_double(
        const double* row, Py_ssize_t n, Py_ssize_t k, Py_ssize_t ahead, const int64_t* truth, double* mine, int64_t* found, double* off
    ) noexcept nogil
    Py_ssize_t bakeoff_sound_float(
        const float* row, Py_ssize_t n, Py_ssize_t k, Py_ssize_t ahead, const int64_t* truth, double* mine, int64_t* found, double* off
    ) noexcept nogil


def sound(const real[:, ::1] proba, const int64_t[::1] truth, double[::1] mine, Py_ssize_t ahead):
    """Whether all entries are probabilities (minus zero is doubted, see two_columns), and how far a row's sum is off.

    Where there is room for them, the probabilities of the true classes are taken along: the rows are at hand now.
    Where the processor knows vectors of four, four rows are looked at together and the loops below see the rest;
    ahead: how many entries early the next ones are called for, none if they are near anyway.
    """
    cdef Py_ssize_t i, j, at, size, n = proba.shape[0], k = proba.shape[1]
    cdef Py_ssize_t wide = 1024 // k // PARTS * PARTS + PARTS  # rows that stay in a near cache between the two looks
    cdef const real* row
    cdef const int64_t* word
    cdef double off, worst = 0.0, p = 1.0
    cdef int64_t bits, one = 0x3FF0000000000000, wrong = 0  # the bits of 1.0
    cdef double* kept = &mine[0] if mine.shape[0] else NULL
    with nogil:
        if real is double:
            at = bakeoff_sound_double(&proba[0, 0], n, k, ahead, &truth[0], kept, &wrong, &worst)
        else:
            at = bakeoff_sound_float(&proba[0, 0], n, k, ahead, &truth[0], kept, &wrong, &worst)
        while at < n:
            size = wide if n - at >= wide else n - at
            row = &proba[at, 0]
            if real is double:
                word = <const int64_t*>row
                for j in range(size * k):
                    wrong |= word[j] | (one - word[j])
            else:
                for j in range(size * k):
                    p = row[j]
                    memcpy(&bits, &p, 8)
                    wrong |= bits | (one - bits)
            i = 0
            while i < size:
                if k >= 2 * PARTS:
                    off = fabs(_long_sum(row + i * k, k) - 1.0)
                    i += 1
                else:
                    off = _short_off(row + i * k, k, PARTS if size - i >= PARTS else size - i, row + (i + wide) * k)
                    i += PARTS
                worst = off if off > worst else worst
            if kept != NULL:
                for i in range(size):
                    kept[at + i] = row[i * k + truth[at + i]]
            at += size
    return wrong >= 0, worst


def likeliest(const real[:, ::1] proba):
    """The first largest column of each row."""
    cdef Py_ssize_t i, j, n = proba.shape[0], k = proba.shape[1], even = k - k % 4
    made = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] labels = made
    cdef real p, q, r, t
    cdef const real* row
    with nogil:
        for i in range(n):
            row = &proba[i, 0]
            p = q = r = t = row[0]
            for j in range(0, even, 4):  # four maxima: one alone would wait for itself
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
    return made


cdef inline int64_t _ordered(double score) noexcept nogil:
    """An integer that compares like the score; there is but one zero."""
    cdef double value = score + 0.0
    cdef int64_t bits
    memcpy(&bits, &value, 8)
    return bits ^ ((bits >> 63) & <int64_t>0x7FFFFFFFFFFFFFFF)


def score_keys(const double[::1] score, const uint8_t[::1] is_positive):
    """Integers that sort like the scores, with class and row in their lowest bits; how many bits of the scores there was
    no room for; how many bits class and row take.
    """
    cdef Py_ssize_t i, n = score.shape[0]
    made = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] out = made
    cdef int64_t least = 0x7FFFFFFFFFFFFFFF, most = -least - 1, bits
    cdef uint64_t range_
    cdef int low = 1, shift
    with nogil:
        for i in range(n):
            bits = _ordered(score[i])
            least = bits if bits < least else least
            most = bits if bits > most else most
        while (<int64_t>1 << (low - 1)) < n:
            low += 1
        range_ = <uint64_t>most - <uint64_t>least if n else 0
        shift = low - 63
        while range_:
            range_ >>= 1
            shift += 1
        shift = shift if shift > 0 else 0
        for i in range(n):
            bits = <int64_t>(((<uint64_t>_ordered(score[i]) - <uint64_t>least) >> shift) << low)
            out[i] = bits | (<int64_t>is_positive[i] << (low - 1)) | i
    return made, shift, low


cdef bint _level(int64_t* keys, Py_ssize_t n, const double* score, int64_t rows) noexcept nogil:
    """Whether keys that the cut bits cannot tell apart have one score; if not they are sorted, Shell's way."""
    cdef Py_ssize_t i = 1, j, gap = 1
    cdef int64_t key
    while i < n and score[keys[i] & rows] == score[keys[0] & rows]:
        i += 1
    if i == n:
        return True
    while gap < n // 3:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, n):
            key, j = keys[i], i
            while j >= gap and score[keys[j - gap] & rows] > score[key & rows]:
                keys[j] = keys[j - gap]
                j -= gap
            keys[j] = key
        gap //= 3
    return False


def place(int64_t[::1] keys, const double[::1] score, int shift, int low, int64_t m, double[::1] out, double sign):
    """From sorted keys: add to each row of `out`, `sign` times, the share of the other class it is on the right side of,
    ties half. Returns twice the pairs won plus the ties. Keys of one number are put in order.
    """
    cdef Py_ssize_t i = 0, j, end, beyond, total = keys.shape[0]
    cdef int64_t n = total - m, rows = (<int64_t>1 << (low - 1)) - 1, prefix, doubled = 0
    cdef int64_t below_up = 0, below_down = 0, up, down, is_up, won
    cdef bint level
    cdef double[2] share
    cdef double[::1] worth = np.empty(total)
    cdef const double* scores = &score[0] if total else NULL
    share[0], share[1] = (sign * 0.5 / m if m else NAN), (sign * 0.5 / n if n else NAN)
    with nogil:
        while i < total:
            prefix, beyond = keys[i] >> low, i + 1
            while beyond < total and keys[beyond] >> low == prefix:
                beyond += 1
            level = shift == 0 or _level(&keys[i], beyond - i, scores, rows)
            while i < beyond:
                end, up = i + 1, (keys[i] >> (low - 1)) & 1
                while end < beyond and (level or scores[keys[end] & rows] == scores[keys[i] & rows]):
                    up += (keys[end] >> (low - 1)) & 1
                    end += 1
                down = end - i - up
                for j in range(i, end):
                    is_up = (keys[j] >> (low - 1)) & 1
                    won = ((2 * below_down + down) & -is_up) | ((2 * (m - below_up) - up) & (is_up - 1))
                    worth[j] = won * share[is_up]
                doubled += up * (2 * below_down + down)
                below_up += up
                below_down += down
                i = end
        for i in range(total):  # a loop so short that many of its leaps in memory are under way at once
            out[keys[i] & rows] += worth[i]
    return doubled


def spreads(const double[::1] placed, const uint8_t[::1] is_positive, double mean):
    """Sums of squared distances from the mean, of the positives and of the negatives."""
    cdef Py_ssize_t i, n = placed.shape[0]
    cdef double[2] up
    cdef double[2] down
    cdef double away
    up[0] = up[1] = down[0] = down[1] = 0.0
    with nogil:
        for i in range(n):  # two sums each: neighbours need not wait for each other
            away = (placed[i] - mean) * (placed[i] - mean)
            up[i & 1] += away * is_positive[i]
            down[i & 1] += away * (1 - is_positive[i])
    return up[0] + up[1], down[0] + down[1]


cdef inline uint64_t _mix(uint64_t state) noexcept nogil:
    state = (state ^ (state >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    state = (state ^ (state >> 27)) * <uint64_t>0x94D049BB133111EB
    return state ^ (state >> 31)


cdef extern from *:
    """
    #if defined(__GNUC__) && defined(__x86_64__)
    #define BAKEOFF_AVX2() (__builtin_cpu_supports("avx2") != 0)
    #else
    #define BAKEOFF_AVX2() 0
    #endif
    """
    bint BAKEOFF_AVX2() noexcept nogil


def has_avx2():
    """Whether the processor at hand can run the wider build."""
    return BAKEOFF_AVX2()


# Resamples (resamples.py holds the twins, and says why the draws are exact)

cdef enum:
    WORDS = 64  # random words at a time, each good for four rows
    LANES = 32  # neighbours in memory are far apart in the ranking, so that they can be walked in step
    STEPS = 128  # rows of a lane in one tile: few enough that their pairs are counted in sixteen bits
    TILE = 4096


cdef inline double _uniform(uint64_t* state) noexcept nogil:
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    return <double>(_mix(state[0]) >> 11) * (1.0 / 9007199254740992.0)


cdef inline double _gap(uint64_t* state, double scale) noexcept nogil:
    """How many rows are passed by before the next one."""
    return floor(log(_uniform(state) + 1.0 / 18014398509481984.0) * scale)


cdef int64_t _rounded(uint64_t* state, Py_ssize_t n, const int16_t* cuts, uint8_t* counts) noexcept nogil:
    """Counts of the rounded law, each from sixteen random bits, and their sum over the n rows."""
    cdef uint64_t[WORDS] words
    cdef int16_t[4 * WORDS] bits
    cdef int16_t a = cuts[0], b = cuts[1], c = cuts[2], d = cuts[3], e = cuts[4], drawn, sum
    cdef Py_ssize_t at, i
    cdef uint64_t here = state[0]
    cdef int64_t total = 0
    for at in range(0, n, 256):
        for i in range(WORDS):
            here += <uint64_t>0x9E3779B97F4A7C15
            words[i] = _mix(here)
        memcpy(bits, words, sizeof(words))
        sum = 0
        for i in range(4 * WORDS):
            drawn = (bits[i] >= a) + (bits[i] >= b) + (bits[i] >= c) + (bits[i] >= d) + (bits[i] >= e)
            counts[at + i] = <uint8_t>drawn
            sum += drawn
        total += sum
    for i in range(n, (n + 4 * WORDS - 1) // (4 * WORDS) * (4 * WORDS)):
        total -= counts[i]
    state[0] = here
    return total


cdef void _draw(
    uint64_t seed, Py_ssize_t n, const int16_t[::1] cuts, const double[::1] rest, double scale, uint8_t* counts
) noexcept nogil:
    """n draws of n rows; a count above 255 has a chance of less than 1 in 10^500 for more than 255 rows."""
    cdef uint64_t state = seed
    cdef int64_t total = n + 1, i
    cdef double at, u
    cdef Py_ssize_t k
    if rest.shape[0] == 0:
        memset(counts, 0, n)
        total = 0
    while total > n:
        total = _rounded(&state, n, &cuts[0], counts)
        at = _gap(&state, scale)
        while at < n:
            u = _uniform(&state)
            k = 0
            while rest[k] <= u:
                k += 1
            i = <int64_t>at
            total += k - counts[i]
            counts[i] = <uint8_t>k
            at += 1.0 + _gap(&state, scale)
    for i in range(n - total):
        counts[<int64_t>(_uniform(&state) * n)] += 1


cdef struct Walk:
    int64_t tp
    int64_t all
    int64_t wins
    double precisions
    double[LANES + 1] ups  # positives, and all rows, before each lane
    double[LANES + 1] drawn


cdef void _pairs(const uint8_t* counts, const uint8_t* marks, Py_ssize_t steps, Walk* walk) noexcept nogil:
    """Add the pairs won in a tile: within the lanes side by side, then lane after lane."""
    cdef int16_t[LANES] up
    cdef int16_t[LANES] down
    cdef int16_t[LANES] won
    cdef int16_t k, u
    cdef Py_ssize_t i, j
    memset(up, 0, sizeof(up))
    memset(down, 0, sizeof(down))
    memset(won, 0, sizeof(won))
    for i in range(steps):
        for j in range(LANES):
            k = counts[i * LANES + j]
            u = k & marks[i * LANES + j]
            k = k - u
            won[j] += k * up[j]
            up[j] += u
            down[j] += k
    for j in range(LANES):
        walk.ups[j], walk.drawn[j] = <double>walk.tp, <double>walk.all
        walk.wins += won[j] + walk.tp * down[j]
        walk.tp += up[j]
        walk.all += up[j] + down[j]
    walk.ups[LANES], walk.drawn[LANES] = <double>walk.tp, <double>walk.all


cdef void _precisions(const uint8_t* counts, const uint8_t* marks, Py_ssize_t steps, Walk* walk) noexcept nogil:
    """Add the precision at every positive of a tile."""
    cdef double[LANES] tp
    cdef double[LANES] all
    cdef double[LANES] sum
    cdef double u
    cdef Py_ssize_t i, j
    for j in range(LANES):
        tp[j] = walk.ups[j]
        all[j] = walk.drawn[j] + 1e-300  # before the first drawn row: nothing over next to nothing
        sum[j] = 0.0
    for i in range(steps):
        for j in range(LANES):
            u = <double><int>(counts[i * LANES + j] & marks[i * LANES + j])
            tp[j] += u
            all[j] += <double><int>counts[i * LANES + j]
            sum[j] += u * tp[j] / all[j]
    for j in range(LANES):
        walk.precisions += sum[j]


cdef void _later_precisions(const uint8_t* counts, const uint8_t* marks, Py_ssize_t steps, Walk* walk) noexcept nogil:
    """The same after thousands of rows, where precision hardly moves: a ratio for the lane, and single floats for the
    small rest: the sum is good to 1e-10 of what it is divided by, far below what resampling is to show.
    """
    cdef float[LANES] ratio
    cdef float[LANES] off  # positives above what the ratio says
    cdef float[LANES] all
    cdef float[LANES] sum
    cdef float u, k
    cdef Py_ssize_t i, j
    for j in range(LANES):
        ratio[j] = <float>(walk.ups[j] / walk.drawn[j])
        off[j] = <float>(walk.ups[j] - <double>ratio[j] * walk.drawn[j])
        all[j] = <float>walk.drawn[j]
        sum[j] = 0.0
    for i in range(steps):
        for j in range(LANES):
            u = <float><int>(counts[i * LANES + j] & marks[i * LANES + j])
            k = <float><int>counts[i * LANES + j]
            off[j] += u - ratio[j] * k
            all[j] += k
            sum[j] += u * off[j] / all[j]
    for j in range(LANES):
        walk.precisions += <double>ratio[j] * (walk.ups[j + 1] - walk.ups[j]) + sum[j]


def resampled_areas(
    const uint8_t[::1] marks, const int16_t[::1] cuts, const double[::1] rest, double scale, const uint64_t[::1] seeds,
    bint precise
):
    """(B, 2): area under ROC and, if asked, average precision of resamples of ranked rows without ties.

    The marks, 255 for a positive, stand in tiles: see resamples.in_tiles.
    """
    cdef Py_ssize_t b, i, at, steps, n = marks.shape[0], many = seeds.shape[0]
    made = np.full((many, 2), np.nan)
    room = np.empty(n + 4 * WORDS, dtype=np.uint8)
    cdef double[:, ::1] out = made
    cdef uint8_t[::1] counts = room
    cdef int64_t k, u
    cdef Walk walk
    with nogil:
        for b in range(many):
            _draw(seeds[b], n, cuts, rest, scale, &counts[0])
            walk.tp = walk.all = walk.wins = 0
            walk.precisions = 0.0
            at = 0
            while n - at >= LANES:
                steps = STEPS if n - at >= TILE else (n - at) // LANES
                _pairs(&counts[at], &marks[at], steps, &walk)
                if precise and walk.drawn[0] < TILE:
                    _precisions(&counts[at], &marks[at], steps, &walk)
                elif precise:
                    _later_precisions(&counts[at], &marks[at], steps, &walk)
                at += steps * LANES
            for i in range(at, n):
                k = counts[i]
                u = k & marks[i]
                walk.wins += (k - u) * walk.tp
                walk.tp += u
                walk.all += k
                if u:
                    walk.precisions += u * (walk.tp / <double>walk.all)
            if 0 < walk.tp < n:
                out[b, 0] = walk.wins / (<double>walk.tp * (n - walk.tp))
                out[b, 1] = walk.precisions / walk.tp if precise else NAN
            elif walk.tp and precise:  # no negative was drawn: every answer is right
                out[b, 1] = 1.0
    return made


cdef void _straighten(const uint8_t* counts, Py_ssize_t n, uint8_t* line) noexcept nogil:
    """From tiles back into the order of the ranking."""
    cdef Py_ssize_t i, j, at = 0, steps
    while n - at >= LANES:
        steps = STEPS if n - at >= TILE else (n - at) // LANES
        for j in range(LANES):
            for i in range(steps):
                line[at + j * steps + i] = counts[at + i * LANES + j]
        at += steps * LANES
    for i in range(at, n):
        line[i] = counts[i]


def resampled_sweeps(
    const uint8_t[::1] is_positive, const uint8_t[::1] last, const int16_t[::1] cuts, const double[::1] rest,
    double scale, const uint64_t[::1] seeds
):
    """(B, 4): area under ROC, average precision, trapezoid PR area and largest gap of resamples of ranked rows."""
    cdef Py_ssize_t b, i, n = is_positive.shape[0], many = seeds.shape[0]
    made = np.full((many, 4), np.nan)
    room = np.empty((2, n + 4 * WORDS), dtype=np.uint8)
    cdef double[:, ::1] out = made
    cdef uint8_t[:, ::1] counts = room
    cdef int64_t tp, fp, up, down, ups, doubled, drawn
    cdef double ap, pr, gap, here, precision, before, one_m, one_n
    with nogil:
        for b in range(many):
            _draw(seeds[b], n, cuts, rest, scale, &counts[0, 0])
            _straighten(&counts[0, 0], n, &counts[1, 0])
            ups = 0
            for i in range(n):
                ups += counts[1, i] * is_positive[i]
            if ups == n:  # no negative was drawn: every answer is right
                out[b, 1] = out[b, 2] = 1.0
            if ups == 0 or ups == n:
                continue
            one_m, one_n = 1.0 / ups, 1.0 / (n - ups)
            tp = fp = up = down = doubled = 0
            ap = pr = gap = 0.0
            precision = 1.0
            for i in range(n):
                drawn = counts[1, i]
                up += drawn & -<int64_t>is_positive[i]
                down += drawn & (<int64_t>is_positive[i] - 1)
                if last[i]:
                    doubled += down * (2 * tp + up)
                    tp += up
                    fp += down
                    before = precision
                    precision = (tp + 1e-300) / (tp + fp + 1e-300)  # before the first drawn row: one
                    ap += up * precision
                    pr += up * (precision + before)
                    here = fabs(tp * one_m - fp * one_n)
                    gap = here if here > gap else gap
                    up = down = 0
            out[b, 0] = doubled / (2.0 * ups * (n - ups))
            out[b, 1] = ap * one_m
            out[b, 2] = 0.5 * pr * one_m
            out[b, 3] = gap
    return made


def resampled_means(
    const double[:, ::1] columns, const int16_t[::1] cuts, const double[::1] rest, double scale,
    const uint64_t[::1] seeds
):
    """(B, d): means of the d columns in resamples of n rows."""
    cdef Py_ssize_t b, i, j, k, d = columns.shape[0], n = columns.shape[1], many = seeds.shape[0], even = n - n % 8
    made = np.empty((many, d))
    room = np.empty(n + 4 * WORDS, dtype=np.uint8)
    cdef double[:, ::1] out = made
    cdef uint8_t[::1] counts = room
    cdef double[8] sum
    cdef double total
    with nogil:
        for b in range(many):
            _draw(seeds[b], n, cuts, rest, scale, &counts[0])
            for j in range(d):
                for k in range(8):
                    sum[k] = 0.0
                for i in range(0, even, 8):  # eight sums: one alone would wait for itself
                    for k in range(8):
                        sum[k] += <double><int>counts[i + k] * columns[j, i + k]
                total = ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]))
                for i in range(even, n):
                    total += counts[i] * columns[j, i]
                out[b, j] = total / n
    return made


def draw_counts(uint64_t seed, Py_ssize_t n, const int16_t[::1] cuts, const double[::1] rest, double scale):
    """How often each of n rows is drawn in n draws with replacement."""
    made = np.empty(n + 4 * WORDS, dtype=np.uint8)
    cdef uint8_t[::1] counts = made
    with nogil:
        _draw(seed, n, cuts, rest, scale, &counts[0])
    return made[:n].astype(np.int64)


# Paired permutation tests (comparisons/flips.py holds the twin)


def sign_flip_sums(const double[::1] values, Py_ssize_t draws, uint64_t seed):
    """(draws,) sums of the values (64 x blocks of them) with fair random signs; eight rows share a look-up by one byte."""
    cdef Py_ssize_t block, blocks = values.shape[0] // 64, draw, byte, bit, i
    made = np.zeros(draws)
    room = np.empty((8, 256))
    cdef double[::1] out = made
    cdef double[:, ::1] table = room
    cdef uint64_t bits
    cdef double total
    with nogil:
        for block in range(blocks):
            for byte in range(8):
                for i in range(256):
                    total = 0.0
                    for bit in range(8):
                        if (i >> bit) & 1:
                            total += values[block * 64 + byte * 8 + bit]
                        else:
                            total -= values[block * 64 + byte * 8 + bit]
                    table[byte, i] = total
            for draw in range(draws):
                bits = _mix(seed + <uint64_t>(block * draws + draw + 1) * <uint64_t>0x9E3779B97F4A7C15)
                out[draw] += (
                    ((table[0, bits & 255] + table[1, (bits >> 8) & 255])
                     + (table[2, (bits >> 16) & 255] + table[3, (bits >> 24) & 255]))
                    + ((table[4, (bits >> 32) & 255] + table[5, (bits >> 40) & 255])
                       + (table[6, (bits >> 48) & 255] + table[7, bits >> 56]))
                )
    return made


# Many resamples of ranked rows (ranked.py holds the twin)

ctypedef fused often:
    uint8_t
    double


def drawn_rows(Py_ssize_t n, const int16_t[::1] cuts, const double[::1] rest, double scale, const uint64_t[::1] seeds):
    """(B, n): how often each of n rows is drawn in n draws with replacement."""
    cdef Py_ssize_t b, many = seeds.shape[0]
    made = np.empty((many, n), dtype=np.uint8)
    room = np.empty(n + 4 * WORDS, dtype=np.uint8)
    cdef uint8_t[:, ::1] out = made
    cdef uint8_t[::1] counts = room
    with nogil:
        for b in range(many):
            _draw(seeds[b], n, cuts, rest, scale, &counts[0])
            memcpy(&out[b, 0], &counts[0], n)
    return made


cdef void _reach(
    const often* times, const int32_t[::1] unit, const uint8_t[::1] marks, const double[::1] weight, const int32_t[::1] stops,
    double* tp, double* fp
) noexcept nogil:
    """Positives and negatives down to each stop, if each unit of rows was drawn so many times."""
    cdef Py_ssize_t i = 0, k
    cdef int64_t drawn, ups, all
    cdef double up = 0.0, down = 0.0, heavy
    for k in range(stops.shape[0]):
        if often is uint8_t:
            ups = all = 0
            while i < stops[k]:
                drawn = times[unit[i]]
                ups += drawn & marks[i]
                all += drawn
                i += 1
            up += <double>ups
            down += <double>(all - ups)
        else:
            while i < stops[k]:
                heavy = times[unit[i]] * weight[i]
                if marks[i]:
                    up += heavy
                else:
                    down += heavy
                i += 1
        tp[k], fp[k] = up, down


cdef void _tell(const double* tp, const double* fp, Py_ssize_t size, double* out) noexcept nogil:
    """What rises.Sweep holds, in its order, and the interpolated area: all that a walk along the curve tells."""
    cdef double m = tp[size - 1], n = fp[size - 1], was = 0.0, above = 0.0, gain, level, share, start, here, precision = 1.0
    cdef double wins = 0.0, steps = 0.0, slopes = 0.0, gap = 0.0, of_up = 0.0, of_down = 0.0, bent = 0.0, before
    cdef double one_m = 1.0 / m, one_n = 1.0 / n
    cdef Py_ssize_t k
    for k in range(size):
        gain, level = tp[k] - was, fp[k] - above
        if gain == 0.0 and level == 0.0:
            continue
        wins += level * (was + tp[k])
        here = (was + 0.5 * gain) * one_m
        of_down += level * here * here
        if gain > 0.0:
            here = (n - above - 0.5 * level) * one_n
            of_up += gain * here * here
            before = was / (was + above) if was + above > 0.0 else 1.0
            precision = tp[k] / (tp[k] + fp[k])
            steps += gain * precision
            slopes += gain * (precision + before)
            share = gain / (gain + level)
            start = above - level / gain * was
            bent += gain * share
            if start != 0.0:
                bent -= start * share * share * _log1p((gain + level) / (was + above))
        here = fabs(tp[k] * one_m - fp[k] * one_n)
        gap = here if here > gap else gap
        was, above = tp[k], fp[k]
    out[0], out[1], out[2], out[3] = wins, steps * one_m, 0.5 * slopes * one_m, gap
    out[4], out[5], out[6] = of_up, of_down, bent


cdef Py_ssize_t _corners(const double* tp, const double* fp, Py_ssize_t size, double* x, double* y) noexcept nogil:
    """Corners of the upper hull from (0, 0) on; only where the curve rises, and at its end, can there be one."""
    cdef Py_ssize_t i, k = 1
    cdef double was = 0.0
    x[0] = y[0] = 0.0
    for i in range(size):
        if tp[i] == was and i < size - 1:
            continue
        was = tp[i]
        while k > 1 and (y[k - 1] - y[k - 2]) * (fp[i] - x[k - 2]) <= (tp[i] - y[k - 2]) * (x[k - 1] - x[k - 2]):
            k -= 1
        if fp[i] > x[k - 1] or tp[i] > y[k - 1]:
            x[k], y[k] = fp[i], tp[i]
            k += 1
    return k


def redrawn(
    const often[:, ::1] times, const int32_t[::1] unit, const uint8_t[::1] marks, const double[::1] weight,
    const int32_t[::1] stops
):
    """(B, 2, stops) true and false positives at each stop, (B, 7) what `_tell` tells of them, and their hulls."""
    cdef Py_ssize_t b, k = 0, size = stops.shape[0], many = times.shape[0]
    table, answers, hulls, room = np.empty((many, 2, size)), np.empty((many, 7)), [], np.empty((2, size + 1))
    cdef double[:, :, ::1] curve = table
    cdef double[:, ::1] told = answers
    cdef double[:, ::1] corners = room
    for b in range(many):
        with nogil:
            _reach(&times[b, 0], unit, marks, weight, stops, &curve[b, 0, 0], &curve[b, 1, 0])
            _tell(&curve[b, 0, 0], &curve[b, 1, 0], size, &told[b, 0])
            k = _corners(&curve[b, 0, 0], &curve[b, 1, 0], size, &corners[0, 0], &corners[1, 0])
        hulls.append(room[:, :k].copy())
    return table, answers, hulls


def top_of_curve(const double[:, ::1] curve, double width):
    """Area under a ROC curve in counts, up to `width` false positives."""
    cdef Py_ssize_t k, size = curve.shape[1]
    cdef double was = 0.0, above = 0.0, gain, level, part, area = 0.0
    for k in range(size):
        if above >= width:
            break
        gain, level, part = curve[0, k] - was, curve[1, k] - above, width - above
        if gain > 0.0:
            area += gain * (part - 0.5 * level if part >= level else part * part / (2.0 * level))
        was, above = curve[0, k], curve[1, k]
    return area


def redrawn_wins(
    const often[:, ::1] times, const int64_t[::1] truth, const int32_t[:, ::1] order, const uint8_t[:, ::1] last
):
    """(B, K, K): twice how often a row of class i outscores, in column i, a row of class j; ties count once."""
    cdef Py_ssize_t b, i, j, k, first, classes = order.shape[0], n = order.shape[1], many = times.shape[0]
    made = np.zeros((many, classes, classes))
    cdef double[:, :, ::1] out = made
    cdef double above, level
    with nogil:
        for b in range(many):
            for k in range(classes):
                above = level = 0.0
                first = 0
                for i in range(n):
                    if truth[order[k, i]] == k:
                        level += times[b, order[k, i]]
                    if last[k, i]:
                        for j in range(first, i + 1):
                            out[b, k, truth[order[k, j]]] += times[b, order[k, j]] * (2.0 * above + level)
                        above += level
                        level = 0.0
                        first = i + 1
                out[b, k, k] = 0.0
    return made
