"""Intervals for a proportion: Wilson, Wald, Clopper-Pearson, Agresti-Coull, Jeffreys; two-sided or one bound only."""

# docs/intervals.md, "Shares", derives what is computed here.

from collections.abc import Callable
from enum import StrEnum
from math import inf, nan, sqrt

from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_ROWS, WALD_FEW, WALD_FLAT

__all__ = ["METHODS", "IntervalEnds", "proportion"]


class IntervalEnds(StrEnum):
    """Which ends are wanted."""

    BOTH = "both"
    UPPER = "upper"
    LOWER = "lower"


def _z(tail: float) -> float:
    from scipy.special import ndtri

    return -float(ndtri(tail))


def _wald(x: float, n: float, tail: float) -> tuple[float, float]:
    p = x / n
    reach = _z(tail) * sqrt(p * (1 - p) / n)
    return p - reach, p + reach


def _wilson(x: float, n: float, tail: float) -> tuple[float, float]:
    p, z = x / n, _z(tail)
    shrink = 1 + z * z / n
    middle = (p + z * z / (2 * n)) / shrink
    reach = z / shrink * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (0.0 if x == 0 else middle - reach), (1.0 if x == n else middle + reach)


def _agresti_coull(x: float, n: float, tail: float) -> tuple[float, float]:
    z = _z(tail)
    return _wald(x + z * z / 2, n + z * z, tail)


def _clopper_pearson(x: float, n: float, tail: float) -> tuple[float, float]:
    from scipy.special import betaincinv

    low = 0.0 if x == 0 else float(betaincinv(x, n - x + 1, tail))
    high = 1.0 if x == n else float(betaincinv(x + 1, n - x, 1 - tail))
    return low, high


def _jeffreys(x: float, n: float, tail: float) -> tuple[float, float]:
    from scipy.special import betaincinv

    low = 0.0 if x == 0 else float(betaincinv(x + 0.5, n - x + 0.5, tail))
    high = 1.0 if x == n else float(betaincinv(x + 0.5, n - x + 0.5, 1 - tail))
    return low, high


METHODS: dict[str, Callable[[float, float, float], tuple[float, float]]] = {
    "wilson": _wilson,
    "wald": _wald,
    "clopper-pearson": _clopper_pearson,
    "agresti-coull": _agresti_coull,
    "jeffreys": _jeffreys,
}
_TITLES = {
    "wilson": "Wilson",
    "wald": "Wald",
    "clopper-pearson": "Clopper-Pearson",
    "agresti-coull": "Agresti-Coull",
    "jeffreys": "Jeffreys",
}


NORMAL = 30  # rows from which a normal approximation is used without a note


def proportion(
    errors: float, n: float, level: float = 0.95, method: str = "wilson", side: IntervalEnds | str = IntervalEnds.BOTH
) -> Estimate:
    """How sure is a share of `errors` among `n` rows?

    `side="upper"` gives the bound that the share does not exceed with this confidence (the lower end is 0), "lower"
    the other. Ends are clipped to [0, 1]. References: wilson1927, clopper1934, agresti1998, brown2001.

    >>> print(proportion(13, 100, level=0.9, method="wald"))
    0.130 [0.075, 0.185] (90%, Wald, n = 100)
    """
    probability("level", level)
    if method not in METHODS:
        raise BadInput(f"no interval called {method!r} for a proportion; known are {', '.join(METHODS)}")
    if not 0 <= errors <= n < inf:
        raise BadInput(f"there cannot be {errors:g} of {n:g}; the count lies between 0 and n")
    if side not in tuple(IntervalEnds):
        raise BadInput(f"no side called {side!r}; known are {', '.join(IntervalEnds)}")
    want = IntervalEnds(side)
    name = _TITLES[method] + ("" if want is IntervalEnds.BOTH else f", {want.value} bound")
    if n == 0:
        return Estimate(value=nan, low=nan, high=nan, level=level, method=name, n=0, notes=(NO_ROWS(),))
    tail = (1 - level) / 2 if want is IntervalEnds.BOTH else 1 - level
    low, high = METHODS[method](errors, n, tail)
    wald = method == "wald"
    notes = (WALD_FLAT(),) if wald and errors in {0, n} else (WALD_FEW(n=round(n)),) if wald and n < NORMAL else ()
    return Estimate(
        value=errors / n,
        low=0.0 if want is IntervalEnds.UPPER else max(low, 0.0),
        high=1.0 if want is IntervalEnds.LOWER else min(high, 1.0),
        level=level,
        method=name,
        n=round(n),
        notes=notes,
    )
