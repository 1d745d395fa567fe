"""Delta-method intervals for functions of means: the t interval of a mean is the simplest case."""

from math import isfinite, nan, sqrt
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Measure
from bakeoff.predictions.columns import Column
from bakeoff.predictions.moments import Moments
from bakeoff.predictions.units import Units

__all__ = ["FLAT", "columns_of", "delta_interval"]

FLAT = ("no row moves it: nothing can be told about the uncertainty",)
LOPSIDED = "a few losses outweigh the others, so the interval may cover less than it says"
COCHRAN = 25  # times the squared skewness: so many units are needed for the usual interval of a mean (cochran1977)
FEW = 20_000  # rows whose skewness is looked at
ROUNDING = 1e-12  # of a variance: what is smaller beside the variances it is made of is rounding


def delta_interval(
    measure: Measure, moments: Moments, *, level: float, groups: Array | Units | None = None
) -> Estimate:
    """Value ± t times the standard error of its linearization; groups of rows count as one observation each.

    A measure that is a transformed mean (RMSE) has its ends transformed instead.
    """
    from scipy.special import stdtrit

    value = float(measure.compute(moments))
    variance, m, lopsided = _variance(measure, moments, groups) if isfinite(value) else (nan, 0, False)
    name = "delta method, t"
    if groups is not None:
        name += groups.called if isinstance(groups, Units) else ", by group"
    low = high = nan
    warnings: tuple[str, ...] = ()
    if not isfinite(value):
        warnings = ("infinite: no interval can be given",) if np.isinf(value) else ()
    elif m < 2:
        warnings = (f"one {'row' if groups is None else 'group'} tells nothing about the spread",)
    elif not variance > 0:
        warnings = FLAT if variance == 0 else ("a row's loss is infinite",)
    else:
        reach = float(stdtrit(m - 1, (1 + level) / 2)) * sqrt(variance)
        low, high = _ends(measure, value, reach)
        warnings = (LOPSIDED,) if lopsided else ()
    return Estimate(value=value, low=low, high=high, level=level, method=name, n=moments.n, warnings=warnings)


def _variance(measure: Measure, moments: Moments, groups: Array | Units | None) -> tuple[float, int, bool]:
    """Variance of the value, zero where only rounding moves it; how many units are behind it; whether a few rule it."""
    read = columns_of(measure, moments)
    units = None
    if isinstance(groups, Units):
        units = _of_sums(groups, read)
        spread, m = _between(units, read)
    elif moments.source is None:
        spread, m = _spread_of_products(moments, read), moments.n
    elif groups is None and moments.source.weight is None:
        spread, m = _of_rows(moments, read), moments.n
        units = _away(moments, read) if m <= FEW else None
    else:
        units = _of_units(moments, read, groups)
        spread, m = _between(units, read)
    if m < 2:
        return nan, m, False
    slope = _gradient(measure, moments, read, np.sqrt(np.maximum(np.diag(spread), 0.0) * m))
    used = slope != 0  # a column that is not known (NaN) has no slope
    part = spread[np.ix_(used, used)]
    total, apart = float(slope[used] @ part @ slope[used]), float(slope[used] ** 2 @ np.diag(part))
    total = 0.0 if total <= ROUNDING * apart else total
    return total, m, total > 0 and units is not None and _lopsided(units[:, used] @ slope[used])


def _lopsided(moved: Array) -> bool:
    """Whether so few units, each of which moves the value so much, are too skewed for a symmetric interval."""
    spread = float(moved @ moved) / len(moved)
    skew = float((moved**3).mean()) / spread**1.5 if spread > 0 else 0.0
    return len(moved) < COCHRAN * skew**2


def _spread_of_products(moments: Moments, read: dict[Column, Any]) -> Array:
    """The covariances of the means, from the products that the parts kept."""
    if any((one, one) not in moments.products for one in read):
        return np.full((len(read), len(read)), nan)
    means = _means(read)
    table = np.array([[moments.products[a, b] for b in read] for a in read])
    spread = table - means[:, None] * means[None, :]
    return _varying(spread, np.diag(spread) > ROUNDING * np.diag(table)) / max(moments.n - 1, 1)


