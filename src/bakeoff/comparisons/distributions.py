"""Tail probabilities and quantiles of the laws that statistics follow, by scipy.special (quick to load, exact in the tails)."""

from functools import lru_cache
from math import inf, isnan, nan, sqrt

import numpy as np
from scipy import special

from bakeoff.comparisons.results import Alternative
from bakeoff.core.checks import Array

__all__ = [
    "binomial_at_least", "binomial_at_most", "binomial_p", "chi2_quantile", "chi2_tail", "f_quantile", "f_tail", "normal_p", "normal_quantile", "normal_two_sided", "range_quantile",
    "range_tail", "t_p", "t_quantile",
]  # fmt: skip


def _sided(statistic: float, alternative: Alternative | str, lower: float, upper: float) -> float:
    """Combine P(X <= x) and P(X >= x) of a symmetric or discrete law."""
    if isnan(statistic):
        return nan
    side = Alternative(alternative)
    if side is Alternative.GREATER:
        return upper
    if side is Alternative.LESS:
        return lower
    return min(1.0, 2 * min(lower, upper))


def t_p(t: float, df: float, alternative: Alternative | str = Alternative.TWO_SIDED) -> float:
    """The p-value of Student's t.

    >>> round(t_p(2.262, 9), 4)
    0.05
    """
    return _sided(t, alternative, float(special.stdtr(df, t)), float(special.stdtr(df, -t)))


def normal_p(z: float, alternative: Alternative | str = Alternative.TWO_SIDED) -> float:
    """The p-value of a standard normal deviate.

    >>> round(normal_p(3.0), 4)
    0.0027
    """
    return _sided(z, alternative, float(special.ndtr(z)), float(special.ndtr(-z)))


def normal_two_sided(z: Array) -> Array:
    """Two-sided p-values of many deviates."""
    return np.asarray(2 * special.ndtr(-np.abs(z)))


def binomial_p(
    k: int, n: int, alternative: Alternative | str = Alternative.TWO_SIDED, p: float = 0.5, *, mid: bool = False
) -> float:
    """The exact p-value of k successes in n, both tails including k itself; two-sided is twice the smaller tail.

    `mid` counts half of the probability of k itself.  Each tail is summed from its own end, never as one less the other.

    >>> binomial_p(8, 9), binomial_p(8, 9, mid=True)
    (0.0390625, 0.021484375)
    """
    lower, upper = binomial_at_most(k, n, p), binomial_at_least(k, n, p)
    if mid:
        lower, upper = (lower + binomial_at_most(k - 1, n, p)) / 2, (upper + binomial_at_least(k + 1, n, p)) / 2
    return _sided(k, alternative, lower, upper)


def binomial_at_most(k: int, n: int, p: float = 0.5) -> float:
    """P(X <= k) of n trials.

    >>> binomial_at_most(1, 3), binomial_at_most(-1, 3)
    (0.5, 0.0)
    """
    if not 0 <= k < n:
        return 0.0 if k < 0 else 1.0
    if p == 0.5 and n <= EXACT_BINOMIAL:
        return _half_below(k, n)
    return float(special.betaincc(k + 1.0, float(n - k), p))


def binomial_at_least(k: int, n: int, p: float = 0.5) -> float:
    """P(X >= k) of n trials.

    >>> binomial_at_least(3, 3), binomial_at_least(4, 3)
    (0.125, 0.0)
    """
    if p == 0.5:  # to the last bit what the other learner's successes give
        return binomial_at_most(n - k, n)
    if not 0 < k <= n:
        return 1.0 if k <= 0 else 0.0
    return float(special.betainc(float(k), n - k + 1.0, p))


EXACT_BINOMIAL = 1000  # up to here whole numbers are summed, so that p is right to the last bit


@lru_cache(maxsize=4096)
def _half_below(k: int, n: int) -> float:
    """P(X <= k) of a fair coin, correctly rounded."""
    term = total = 1
    for i in range(k):
        term = term * (n - i) // (i + 1)
        total += term
    return float(total / 2**n)


