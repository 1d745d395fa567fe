"""DeLong's test: two areas under the ROC curve on the same rows."""

from math import copysign, inf, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.comparisons.declaration import PowerRule, ProblemShape, SignificanceTest
from bakeoff.comparisons.distributions import normal_p, normal_quantile
from bakeoff.comparisons.evidence.types import ScoredRows
from bakeoff.comparisons.notes import FEW_OF_CLASS
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance.t import half_width
from bakeoff.core.checks import Array, same_length, vector
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.kernels import kernel

__all__ = ["DELONG", "FEWEST_OF_CLASS", "delong"]

FEWEST_OF_CLASS = 10  # rows, below which the normal law of an area is too narrow
NULL = "the two areas under the ROC curve are equal"


def delong(
    y_true: ArrayLike, score_a: ArrayLike, score_b: ArrayLike, *, alternative: str = "two-sided", level: float = 0.95
) -> TestResult:
    r"""Do two rankings of the same rows have different AUC?  :math:`z = (A_a - A_b) / \sqrt{S_{10}/m + S_{01}/n}`.

    The variance comes from each row's placement among the rows of the other class, found by sorting.  `y_true` is 1
    for the positive class.  Identical scores: p = 1.  Reference: delong1988.

    >>> r = delong([0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.3, 0.7], [0.2, 0.3, 0.9, 0.4, 0.5, 0.6])
    >>> round(r.difference.value, 4), round(r.p_value, 4)
    (0.0, 1.0)
    """
    truth = np.asarray(y_true)
    a, b = vector("score_a", score_a), vector("score_b", score_b)
    same_length(y_true=truth, score_a=a, score_b=b)
    positive = _positives(truth)
    seen = kernel("auc_difference")(a, b, positive)
    gap, m, n = seen.a - seen.b, int(positive.sum()), int((~positive).sum())
    variance = seen.positive / m + seen.negative / n
    side = Alternative(alternative)
    statistic, p, reason = nan, nan, ""
    if variance > 1e-30:
        statistic = gap / sqrt(variance)
        p = normal_p(statistic, side)
    elif abs(gap) < 1e-12:
        statistic, p, reason, gap, variance = 0.0, 1.0, "both rank every pair of rows alike", 0.0, 0.0
    else:
        statistic, reason = copysign(inf, gap), "zero variance: the placements differ by the same amount everywhere"
    error = sqrt(variance) if variance > 1e-30 else 0.0
    half = half_width(gap, error, normal_quantile((1 + level) / 2))
    return TestResult(
        test=DELONG.name, title=DELONG.title, variant="normal", null=NULL, statistic=statistic, p_value=p, n=truth.size, alternative=side,
        reason=reason, law="z", notes=() if min(m, n) >= FEWEST_OF_CLASS else (FEW_OF_CLASS(n=min(m, n), needed=FEWEST_OF_CLASS),), working=(("AUC of a", seen.a), ("AUC of b", seen.b), ("standard error", error)),
        filled=f"({seen.a:.8g} - {seen.b:.8g}) / √({seen.positive:.6g} / {m} + {seen.negative:.6g} / {n})",
        difference=Estimate(
            value=gap, low=_clipped(gap - half), high=_clipped(gap + half), level=level, method="DeLong", n=truth.size
        ),
    )  # fmt: skip


def _clipped(end: float) -> float:
    return min(1.0, max(-1.0, end)) if end == end else end  # noqa: PLR0124 - NaN stays NaN


def _positives(truth: Array) -> Array:
    positive, zero, minus = truth == 1, truth == 0, truth == -1
    if not (positive | zero | minus).all() or (zero.any() and minus.any()):
        raise BadInput("y_true must be 1 for the positive class and 0 (or -1) for the other")
    m, n = int(positive.sum()), int((~positive).sum())
    if min(m, n) < 2:
        raise BadInput(
            f"DeLong's variance needs two rows of each class, and there are {m} positive and {n} negative ones; "
            "the permutation test does not need it"
        )
    return np.asarray(positive)


def area_variance(area: float, m: float, n: float) -> float:
    """The variance of an area estimated from m positive and n negative rows.  Reference: hanley1982.

    >>> round(area_variance(0.8, 50, 50) ** 0.5, 4)
    0.0445
    """
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    return (area * (1 - area) + (m - 1) * (q1 - area**2) + (n - 1) * (q2 - area**2)) / (m * n)


def power_delong(n: float, effect: float, sd: float, alpha: float, *, correlation: float = 0.5) -> float:
    """Power with n rows of each class; `sd` is the smaller area, `correlation` that of the two estimates.

    Rankings of the same rows agree in part, which helps: 0.5 is usual, 0 is for two test sets.  Reference: hanley1982.
    """
    if not 0 < sd < 1 or sd + abs(effect) > 1:
        raise BadInput(
            f"the smaller area (sd) lies between 0 and 1, and with the difference (effect) it is at most 1, not {sd + abs(effect):g}"
        )
    if not -1 < correlation < 1:
        raise BadInput(f"the correlation of the two areas must lie between -1 and 1, not {correlation!r}")
    one, two = area_variance(sd, n, n), area_variance(min(sd + abs(effect), 1.0), n, n)
    error = sqrt(max(one + two - 2 * correlation * sqrt(one * two), 1e-18))
    return float(special.ndtr(abs(effect) / error - normal_quantile(1 - alpha / 2)))


DELONG = SignificanceTest(
    name="delong", title="DeLong test of two AUCs", formula=r"z = (A_a - A_b) / \sqrt{S_{10}/m + S_{01}/n}", null=NULL,
    reference="delong1988", design=(ProblemShape.TWO_ON_ONE,), takes=ScoredRows,
    run=lambda seen, **options: delong(seen.truth, seen.a, seen.b, **options), compute=delong,
    unweighted="its variance is that of rows that count alike, and these have weights",
    power=PowerRule(
        unit="rows of each class", power=power_delong, effect="difference of areas", sd="the smaller area", fewest=4,
        options=("correlation",), largest=lambda area: 1 - area,
    ),
    assumptions=("the same test rows for both", "about ten rows of each class for the normal approximation", "AUC only"),
)  # fmt: skip
