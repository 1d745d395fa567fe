"""Resamples with replacement and random signs, compiled; reference/resampling.py says why the draws are exact."""

import numpy as np

from bakeoff.kernels.common cimport BAKEOFF_SOURCE, _log1p, _mix
from libc.math cimport NAN, fabs, floor, log
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

SOURCE = BAKEOFF_SOURCE  # see dispatch.py


cdef enum:
    WORDS = 64  # random words at a time, each good for four rows
    LANES = 32  # neighbours in memory are far apart in the ranking, so that they can be walked in step
    STEPS = 128  # rows of a lane in one tile: few enough that their pairs are counted in sixteen bits
    TILE = 4096


cdef inline double _uniform(uint64_t* state) noexcept nogil:
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    return <double>(_mix(state[0]) >> 11) * (1.0 / 9007199254740992.0)


cdef inline double _rows_to_next(uint64_t* state, double scale) noexcept nogil:
    """How many rows are passed by before the next one."""
    return floor(log(_uniform(state) + 1.0 / 18014398509481984.0) * scale)


cdef int64_t _rounded_counts(uint64_t* state, Py_ssize_t n, const int16_t* cuts, uint8_t* counts) noexcept nogil:
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
        total = _rounded_counts(&state, n, &cuts[0], counts)
        at = _rows_to_next(&state, scale)
        while at < n:
            u = _uniform(&state)
            k = 0
            while rest[k] <= u:
                k += 1
            i = <int64_t>at
            total += k - counts[i]
            counts[i] = <uint8_t>k
            at += 1.0 + _rows_to_next(&state, scale)
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

    The marks, 255 for a positive, stand in tiles: see reference.resampling.to_tiles.
    """
    cdef Py_ssize_t b, i, at, steps, n = marks.shape[0], many = seeds.shape[0]
    result = np.full((many, 2), np.nan)
    room = np.empty(n + 4 * WORDS, dtype=np.uint8)
    cdef double[:, ::1] out = result
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
    return result


cdef void _from_tiles(const uint8_t* counts, Py_ssize_t n, uint8_t* line) noexcept nogil:
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
    result = np.full((many, 4), np.nan)
    room = np.empty((2, n + 4 * WORDS), dtype=np.uint8)
    cdef double[:, ::1] out = result
    cdef uint8_t[:, ::1] counts = room
    cdef int64_t tp, fp, up, down, ups, doubled, drawn
    cdef double ap, pr, gap, here, precision, before, one_m, one_n
    with nogil:
        for b in range(many):
            _draw(seeds[b], n, cuts, rest, scale, &counts[0, 0])
            _from_tiles(&counts[0, 0], n, &counts[1, 0])
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
    return result


def resampled_means(
    const double[:, ::1] columns, const int16_t[::1] cuts, const double[::1] rest, double scale,
    const uint64_t[::1] seeds
):
    """(B, d): means of the d columns in resamples of n rows."""
    cdef Py_ssize_t b, i, j, k, d = columns.shape[0], n = columns.shape[1], many = seeds.shape[0], even = n - n % 8
    result = np.empty((many, d))
    room = np.empty(n + 4 * WORDS, dtype=np.uint8)
    cdef double[:, ::1] out = result
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
    return result


ctypedef fused often:
    uint8_t
    double


def resample_counts(Py_ssize_t n, const int16_t[::1] cuts, const double[::1] rest, double scale, const uint64_t[::1] seeds):
    """(B, n): how often each of n rows is drawn in n draws with replacement."""
    cdef Py_ssize_t b, many = seeds.shape[0]
    result = np.empty((many, n), dtype=np.uint8)
    room = np.empty(n + 4 * WORDS, dtype=np.uint8)
    cdef uint8_t[:, ::1] out = result
    cdef uint8_t[::1] counts = room
    with nogil:
        for b in range(many):
            _draw(seeds[b], n, cuts, rest, scale, &counts[0])
            memcpy(&out[b, 0], &counts[0], n)
    return result


cdef void _counts_at_stops(
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


cdef void _totals(const double* tp, const double* fp, Py_ssize_t size, double* out) noexcept nogil:
    """Fill in the totals of the curve: the fields of ThresholdTotals in their order, then the interpolated area."""
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


def resampled_rankings(
    const often[:, ::1] times, const int32_t[::1] unit, const uint8_t[::1] marks, const double[::1] weight,
    const int32_t[::1] stops
):
    """(B, 2, stops) true and false positives at each stop, (B, 7) their totals, see `_totals`, and their hulls."""
    cdef Py_ssize_t b, k = 0, size = stops.shape[0], many = times.shape[0]
    table, answers, hulls, room = np.empty((many, 2, size)), np.empty((many, 7)), [], np.empty((2, size + 1))
    cdef double[:, :, ::1] curve = table
    cdef double[:, ::1] told = answers
    cdef double[:, ::1] corners = room
    for b in range(many):
        with nogil:
            _counts_at_stops(&times[b, 0], unit, marks, weight, stops, &curve[b, 0, 0], &curve[b, 1, 0])
            _totals(&curve[b, 0, 0], &curve[b, 1, 0], size, &told[b, 0])
            k = _corners(&curve[b, 0, 0], &curve[b, 1, 0], size, &corners[0, 0], &corners[1, 0])
        hulls.append(room[:, :k].copy())
    return table, answers, hulls


def resampled_class_wins(
    const often[:, ::1] times, const int64_t[::1] truth, const int32_t[:, ::1] order, const uint8_t[:, ::1] last
):
    """(B, K, K): twice how often a row of class i outscores, in column i, a row of class j; ties count once."""
    cdef Py_ssize_t b, i, j, k, first, classes = order.shape[0], n = order.shape[1], many = times.shape[0]
    result = np.zeros((many, classes, classes))
    cdef double[:, :, ::1] out = result
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
    return result


def sign_flip_sums(const double[::1] values, Py_ssize_t draws, uint64_t seed):
    """(draws,) sums of the values (64 x blocks of them) with fair random signs; eight rows share a look-up by one byte."""
    cdef Py_ssize_t block, blocks = values.shape[0] // 64, draw, byte, bit, i
    result = np.zeros(draws)
    room = np.empty((8, 256))
    cdef double[::1] out = result
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
    return result
