"""Numbers that tables and figures show of a judgement: ranks of each block, means, wins and differences of pairs, quartiles."""

from dataclasses import dataclass
from math import inf, nan

import numpy as np

from bakeoff.comparisons.evidence import commensurable
from bakeoff.comparisons.evidence.failures import below_all
from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction

__all__ = [
    "BlockRanks", "FiveNumbers", "PairGrid", "best_of_blocks", "block_ranks", "differences_of", "effect_from", "favour_first", "five_numbers",
    "mean_difference_of", "mean_scores_of", "mixed_scales", "pair_grid", "pair_of", "wins",
]  # fmt: skip

WHISKERS = 1.5  # interquartile ranges beyond the box, as Tukey drew them


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BlockRanks:
    """The rank of every learner on every block, 1 is best, and their means over the blocks where all have one."""

    names: tuple[str, ...]
    blocks: tuple[str, ...]
    ranks: Array  # blocks x learners
    failed: Array  # blocks x learners
    means: tuple[float, ...]
    complete: bool  # every learner has a rank on every block
    with_failures: bool  # a failure counts as worse than every score


def block_ranks(matrix: ScoreMatrix) -> BlockRanks:
    """The ranks behind the mean ranks."""
    ranks = matrix.ranks()
    complete = ~np.isnan(ranks).any(axis=1)
    means = ranks[complete].mean(axis=0) if complete.any() else np.full(len(matrix.names), nan)
    failed = np.zeros(ranks.shape, dtype=bool) if matrix.failed is None else matrix.failed
    return BlockRanks(
        names=tuple(matrix.names), blocks=tuple(matrix.blocks), ranks=ranks, failed=failed, means=tuple(means.tolist()),
        complete=bool(complete.all()), with_failures=matrix.failed is not None,
    )  # fmt: skip


def best_of_blocks(matrix: ScoreMatrix) -> Array:
    """The best score of each block; NaN where nobody has one."""
    best = np.nanmax if matrix.direction is Direction.HIGHER else np.nanmin
    return np.array([best(row) if np.isfinite(row).any() else nan for row in matrix.values])


def mixed_scales(judgement: Judgement) -> bool:
    """Whether some data sets have scores many times those of others, as errors in the unit of a target have."""
    return judgement.evidence is DATASETS and commensurable.mixed_scales(judgement.matrix)


def mean_scores_of(judgement: Judgement) -> dict[str, float]:
    """The mean score of each learner; empty where scores have units of their own on each data set, or some are missing."""
    matrix = judgement.matrix
    mislead = judgement.evidence is DATASETS and commensurable.averages_mislead(matrix, judgement.measure)
    if not matrix.complete or mislead:
        return {}
    return dict(zip(matrix.names, map(float, matrix.means()), strict=True))


def pair_of(judgement: Judgement, a: str, b: str) -> JudgedPair | None:
    """The pair, None if it was not among those planned."""
    try:
        return judgement.pair(a, b)
    except KeyError:
        return None


def favour_first(judged: JudgedPair, a: str) -> Estimate | None:
    """The difference as a minus the other, whichever way the pair was tested."""
    difference = judged.verdict.difference
    if difference is None or judged.pair.a == a:
        return difference
    return difference.turned


def effect_from(judged: JudgedPair, a: str) -> float:
    """The effect of a against the other; most turn their sign with the pair, shares of wins and ratios do not. NaN where there is none."""
    effect = judged.pair.result.effect
    if effect is None:
        return nan
    value = effect.value
    if judged.pair.a == a:
        return value
    turned = {"A12": 1 - value, "share of wins": 1 - value, "odds ratio": 1 / value if value else inf}
    return turned.get(effect.name, -value)


def wins(judgement: Judgement, a: str, b: str) -> tuple[int, int, int]:
    """Blocks on which a is better, equal, worse, by the plain scores; a failure is worse than every score."""
    first, second = judgement.matrix.names.index(a), judgement.matrix.names.index(b)
    values = below_all(judgement.matrix).values
    left, right = values[:, first], values[:, second]
    more, less = int((left > right).sum()), int((left < right).sum())
    better, worse = (more, less) if judgement.matrix.direction is Direction.HIGHER else (less, more)
    return better, int((left == right).sum()), worse


