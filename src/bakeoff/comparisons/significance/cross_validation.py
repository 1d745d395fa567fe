"""Tests made for one scheme of cross-validation: 5x2cv t and F, and 10x10 with calibrated degrees of freedom."""

from math import copysign, inf, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.distributions import f_tail, t_p, t_quantile
from bakeoff.comparisons.evidence.kinds import FOLDS
from bakeoff.comparisons.evidence.types import PairedScores, ScoreMatrix, significant_digits
from bakeoff.comparisons.notes import MEASURED_SIZE, NOT_CALIBRATABLE
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance._checks import normal_differences, outliers
from bakeoff.comparisons.significance.t import EQUAL_MEANS, IDENTICAL, ZERO_VARIANCE, half_width, spread
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate

__all__ = [
    "CALIBRATED", "FIVE_BY_TWO_F", "FIVE_BY_TWO_T", "TEN_BY_TEN", "VARIANTS", "averaged", "five_by_two_f",
    "five_by_two_t", "ten_by_ten",
]  # fmt: skip

# Share of equal learners that were rejected at .05 (benchmarks/size_over_splits.py)
SIZES = {
    "five_by_two_t": {"low": 0.053, "high": 0.132, "worst": "1-NN and naive Bayes with few rows"},
    "five_by_two_f": {"low": 0.052, "high": 0.163, "worst": "1-NN and naive Bayes with few rows"},
}
VARIANTS = ("all", "folds", "runs", "sorted-runs")
# "all" is Bouckaert's recommendation; the others are our own calibration (benchmarks/calibrate_ten_by_ten.py).
CALIBRATED = {"all": 10.0, "folds": 1.0, "runs": 2.0, "sorted-runs": 10.0}


def five_by_two_t(d: ArrayLike, *, alternative: str = "two-sided", level: float = 0.95) -> TestResult:
    r"""Do two learners differ over five two-fold cross-validations?  :math:`t = d_{11} / \sqrt{\frac15 \sum s_i^2}`.

    d holds the 5 x 2 differences.  The numerator is the first difference alone, so the order of the splits matters.
    Reference: dietterich1998.

    >>> d = [[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.02, 0.05], [0.01, 0.02]]
    >>> round(five_by_two_t(d).statistic, 4)
    1.3801
    """
    table = _grid(d, 5, 2)
    variance = float(np.sum(_variances(table)) / 5)
    first, mean, _ = float(table[0, 0]), *spread(table.ravel())
    side = Alternative(alternative)
    statistic, p, reason = _ratio(first, sqrt(variance), 5.0, side, identical=not table.any())
    half = half_width(mean, sqrt(variance), t_quantile((1 + level) / 2, 5))
    return TestResult(
        test=FIVE_BY_TWO_T.name, title=FIVE_BY_TWO_T.title, variant="first difference over the pooled deviation", null=EQUAL_MEANS,
        statistic=statistic, p_value=p, n=10, alternative=side, df=(5.0,), reason=reason, law="t", notes=(MEASURED_SIZE(**SIZES["five_by_two_t"]),),
        difference=_estimate(mean, half, level, "5x2cv t", 5.0), filled=f"{first:.6g} / √({5 * variance:.6g} / 5)",
        working=(("first difference", first), ("mean variance of the five", variance), ("mean difference", mean)),
    )  # fmt: skip


def five_by_two_f(d: ArrayLike, *, level: float = 0.95) -> TestResult:
    r"""The same question with all ten differences: :math:`F = \sum d_{ij}^2 / (2 \sum s_i^2)`, 10 and 5 df.

    Does not depend on the order of the splits.  Like the t it rejects too often on unstable learners; a note says how
    often, and verdicts over five times two folds take the corrected t-test.  Reference: alpaydin1999.

    >>> d = [[0.02, 0.03], [0.01, 0.04], [0.03, 0.02], [0.02, 0.05], [0.01, 0.02]]
    >>> r = five_by_two_f(d)
    >>> round(r.statistic, 4), r.df
    (3.6667, (10.0, 5.0))
    """
    table = _grid(d, 5, 2)
    squares, variance = float(np.square(table).sum()), float(np.sum(_variances(table)))
    mean, _ = spread(table.ravel())
    statistic, p, reason = nan, nan, ""
    if not table.any():
        statistic, p, reason = 0.0, 1.0, IDENTICAL
    elif variance == 0:
        statistic, reason = inf, ZERO_VARIANCE
    else:
        statistic = squares / (2 * variance)
        p = f_tail(statistic, 10, 5)
    half = half_width(mean, sqrt(variance / 5), t_quantile((1 + level) / 2, 5))
    return TestResult(
        test=FIVE_BY_TWO_F.name, title=FIVE_BY_TWO_F.title, variant="all ten differences", null=EQUAL_MEANS, statistic=statistic, p_value=p, n=10,
        df=(10.0, 5.0), reason=reason, law="F", notes=(MEASURED_SIZE(**SIZES["five_by_two_f"]),), filled=f"{squares:.6g} / (2 × {variance:.6g})", difference=_estimate(mean, half, level, "5x2cv t", 5.0),
        working=(("sum of squared differences", squares), ("sum of variances", variance), ("mean difference", mean)),
    )  # fmt: skip


