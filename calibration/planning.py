"""Planning against simulation: the planner names a size for power .8, and the test is run at that size as a verdict runs it."""

from collections.abc import Callable, Iterator
from math import isnan, sqrt
from typing import Any

import numpy as np
from scipy.special import ndtri

import bakeoff as bo
from bakeoff.comparisons import tests
from bakeoff.comparisons.declaration import PlanningMethod, SignificanceTest
from bakeoff.comparisons.evidence.types import (
    Disagreement,
    ErrorCounts,
    PairedScores,
    ScoredRows,
    ScoreMatrix,
    TwoSamples,
)
from bakeoff.core.calibration import STANDARD, Kind
from calibration.asking import ask, winner
from calibration.case import LEVEL, Case, Counts, Simulation
from calibration.evidence import correlated_splits, scored_rows
from calibration.in_time import autoregression

__all__ = ["simulations"]

WANTED = STANDARD[Kind.PLANNING].nominal
REPEATS = 4000
SHARE = 1 / 9
Draw = Callable[[np.random.Generator, int], Any]


def pairs(effect: float) -> Draw:
    def draw(rng: np.random.Generator, n: int) -> PairedScores:
        base = rng.normal(size=n)
        return PairedScores(a=base + rng.normal(effect, 1.0, n), b=base)

    return draw


def folds(rng: np.random.Generator, n: int) -> PairedScores:
    return correlated_splits(rng, n, SHARE, 1.2 * 0.05 / sqrt(1 + SHARE))


def samples(rng: np.random.Generator, n: int) -> TwoSamples:
    return TwoSamples(a=rng.normal(0.8, 1.0, n), b=rng.normal(0.0, 1.0, n))


def disagreement(effect: float, share: float) -> Draw:
    def draw(rng: np.random.Generator, n: int) -> Disagreement:
        a, b, both, none = rng.multinomial(
            n, [(share + effect) / 2, (share - effect) / 2, (1 - share) * 0.8, (1 - share) * 0.2]
        )
        return Disagreement(only_a_right=int(a), only_b_right=int(b), both_right=int(both), both_wrong=int(none))

    return draw


def errors(rng: np.random.Generator, n: int) -> ErrorCounts:
    return ErrorCounts(errors_a=int(rng.binomial(n, 0.2)), n_a=n, errors_b=int(rng.binomial(n, 0.1)), n_b=n)


def areas(rng: np.random.Generator, n: int) -> ScoredRows:
    truth, (a, b) = scored_rows(rng, n, n, (sqrt(2) * float(ndtri(0.85)), sqrt(2) * float(ndtri(0.75))))
    return ScoredRows(truth=truth, a=a, b=b)


# type -> what is planned, in words, as the planner takes it, and how it is drawn
PLANS: dict[type, tuple[tuple[str, dict[str, float], Draw], ...]] = {
    PairedScores: (
        ("planned for 0.5 sd", {"effect": 0.5, "sd": 1.0}, pairs(0.5)),
        ("planned for 1 sd", {"effect": 1.0, "sd": 1.0}, pairs(1.0)),
        ("planned for 1.6 sd", {"effect": 1.6, "sd": 1.0}, pairs(1.6)),
    ),
    TwoSamples: (("planned for 0.8 sd", {"effect": 0.8, "sd": 1.0}, samples),),
    Disagreement: (
        ("planned for .05, one alone right in .2", {"effect": 0.05, "sd": 0.2}, disagreement(0.05, 0.2)),
        ("planned for .1, one alone right in .15", {"effect": 0.1, "sd": 0.15}, disagreement(0.1, 0.15)),
    ),
    ErrorCounts: (("planned for errors .1 and .2", {"effect": 0.1, "sd": 0.1}, errors),),
    ScoredRows: (("planned for areas .75 and .85", {"effect": 0.1, "sd": 0.75}, areas),),
}  # fmt: skip


def simulations() -> Iterator[Simulation]:
    for test in tests:
        if test.power is not None and test.power.method is PlanningMethod.FORMULA and not test.equivalence:
            shared = {"test_share": SHARE} if "test_share" in test.power.options else {}
            if "persistence" in test.power.options:
                yield from over_time(test)
                continue
            found = (
                (("planned for 1.2 sd over ten-fold splits", {"effect": 1.2, "sd": 1.0}, folds),)
                if shared
                else PLANS[test.takes]
            )
            for words, given, draw in found:
                yield one_test(test, words, given | shared, draw)
        elif test.power is not None and test.critical_ratio is not None and test.posthoc:
            yield of_ranks(test)
    yield one_leads()


def over_time(test: SignificanceTest) -> Iterator[Simulation]:
    """Differences that are an autoregression."""
    for phi in (0.3, 0.6):

        def draw(rng: np.random.Generator, n: int, phi: float = phi) -> PairedScores:
            return PairedScores(a=autoregression(rng, n, phi) + 0.5, b=np.zeros(n))

        given = {"effect": 0.5, "sd": 1.0, "persistence": phi}
        yield one_test(test, f"planned for 0.5 sd, persistence {phi:g}", given, draw)


def one_test(test: SignificanceTest, words: str, given: dict[str, float], draw: Draw) -> Simulation:
    name = f"{test.name}: {words}"
    n = bo.plan(test.name, power=WANTED, **given).n  # type: ignore[arg-type]
    options = dict(getattr(test, "in_verdict", ()))

    def shown(rng: np.random.Generator) -> bool:
        p = test.run(draw(rng, int(n)), **options).p_value
        return not isnan(p) and p <= LEVEL

    return simulation(name, (test.name,), shown)


def simulation(name: str, about: tuple[str, ...], shown: Callable[[np.random.Generator], bool]) -> Simulation:
    case = Case(name=name, kind=Kind.PLANNING, about=about)

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        return {name: (sum(shown(rng) for _ in range(repeats)), repeats)}

    return Simulation(name=name, run=run, repeats=REPEATS, cases=(case,), quick=300)


def of_ranks(test: SignificanceTest) -> Simulation:
    """One of four learners is ahead by one mean rank: it beats each other one with probability .5 + 1 / 4."""
    n = int(bo.plan(test.name, effect=1.0, learners=4, power=WANTED).n)
    lead = sqrt(2) * float(ndtri(0.75))

    def shown(rng: np.random.Generator) -> bool:
        matrix = ScoreMatrix.of(rng.normal(size=(n, 4)) + np.array([lead, 0, 0, 0]))
        return test.run(matrix).pair(*matrix.names[:2]).p_adjusted <= LEVEL

    return simulation(f"{test.name}: planned for one mean rank, 4 learners", (test.name,), shown)


def one_leads() -> Simulation:
    """One of five learners leads by 1 sd: the default verdict shows that it is better than each other one."""
    n = int(bo.plan(effect=1.0, sd=1.0, learners=5, power=WANTED).n)

    def draw(rng: np.random.Generator) -> np.ndarray:
        return rng.normal(size=(n, 1)) + rng.normal(size=(n, 5)) / sqrt(2) + np.array([1.0, 0, 0, 0, 0])

    def shown(rng: np.random.Generator) -> bool:
        judged = ask(draw(rng), "datasets")
        return all(winner(judged, 0, other) == "learner 1" for other in range(1, 5))

    about = (ask(draw(np.random.default_rng(0)), "datasets").pairs[0].pair.result.test,)
    return simulation("verdict over data sets: planned for one of 5 learners that leads by 1 sd", about, shown)
