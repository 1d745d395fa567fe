"""Two shares of the same rows: the score statistic of their difference (Tango)."""

from math import inf, sqrt

__all__ = ["paired_score_z"]


def paired_score_z(only_a: float, only_b: float, rows: float, difference: float) -> float:
    r"""Tango's score statistic of paired proportions: how far `only_a` - `only_b` lies from `rows` times a true difference.

    The chance that b alone is right is estimated under that difference, as the larger root of a quadratic equation, so that the statistic is
    defined where no row tells the two apart.  Reference: tango1998.

    >>> round(paired_score_z(1, 4, 100, 0.0), 4)
    -1.3416
    """
    linear = -only_a - only_b + (2 * rows - only_a + only_b) * difference
    constant = -only_b * difference * (1 - difference)
    chance = (sqrt(max(linear * linear - 8 * rows * constant, 0.0)) - linear) / (4 * rows)
    variance = rows * (2 * chance + difference * (1 - difference))
    gap = only_a - only_b - rows * difference
    return gap / sqrt(variance) if variance > 0 else inf * gap if gap else 0.0
