"""The test of a mean difference over rows in time: Diebold and Mariano's, with standard errors that allow for correlation over time."""

from dataclasses import replace
from math import inf, isfinite, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import Learners, PowerRule, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.evidence.kinds import ORIGINS, TIMED_ROWS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import Alternative, Tally, TestResult
from bakeoff.comparisons.significance.rows.fixed_b import (
    bandwidth_of,
    bartlett_error,
    fixed_b_quantile,
    fixed_b_two_sided,
)
from bakeoff.comparisons.significance.t import (
    EQUAL_MEANS,
    differences,
    half_width,
    noncentral_power,
    spread,
    summary_ratio,
)
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.estimates.in_time import series_mean
from bakeoff.estimates.in_time.series_mean import CAUTION, FEWEST_TERMS, series_terms

__all__ = ["DIEBOLD_MARIANO", "diebold_mariano"]

VARIANTS = ("auto", "series", "fixed-b", "hln", "hac")
NO_SPREAD = "every difference is the same, so the statistic has no scale"


def _truncated_error(d: Array, horizon: int) -> float:
    """The standard error from the covariances up to lag horizon - 1; NaN where their sum is not positive."""
    n, away = d.size, d - d.mean()
    total = float(away @ away) + 2 * sum(float(away[lag:] @ away[:-lag]) for lag in range(1, horizon))
    return sqrt(total) / n if total > 0 else nan


def diebold_mariano(
    loss_a: ArrayLike,
    loss_b: ArrayLike,
    horizon: int = 1,
    *,
    variant: str = "auto",
    alternative: str = "two-sided",
    level: float = 0.95,
) -> TestResult:
    r"""Do two forecasters differ in mean loss over rows in time?  :math:`t = \bar d / s`, where s allows for correlation over time.

    Rows are in the order of time, at equal steps. References: diebold1995, harvey1997, kiefer2005, lazarus2018.

    Parameters
    ----------
    loss_a, loss_b : array of float
        The loss (or score) of each forecaster at each time, the earliest first.
    horizon : int
        How many steps ahead the forecasts look; forecasts of h steps share h - 1 errors.
    variant : str
        "auto" or "series": standard errors from cosine series with Student's law, whose degrees of freedom follow the number of rows and their
        persistence; p is NaN with a reason where the rows cannot carry a verdict. "fixed-b": Bartlett's kernel with 1.3 square roots of n lags and its
        fixed-b law, for whom the rows are never too few: it claims too much where rows depend on each other strongly. "hln": covariances up to lag h - 1 with the correction of Harvey,
        Leybourne and Newbold, as `dm.test` of R's forecast. "hac": the same without the correction, against the normal law.
    alternative : str
        "two-sided", "greater" or "less".
    level : float
        The level of the interval.

    Returns
    -------
    TestResult
        Statistic, p-value, degrees of freedom, and the mean difference with its interval.

    Examples
    --------
    >>> r = diebold_mariano([1, 4, 2, 3, 5, 2, 1, 3], [2, 4, 5, 3, 6, 4, 2, 2], variant="hln")
    >>> round(r.statistic, 3), round(r.p_value, 3)
    (-1.986, 0.087)
    """
    horizon = count("horizon", horizon, least=1)
    if variant not in VARIANTS:
        raise BadInput(f"variant must be one of {', '.join(VARIANTS)}, not {variant!r}")
    d = differences(loss_a, loss_b)
    if horizon >= d.size:
        raise BadInput(f"a horizon of {horizon} steps needs more than {horizon} rows, and there are {d.size}")
    mean, sd = spread(d)
    if variant in ("auto", "series"):
        result = _by_series(d, mean, sd, horizon, alternative, level)
    elif variant == "fixed-b":
        result = _by_kernel(d, mean, sd, horizon, alternative, level)
    else:
        result = _by_covariances(d, mean, sd, horizon, variant, alternative, level)
    return replace(result, tally=Tally(wins=int(np.sum(d > 0)), ties=int(np.sum(d == 0)), losses=int(np.sum(d < 0))))


def _by_series(d: Array, mean: float, sd: float, horizon: int, alternative: str, level: float) -> TestResult:  # noqa: PLR0917 - private
    over = series_mean(d, horizon)
    error = over.error if sd > 0 else 0.0
    working = (
        ("mean difference", mean), ("persistence", over.phi), ("cosine terms", over.terms), ("standard error", error),
    )  # fmt: skip
    variant = f"cosine series, {over.terms} degrees of freedom"
    ratio = replace(
        summary_ratio(DIEBOLD_MARIANO, variant, mean, error, over.df, over.n), working=working, flat=NO_SPREAD
    )
    if isfinite(error):
        return ratio.result(alternative, level)
    empty = replace(ratio, error=0.0, variant="cosine series, too few rows").result(alternative, level)
    return replace(empty, statistic=nan, p_value=nan, df=(), reason=over.withheld)


