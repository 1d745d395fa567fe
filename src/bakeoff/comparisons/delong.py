"""DeLong's test: two areas under the ROC curve on the same rows."""

from math import copysign, inf, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.evidence import ScoredRows
from bakeoff.comparisons.result import Alternative, TestResult
from bakeoff.comparisons.spec import Design, SignificanceTest
from bakeoff.comparisons.tails import normal_p, normal_quantile
from bakeoff.core.checks import Array, same_length, vector
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate

__all__ = ["DELONG", "delong", "placements"]

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
    (auc_a, row_a, column_a), (auc_b, row_b, column_b) = placements(positive, a), placements(positive, b)
    gap = auc_a - auc_b
    rows, columns = row_a - row_b, column_a - column_b
    parts = float(rows.var(ddof=1)), float(columns.var(ddof=1))
    variance = parts[0] / rows.size + parts[1] / columns.size
    side = Alternative(alternative)
    statistic, p, reason = nan, nan, ""
    if variance > 1e-30:
        statistic = gap / sqrt(variance)
        p = normal_p(statistic, side)
    elif abs(gap) < 1e-12:
        statistic, p, reason, gap, variance = 0.0, 1.0, "both rank every pair of rows alike", 0.0, 0.0
    else:
        statistic, reason = copysign(inf, gap), "zero variance: the placements differ by the same amount everywhere"
    half = normal_quantile((1 + level) / 2) * sqrt(max(variance, 0.0))
    return TestResult(
        test="delong", variant="normal", null=NULL, statistic=statistic, p_value=p, n=truth.size, alternative=side,
        reason=reason, law="z", working=(("AUC of a", auc_a), ("AUC of b", auc_b), ("standard error", sqrt(max(variance, 0.0)))),
        filled=f"({auc_a:.8g} - {auc_b:.8g}) / √({parts[0]:.6g} / {rows.size} + {parts[1]:.6g} / {columns.size})",
        difference=Estimate(
            value=gap, low=max(-1.0, gap - half), high=min(1.0, gap + half), level=level, method="DeLong", n=truth.size
        ),
    )  # fmt: skip


def _positives(truth: Array) -> Array:
    positive = truth == 1
    if not np.isin(truth, (0, 1, -1)).all() or np.isin((0, -1), truth).all():
        raise BadInput("y_true must be 1 for the positive class and 0 (or -1) for the other")
    m, n = int(positive.sum()), int((~positive).sum())
    if min(m, n) < 2:
        raise BadInput(
            f"DeLong's variance needs two rows of each class, and there are {m} positive and {n} negative ones"
        )
    return np.asarray(positive)


def placements(positive: Array, score: Array) -> tuple[float, Array, Array]:
    """The AUC, and for each positive (negative) row the share of the other class it beats (is beaten by), ties half.

    >>> auc, rows, columns = placements(np.array([False, True, True]), np.array([0.2, 0.1, 0.3]))
    >>> auc, rows.tolist(), columns.tolist()
    (0.5, [0.0, 1.0], [0.5])
    """
    high, low = score[positive], score[~positive]
    order_high, order_low = np.argsort(high), np.argsort(low)
    sorted_high, sorted_low = high[order_high], low[order_low]
    rows, columns = np.empty(high.size), np.empty(low.size)
    # Queries in sorted order walk through memory once; that is most of the speed.
    rows[order_high] = np.searchsorted(sorted_low, sorted_high, "left") + np.searchsorted(
        sorted_low, sorted_high, "right"
    )
    columns[order_low] = (
        2 * high.size
        - np.searchsorted(sorted_high, sorted_low, "left")
        - np.searchsorted(sorted_high, sorted_low, "right")
    )
    rows /= 2 * low.size
    columns /= 2 * high.size
    return float(rows.mean()), rows, columns


DELONG = SignificanceTest(
    name="delong", title="DeLong test of two AUCs", formula=r"z = (A_a - A_b) / \sqrt{S_{10}/m + S_{01}/n}", null=NULL,
    reference="delong1988", design=(Design.TWO_ON_ONE,), takes=ScoredRows, schemes=frozenset({"rows", "holdout"}),
    run=lambda seen, **options: delong(seen.truth, seen.a, seen.b, **options),
    assumptions=("the same test rows for both", "about ten rows of each class for the normal law", "AUC only"),
)  # fmt: skip
