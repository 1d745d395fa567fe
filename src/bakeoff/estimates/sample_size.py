"""The inverse questions: which confidence for a given margin, how many rows for a given margin."""

from math import ceil, sqrt

from bakeoff.core.checks import probability
from bakeoff.core.errors import BadInput
from bakeoff.estimates.analytic.proportion import METHODS, proportion

__all__ = ["confidence_for_margin", "rows_for_margin"]


def confidence_for_margin(errors: float, n: int, margin: float, method: str = "wald") -> float:
    """With which confidence does the share lie within `margin` of what was seen?

    For "wald" this is 2 Φ(margin / se) - 1; for the others the level whose longer half reaches the margin.

    >>> round(confidence_for_margin(30, 100, 0.0664), 3)
    0.853
    """
    if not 0 < margin < 1:
        raise BadInput(f"margin must lie strictly between 0 and 1, not {margin}")
    if not 0 <= errors <= n or not n:
        raise BadInput(
            f"{errors:g} errors in {n} rows: errors lie between 0 and the number of rows, which is at least 1"
        )
    share = errors / n
    if method == "wald":
        from scipy.special import ndtr

        if share in {0.0, 1.0}:
            raise BadInput("the Wald interval has no width at 0 or n errors; use another method")
        return float(2 * ndtr(margin / sqrt(share * (1 - share) / n)) - 1)
    low, high = 1e-12, 1 - 1e-12
    for _ in range(100):  # the interval grows with the level
        middle = (low + high) / 2
        interval = proportion(errors, n, middle, method)
        if max(interval.high - share, share - interval.low) < margin:
            low = middle
        else:
            high = middle
    return low


def rows_for_margin(margin: float, level: float = 0.95, share: float = 0.5, method: str = "wald") -> int:
    """How many rows make the interval no wider than `margin` to either side, if the share is about `share`?

    >>> rows_for_margin(0.05)
    385
    """
    from scipy.special import ndtri

    probability("level", level)
    probability("share", share)
    if not 0 < margin < 1:
        raise BadInput(f"margin must lie strictly between 0 and 1, not {margin}")
    if method not in METHODS:
        raise BadInput(f"no interval called {method!r} for a proportion; known are {', '.join(METHODS)}")
    guess = ceil(float(ndtri((1 - level) / 2)) ** 2 * share * (1 - share) / margin**2)
    if method == "wald":
        return guess

    def wide(n: int) -> bool:
        interval = proportion(share * n, n, level, method)
        return max(interval.high - share, share - interval.low) > margin

    high = max(guess, 1)
    while wide(high):
        high *= 2
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if wide(middle) else (low, middle)
    return high
