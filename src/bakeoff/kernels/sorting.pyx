"""Scores split by class, sorted and merged, compiled."""

import numpy as np

from bakeoff.kernels.common cimport BAKEOFF_SOURCE, BLOCK, CHUNK, PARTS, _any_tie, _largest, ranked, real
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

SOURCE = BAKEOFF_SOURCE  # see dispatch.py


def split_by_class(const real[:] score, const int64_t[::1] truth, int64_t positive):
    """Scores of the positives and of the negatives: both are written at every row, one pointer moves on."""
    cdef Py_ssize_t i, n = truth.shape[0], up = 0, down = 0
    cdef int64_t many = 0
    with nogil:
        for i in range(n):
            many += truth[i] == positive
    kind = np.float32 if real is float else np.float64
    ups, downs = np.empty(many + 1, kind), np.empty(n - many + 1, kind)
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


def merge(const real[::1] a, const real[::1] b):
    """Two ascending lists as one: from both ends at once, so that neither waits for the other, and without a branch."""
    cdef Py_ssize_t i = 0, j = 0, p = a.shape[0] - 1, q = b.shape[0] - 1, low = 0, high = p + q + 1, step, sure, take
    result = np.empty(p + q + 2, dtype=np.float32 if real is float else np.float64)
    cdef real[::1] out = result
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
    return result


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


def sort_keys(const double[::1] score, const int64_t[::1] truth, int64_t positive):
    """Numbers that are in the order of the scores, odd those of positives, and the ends of their scale.

    Half as long as the scores, they are sorted in half the time; few scores that differ have the same one.
    """
    cdef Py_ssize_t i, part, at, size, n = truth.shape[0]
    cdef double least, most
    cdef Scale by
    result = np.empty(n, np.uint32)
    cdef uint32_t[::1] out = result
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
    return result, least, most


def partition_keys(const uint32_t[::1] keys):
    """Keys of the positives and of the negatives, how many negatives lie above each positive, and what `tied` tells.

    The keys ascend, odd those of positives. All are even afterwards, so that behind each one there is room.
    """
    cdef Py_ssize_t i, n = keys.shape[0], m = 0, u = 0
    for i in range(n):
        m += keys[i] & 1
    ups, downs = np.empty(m, np.uint32), np.empty(n - m, np.uint32)
    over, ties = np.empty(m, np.int32), np.zeros((m + CHUNK - 1) // CHUNK, dtype=np.uint8)
    cdef uint32_t[::1] up = ups
    cdef uint32_t[::1] down = downs
    cdef int32_t[::1] above = over
    cdef uint8_t[::1] tied = ties
    cdef bint before = False, after
    with nogil:
        for i in range(n):
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
    return ups, downs, over, ties


cdef inline bint _contains_any(const uint32_t* keys, Py_ssize_t size, const uint32_t* wanted, Py_ssize_t many) noexcept nogil:
    """Whether one of few keys is among these; they are all compared, side by side."""
    cdef Py_ssize_t i, j
    cdef uint32_t found = 0
    for j in range(many):
        for i in range(size):
            found |= keys[i] == wanted[j]
    return found != 0


cdef inline Py_ssize_t _lower_bound(const uint32_t* ascending, Py_ssize_t n, uint32_t key) noexcept nogil:
    """How many lie below the key."""
    cdef Py_ssize_t low = 0, middle
    while low < n:
        middle = (low + n) // 2
        if ascending[middle] < key:
            low = middle + 1
        else:
            n = middle
    return low


cdef Py_ssize_t _shared_keys(
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


cdef Py_ssize_t _rows_with_keys(
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
        if many <= PARTS and not _contains_any(keys, size, wanted, many):
            continue
        for i in range(size):
            end = keys[i] >> 1 & 0xFFFF
            if seen[end >> 3] >> (end & 7) & 1:
                place = _lower_bound(wanted, many, keys[i])
                if place < many and wanted[place] == keys[i]:
                    if found == most:
                        return -1
                    out[found] = at + i
                    found += 1
    return found


cdef void _sort_rows(int64_t* rows, Py_ssize_t n, const double* score) noexcept nogil:
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


def separate_keys(
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
        many = _shared_keys(&positives[0], m, &negatives[0], n, &above[0], &tied[0], &wanted[0], few)
        found = -1 if many < 0 else _rows_with_keys(&score[0], m + n, &by, &wanted[0], many, &rows[0], 4 * few)
        _sort_rows(&rows[0], found, &score[0])  # and so by key
        for g in range(many if found >= 0 else 0):
            key, step = wanted[g], 0
            up = p = _lower_bound(&positives[0], m, key)
            down = q = _lower_bound(&negatives[0], n, key)
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
    result = np.empty(n, dtype=np.int64)
    cdef int64_t[::1] out = result
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
    return result, shift, low
