"""The test of a mean difference over rows in time: Diebold and Mariano's, with standard errors that allow for correlation over time."""

from dataclasses import replace
from math import floor, inf, isfinite, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.comparisons.declaration import Learners, ProblemShape, SignificanceTest, Use, Variants
from bakeoff.comparisons.evidence.kinds import TIMED_ROWS
from bakeoff.comparisons.evidence.types import PairedScores
from bakeoff.comparisons.results import Tally, TestResult
from bakeoff.comparisons.significance.t import EQUAL_MEANS, differences, spread, summary_ratio
from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput

__all__ = ["DIEBOLD_MARIANO", "diebold_mariano", "lag_one_correlation", "persistence", "series_terms"]

VARIANTS = ("auto", "series", "hln", "hac")
NO_SPREAD = "every difference is the same, so the statistic has no scale"
FEWEST_TERMS = 2  # cosine terms below which there is no verdict
SHARE = 0.15  # of n (1 - phi) / sqrt(phi): chosen by simulation (docs/decisions/0059)
CAUTION = 0.5  # standard errors that are added to the estimated persistence
SECOND = 2.0  # standard errors from which the correlation at lag 2 counts as well


def lag_one_correlation(values: Array) -> float:
    """The correlation of neighbours in this order; NaN where nothing varies.

    >>> round(lag_one_correlation(np.array([1.0, 2.0, 3.0, 4.0])), 2)
    0.25
    """
    return float(_correlations(values)[0])


def _correlations(values: Array) -> tuple[float, float]:
    """At lags 1 and 2."""
    away = values - values.mean()
    total = float(away @ away)
    if values.size < 3 or np.ptp(values) == 0 or not total > 0:
        return nan, nan
    return float(away[1:] @ away[:-1]) / total, float(away[2:] @ away[:-2]) / total


def persistence(values: Array, horizon: int = 1) -> float:
    """How strongly values depend on the one before: an autoregression that is corrected for its bias, and a little more.

    Overlapping forecasts `horizon` steps ahead share errors, so that the persistence is at least 1 - 1 / horizon. A correlation
    at lag 2 that is clear counts as well, because noise hides persistence at lag 1 more than at lag 2.

    >>> round(persistence(np.array([1.0, -1.0] * 20)), 2)
    0.0
    """
    n = values.size
    first, second = _correlations(values)
    if not isfinite(first):
        return nan
    guess = first + (1 + 4 * max(first, 0.0)) / n + CAUTION * sqrt(max(1 - first**2, 0.0) / n)
    if first > 0 and second > SECOND / sqrt(n):  # values that alternate agree at lag 2 without persistence
        guess = max(guess, sqrt(min(second + (1 + 4 * sqrt(second)) / n + CAUTION / sqrt(n), 1.0)))
    return min(max(guess, 1 - 1 / horizon, 0.0), 0.999)


def series_terms(n: int, phi: float) -> int:
    """How many cosine terms n values of this persistence carry; fewer than two carry no verdict.

    The relative bias of the long-run variance of an autoregression grows as (terms / n)^2 phi / (1 - phi)^2; the terms keep it
    near 7 percent, which simulations of the whole procedure bear out.

    >>> series_terms(200, 0.6), series_terms(200, 0.9), series_terms(30, 0.9)
    (15, 3, 0)
    """
    most = min(n // 3, floor(4 * sqrt(n)))
    return min(most, floor(SHARE * n * (1 - phi) / sqrt(phi))) if phi > 0 else most


def _series_error(d: Array, terms: int) -> float:
    """The standard error of the mean from the first cosine transforms, which are nearly independent."""
    n = d.size
    waves = np.cos(np.pi * np.outer(np.arange(1, terms + 1), np.arange(n) + 0.5) / n)
    parts = sqrt(2 / n) * (waves @ (d - d.mean()))
    return sqrt(float(parts @ parts) / terms / n)


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

    Rows are in the order of time, at equal steps. References: diebold1995, harvey1997, lazarus2018.

    Parameters
    ----------
    loss_a, loss_b : array of float
        The loss (or score) of each forecaster at each time, the earliest first.
    horizon : int
        How many steps ahead the forecasts look; forecasts of h steps share h - 1 errors.
    variant : str
        "auto" or "series": standard errors from cosine series with Student's law, whose degrees of freedom follow the number of rows and their
        persistence; p is NaN with a reason where the rows cannot carry a verdict. "hln": covariances up to lag h - 1 with the correction of Harvey,
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
    else:
        result = _by_covariances(d, mean, sd, horizon, variant, alternative, level)
    return replace(result, tally=Tally(wins=int(np.sum(d > 0)), ties=int(np.sum(d == 0)), losses=int(np.sum(d < 0))))


def _by_series(d: Array, mean: float, sd: float, horizon: int, alternative: str, level: float) -> TestResult:  # noqa: PLR0917 - private
    n = d.size
    phi = persistence(d, horizon) if sd > 0 else 0.0
    terms = series_terms(n, phi) if isfinite(phi) else 0
    error = _series_error(d, terms) if terms >= FEWEST_TERMS and sd > 0 else (0.0 if sd == 0 else nan)
    working = (("mean difference", mean), ("persistence", phi), ("cosine terms", terms), ("standard error", error))
    ratio = replace(
        summary_ratio(
            DIEBOLD_MARIANO, f"cosine series, {terms} degrees of freedom", mean, error, float(max(terms, 1)), n
        ),
        working=working,
        flat=NO_SPREAD,
    )
    if isfinite(error):
        return ratio.result(alternative, level)
    withheld = (
        f"{n} rows whose differences depend on each other this strongly (persistence {phi:.2f}) do not show how much their mean varies; "
        "gather more rows"
    )
    empty = replace(ratio, error=0.0, variant="cosine series, too few rows").result(alternative, level)
    return replace(empty, statistic=nan, p_value=nan, df=(), reason=withheld)


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
        "" if lags == horizon else ", variance of horizon 1, as that of the horizon is not positive"
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


_TAKEN = "rows in time depend on their neighbours: the standard error of their mean difference accounts for correlation over time"
DIEBOLD_MARIANO = SignificanceTest(
    name="diebold_mariano",
    symbols={"s": "standard error of the mean difference, which allows for correlation over time", "Lambda_j": "cosine transform of the differences", "nu": "number of cosine transforms, the degrees of freedom"},
    title="Diebold-Mariano test", formula=r"t = \bar d / s,\ s^2 = \sum_j \Lambda_j^2 / (\nu n)",
    null=EQUAL_MEANS, reference="diebold1995", design=(ProblemShape.TWO_ON_ONE,), takes=PairedScores, parametric=True, ordered=True, also=("dm",),
    run=lambda scores, **options: diebold_mariano(scores.a, scores.b, options.pop("horizon", scores.horizon or 1), **options), compute=diebold_mariano,
    uses=(
        Use(evidence=TIMED_ROWS, learners=Learners.TWO, place=0, taken=_TAKEN),
        Use(evidence=TIMED_ROWS, learners=Learners.MANY, place=0, taken=f"{_TAKEN}, pair by pair"),
    ),
    unweighted="it reads one difference for each time",
    variants=(Variants(parameter="variant", words=VARIANTS),),
    assumptions=("the times are at equal steps", "the differences are stationary: their mean and their correlation do not change over time",
                 "one training set: variation of training is not seen"),
)  # fmt: skip
