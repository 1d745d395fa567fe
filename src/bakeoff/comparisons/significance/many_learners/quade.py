"""Quade's test: Friedman's question with blocks weighted by how far apart their scores lie."""

from math import inf, lgamma, nan

import numpy as np

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use
from bakeoff.comparisons.distributions import f_tail
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix, significant_digits
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance._checks import commensurable, needs_every_score, one_scale
from bakeoff.comparisons.significance._reasons import ONE_SCALE
from bakeoff.comparisons.significance.many_learners.friedman import ALL_TIES, NO_BLOCKS, NULL, Table, complete_matrix
from bakeoff.comparisons.significance.wilcoxon import WILCOXON

__all__ = ["QUADE", "quade"]


def quade(table: Table) -> TestResult:
    r"""Do some learners rank differently, when data sets with a wide range of scores weigh more?
    :math:`F = (n-1) B / (A - B)` with :math:`S_{ij} = Q_i (r_{ij} - (k+1)/2)`, A their sum of squares, B that of the
    column sums over n; Q ranks the blocks by range.

    Scores of different data sets must be comparable in size.  Ranges that differ in the last bit are ties.
    Reference: quade1979.

    >>> r = quade([[5, 4, 7], [1, 3, 1], [16, 12, 22], [5, 4, 3], [10, 9, 7]])
    >>> round(r.statistic, 4), r.df
    (0.6493, (2.0, 8.0))
    """
    matrix = complete_matrix(table)
    n, k = matrix.values.shape
    df = (float(k - 1), float((n - 1) * (k - 1)))
    values = significant_digits(matrix.values)
    ranges = (
        significant_digits(np.ptp(values, axis=1), scale=float(np.abs(values).max(initial=0.0))) if n else np.zeros(0)
    )
    s = midranks(ranges)[:, None] * (matrix.ranks() - (k + 1) / 2)
    squares, between = float(np.square(s).sum()), float(np.square(s.sum(axis=0)).sum() / n) if n else 0.0
    statistic, p, reason, variant, law = nan, nan, "", "F, tie-adjusted sum of squares", "F"
    if squares == 0:
        statistic, p, reason = (0.0, 1.0, ALL_TIES) if n else (nan, nan, NO_BLOCKS)
    elif n < 2:
        reason = "one block: ranks of a single block carry no evidence"
    elif squares - between > 1e-9 * squares:
        statistic = (n - 1) * between / (squares - between)
        p = f_tail(statistic, *df)
    else:
        statistic, variant, law = inf, "all blocks agree: exact probability", ""
        p = float(np.exp(-(n - 1) * lgamma(k + 1)))
    return TestResult(
        test=QUADE.name, title=QUADE.title, variant=variant, null=NULL, statistic=statistic, p_value=p, n=n, df=df, reason=reason, law=law,
        working=(("A", squares), ("B", between)), filled=f"({n} - 1) × {between:.10g} / ({squares:.10g} - {between:.10g})",
    )  # fmt: skip


QUADE = SignificanceTest(
    name="quade",
    symbols={"A": "sum of the squared weighted ranks", "B": "sum over learners of their squared sums of weighted ranks, over n"},
    title="Quade test", formula=r"F = (n-1) B / (A - B)", null=NULL, reference="quade1979", run=quade,
    compute=quade, by_ranks=True, pairs_by=WILCOXON, fits=(needs_every_score,), table_checks=(commensurable, one_scale),
    uses=(
        Use(evidence=DATASETS, learners=Learners.MANY, place=3, second=ONE_SCALE),
        Use(evidence=RUNS, learners=Learners.MANY, place=3, second="it ranks runs by their spread, and runs of one experiment weigh alike"),
    ),
    design=(ProblemShape.MANY_ON_MANY, ProblemShape.TWO_ON_MANY), takes=ScoreMatrix, min_blocks=3, sided=False,
    assumptions=("the blocks are independent data sets", "ranges of scores are comparable between data sets"),
)  # fmt: skip
