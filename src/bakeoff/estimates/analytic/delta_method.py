"""Delta-method intervals for functions of means: the t interval of a mean is the simplest case."""

from collections.abc import Callable
from math import atanh, exp, inf, isfinite, log, log1p, nan, sqrt, tanh
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.linearization import ROUNDING, linear
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import INFINITE_LOSS, LOPSIDED, NO_VARIATION, NONE_GIVEN, ONE_UNIT
from bakeoff.measures.measure import Measure
from bakeoff.predictions.resampling.row_groups import RowGroups
from bakeoff.predictions.summaries.means import RowMeans
from bakeoff.predictions.summaries.row_quantities import Column

__all__ = ["columns_of", "delta_interval"]

COCHRAN = 25  # times the squared skewness: so many units are needed for the usual interval of a mean (cochran1977)


def delta_interval(
    measure: Measure, moments: RowMeans, *, level: float, groups: Array | RowGroups | None = None
) -> Estimate:
    """Value ± t times the standard error of its linearization; groups of rows count as one observation each.

    A measure that is a transformed mean (RMSE) has its ends transformed instead. A correlation, a share that is
    explained and a ratio of losses vary more evenly on another scale: Fisher's z, or logarithms. Reference: fisher1921.
    """
    from scipy.special import stdtrit

    value = float(measure.compute(moments))
    variance, m, lopsided = _variance(measure, moments, groups) if isfinite(value) else (nan, 0, False)
    scale = _scale(measure, value)
    name = "delta method, t" if scale is None else f"delta method, t, {scale.name}"
    if groups is not None:
        name += groups.called if isinstance(groups, RowGroups) else ", by group"
    low = high = nan
    notes: tuple[Note, ...] = ()
    if not isfinite(value):
        notes = (NONE_GIVEN(why="infinite"),) if np.isinf(value) else ()
    elif m < 2:
        notes = (ONE_UNIT(unit="row" if groups is None else "group"),)
    elif not variance > 0:
        notes = (NO_VARIATION() if variance == 0 else INFINITE_LOSS(),)
    else:
        reach = float(stdtrit(m - 1, (1 + level) / 2)) * sqrt(variance)
        low, high = _ends(measure, value, reach, scale)
        notes = (LOPSIDED(),) if lopsided else ()
    return Estimate(value=value, low=low, high=high, level=level, method=name, n=moments.n, notes=notes)


def _variance(measure: Measure, moments: RowMeans, groups: Array | RowGroups | None) -> tuple[float, int, bool]:
    """Variance of the value, zero where only rounding moves it; how many units are behind it; whether a few rule it."""
    read = columns_of(measure, moments)
    seen = linear(moments, read, groups)
    if seen.units < 2:
        return nan, seen.units, False
    slope = _gradient(measure, moments, read, seen.scale)
    total, units = seen.along(slope)
    used = slope != 0  # a column that is not known (NaN) has no slope
    apart = float(slope[used] ** 2 @ seen.scale[used] ** 2) / seen.units
    total = 0.0 if total <= ROUNDING * apart else total
    return total, seen.units, total > 0 and units is not None and _lopsided(units)


def _lopsided(moved: Array) -> bool:
    """Whether so few units, each of which moves the value so much, are too skewed for a symmetric interval."""
    spread = float(moved @ moved) / len(moved)
    skew = float((moved**3).mean()) / spread**1.5 if spread > 0 else 0.0
    return len(moved) < COCHRAN * skew**2


class _Recorder(dict):  # type: ignore[type-arg]
    """Means that remember which of them were read."""

    def __init__(self, means: dict[Column, Any]) -> None:
        super().__init__(means)
        self.asked: dict[Column, None] = {}

    def __getitem__(self, column: Column) -> Any:
        self.asked[column] = None
        return super().__getitem__(column)


def columns_of(measure: Measure, moments: RowMeans) -> dict[Column, Any]:
    """The row quantities the measure reads, with their means."""
    measure.compute(moments)  # makes the means that are not known yet
    seen = _Recorder(moments.means)
    measure.compute(moments.with_means(seen))
    return {one: moments.means[one] for one in seen.asked}


def _gradient(measure: Measure, moments: RowMeans, read: dict[Column, Any], scale: Array) -> Array:
    """As the measure tells it, or central differences, all in one batch; the measures are smooth functions of means."""
    if measure.slopes is not None:
        told = measure.slopes(moments)
        return np.array([told[one] for one in read])
    means = np.array(list(read.values()), dtype=np.float64)
    step = 1e-6 * np.fmax(np.abs(means), scale)
    step[step == 0] = 1e-12
    moves = np.diag(np.where(np.isfinite(step), step, 0.0))
    batch = np.concatenate([means + moves, means - moves])
    with np.errstate(all="ignore"):  # a step below zero under a root, or from what is infinite
        made = measure.compute(moments.with_means(dict(zip(read, batch.T, strict=True))))
        up, down = np.broadcast_to(np.asarray(made, dtype=np.float64), (len(batch),)).reshape(2, -1)
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
FAR = 700.0  # beyond which exp is infinite


def _scale(measure: Measure, value: float) -> _Scale | None:
    """By the bounds: correlations, shares that are explained, ratios; means of losses are told as they are."""
    if measure.per_row is not None or not measure.bounds[0] < value < measure.bounds[1]:
        return None
    ratio = None if measure.in_units else _RATIO
    return {(-1.0, 1.0): _FISHER, (-inf, 1.0): _MISSING, (0.0, inf): ratio}.get(measure.bounds)


def _ends(measure: Measure, value: float, reach: float, scale: _Scale | None) -> tuple[float, float]:
    low, high = value - reach, value + reach
    if measure.after is not None and value > 0:
        # The reach of the mean itself: the root's slope is 1 / (2 value).
        mean, wide = value * value, 2 * value * reach
        low, high = sqrt(max(mean - wide, 0.0)), sqrt(mean + wide)
    elif scale is not None:
        middle, wide = scale.there(value), reach * scale.slope(value)
        low, high = (scale.back(min(max(middle + one, -FAR), FAR)) for one in (-wide, wide))
    return max(low, measure.bounds[0]), min(high, measure.bounds[1])
