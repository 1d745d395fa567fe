"""Delta-method intervals for functions of means: the t interval of a mean is the simplest case."""

# docs/intervals.md, "Functions of means: the delta method", derives what is computed here.

from collections.abc import Callable
from itertools import product
from math import atanh, cbrt, ceil, exp, inf, isfinite, isnan, log, log1p, nan, prod, sqrt, tanh
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.calibration import worst_under_tails
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.linearization import ROUNDING, Spread, linear
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import FEW_FREEDOM, HEAVY_TAIL, INFINITE_LOSS, NO_VARIATION, NONE_GIVEN, ONE_UNIT
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.predictions.kinds.row_means import columns_of
from bakeoff.predictions.predictions import Output
from bakeoff.predictions.resampling.row_groups import RowGroups
from bakeoff.predictions.summaries.means import RowMeans
from bakeoff.predictions.summaries.row_quantities import Column, RowQuantity, is_share, mistaken, other_outcome

__all__ = ["delta_interval", "heavy_tail", "skewed_quantile", "unseen_columns"]

UNSEEN = 1 / 3  # of a row whose other class came true: with a quarter some intervals of 50 rows cover 91 %
ENOUGH = 10  # mistakes that were seen, with which none is added; of fewer it is less the more there are
SEEN_ALL = 20_000  # rows from which a third of a row more changes nothing
HEAVY = 0.75  # Hill's index of the largest tenth, from the median: 0.5 of squared normal errors, 1 of lognormal losses (sd 2)
CHANCE = (0.5, 1.05)  # what it may be by chance, a + b / sqrt(k), if the largest k of normal errors squared are seen
FEWEST = 50  # units of which the largest tenth tells something about the tail


def delta_interval(
    measure: Measure,
    moments: RowMeans,
    *,
    level: float,
    groups: Array | RowGroups | None = None,
    rare: int | None = None,
) -> Estimate:
    """Value and quantiles of Student's t times the standard error of its linearization; groups of rows count as one.

    A mean over rows has its quantiles corrected for the skewness of the rows, and of probabilities a part of a row more
    whose other class came true: mistakes may be rarer than the rows. A measure that is a transformed mean (RMSE) has its
    ends transformed. A correlation, a share that is explained and a ratio of losses vary more evenly on another scale:
    Fisher's z, or logarithms; each mean they read costs a degree of freedom. Of two classes nearly all variance may come
    from the `rare` rows of one: their sum varies as that of so many Poisson events, whose variance is known as well as
    that of twice so many normal numbers. References: hall1992, fisher1921.
    """
    value = float(measure.compute(moments))
    linearized = _found(measure, moments, groups, rare) if isfinite(value) else _Found(nan, 0.0, 0.0, 0)
    scale = _scale(measure, value)
    name = f"delta method, {_method(measure, scale)}"
    if groups is not None:
        name += groups.called if isinstance(groups, RowGroups) else ", by group"
    low = high = nan
    notes: tuple[Note, ...] = ()
    if not isfinite(value):
        notes = (NONE_GIVEN(why="infinite"),) if np.isinf(value) else ()
    elif linearized.units < 2:
        notes = (ONE_UNIT(unit="row" if groups is None else "group"),)
    elif not linearized.variance > 0:
        notes = (NO_VARIATION() if linearized.variance == 0 else INFINITE_LOSS(),)
    elif scale in (_MISSING, _RATIO) and linearized.left < LEAST_FREEDOM:
        least = linearized.units + ceil(LEAST_FREEDOM - linearized.left)
        notes = (FEW_FREEDOM(n=linearized.units, unit="row" if groups is None else "group", least=least),)
    else:
        low, high = _ends(measure, value, linearized, level, scale)
        notes = (_heavy(measure, moments.n),) if linearized.heavy else ()
    return Estimate(value=value, low=low, high=high, level=level, method=name, n=moments.n, notes=notes)


def _heavy(measure: Measure, rows: int) -> Note:
    worst = worst_under_tails(measure.name, rows, True)
    return HEAVY_TAIL(
        n=rows, worst=None if worst is None else worst.rate, setting=None if worst is None else worst.setting
    )


class _Found(NamedTuple):
    """What is known about a value: its variance (zero where only rounding moves it) and skewness, by how much rows that may
    come move it, the units behind it, the degrees of freedom that they leave, and whether the tail is heavy.
    """

    variance: float
    skew: float
    shift: float
    units: int
    freedom: float = 1
    heavy: bool = False
    left: float = inf  # degrees of freedom after those that the means cost, at least 1 of which is used


