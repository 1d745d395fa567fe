"""A measure as the mean of one value for each time, so that one law of means over time serves every measure."""

from dataclasses import dataclass, replace
from math import inf, isfinite, sqrt

import numpy as np
from scipy.special import stdtrit

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.notes import Note
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.in_time.series_mean import series_mean
from bakeoff.estimates.notes import NO_INTERVAL, NONE_GIVEN, PERSISTENT, UNDEFINED
from bakeoff.measures.measure import IntervalRule, Measure
from bakeoff.predictions.predictions import Predictions

__all__ = ["TimedValues", "is_timed", "mean_estimate", "timed_estimate", "timed_sums", "timed_values"]

STRETCHES = 300  # at most, into which times are cut where a measure is no mean of rows: each is left out once
STEP = 1e-6  # share of a mean by which a function of it is moved to see its slope
SERIES = "cosine series"
STRONG = 0.7  # persistence from which simulated intervals of squared errors cover clearly less than stated


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TimedValues:
    """One value for each time (or stretch of times), the earliest first; their mean is the measure."""

    times: Array
    values: Array


def is_timed(pred: Predictions) -> bool:
    """Whether neighbours in time may depend on each other; rows that come in groups are counted by group."""
    return pred.time is not None and pred.group is None and pred.query is None


def timed_values(measure: Measure, pred: Predictions) -> TimedValues:
    """The measure as a mean over time: rows of one time, as those of several series, are added up.

    A mean over rows is one as it is. A function of a mean (RMSE) is taken as straight near the mean. Of any other measure (AUC, F1) each
    stretch of times is left out once: what that changes is the value of the stretch (the jackknife's). There are at most 300 stretches, and of a
    measure that jumps from row to row (a median) at most the square root of the times.

    Parameters
    ----------
    measure
        A measure that these predictions allow.
    pred
        Predictions with times.

    Returns
    -------
    TimedValues
        In the order of time.
    """
    assert pred.time is not None
    times, codes = np.unique(pred.time, return_inverse=True)
    codes = codes.reshape(-1)
    weight = np.ones(len(pred)) if pred.weight is None else np.asarray(pred.weight, dtype=np.float64)
    if measure.per_row is not None:
        return TimedValues(times=times, values=_of_rows(measure, pred, weight, codes, len(times)))
    return _by_leaving_out(measure, pred, times, codes)


def _of_rows(measure: Measure, pred: Predictions, weight: Array, codes: Array, n: int) -> Array:
    """Of a mean over rows, or a function of one by its slope at the mean."""
    assert measure.per_row is not None
    losses = np.asarray(measure.per_row(pred), dtype=np.float64)
    if not np.isfinite(losses).all():
        raise NotApplicable(
            "the measure of a row is infinite or undefined, so that its mean over time varies without limit"
        )
    sums = timed_sums(losses, weight, codes, n)
    if measure.after is None:
        return sums
    mean = float(np.average(losses, weights=weight))
    step = STEP * max(abs(mean), 1e-12)
    slope = (float(measure.after(mean + step)) - float(measure.after(mean - step))) / (2 * step)
    return np.asarray(float(measure.after(mean)) + slope * (sums - mean))


def timed_sums(values: Array, weight: Array, codes: Array, n: int) -> Array:
    """One value for each of n times, whose mean is the weighted mean of all rows.

    >>> timed_sums(np.array([1.0, 2.0, 6.0]), np.ones(3), np.array([0, 0, 1]), 2).tolist()
    [1.0, 5.0]
    """
    mean = float(np.average(values, weights=weight))
    return np.asarray(mean + np.bincount(codes, weights=weight * (values - mean), minlength=n) * n / weight.sum())


def _by_leaving_out(measure: Measure, pred: Predictions, times: Array, codes: Array) -> TimedValues:
    """Of any measure: what leaving out each stretch of times changes."""
    if measure.interval is IntervalRule.LARGEST:
        raise NotApplicable("it rests on a single row, and no interval is known for that; take a mean over rows")
    whole = float(measure(pred))
    if not isfinite(whole):
        raise NotApplicable(f"undefined: {measure.undefined}")
    jumps = measure.interval is IntervalRule.BINNED_GAPS or measure.reads.whole_rows
    n = min(len(times), int(sqrt(len(times))) if jumps else STRETCHES)
    if n < 2:
        raise NotApplicable("one time cannot show how values depend on those before")
    first = (np.arange(n) * len(times)) // n  # the first time of each stretch
    stretch = np.searchsorted(first, codes, side="right") - 1
    without = np.array([float(measure(pred.take(np.flatnonzero(stretch != part)))) for part in range(n)])
    if not np.isfinite(without).all():
        lost = times[first[int(np.argmin(np.isfinite(without)))]]
        raise NotApplicable(
            f"without the rows at time {lost} the measure is undefined, so that it rests on them alone; gather more rows"
        )
    return TimedValues(times=times[first], values=whole + (n - 1) * (without.mean() - without))


def timed_estimate(measure: Measure, pred: Predictions, level: float, horizon: int = 1) -> Estimate:
    """The measure with an interval that allows for correlation over time; none where the times cannot show how much it varies."""
    value, rows = float(measure(pred)), len(pred)
    if not isfinite(value):
        why: Note = NONE_GIVEN(why="infinite") if np.isinf(value) else UNDEFINED(why=measure.undefined)
        return Estimate.alone(value, rows, why, level=level)
    try:
        values = timed_values(measure, pred).values
    except NotApplicable as problem:
        return Estimate.alone(value, rows, NO_INTERVAL(why=str(problem)), level=level)
    return replace(mean_estimate(values, level, measure.bounds, horizon, value=value), n=rows)


def mean_estimate(
    values: Array,
    level: float,
    bounds: tuple[float, float] = (-inf, inf),
    horizon: int = 1,
    *,
    value: float | None = None,
) -> Estimate:
    """The mean of values in the order of time with its interval, which ends at the bounds of the measure.

    >>> made = mean_estimate(np.array([1.0, 4, 2, 3, 5, 2, 1, 3, 2, 4, 1, 3]), 0.95)
    >>> round(made.low, 2), round(made.high, 2), made.df
    (1.8, 3.37, 4.0)
    """
    mean = series_mean(values, horizon)
    value = mean.value if value is None else value
    if not mean.error > 0:
        why = NO_INTERVAL(why=mean.withheld or "all times give the same value")
        return Estimate.alone(value, mean.n, why, level=level)
    half = float(stdtrit(mean.df, (1 + level) / 2)) * mean.error
    low, high = max(value - half, bounds[0]), min(value + half, bounds[1])
    notes = (PERSISTENT(persistence=mean.phi),) if mean.phi >= STRONG else ()
    return Estimate(value=value, low=low, high=high, level=level, method=SERIES, n=mean.n, df=mean.df, notes=notes)
