"""How large is the difference, free of units? Every effect with an interval and a word."""

from math import exp, inf, isnan, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.comparisons.distributions import normal_quantile
from bakeoff.comparisons.evidence.types import noise_free_difference, significant_digits
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.results import Effect
from bakeoff.core.checks import Array, count, same_length, vector
from bakeoff.core.errors import BadInput

__all__ = [
    "EFFECTS", "akinshin_gamma", "cliff_delta", "cohen_d", "cohen_dz", "hedges_g", "odds_ratio", "rank_biserial", "vargha_delaney",
]  # fmt: skip

COHEN = (0.2, 0.5, 0.8)
CLIFF = (0.147, 0.33, 0.474)


def magnitude(size: float, limits: tuple[float, float, float]) -> str:
    """The word for an effect, by the usual thresholds.

    >>> magnitude(0.6, COHEN)
    'medium'
    """
    if isnan(size):
        return "undefined"
    return ("negligible", "small", "medium", "large")[sum(abs(size) >= limit for limit in limits)]


def _effect(  # noqa: PLR0917 - private, the parts of an effect
    name: str, value: float, low: float, high: float, limits: tuple[float, float, float], reason: str = ""
) -> Effect:
    why = reason if isnan(value) else ""
    return Effect(name=name, value=value, low=low, high=high, magnitude=magnitude(value, limits), reason=why)


NO_SPREAD = "neither side varies"
NO_SPREAD_OF_PAIRS = "the differences do not vary"


FAR = 200.0  # beyond, the noncentral t is its chi-squared part to four digits, and its series would take minutes


def _noncentral(value: float, scale: float, df: float, level: float) -> tuple[float, float]:
    """Interval of a standardised mean by turning the noncentral t around: value = t / scale."""
    if not np.isfinite(value) or df < 1:
        return nan, nan
    t, tail = value * scale, (1 - level) / 2
    if abs(t) > FAR:
        ends = sorted(value * np.sqrt(special.chdtri(df, [1 - tail, tail]) / df))
        return float(ends[0]), float(ends[1])
    low, high = special.nctdtrinc(df, [1 - tail, tail], t)
    return float(low) / scale, float(high) / scale


def cohen_d(a: ArrayLike, b: ArrayLike, *, pooled: bool = True, level: float = 0.95) -> Effect:
    r"""Difference of means in standard deviations, :math:`d = (\bar a - \bar b) / \sqrt{(s_a^2 + s_b^2) / 2}`.

    `pooled=False` divides by the standard deviation of b alone (Glass).  Reference: cohen1988.

    >>> round(cohen_d([2.0, 4.0, 6.0], [1.0, 2.0, 3.0]).value, 4)
    1.2649
    """
    x, y = _two(a, b)
    scale = sqrt((_var(x) + _var(y)) / 2) if pooled else sqrt(_var(y))
    value = _ratio(float(x.mean() - y.mean()), scale)
    units = sqrt(x.size * y.size / (x.size + y.size))
    low, high = _noncentral(value, units, x.size + y.size - 2, level)
    return _effect(
        "Cohen d" if pooled else "Glass delta", value, low, high, COHEN, NO_SPREAD if pooled else "b does not vary"
    )


def cohen_dz(a: ArrayLike, b: ArrayLike, *, level: float = 0.95) -> Effect:
    r"""Mean paired difference in standard deviations of the differences, :math:`d_z = \bar d / s_d`.  Reference: cohen1988.

    >>> round(cohen_dz([3.0, 5.0, 9.0], [1.0, 2.0, 3.0]).value, 4)
    1.7614
    """
    x, y = vector("a", a), vector("b", b)
    n = same_length(a=x, b=y)
    d = noise_free_difference(x, y)
    value = _ratio(float(d.mean()), sqrt(_var(d))) if n > 1 else nan
    low, high = _noncentral(value, sqrt(n), n - 1, level) if n > 1 else (nan, nan)
    return _effect("d_z", value, low, high, COHEN, NO_SPREAD_OF_PAIRS if n > 1 else "one pair has no spread")


def hedges_g(a: ArrayLike, b: ArrayLike, *, level: float = 0.95) -> Effect:
    r"""Cohen's d pooled by n and freed of its small-sample bias, :math:`g = J(n + m - 2) d`, J exact by gamma functions.

    Reference: hedges1981.

    >>> round(hedges_g([2.0, 4.0, 6.0], [1.0, 2.0, 3.0]).value, 4)
    1.0093
    """
    x, y = _two(a, b)
    df = x.size + y.size - 2
    scale = sqrt(((x.size - 1) * _var(x) + (y.size - 1) * _var(y)) / df)
    shrink = exp(special.gammaln(df / 2) - special.gammaln((df - 1) / 2)) / sqrt(df / 2) if df > 1 else nan
    value = _ratio(float(x.mean() - y.mean()), scale)
    low, high = _noncentral(value, sqrt(x.size * y.size / (x.size + y.size)), df, level)
    return _effect("Hedges g", shrink * value, shrink * low, shrink * high, COHEN, NO_SPREAD)


