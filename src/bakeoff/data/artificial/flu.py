"""The flu population: a simulated medical domain whose every probability is stated, for studies of changing conditions.

Patients are described by age group, severity of symptoms, general health and social position; the class is normal
remission or complications. Age in years is uniform within each of five groups and exponential beyond the last bound.
Severity and social position are normal around the middle of three steps, with variance 0.75. Whether a person is delicate is
not observed; it becomes more probable with every year of age, and delicate people and poor people have worse health. The
outcome depends on age group, severity and health and, for the poor in some age groups, on social position. The structure is
that of alaiz2008b, who print no probabilities: the free numbers below were chosen by tools/flu_parameters.py so that errors
under each condition come near to theirs (docs/changing-environments.md shows both). Of infants .4996 have complications in the usual
season: a rule of age alone gives them one class or the other by the training rows that were drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import erf, exp, log, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["AGES", "BOUNDS", "CONCEPTS", "HEALTH", "OUTCOMES", "PARAMETERS", "POPULATIONS", "SEASONS", "SEVERITY", "SOCIAL", "FluCells", "FluParameters", "flu_cells"]  # fmt: skip

AGES = ("Infant", "Teenager", "YoungAdult", "Adult", "OldAdult", "Elderly")
SEVERITY = ("Light", "Medium", "Strong")
HEALTH = ("Good", "Medium", "Poor")
SOCIAL = ("Rich", "MiddleClass", "Poor")
OUTCOMES = ("NormalRemission", "Complications")
POPULATIONS = ("negative-growth", "developing", "zero-growth")
SEASONS = ("usual", "winter", "soft", "drastic")
CONCEPTS = ("usual", "more-complications", "fewer-complications")
BOUNDS = (0.0, 12.0, 20.0, 35.0, 50.0, 65.0)  # years at which the age groups begin
_VARIANCE = 0.75  # of severity and of social position
_STEPS = 40  # quantiles of age within a group


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


@dataclass(frozen=True, slots=True, kw_only=True)
class FluParameters:
    """The numbers that alaiz2008b do not print."""

    shares: tuple[tuple[float, ...], ...]  # of the age groups, by population
    elderly_years: float  # mean of the exponential tail
    delicate: tuple[float, float]  # log-odds of a delicate person at birth, and for each ten years
    health: tuple[
        float, float, float, float
    ]  # two bounds of good and medium health; how much delicacy and poverty move it
    winter: float  # how far severity moves in a winter; a soft winter moves it back by `soft`
    soft: float
    drastic: tuple[float, float]  # how far severity and health move in a drastic winter
    poorer: float  # how far a much poorer population is moved
    age: tuple[float, ...]  # log-odds of a normal remission of each age group
    severity: tuple[float, float]  # added for light and for strong symptoms
    sick: tuple[float, float]  # added for medium and for poor health
    poor: tuple[float, ...]  # added for the poor, by age group
    more: float  # added by more complications: young adults and adults, if poor or with strong symptoms
    fewer: float  # share of the way to the most robust age group that its neighbours go with fewer complications


PARAMETERS = FluParameters(  # as tools/flu_parameters.py --starts 1 prints them, to three digits
    shares=(
        (0.079, 0.052, 0.392, 0.267, 0.036, 0.174),
        (0.419, 0.299, 0.215, 0.043, 0.010, 0.014),
        (0.203, 0.170, 0.245, 0.119, 0.086, 0.177),
    ),
    elderly_years=10.0,
    delicate=(-4.047, 0.839),
    health=(1.226, 3.755, 3.021, 0.511),
    winter=0.230,  # these two by its --seasons
    soft=0.320,
    drastic=(0.256, 0.649),
    poorer=1.355,
    age=(0.435, 1.811, 3.490, 1.180, 0.985, -0.543),
    severity=(1.118, -1.157),
    sick=(-0.931, -3.082),
    poor=(-0.529, 0.0, 0.0, 0.0, -1.743, -1.743),
    more=-1.260,  # by its --more
    fewer=0.817,
)


def flu_cells(
    *,
    population: str = "negative-growth",
    season: str = "usual",
    poorer: bool = False,
    concept: str = "usual",
    without: Sequence[str] = (),
    parameters: FluParameters = PARAMETERS,
) -> FluCells:
    """The 162 kinds of patients under these conditions.

    >>> cells = flu_cells()
    >>> len(cells.share), round(float(cells.share.sum()), 6)
    (162, 1.0)
    """
    for name, value, allowed in (
        ("population", population, POPULATIONS), ("season", season, SEASONS), ("concept", concept, CONCEPTS)
    ):  # fmt: skip
        if value not in allowed:
            raise UnknownName(f"{name} of the flu domain", value, allowed)
    ages = _ages(parameters.shares[POPULATIONS.index(population)], without)
    moved = {"usual": 0.0, "winter": parameters.winter, "soft": -parameters.soft, "drastic": parameters.drastic[0]}
    severity = _three_steps(2 + moved[season])
    social = _three_steps(2 + parameters.poorer * poorer)
    decline = parameters.drastic[1] if season == "drastic" else 0.0
    health = np.array([[_health(parameters, age, position, decline) for position in range(3)] for age in range(6)])
    share = np.einsum("a,s,aph,p->ashp", ages, severity, health, social)
    remission = 1 / (1 + np.exp(-_log_odds(parameters, concept)))
    return FluCells(codes=_CELLS, share=share.reshape(-1), remission=remission.reshape(-1))


_CELLS = np.array(list(product(range(6), range(3), range(3), range(3))))


def _ages(shares: Sequence[float], without: Sequence[str]) -> Array:
    if isinstance(without, str):
        raise BadInput(f"without takes a list of age groups; write without=[{without!r}]")
    for group in without:
        if group not in AGES:
            raise UnknownName("age group", group, AGES)
    kept = np.array([0.0 if age in without else share for age, share in zip(AGES, shares, strict=True)])
    if not kept.sum():
        raise BadInput("without leaves no age group; keep at least one")
    return np.asarray(kept / kept.sum())


def _three_steps(mean: float) -> Array:
    """A normal variable cut into three steps at 1.5 and 2.5."""
    low, high = (0.5 * (1 + erf((cut - mean) / sqrt(2 * _VARIANCE))) for cut in (1.5, 2.5))
    return np.array([low, high - low, 1 - high])


@cache
def delicate_shares(delicate: tuple[float, float], elderly_years: float) -> tuple[float, ...]:
    """The share of delicate people in each age group: the mean over its years."""
    shares = []
    for group, low in enumerate(BOUNDS):
        middles = [(step + 0.5) / _STEPS for step in range(_STEPS)]
        if group + 1 < len(BOUNDS):
            years = [low + (BOUNDS[group + 1] - low) * step for step in middles]
        else:
            years = [low - elderly_years * log(1 - step) for step in middles]
        shares.append(sum(1 / (1 + exp(-(delicate[0] + delicate[1] * year / 10))) for year in years) / _STEPS)
    return tuple(shares)


def _health(parameters: FluParameters, age: int, position: int, decline: float) -> list[float]:
    """Shares of good, medium and poor health: cumulative log-odds, lower for the delicate, the poor and in a drastic winter."""
    delicate = delicate_shares(parameters.delicate, parameters.elderly_years)[age]
    good_until, medium_until, frail, poverty = parameters.health
    total = [0.0, 0.0, 0.0]
    for share, weak in ((delicate, 1.0), (1 - delicate, 0.0)):
        worse = frail * weak + poverty * (position - 1) + decline
        good = 1 / (1 + exp(-(good_until - worse)))
        fair = 1 / (1 + exp(-(medium_until - worse)))
        for index, value in enumerate((good, fair - good, 1 - fair)):
            total[index] += share * value
    return total


def _log_odds(parameters: FluParameters, concept: str) -> Array:
    """Of a normal remission, by age, severity, health and social position."""
    ages = list(parameters.age)
    if concept == "fewer-complications":  # the age groups beside the robust ones become robust as well
        for group in (1, 4):
            ages[group] += parameters.fewer * (max(parameters.age) - ages[group])
    severity = (parameters.severity[0], 0.0, parameters.severity[1])
    health = (0.0, *parameters.sick)
    odds = (
        np.array(ages)[:, None, None, None]
        + np.array(severity)[None, :, None, None]
        + np.array(health)[None, None, :, None]
        + np.zeros(3)[None, None, None, :]
    )
    odds[..., 2] += np.array(parameters.poor)[:, None, None]
    if concept == "more-complications":
        odds[2:4, 2, :, :] += parameters.more
        odds[2:4, :2, :, 2] += parameters.more
    return np.asarray(odds)