def _of_rows(moments: Moments, read: dict[Column, Any]) -> Array:
    """The same from single rows of equal weight."""
    means, spread = _means(read), np.zeros((len(read), len(read)))
    with np.errstate(invalid="ignore", over="ignore"):
        for rows in moments.blocks(read):
            away = rows - means
            spread += away.T @ away / moments.n
    return _varying(spread, np.diag(spread) > (ROUNDING * _means(read)) ** 2) / max(moments.n - 1, 1)


def _of_units(moments: Moments, read: dict[Column, Any], groups: Array | None) -> Array:
    """What moves the means: rows with their weights, or groups of rows that count as one observation each."""
    assert moments.source is not None
    weight = moments.source.weight
    heavy = np.full(moments.n, 1.0 / moments.n) if weight is None else np.asarray(weight) / moments.weight
    with np.errstate(invalid="ignore", over="ignore"):
        units = (_away(moments, read) * heavy[:, None])[heavy > 0]
        if groups is not None:
            _, codes = np.unique(groups[heavy > 0], return_inverse=True)
            units = np.stack([np.bincount(codes.reshape(-1), weights=one) for one in units.T], axis=1)
    return np.asarray(units)


def _of_sums(groups: Units, read: dict[Column, Any]) -> Array:
    """The same of groups whose rows are gone; NaN where their sums were not kept."""
    if any(one not in groups.sums for one in read):
        return np.full((len(groups), len(read)), nan)
    table = groups.table(read)[groups.weight > 0]
    with np.errstate(invalid="ignore", over="ignore"):
        return np.asarray((table[:, :-1] - _means(read) * table[:, -1:]) / groups.weight.sum())


def _between(units: Array, read: dict[Column, Any]) -> tuple[Array, int]:
    """The covariances of sums of so many independent parts, and their number."""
    with np.errstate(invalid="ignore", over="ignore"):
        spread, m = units.T @ units, len(units)
    moved = np.diag(spread) * m > (ROUNDING * _means(read)) ** 2
    return _varying(spread, moved) * (m / max(m - 1, 1)), m


def _varying(spread: Array, moved: Array) -> Array:
    """The covariances without columns that only rounding moves."""
    kept = moved | np.isnan(np.diag(spread))
    return np.where(kept[:, None] & kept[None, :], spread, 0.0)


def _means(read: dict[Column, Any]) -> Array:
    return np.array(list(read.values()), dtype=np.float64)


def _away(moments: Moments, read: dict[Column, Any]) -> Array:
    """The row quantities, counted from their means."""
    with np.errstate(invalid="ignore"):
        return np.asarray(moments.rows(read) - _means(read))


class _Recorder(dict):  # type: ignore[type-arg]
    """Means that remember which of them were read."""

    def __init__(self, means: dict[Column, Any]) -> None:
        super().__init__(means)
        self.asked: dict[Column, None] = {}

    def __getitem__(self, column: Column) -> Any:
        self.asked[column] = None
        return super().__getitem__(column)


def columns_of(measure: Measure, moments: Moments) -> dict[Column, Any]:
    """The row quantities the measure reads, with their means."""
    measure.compute(moments)  # makes the means that are not known yet
    seen = _Recorder(moments.means)
    measure.compute(moments.with_means(seen))
    return {one: moments.means[one] for one in seen.asked}


def _gradient(measure: Measure, moments: Moments, read: dict[Column, Any], spread: Array) -> Array:
    """Central differences, all in one batch; the measures are smooth functions of means."""
    means = _means(read)
    step = 1e-6 * np.fmax(np.abs(means), spread)
    step[step == 0] = 1e-12
    moves = np.diag(np.where(np.isfinite(step), step, 0.0))
    batch = np.concatenate([means + moves, means - moves])
    with np.errstate(all="ignore"):  # a step below zero under a root, or from what is infinite
        made = measure.compute(moments.with_means(dict(zip(read, batch.T, strict=True))))
        up, down = np.broadcast_to(np.asarray(made, dtype=np.float64), (len(batch),)).reshape(2, -1)
        slope = (up - down) / (2 * step)
    return np.where(np.isfinite(slope), slope, 0.0)


def _ends(measure: Measure, value: float, reach: float) -> tuple[float, float]:
    low, high = value - reach, value + reach
    if measure.after is not None and value > 0:
        # The reach of the mean itself: the root's slope is 1 / (2 value).
        mean, wide = value * value, 2 * value * reach
        low, high = sqrt(max(mean - wide, 0.0)), sqrt(mean + wide)
    return max(low, measure.bounds[0]), min(high, measure.bounds[1])
