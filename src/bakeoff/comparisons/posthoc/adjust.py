"""Many p-values at once: what each is worth when all questions are asked together."""

from collections import deque
from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["ADJUSTMENTS", "METHODS", "SOURCES", "adjust", "adjusted_name"]


def adjust(p_values: ArrayLike, method: str = "holm") -> Array:
    """Adjusted p-values in the order given: at least the raw ones, monotone in them, at most 1.

    A NaN stays NaN and still counts as a question asked.  Bonferroni, Šidák, Holm, Hochberg, Hommel, Holland, Finner and Rom
    keep the chance of any false claim; Li keeps it for the usual case that few hypotheses are true; BH, BY and BKY (two
    stages: the first estimates how many hypotheses are true) keep the share of false claims.  For all pairs of k learners
    `adjust_pairs` has more power.  References: sidak1967, holm1979, hochberg1988, hommel1988, holland1987, finner1993,
    rom1990, li2008, benjamini1995, benjamini2001, benjamini2006.

    >>> adjust([0.01, 0.04, 0.03], "holm").round(4).tolist()
    [0.03, 0.06, 0.06]
    """
    if method not in METHODS:
        raise UnknownName("adjustment", method, METHODS)
    raw = np.asarray(p_values, dtype=np.float64)
    if raw.ndim != 1 or np.any((raw < 0) | (raw > 1)):
        raise BadInput("p-values must be a list of numbers between 0 and 1")
    order = np.argsort(raw, kind="stable")  # NaN last
    ordered = np.where(np.isnan(raw[order]), 1.0, raw[order])
    result = np.empty(raw.size)
    result[order] = np.clip(np.maximum(METHODS[method](ordered), ordered), 0.0, 1.0)
    result[np.isnan(raw)] = np.nan
    return result


def _down(values: Array) -> Array:
    """Step-down: no p may be below an earlier one."""
    return np.maximum.accumulate(values)


def _up(values: Array) -> Array:
    """Step-up: no p may be above a later one."""
    return np.minimum.accumulate(values[::-1])[::-1]


def _left(p: Array) -> Array:
    """How many hypotheses are left at each step: m, m - 1, ..., 1."""
    return np.arange(p.size, 0, -1)


def _none(p: Array) -> Array:
    return p


def _bonferroni(p: Array) -> Array:
    return p * p.size


def _sidak(p: Array) -> Array:
    return np.asarray(-np.expm1(p.size * np.log1p(-np.minimum(p, 1 - 1e-16))))


def _holm(p: Array) -> Array:
    return _down(p * _left(p))


def _hochberg(p: Array) -> Array:
    return _up(p * _left(p))


def _hommel(p: Array) -> Array:
    """The largest Simes p over all sets that hold i; the worst set of size s is i with the s - 1 largest p-values.

    With c_s the Simes p of those s - 1 (never rising in s) and s p_i rising, the largest of min(s p_i, c_s) lies where
    the two cross, so one search per hypothesis replaces a pass over all sizes.
    """
    m = p.size
    if m < 2:
        return p
    sizes = np.arange(2, m + 1)
    slopes = _steepness(p)
    tops = slopes * sizes
    edge = np.minimum(sizes * p[m - sizes], tops)  # what a size gives to everyone beyond its own reach
    beyond = np.append(np.maximum.accumulate(edge[::-1])[::-1], [0.0, 0.0])
    most = np.arange(m, 0, -1)  # the largest set whose extra member i may be
    cross = np.minimum(np.searchsorted(-slopes, -p, "right") + 1, most)
    after = np.where(cross < most, tops[np.minimum(cross - 1, m - 2)], 0.0)
    inside = np.maximum(cross * p, np.minimum(after, (cross + 1) * p))
    return np.asarray(np.maximum(np.maximum(inside, beyond[most - 1]), p))


def _steepness(p: Array) -> Array:
    """For each size s = 2, ..., m: the smallest p_l / (l - m + s) over the s - 1 largest p-values.

    That is the flattest line from (m - s, 0) to the points (l, p_l) right of it, so only their lower hull matters; as s
    grows the touching point never moves right again, and each point enters and leaves the hull once.
    """
    m, height = p.size, [0.0, *p.tolist()]
    steepness = np.empty(m - 1)
    hull: deque[int] = deque()
    for s in range(2, m + 1):
        foot, new = m - s, m - s + 2
        while len(hull) > 1 and (height[hull[0]] - height[new]) * (hull[1] - hull[0]) >= (
            height[hull[1]] - height[hull[0]]
        ) * (hull[0] - new):
            hull.popleft()
        hull.appendleft(new)
        while len(hull) > 1 and height[hull[-2]] * (hull[-1] - foot) <= height[hull[-1]] * (hull[-2] - foot):
            hull.pop()
        steepness[s - 2] = height[hull[-1]] / (hull[-1] - foot)
    return steepness