def _found(measure: Measure, moments: RowMeans, groups: Array | RowGroups | None, rare: int | None = None) -> _Found:
    read = columns_of(measure, moments)
    influence = linear(moments, read, groups)
    m = influence.units
    if m < 2:
        return _Found(nan, 0.0, 0.0, m)
    slope = _gradient(measure, moments, read, influence.scale)
    spread = influence.along(slope)
    used = slope != 0  # a column that is not known (NaN) has no slope
    apart = float(slope[used] ** 2 @ influence.scale[used] ** 2) / m
    if not spread.variance > ROUNDING * apart:
        return _Found(0.0 if spread.variance <= ROUNDING * apart else nan, 0.0, 0.0, m)
    heavy = not np.isfinite(measure.bounds).all() and heavy_tail(_losses(measure, moments, groups, spread))
    if not is_mean(measure):
        means = sum(not is_share(column) and isfinite(mean) for column, mean in read.items())
        left = influence.freedom + 1 - max(means, 1)
        freedom = max(left, 1)
        variance = spread.variance * max(influence.freedom / freedom, 1.0)
        freedom = freedom if rare is None else max(min(freedom, 2 * rare - 1), 1)
        return _Found(variance, 0.0, 0.0, m, freedom, heavy, left)
    sums = spread.variance * (m - 1) / m, 0.0 if isnan(spread.cubes) else spread.cubes
    more = unseen_columns(measure, moments, read) if groups is None else {}
    powers = _powers(moments, more, slope, np.array(list(read.values()), dtype=np.float64)) if more else (nan,) * 3
    return _Found(*_with_unseen(m, sums, powers, _unseen_mass(moments) if more else 0.0), m, influence.freedom, heavy)


def _unseen_mass(moments: RowMeans) -> float:
    """Which part of a row may still come, after the mistakes that came."""
    return UNSEEN * max(0.0, 1 - moments.n * float(moments[mistaken]) / ENOUGH)


def is_mean(measure: Measure) -> bool:
    """Whether the measure is a mean over rows, or made of one alone."""
    return measure.per_row is not None or (measure.in_units and measure.reads.columns is not None)


def _with_unseen(
    m: int, sums: tuple[float, float], powers: tuple[float, float, float], mass: float
) -> tuple[float, float, float]:
    """The variance, the skewness and the shift of a mean over rows, of which this part of a row more may come.

    `sums` are those of the squares and cubes of the rows' parts, `powers` the means of the first three powers of what
    may come, from the mean.
    """
    (square, cube), (first, second, third) = sums, powers
    if not mass or not isfinite(third):
        return square * m / (m - 1), cube / square**1.5, 0.0
    total = m + mass
    shift = mass * first / total
    cube += (mass * (third - 3 * shift * second + 3 * shift**2 * first - shift**3) - m * shift**3) / m**3
    cube -= 3 * shift * square / m
    square += (mass * (second - 2 * shift * first + shift**2) + m * shift**2) / m**2
    return square * (m / total) ** 2 * total / (total - 1), cube / square**1.5, shift


def unseen_columns(measure: Measure, moments: RowMeans, read: dict[Column, Any]) -> dict[Column, Any]:
    """What the columns of a mean over probabilities would be if another class had come true; nothing of many rows."""
    if measure.per_row is None or measure.needs is not Output.PROBA or moments.n > SEEN_ALL or moments.classes < 2:
        return {}
    if moments.source is not None and moments.source.weight is not None:
        return {}
    columns: dict[Column, Any] = {RowQuantity(other_outcome, (column,)): None for column in read}
    return (
        columns if moments.source is not None or all(column in moments.means for column in (mistaken, *columns)) else {}
    )


def _powers(moments: RowMeans, columns: dict[Column, Any], slope: Array, means: Array) -> tuple[float, float, float]:
    """The means of the first three powers of what these columns add by these slopes, counted from the means of others."""
    if moments.source is not None:
        with np.errstate(invalid="ignore", over="ignore"):
            away = (moments.rows(columns) - means) @ slope
            return float(away.mean()), float((away**2).mean()), float((away**3).mean())
    products, center = moments.products, float(means @ slope)
    if any((column, column, column) not in products for column in columns):
        return nan, nan, nan
    powers = [_power(products, columns, slope, of) for of in (2, 3)]
    first, second, third = float(np.array([moments.means[column] for column in columns]) @ slope), *powers
    return (
        first - center,
        second - 2 * center * first + center**2,
        third - 3 * center * second + 3 * center**2 * first - center**3,
    )


def _power(products: dict[tuple[Column, ...], float], columns: dict[Column, Any], slope: Array, of: int) -> float:
    by = dict(zip(columns, slope.tolist(), strict=True))
    return float(sum(products[some] * prod(by[column] for column in some) for some in product(columns, repeat=of)))


def skewed_quantile(t: float, skew: float) -> float:
    """The quantile of a studentised mean whose rows are skewed, from that of Student's t: Hall's cubic, turned round.

    `skew` is that of the mean: the skewness of the rows over the root of their number.

    >>> round(skewed_quantile(2.0, 0.0), 3), round(skewed_quantile(2.0, 0.3), 3), round(skewed_quantile(-2.0, 0.3), 3)
    (2.0, 1.659, -2.725)
    """
    if abs(skew) < 1e-9:
        return t
    return 3 / skew * (cbrt(1 + skew * (t - skew / 6)) - 1)


