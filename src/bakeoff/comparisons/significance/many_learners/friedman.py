"""Many learners over independent blocks by ranks: Friedman's test and Iman and Davenport's form of it."""

from collections.abc import Mapping
from itertools import permutations
from math import inf, lgamma, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import (
    Learners,
    PlanningMethod,
    PowerRule,
    ProblemShape,
    SignificanceTest,
    Use,
    Variants,
)
from bakeoff.comparisons.distributions import chi2_quantile, chi2_tail, f_tail
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS
from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.midranks import midranks
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance._checks import few_data_sets, needs_every_score
from bakeoff.comparisons.significance._reasons import GIVES_UP
from bakeoff.comparisons.significance.wilcoxon import WILCOXON
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["FRIEDMAN", "IMAN_DAVENPORT", "LARGEST", "Table", "exact_friedman_p", "friedman", "iman_davenport"]


LARGEST = 3_000_000  # values of the rank sums that are held at once


def exact_friedman_p(ranks: Array) -> float:
    """P(statistic >= the one seen) when each block's ranks, ties and all, are shuffled; for few learners only.

    The law of the rank sums is built block by block on a grid of doubled ranks; the last sum follows from the others.

    >>> round(exact_friedman_p(np.array([[1, 2, 3], [1, 2, 3], [1, 3, 2], [1, 2, 3]])), 4)
    0.0417
    """
    n, k = ranks.shape
    doubled = np.rint(2 * ranks).astype(int)
    shape = (int(doubled.max()) * n + 1,) * (k - 1)
    if np.prod([float(size) for size in shape]) > LARGEST:
        raise BadInput(
            f"the exact distribution for {k} learners on {n} blocks is too large; use the chi-squared or Iman-Davenport's F"
        )
    law = np.zeros(shape)
    law[(0,) * (k - 1)] = 1.0
    for row in doubled:
        fresh = np.zeros(shape)
        orders = list(permutations(row.tolist()))
        for order in orders:
            steps = order[:-1]
            source = tuple(slice(0, size - step) for size, step in zip(shape, steps, strict=True))
            target = tuple(slice(step, None) for step in steps)
            fresh[target] += law[source]
        law = fresh / len(orders)
    axes = np.indices(shape)
    total = doubled.sum()
    middle = total / k
    squares = sum((axis - middle) ** 2 for axis in axes) + (total - axes.sum(axis=0) - middle) ** 2
    observed = float(np.square(doubled.sum(axis=0) - middle).sum())
    return min(1.0, float(law[squares >= observed - 1e-9].sum()))


Table = ScoreMatrix | Mapping[str, ArrayLike] | ArrayLike
NULL = "all learners have the same mean rank"
ALL_TIES = "all learners tie on every block"
NO_BLOCKS = "no block has a score of every learner"


def complete_matrix(table: Table) -> ScoreMatrix:
    """The table as a matrix of at least two learners without missing cells."""
    matrix = ScoreMatrix.of(table)
    if len(matrix.names) < 2:
        raise BadInput("there is one learner only; a comparison needs two columns")
    if not matrix.complete:
        missing = int(np.isnan(matrix.values).sum())
        raise BadInput(f"{missing} cells are missing; use skillings_mack, or leave those rows out")
    return matrix


def friedman(table: Table, *, ties: str = "corrected", method: str = "chi2") -> TestResult:
    r"""Do some of k learners rank differently over n blocks?
    :math:`\chi^2 = (k-1) \sum_j (R_j - n(k+1)/2)^2 / \sum_{ij} (r_{ij} - (k+1)/2)^2`, which is tie-corrected.

    The chi-squared law is rough below ten blocks and conservative; Iman and Davenport's F is better.  All ties: p = 1.
    `ties="uncorrected"` is the textbook sum without the correction, `method="exact"` goes through all rankings of few learners.
    Reference: friedman1937.

    >>> r = friedman([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.6, 0.7], [0.8, 0.7, 0.5]])
    >>> r.statistic, round(r.p_value, 4)
    (6.5, 0.0388)
    """
    if ties not in ("corrected", "uncorrected"):
        raise BadInput(f"ties must be 'corrected' or 'uncorrected', not {ties!r}")
    if method not in ("chi2", "exact"):
        raise BadInput(f"method must be 'chi2' or 'exact', not {method!r}")
    matrix = complete_matrix(table)
    return friedman_of(matrix, matrix.ranks(), ties=ties, method=method)


