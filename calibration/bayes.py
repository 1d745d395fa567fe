"""Bayesian probabilities: among the claims of probability .95 or more, which share is true?

True differences are drawn from a normal law as wide as the differences of single blocks, once for each table of scores.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from bakeoff.comparisons import bayes_correlated_t, bayes_hierarchical, bayes_sign, bayes_signed_rank
from bakeoff.comparisons.results import Posterior
from bakeoff.core.calibration import STANDARD, Kind
from calibration.case import Case, Counts, Simulation
from calibration.evidence import correlated_splits

__all__ = ["simulations"]

SURE = STANDARD[Kind.BAYES].nominal
SD = 0.05
ROPE = 0.02
SHARE = 1 / 9
Draw = Callable[[np.random.Generator], tuple[Posterior, float]]  # the posterior, and the true difference


def simulations() -> Iterator[Simulation]:
    for rope in (0.0, ROPE):
        words = f", region {rope:g}" if rope else ""
        yield claims(f"bayes_correlated_t: ten-fold{words}", partial(folds, rope=rope), rope, 4000)
    for test in (bayes_sign, bayes_signed_rank):
        for n in (10, 30):
            yield claims(f"{test.__name__}: {n} data sets", partial(datasets, test=test, n=n), 0.0, 2000)
    yield claims("bayes_hierarchical: 10 data sets, ten-fold", hierarchy, 0.0, 300)


def folds(rng: np.random.Generator, rope: float) -> tuple[Posterior, float]:
    true = rng.normal(0.0, SD)
    seen = correlated_splits(rng, 10, SHARE, true)
    return bayes_correlated_t(seen.differences, SHARE, rope), true


def datasets(rng: np.random.Generator, test: Callable[..., Posterior], n: int) -> tuple[Posterior, float]:
    true = rng.normal(0.0, SD)
    base = rng.uniform(0.6, 0.9, n)
    return test(base + rng.normal(true, SD, n), base, 0.0, draws=4000), true


def hierarchy(rng: np.random.Generator) -> tuple[Posterior, float]:
    true = rng.normal(0.0, SD)
    seen = [correlated_splits(rng, 10, SHARE, rng.normal(true, SD)).differences for _ in range(10)]
    return bayes_hierarchical(seen, SHARE, 0.0, draws=3200), true


def claims(name: str, draw: Draw, rope: float, repeats: int) -> Simulation:
    """Claims that a is better, that b is, and that they are practically equal, each checked against the truth."""
    case = Case(name=name, kind=Kind.BAYES)

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        right = claimed = 0
        for _ in range(repeats):
            made, true = draw(rng)
            for p, holds in (
                (made.p_left, true > rope),
                (made.p_rope, abs(true) <= rope),
                (made.p_right, true < -rope),
            ):
                claimed += p >= SURE
                right += p >= SURE and holds
        return {name: (right, claimed)}

    return Simulation(name=name, run=run, repeats=repeats, cases=(case,), quick=repeats // 10 if repeats >= 2000 else 0)
