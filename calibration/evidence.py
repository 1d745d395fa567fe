"""Evidence without a difference, of every type that tests take, and with one for power and equivalence."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri

from bakeoff.comparisons.evidence.types import (
    Disagreement,
    ErrorCounts,
    LabelTable,
    PairedScores,
    ScoredRows,
    ScoredSets,
    ScoreMatrix,
    TwoSamples,
)

__all__ = ["GROUPED", "SETTINGS", "Setting", "correlated_splits", "hits", "rounded", "scored_rows", "table"]

Draw = Callable[[np.random.Generator], Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is drawn, in words, and how."""

    words: str
    draw: Draw
    apart: str = ""


def rounded(values: np.ndarray, step: float) -> np.ndarray:
    return np.round(values / step) * step


def table(
    rng: np.random.Generator, n: int, k: int, *, tails: float = 0.0, step: float = 0.0, unequal: bool = False
) -> np.ndarray:
    """Scores of k equal learners on n data sets of different difficulty; `tails` are degrees of freedom of Student's law."""
    noise = rng.standard_t(tails, (n, k)) if tails else rng.normal(size=(n, k))
    spread = np.where(np.arange(k) % 2, 2.0, 1.0) if unequal else 1.0
    values = rng.uniform(0.6, 0.9, (n, 1)) + 0.03 * noise * spread
    return rounded(values, step) if step else values


def hits(
    rng: np.random.Generator, n: int, k: int, *, rate: float = 0.8, groups: np.ndarray | None = None
) -> np.ndarray:
    """Ones and zeros of k equal learners; rows differ in difficulty, and whole groups may suit one learner (`groups`: of each row)."""
    difficulty = rng.normal(size=(n, 1))
    own = rng.normal(size=(n, k))
    if groups is not None:
        own = 0.5 * own + np.sqrt(0.75) * rng.normal(size=(groups.max() + 1, k))[groups]
    return (np.sqrt(0.5) * difficulty + np.sqrt(0.5) * own < ndtri(rate)).astype(float)


def scored_rows(
    rng: np.random.Generator, positive: int, negative: int, shifts: tuple[float, ...] = (1.0, 1.0), shared: float = 0.5
):
    """Truth and one score vector for each shift; scores share half of their noise."""
    truth = np.repeat([1, 0], [positive, negative])
    common = np.sqrt(shared) * rng.normal(size=truth.size)
    return truth, [common + np.sqrt(1 - shared) * rng.normal(size=truth.size) + shift * truth for shift in shifts]


def correlated_splits(rng: np.random.Generator, n: int, share: float, effect: float = 0.0) -> PairedScores:
    """Normal differences over splits with the correlation that the test share states."""
    rho = share / (1 + share)
    d = effect + 0.05 * (np.sqrt(rho) * rng.normal() + np.sqrt(1 - rho) * rng.normal(size=n))
    base = rng.normal(0.8, 0.02, n)
    return PairedScores(a=base + d, b=base, test_share=share)


def _pairs(n: int, **how: Any) -> Draw:
    def draw(rng: np.random.Generator) -> PairedScores:
        a, b = table(rng, n, 2, **how).T
        return PairedScores(a=a, b=b)

    return draw


def paired_settings(least: int) -> tuple[Setting, ...]:
    """Independent pairs, for a test that needs at least so many."""
    n, few = max(20, least), max(8, least)
    return (
        *([Setting(f"{few} pairs, normal", _pairs(few))] if few < n else []),
        Setting(f"{n} pairs, normal", _pairs(n)),
        Setting(f"{n} pairs, heavy tails", _pairs(n, tails=3.0)),
        Setting(f"{n} pairs, ties", _pairs(n, step=0.02)),
    )


def _losses(rng: np.random.Generator) -> PairedScores:
    base = rng.exponential(size=100)
    return PairedScores(a=base + rng.exponential(size=100), b=base + rng.exponential(size=100))


def grouped(rows: int, groups: int) -> Draw:
    """Hits on rows that come in groups of equal sizes."""

    def draw(rng: np.random.Generator) -> PairedScores:
        of_row = np.arange(rows) * groups // rows
        a, b = hits(rng, rows, 2, groups=of_row).T
        return PairedScores(a=a, b=b, groups=of_row)

    return draw


GROUPED = (
    Setting("400 rows in 40 groups", grouped(400, 40)),
    Setting("100 rows in 10 groups", grouped(100, 10)),
)  # for tests whose evidence needs groups


def _matrix(n: int, k: int, **how: Any) -> Draw:
    return lambda rng: ScoreMatrix.of(table(rng, n, k, **how))


def _missing(rng: np.random.Generator) -> ScoreMatrix:
    values = table(rng, 20, 4)
    values[rng.permutation(20)[:6], rng.integers(0, 4, 6)] = np.nan
    return ScoreMatrix.of(values)


