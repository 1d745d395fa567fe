"""How does a cost grow with the number of rows? A straight line in log-log, with the uncertainty of its slope."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, probability, same_length, vector
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate

__all__ = ["PowerLaw", "power_law"]

FEWEST = 4  # distinct sizes
SPAN = 4.0  # largest size over smallest: below, a slope is mostly noise


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerLaw:
    """cost = factor x size ** exponent, each group with a factor of its own."""

    exponent: Estimate  # NaN with the reason where there is too little to tell
    groups: tuple[str, ...]
    factors: tuple[float, ...]


def power_law(sizes: ArrayLike, costs: ArrayLike, groups: Sequence[str] = (), level: float = 0.95) -> PowerLaw:
    r"""The exponent of growth:  :math:`\log c = \log f_g + b \log n`, least squares, Student's interval for b.

    Groups (data sets) share the exponent and have their own factors. There is no answer below four distinct sizes in
    a group or where the largest size is less than four times the smallest. The line describes the range it was fitted
    on: at small sizes fixed costs flatten it.

    >>> print(power_law([100, 200, 400, 800], [1.1, 3.9, 16.5, 63.0]).exponent)
    1.960 [1.817, 2.103] (95%, least squares in log-log, n = 4)
    """
    x, y = vector("sizes", sizes), vector("costs", costs)
    names = list(groups) or [""] * len(x)
    same_length(sizes=x, costs=y, groups=names)
    probability("level", level)
    if (x <= 0).any() or (y <= 0).any():
        raise BadInput("sizes and costs must be above 0 to be drawn in log-log; leave the others out")
    known = tuple(dict.fromkeys(names))
    group = np.array([known.index(name) for name in names], dtype=np.int64)
    why = _too_little(x, group)
    if why:
        nothing = Estimate(value=nan, low=nan, high=nan, level=level, method="none", n=len(x), warnings=(why,))
        return PowerLaw(exponent=nothing, groups=known, factors=(nan,) * len(known))
    slope, reach, factors = _fitted(np.log(x), np.log(y), group, level)
    exponent = Estimate(
        value=slope, low=slope - reach, high=slope + reach, level=level, method="least squares in log-log", n=len(x)
    )
    return PowerLaw(exponent=exponent, groups=known, factors=factors)


def _too_little(sizes: Array, group: Array) -> str:
    parts = [sizes[group == one] for one in np.unique(group)]
    distinct = max((len(np.unique(part)) for part in parts), default=0)
    if distinct < FEWEST:
        return f"{distinct} distinct sizes, and {FEWEST} are needed"
    span = max(part.max() / part.min() for part in parts)
    return f"the largest size is only {span:.1f} times the smallest: too small a range to tell" if span < SPAN else ""


def _fitted(x: Array, y: Array, group: Array, level: float) -> tuple[float, float, tuple[float, ...]]:
    """Slope, half the length of its interval, and the factor of each group; groups are centred on their own means."""
    from scipy.special import stdtrit

    sums = np.bincount(group)
    x_mean, y_mean = (np.bincount(group, weights=values) / sums for values in (x, y))
    u, v = x - x_mean[group], y - y_mean[group]
    square = float(u @ u)
    slope = float(u @ v) / square
    free = len(x) - len(sums) - 1
    spread = float(((v - slope * u) ** 2).sum()) / free
    reach = float(stdtrit(free, (1 + level) / 2)) * sqrt(spread / square)
    return slope, reach, tuple(exp(b - slope * a) for a, b in zip(x_mean, y_mean, strict=True))