def cliff_delta(a: ArrayLike, b: ArrayLike, *, level: float = 0.95) -> Effect:
    r"""How much more often a value of a exceeds one of b than the reverse, :math:`P(a > b) - P(a < b)`, by sorting.

    Interval by Cliff's variance, kept inside [-1, 1].  Reference: cliff1993.

    >>> cliff_delta([3.0, 4.0, 5.0], [1.0, 2.0, 4.0]).value
    0.6666666666666666
    """
    x, y = _two(a, b, least=1)
    value, low, high = _dominance(x, y, level)
    return _effect("Cliff delta", value, low, high, CLIFF)


def vargha_delaney(a: ArrayLike, b: ArrayLike, *, level: float = 0.95) -> Effect:
    r"""Probability that a value of a exceeds one of b, ties half, :math:`A_{12} = (\delta + 1) / 2`.  Reference: vargha2000.

    >>> round(vargha_delaney([3.0, 4.0, 5.0], [1.0, 2.0, 4.0]).value, 4)
    0.8333
    """
    delta = cliff_delta(a, b, level=level)
    return Effect(
        name="A12", value=(delta.value + 1) / 2, low=(delta.low + 1) / 2, high=(delta.high + 1) / 2,
        magnitude=delta.magnitude,
    )  # fmt: skip


def rank_biserial(a: ArrayLike, b: ArrayLike, *, level: float = 0.95) -> Effect:
    r"""Matched pairs: share of rank sum in favour minus against, :math:`(W^+ - W^-) / (W^+ + W^-)`.

    Interval by Fisher's transformation with the spread of the signed-rank sum.  Reference: kerby2014.

    >>> rank_biserial([3.0, 5.0, 9.0], [1.0, 6.0, 3.0]).value
    0.6666666666666666
    """
    x, y = vector("a", a), vector("b", b)
    same_length(a=x, b=y)
    d = noise_free_difference(x, y)
    d = d[d != 0]
    if not d.size:
        return _effect("rank-biserial", 0.0, nan, nan, CLIFF)
    ranks, z = midranks(np.abs(d)), normal_quantile((1 + level) / 2)
    value = float(ranks @ np.sign(d) / ranks.sum())
    if abs(value) == 1:
        return _effect("rank-biserial", value, *_at_the_border(value, d.size, z), CLIFF)
    error = sqrt(ranks @ ranks) / ranks.sum()
    low, high = (float(np.tanh(np.arctanh(value) + side * error)) for side in (-z, z))
    return _effect("rank-biserial", value, low, high, CLIFF)


def odds_ratio(only_a_right: int, only_b_right: int, *, level: float = 0.95) -> Effect:
    """How much more often a alone was right than b alone; interval by the exact binomial of the disagreements.

    Reference: agresti2013.

    >>> odds_ratio(2, 10).value
    0.2
    """
    b, c = count("only_a_right", only_a_right, least=0), count("only_b_right", only_b_right, least=0)
    if not b + c:
        return Effect(name="odds ratio", value=1.0, low=nan, high=nan, magnitude="negligible")
    tail = (1 - level) / 2
    low = float(special.betaincinv(b, c + 1, tail)) if b else 0.0
    high = float(special.betaincinv(b + 1, c, 1 - tail)) if c else 1.0
    value = b / c if c else inf
    size = abs(np.log(value)) * sqrt(3) / np.pi if 0 < value < inf else inf  # on the scale of Cohen's d
    return Effect(
        name="odds ratio", value=value, low=low / (1 - low) if low < 1 else inf,
        high=high / (1 - high) if high < 1 else inf, magnitude=magnitude(float(size), COHEN),
        reason="" if c else "one of them is never right alone",
    )  # fmt: skip