def differences_of(judgement: Judgement, a: str, b: str, factor: float) -> tuple[Array, float]:
    """The known differences of two learners and their mean: in percent of the other where ratios were compared, else times the factor."""
    names, values = judgement.matrix.names, judgement.matrix.values
    first, two = values[:, names.index(a)], values[:, names.index(b)]
    every = 100.0 * (first / two - 1.0) if judgement.relative else (first - two) * factor
    finite = every[np.isfinite(every)]
    return finite, float(finite.mean()) if len(finite) else nan


def mean_difference_of(judgement: Judgement, a: str, b: str) -> float:
    """Of the blocks that have both; of ratios the mean of their logarithms; unknown where one failed."""
    first, second = judgement.matrix.of_pair(a, b)
    if not first.size or judgement.matrix.fails(a, b) or (judgement.relative and min(first.min(), second.min()) <= 0):
        return nan
    if judgement.relative:
        first, second = np.log(first), np.log(second)
    return float(noise_free_difference(first, second).mean())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairGrid:
    """Every pair, learners by learners; each number is about its two learners alone, but the adjusted p."""

    names: tuple[str, ...]  # best first
    means: tuple[float, ...]  # of the scores; NaN where a learner has none
    ranks: tuple[float, ...]
    by_rank: bool  # learners are ordered by mean rank, as a mean over what is left would favour who failed
    differences: Array  # row less column
    favours: Array  # the same, above zero where the row is better
    wins: Array  # blocks on which the row is better, equal, worse
    p_values: Array
    p_adjusted: Array
    differ: Array


def pair_grid(judgement: Judgement) -> PairGrid:
    """Learners ordered by their mean score, or by mean rank where scores have other units."""
    matrix = judgement.matrix
    sign = 1.0 if matrix.direction is Direction.HIGHER else -1.0
    ranks = dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    means = {name: float(np.nanmean(column)) for name, column in zip(matrix.names, matrix.values.T, strict=True)}
    by_rank = judgement.relative or matrix.failed is not None
    key = ranks if by_rank else {name: -sign * mean for name, mean in means.items()}
    names = sorted(matrix.names, key=key.__getitem__)
    k = len(names)
    gaps, p, adjusted = (np.full((k, k), np.nan) for _ in range(3))
    counts, differ = np.zeros((k, k, 3), dtype=int), np.zeros((k, k), dtype=bool)
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            if i == j:
                continue
            gaps[i, j], counts[i, j] = mean_difference_of(judgement, a, b), wins(judgement, a, b)
            judged = pair_of(judgement, a, b)
            if judged is not None:
                p[i, j], adjusted[i, j] = judged.pair.result.p_value, judged.pair.p_adjusted
                differ[i, j] = judged.verdict.winner is not None
    return PairGrid(
        names=tuple(names), means=tuple(means[name] for name in names), ranks=tuple(ranks[name] for name in names), by_rank=by_rank,
        differences=gaps, favours=sign * gaps, wins=counts, p_values=p, p_adjusted=adjusted, differ=differ,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class FiveNumbers:
    """Quartiles of some scores, the reach of the whiskers, and the scores beyond them."""

    low: float
    first_quartile: float
    median: float
    third_quartile: float
    high: float
    apart: tuple[float, ...]


def five_numbers(scores: Array) -> FiveNumbers:
    """Tukey's five numbers.

    >>> five_numbers(np.array([1.0, 2.0, 3.0, 4.0, 20.0])).apart
    (20.0,)
    """
    first, median, third = (float(quartile) for quartile in np.quantile(scores, [0.25, 0.5, 0.75]))
    reach = WHISKERS * (third - first)
    inside = scores[(scores >= first - reach) & (scores <= third + reach)]
    apart = tuple(sorted(set(scores.tolist()) - set(inside.tolist())))
    return FiveNumbers(
        low=float(inside.min()), first_quartile=first, median=median, third_quartile=third, high=float(inside.max()), apart=apart
    )  # fmt: skip
