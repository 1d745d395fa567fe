"""The power of a test: how likely n blocks show a difference of this size, and which difference they can show."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf, sqrt

import numpy as np
from scipy import special

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.declaration import PlanningMethod, PowerRule
from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.significance_level import is_shown

__all__ = [
    "MOST",
    "SampleSizeAnswer",
    "detectable_difference",
    "planned_by_formula",
    "positive",
    "power",
    "power_function",
    "power_of_lead",
    "rule_of",
    "smallest",
]


MOST = 10**8  # nobody collects more
FAR = 50.0  # standard deviations, beyond which no effect is looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleSizeAnswer:
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


def planned_by_formula() -> tuple[str, ...]:
    """The names of the tests whose power is a formula of n, effect and sd."""
    return tuple(test.name for test in tests if test.power is not None and test.power.method is PlanningMethod.FORMULA)


def rule_of(test: str) -> PowerRule:
    """How a study with this test is planned."""
    rule = tests[test].power if test in tests else None
    if rule is None:
        raise UnknownName(
            "test that can be planned", test, [declared.name for declared in tests if declared.power is not None]
        )
    return rule


def power_function(test: str) -> Callable[..., float]:
    """The power as a function of n, effect, sd and alpha."""
    rule = rule_of(test)
    if rule.power is None or rule.method is not PlanningMethod.FORMULA:
        raise UnknownName("test whose power is a formula", test, planned_by_formula())
    return rule.power


def power(test: str, n: int, effect: float, sd: float, alpha: float = 0.05, **options: float) -> float:
    """The probability that the test rejects at n when the true effect is this large.

    >>> round(power("paired_t", 34, 0.5, 1.0), 3)
    0.808
    """
    reach, rule = power_function(test), rule_of(test)
    positive(effect=effect, sd=sd)
    return reach(count("n", n, least=rule.fewest), effect, sd, probability("alpha", alpha), **options)


def detectable_difference(
    test: str, n: int, sd: float, *, alpha: float = 0.05, power: float = 0.8, **options: float
) -> float:
    """The effect that n blocks show with that power, by bisection; infinite where none does.

    >>> round(detectable_difference("paired_t", 34, 1.0), 3)
    0.495
    """
    rule = rule_of(test)
    count("n", n, least=rule.fewest)
    if rule.largest is None:  # power depends on effect / sd alone
        return sd * _detectable(test, n, 1.0, alpha, power, tuple(options.items()))
    return _detectable(test, n, sd, alpha, power, tuple(options.items()))


@lru_cache(maxsize=256)
def _detectable(  # noqa: PLR0917 - private, cached
    test: str, n: int, sd: float, alpha: float, power: float, options: tuple[tuple[str, float], ...]
) -> float:
    reach, power_options = power_function(test), dict(options)
    largest = rule_of(test).largest
    low, far = 0.0, FAR * sd if largest is None else largest(sd)
    high = far / 1024
    while reach(n, high, sd, alpha, **power_options) < power:
        if high >= far:
            return inf
        low, high = high, min(2 * high, far)
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if reach(n, middle, sd, alpha, **power_options) < power else (low, middle)
    return high


LEADS = 4000  # simulated tables of statistics


def power_of_lead(single: Callable[[float], float], learners: int, alpha: float) -> float:
    """The chance that one learner is shown to be better than each of the others, all pairs adjusted by Holm's correction.

    `single(alpha)` is the power of one pair at that level.  The leader is ahead of all others by the same effect; two
    statistics that share a learner are correlated by one half, as differences of equally noisy scores are.

    >>> round(power_of_lead(lambda alpha: 0.8, 2, 0.05), 1)
    0.8
    """
    pairs = learners * (learners - 1) // 2
    reached = single(alpha / pairs)
    if not reached:
        return 0.0  # few blocks bound the smallest p of an exact test
    shift = special.ndtri(min(reached, 1 - 1e-12)) - special.ndtri(alpha / pairs / 2)
    noise = np.random.default_rng(learners).standard_normal((LEADS, learners)) / sqrt(2)
    first, second = np.triu_indices(learners, 1)
    gaps = noise[:, first] - noise[:, second] + shift * (first == 0)
    p = 2 * special.ndtr(-np.abs(gaps))
    order = np.argsort(p, axis=1)
    stepped = np.take_along_axis(p, order, axis=1) * np.arange(pairs, 0, -1)
    adjusted = np.empty_like(p)
    np.put_along_axis(adjusted, order, np.maximum.accumulate(stepped, axis=1), axis=1)
    shown = is_shown(adjusted, alpha) & (gaps > 0)
    return float(np.mean(shown[:, : learners - 1].all(axis=1)))


def positive(**named: float) -> None:
    """Refuse zero, less and NaN."""
    for name, value in named.items():
        if not value > 0:
            raise BadInput(f"{name} must be positive, not {value!r}")


def smallest(reach: Callable[[int], float], wanted: float, fewest: int, most: int = MOST) -> float:
    """The smallest whole number at which the power is reached; the power of exact tests may saw-tooth, so it is kept for good."""
    high = fewest
    while reach(high) < wanted:
        high *= 2
        if high > most:
            return inf
    low = max(high // 2, fewest)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if reach(middle) < wanted else (low, middle)
    return int(high)
