"""Over splits of one data set, with real learners: the default verdict, tests made for splits, and intervals.

Every learner is trained on columns of its own, all alike in distribution, so no learner is better than another one.
"""

from collections.abc import Iterator

import numpy as np

from bakeoff.comparisons import tests
from bakeoff.comparisons.choosing.choose import test_share_of
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix
from bakeoff.core.calibration import Kind
from calibration.asking import any_winner, ask, covers, pair_test
from calibration.case import UNSTABLE, Case, Counts, Simulation
from calibration.evidence import correlated_splits
from calibration.learners import LEARNERS, accuracies, masks, sample
from calibration.named_tests import false_claims, only_over_splits

__all__ = ["simulations"]

DOOR = "verdict over splits"
REACTS = {"1-NN", "tree"}  # to single rows
ROWS = {"10-fold": 100, "10x10": 100, "5x2": 60}


def simulations() -> Iterator[Simulation]:
    for learner in LEARNERS:
        for scheme in ROWS:
            yield two_learners(learner, scheme)
    for learner in ("naive Bayes", "1-NN"):
        yield five_learners(learner, "10x10")
        yield five_learners(learner, "5x2")
    for effect in (0.0, 0.03, 0.05):
        yield effect_over_splits(effect)
    for learner in ("naive Bayes", "tree"):
        for rows in (500, 5000):
            yield one_split(learner, rows)


def drawn(rng: np.random.Generator, learner: str, scheme: str, k: int) -> np.ndarray:
    x, y = sample(rng, ROWS[scheme], k)
    return accuracies(LEARNERS[learner], x, y, masks(rng, len(y), scheme))


def two_learners(learner: str, scheme: str) -> Simulation:
    """Size and coverage of the verdict, and the size of every test by name that fits the scheme."""
    first = drawn(np.random.default_rng(0), learner, scheme, 2)
    matrix, share = ScoreMatrix.of(first), test_share_of(scheme)
    named = [one for one in tests if only_over_splits(one) and not one.why_not(matrix, scheme)]
    setting, apart = f"{scheme}, {ROWS[scheme]} rows, {learner}", learner if learner in REACTS else ""
    verdict = f"verdict over splits: {setting}"
    about = pair_test(lambda _: first, "folds", scheme=scheme)
    band = UNSTABLE if apart else None
    cases = [
        Case(name=verdict, kind=Kind.SIZE, about=about, apart=apart, band=band),
        Case(name=f"{verdict}, interval", kind=Kind.COVERAGE, about=about, apart=apart),
    ]
    cases += [Case(name=f"{one.name}: {setting}", kind=Kind.SIZE, apart=apart, band=band) for one in named]

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros((len(cases), 2), dtype=int)
        for _ in range(repeats):
            scores = drawn(rng, learner, scheme, 2)
            judged = ask(scores, "folds", scheme=scheme)
            seen = PairedScores(a=scores[:, 0], b=scores[:, 1], test_share=share)
            counts += [(any_winner(judged), 1), covers(judged, 0.0), *((false_claims(one, seen), 1) for one in named)]
        return {case.name: tuple(row) for case, row in zip(cases, counts.tolist(), strict=True)}

    return Simulation(
        name=f"splits: {setting}", run=run, cases=tuple(cases), repeats=2000 if learner == "tree" else 4000,
        quick=300 if (learner, scheme) in {("naive Bayes", "10x10"), ("1-NN", "10x10"), ("1-NN", "5x2")} else 0,
    )  # fmt: skip


def five_learners(learner: str, scheme: str) -> Simulation:
    """Five equal learners: any claim is false."""
    setting = f"{scheme}, {ROWS[scheme]} rows, five times {learner}"
    name = f"verdict over splits: {setting}"
    apart = learner if learner in REACTS else ""
    about = pair_test(lambda rng: drawn(rng, learner, scheme, 5), "folds", scheme=scheme)
    case = Case(name=name, kind=Kind.FWER, about=about, apart=apart, band=UNSTABLE if apart else None)

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        claimed = (any_winner(ask(drawn(rng, learner, scheme, 5), "folds", scheme=scheme)) for _ in range(repeats))
        return {name: (sum(claimed), repeats)}

    return Simulation(name=name, run=run, repeats=2000, cases=(case,))


def effect_over_splits(effect: float) -> Simulation:
    """Normal scores whose correlation is the one that the test share states: size, power and coverage of the verdict."""
    setting = f"10x10, normal scores of sd .05, difference {effect:g}"
    name = f"verdict over splits: {setting}"
    share = test_share_of("10x10")
    assert share is not None

    def draw(rng: np.random.Generator) -> np.ndarray:
        seen = correlated_splits(rng, 100, share, effect)
        return np.column_stack([seen.a, seen.b])

    about = pair_test(draw, "folds", scheme="10x10")
    interval = f"{name}, interval"
    cases = (
        Case(name=name, kind=Kind.POWER if effect else Kind.SIZE, about=about),
        Case(name=interval, kind=Kind.COVERAGE, about=about),
    )

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        counts = np.zeros((2, 2), dtype=int)
        for _ in range(repeats):
            judged = ask(draw(rng), "folds", scheme="10x10")
            counts += [(any_winner(judged), 1), covers(judged, effect)]
        return dict(zip((name, interval), map(tuple, counts.tolist()), strict=True))

    return Simulation(name=name, run=run, repeats=4000, cases=cases)


TRAINED = 50  # rows of the training part of one split


def one_split(learner: str, rows: int) -> Simulation:
    """Equal algorithms on one hold-out split: each is trained once, on columns of its own, and the two fitted models do differ.

    A claim is false about the algorithms, and mostly true about the models.
    """
    name = f"verdict about equal algorithms on one split: {TRAINED} training and {rows} test rows, {learner}"

    def draw(rng: np.random.Generator) -> np.ndarray:
        x, y = sample(rng, TRAINED + rows)
        train = (np.arange(len(y)) < TRAINED)[None]
        return np.column_stack(
            [LEARNERS[learner](columns, y, train)[0, TRAINED:] == y[TRAINED:] for columns in x]
        ).astype(float)

    about = pair_test(draw, "rows", measure="accuracy")
    case = Case(name=name, kind=Kind.SIZE, about=about, apart="one split")

    def run(rng: np.random.Generator, repeats: int) -> Counts:
        return {name: (sum(any_winner(ask(draw(rng), "rows", measure="accuracy")) for _ in range(repeats)), repeats)}

    return Simulation(name=name, run=run, repeats=1000, cases=(case,))
