"""How does a cost grow with the number of rows? A straight line in log-log, with the uncertainty of its slope."""

from dataclasses import dataclass
from math import exp, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, probability, same_length, vector
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VALUE

__all__ = ["PowerLaw", "power_law"]

FEWEST = 4  # distinct sizes
SPAN = 4.0  # largest size over smallest: below, a slope is mostly noise


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerLaw:
    """cost = factor x size ** exponent."""

    exponent: Estimate  # NaN with the reason where there is too little to tell
    factor: float


def power_law(sizes: ArrayLike, costs: ArrayLike, level: float = 0.95) -> PowerLaw:
    r"""The exponent of growth:  :math:`\log c = \log f + b \log n`, least squares, Student's interval for b.

    There is no answer below four distinct sizes, or where the largest is less than four times the smallest. The line
    describes the range it was fitted on: at small sizes fixed costs flatten it.

    >>> print(power_law([100, 200, 400, 800], [1.1, 3.9, 16.5, 63.0]).exponent)
    1.960 [1.817, 2.103] (95%, least squares in log-log, n = 4)
    """
    x, y = vector("sizes", sizes), vector("costs", costs)
    n = same_length(sizes=x, costs=y)
    probability("level", level)
    if (x <= 0).any() or (y <= 0).any():
        raise BadInput("sizes and costs must be above 0 to be drawn in log-log; leave the others out")
    why = _too_little(x)
    if why:
        return PowerLaw(exponent=Estimate.alone(nan, n, NO_VALUE(why=why), level=level), factor=nan)
    slope, reach, factor = _fitted(np.log(x), np.log(y), level)
    method = "least squares in log-log"
    exponent = Estimate(value=slope, low=slope - reach, high=slope + reach, level=level, method=method, n=n)
    return PowerLaw(exponent=exponent, factor=factor)


def _too_little(sizes: Array) -> str:
    distinct = len(np.unique(sizes))
    if distinct < FEWEST:
        return f"{distinct} distinct sizes, and {FEWEST} are needed"
    span = float(sizes.max() / sizes.min())
    return f"the largest size is only {span:.1f} times the smallest: too small a range" if span < SPAN else ""


def _fitted(x: Array, y: Array, level: float) -> tuple[float, float, float]:
    """Slope, half the length of its interval, and the factor."""
    from scipy.special import stdtrit

    u, v = x - x.mean(), y - y.mean()
    square = float(u @ u)
    slope = float(u @ v) / square
    free = len(x) - 2
    spread = float(((v - slope * u) ** 2).sum()) / free
    reach = float(stdtrit(free, (1 + level) / 2)) * sqrt(spread / square)
    return slope, reach, exp(float(y.mean()) - slope * float(x.mean()))
