"""The power of each family of tests: how likely n blocks show a difference of this size, and which they can show."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isnan, sqrt

import numpy as np
from scipy import special

from bakeoff.comparisons.significance._distributions import normal_quantile, t_quantile
from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput, UnknownName

__all__ = [
    "FAMILIES",
    "PowerFamily",
    "area_variance",
    "detectable_difference",
    "family_of",
    "positive",
    "power",
    "power_delong",
]


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


SURE = 60.0  # so far beyond its critical value a noncentral t is sure to reject, and slow to sum


def power_t(n: float, effect: float, sd: float, alpha: float, *, test_share: float = 0.0) -> float:
    """Power of the (corrected) paired t-test by the noncentral t.

    >>> round(power_t(20, 0.5, 1.0, 0.05), 4)
    0.5645
    """
    shift = abs(effect) / (sd * sqrt(1 / n + test_share))
    critical = t_quantile(1 - alpha / 2, n - 1)
    if shift > critical + SURE:
        return 1.0
    return float(1 - special.nctdtr(n - 1, shift, critical) + special.nctdtr(n - 1, shift, -critical))


def power_unpaired_t(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of the two-sample t-test with n scores of each learner."""
    df, shift = 2 * n - 2, abs(effect) / (sd * sqrt(2 / n))
    critical = t_quantile(1 - alpha / 2, df)
    if shift > critical + SURE:
        return 1.0
    return float(1 - special.nctdtr(df, shift, critical) + special.nctdtr(df, shift, -critical))


def power_wilcoxon(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of the signed-rank test: that of t on 3/pi of the pairs (normal differences); none below six pairs."""
    return 0.0 if 2 ** (1 - n) > alpha else power_t(max(3 * n / np.pi, 2.0), effect, sd, alpha)


def power_sign(n: float, effect: float, sd: float, alpha: float) -> float:
    """Exact power of the sign test where a difference is positive with the probability a normal law gives it."""
    from bakeoff.comparisons.significance.critical_values import sign_critical

    wins = sign_critical(int(n), alpha)
    if isnan(wins):
        return 0.0
    p = float(special.ndtr(abs(effect) / sd))
    return float(special.bdtrc(wins - 1, int(n), p) + special.bdtr(int(n) - wins, int(n), p))


def power_mcnemar(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of McNemar on n rows; `effect` is the accuracy difference, `sd` the share of rows where one alone is right."""
    share = sd
    if share > 1:
        raise BadInput(f"the share of rows on which exactly one is right is at most 1, not {share:g}")
    if abs(effect) > share:
        raise BadInput(
            f"accuracies differ by at most the share of rows on which exactly one is right; an effect of {abs(effect):g} takes an sd of at least that, not {share:g}"
        )
    z = (abs(effect) * sqrt(n) - normal_quantile(1 - alpha / 2) * sqrt(share)) / sqrt(max(share - effect**2, 1e-12))
    return float(special.ndtr(z))


def power_proportions(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of two independent proportions with n rows each; `sd` is the smaller error rate."""
    p, q = sd, sd + abs(effect)
    if not q <= 1:
        raise BadInput(f"the smaller error rate and the difference add up to {q:g}, and no error rate exceeds 1")
    null = sqrt((p + q) / 2 * (1 - (p + q) / 2) * 2 / n)
    error = sqrt((p * (1 - p) + q * (1 - q)) / n) or 1e-12
    return float(special.ndtr((abs(q - p) - normal_quantile(1 - alpha / 2) * null) / error))


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerFamily:
    """One kind of planning: its power function and what its numbers mean."""

    unit: str
    power: Callable[..., float]
    effect: str
    sd: str
    fewest: int = 2


FAMILIES: dict[str, PowerFamily] = {
    "paired_t": PowerFamily(unit="runs", power=power_t, effect="mean difference", sd="sd of the differences"),
    "corrected_t": PowerFamily(unit="splits", power=power_t, effect="mean difference", sd="sd of the differences over splits"),
    "unpaired_t": PowerFamily(unit="scores of each learner", power=power_unpaired_t, effect="difference of means", sd="sd of the scores"),
    "wilcoxon": PowerFamily(unit="data sets", power=power_wilcoxon, effect="mean difference", sd="sd of the differences over data sets"),
    "sign": PowerFamily(unit="data sets", power=power_sign, effect="mean difference", sd="sd of the differences over data sets", fewest=5),
    "mcnemar": PowerFamily(unit="rows", power=power_mcnemar, effect="difference of accuracies", sd="share of rows on which exactly one is right"),
    "delong": PowerFamily(unit="rows of each class", power=power_delong, effect="difference of areas", sd="the smaller area", fewest=4),
    "two_proportions": PowerFamily(unit="rows of each test set", power=power_proportions, effect="difference of error rates", sd="the smaller error rate"),
}  # fmt: skip


def power(test: str, n: int, effect: float, sd: float, alpha: float = 0.05, **options: float) -> float:
    """The probability that the test rejects at n when the true effect is this large.

    >>> round(power("paired_t", 34, 0.5, 1.0), 3)
    0.808
    """
    family = family_of(test)
    positive(effect=effect, sd=sd)
    return family.power(count("n", n, least=family.fewest), effect, sd, probability("alpha", alpha), **options)


def detectable_difference(
    test: str, n: int, sd: float, *, alpha: float = 0.05, power: float = 0.8, **options: float
) -> float:
    """The effect that n blocks show with that power, by bisection; infinite where none does.

    >>> round(detectable_difference("paired_t", 34, 1.0), 3)
    0.495
    """
    family = family_of(test)
    count("n", n, least=family.fewest)
    low, high = 0.0, {"mcnemar": sd, "two_proportions": 1 - sd, "delong": 1 - sd}.get(test, 50 * sd)
    if family.power(n, high, sd, alpha, **options) < power:
        return inf
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if family.power(n, middle, sd, alpha, **options) < power else (low, middle)
    return high


def family_of(test: str) -> PowerFamily:
    """The family of that name; friedman and nemenyi are planned elsewhere, and known."""
    if test not in FAMILIES:
        raise UnknownName("test that can be planned", test, [*FAMILIES, "friedman", "nemenyi"])
    return FAMILIES[test]


def positive(**named: float) -> None:
    """Refuse zero, less and NaN."""
    for name, value in named.items():
        if not value > 0:
            raise BadInput(f"{name} must be positive, not {value!r}")