def chi2_tail(x: float, df: float) -> float:
    """P(chi2 >= x)."""
    return float(special.chdtrc(df, x))


def f_tail(x: float, df1: float, df2: float) -> float:
    """P(F >= x)."""
    return float(special.fdtrc(df1, df2, x))


def t_quantile(p: float, df: float) -> float:
    """The point below which Student's t falls with probability p."""
    return normal_quantile(p) if df == inf else float(special.stdtrit(df, p))


def normal_quantile(p: float) -> float:
    """The point below which a standard normal deviate falls with probability p."""
    return float(special.ndtri(p))


def chi2_quantile(p: float, df: float) -> float:
    """The point below which chi-squared falls with probability p."""
    return float(special.chdtri(df, 1 - p))


def f_quantile(p: float, df1: float, df2: float) -> float:
    """The point below which F falls with probability p."""
    return float(special.fdtri(df1, df2, p))


# Gauss-Legendre on [-8.5, 8.5]: outside, the normal density is below 1e-16.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(160)
_Z = 8.5 * _NODES
_DENSITY = 8.5 * _WEIGHTS * np.exp(-_Z * _Z / 2) / sqrt(2 * np.pi)


def range_tail(q: Array | float, k: int) -> Array:
    r"""P(range of k standard normal deviates >= q), for many q at once: the studentized range with infinite df.

    :math:`1 - k \int \varphi(z) [\Phi(z) - \Phi(z - q)]^{k-1} dz`, summed as its complement so that small tails keep
    their digits.

    >>> round(float(range_tail(3.314493, 3)), 6)
    0.05
    """
    wide = np.maximum(np.atleast_1d(np.asarray(q, dtype=np.float64)), 0.0)
    tail = _range_tail(wide, k) if wide.size <= INTERPOLATED else _interpolated(wide, k)
    return np.where(wide <= 0, 1.0, np.clip(tail, 0.0, 1.0)).reshape(np.shape(q))


INTERPOLATED = 2000  # from so many pairs on, a fine grid is integrated and read between its points


def _range_tail(q: Array, k: int) -> Array:
    result = np.empty(q.size)
    below = special.ndtr(_Z)[None, :]
    for start in range(0, q.size, 1024):  # bounded memory for thousands of pairs
        part = q[start : start + 1024]
        gap = np.minimum(special.ndtr(_Z[None, :] - part[:, None]) / below, 1.0)
        with np.errstate(divide="ignore"):
            missing = -np.expm1((k - 1) * np.log1p(-gap))
        result[start : start + 1024] = k * ((below ** (k - 1)) * missing) @ _DENSITY
    return result


def _interpolated(q: Array, k: int) -> Array:
    """Cubic through four neighbours of the logarithm on a grid: nine digits at a tenth of the cost."""
    top = float(q.max())
    points = 1024
    step = max(top, 1.0) / (points - 4)
    logs = np.log(np.maximum(_range_tail(step * np.arange(points), k), 1e-300))
    start = np.minimum((q / step).astype(int), points - 3)
    start = np.maximum(start, 1)
    u = q / step - start
    a, b, c, d = (logs[start + shift] for shift in (-1, 0, 1, 2))
    cubic = (
        -a * u * (u - 1) * (u - 2) / 6 + b * (u + 1) * (u - 1) * (u - 2) / 2
        - c * (u + 1) * u * (u - 2) / 2 + d * (u + 1) * u * (u - 1) / 6
    )  # fmt: skip
    return np.asarray(np.exp(cubic))


@lru_cache(maxsize=512)
def range_quantile(p: float, k: int) -> float:
    """The point below which the range of k standard normal deviates falls with probability p.

    >>> round(range_quantile(0.95, 4) / 2**0.5, 3)
    2.569
    """
    low, high = 0.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        if float(range_tail(middle, k)) > 1 - p:
            low = middle
        else:
            high = middle
    return (low + high) / 2
