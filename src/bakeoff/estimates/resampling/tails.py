"""Tails: which percentiles of resamples are the ends of an interval."""

# docs/intervals.md, "Everything else: the bootstrap", derives what is computed here.

from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.analytic.unit_shares import UnitShares

__all__ = ["Tails", "tails_of"]

PLENTY = 1000  # units, which vary as they should
OUTERMOST = 0.001  # of the resamples: further out there are too few of them


class Tails(NamedTuple):
    """Where an interval ends in the resamples."""

    shares: Array  # of the resamples below either end
    reach: float  # how many standard errors of normal resamples that is
    further: float = 1.0  # how many times as far as those percentiles the ends lie from the median
    freedom: float = inf  # degrees of freedom of Student's interval that reaches as far

    def ends(self, values: Array) -> Array:
        """Of these resamples."""
        quantiles = np.asarray(np.quantile(values, self.shares))
        if self.further == 1:
            return quantiles
        middle = float(np.median(values))
        return np.asarray(middle + self.further * (quantiles - middle))


def tails_of(level: float, units: UnitShares | int | None = None) -> Tails:
    """The percentiles; of few units further out, for resamples of these vary less than they should.

    Units are groups of rows or rows with weights, or so many that count alike. The ends lie as far as Student's interval, with the degrees of freedom that the units leave, reaches beyond a normal one that takes
    the variance of the resamples for that of the value. Reference: hesterberg2015.

    >>> tails_of(0.95).shares.round(3).tolist(), tails_of(0.95, 12).shares.round(3).tolist()
    ([0.025, 0.975], [0.011, 0.989])
    """
    from scipy.special import ndtr, ndtri, stdtrit

    out, reach, further = (1 - level) / 2, float(ndtri((1 + level) / 2)), 1.0
    freedom, inflation = _known_from(units)
    few = 0 < freedom < PLENTY - 1
    if few:
        reach = sqrt(inflation) * float(stdtrit(freedom, (1 + level) / 2))
        outermost = min(OUTERMOST, out)
        out = max(float(ndtr(-reach)), outermost)
        further = reach / -float(ndtri(out)) if out == outermost else 1.0
    return Tails(np.array([out, 1 - out]), reach, further, freedom if few else inf)


def _known_from(units: UnitShares | int | None) -> tuple[float, float]:
    """The degrees of freedom, and how many times larger the variance is than that of resamples."""
    if isinstance(units, UnitShares):
        return (units.freedom, units.inflation) if len(units) > 1 else (0.0, 1.0)
    return (units - 1.0, units / (units - 1.0)) if units is not None and units > 1 else (0.0, 1.0)