def _by_kernel(d: Array, mean: float, sd: float, horizon: int, alternative: str, level: float) -> TestResult:  # noqa: PLR0917 - private
    bandwidth = bandwidth_of(d.size, horizon)
    error = 0.0 if sd == 0 else bartlett_error(d, bandwidth)
    words = f"Bartlett's kernel, bandwidth {bandwidth}, fixed-b law"
    ratio = replace(summary_ratio(DIEBOLD_MARIANO, words, mean, error, inf, d.size), flat=NO_SPREAD)
    result = ratio.result(alternative, level)
    if not error > 0:
        return result
    tail = fixed_b_two_sided(result.statistic, d.size, bandwidth) / 2  # the law is symmetric
    ahead = result.statistic > 0 if result.alternative is Alternative.GREATER else result.statistic < 0
    p = 2 * tail if result.alternative is Alternative.TWO_SIDED else tail if ahead else 1 - tail
    half = half_width(mean, error, fixed_b_quantile(level, d.size, bandwidth))
    assert result.difference is not None
    interval = replace(result.difference, low=mean - half, high=mean + half, method="fixed-b")
    return replace(result, p_value=p, law="", difference=interval)


def _by_covariances(  # noqa: PLR0917 - private
    d: Array, mean: float, sd: float, horizon: int, variant: str, alternative: str, level: float
) -> TestResult:
    n, lags = d.size, horizon
    error = 0.0 if sd == 0 else _truncated_error(d, horizon)
    if not isfinite(error):  # as R does: the covariances of one step
        error, lags = _truncated_error(d, 1), 1
    corrected = variant == "hln"
    factor = sqrt((n + 1 - 2 * lags + lags * (lags - 1) / n) / n) if corrected else 1.0
    words = f"horizon {horizon}" + (
        "" if lags == horizon else ", variance of horizon 1, because that of the horizon is not positive"
    )
    law = "Harvey, Leybourne and Newbold's correction" if corrected else "normal distribution"
    ratio = summary_ratio(
        DIEBOLD_MARIANO,
        f"{law}, {words}",
        mean,
        error / factor if factor > 0 else nan,
        float(n - 1) if corrected else inf,
        n,
    )
    return replace(ratio, flat=NO_SPREAD).result(alternative, level)


def power_over_time(n: float, effect: float, sd: float, alpha: float, *, persistence: float = 0.0) -> float:
    """Power of the test by cosine series over n times whose differences are an autoregression of that persistence; 0 where there is no verdict.

    >>> round(power_over_time(200, 0.5, 1.0, 0.05, persistence=0.6), 3)
    0.907
    """
    long = sd * sqrt((1 + persistence) / (1 - persistence) / n)
    guess = persistence + CAUTION * sqrt((1 - persistence**2) / n)  # as the test estimates it, on average
    terms = series_terms(int(n), min(guess, 0.999))
    return noncentral_power(terms, abs(effect) / long, alpha) if terms >= FEWEST_TERMS else 0.0


_TAKEN = "rows in time depend on their neighbours: the standard error of their mean difference accounts for correlation over time"
_AT_ORIGINS = "scores at neighbouring origins depend on each other: the standard error of their mean difference accounts for correlation over time"
DIEBOLD_MARIANO = SignificanceTest(
    name="diebold_mariano",
    symbols={"s": "standard error of the mean difference, which allows for correlation over time", "Lambda_j": "cosine transform of the differences", "nu": "number of cosine transforms, the degrees of freedom"},
    title="Diebold-Mariano test", formula=r"t = \bar d / s,\ s^2 = \sum_j \Lambda_j^2 / (\nu n)",
    null=EQUAL_MEANS, reference="diebold1995", design=(ProblemShape.TWO_ON_ONE,), takes=PairedScores, parametric=True, ordered=True, also=("dm",),
    run=lambda scores, **options: diebold_mariano(scores.a, scores.b, options.pop("horizon", scores.horizon or 1), **options), compute=diebold_mariano,
    uses=(
        Use(evidence=TIMED_ROWS, learners=Learners.TWO, place=0, taken=_TAKEN),
        Use(evidence=TIMED_ROWS, learners=Learners.MANY, place=0, taken=f"{_TAKEN}, pair by pair"),
        Use(evidence=ORIGINS, learners=Learners.TWO, place=0, taken=_AT_ORIGINS),
        Use(evidence=ORIGINS, learners=Learners.MANY, place=0, taken=f"{_AT_ORIGINS}, pair by pair"),
    ),
    unweighted="it reads one difference for each time",
    variants=(Variants(parameter="variant", words=VARIANTS),),
    power=PowerRule(
        unit="times", power=power_over_time, effect="mean difference", sd="sd of the differences over time", fewest=3 * FEWEST_TERMS, options=("persistence",),
    ),
    assumptions=("the times are at equal steps", "the differences are stationary: their mean and their correlation do not change over time",
                 "one training set: variation of training is not seen"),
)  # fmt: skip
