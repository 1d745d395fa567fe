"""Published means with standard deviations: all that is left of somebody's runs, and so a vague hint at most."""

from math import sqrt

from bakeoff.comparisons.result import Alternative, TestResult
from bakeoff.comparisons.student import summary_ratio
from bakeoff.core.checks import count
from bakeoff.core.errors import BadInput

__all__ = ["VAGUE", "published"]

VAGUE = (
    "a vague hint at most: pairing, the spread of differences and overlap of training sets cannot be seen in means and "
    "standard deviations"
)


def published(  # noqa: PLR0917 - two triples, as they stand in a table
    mean_a: float, sd_a: float, n_a: int, mean_b: float, sd_b: float, n_b: int, *, alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:  # fmt: skip
    """Welch's t-test from means, standard deviations and sizes alone.  Reference: welch1947.

    >>> r = published(90, 1.4832, 5, 90.6, 1.1402, 5)
    >>> round(r.p_value, 3), len(r.warnings)
    (0.495, 1)
    """
    n, m = count("n_a", n_a, least=2), count("n_b", n_b, least=2)
    if min(sd_a, sd_b) < 0:
        raise BadInput("a standard deviation cannot be negative")
    u, v = sd_a**2 / n, sd_b**2 / m
    df = (u + v) ** 2 / (u**2 / (n - 1) + v**2 / (m - 1)) if u + v > 0 else float(n + m - 2)
    return summary_ratio(
        "unpaired_t", "Welch's, from published means and standard deviations", mean_a - mean_b, sqrt(u + v), df, n + m,
        warnings=(VAGUE,),
    ).result(Alternative(alternative), level)  # fmt: skip
