"""Are two learners practically the same? Two one-sided tests against a margin."""

from collections.abc import Callable
from dataclasses import replace
from math import inf, isnan, nan, sqrt

from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import ProblemShape, SignificanceTest
from bakeoff.comparisons.distributions import t_p, t_quantile
from bakeoff.comparisons.evidence.types import PairedScores, noise_free_difference
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance._checks import normal_differences, outliers
from bakeoff.comparisons.significance.sign import SIGN, sign, sign_p_values
from bakeoff.comparisons.significance.t import differences, half_width, spread
from bakeoff.comparisons.significance.wilcoxon import WILCOXON, wilcoxon, wilcoxon_p_values
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate

__all__ = ["TOST", "equivalence_interval", "equivalence_p", "tost"]

NULL = "the mean difference is at least as large as the margin"

_BOUNDS = ("t above the lower bound", "t below the upper bound")


def tost(
    a: ArrayLike, b: ArrayLike, margin: float, *, test_share: float | None = None, alpha: float = 0.05
) -> TestResult:
    r"""Is the mean difference smaller than a margin?  Both :math:`t = (\bar d \pm \delta) / se` must reject.

    Rejecting *shows* equivalence within the margin; a large p of an ordinary test never does.  With `test_share` the
    variance is corrected for overlapping training sets.  The interval is the 1 - 2 alpha one: equivalence is shown at
    alpha exactly where it lies inside the margin.  Reference: schuirmann1987.

    >>> round(tost([85, 70, 65, 95], [84, 71, 65, 96], margin=3).p_value, 4)
    0.0052
    """
    if not 0 < margin < inf:
        raise BadInput(f"the margin must be a positive number, not {margin!r}")
    d = differences(a, b)
    n, (mean, sd) = d.size, spread(d)
    error = sd * sqrt(1 / n + (test_share or 0.0))
    df, reason, statistic, p = float(n - 1), "", nan, nan
    both: tuple[float, float] | None = None
    if n < 2:
        reason = "one pair: the spread of the differences is unknown"
    elif error == 0:
        where = "inside" if abs(mean) < margin else "outside"
        reason = f"zero variance: every difference is {mean:g}, {where} the margin"
    else:
        low, high = (mean + margin) / error, (mean - margin) / error
        p = max(t_p(low, df, "greater"), t_p(high, df, "less"))
        statistic = low if abs(low) < abs(high) else high
        both = (low, high)
    half = half_width(mean, error, t_quantile(1 - alpha, df)) if n > 1 else nan
    return TestResult(
        test=TOST.name, title=TOST.title, variant="two one-sided t-tests" + (", corrected for overlap" if test_share else ""), null=NULL,
        statistic=statistic, p_value=p, n=n, df=(df,), reason=reason,
        difference=Estimate(value=mean, low=mean - half, high=mean + half, level=1 - 2 * alpha, method="paired t", n=n, df=df),
        working=(("mean difference", mean), ("standard error", error), ("margin", margin), *zip(_BOUNDS, both or (), strict=False)),
        law="tost", one_sided=both,
        filled=f"({mean:.8g} {'+' if both and statistic == both[0] else '-'} {margin:.8g}) / {error:.8g}",
    )  # fmt: skip


def equivalence_p(result: TestResult, a: Array, b: Array, margin: float) -> float:
    """The p-value of two one-sided tests in the test's own manner: the smallest alpha whose 1 - 2 alpha interval fits in.

    Signed ranks and signs are tested after a shift by the margin; all other intervals are a centre and a multiple of a
    standard error, which the tests then use, with the degrees of freedom that the result states.  NaN where it states
    none, and where the differences do not vary: no width is no precision.

    >>> import numpy as np
    >>> from bakeoff.comparisons import paired_t
    >>> x, y = np.array([85.0, 70, 65, 95]), np.array([84.0, 71, 65, 96])
    >>> round(equivalence_p(paired_t(x, y), x, y, 3), 4)
    0.0052
    """
    difference = result.difference
    if result.reason or difference is None or isnan(difference.low):
        return nan
    p_values = _SHIFTED.get(result.test)
    if p_values is not None:
        above, below = noise_free_difference(a + margin, b), noise_free_difference(a - margin, b)
        return max(float(p_values(above[None], "greater")[0][0]), float(p_values(below[None], "less")[0][0]))
    df = result.interval_df
    if isnan(df):  # the interval is no multiple of an error that is known
        return nan
    centre, error = (
        (difference.low + difference.high) / 2,
        (difference.high - difference.low) / 2 / t_quantile((1 + difference.level) / 2, df),
    )
    if not 0 < error < inf:
        return nan
    return max(t_p((centre + margin) / error, df, "greater"), t_p((centre - margin) / error, df, "less"))


def equivalence_interval(result: TestResult, a: Array, b: Array, margin: float, alpha: float) -> Estimate | None:
    """The 1 - 2 alpha interval of these two tests, which lies within the margin where they show equivalence at alpha.

    None where it does not: with ties, tests of shifted ranks and signs and the interval of the same ranks may part.

    >>> import numpy as np
    >>> from bakeoff.comparisons import paired_t
    >>> x, y = np.array([85.0, 70, 65, 95]), np.array([84.0, 71, 65, 96])
    >>> print(equivalence_interval(paired_t(x, y), x, y, 3, 0.05))
    -0.250 [-1.377, 0.877] (90%, paired t, n = 4)
    """
    difference, again = result.difference, _AGAIN.get(result.test)
    if again is not None:
        difference = again(a, b, level=1 - 2 * alpha).difference
    elif difference is not None:
        reach = difference.half_width * t_quantile(1 - alpha, result.interval_df)
        half, centre = (
            reach / t_quantile((1 + difference.level) / 2, result.interval_df),
            (difference.low + difference.high) / 2,
        )
        difference = replace(difference, low=centre - half, high=centre + half, level=1 - 2 * alpha)
    return difference if difference is not None and max(-difference.low, difference.high) <= margin else None


_AGAIN: dict[str, Callable[..., TestResult]] = {WILCOXON.name: wilcoxon, SIGN.name: sign}
_SHIFTED: dict[str, Callable[..., tuple[Array, Array]]] = {WILCOXON.name: wilcoxon_p_values, SIGN.name: sign_p_values}


TOST = SignificanceTest(
    name="tost", also=("equivalence_test",), title="equivalence test by two one-sided tests", formula=r"t = (\bar d \pm \delta) / se", null=NULL,
    reference="schuirmann1987", design=(ProblemShape.TWO_ON_ONE, ProblemShape.TWO_ON_MANY), takes=PairedScores, parametric=True,
    sided=False, equivalence=True, compute=tost, pair_checks=(normal_differences, outliers),
    needs=(("margin", "the difference that would still not matter"),), run=lambda scores, margin, **options: tost(
        scores.a, scores.b, margin, **({"test_share": scores.test_share} | options)
    ),
    assumptions=("the margin was named before the scores were seen", "the differences are roughly normal (or many)"),
)  # fmt: skip
