"""What would settle an undecided pair, and what this much evidence could not have shown."""

from math import ceil, inf, log2, nan, sqrt

from bakeoff.comparisons.distributions import normal_quantile, t_quantile
from bakeoff.core.checks import Array

__all__ = ["blocks_for_difference", "blocks_for_ranks", "detectable", "fewest_blocks"]

POWER = 0.8


def fewest_blocks(alpha: float) -> int:
    """How many blocks the exact sign and signed-rank tests need before any outcome reaches alpha (two-sided).

    >>> fewest_blocks(0.05)
    6
    """
    return ceil(1 - log2(alpha) - 1e-12)


def blocks_for_difference(
    mean: float,
    sd: float,
    alpha: float,
    *,
    test_share: float | None = None,
    efficiency: float = 1.0,
    power: float = POWER,
) -> float:
    """Blocks at which a mean difference of this size would be shown with that power; infinite where none suffices.

    With overlapping training sets the variance never falls below `test_share` times that of one split, so repeating
    helps only so far.

    >>> blocks_for_difference(0.02, 0.04, 0.05)
    34
    >>> blocks_for_difference(0.02, 0.04, 0.05, test_share=1 / 9)
    inf
    """
    if mean == 0 or sd != sd or sd == 0:  # noqa: PLR0124
        return nan
    n = 2.0
    for _ in range(100):
        reach = (t_quantile(1 - alpha / 2, max(n - 1, 1)) + normal_quantile(power)) * sd / abs(mean)
        inverse = 1 / reach**2 - (test_share or 0.0)
        if inverse <= 0:
            if n >= 1000:
                return inf
            n *= 2
            continue
        new = 1 / (inverse * efficiency)
        if abs(new - n) < 0.01:
            break
        n = max(new, 2.0)
    return inf if n > 1e6 else max(ceil(n - 1e-9), 2)


def blocks_for_ranks(gap: float, k: int, critical: float, *, power: float = POWER) -> float:
    """Blocks at which a gap of two mean ranks would exceed `critical` standard errors with that power.

    >>> blocks_for_ranks(1.0, 4, 2.569)
    39
    """
    return inf if gap == 0 else ceil((critical + normal_quantile(power)) ** 2 * k * (k + 1) / 6 / gap**2)


def detectable(d: Array, alpha: float, *, test_share: float | None = None, power: float = POWER) -> float:
    """The mean difference that this many blocks with this spread could have shown with that power."""
    if d.size < 2:
        return nan
    error = float(d.std(ddof=1)) * sqrt(1 / d.size + (test_share or 0.0))
    return (t_quantile(1 - alpha / 2, d.size - 1) + normal_quantile(power)) * error