def _holland(p: Array) -> Array:
    return _down(-np.expm1(_left(p) * np.log1p(-np.minimum(p, 1 - 1e-16))))


def _finner(p: Array) -> Array:
    exponent = p.size / np.arange(1, p.size + 1)
    return _down(-np.expm1(exponent * np.log1p(-np.minimum(p, 1 - 1e-16))))


def _rom(p: Array) -> Array:
    """The alpha at which Rom's critical value for the hypotheses left equals p, by bisection for all p at once."""
    left = _left(p)
    low, high = p.copy(), np.minimum(1.0, left * p)
    for _ in range(50):
        middle = (low + high) / 2
        short = _rom_critical(middle, left) < p
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return _up(np.where(left == 1, p, high))


ROM_LISTED = 60  # beyond, the recursion has reached its limit -log(1 - alpha) / i to four digits


def _rom_critical(alpha: Array, left: Array) -> Array:
    """Rom's critical value at each alpha for the smallest of `left` p-values, by his recursion."""
    values: list[Array] = [alpha, alpha / 2]
    for i in range(3, min(int(left.max(initial=1)), ROM_LISTED) + 1):
        powers = sum(alpha**j for j in range(1, min(i, 40)))
        earlier = sum(comb(i, d) * values[i - d] ** d for d in range(2, min(i, 30)))
        values.append(np.asarray((powers - earlier) / i))
    table = np.array(values)
    listed = table[np.minimum(left, len(values)) - 1, np.arange(alpha.size)]
    with np.errstate(divide="ignore"):
        limit = -np.log1p(-np.minimum(alpha, 1 - 1e-16)) / left
    return np.asarray(np.where(left <= ROM_LISTED, listed, limit))


def _li(p: Array) -> Array:
    last = float(p[-1]) if p.size else 0.0
    return p / (p + 1 - last) if last < 1 else np.ones(p.size)


def _bh(p: Array) -> Array:
    return _up(p * p.size / np.arange(1, p.size + 1))


def _by(p: Array) -> Array:
    return _up(p * p.size * float(np.sum(1 / np.arange(1, p.size + 1))) / np.arange(1, p.size + 1))


def _bky(p: Array) -> Array:
    """The smallest level at which both stages reject: BH at q' = q / (1 + q), then BH at q' m / (m - rejected before).

    With the BH value v of a hypothesis and r hypotheses rejected in the first stage, the second stage rejects it from
    q' = v (m - r) / m on, and r hypotheses are rejected from the r-th BH value on: the best r is taken.
    """
    m, values = p.size, _bh(p)
    if not m:
        return p
    first = np.concatenate([[0.0], values])  # from which q' on r = 0, 1, ..., m hypotheses are rejected
    left = np.arange(m, -1, -1) / m
    level = np.maximum(first[None, :], values[:, None] * left[None, :]).min(axis=1)
    return np.asarray(np.where(level < 1, level / np.maximum(1 - level, 1e-16), 1.0))


METHODS: dict[str, Callable[[Array], Array]] = {
    "none": _none, "bonferroni": _bonferroni, "sidak": _sidak, "holm": _holm, "hochberg": _hochberg, "hommel": _hommel,
    "holland": _holland, "finner": _finner, "rom": _rom, "li": _li, "bh": _bh, "by": _by, "bky": _bky,
}  # fmt: skip

ADJUSTMENTS = {
    "bonferroni": "Bonferroni's method",
    "sidak": "Šidák's method",
    "holm": "Holm's method",
    "hochberg": "Hochberg's method",
    "hommel": "Hommel's method",
    "holland": "Holland's method",
    "finner": "Finner's method",
    "rom": "Rom's method",
    "li": "Li's method",
    "bh": "Benjamini and Hochberg's method (false discovery rate)",
    "by": "Benjamini and Yekutieli's method (false discovery rate)",
    "bky": "the two-stage method of Benjamini, Krieger and Yekutieli (false discovery rate)",
    "shaffer": "Shaffer's method",
    "bergmann-hommel": "Bergmann and Hommel's method",
}
SOURCES = {
    "bonferroni": "dunn1961", "holm": "holm1979", "hochberg": "hochberg1988", "hommel": "hommel1988", "holland": "holland1987",
    "finner": "finner1993", "rom": "rom1990", "li": "li2008", "bh": "benjamini1995", "by": "benjamini2001", "shaffer": "shaffer1986",
    "bergmann-hommel": "bergmann1988",
}  # fmt: skip


def adjusted_name(test: str, adjustment: str, *, pairwise: bool = False) -> str:
    """The name of a test whose p-values are adjusted.

    >>> adjusted_name("conover", "holm"), adjusted_name("sign", "none", pairwise=True)
    ('conover with holm', 'pairwise sign with none')
    """
    return f"{'pairwise ' if pairwise else ''}{test} with {adjustment}"
