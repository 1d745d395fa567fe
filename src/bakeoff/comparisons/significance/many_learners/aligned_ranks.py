"""Friedman's aligned ranks: all scores ranked together after each block's mean is taken away."""

import numpy as np

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.distributions import chi2_tail
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix, significant_digits
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance._checks import commensurable, needs_every_score, one_scale
from bakeoff.comparisons.significance._reasons import GIVES_UP, ONE_SCALE
from bakeoff.comparisons.significance.many_learners.friedman import ALL_TIES, NO_BLOCKS, NULL, Table, complete_matrix
from bakeoff.comparisons.significance.wilcoxon import WILCOXON
from bakeoff.core.checks import Array
from bakeoff.measures.measure import Direction

__all__ = ["ALIGNED_RANKS", "aligned_ranks"]


def aligned_ranks(table: Table) -> TestResult:
    r"""Do some learners differ, when differences are compared across data sets too?
    :math:`T = (k-1) (\sum_j R_j^2 - k n^2 (kn+1)^2 / 4) / (\sum_{ij} r_{ij}^2 - \sum_i R_i^2 / k)`.

    More power than Friedman's test for few learners; scores of different data sets must be comparable in size.
    Reference: hodges1962.

    >>> r = aligned_ranks([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.6, 0.7], [0.8, 0.7, 0.5]])
    >>> round(r.statistic, 4)
    6.1415
    """
    matrix = complete_matrix(table)
    n, k = matrix.values.shape
    ranks = _aligned(matrix)
    by_learner, by_block = ranks.sum(axis=0), ranks.sum(axis=1)
    top = float(by_learner @ by_learner) - k * n**2 * (k * n + 1) ** 2 / 4
    bottom = float(np.square(ranks).sum()) - float(by_block @ by_block) / k
    filled = f"{k - 1} × ({by_learner @ by_learner:.15g} - {k * n**2 * (k * n + 1) ** 2 / 4:.15g}) / {bottom:.12g}"
    flat = n == 0 or bottom <= 1e-9
    statistic = 0.0 if flat else (k - 1) * top / bottom
    return TestResult(
        test=ALIGNED_RANKS.name, title=ALIGNED_RANKS.title, variant="chi-squared, mid-ranks", null=NULL, statistic=statistic, n=n, df=(float(k - 1),),
        p_value=(1.0 if n else np.nan) if flat else chi2_tail(statistic, k - 1), law="chi2",
        reason="" if not flat else ALL_TIES if n else NO_BLOCKS, filled=filled,
        working=tuple((f"aligned rank sum of {name}", float(rank_sum)) for name, rank_sum in zip(matrix.names, by_learner, strict=True)),
    )  # fmt: skip


def _aligned(matrix: ScoreMatrix) -> Array:
    """Ranks 1 (best) to nk of scores less their block's mean."""
    values = matrix.values
    if not values.size:
        return values
    centred = significant_digits(values - values.mean(axis=1, keepdims=True), scale=float(np.abs(values).max()))
    sign = -1.0 if matrix.direction is Direction.HIGHER else 1.0
    return midranks((sign * centred).ravel()).reshape(values.shape)


ALIGNED_RANKS = SignificanceTest(
    name="aligned_ranks",
    symbols={"T": "the statistic, compared with a chi-squared distribution", "R_i": "sum of the aligned ranks of block i", "R_j": "sum of the aligned ranks of learner j", "r_ij": "rank of learner j on block i among all cells", "kn": "number of cells"},
    title="Friedman test on aligned ranks", null=NULL, reference="hodges1962", run=aligned_ranks,
    compute=aligned_ranks, by_ranks=True, pairs_by=WILCOXON, fits=(needs_every_score,), table_checks=(commensurable, one_scale),
    uses=(
        Use(evidence=DATASETS, learners=Learners.MANY, place=4, second=ONE_SCALE),
        Use(evidence=RUNS, learners=Learners.MANY, place=4, second=GIVES_UP),
    ),
    formula=r"T = (k-1) \frac{\sum_j R_j^2 - k n^2 (kn+1)^2 / 4}{\sum_{ij} r_{ij}^2 - \sum_i R_i^2 / k}",
    design=(ProblemShape.MANY_ON_MANY, ProblemShape.TWO_ON_MANY), takes=ScoreMatrix, min_blocks=3, sided=False,
    assumptions=("the blocks are independent data sets", "differences are comparable between data sets"),
)  # fmt: skip
