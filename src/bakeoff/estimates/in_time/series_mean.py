"""The mean of values in time: a standard error from cosine series, with the degrees of freedom that their persistence leaves."""

from dataclasses import dataclass
from math import floor, isfinite, nan, sqrt

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["FEWEST_TERMS", "SeriesMean", "lag_one_correlation", "persistence", "series_mean", "series_terms"]

FEWEST_TERMS = 2  # cosine terms below which there is no standard error
SHARE = 0.15  # of n (1 - phi) / sqrt(phi): chosen by simulation (docs/decisions/0059)
CAUTION = 0.5  # standard errors that are added to the estimated persistence
SECOND = 2.0  # standard errors from which the correlation at lag 2 counts as well


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesMean:
    """A mean over time; `error` is NaN where the values cannot show how much their mean varies, with the reason."""

    value: float
    error: float
    terms: int  # cosine terms, which are the degrees of freedom
    phi: float  # persistence
    n: int

    @property
    def df(self) -> float:
        """The degrees of freedom of Student's law."""
        return float(max(self.terms, 1))

    @property
    def withheld(self) -> str:
        """Why there is no standard error; empty where there is one."""
        if isfinite(self.error):
            return ""
        if self.n < 3 * FEWEST_TERMS:
            return f"{self.n} times are too few to see how values depend on those before; {3 * FEWEST_TERMS} are needed"
        return (
            f"{self.n} values in time that depend on each other this strongly (persistence {self.phi:.2f}) do not show how much their mean varies; "
            "gather more of them"
        )


def lag_one_correlation(values: Array) -> float:
    """The correlation of neighbours in this order; NaN where nothing varies.

    >>> round(lag_one_correlation(np.array([1.0, 2.0, 3.0, 4.0])), 2)
    0.25
    """
    return _correlations(values)[0]


def _correlations(values: Array) -> tuple[float, float]:
    """At lags 1 and 2."""
    away = values - values.mean()
    total = float(away @ away)
    if values.size < 3 or np.ptp(values) == 0 or not total > 0:
        return nan, nan
    return float(away[1:] @ away[:-1]) / total, float(away[2:] @ away[:-2]) / total


def persistence(values: Array, horizon: int = 1) -> float:
    """How strongly values depend on the one before: an autoregression that is corrected for its bias, and a little more.

    Overlapping forecasts `horizon` steps ahead share errors, so that the persistence is at least 1 - 1 / horizon. A correlation
    at lag 2 that is clear counts as well, because noise hides persistence at lag 1 more than at lag 2.

    >>> round(persistence(np.array([1.0, -1.0] * 20)), 2)
    0.0
    """
    n = values.size
    first, second = _correlations(values)
    if not isfinite(first):
        return nan
    guess = first + (1 + 4 * max(first, 0.0)) / n + CAUTION * sqrt(max(1 - first**2, 0.0) / n)
    if first > 0 and second > SECOND / sqrt(n):  # values that alternate agree at lag 2 without persistence
        guess = max(guess, sqrt(min(second + (1 + 4 * sqrt(second)) / n + CAUTION / sqrt(n), 1.0)))
    return min(max(guess, 1 - 1 / horizon, 0.0), 0.999)


def series_terms(n: int, phi: float) -> int:
    """How many cosine terms n values of this persistence carry; fewer than two carry no verdict.

    The relative bias of the long-run variance of an autoregression grows as (terms / n)^2 phi / (1 - phi)^2; the terms keep it
    near 7 percent, which simulations of the whole procedure bear out.

    >>> series_terms(200, 0.6), series_terms(200, 0.9), series_terms(30, 0.9)
    (15, 3, 0)
    """
    most = min(n // 3, floor(4 * sqrt(n)))
    return min(most, floor(SHARE * n * (1 - phi) / sqrt(phi))) if phi > 0 else most


def series_mean(values: Array, horizon: int = 1) -> SeriesMean:
    """The mean of values in the order of time, with its standard error.  Reference: lazarus2018.

    Parameters
    ----------
    values
        One number for each time, the earliest first.
    horizon
        How many steps ahead forecasts look, whose losses these are; overlapping forecasts share errors.

    Returns
    -------
    SeriesMean
        With an error of 0 where all values are the same, and NaN where they cannot show how much their mean varies.

    Examples
    --------
    >>> found = series_mean(np.array([1.0, 4, 2, 3, 5, 2, 1, 3, 2, 4, 1, 3]))
    >>> round(found.value, 3), round(found.error, 3), found.terms
    (2.583, 0.282, 4)
    """
    n, value = values.size, float(np.mean(values))
    if np.ptp(values) <= 1e-12 * max(float(np.abs(values).max()), 1e-300):
        return SeriesMean(value=value, error=0.0, terms=0, phi=0.0, n=n)
    phi = persistence(values, horizon)
    terms = series_terms(n, phi) if isfinite(phi) else 0
    error = _series_error(values, terms) if terms >= FEWEST_TERMS else nan
    return SeriesMean(value=value, error=error, terms=terms, phi=phi, n=n)


def _series_error(d: Array, terms: int) -> float:
    """The standard error of the mean from the first cosine transforms, which are nearly independent."""
    n = d.size
    waves = np.cos(np.pi * np.outer(np.arange(1, terms + 1), np.arange(n) + 0.5) / n)
    parts = sqrt(2 / n) * (waves @ (d - d.mean()))
    return sqrt(float(parts @ parts) / terms / n)
