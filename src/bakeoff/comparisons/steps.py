"""A test on paper: the formula, the numbers filled in, the critical value, the region and the decision."""

from math import isnan

import numpy as np

from bakeoff.comparisons.result import Alternative, TestResult, format_p
from bakeoff.comparisons.tails import chi2_quantile, f_quantile, normal_quantile, t_quantile
from bakeoff.core.checks import probability

__all__ = ["critical_value", "steps"]

NOT_P = (
    "p is the probability of evidence at least as extreme if the null hypothesis were true; "
    "1 - p is neither the probability that the hypothesis is false nor that the result would replicate."
)


def steps(result: TestResult, alpha: float = 0.05) -> str:
    """The result worked out line by line, for teaching and for reviewers.

    >>> from bakeoff.comparisons import paired_t
    >>> print(paired_t([85, 70, 65, 95], [80, 75, 60, 85]).steps().splitlines()[4])
      sd of differences = 6.292
    """
    from bakeoff.comparisons import tests  # declarations hold the formula and the title

    probability("alpha", alpha)
    known = next((one for one in tests if one.name == result.test), None)
    lines = [f"{known.title if known else result.test}: {result.variant}", f"Null hypothesis: {result.null}."]
    if known:
        lines.append(f"Formula: {known.formula}")
    lines += [f"  {name} = {value:.4g}" for name, value in result.working]
    lines.append(f"Statistic: {result.statistic:.5g} (n = {result.n}{_freedom(result)})")
    lines += _region(result, alpha)
    lines.append(_decision(result, alpha))
    lines.append(NOT_P)
    return "\n".join(lines)


def _freedom(result: TestResult) -> str:
    return f", df = {', '.join(f'{one:.5g}' for one in result.df)}" if result.df else ""


def critical_value(result: TestResult, alpha: float) -> float | None:  # noqa: PLR0911 - one law per line
    """The value that the statistic must reach at this level; None for laws that are not tabulated here."""
    two = result.alternative is Alternative.TWO_SIDED
    tail = 1 - (alpha / 2 if two else alpha)
    counts = dict(result.working)
    if result.law == "t" and result.df[0] > 0:
        return t_quantile(tail, result.df[0])
    if result.law == "z":
        return normal_quantile(tail)
    if result.law == "chi2":
        return chi2_quantile(1 - alpha, result.df[0])
    if result.law == "F" and min(result.df) > 0:
        return f_quantile(1 - alpha, *result.df)
    if result.law == "signed-rank":
        from bakeoff.comparisons.critical import wilcoxon_critical

        return wilcoxon_critical(int(counts["non-zero differences"]), alpha, two_sided=two)
    if result.law == "binomial":
        from bakeoff.comparisons.critical import sign_critical

        return sign_critical(int(counts["blocks counted"]), alpha, two_sided=two)
    return None


def _region(result: TestResult, alpha: float) -> list[str]:
    value = critical_value(result, alpha)
    if value is None or isnan(value):
        why = "; no outcome reaches this level" if value is not None else ""
        return [f"Rejected at level {alpha:g} where p <= {alpha:g}{why}."]
    if result.law == "signed-rank":
        return [f"Critical value at level {alpha:g}: {value:g} (without ties). Region of rejection: T <= {value:g}."]
    if result.law == "binomial":
        return [f"Critical value at level {alpha:g}: {value:g} wins. Region of rejection: at least {value:g} wins."]
    letter = {"t": "t", "z": "z", "chi2": "χ²", "F": "F"}[result.law]
    two = result.alternative is Alternative.TWO_SIDED and result.law in ("t", "z")
    sign = "<= -" if result.alternative is Alternative.LESS else ">= "
    region = f"|{letter}| >= {value:.4g}" if two else f"{letter} {sign}{value:.4g}"
    return [f"Critical value at level {alpha:g}: {value:.4g}. Region of rejection: {region}."]


def _decision(result: TestResult, alpha: float) -> str:
    if isnan(result.p_value):
        return f"No decision: {result.reason}."
    p = format_p(result.p_value)
    if result.p_value <= alpha:
        return f"Decision: {p}, the null hypothesis is rejected at level {alpha:g}."
    return f"Decision: {p}, the null hypothesis is not rejected at level {alpha:g}; that does not show that it is true."


def wins_needed(n: int, alpha: float) -> int:
    """The fewest wins out of n that the two-sided sign test accepts.

    >>> wins_needed(10, 0.05)
    9
    """
    from bakeoff.comparisons.critical import sign_critical

    value = sign_critical(n, alpha, two_sided=True)
    return n + 1 if np.isnan(value) else int(value)
