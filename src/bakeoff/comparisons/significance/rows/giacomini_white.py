"""Giacomini and White's test: can the last loss difference predict which of two forecasters will be ahead?"""

from math import nan

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import ProblemShape, SignificanceTest
from bakeoff.comparisons.distributions import chi2_tail
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance.t import differences
from bakeoff.core.checks import Array, count

__all__ = ["GIACOMINI_WHITE", "giacomini_white"]

NULL = "no loss difference can be predicted from the last one: its mean is zero whatever came before"
ALONE = "every difference is the same, so nothing is left to predict from"
FEWEST = 10  # differences beyond the horizon


def giacomini_white(loss_a: ArrayLike, loss_b: ArrayLike, horizon: int = 1) -> TestResult:
    r"""Can it be predicted which of two forecasters will be ahead?  :math:`\chi^2 = n\, \bar z' \hat\Omega^{-1} \bar z`, where :math:`z_{t+h} = (1, d_t)\, d_{t+h}`.

    A small p means that the mean difference is not zero, or that the last difference tells the sign of the next one: one forecaster may be
    better in some times and the other one in others. It does not say which one is better; for that there is Diebold and Mariano's test. The
    forecasters must have been trained on windows of a bounded length. Rows are in the order of time. Reference: giacomini2006.

    Parameters
    ----------
    loss_a, loss_b : array of float
        The loss (or score) of each forecaster at each time, the earliest first.
    horizon : int
        How many steps ahead the forecasts look; with more than one step covariances up to lag horizon - 1 count, with falling weights.

    Returns
    -------
    TestResult
        Statistic, p-value and degrees of freedom.

    Examples
    --------
    >>> r = giacomini_white([1, 4, 2, 3, 5, 2, 1, 3, 2, 4, 3, 1], [2, 4, 5, 3, 6, 4, 2, 2, 3, 5, 1, 2])
    >>> round(r.statistic, 3), r.df, round(r.p_value, 3)
    (3.034, (2.0,), 0.219)
    """
    horizon = count("horizon", horizon, least=1)
    d = differences(loss_a, loss_b)
    n = d.size - horizon
    if n < FEWEST:
        few = f"a test of what the last difference tells needs at least {FEWEST + horizon} rows at this horizon, and there are {d.size}"
        return _result(nan, nan, d.size, reason=few)
    flat = np.ptp(d) == 0
    if flat and d[0] == 0:
        return _result(0.0, 1.0, d.size, "0", "the two have the same losses")
    scaled = d / np.abs(d).max()  # the statistic has no unit
    ahead = np.column_stack([np.ones(n), scaled[:-horizon]]) * scaled[horizon:, None]
    mean, covariance = ahead.mean(axis=0), _covariance(ahead, horizon)
    if flat or np.linalg.matrix_rank(covariance) < len(covariance):
        return _result(nan, nan, d.size, reason=ALONE)
    weighed = np.linalg.solve(covariance, mean)
    statistic = float(n * mean @ weighed)
    if not statistic >= 0:  # with falling weights the covariance has no negative direction but for rounding
        return _result(nan, nan, d.size, reason=ALONE)
    parts = " + ".join(f"({part:.15g} * {weight:.15g})" for part, weight in zip(mean, weighed, strict=True))
    return _result(statistic, chi2_tail(statistic, ahead.shape[1]), d.size, f"{n} * ({parts})")


def _covariance(ahead: Array, horizon: int) -> Array:
    """Around zero, as the null hypothesis has it, with Newey and West's weights."""
    n = len(ahead)
    total = ahead.T @ ahead
    for lag in range(1, horizon):
        product = ahead[lag:].T @ ahead[:-lag]
        total = total + (1 - lag / horizon) * (product + product.T)
    return np.asarray(total / n)


def _result(statistic: float, p: float, n: int, filled: str = "", reason: str = "") -> TestResult:
    return TestResult(
        test=GIACOMINI_WHITE.name, title=GIACOMINI_WHITE.title, variant="chi-squared", null=NULL, statistic=statistic, p_value=p, n=n,
        df=(2.0,), law="chi2", reason=reason, filled=filled,
    )  # fmt: skip


GIACOMINI_WHITE = SignificanceTest(
    name="giacomini_white",
    symbols={"z̄": "mean of the difference h steps later, times 1 and times the difference now", "Omega": "mean product of z with itself, with covariances up to lag h - 1", "n": "rows less the horizon"},
    title="Giacomini-White test", formula=r"\chi^2 = n\, \bar z' \Omega^{-1} \bar z",
    null=NULL, reference="giacomini2006", design=(ProblemShape.TWO_ON_ONE,), takes=PairedScores, sided=False, ordered=True, min_blocks=FEWEST + 1,
    run=lambda scores, **options: giacomini_white(scores.a, scores.b, options.pop("horizon", scores.horizon or 1), **options), compute=giacomini_white,
    also=("gw", "conditional_predictive_ability"),
    assumptions=("the times are at equal steps", "the forecasters were trained on windows of a bounded length", "many rows, for the chi-squared distribution"),
    caveats=("it asks whether the difference can be predicted, not who is better; for that: the Diebold-Mariano test",),
)  # fmt: skip
