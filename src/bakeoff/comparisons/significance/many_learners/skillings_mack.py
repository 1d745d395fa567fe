"""Skillings and Mack's test: Friedman's question where cells are missing."""

from math import nan, sqrt

import numpy as np

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.distributions import chi2_tail
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.notes import UNLINKED
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance._reasons import GIVES_UP
from bakeoff.comparisons.significance.many_learners.friedman import ALL_TIES, NULL, Table
from bakeoff.comparisons.significance.wilcoxon import WILCOXON
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["SKILLINGS_MACK", "skillings_mack"]


def skillings_mack(table: Table) -> TestResult:
    r"""Do some learners rank differently when not every learner ran on every block?  :math:`T = A' \Sigma^- A`.

    A sums the weighted, centred ranks of each learner over the blocks it has; blocks with fewer than two scores say
    nothing.  The covariance is that of the ranks seen, so ties are corrected for and a complete table gives Friedman's
    value.  Cells must be missing for reasons that have nothing to do with the scores.  Reference: skillings1981.

    >>> full = [[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.6, 0.7], [0.8, 0.7, 0.5]]
    >>> round(skillings_mack(full).statistic, 10)
    6.5
    """
    matrix = ScoreMatrix.of(table)
    if len(matrix.names) < 2:
        raise BadInput("there is one learner only; a comparison needs two columns")
    usable = np.sum(~np.isnan(matrix.values), axis=1) >= 2
    ranks = matrix.ranks()[usable]
    centred, covariance = _sums(ranks, len(matrix.names))
    rank = int(np.linalg.matrix_rank(covariance)) if ranks.size else 0
    reason, statistic, p = "", nan, nan
    if not len(ranks):
        reason = "no block has scores of two learners"
    elif rank == 0:
        reason, statistic, p = ALL_TIES, 0.0, 1.0
    else:
        statistic = max(0.0, float(centred @ np.linalg.pinv(covariance, hermitian=True) @ centred))
        p = chi2_tail(statistic, rank)
    split = () if rank in (0, len(matrix.names) - 1) else (UNLINKED(),)
    working = tuple(
        (f"adjusted sum of {name}", float(adjusted_sum))
        for name, adjusted_sum in zip(matrix.names, centred, strict=True)
    )
    return TestResult(
        test=SKILLINGS_MACK.name, title=SKILLINGS_MACK.title, variant="chi-squared, tie-corrected covariance", null=NULL, statistic=statistic,
        p_value=p, n=int(usable.sum()), df=(float(rank),), reason=reason, notes=split, working=working, law="chi2",
    )  # fmt: skip


def _sums(ranks: Array, k: int) -> tuple[Array, Array]:
    """Weighted sums of centred ranks and their covariance under the null."""
    total, covariance = np.zeros(k), np.zeros((k, k))
    for row in ranks:
        present = ~np.isnan(row)
        size = int(present.sum())
        centred = np.where(present, row - (size + 1) / 2, 0.0)
        total += sqrt(12 / (size + 1)) * centred
        spread = 12 / (size + 1) * float(centred @ centred) / (size - 1)
        covariance += spread * (np.diag(present.astype(float)) - np.outer(present, present) / size)
    return total, covariance


def needs_missing_cells(matrix: ScoreMatrix, _scheme: str) -> str:
    """The rule of a test that is Friedman's where nothing is missing."""
    return "no cell is missing, so it would be Friedman's test again" if matrix.ranked.all() else ""


SKILLINGS_MACK = SignificanceTest(
    name="skillings_mack",
    symbols={"T": "the statistic, compared with a chi-squared distribution", "A": "adjusted sums of ranks of the learners", "Σ^-": "inverse of their covariance"},
    orders=True, title="Skillings-Mack test", formula=r"T = A' \Sigma^- A", null=NULL, sided=False,
    reference="skillings1981", design=(ProblemShape.MANY_ON_MANY,), takes=ScoreMatrix, run=skillings_mack,
    compute=skillings_mack, by_ranks=True, pairs_by=WILCOXON, fits=(needs_missing_cells,),
    uses=(
        Use(evidence=DATASETS, learners=Learners.MANY, place=6, taken="cells are missing: Skillings and Mack's test uses every row with at least two scores",
            second="it tests whether any of the learners differ, not which one, if cells are missing"),
        Use(evidence=RUNS, learners=Learners.MANY, place=6, second=GIVES_UP),
    ), min_blocks=3,
    assumptions=("the blocks are independent data sets", "cells are missing for reasons unrelated to the scores"),
)  # fmt: skip