def _losses(measure: Measure, moments: RowMeans, groups: Array | RowGroups | None, spread: Spread) -> Array | None:
    """What each unit adds, of a share that is explained to the loss itself; None where rows are gone, or very many."""
    if groups is None and measure.explains and moments.source is not None and spread.parts is not None:
        loss = measure_named(measure.explains).per_row
        return spread.parts if loss is None else loss(moments.source)
    return spread.parts


def heavy_tail(parts: Array | None) -> bool:
    """Whether the largest tenth lies as far out as under a tail without a variance, by Hill's index from the median.

    Simulated with 200 rows: 1 % of squared normal errors, 90 % of lognormal losses (sd 2), 95 % of squared errors with
    two degrees of freedom. Reference: hill1975.
    """
    if parts is None or len(parts) < FEWEST:
        return False
    k = len(parts) // 10
    out = np.partition(np.abs(parts - np.median(parts)), len(parts) - k - 1)[-k - 1 :]
    bound = max(HEAVY, CHANCE[0] + CHANCE[1] / sqrt(k))
    return bool(out[0] > 0 and np.log(out[1:] / out[0]).mean() > bound)


def _gradient(measure: Measure, moments: RowMeans, read: dict[Column, Any], scale: Array) -> Array:
    """As the measure tells it, or central differences, all in one batch; the measures are smooth functions of means."""
    if measure.slopes is not None:
        slopes = measure.slopes(moments)
        return np.array([slopes[column] for column in read])
    means = np.array(list(read.values()), dtype=np.float64)
    step = 1e-6 * np.fmax(np.abs(means), scale)
    step[step == 0] = 1e-12
    moves = np.diag(np.where(np.isfinite(step), step, 0.0))
    batch = np.concatenate([means + moves, means - moves])
    with np.errstate(all="ignore"):  # a step below zero under a root, or from what is infinite
        values = measure.compute(moments.with_means(dict(zip(read, batch.T, strict=True))))
        up, down = np.broadcast_to(np.asarray(values, dtype=np.float64), (len(batch),)).reshape(2, -1)
        slope = (up - down) / (2 * step)
    return np.where(np.isfinite(slope), slope, 0.0)


class _Scale(NamedTuple):
    """On which a value varies more evenly."""

    name: str
    there: Callable[[float], float]
    back: Callable[[float], float]
    slope: Callable[[float], float]


_FISHER = _Scale("Fisher's z", atanh, tanh, lambda value: 1 / (1 - value * value))
_MISSING = _Scale(
    "log scale", lambda value: -log1p(-value), lambda there: 1 - exp(-there), lambda value: 1 / (1 - value)
)
_RATIO = _Scale("log scale", log, exp, lambda value: 1 / value)
LEAST_FREEDOM = 3  # on a logarithmic scale; with 2 half of the lower ends of R² from 5 normal numbers lie below -18, with 1 below -100,000
FAR = 700.0  # beyond which exp is infinite


def _scale(measure: Measure, value: float) -> _Scale | None:
    """By the bounds: correlations, shares that are explained, ratios; means of losses are told as they are."""
    if measure.per_row is not None or not measure.bounds[0] < value < measure.bounds[1]:
        return None
    ratio = None if measure.in_units else _RATIO
    return {(-1.0, 1.0): _FISHER, (-inf, 1.0): _MISSING, (0.0, inf): ratio}.get(measure.bounds)


def _method(measure: Measure, scale: _Scale | None) -> str:
    if is_mean(measure):
        return "skewness-corrected t"
    return "t" if scale is None else f"t, {scale.name}"


def _ends(
    measure: Measure, value: float, linearized: _Found, level: float, scale: _Scale | None
) -> tuple[float, float]:
    from scipy.special import stdtrit

    t, error = float(stdtrit(linearized.freedom, (1 + level) / 2)), sqrt(linearized.variance)
    down, up = (skewed_quantile(quantile, linearized.skew) * error for quantile in (t, -t))
    if measure.after is not None and value > 0:
        # The reach of the mean itself: the root's slope is 1 / (2 value).
        mean, low, high = value * value, *(2 * value * (linearized.shift - quantile) for quantile in (down, up))
        low, high = sqrt(max(mean + low, 0.0)), sqrt(max(mean + high, 0.0))
    elif scale is not None:
        middle, by = scale.there(value), scale.slope(value)
        low, high = (scale.back(min(max(middle - quantile * by, -FAR), FAR)) for quantile in (down, up))
    else:
        low, high = value + linearized.shift - down, value + linearized.shift - up
    return max(min(low, value), measure.bounds[0]), min(max(high, value), measure.bounds[1])
