"""DeLong's test: two areas under the ROC curve on the same rows."""

from dataclasses import replace
from math import copysign, inf, isnan, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from bakeoff.comparisons.declaration import PowerRule, ProblemShape, SignificanceTest, Variants
from bakeoff.comparisons.distributions import normal_p, normal_quantile, t_p, t_quantile
from bakeoff.comparisons.evidence.types import ScoredRows
from bakeoff.comparisons.notes import FEW_OF_CLASS
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance.t import half_width
from bakeoff.core.checks import Array, same_length, vector
from bakeoff.core.errors import BadInput
from bakeoff.estimates.analytic.area_difference import (
    FEWEST_OF_CLASS,
    AreaDifference,
    area_difference,
    placement_difference,
)
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import cause
from bakeoff.estimates.resampling.paired import paired_difference
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions

__all__ = ["DELONG", "delong", "delong_of", "positive_rows"]

NULL = "the two areas under the ROC curve are equal"
FORMULA = r"z = (A_a - A_b) / \sqrt{S_{10}/m + S_{01}/n}"
VARIANTS = {"normal": "normal", "t": "Student's t"}


def delong(
    y_true: ArrayLike, score_a: ArrayLike, score_b: ArrayLike, *, variant: str = "normal", alternative: str = "two-sided", level: float = 0.95
) -> TestResult:  # fmt: skip
    r"""Do two rankings of the same rows have different AUC?  :math:`z = (A_a - A_b) / \sqrt{S_{10}/m + S_{01}/n}`.

    The variance comes from each row's placement among the rows of the other class, found by sorting.  `y_true` is 1
    for the positive class.  Identical scores: p = 1.  The variant "t" takes Student's law with the degrees of freedom of
    Bell and McCaffrey, for few rows of a class.  References: delong1988, bell2002.

    >>> r = delong([0, 0, 1, 1, 0, 1], [0.1, 0.4, 0.35, 0.8, 0.3, 0.7], [0.2, 0.3, 0.9, 0.4, 0.5, 0.6])
    >>> round(r.difference.value, 4), round(r.p_value, 4)
    (0.0, 1.0)
    """
    truth = np.asarray(y_true)
    a, b = vector("score_a", score_a), vector("score_b", score_b)
    same_length(y_true=truth, score_a=a, score_b=b)
    positive = positive_rows(truth)
    if variant not in VARIANTS:
        raise BadInput(f"no variant of {DELONG.phrase} is called {variant!r}; known are {', '.join(VARIANTS)}")
    m, n = int(positive.sum()), int((~positive).sum())
    rough = variant == "normal" and min(m, n) < FEWEST_OF_CLASS
    areas = placement_difference(positive, a, b, normal=variant == "normal")
    plain_result = _result(areas, VARIANTS[variant], truth.size, Alternative(alternative), level)
    up, down = areas.spread or (nan, nan)
    return replace(
        plain_result, filled=f"({areas.a:.8g} - {areas.b:.8g}) / √({up:.6g} / {m} + {down:.6g} / {n})",
        notes=(FEW_OF_CLASS(n=min(m, n), needed=FEWEST_OF_CLASS),) if rough else (),
    )  # fmt: skip


def delong_of(
    a: Predictions, b: Predictions, measure: Measure, *, groups: Array | None = None, alternative: str = "two-sided", level: float = 0.95
) -> TestResult:  # fmt: skip
    """The same of two sets of predictions whose rows stand in one order, by a measure that is an area or a mean of areas.

    Rows of a group count together, and rows count by their weights (Obuchowski's variance, with the corrections CR2 and the degrees of
    freedom of Bell and McCaffrey).  The interval of the difference reads the same error and the same law.
    References: delong1988, obuchowski1997, bell2002.
    """
    areas = area_difference(a, b, measure, groups)
    many = None if groups is None else len(np.unique(groups))
    how = "normal" if areas.df == inf else "Student's t" + ("" if many is None else f" over {many} groups")
    return _result(
        areas, f"{how}, rows weighted" if a.weight is not None else how, len(a), Alternative(alternative), level,
        difference=paired_difference(a, b, measure, level=level, groups=groups), counted=many,
    )  # fmt: skip


def _result(
    areas: AreaDifference, variant: str, n: int, side: Alternative, level: float, *, difference: Estimate | None = None, counted: int | None = None
) -> TestResult:  # fmt: skip
    gap, error = areas.value, areas.error
    statistic, p, reason = nan, nan, ""
    if error > 0:
        statistic = gap / error
        p = normal_p(statistic, side) if areas.df == inf else t_p(statistic, areas.df, side)
    elif error == 0 and gap == 0:
        statistic, p, reason = 0.0, 1.0, "both rank every pair of rows alike"
    elif error == 0:
        statistic, reason = copysign(inf, gap), "zero variance: the placements differ by the same amount everywhere"
    else:
        reason = cause(areas.notes[0]) if areas.notes else "the variance of the areas is unknown"
    half = half_width(gap, error, t_quantile((1 + level) / 2, areas.df)) if error >= 0 else nan
    plain = Estimate(
        value=gap, low=_clipped(gap - half), high=_clipped(gap + half), level=level, method="DeLong", n=n, df=areas.df
    )
    return TestResult(
        test=DELONG.name, title=DELONG.title, variant=variant, null=NULL, statistic=statistic, p_value=p, n=n, alternative=side,
        df=() if areas.df == inf or isnan(areas.df) else (areas.df,), reason=reason, law="z" if areas.df == inf else "t", counted=counted,
        working=(("AUC of a", areas.a), ("AUC of b", areas.b), ("standard error", error)), filled=f"({areas.a:.8g} - {areas.b:.8g}) / {error:.6g}",
        formula="" if areas.df == inf else r"t = (A_a - A_b) / s_{A_a - A_b}", difference=difference or plain,
    )  # fmt: skip


def _clipped(end: float) -> float:
    return min(1.0, max(-1.0, end)) if end == end else end  # noqa: PLR0124 - NaN stays NaN


def positive_rows(truth: Array) -> Array:
    """Which rows are positive; raises BadInput for other values than 0 (or -1) and 1, and for fewer than two rows of a class."""
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
    first, two = area_variance(sd, n, n), area_variance(min(sd + abs(effect), 1.0), n, n)
    error = sqrt(max(first + two - 2 * correlation * sqrt(first * two), 1e-18))
    return float(special.ndtr(abs(effect) / error - normal_quantile(1 - alpha / 2)))


DELONG = SignificanceTest(
    name="delong",
    symbols={"A_a": "area under the ROC curve of the first learner", "A_b": "area under the ROC curve of the second", "S_10": "variance between positive rows of the difference", "S_01": "variance between negative rows of the difference", "m": "positive rows", "n": "negative rows"},
    title="DeLong test of two AUCs", formula=FORMULA, null=NULL,
    reference="delong1988", design=(ProblemShape.TWO_ON_ONE,), takes=ScoredRows,
    run=lambda rankings, **options: delong(rankings.truth, rankings.a, rankings.b, **options), compute=delong,
    variants=(Variants(parameter="variant", words=tuple(VARIANTS)),),
    power=PowerRule(
        unit="rows of each class", power=power_delong, effect="difference of areas", sd="the smaller area", fewest=4,
        options=("correlation",), largest=lambda area: 1 - area,
    ),
    assumptions=("the same test rows for both", f"about {FEWEST_OF_CLASS} independent rows of each class for the normal approximation, else the variant t", "AUC only"),
)  # fmt: skip
