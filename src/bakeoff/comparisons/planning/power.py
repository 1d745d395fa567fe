"""The power of a test: how likely n blocks show a difference of this size, and which difference they can show."""

from collections.abc import Callable
from math import inf

from bakeoff.comparisons.catalogue import tests
from bakeoff.comparisons.declaration import PlanningMethod, PowerRule
from bakeoff.core.checks import count, probability
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["detectable_difference", "planned_by_formula", "positive", "power", "power_function", "rule_of"]


def planned_by_formula() -> tuple[str, ...]:
    """The names of the tests whose power is a formula of n, effect and sd."""
    return tuple(test.name for test in tests if test.power is not None and test.power.method is PlanningMethod.FORMULA)


def rule_of(test: str) -> PowerRule:
    """How a study with this test is planned."""
    rule = tests[test].power if test in tests else None
    if rule is None:
        raise UnknownName("test that can be planned", test, [one.name for one in tests if one.power is not None])
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
    reach, rule = power_function(test), rule_of(test)
    count("n", n, least=rule.fewest)
    low, high = 0.0, rule.largest(sd)
    if reach(n, high, sd, alpha, **options) < power:
        return inf
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if reach(n, middle, sd, alpha, **options) < power else (low, middle)
    return high


def positive(**named: float) -> None:
    """Refuse zero, less and NaN."""
    for name, value in named.items():
        if not value > 0:
            raise BadInput(f"{name} must be positive, not {value!r}")