def ten_by_ten(
    d: ArrayLike, *, variant: str = "all", df: float | None = None, alternative: str = "two-sided", level: float = 0.95
) -> TestResult:
    r"""Do two learners differ over repeated cross-validation?  :math:`t = \bar x \sqrt{f + 1} / s_x`, f calibrated.

    d is repeats x folds.  x are all differences ("all"), the means of each repeat ("folds": averaged over folds), of
    each fold number ("runs": averaged over runs), or of each place after sorting within repeats ("sorted-runs").
    Overlapping training sets leave fewer degrees of freedom than there are numbers; f = 10 is Bouckaert's for "all",
    the others are our own calibration.  Reference: bouckaert2003.

    >>> d = np.linspace(-1, 3, 100).reshape(10, 10)
    >>> round(ten_by_ten(d).statistic, 4)
    2.8294
    """
    if variant not in VARIANTS:
        raise BadInput(f"variant must be one of {', '.join(VARIANTS)}, not {variant!r}")
    table = _grid(d, None, None)
    values = averaged(table, variant)
    freedom = CALIBRATED[variant] if df is None else float(df)
    mean, sd = spread(values)
    error = sd / sqrt(freedom + 1)
    side = Alternative(alternative)
    statistic, p, reason = _ratio(mean, error, freedom, side, identical=not table.any())
    half = half_width(mean, error, t_quantile((1 + level) / 2, freedom))
    source = "Bouckaert's" if variant == "all" else "our own calibration of"
    words = f"{source} {freedom:g} degrees of freedom" if df is None else f"{freedom:g} degrees of freedom as given"
    return TestResult(
        test=TEN_BY_TEN.name, title=TEN_BY_TEN.title, variant=f"{variant}, {words}", null=EQUAL_MEANS, statistic=statistic, p_value=p, n=table.size,
        alternative=side, df=(freedom,), reason=reason, law="t", difference=_estimate(mean, half, level, "10x10 cv", freedom, table.size),
        notes=(NOT_CALIBRATABLE(),) if variant == "folds" and df is None else (),
        working=(("mean difference", mean), ("sd", sd), ("standard error", error)),
        filled=f"{mean:.6g} × √({freedom:g} + 1) / {sd:.6g}",
    )  # fmt: skip


def averaged(d: Array, variant: str) -> Array:
    """The numbers the test reads.

    >>> averaged(np.array([[1.0, 3.0], [6.0, 4.0]]), "sorted-runs").tolist()
    [2.5, 4.5]
    """
    if variant == "folds":
        return significant_digits(d.mean(axis=1), scale=float(np.abs(d).max()))
    if variant == "all":
        return d.ravel()
    ordered = np.sort(d, axis=1) if variant == "sorted-runs" else d
    return significant_digits(ordered.mean(axis=0), scale=float(np.abs(d).max()))


def _grid(d: ArrayLike, rows: int | None, columns: int | None) -> Array:
    table = np.asarray(d, dtype=np.float64)
    if table.ndim != 2 or min(table.shape) < 2 or not np.isfinite(table).all():
        raise BadInput(f"d must be a table of finite differences, repeats x folds, not of shape {table.shape}")
    if rows is not None and table.shape != (rows, columns):
        raise BadInput(f"d must contain {rows} x {columns} differences, not {table.shape[0]} x {table.shape[1]}")
    return significant_digits(table)


def _variances(table: Array) -> Array:
    """The variance of the two folds of each repeat, with equal folds giving exactly zero."""
    return np.asarray(np.square(table[:, 0] - table[:, 1]) / 2)


def _ratio(top: float, error: float, df: float, side: Alternative, *, identical: bool) -> tuple[float, float, str]:
    if identical:
        return 0.0, 1.0, IDENTICAL
    if error == 0:
        return (copysign(inf, top) if top else nan), nan, ZERO_VARIANCE
    return top / error, t_p(top / error, df, side), ""


