"""Delta-method intervals for functions of means: the t interval of a mean is the simplest case."""

from math import isfinite, nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Measure
from bakeoff.predictions.moments import Moments

__all__ = ["delta_interval", "influence"]


def delta_interval(measure: Measure, moments: Moments, *, level: float, groups: Array | None = None) -> Estimate:
    """Value ± t times the standard error of its linearization; groups of rows count as one observation each.

    A measure that is a transformed mean (RMSE) has its ends transformed instead.
    """
    from scipy.special import stdtrit

    value = float(measure.compute(moments))
    values = influence(measure, moments) if isfinite(value) else np.array([])
    units = _by_group(values, groups)
    m = len(units)
    name = "delta method, t" + ("" if groups is None else ", by group")
    low = high = nan
    warnings: tuple[str, ...] = ()
    if not isfinite(value):
        warnings = ("infinite: no interval can be given",) if np.isinf(value) else ()
    elif m < 2 or not np.isfinite(units).all():
        warnings = ("one row tells nothing about the spread",) if m < 2 else ("a row's loss is infinite",)
    else:
        error = sqrt(float(units @ units) * m / (m - 1))
        reach = float(stdtrit(m - 1, (1 + level) / 2)) * error
        low, high = _ends(measure, value, reach)
    return Estimate(value=value, low=low, high=high, level=level, method=name, n=moments.n, warnings=warnings)


def influence(measure: Measure, moments: Moments) -> Array:
    """How much each row moves the value: the sum of squares is its variance."""
    probe = Moments(
        n=moments.n, weight=moments.weight, pivot=moments.pivot, classes=moments.classes, source=moments.source
    )
    measure.compute(probe)
    wanted, means = list(probe.means), np.array([probe.means[one] for one in probe.means], dtype=np.float64)
    rows = moments.rows(probe.means)
    with np.errstate(invalid="ignore"):
        slope = _gradient(measure, moments, wanted, means, rows.std(axis=0))
        away = rows - means
    used = slope != 0
    weight = moments.source.weight if moments.source is not None else None
    heavy = np.full(len(rows), 1.0 / moments.n) if weight is None else np.asarray(weight) / moments.weight
    return np.asarray(away[:, used] @ slope[used] * heavy)


def _gradient(measure: Measure, moments: Moments, wanted: list, means: Array, spread: Array) -> Array:  # type: ignore[type-arg]
    """Central differences; the measures are smooth functions of means."""
    made = np.zeros(len(wanted))
    for i in range(len(wanted)):
        step = 1e-6 * max(abs(float(means[i])), float(spread[i])) or 1e-12
        if not isfinite(step):
            continue
        ends = []
        for sign in (1.0, -1.0):
            moved = {one: float(mean) for one, mean in zip(wanted, means, strict=True)}
            moved[wanted[i]] += sign * step
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
