"""DeLong's test of two areas under the ROC curve on test sets that share no row."""

from math import inf, isnan, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import ProblemShape, SignificanceTest, Variants
from bakeoff.comparisons.distributions import normal_p, t_p, t_quantile
from bakeoff.comparisons.evidence.types import ScoredSets
from bakeoff.comparisons.notes import FEW_OF_CLASS
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance.rows.delong import positive_rows
from bakeoff.comparisons.significance.t import half_width
from bakeoff.core.checks import Array, same_length, vector
from bakeoff.core.errors import BadInput
from bakeoff.estimates.analytic.area_difference import FEWEST_OF_CLASS
from bakeoff.estimates.analytic.auc import placements
from bakeoff.estimates.estimate import Estimate

__all__ = ["UNPAIRED_DELONG", "unpaired_delong"]

NULL = "the two areas under the ROC curve are equal"
VARIANTS = {"t": "Student's t", "normal": "normal"}


def unpaired_delong(
    y_true_a: ArrayLike, score_a: ArrayLike, y_true_b: ArrayLike, score_b: ArrayLike, *, variant: str = "t", alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:  # fmt: skip
    r"""Do two rankings of different rows have different AUC?  :math:`t = (A_a - A_b) / \sqrt{V_a + V_b}`, each V by DeLong.

    The degrees of freedom are Welch's: :math:`(V_a + V_b)^2 / (V_a^2 / (n_a - 1) + V_b^2 / (n_b - 1))`.  Both truths are 1 for
    the positive class.  The same rows for both: `delong`, which has more power.  References: delong1988, welch1947.

    >>> y = [0, 0, 1, 1, 0, 1]
    >>> r = unpaired_delong(y, [0.1, 0.4, 0.35, 0.8, 0.3, 0.7], y, [0.2, 0.3, 0.9, 0.4, 0.5, 0.6])
    >>> round(r.difference.value, 4), round(r.p_value, 4)
    (0.0, 1.0)
    """
    if variant not in VARIANTS:
        raise BadInput(f"no variant of {UNPAIRED_DELONG.phrase} is called {variant!r}; known are {', '.join(VARIANTS)}")
    (area_a, spread_a, n, least_a), (area_b, spread_b, m, least_b) = (
        _of("a", y_true_a, score_a),
        _of("b", y_true_b, score_b),
    )
    side, gap, total = Alternative(alternative), area_a - area_b, spread_a + spread_b
    freedom = inf if variant == "normal" or not total else total**2 / (spread_a**2 / (n - 1) + spread_b**2 / (m - 1))
    error, few = sqrt(total), min(least_a, least_b)
    statistic, p, reason = nan, nan, ""
    if error:
        statistic = gap / error
        p = normal_p(statistic, side) if freedom == inf else t_p(statistic, freedom, side)
    elif gap == 0:
        statistic, p, reason = 0.0, 1.0, "both areas are the same, and neither varies"
    else:
        statistic, reason = (inf if gap > 0 else -inf), "zero variance: both areas are at a border"
    half = half_width(gap, error, t_quantile((1 + level) / 2, freedom)) if error else nan
    low, high = (nan, nan) if isnan(half) else (max(-1.0, gap - half), min(1.0, gap + half))
    return TestResult(
        test=UNPAIRED_DELONG.name, title=UNPAIRED_DELONG.title, variant=VARIANTS[variant], null=NULL, statistic=statistic, p_value=p, n=n + m,
        alternative=side, df=() if freedom == inf else (freedom,), reason=reason, law="z" if freedom == inf else "t",
        difference=Estimate(value=gap, low=low, high=high, level=level, method="DeLong, unpaired", n=n + m, df=freedom),
        notes=(FEW_OF_CLASS(n=few, needed=FEWEST_OF_CLASS),) if variant == "normal" and few < FEWEST_OF_CLASS else (),
        working=(("AUC of a", area_a), ("AUC of b", area_b), ("variance of a", spread_a), ("variance of b", spread_b), ("standard error", error)),
        filled=f"({area_a:.8g} - {area_b:.8g}) / √({spread_a:.6g} + {spread_b:.6g})",
    )  # fmt: skip


def _of(name: str, y_true: ArrayLike, score: ArrayLike) -> tuple[float, float, int, int]:
    """The area of one set, its variance, its rows, and the rows of its rarer class."""
    truth, scores = np.asarray(y_true), vector(f"score_{name}", score)
    same_length(**{f"y_true_{name}": truth, f"score_{name}": scores})
    positive = positive_rows(truth)
    placed: Array = placements(scores, positive)
    m, n = int(positive.sum()), int((~positive).sum())
    spread = float(placed[positive].var(ddof=1) / m + placed[~positive].var(ddof=1) / n)
    return float(placed[positive].mean()), spread if spread > 1e-28 else 0.0, m + n, min(m, n)


UNPAIRED_DELONG = SignificanceTest(
    name="unpaired_delong",
    symbols={"A_a": "area under the ROC curve of the first", "A_b": "area under the ROC curve of the second", "V_a": "DeLong's variance of the first area", "V_b": "that of the second"},
    also=("delong_unpaired",), title="unpaired DeLong test of two AUCs", formula=r"t = (A_a - A_b) / \sqrt{V_a + V_b}", null=NULL,
    reference="delong1988", design=(ProblemShape.TWO_ON_ONE,), takes=ScoredSets,
    run=lambda seen, **options: unpaired_delong(seen.truth_a, seen.a, seen.truth_b, seen.b, **options), compute=unpaired_delong,
    variants=(Variants(parameter="variant", words=tuple(VARIANTS)),),
    assumptions=("two test sets that share no row", "independent rows", "AUC only"),
)  # fmt: skip
