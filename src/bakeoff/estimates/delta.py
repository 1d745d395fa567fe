"""Delta-method intervals for functions of means: the t interval of a mean is the simplest case."""

from math import isfinite, nan, sqrt
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Measure
from bakeoff.predictions.columns import Column
from bakeoff.predictions.moments import Moments

__all__ = ["columns_of", "delta_interval", "influence"]


def delta_interval(measure: Measure, moments: Moments, *, level: float, groups: Array | None = None) -> Estimate:
    """Value ± t times the standard error of its linearization; groups of rows count as one observation each.

    A measure that is a transformed mean (RMSE) has its ends transformed instead.
    """
    from scipy.special import stdtrit

    value = float(measure.compute(moments))
    variance, m = _variance(measure, moments, groups) if isfinite(value) else (nan, 0)
    name = "delta method, t" + ("" if groups is None else ", by group")
    low = high = nan
    warnings: tuple[str, ...] = ()
    if not isfinite(value):
        warnings = ("infinite: no interval can be given",) if np.isinf(value) else ()
    elif m < 2 or not isfinite(variance):
        warnings = ("one row tells nothing about the spread",) if m < 2 else ("a row's loss is infinite",)
    else:
        reach = float(stdtrit(m - 1, (1 + level) / 2)) * sqrt(variance)
        low, high = _ends(measure, value, reach)
    return Estimate(value=value, low=low, high=high, level=level, method=name, n=moments.n, warnings=warnings)


def _variance(measure: Measure, moments: Moments, groups: Array | None) -> tuple[float, int]:
    """Variance of the value and the number of independent units behind it."""
    if moments.source is None:
        return _of_products(measure, moments), moments.n
    if groups is None and moments.source.weight is None:
        read = columns_of(measure, moments)
        away = _away(moments, read)
        with np.errstate(invalid="ignore", over="ignore"):
            spread = away.T @ away / moments.n
        return _of_spread(measure, moments, read, spread), moments.n
    units = _by_group(influence(measure, moments), groups)
    m = len(units)
    return (float((units * units).sum()) * m / (m - 1) if m > 1 else nan), m


def _of_products(measure: Measure, moments: Moments) -> float:
    """From the products that the parts kept."""
    read = columns_of(measure, moments)
    if any((one, one) not in moments.products for one in read):
        return nan
    means = np.array(list(read.values()), dtype=np.float64)
    table = np.array([[moments.products[a, b] for b in read] for a in read])
    return _of_spread(measure, moments, read, table - means[:, None] * means[None, :])


def _of_spread(measure: Measure, moments: Moments, read: dict[Column, Any], spread: Array) -> float:
    """From the covariances of the row quantities."""
    slope = _gradient(measure, moments, read, np.sqrt(np.maximum(np.diag(spread), 0.0)))
    used = slope != 0  # a column that is not known (NaN) has no slope
    part = spread[np.ix_(used, used)]
    return float(slope[used] @ part @ slope[used]) / (moments.n - 1) if moments.n > 1 else nan


def _away(moments: Moments, read: dict[Column, Any]) -> Array:
    """The row quantities, counted from their means."""
    with np.errstate(invalid="ignore"):
        return np.asarray(moments.rows(read) - np.array(list(read.values()), dtype=np.float64))


class _Recorder(dict):  # type: ignore[type-arg]
    """Means that remember which of them were read."""

    def __init__(self, means: dict[Column, Any]) -> None:
        super().__init__(means)
        self.asked: dict[Column, None] = {}

    def __getitem__(self, column: Column) -> Any:
        self.asked[column] = None
        return super().__getitem__(column)


def influence(measure: Measure, moments: Moments) -> Array:
    """How much each row moves the value: the sum of squares is its variance."""
    read = columns_of(measure, moments)
    away = _away(moments, read)
    with np.errstate(invalid="ignore", over="ignore"):
        slope = _gradient(measure, moments, read, np.sqrt(np.einsum("ij,ij->j", away, away) / max(len(away), 1)))
    used = slope != 0
    weight = moments.source.weight if moments.source is not None else None
    heavy = 1.0 / moments.n if weight is None else np.asarray(weight) / moments.weight
    return np.asarray(away[:, used] @ slope[used] * heavy)


def columns_of(measure: Measure, moments: Moments) -> dict[Column, Any]:
    """The row quantities the measure reads, with their means."""
    measure.compute(moments)  # makes the means that are not known yet
    seen = _Recorder(moments.means)
    measure.compute(moments.with_means(seen))
    return {one: moments.means[one] for one in seen.asked}


def _gradient(measure: Measure, moments: Moments, read: dict[Column, Any], spread: Array) -> Array:
    """Central differences; the measures are smooth functions of means."""
    made = np.zeros(len(read))
    for i, (column, mean) in enumerate(read.items()):
        step = 1e-6 * max(abs(float(mean)), float(spread[i])) or 1e-12
        if not isfinite(step):
            continue
        ends = []
        for sign in (1.0, -1.0):
            moved = {one: float(value) for one, value in read.items()}
            moved[column] += sign * step
            ends.append(float(measure.compute(moments.with_means(moved))))
        slope = (ends[0] - ends[1]) / (2 * step)
        made[i] = slope if isfinite(slope) else 0.0
    return made


def _by_group(values: Array, groups: Array | None) -> Array:
    if groups is None or not len(values):
        return values
    _, codes = np.unique(groups, return_inverse=True)
    return np.bincount(codes.reshape(-1), weights=values)


def _ends(measure: Measure, value: float, reach: float) -> tuple[float, float]:
    low, high = value - reach, value + reach
    if measure.after is not None and value > 0:
        # The reach of the mean itself: the root's slope is 1 / (2 value).
        mean, wide = value * value, 2 * value * reach
        low, high = sqrt(max(mean - wide, 0.0)), sqrt(mean + wide)
    return max(low, measure.bounds[0]), min(high, measure.bounds[1])
