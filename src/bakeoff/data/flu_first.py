"""The first version of the flu population, kept so that studies with it can be repeated (decision 19).

Patients are described by age group, severity of symptoms, general health and social position; the class is normal
remission or complications. Severity and social position do not depend on the rest; health depends on age (through an
unobserved delicate constitution) and on social position; the outcome on age, severity and health, and, for the poor
among the young and the old, on social position. The structure follows japkowicz2011's lectures on changing
environments; they print no probabilities, so the numbers below are ours, chosen so that the usual population has a
trivial error near 0.36 and a Bayes error near 0.18.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import erf, exp, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["AGES", "HEALTH", "OUTCOMES", "SEVERITY", "SOCIAL", "FluCells", "flu_cells"]

AGES = ("Infant", "Teenager", "YoungAdult", "Adult", "OldAdult", "Elderly")
SEVERITY = ("Light", "Medium", "Strong")
HEALTH = ("Good", "Medium", "Poor")
SOCIAL = ("Rich", "MiddleClass", "Poor")
OUTCOMES = ("NormalRemission", "Complications")

_POPULATIONS = {  # shares of the age groups
    "negative-growth": (0.06, 0.10, 0.27, 0.31, 0.15, 0.11),
    "zero-growth": (0.14, 0.15, 0.19, 0.20, 0.17, 0.15),
    "developing": (0.28, 0.26, 0.20, 0.14, 0.08, 0.04),
}
_SEASONS = {"usual": (0.0, 0.0), "winter": (0.4, 0.0), "soft": (-0.4, 0.0), "drastic": (0.4, 0.25)}
_DELICATE = (0.30, 0.05, 0.08, 0.15, 0.35, 0.60)  # by age
_HEALTH = {  # by constitution and social position: shares of good, medium and poor health
    False: ((0.75, 0.20, 0.05), (0.65, 0.26, 0.09), (0.48, 0.34, 0.18)),
    True: ((0.25, 0.45, 0.30), (0.18, 0.42, 0.40), (0.10, 0.35, 0.55)),
}
_VARIANCE = 0.75  # of severity and of social position, both normal around the middle of three steps
_POORER = 0.75  # how far a much poorer population is moved
# The log-odds of a normal remission are a sum of these.
_BASE = 2.3
_BY_AGE = (-2.3, -0.1, 0.7, 0.1, -1.8, -2.5)
_BY_SEVERITY = (1.6, 0.0, -2.0)
_BY_HEALTH = (0.2, -1.2, -2.6)
_POOR_AND_FRAIL = -0.7  # for the poor among infants, old adults and elderly
_CONCEPTS = ("usual", "more-complications", "fewer-complications")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FluCells:
    """Every kind of patient there is: codes (age, severity, health, social), its share, and P(normal remission)."""

    codes: Array
    share: Array
    remission: Array

    @property
    def bayes_error(self) -> float:
        """The least error any classifier can have in this population."""
        return float(np.sum(self.share * np.minimum(self.remission, 1 - self.remission)))

    @property
    def trivial_error(self) -> float:
        """The error of always naming the more frequent class."""
        remission = float(np.sum(self.share * self.remission))
        return min(remission, 1 - remission)


def flu_cells(
    *,
    population: str = "negative-growth",
    season: str = "usual",
    poorer: bool = False,
    concept: str = "usual",
    without: Sequence[str] = (),
) -> FluCells:
    """The 162 kinds of patients under these conditions.

    >>> round(flu_cells().trivial_error, 2), round(flu_cells().bayes_error, 2)
    (0.36, 0.18)
    """
    ages = _ages(population, without)
    severity, social = _conditions(season, poorer=poorer)
    if concept not in _CONCEPTS:
        raise UnknownName("concept of the flu domain", concept, _CONCEPTS)
    cells = list(product(range(6), range(3), range(3), range(3)))
    share = [
        ages[age] * severity[strong] * social[position] * _health(age, position, season)[health]
        for age, strong, health, position in cells
    ]
    remission = [_remission(*cell, concept) for cell in cells]
    return FluCells(codes=np.array(cells), share=np.array(share) / sum(share), remission=np.array(remission))


def _ages(population: str, without: Sequence[str]) -> list[float]:
    if population not in _POPULATIONS:
        raise UnknownName("population of the flu domain", population, _POPULATIONS)
    if isinstance(without, str):
        raise BadInput(f"without takes a list of age groups; write without=[{without!r}]")
    for group in without:
        if group not in AGES:
            raise UnknownName("age group", group, AGES)
    shares = [0.0 if age in without else share for age, share in zip(AGES, _POPULATIONS[population], strict=True)]
    if not sum(shares):
        raise BadInput("without leaves no age group; keep at least one")
    return shares


def _conditions(season: str, *, poorer: bool) -> tuple[list[float], list[float]]:
    if season not in _SEASONS:
        raise UnknownName("season of the flu domain", season, _SEASONS)
    return _three_steps(2 + _SEASONS[season][0]), _three_steps(2 + _POORER * poorer)


def _three_steps(mean: float) -> list[float]:
    """A normal variable cut into three steps at 1.5 and 2.5."""
    low, high = (0.5 * (1 + erf((cut - mean) / sqrt(2 * _VARIANCE))) for cut in (1.5, 2.5))
    return [low, high - low, 1 - high]


def _health(age: int, position: int, season: str) -> list[float]:
    delicate = _DELICATE[age]
    good, medium, poor = (
        delicate * weak + (1 - delicate) * strong
        for weak, strong in zip(_HEALTH[True][position], _HEALTH[False][position], strict=True)
    )
    decline = _SEASONS[season][1]  # this share of patients moves one step down
    return [good * (1 - decline), medium * (1 - decline) + good * decline, poor + medium * decline]


def _remission(age: int, severity: int, health: int, position: int, concept: str) -> float:
    odds = _BASE + _BY_AGE[age] + _BY_SEVERITY[severity] + _BY_HEALTH[health]
    if position == 2 and age in {0, 4, 5}:
        odds += _POOR_AND_FRAIL
    if concept == "more-complications" and age in {2, 3} and (severity == 2 or position == 2):
        odds -= 2.0
    if concept == "fewer-complications" and age in {1, 4}:  # the robust age groups become wider
        odds += _BY_AGE[3] - _BY_AGE[age]
    return 1 / (1 + exp(-odds))