def _disagreement(n: int, rate: float) -> Draw:
    return lambda rng: Disagreement.of_hits(*hits(rng, n, 2, rate=rate).T)


def _counts(n: int, m: int, rate: float) -> Draw:
    def draw(rng: np.random.Generator) -> ErrorCounts:
        return ErrorCounts(errors_a=int(rng.binomial(n, rate)), n_a=n, errors_b=int(rng.binomial(m, rate)), n_b=m)

    return draw


def _scored(positive: int, negative: int) -> Draw:
    def draw(rng: np.random.Generator) -> ScoredRows:
        truth, (a, b) = scored_rows(rng, positive, negative)
        return ScoredRows(truth=truth, a=a, b=b)

    return draw


def _scored_sets(a: tuple[int, int], b: tuple[int, int]) -> Draw:
    """Two sets of so many positive and negative rows, with normal scores of one area."""

    def draw(rng: np.random.Generator) -> ScoredSets:
        truths = [np.repeat([1, 0], sizes) for sizes in (a, b)]
        scores = [truth + rng.normal(size=truth.size) for truth in truths]
        return ScoredSets(truth_a=truths[0], a=scores[0], truth_b=truths[1], b=scores[1])

    return draw


def _labels(n: int) -> Draw:
    """Labels of two classifiers that exchange three classes equally often both ways."""
    share = np.array([[0.3, 0.06, 0.04], [0.06, 0.2, 0.03], [0.04, 0.03, 0.24]]).ravel()
    return lambda rng: LabelTable.of(rng.multinomial(n, share).reshape(3, 3))


def _samples(n: int, m: int, ratio: float) -> Draw:
    return lambda rng: TwoSamples(a=rng.normal(0.8, 0.05, n), b=rng.normal(0.8, 0.05 * ratio, m))


def _mean_differences(n: int, between: float) -> Draw:
    """Mean differences of ten folds on n data sets, with the variance that the corrected t gives them."""

    def draw(rng: np.random.Generator) -> Any:
        from bakeoff.comparisons.evidence import types

        d = np.array(
            [
                correlated_splits(rng, 10, 1 / 9, rng.normal(0, between) if between else 0.0).differences
                for _ in range(n)
            ]
        )
        return types.MeanDifferences(differences=d.mean(axis=1), variances=d.var(axis=1, ddof=1) * (1 / 10 + 1 / 9))  # type: ignore[attr-defined]

    return draw


SETTINGS: dict[str, tuple[Setting, ...]] = {  # by the name of the type
    "PairedScores": (Setting("100 rows, skewed losses", _losses),),
    "TwoSamples": (
        Setting("10 and 10 scores", _samples(10, 10, 1.0)),
        Setting("10 and 30 scores, spread 2 to 1", _samples(10, 30, 0.5)),
    ),
    "Disagreement": (
        Setting("30 rows", _disagreement(30, 0.8)),
        Setting("200 rows", _disagreement(200, 0.8)),
        Setting("200 rows, accuracy .97", _disagreement(200, 0.97)),
    ),
    "ErrorCounts": (
        Setting("50 and 50 rows", _counts(50, 50, 0.2)),
        Setting("40 and 400 rows", _counts(40, 400, 0.1)),
    ),
    "ScoredRows": (
        Setting("50 rows of each class", _scored(50, 50)),
        Setting("10 positive, 90 negative rows", _scored(10, 90)),
        Setting("5 positive, 45 negative rows", _scored(5, 45), "5 positives"),
    ),
    "ScoredSets": (
        Setting("50 and 50 rows of each class", _scored_sets((50, 50), (50, 50))),
        Setting("15 and 60, 40 and 40 rows", _scored_sets((15, 60), (40, 40))),
    ),
    "LabelTable": (Setting("100 rows, 3 classes", _labels(100)), Setting("400 rows, 3 classes", _labels(400))),
    "MeanDifferences": (
        Setting("8 data sets, ten-fold", _mean_differences(8, 0.03)),
        Setting("20 data sets, ten-fold", _mean_differences(20, 0.03)),
        Setting("8 data sets, ten-fold, no spread between", _mean_differences(8, 0.0)),
    ),
    "ScoreMatrix": (
        Setting("8 blocks, 4 learners", _matrix(8, 4)),
        Setting("20 blocks, 6 learners", _matrix(20, 6)),
        Setting("20 blocks, 6 learners, heavy tails", _matrix(20, 6, tails=3.0)),
        Setting("20 blocks, 4 learners, ties", _matrix(20, 4, step=0.02)),
        Setting("20 blocks, 4 learners, spread 2 to 1", _matrix(20, 4, unequal=True), "unequal spread"),
        Setting("20 blocks, 4 learners, 6 cells missing", _missing),
        Setting("200 rows, 4 learners", lambda rng: ScoreMatrix.of(hits(rng, 200, 4))),
    ),
}  # fmt: skip
