"""Estimates over rows in time, whose neighbours depend on each other."""

from bakeoff.estimates.in_time.series_mean import SeriesMean, series_mean
from bakeoff.estimates.in_time.timed_values import (
    TimedValues,
    is_timed,
    mean_estimate,
    timed_estimate,
    timed_sums,
    timed_values,
)

__all__ = [
    "SeriesMean",
    "TimedValues",
    "is_timed",
    "mean_estimate",
    "series_mean",
    "timed_estimate",
    "timed_sums",
    "timed_values",
]
