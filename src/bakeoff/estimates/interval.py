"""Which interval a measure gets when nothing is asked for, and the value without one."""

from math import isnan, nan

import numpy as np

from bakeoff.core.errors import NotApplicable
from bakeoff.estimates.auc import auc_of_ranking
from bakeoff.estimates.bootstrap import interval_from_draws
from bakeoff.estimates.delta import delta_interval
from bakeoff.estimates.draws import Draws
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.proportion import proportion
from bakeoff.measures.measure import Measure, Reads
from bakeoff.predictions.summary import Summaries

__all__ = ["estimate", "value_only"]

KINKED = frozenset({"ece"})  # not smooth where it matters: the delta method would be wrong
LARGE = 200_000  # rows from which the resampling of rows is cut down to FEWER resamples
FEWER = 200


def value_only(measure: Measure, summaries: Summaries, level: float = 0.95) -> Estimate:
    """The value with NaN ends; undefined is NaN with the reason."""
    value, reason = _value(measure, summaries)
    n = rows_of(summaries)
    return Estimate(value=value, low=nan, high=nan, level=level, method="none", n=n, warnings=reason)


def estimate(measure: Measure, draws: Draws, *, level: float) -> Estimate:
    """The value with the interval that suits the measure.

    Wilson for proportions, logit-DeLong for the area under the ROC curve, the delta method for functions of means,
    the percentile bootstrap through summaries for everything else. Weighted rows or groups leave Wilson and DeLong out.
    """
    value, reason = _value(measure, draws.summaries)
    if reason or np.isinf(value):
        why = reason or ("infinite: no interval can be given",)
        return Estimate(
            value=value, low=nan, high=nan, level=level, method="none", n=rows_of(draws.summaries), warnings=why
        )
    if draws.by_rows and measure.proportion is not None:
        hits, trials = measure.proportion(draws.summaries.get(measure.reads))
        return proportion(hits, trials, level)
    if draws.by_rows and measure.name in {"roc_auc", "gini"}:
        return _area(measure, draws.summaries, level)
    if measure.reads is Reads.MOMENTS and measure.name not in KINKED:
        return delta_interval(measure, draws.summaries.moments, level=level, groups=draws.groups)
    try:
        return interval_from_draws(measure, _affordable(measure, draws), level=level)
    except NotApplicable as problem:
        return Estimate(
            value=value, low=nan, high=nan, level=level, method="none", n=draws.rows, warnings=(str(problem),)
        )


def _affordable(measure: Measure, draws: Draws) -> Draws:
    """Fewer resamples where each would walk over very many rows."""
    heavy = measure.reads is not Reads.COUNTS or not draws.by_rows
    if not heavy or rows_of(draws.summaries) <= LARGE or draws.n_resamples <= FEWER:
        return draws
    if "fewer" not in draws.kept:
        draws.kept["fewer"] = Draws(summaries=draws.summaries, n_resamples=FEWER, seed=draws.seed, groups=draws.groups)
    made: Draws = draws.kept["fewer"]
    return made


def _area(measure: Measure, summaries: Summaries, level: float) -> Estimate:
    made = auc_of_ranking(summaries.ranking, level)
    if measure.name == "roc_auc":
        return made
    return Estimate(
        value=2 * made.value - 1,
        low=2 * made.low - 1,
        high=2 * made.high - 1,
        level=level,
        method=made.method,
        n=made.n,
        warnings=made.warnings,
    )


def _value(measure: Measure, summaries: Summaries) -> tuple[float, tuple[str, ...]]:
    if summaries.source is not None:
        reason = measure.fits(summaries.source)
        if reason:
            return nan, (reason,)
    try:
        value = float(measure.compute(summaries.get(measure.reads)))
    except NotApplicable as problem:
        return nan, (str(problem),)
    return value, ((f"undefined: {measure.undefined}",) if isnan(value) else ())


def rows_of(summaries: Summaries) -> int:
    if summaries.source is not None:
        return len(summaries.source)
    return max((len(one) if kind == "rows" else int(one.n) for kind, one in summaries.made.items()), default=0)