def _estimate(mean: float, half: float, level: float, method: str, df: float, n: int = 10) -> Estimate:  # noqa: PLR0917 - private
    return Estimate(value=mean, low=mean - half, high=mean + half, level=level, method=method, n=n, df=df)


def _pairs(scores: PairedScores, rows: int, columns: int) -> Array:
    if scores.a.size != rows * columns:
        raise BadInput(f"{rows}x{columns} cross-validation gives {rows * columns} scores, not {scores.a.size}")
    return scores.differences.reshape(rows, columns)


def needs_five_by_two(matrix: ScoreMatrix, scheme: str) -> str:
    """The rule of tests for five times two folds."""
    fits = len(matrix.blocks) == 10 and scheme == "5x2" and matrix.complete
    return "" if fits else "it is made for five times two folds: ten rows and the scheme 5x2"


def needs_ten_by_ten(matrix: ScoreMatrix, scheme: str) -> str:
    """The rule of the test for ten times ten folds."""
    fits = len(matrix.blocks) == 100 and scheme == "10x10" and matrix.complete
    return "" if fits else "it is made for ten times ten folds: a hundred rows and the scheme 10x10"


FIVE_BY_TWO_T = SignificanceTest(
    name="five_by_two_t",
    symbols={"d_11": "difference on the first fold of the first repeat", "s_i²": "variance of the two differences of repeat i"},
    title="5x2cv paired t-test", formula=r"t = d_{11} / \sqrt{\frac15 \sum_i s_i^2}",
    null=EQUAL_MEANS, reference="dietterich1998", design=(ProblemShape.TWO_ON_ONE,), takes=PairedScores, parametric=True, min_blocks=10, ordered=True,
    run=lambda scores, **options: five_by_two_t(_pairs(scores, 5, 2), **options), compute=five_by_two_t,
    fits=(needs_five_by_two,), pair_checks=(normal_differences, outliers),
    uses=(Use(evidence=FOLDS, learners=Learners.TWO, place=2, second="it is for five times two folds only, and reads the first of the ten differences where the F test reads all"),),
    assumptions=("five repeats of two-fold cross-validation, in the order they were run",),
)  # fmt: skip
FIVE_BY_TWO_F = SignificanceTest(
    name="five_by_two_f",
    symbols={"d_ij": "difference on fold j of repeat i", "s_i²": "variance of the two differences of repeat i"},
    title="5x2cv combined F test", formula=r"F = \sum d_{ij}^2 / (2 \sum_i s_i^2)",
    null=EQUAL_MEANS, reference="alpaydin1999", design=(ProblemShape.TWO_ON_ONE,), takes=PairedScores, parametric=True, min_blocks=10, ordered=True, sided=False,
    run=lambda scores, **options: five_by_two_f(_pairs(scores, 5, 2), **options), compute=five_by_two_f,
    fits=(needs_five_by_two,), pair_checks=(normal_differences, outliers),
    uses=(
        Use(evidence=FOLDS, learners=Learners.TWO, place=1,
            second="it is for five times two folds only, and rejects equal learners more often than its level on some learners"),
    ),
    assumptions=("five repeats of two-fold cross-validation, the two folds of a repeat beside each other",),
)  # fmt: skip
TEN_BY_TEN = SignificanceTest(
    name="ten_by_ten",
    symbols={"x̄": "mean of the 100 differences", "f": "degrees of freedom, 10 by calibration", "s_x": "standard deviation of the 100 differences"},
    title="calibrated t-test for 10x10 cross-validation", formula=r"t = \bar x \sqrt{f + 1} / s_x",
    null=EQUAL_MEANS, reference="bouckaert2003", design=(ProblemShape.TWO_ON_ONE,), takes=PairedScores, parametric=True, min_blocks=100, ordered=True,
    run=lambda scores, **options: ten_by_ten(_pairs(scores, 10, 10), **options), compute=ten_by_ten,
    fits=(needs_ten_by_ten,), pair_checks=(normal_differences, outliers), variants=(Variants(parameter="variant", words=VARIANTS),),
    uses=(
        Use(evidence=FOLDS, learners=Learners.TWO, place=3,
            second="its degrees of freedom are calibrated by simulation; the correction by the test share is derived"),
    ),
    assumptions=("ten repeats of ten-fold cross-validation, repeat by repeat",),
)  # fmt: skip