def friedman_of(matrix: ScoreMatrix, ranks: Array, *, ties: str = "corrected", method: str = "chi2") -> TestResult:
    """Friedman's test where the ranks are already there."""
    n, k = ranks.shape
    statistic = friedman_statistic(ranks, corrected=ties == "corrected")
    degenerate = n == 0 or not np.any(ranks != (k + 1) / 2)
    reason = "" if not degenerate else ALL_TIES if n else NO_BLOCKS
    p = (1.0 if n else nan) if degenerate else chi2_tail(statistic, k - 1)
    if method == "exact" and not degenerate:
        p = exact_friedman_p(ranks)
    rank_lines = tuple(
        (f"{kind} of {name}", float(rank))
        for kind, values in (("mean rank", _means(ranks)), ("rank sum R", ranks.sum(axis=0)))
        for name, rank in zip(matrix.names, values, strict=True)
    )
    # Books print the chi-squared without a correction of ties in this form.
    book = ("12 / (n k (k + 1)) Σ R² - 3 n (k + 1)", friedman_statistic(ranks, corrected=False))
    return TestResult(
        test=FRIEDMAN.name, title=FRIEDMAN.title, variant=f"{'exact' if method == 'exact' else 'chi-squared'}, ties {ties}", null=NULL, statistic=statistic, p_value=p, n=n,
        df=(float(k - 1),), reason=reason, working=(("blocks n", n), ("learners k", k), *rank_lines, book), law="chi2" if method == "chi2" else "",
        formula="" if ties == "corrected" else r"\chi^2 = \frac{12}{n k (k+1)} \sum_j (R_j - n(k+1)/2)^2", filled=_filled(ranks, ties),
    )  # fmt: skip


def _filled(ranks: Array, ties: str) -> str:
    n, k = ranks.shape
    top = float(np.square(ranks.sum(axis=0) - n * (k + 1) / 2).sum())
    if ties == "uncorrected":
        return f"12 / ({n} × {k} × {k + 1}) × {top:.10g}"
    return f"{k - 1} × {top:.10g} / {float(np.square(ranks - (k + 1) / 2).sum()):.10g}"


def friedman_statistic(ranks: Array, *, corrected: bool = True) -> float:
    """The chi-squared of a matrix of ranks; 0 where every block is one tie."""
    n, k = ranks.shape
    scatter = float(np.square(ranks - (k + 1) / 2).sum()) if corrected else n * k * (k * k - 1) / 12
    if scatter == 0:
        return 0.0
    return float((k - 1) * np.square(ranks.sum(axis=0) - n * (k + 1) / 2).sum() / scatter)


def iman_davenport(table: Table) -> TestResult:
    r"""Friedman's question with a better calibrated law: :math:`F = (n-1)\chi^2 / (n(k-1) - \chi^2)`.

    Where all blocks agree the F is infinite and p is the exact chance of that, :math:`(1/k!)^{n-1}`.
    Reference: iman1980.

    >>> r = iman_davenport([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.6, 0.7], [0.8, 0.7, 0.5]])
    >>> r.statistic, r.df, round(r.p_value, 4)
    (13.0, (2.0, 6.0), 0.0066)
    """
    chi2 = friedman(table)
    n, k = chi2.n, int(chi2.df[0]) + 1
    df = (float(k - 1), float((k - 1) * (n - 1)))
    room = n * (k - 1) - chi2.statistic
    variant, statistic, p, reason, law = "F of the tie-corrected chi-squared", 0.0, chi2.p_value, chi2.reason, "F"
    if not reason and n < 2:
        statistic, p, reason = nan, nan, "one block: ranks of a single block carry no evidence"
    elif not reason and room > 1e-9 * n * k:
        statistic = (n - 1) * chi2.statistic / room
        p = f_tail(statistic, *df)
    elif not reason:
        statistic, variant, law = inf, "all blocks agree: exact probability", ""
        p = float(np.exp(-(n - 1) * lgamma(k + 1)))
    return TestResult(
        test=IMAN_DAVENPORT.name, title=IMAN_DAVENPORT.title, variant=variant, null=NULL, statistic=statistic, p_value=p, n=n, df=df, reason=reason,
        working=(("Friedman chi2", chi2.statistic), *chi2.working), law=law,
        filled=f"({n} - 1) × {chi2.statistic:.10g} / ({n} × {k - 1} - {chi2.statistic:.10g})",
    )  # fmt: skip


