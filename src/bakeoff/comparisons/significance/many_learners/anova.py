"""Repeated-measures analysis of variance, with the corrections for unequal spread of differences."""

from math import inf, isnan, nan

import numpy as np

from bakeoff.comparisons.assumption_notes import NOT_SPHERICAL, TABLE_ASSUMPTIONS
from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.distributions import chi2_tail, f_tail
from bakeoff.comparisons.evidence.kinds import DATASETS, RUNS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix, significant_digits
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance._checks import commensurable, needs_every_score, normality_p, one_scale
from bakeoff.comparisons.significance._reasons import ONE_SCALE
from bakeoff.comparisons.significance.many_learners.friedman import NO_BLOCKS, Table, complete_matrix
from bakeoff.comparisons.significance.t import PAIRED_T
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note

__all__ = ["RM_ANOVA", "mauchly", "rm_anova", "sphericity"]

NULL = "all learners have the same mean score"


def rm_anova(table: Table, *, correction: str | None = None) -> TestResult:
    r"""Do some learners differ in mean score over the same blocks?  :math:`F = MS_{learners} / MS_{residual}`.

    All differences must have the same variance (sphericity); "gg" (Greenhouse-Geisser) and "hf" (Huynh-Feldt) shrink
    the degrees of freedom where they do not.  Reference: greenhouse1959.

    >>> r = rm_anova([[30, 28, 16, 34], [14, 18, 10, 22], [24, 20, 18, 30], [38, 34, 20, 44], [26, 28, 14, 30]])
    >>> round(r.statistic, 3), r.df
    (24.759, (3.0, 12.0))
    """
    if correction not in (None, "gg", "hf"):
        raise BadInput(f"correction must be None, 'gg' or 'hf', not {correction!r}")
    matrix = complete_matrix(table)
    n, k = matrix.values.shape
    between, left = _squares(matrix.values)
    epsilon = sphericity(matrix.values)
    factor = {None: 1.0, "gg": epsilon[0], "hf": epsilon[1]}[correction]
    df = ((k - 1) * factor, (k - 1) * (n - 1) * factor)
    statistic, p, reason = nan, nan, ""
    if n < 2:
        reason = "one block: the residual spread is unknown" if n else NO_BLOCKS
    elif between == 0:
        statistic, p, reason = 0.0, 1.0, "all means are equal"
    elif left == 0:
        statistic, reason = inf, "zero residual variance: every block repeats the same differences"
    else:
        statistic = (between / (k - 1)) / (left / ((k - 1) * (n - 1)))
        p = f_tail(statistic, *df)
    words = {None: "no correction of sphericity", "gg": "Greenhouse-Geisser", "hf": "Huynh-Feldt"}[correction]
    return TestResult(
        test=RM_ANOVA.name, title=RM_ANOVA.title, variant=words, null=NULL, statistic=statistic, p_value=p, n=n, df=df, reason=reason, law="F",
        filled=f"({between:.8g} / {k - 1}) / ({left:.8g} / ({k - 1} × {n - 1}))",
        working=(
            ("sum of squares of learners", between), ("residual sum of squares", left),
            ("Greenhouse-Geisser epsilon", epsilon[0]), ("Huynh-Feldt epsilon", epsilon[1]),
        ),
    )  # fmt: skip


def _squares(values: Array) -> tuple[float, float]:
    if not values.size:
        return 0.0, 0.0
    scale = float(np.abs(values).max())
    columns = significant_digits(values.mean(axis=0) - values.mean(), scale=scale)
    rest = significant_digits(values - values.mean(axis=1, keepdims=True) - columns, scale=scale)
    return float(len(values) * np.square(columns).sum()), float(np.square(rest).sum())


