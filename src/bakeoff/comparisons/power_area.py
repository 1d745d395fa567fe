"""Power of DeLong's test: how many rows of each class two areas under the ROC curve need."""

from math import sqrt

from scipy import special

from bakeoff.comparisons.tails import normal_quantile
from bakeoff.core.errors import BadInput

__all__ = ["area_variance", "power_delong"]


def area_variance(area: float, m: float, n: float) -> float:
    """The variance of an area estimated from m positive and n negative rows.  Reference: hanley1982.

    >>> round(area_variance(0.8, 50, 50) ** 0.5, 4)
    0.0445
    """
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    return (area * (1 - area) + (m - 1) * (q1 - area**2) + (n - 1) * (q2 - area**2)) / (m * n)


def power_delong(n: float, effect: float, sd: float, alpha: float, *, correlation: float = 0.5) -> float:
    """Power with n rows of each class; `sd` is the smaller area, `correlation` that of the two estimates.

    Rankings of the same rows agree in part, which helps: 0.5 is usual, 0 is for two test sets.  Reference: hanley1982.
    """
    if not 0 < sd < 1 or sd + abs(effect) > 1:
        raise BadInput(
            f"the smaller area (sd) lies between 0 and 1, and with the difference (effect) it is at most 1, not {sd + abs(effect):g}"
        )
    if not -1 < correlation < 1:
        raise BadInput(f"the correlation of the two areas must lie between -1 and 1, not {correlation!r}")
    one, two = area_variance(sd, n, n), area_variance(min(sd + abs(effect), 1.0), n, n)
    error = sqrt(max(one + two - 2 * correlation * sqrt(one * two), 1e-18))
    return float(special.ndtr(abs(effect) / error - normal_quantile(1 - alpha / 2)))
