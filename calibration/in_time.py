"""Rows in time: false claims, power and intervals where losses are autoregressions, beside the test that takes rows for independent."""

from collections.abc import Iterator
from itertools import product

import numpy as np

import bakeoff as bo
from bakeoff.comparisons.evidence.kinds import ORIGINS, TIMED_ROWS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.question import Question
from bakeoff.core.calibration import Kind
from calibration.asking import any_winner, covers
from calibration.case import Case, Counts, Simulation

__all__ = ["autoregression", "simulations"]

DOOR = "verdict over rows in time"
TEST = "diebold_mariano"
SIZES, PERSISTENCES = (30, 100, 200, 1000), (0.0, 0.3, 0.6, 0.9)
BANDS = {
    0.0: (0.0, 0.06),
    0.3: (0.0, 0.07),
    0.6: (0.0, 0.07),
    0.9: (0.0, 0.08),
}  # a table without a verdict claims nothing
APART = 3.0  # true standard errors between the means, where power is asked for: .85 with a known standard error


def simulations() -> Iterator[Simulation]:
    for n, phi in product(SIZES, PERSISTENCES):
        yield claims(n, phi)
    for phi in (0.0, 0.3):
        yield origins(20, phi)
    for measure, phi in product(("rmse", "roc_auc"), (0.0, 0.6)):
        yield intervals(measure, 200, phi)


def autoregression(rng: np.random.Generator, n: int, phi: float) -> np.ndarray:
    """A stationary autoregression of order 1 with variance 1."""
    shocks = rng.standard_normal(n) * np.sqrt(1 - phi**2)
    values = np.empty(n)
    values[0] = rng.standard_normal()
    for step in range(1, n):
        values[step] = phi * values[step - 1] + shocks[step]
    return values


def asked(differences: np.ndarray) -> Judgement:
    """The verdict about losses with these differences."""
    return verdict(np.column_stack([differences, np.zeros(len(differences))]), TIMED_ROWS)


def verdict(values: np.ndarray, evidence: Evidence) -> Judgement:
    """The verdict about these scores in the order of time."""
    names = tuple("abcd"[: values.shape[1]])
    matrix = ScoreMatrix(names=names, blocks=tuple(map(str, range(len(values)))), values=values, horizon=1)
    return judge(matrix, Question(evidence=evidence, brief=True))


def claims(n: int, phi: float) -> Simulation:
    """False claims and power; intervals where nearly every table has one."""
    name = f"{DOOR}: {n} rows, persistence {phi:g}"
    power, interval = f"{name}, 3 standard errors apart", f"{name}, interval"
    least = {0.6: 100, 0.9: 1000}.get(
        phi, 0
    )  # with fewer rows few tables get an interval: those that look less persistent
    error = np.sqrt(spread_of_mean(n, phi))
    cases = [
        Case(name=name, kind=Kind.SIZE, about=(TEST,), band=BANDS[phi]),
        Case(name=power, kind=Kind.POWER, about=(TEST,)),
        *([Case(name=interval, kind=Kind.COVERAGE, about=(TEST,))] if n >= least else []),
    ]

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros((3, 2), dtype=int)
        for _ in range(repeats):
            drawn = autoregression(rng, n, phi)
            null = asked(drawn)
            counts += [(any_winner(null), 1), (any_winner(asked(drawn + APART * error)), 1), covers(null, 0.0)]
        rates = dict(zip((name, power, interval), map(tuple, counts.tolist()), strict=True))
        return {case.name: rates[case.name] for case in cases}

    return Simulation(name=name, run=run, repeats=1000, cases=tuple(cases))


def spread_of_mean(n: int, phi: float) -> float:
    """The variance of the mean of n values of that autoregression."""
    lags = np.arange(1, n)
    return float(1 + 2 * np.sum((1 - lags / n) * phi**lags)) / n


def origins(n: int, phi: float) -> Simulation:
    """Two, and four, equal learners whose scores at the origins are autoregressions."""
    name = f"verdict over origins: {n} origins, persistence {phi:g}"
    many, interval = f"{name}, 4 learners", f"{name}, interval"
    cases = (
        Case(name=name, kind=Kind.SIZE, about=(TEST,)),
        Case(name=many, kind=Kind.FWER, about=(TEST,)),
        Case(name=interval, kind=Kind.COVERAGE, about=(TEST,)),
    )

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros((3, 2), dtype=int)
        for _ in range(repeats):
            values = np.column_stack([autoregression(rng, n, phi) for _ in range(4)])
            pair = verdict(values[:, :2], ORIGINS)
            counts += [(any_winner(pair), 1), (any_winner(verdict(values, ORIGINS)), 1), covers(pair, 0.0)]
        return dict(zip((name, many, interval), map(tuple, counts.tolist()), strict=True))

    return Simulation(name=name, run=run, repeats=600, cases=cases)


def intervals(measure: str, n: int, phi: float) -> Simulation:
    """Intervals of a measure that is no mean of rows, as `measure` gives them."""
    name = f"interval over rows in time: {n} rows, {measure}, persistence {phi:g}"
    case = Case(name=name, kind=Kind.COVERAGE, about=(measure,))
    truth = 1.0 if measure == "rmse" else 0.7602499389065233  # the area of normal scores one standard deviation apart

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        found = [_interval(rng, measure, n, phi) for _ in range(repeats)]
        known = [(low, high) for low, high in found if np.isfinite(low)]
        return {name: (sum(low <= truth <= high for low, high in known), len(known))}

    return Simulation(name=name, run=run, repeats=2000 if measure == "rmse" else 300, cases=(case,))


def _interval(rng: np.random.Generator, measure: str, n: int, phi: float) -> tuple[float, float]:
    noise = autoregression(rng, n, phi)
    if measure == "rmse":
        panel = bo.measure(np.zeros(n), noise, measures=[measure], time=np.arange(n))
    else:
        classes = (autoregression(rng, n, phi) > 0).astype(int)
        panel = bo.measure(classes, y_score=classes + noise, positive=1, measures=[measure], time=np.arange(n))
    return panel[measure].low, panel[measure].high