def sphericity(values: Array) -> tuple[float, float]:
    """Greenhouse and Geisser's epsilon and Huynh and Feldt's, the latter at most 1.

    >>> sphericity(np.array([[1.0, 2.0], [2.0, 5.0], [3.0, 4.0]]))
    (1.0, 1.0)
    """
    n, k = values.shape
    if n < 2 or k < 3:
        return 1.0, 1.0
    cov = np.cov(values, rowvar=False)
    centred = cov - cov.mean(axis=0) - cov.mean(axis=1)[:, None] + cov.mean()
    square = float(np.square(centred).sum())
    if square == 0:
        return 1.0, 1.0
    gg = max(float(np.trace(centred)) ** 2 / ((k - 1) * square), 1 / (k - 1))
    bottom = (k - 1) * (n - 1 - (k - 1) * gg)
    hf = (n * (k - 1) * gg - 2) / bottom if bottom > 0 else 1.0
    return min(gg, 1.0), float(min(max(hf, gg), 1.0))


def mauchly(values: Array) -> tuple[float, float]:
    """Mauchly's W and its p-value: is the spread of all differences alike?  NaN where the data cannot tell."""
    n, k = values.shape
    d = k - 1
    if k < 3 or n <= k:
        return nan, nan
    contrasts = np.linalg.qr(np.column_stack([np.ones(k), np.eye(k)[:, :d]]))[0][:, 1:]
    cov = contrasts.T @ np.cov(values, rowvar=False) @ contrasts
    if np.trace(cov) <= 0 or np.linalg.det(cov) <= 0:
        return nan, nan
    w = float(np.linalg.det(cov) / (np.trace(cov) / d) ** d)
    rho = 1 - (2 * d**2 + d + 2) / (6 * d * (n - 1))
    second = (d + 2) * (d - 1) * (d - 2) * (2 * d**3 + 6 * d**2 + 3 * d + 2) / (288 * (d * (n - 1) * rho) ** 2)
    x, df = -(n - 1) * rho * np.log(w), d * (d + 1) / 2 - 1
    p = chi2_tail(x, df) + second * (chi2_tail(x, df + 4) - chi2_tail(x, df))
    return w, float(min(max(p, 0.0), 1.0))


def unequal_spread(matrix: ScoreMatrix, _evidence: Evidence) -> Note | None:
    """Check that all differences spread alike, by Mauchly's test."""
    values = matrix.complete_blocks().values
    n, k = values.shape
    w, p = mauchly(values) if n > k else (nan, nan)
    return NOT_SPHERICAL(w=w, p_value=p) if p < 0.05 else None


def assumptions(matrix: ScoreMatrix) -> Note:
    """Normal residuals and differences that spread alike, checked whatever the outcome."""
    values = matrix.complete_blocks().values
    w, p = mauchly(values)
    residuals = values - values.mean(axis=1, keepdims=True) - values.mean(axis=0) + values.mean()
    return TABLE_ASSUMPTIONS(
        phrase=RM_ANOVA.phrase, normal=normality_p(residuals.ravel()), w=None if isnan(w) else w, p_value=None if isnan(p) else p,
        epsilon=sphericity(values)[0],
    )  # fmt: skip


RM_ANOVA = SignificanceTest(
    name="rm_anova",
    symbols={"MS_learners": "mean square between learners", "MS_residual": "mean square that is left after learners and blocks"},
    also=("anova", "repeated_measure_anova"), title="repeated-measures ANOVA", formula=r"F = MS_{learners} / MS_{residual}", null=NULL,
    reference="greenhouse1959", design=(ProblemShape.MANY_ON_MANY, ProblemShape.TWO_ON_MANY), takes=ScoreMatrix, run=rm_anova,
    compute=rm_anova, by_ranks=True, pairs_by=PAIRED_T, fits=(needs_every_score,), table_checks=(unequal_spread, commensurable, one_scale), table_assumptions=assumptions,
    variants=(Variants(parameter="correction", words=("gg", "hf")),),
    uses=(
        Use(evidence=DATASETS, learners=Learners.MANY, place=5, second=f"{ONE_SCALE}, normal errors and differences that spread alike"),
        Use(evidence=RUNS, learners=Learners.MANY, place=5, second="it shows whether any learner differs, not which one, and assumes equal variances of the differences"),
    ),
    parametric=True, min_blocks=3, sided=False,
    assumptions=(
        "the blocks are independent", "scores are roughly normal and comparable between blocks",
        "all differences have the same variance (or a correction is used)",
    ),
)  # fmt: skip
