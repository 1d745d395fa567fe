"""A random-effects summary over few data sets: differences with variances of their own, by Hartung and Knapp."""

from collections.abc import Callable, Sequence
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import ProblemShape, SignificanceTest, Variants
from bakeoff.comparisons.distributions import t_p, t_quantile
from bakeoff.comparisons.evidence.types import MeanDifferences
from bakeoff.comparisons.results import Alternative, TestResult
from bakeoff.comparisons.significance.t import IDENTICAL, spread
from bakeoff.core.checks import Array, same_length, vector
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate

__all__ = ["FEWEST", "RANDOM_EFFECTS", "differences_with_variances", "random_effects"]

NULL = "the precision-weighted mean difference over data sets is zero"
FEWEST = 5  # data sets; of fewer the variance between them is hardly known
FLOOR = 0.1  # of the median variance within: no data set counts as known exactly


def random_effects(
    differences: ArrayLike, variances: ArrayLike, *, tau2: str = "paule-mandel", alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:  # fmt: skip
    r"""Do two learners differ over data sets, each with a mean difference and the variance of that mean?

    :math:`\hat\mu = \sum w_i d_i / \sum w_i` with :math:`w_i = 1/(v_i + \tau^2)` is a precision-weighted mean, not the
    plain one: data sets that are known better count more.  :math:`t = \hat\mu / \sqrt{\max(1, q) / \sum w_i}` with k - 1
    degrees of freedom.  The variance between data sets is Paule and Mandel's or the REML one; variances within are at
    least a tenth of their median.  Below five data sets p and interval are withheld.  References: hartung2001, paule1982.

    >>> r = random_effects([0.02, 0.05, 0.01, 0.04, 0.03], [1e-4, 4e-4, 1e-4, 2e-4, 1e-4])
    >>> round(r.difference.value, 4), round(r.p_value, 4)
    (0.0257, 0.015)
    """
    if tau2 not in _BETWEEN:
        raise BadInput(f"tau2 must be {' or '.join(map(repr, _BETWEEN))}, not {tau2!r}")
    d, within = vector("differences", differences), vector("variances", variances)
    same_length(differences=d, variances=within)
    if np.any(within < 0):
        raise BadInput("a variance cannot be negative")
    side, k = Alternative(alternative), d.size
    within = np.maximum(within, FLOOR * float(np.median(within)))
    between = _BETWEEN[tau2](d, within) if k > 1 else nan
    mean, error, q = _weighted(d, within, between)
    statistic, p, reason = (mean / error, nan, "") if error > 0 else (nan, nan, "one data set has no variance between")
    if not np.any(d):
        statistic, p, reason = 0.0, 1.0, IDENTICAL
    elif k < FEWEST:
        reason = f"{k} data sets are fewer than {FEWEST}: the variance between them is hardly known"
    elif error > 0:
        p = t_p(statistic, k - 1, side)
    else:
        reason = "zero variance: every difference is the same, so the statistic has no scale"
    half = t_quantile((1 + level) / 2, k - 1) * error if k >= FEWEST and error > 0 else nan
    return TestResult(
        test=RANDOM_EFFECTS.name, title=RANDOM_EFFECTS.title, variant=f"Hartung-Knapp with factor max(1, q), {_NAMES[tau2]}, precision-weighted mean",
        null=NULL, statistic=statistic, p_value=p, n=k, alternative=side, df=(float(k - 1),), reason=reason, law="t", estimator="precision-weighted mean",
        difference=Estimate(value=mean, low=mean - half, high=mean + half, level=level, method="Hartung-Knapp", n=k, df=k - 1.0),
        working=(("weighted mean", mean), ("variance between", between), ("q", q), ("standard error", error)),
        filled=f"{mean:.10g} / {error:.10g}",
    )  # fmt: skip


def differences_with_variances(d_by_dataset: Sequence[ArrayLike], test_share: float) -> MeanDifferences:
    """The mean difference of each data set and its variance, corrected for overlapping training sets.

    >>> made = differences_with_variances([[0.1, 0.2, 0.3], [0.0, 0.2]], test_share=0.5)
    >>> made.differences.round(3).tolist(), made.variances.round(5).tolist()
    ([0.2, 0.1], [0.00833, 0.02])
    """
    if not test_share > 0:
        raise BadInput(f"test_share is n_test / n_train and must be positive, not {test_share!r}")
    differences = [vector("differences", dataset) for dataset in d_by_dataset]
    if any(values.size < 2 for values in differences):
        raise BadInput("every data set needs the differences of at least two splits")
    summaries = [(*spread(values), values.size) for values in differences]
    return MeanDifferences(
        differences=np.array([mean for mean, _, _ in summaries]),
        variances=np.array([sd**2 * (1 / n + test_share) for _, sd, n in summaries]),
    )


def _weighted(d: Array, within: Array, between: float) -> tuple[float, float, float]:
    """The weighted mean, its standard error, and q, the spread around it in units of what the variances tell."""
    total = within + (0.0 if np.isnan(between) else between)
    if not np.all(total > 0):
        return float(d.mean()), 0.0, nan
    weights = 1 / total
    mean = float(weights @ d / weights.sum())
    q = float(weights @ np.square(d - mean)) / (d.size - 1) if d.size > 1 else nan
    return mean, sqrt(max(1.0, q) / float(weights.sum())) if d.size > 1 else nan, q


def _paule_mandel(d: Array, within: Array) -> float:
    """The variance at which the weighted squares around the mean are as large as expected; zero where they are smaller."""

    def excess(between: float) -> float:
        weights = 1 / (within + between)
        return float(weights @ np.square(d - weights @ d / weights.sum())) - (d.size - 1)

    if not np.ptp(d) or (np.all(within > 0) and excess(0.0) <= 0):
        return 0.0
    low, high = 0.0, float(np.var(d)) * d.size
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if middle and excess(middle) > 0 else (low, middle)
        if high - low <= 1e-15 * high:
            break
    return high


def _reml(d: Array, within: Array) -> float:
    """The restricted maximum likelihood, by Fisher's scoring; never below zero."""
    between = float(np.var(d, ddof=1))
    for _ in range(1000):
        if not np.all(within + between > 0):
            return 0.0
        weights = 1 / (within + between)
        total, squares = float(weights.sum()), float(weights @ weights)
        residual = d - weights @ d / total
        slope = float(np.square(weights) @ np.square(residual)) - total + squares / total
        bend = squares - 2 * float(weights**3 @ np.ones_like(d)) / total + (squares / total) ** 2
        new = max(0.0, between + slope / bend)
        if abs(new - between) <= 1e-13 * (1e-12 + float(np.var(d))):
            return new
        between = new
    return between


_BETWEEN: dict[str, Callable[[Array, Array], float]] = {"paule-mandel": _paule_mandel, "reml": _reml}
_NAMES = {
    "paule-mandel": "variance between data sets by Paule and Mandel",
    "reml": "variance between data sets by REML",
}

RANDOM_EFFECTS = SignificanceTest(
    name="random_effects",
    symbols={"μ̂": "mean difference over data sets, weighted", "q": "observed spread over expected spread", "w_i": "weight of data set i", "v_i": "variance of the mean difference on data set i", "τ²": "variance of the true differences between data sets"},
    title="random-effects summary (Hartung-Knapp)", null=NULL, reference="hartung2001",
    formula=r"t = \hat\mu / \sqrt{\max(1, q) / \sum_i w_i},\ w_i = 1 / (v_i + \tau^2)", design=(ProblemShape.TWO_ON_MANY,),
    takes=MeanDifferences, run=lambda means, **options: random_effects(means.differences, means.variances, **options), compute=random_effects,
    parametric=True, min_blocks=FEWEST, variants=(Variants(parameter="tau2", words=("paule-mandel", "reml")),),
    assumptions=(
        "the data sets are independent", "their true differences are normal and on one scale",
        "each mean difference comes with the variance of that mean",
    ),
)  # fmt: skip
