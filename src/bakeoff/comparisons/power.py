"""How many rows, folds, seeds or data sets are needed, and what a study of this size could have shown."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, inf, isnan, nan, sqrt

import numpy as np
from scipy import special

from bakeoff.comparisons.power_area import power_delong
from bakeoff.comparisons.tails import chi2_quantile, normal_quantile, range_quantile, t_quantile
from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["FAMILIES", "Plan", "detectable_difference", "plan", "power"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An answer to a planning question, in a sentence and in numbers."""

    test: str
    unit: str  # what n counts: "rows", "splits", "runs", "data sets", "disagreements"
    n: float  # infinite where no number suffices
    power: float
    effect: float
    alpha: float
    method: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


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
    from bakeoff.comparisons.critical import sign_critical

    wins = sign_critical(int(n), alpha)
    if isnan(wins):
        return 0.0
    p = float(special.ndtr(abs(effect) / sd))
    return float(special.bdtrc(wins - 1, int(n), p) + special.bdtr(int(n) - wins, int(n), p))


def power_mcnemar(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of McNemar on n rows; `effect` is the accuracy difference, `sd` the share of rows where one alone is right."""
    share = sd
    if abs(effect) > share:
        raise BadInput("the accuracies cannot differ by more than the share of rows on which the two disagree")
    z = (abs(effect) * sqrt(n) - normal_quantile(1 - alpha / 2) * sqrt(share)) / sqrt(max(share - effect**2, 1e-12))
    return float(special.ndtr(z))


def power_proportions(n: float, effect: float, sd: float, alpha: float) -> float:
    """Power of two independent proportions with n rows each; `sd` is the smaller error rate."""
    p, q = sd, min(sd + abs(effect), 1.0)
    null = sqrt((p + q) / 2 * (1 - (p + q) / 2) * 2 / n)
    error = sqrt((p * (1 - p) + q * (1 - q)) / n) or 1e-12
    return float(special.ndtr((abs(q - p) - normal_quantile(1 - alpha / 2) * null) / error))


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One kind of planning: its power function and what its numbers mean."""

    unit: str
    power: Callable[..., float]
    effect: str
    sd: str
    fewest: int = 2


FAMILIES: dict[str, Family] = {
    "paired_t": Family(unit="runs", power=power_t, effect="mean difference", sd="sd of the differences"),
    "corrected_t": Family(unit="splits", power=power_t, effect="mean difference", sd="sd of the differences over splits"),
    "unpaired_t": Family(unit="scores of each learner", power=power_unpaired_t, effect="difference of means", sd="sd of the scores"),
    "wilcoxon": Family(unit="data sets", power=power_wilcoxon, effect="mean difference", sd="sd of the differences over data sets"),
    "sign": Family(unit="data sets", power=power_sign, effect="mean difference", sd="sd of the differences over data sets", fewest=5),
    "mcnemar": Family(unit="rows", power=power_mcnemar, effect="difference of accuracies", sd="share of rows on which exactly one is right"),
    "delong": Family(unit="rows of each class", power=power_delong, effect="difference of areas", sd="the smaller area", fewest=4),
    "two_proportions": Family(unit="rows of each test set", power=power_proportions, effect="difference of error rates", sd="the smaller error rate"),
}  # fmt: skip


def power(test: str, n: int, effect: float, sd: float, alpha: float = 0.05, **options: float) -> float:
    """The probability that the test rejects at n when the true effect is this large.

    >>> round(power("paired_t", 34, 0.5, 1.0), 3)
    0.808
    """
    family = _family(test)
    _positive(effect=effect, sd=sd)
    return family.power(count("n", n, least=family.fewest), effect, sd, probability("alpha", alpha), **options)


def plan(
    test: str = "wilcoxon", *, effect: float | None = None, sd: float | None = None, power: float = 0.8,
    alpha: float = 0.05, n: int | None = None, pairs: int = 1, test_share: float | None = None, learners: int = 2,
    correlation: float = 0.5, random_state: int = 0,
) -> Plan:  # fmt: skip
    """How many blocks does this test need to show an effect of this size?  With `n` instead of `effect`: what could n show?

    `pairs` divides alpha among that many comparisons.  "friedman" and "nemenyi" take `learners`, and the effect is a
    difference of mean ranks (nemenyi) or is simulated (friedman: one learner better than the rest by `effect`).
    `correlation` is that of two areas under the ROC curve estimated from the same rows ("delong").

    >>> plan("paired_t", effect=0.02, sd=0.04).n
    34
    """
    probability("power", power)
    each = probability("alpha", alpha) / count("pairs", pairs)
    if test in ("friedman", "nemenyi"):
        return _many(test, effect, sd, power, alpha, count("learners", learners, least=3), n, random_state)
    family = _family(test)
    options = {"test_share": test_share} if test == "corrected_t" and test_share else {}
    options |= {"correlation": correlation} if test == "delong" else {}
    if test == "corrected_t" and not test_share:
        raise BadInput("the corrected t-test needs test_share = n_test / n_train (10-fold: 1/9)")
    if sd is None:
        raise BadInput(f"{test} needs sd: {family.sd}")
    if effect is None:
        if n is None:
            raise BadInput("give either effect (how many are needed?) or n (what could be shown?)")
        found = detectable_difference(test, n, sd, alpha=each, power=power, **options)
        text = f"With {n} {family.unit}, {test} can show a {family.effect} of {found:.3g} with {power:.0%} power at alpha {each:.3g}."
        return Plan(
            test=test, unit=family.unit, n=n, power=power, effect=found, alpha=each, method="formula", sentence=text
        )
    _positive(effect=effect, sd=sd)
    if n is not None:
        reached = family.power(n, effect, sd, each, **options)
        text = f"With {n} {family.unit}, {test} shows a {family.effect} of {effect:g} with {reached:.0%} power at alpha {each:.3g}."
        return Plan(
            test=test, unit=family.unit, n=n, power=reached, effect=effect, alpha=each, method="formula", sentence=text
        )
    needed = _smallest(lambda size: family.power(size, effect, sd, each, **options), power, family.fewest)
    text = (
        f"{test} needs {needed:g} {family.unit} to show a {family.effect} of {effect:g} ({family.sd} {sd:g}) with {power:.0%} power at alpha {each:.3g}."
        if needed < inf
        else f"No number of {family.unit} is enough: overlapping training sets bound what repeating can show; more data would help."
    )
    return Plan(
        test=test, unit=family.unit, n=needed, power=power, effect=effect, alpha=each, method="formula", sentence=text
    )


def detectable_difference(
    test: str, n: int, sd: float, *, alpha: float = 0.05, power: float = 0.8, **options: float
) -> float:
    """The effect that n blocks show with that power, by bisection; infinite where none does.

    >>> round(detectable_difference("paired_t", 34, 1.0), 3)
    0.495
    """
    family = _family(test)
    low, high = 0.0, {"mcnemar": sd, "two_proportions": 1 - sd, "delong": 1 - sd}.get(test, 50 * sd)
    if family.power(n, high, sd, alpha, **options) < power:
        return inf
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if family.power(n, middle, sd, alpha, **options) < power else (low, middle)
    return high


def _smallest(reach: Callable[[int], float], wanted: float, fewest: int) -> float:
    """The smallest whole number at which the power is reached; the power of exact tests may saw-tooth, so it is kept for good."""
    high = fewest
    while reach(high) < wanted:
        high *= 2
        if high > 10**8:
            return inf
    low = max(high // 2, fewest)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if reach(middle) < wanted else (low, middle)
    return int(high)


def _many(  # noqa: PLR0917 - private, called in one place
    test: str, effect: float | None, sd: float | None, wanted: float, alpha: float, k: int, n: int | None, seed: int
) -> Plan:
    if test == "nemenyi":
        q = range_quantile(1 - alpha, k) / sqrt(2)
        if effect is None:
            if n is None:
                raise BadInput("give either effect (a difference of mean ranks) or n (data sets)")
            found = (q + normal_quantile(wanted)) * sqrt(k * (k + 1) / (6 * n))
            text = f"With {n} data sets and {k} learners, the critical difference is {q * sqrt(k * (k + 1) / (6 * n)):.2f}; a true difference of mean ranks of {found:.2f} is shown with {wanted:.0%} power."
            return Plan(
                test=test, unit="data sets", n=n, power=wanted, effect=found, alpha=alpha, method="formula", sentence=text,
            )  # fmt: skip
        blocks = ceil((q + normal_quantile(wanted)) ** 2 * k * (k + 1) / 6 / effect**2)
        text = f"nemenyi needs {blocks} data sets to show a difference of mean ranks of {effect:g} among {k} learners with {wanted:.0%} power at alpha {alpha:g}."
        return Plan(
            test=test, unit="data sets", n=blocks, power=wanted, effect=effect, alpha=alpha, method="formula", sentence=text,
        )  # fmt: skip
    if effect is None or sd is None:
        raise BadInput(
            "friedman is planned by simulation and needs effect (lead of the best learner) and sd (of its differences)"
        )
    sizes = [n] if n is not None else [*range(4, 20, 2), *range(20, 60, 5), *range(60, 210, 10)]
    reached, size = nan, sizes[-1]
    for size in sizes:
        reached = friedman_power(size, k, effect / sd, alpha, seed=seed)
        if reached >= wanted:
            break
    needed: float = size if n is not None or reached >= wanted else inf
    text = f"With {size} data sets, Friedman's test shows that one of {k} learners leads by {effect:g} (sd {sd:g}) with about {reached:.0%} power at alpha {alpha:g} (simulated)."
    return Plan(
        test=test, unit="data sets", n=needed, power=reached, effect=effect, alpha=alpha, method="simulation, 2000 tables", sentence=text,
    )  # fmt: skip


def friedman_power(n: int, k: int, lead: float, alpha: float, *, tables: int = 2000, seed: int = 0) -> float:
    """Share of simulated tables in which Friedman rejects, one learner leading by `lead` sd of a difference."""
    from bakeoff.comparisons.midranks import midranks

    rng = np.random.default_rng(seed)
    values = rng.standard_normal((tables * n, k)) / sqrt(2)
    values[:, 0] -= lead
    sums = midranks(values).reshape(tables, n, k).sum(axis=1)
    statistic = 12 / (n * k * (k + 1)) * np.square(sums - n * (k + 1) / 2).sum(axis=1)
    return float(np.mean(statistic >= chi2_quantile(1 - alpha, k - 1)))


def _family(test: str) -> Family:
    if test not in FAMILIES:
        raise UnknownName("test that can be planned", test, [*FAMILIES, "friedman", "nemenyi"])
    return FAMILIES[test]


def _positive(**named: float) -> None:
    for name, value in named.items():
        if not value > 0:
            raise BadInput(f"{name} must be positive, not {value!r}")