def _means(ranks: Array) -> Array:
    return ranks.mean(axis=0) if len(ranks) else np.full(ranks.shape[1], np.nan)


def friedman_power(n: int, k: int, lead: float, alpha: float, *, tables: int = 2000, seed: int = 0) -> float:
    """Share of simulated tables in which Friedman rejects, one learner leading by `lead` sd of a difference."""
    rng = np.random.default_rng(seed)
    values = rng.standard_normal((tables * n, k)) / sqrt(2)
    values[:, 0] -= lead
    sums = midranks(values).reshape(tables, n, k).sum(axis=1)
    statistic = 12 / (n * k * (k + 1)) * np.square(sums - n * (k + 1) / 2).sum(axis=1)
    return float(np.mean(statistic >= chi2_quantile(1 - alpha, k - 1)))


_BLOCKS = "the blocks are independent data sets (not folds of one)"
IMAN_DAVENPORT = SignificanceTest(
    name="iman_davenport", orders=True, title="Iman-Davenport test", null=NULL, reference="iman1980", takes=ScoreMatrix, sided=False,
    formula=r"F = (n-1)\chi^2 / (n(k-1) - \chi^2)", design=(ProblemShape.MANY_ON_MANY, ProblemShape.TWO_ON_MANY), min_blocks=3,
    run=iman_davenport,
    compute=iman_davenport, by_ranks=True, pairs_by=WILCOXON, fits=(needs_every_score,), table_checks=(few_data_sets,),
    uses=(
        Use(evidence=DATASETS, learners=Learners.MANY, place=2, second="it is less conservative on the same ranks and is reported beside Friedman's test"),
        Use(evidence=RUNS, learners=Learners.MANY, place=2, second=GIVES_UP),
    ), assumptions=(_BLOCKS,),
)  # fmt: skip
FRIEDMAN = SignificanceTest(
    name="friedman", orders=True, title="Friedman test", null=NULL, reference="friedman1937", takes=ScoreMatrix, sided=False,
    formula=r"\chi^2 = \frac{(k-1) \sum_j (R_j - n(k+1)/2)^2}{\sum_{ij} (r_{ij} - (k+1)/2)^2}", min_blocks=3,
    design=(ProblemShape.MANY_ON_MANY, ProblemShape.TWO_ON_MANY), run=friedman,
    compute=friedman, by_ranks=True, pairs_by=WILCOXON, companion=IMAN_DAVENPORT, fits=(needs_every_score,), table_checks=(few_data_sets,),
    variants=(Variants(parameter="ties", words=("corrected", "uncorrected")), Variants(parameter="method", words=("exact",))),
    power=PowerRule(unit="data sets", power=friedman_power, method=PlanningMethod.SIMULATION),
    uses=(
        Use(evidence=DATASETS, learners=Learners.MANY, place=1, second="it tests whether any of the learners differ, not which one; its ranks describe the table"),
        Use(evidence=RUNS, learners=Learners.MANY, place=1, second=GIVES_UP),
    ),
    assumptions=(_BLOCKS, "about ten blocks for the chi-squared approximation"),
)  # fmt: skip
