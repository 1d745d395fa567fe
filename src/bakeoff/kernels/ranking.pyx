"""Walks along sorted scores, compiled: areas, hulls, wins of classes, placements."""

import numpy as np

from bakeoff.kernels.common cimport BAKEOFF_SOURCE, CHUNK, _any_tie, _largest, _log1p, _series, _total, ranked, real
from libc.math cimport INFINITY, NAN, cbrt, fabs
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memset

SOURCE = BAKEOFF_SOURCE  # see dispatch.py


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


def negatives_above(const ranked[::1] positives, const ranked[::1] negatives):
    """How many negatives lie above each positive; both lists ascend.

    Four merges, from either end of either half: one alone would wait for its own comparisons.
    """
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], half = m // 2, cut = 0, high = n, step, steps
    result = np.empty(m, np.int32)
    cdef int32_t[::1] out = result
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
    return result


def tied_chunks(const ranked[::1] positives, const ranked[::1] negatives, const int32_t[::1] above):
    """Of every CHUNK of positives, from the highest down: whether one of them shares its score with any other row."""
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], c
    result = np.zeros((m + CHUNK - 1) // CHUNK, dtype=np.uint8)
    cdef uint8_t[::1] out = result
    with nogil:
        for c in range(out.shape[0]):
            out[c] = _any_tie(&positives[0], m, &negatives[0], n, &above[0], c)
    return result


cdef struct Step:
    Py_ssize_t m, n, next  # positives, negatives, the next positive to be met
    int64_t was, tp, above, level  # positives before and after this score, negatives above it and level with it


cdef inline bint _next_step(const ranked* positives, const ranked* negatives, const int32_t* above, Step* at) noexcept nogil:
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


cdef inline Step _start(Py_ssize_t m, Py_ssize_t n) noexcept nogil:
    cdef Step at
    at.m, at.n, at.next, at.was, at.tp, at.above, at.level = m, n, m - 1, 0, 0, 0, 0
    return at


cdef inline Py_ssize_t _untied_chunk(const uint8_t* tied, const Step* at) noexcept nogil:
    """How many of the next positives can be taken together; none where ties have to be looked for."""
    if at.tp % CHUNK or tied[at.tp // CHUNK]:
        return 0
    return CHUNK if at.next >= CHUNK else at.next + 1


cdef inline void _skip_chunk(Py_ssize_t size, const int32_t* above, Step* at) noexcept nogil:
    at.tp += size
    at.next -= size
    at.above, at.level, at.was = above[at.next + 1], 0, at.tp - 1


cdef struct Totals:
    int64_t doubled, fp  # twice the pairs won plus ties; negatives passed so far
    double ap, lost, pr, gap, up, down, one_m, one_n


cdef inline void _add_precision(double term, Totals* to) noexcept nogil:
    """What rounding loses is added up beside: ten million terms must not lose digits."""
    cdef double moved = to.ap + term, back = moved - to.ap
    to.lost += (to.ap - (moved - back)) + (term - back)
    to.ap = moved


cdef inline void _add_chunk(const int32_t* above, Py_ssize_t size, const Step* at, Totals* to) noexcept nogil:
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


cdef inline void _add_step(const Step* at, Totals* to) noexcept nogil:
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


def roc_totals(const ranked[::1] positives, const ranked[::1] negatives, const int32_t[::1] above, const uint8_t[::1] tied):
    """One walk along the distinct scores of positives from the highest down; the fields of ThresholdTotals in their order."""
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], size
    cdef Step at = _start(m, n)
    cdef Totals to
    memset(&to, 0, sizeof(Totals))
    to.one_m, to.one_n = 1.0 / m, 1.0 / n
    with nogil:
        while at.next >= 0:
            size = _untied_chunk(&tied[0], &at)
            if size:
                _add_chunk(&above[0], size, &at, &to)
                _skip_chunk(size, &above[0], &at)
            else:
                _next_step(&positives[0], &negatives[0], &above[0], &at)
                _add_step(&at, &to)
    return to.doubled, (to.ap + to.lost) * to.one_m, 0.5 * to.pr * to.one_m, to.gap, to.up, to.down + (n - to.fp)


cdef inline double _interpolation_loss(const int32_t* above, Py_ssize_t size, const Step* at) noexcept nogil:
    """What precision falls short of one while these positives are found."""
    cdef double[CHUNK] short
    cdef Py_ssize_t j
    cdef double base = <double>at.tp, over
    for j in range(size):
        over = above[at.next - j]
        short[j] = over * _series(1.0 / (base + <double><int>j + over))
    return _total(short, size)


def interpolated_area(const ranked[::1] positives, const ranked[::1] negatives, const int32_t[::1] above, const uint8_t[::1] tied):
    """Area under precision over the number of positives found, false positives rising linearly within each rise."""
    cdef Step at = _start(positives.shape[0], negatives.shape[0])
    cdef double area = 0.0, start, share
    cdef int64_t gain
    cdef Py_ssize_t size
    with nogil:
        while at.next >= 0:
            size = _untied_chunk(&tied[0], &at)
            if size and at.tp + above[at.next] > 1000:
                area += size - _interpolation_loss(&above[0], size, &at)
                _skip_chunk(size, &above[0], &at)
                continue
            _next_step(&positives[0], &negatives[0], &above[0], &at)
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
    cdef Step at = _start(positives.shape[0], negatives.shape[0])
    cdef double area = 0.0, part
    cdef int64_t over
    cdef Py_ssize_t size, j
    with nogil:
        while at.next >= 0 and at.above < width:
            size = _untied_chunk(&tied[0], &at)
            if size and above[at.next - size + 1] <= width:
                over = 0
                for j in range(size):
                    over += above[at.next - j]
                area += size * width - over
                _skip_chunk(size, &above[0], &at)
                continue
            _next_step(&positives[0], &negatives[0], &above[0], &at)
            part = width - at.above
            if part > 0:
                area += (at.tp - at.was) * (part - 0.5 * at.level if part >= at.level else 0.5 * part * part / at.level)
    return area


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


cdef inline bint _below(int64_t x, int64_t y, const int64_t* x0, const int64_t* y0, int slack) noexcept nogil:
    """Whether (x, y) lies under the line from the first to the second corner (or on it, with no slack)."""
    return (y - y0[0]) * (x0[1] - x0[0]) + slack <= (y0[1] - y0[0]) * (x - x0[0])


cdef inline Py_ssize_t _add_corner(int64_t x, int64_t y, int64_t* xs, int64_t* ys, Py_ssize_t k) noexcept nogil:
    """Put a point to the right of all others on the hull of k corners; how many corners it then has."""
    while k > 1 and (ys[k - 1] - ys[k - 2]) * (x - xs[k - 2]) <= (y - ys[k - 2]) * (xs[k - 1] - xs[k - 2]):
        k -= 1
    if x > xs[k - 1] or y > ys[k - 1]:
        xs[k], ys[k] = x, y
        k += 1
    return k


cdef inline void _heights(
    const int32_t* above, Py_ssize_t size, const Step* at, const int64_t* x0, const int64_t* y0, double* high
) noexcept nogil:
    """How far each of these points lies above the line through two corners (times its length), or above the last one."""
    cdef double dx = <double>(x0[1] - x0[0]), dy = <double>(y0[1] - y0[0]), x = <double>x0[0], y = <double>(at.tp + 1 - y0[0]), h
    cdef Py_ssize_t j
    for j in range(size):
        h = (y + <double><int>j) * dx - (<double>above[at.next - j] - x) * dy
        high[j] = h if h > high[j] else high[j]


def roc_hull(const ranked[::1] positives, const ranked[::1] negatives, const int32_t[::1] above, const uint8_t[::1] tied):
    """(2, corners) of the ROC convex hull in counts, from (0, 0).

    The hull of the first point of every chunk is result first: a chunk that lies under it need not be looked at again.
    """
    cdef Py_ssize_t m = positives.shape[0], n = negatives.shape[0], i, k = 1, few = 1, edge = 0, size, j
    few_at = np.empty(2 * (m // CHUNK + 3), np.int64).reshape(2, -1)
    # Edges between whole numbers, no two in one direction, are few: their number grows like 1.5 (m n)^(1/3).
    result = np.empty(2 * min(min(m, n) + 3, <Py_ssize_t>(4.0 * cbrt(<double>m * <double>n)) + 64), np.int64).reshape(2, -1)
    few_at[:, 0] = result[:, 0] = 0
    cdef int64_t[:, ::1] rough = few_at
    cdef int64_t[:, ::1] out = result
    cdef Step at = _start(m, n)
    cdef double[CHUNK] high
    cdef double least = -1.0 - 1e-15 * m * <double>n  # below this a point lies under the line, whatever rounding did
    cdef int64_t fp, tp
    with nogil:
        for i in range(1, (m + CHUNK - 1) // CHUNK):
            if not tied[i]:
                few = _add_corner(above[m - 1 - i * CHUNK], i * CHUNK, &rough[0, 0], &rough[1, 0], few)
        few = _add_corner(n, m, &rough[0, 0], &rough[1, 0], few)
        while at.next >= 0:
            size = _untied_chunk(&tied[0], &at)
            fp = above[at.next]
            while edge < few - 2 and fp > rough[0, edge + 1]:
                edge += 1
            if not size:
                _next_step(&positives[0], &negatives[0], &above[0], &at)
                fp = at.above + at.level
                while edge < few - 2 and fp > rough[0, edge + 1]:
                    edge += 1
                if not _below(fp, at.tp, &rough[0, edge], &rough[1, edge], 1):
                    k = _add_corner(fp, at.tp, &out[0, 0], &out[1, 0], k)
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
                        k = _add_corner(fp, tp, &out[0, 0], &out[1, 0], k)
            _skip_chunk(size, &above[0], &at)
        k = _add_corner(n, m, &out[0, 0], &out[1, 0], k)
    return result[:, :k].astype(np.float64)


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


cdef inline Py_ssize_t _upper_bound(const real* ascending, Py_ssize_t n, real value) noexcept nogil:
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
                        same = _upper_bound(mine, m, s[r])
                    out[c, truth[i + r]] += (m - at[r]) + (m - same)


cdef bint _sort_level(int64_t* keys, Py_ssize_t n, const double* score, int64_t rows) noexcept nogil:
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


def placements(int64_t[::1] keys, const double[::1] score, int shift, int low, int64_t m):
    """From sorted keys: the share of the other class that each row is on the right side of, ties half. Keys of one number
    are put in order.
    """
    cdef Py_ssize_t i = 0, j, end, beyond, total = keys.shape[0]
    cdef int64_t n = total - m, rows = (<int64_t>1 << (low - 1)) - 1, prefix
    cdef int64_t below_up = 0, below_down = 0, up, down, is_up, won
    cdef bint level
    cdef double[2] share
    cdef double[::1] worth = np.empty(total)
    result = np.empty(total)
    cdef double[::1] out = result
    cdef const double* scores = &score[0] if total else NULL
    share[0], share[1] = (0.5 / m if m else NAN), (0.5 / n if n else NAN)
    with nogil:
        while i < total:
            prefix, beyond = keys[i] >> low, i + 1
            while beyond < total and keys[beyond] >> low == prefix:
                beyond += 1
            level = shift == 0 or _sort_level(&keys[i], beyond - i, scores, rows)
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
                below_up += up
                below_down += down
                i = end
        for i in range(total):  # a loop so short that many of its leaps in memory are under way at once
            out[keys[i] & rows] = worth[i]
    return result