def akinshin_gamma(a: ArrayLike, b: ArrayLike, *, quantile: float = 0.5, level: float = 0.95) -> Effect:
    """Difference of Harrell-Davis quantiles over the pooled, normal-consistent median absolute deviation.

    Robust to outliers, unlike Cohen's d.  Interval by the Maritz-Jarrett standard error.  Reference: akinshin2020.

    >>> round(akinshin_gamma([2.0, 4.0, 6.0, 8.0], [1.0, 2.0, 3.0, 4.0]).value, 4)
    1.0665
    """
    x, y = _two(a, b)
    (quantile_x, error_x), (quantile_y, error_y) = _harrell_davis(x, quantile), _harrell_davis(y, quantile)
    mad_x, mad_y = _mad(x), _mad(y)
    scale = sqrt(((x.size - 1) * mad_x**2 + (y.size - 1) * mad_y**2) / (x.size + y.size - 2))
    value = _ratio(quantile_x - quantile_y, scale)
    half = normal_quantile((1 + level) / 2) * sqrt(error_x**2 + error_y**2) / scale if scale else nan
    return _effect(
        "Akinshin gamma", value, value - half, value + half, COHEN, "half of the values or more are the same"
    )


EFFECTS = {
    "cohen_d": cohen_d, "cohen_dz": cohen_dz, "hedges_g": hedges_g, "cliff_delta": cliff_delta,
    "vargha_delaney": vargha_delaney, "rank_biserial": rank_biserial, "akinshin_gamma": akinshin_gamma,
}  # fmt: skip


def _two(a: ArrayLike, b: ArrayLike, least: int = 2) -> tuple[Array, Array]:
    x, y = vector("a", a), vector("b", b)
    if min(x.size, y.size) < least:
        raise BadInput(f"an effect size needs at least {least} values on each side")
    return x, y


def _var(values: Array) -> float:
    return float(values.var(ddof=1)) if np.ptp(values) > 0 else 0.0


def _ratio(difference: float, scale: float) -> float:
    """Zero over zero is no effect; something over zero has no size in standard deviations."""
    if scale > 0:
        return difference / scale
    return 0.0 if difference == 0 else nan


def _dominance(x: Array, y: Array, level: float) -> tuple[float, float, float]:
    both = significant_digits(np.concatenate([x, y]))
    x, y = both[: x.size], np.sort(both[x.size :])
    ordered_x = np.sort(x)
    row = (np.searchsorted(y, x, "left") - (y.size - np.searchsorted(y, x, "right"))) / y.size
    column = (x.size - np.searchsorted(ordered_x, y, "right") - np.searchsorted(ordered_x, y, "left")) / x.size
    delta = float(row.mean())
    z = normal_quantile((1 + level) / 2)
    n, m = x.size, y.size
    if abs(delta) == 1:
        return delta, *_at_the_border(delta, min(n, m), z)
    if min(n, m) < 2:
        return delta, nan, nan
    cells = _untied(x, y) - n * m * delta**2
    by_rows, by_columns = ((row - delta) ** 2).sum(), ((column - delta) ** 2).sum()
    variance = (m**2 * by_rows + n**2 * by_columns - cells) / (n * m * (n - 1) * (m - 1))
    variance = max(float(variance), (1 - delta**2) / (n * m - 1))
    core = z * sqrt(variance) * sqrt((1 - delta**2) ** 2 + z**2 * variance)
    middle, bottom = delta - delta**3, 1 - delta**2 + z**2 * variance
    return delta, max(-1.0, (middle - core) / bottom), min(1.0, (middle + core) / bottom)


def _at_the_border(value: float, n: int, z: float) -> tuple[float, float]:
    """The interval of an effect of exactly 1 or -1: the other end by Wilson's bound, never a zero width."""
    inner = (n - z**2) / (n + z**2)
    return (inner, 1.0) if value > 0 else (-1.0, -inner)


def _untied(x: Array, ordered_y: Array) -> float:
    """How many pairs are not tied: the sum of squared dominances."""
    ties = np.searchsorted(ordered_y, x, "right") - np.searchsorted(ordered_y, x, "left")
    return float(ordered_y.size * x.size - ties.sum())


def _harrell_davis(values: Array, p: float) -> tuple[float, float]:
    """The quantile as a beta-weighted mean of order statistics, and its Maritz-Jarrett standard error."""
    n, ordered = values.size, np.sort(values)
    edges = special.betainc((n + 1) * p, (n + 1) * (1 - p), np.arange(n + 1) / n)
    weights = np.diff(edges)
    first = float(weights @ ordered)
    return first, sqrt(max(float(weights @ ordered**2) - first**2, 0.0))


def _mad(values: Array) -> float:
    """Median absolute deviation around the Harrell-Davis median, on the scale of a normal sd."""
    middle, _ = _harrell_davis(values, 0.5)
    spread, _ = _harrell_davis(np.abs(values - middle), 0.5)
    return 1.4826022185056018 * spread
