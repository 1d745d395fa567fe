"""UnitShape: how far an estimate that is a sum over independent units is from normal, by what the units add to it."""

from dataclasses import dataclass
from math import inf

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["NORMAL", "UnitShape", "shape_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitShape:
    """The skewness of an estimate, and the degrees of freedom with which the spread of its units is known."""

    skewness: float = 0.0
    freedom: float = inf


NORMAL = UnitShape()  # no skewness, and a spread that the number of units alone limits


def shape_of(parts: Array, often: Array | None = None) -> UnitShape:
    r"""Of what each unit adds to an estimate, counted from its mean; `often` is how many units add the same.

    The skewness is :math:`\sum u^3 / (\sum u^2)^{3/2}`. A spread of n units with the kurtosis k is known as well as one of
    :math:`2 n / (k - 1)` degrees of freedom: about n for normal units, few where rare units outweigh the others.

    >>> shape_of(np.array([-1.0, 1.0, 1.0, -1.0]))
    UnitShape(skewness=0.0, freedom=inf)
    >>> shape = shape_of(np.array([9.0, -1.0]), np.array([1, 9]))
    >>> round(shape.skewness, 3), round(shape.freedom, 2)
    (0.843, 2.81)
    """
    count = np.ones(len(parts)) if often is None else often
    spread = float(count @ parts**2)
    if not spread > 0:
        return NORMAL
    scaled = parts / np.sqrt(spread)
    rows = float(count.sum())
    excess = rows * float(count @ scaled**4) - 1
    return UnitShape(skewness=float(count @ scaled**3), freedom=2 * rows / excess if excess > 1e-12 else inf)
