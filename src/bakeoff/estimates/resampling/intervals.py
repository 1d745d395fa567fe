"""Bootstrap intervals through summaries: percentile, or BCa with the jackknife in closed form."""

# docs/intervals.md, "Everything else: the bootstrap", derives what is computed here.

from dataclasses import replace
from math import inf, nan, sqrt
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.core.notes import Note
from bakeoff.estimates.analytic.auc import interval_ends
from bakeoff.estimates.analytic.max_error import NEVER_MORE
from bakeoff.estimates.analytic.share_difference import largest_gap_ends
from bakeoff.estimates.analytic.unit_shares import UnitShares, shares_of
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import (
    MOST_SAME,
    MOVED,
    OPTIMIZED,
    OTHERS_SAME,
    OUTSIDE,
    SAME_VALUE,
    SHIFTED,
    SINGLE_ROW,
    SOME_LOST,
)
from bakeoff.estimates.resampling.jackknife import jackknife
from bakeoff.estimates.resampling.tails import Tails, tails_of
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.measure import Direction, IntervalRule
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.resampling.row_groups import repeated_row
from bakeoff.predictions.summaries.summaries import summarize

__all__ = ["BOOTSTRAPS", "bootstrap", "interval_from_draws"]

BOOTSTRAPS = ("percentile", "bca")
LARGE_BIAS = 0.25  # of the standard error: what is smaller does little harm (Efron and Tibshirani's rule of thumb)
SOUGHT = 1 / (2 ** (2 / 3) - 1)  # how much a maximum is too large on the rows, beside how much more it is on resamples
WIDER = 1.15  # what is moved back varies too (simulated, 50 to 5,000 rows: 87 % to 90 % of 95 % intervals cover else)
GAP = "ks"  # the largest distance of the rates of two classes
NEAR = 1e-3  # how far resamples of it reach at least
FURTHEST = 5.0  # times as far as resamples reach: further the other one does not tell
FAR = 3.0  # on the logit scale: an interval that reaches further is one of a value near its bound, where that scale misleads


def bootstrap(
    predictions: Predictions,
    measure: Measure | str,
    *,
    level: float = 0.95,
    n_resamples: int = 2000,
    method: str | None = "percentile",
    groups: Any = None,
    seed: int = 0,
) -> Estimate:
    """How sure is a measure, if other rows (or groups of rows) had been drawn?  References: efron1987.

    Where row ids repeat (repeated splits), whole ids are drawn. A method of None is the bootstrap that a panel would take.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> bootstrap(predictions_of([0, 1] * 20, [0, 1, 1, 1] * 10), "kappa").method
    'bootstrap percentile, 2000 resamples'
    """
    probability("level", level)
    count("n_resamples", n_resamples, least=2)
    what = measure if isinstance(measure, Measure) else measure_named(measure)
    reason = what.fits(predictions)
    if reason:
        raise NotApplicable(reason)
    if method is not None and method not in BOOTSTRAPS:
        raise BadInput(f"no bootstrap called {method!r}; known are {' and '.join(BOOTSTRAPS)}")
    units = np.asarray(groups) if groups is not None else predictions.rows if _again(predictions) else None
    if units is not None and len(units) != len(predictions):
        raise BadInput(f"groups has {len(units)} entries for {len(predictions)} rows")
    draws = Resamples(summaries=summarize(predictions.in_groups(units)), n_resamples=n_resamples, seed=seed)
    return interval_from_draws(what, draws, level=level, method=method)


def _again(predictions: Predictions) -> bool:
    return repeated_row(predictions.rows) is not None


def interval_from_draws(measure: Measure, draws: Resamples, *, level: float, method: str | None = None) -> Estimate:
    """The interval of one measure from resamples that a whole panel shares.

    A measure that is larger on resamples than on the rows is as much larger on the rows than it should be: unless a
    method is named, percentiles are moved back by twice that. One that seeks its best thresholds is too large by more:
    the height of a random walk's maximum below a parabola grows as the power 2/3 of its variance, which resampling
    doubles. Areas, and such maxima, are symmetric on the logit scale, and wider with few rows of a class. Percentiles of
    groups, and of rows with weights, lie further out. References: efron1993, hesterberg2015, kim1990, welch1947.
    """
    if measure.interval is IntervalRule.LARGEST:
        raise NotApplicable(NEVER_MORE)
    value = float(measure.compute(draws.summaries.get(measure.reads)))
    beside_gap = method is None and measure.optimizes_threshold and _of_two_classes(draws)
    if beside_gap:
        draws.of(measure_named(GAP))  # first, so that all are measured on the same walk over the resamples
    values = draws.of(measure)
    kept = values[np.isfinite(values)]
    logit = method is None and _is_area(measure)
    usual = "or Newcombe" if beside_gap and measure.name == GAP else "percentile"
    kind = "BCa" if method == "bca" else "logit" if logit else usual
    name = f"bootstrap {kind}, {len(values)} resamples{draws.called(measure)}"
    estimate = Estimate(
        value=value, low=nan, high=nan, level=level, method=name, n=draws.rows, notes=_lost(values, kept)
    )
    if len(kept) > 1 and np.ptp(kept) <= 1e-12 * max(_scale(measure), abs(value)):
        return _without_spread(estimate, measure, draws if beside_gap else None)
    if not np.isfinite(value) or len(kept) < 0.5 * len(values):
        return estimate
    wider = 1.0 if method else _few_rows(measure, draws, level)
    if wider == inf:
        return replace(estimate, notes=(*estimate.notes, SINGLE_ROW()))
    tails = tails_of(level, None if method else _units(measure, draws))
    if method == "bca":
        tails = tails._replace(shares=_corrected(tails.shares, value, kept, *jackknife(measure, draws)))
    ends, why = _ends(measure, value, kept, tails, wider) if method is None else (tails.ends(kept), ())
    if beside_gap:
        ends = _as_far_as_gap(measure, value, ends, draws, tails, wider, level)
    if method is not None and (measure.optimizes_threshold or _shift(kept, value)):
        why = (SHIFTED(),)
    low, high = np.clip(ends, *measure.bounds).tolist()
    if not low < high:
        return replace(estimate, notes=(*estimate.notes, MOST_SAME()))
    outside = () if low <= value <= high else (OUTSIDE(),)
    return replace(estimate, low=low, high=high, notes=(*estimate.notes, *why, *outside))


def _lost(values: Array, kept: Array) -> tuple[Note, ...]:
    lost = len(values) - len(kept)
    return (SOME_LOST(n=lost, planned=len(values)),) if lost else ()


def _ends(
    measure: Measure, value: float, values: Array, tails: Tails, wider: float = 1.0
) -> tuple[Array, tuple[Note, ...]]:
    """Where the interval ends if no method is named, and what is to be said of it."""
    quantiles, shift = tails.ends(values), float(values.mean()) - value
    reach = tails.reach * float(values.std()) * wider
    if measure.optimizes_threshold:
        middle, reach = value - SOUGHT * shift, WIDER * reach
        if 0 < middle < 1 and reach < FAR * middle * (1 - middle) and measure.bounds[0] >= 0:
            return np.array(interval_ends(middle, reach)), (OPTIMIZED(),)
        return middle + WIDER * wider * (quantiles - values.mean()), (OPTIMIZED(),)
    if _is_area(measure) and 0 < value - shift < 1:
        return np.array(interval_ends(value - shift, reach)), ()
    back = 2 * _shift(values, value)
    return quantiles - back, (MOVED(),) if back else ()


def _of_two_classes(draws: Resamples) -> bool:
    """Whether single rows of equal weight are ranked in two classes."""
    return draws.by_rows and draws.summaries.ranking.many is None


def _without_spread(estimate: Estimate, measure: Measure, draws: Resamples | None) -> Estimate:
    """What is known where all resamples agree: nothing, or of the largest gap of two classes Newcombe's interval."""
    if draws is None or measure.name != GAP or _few_rows(measure, draws, estimate.level) == inf:
        return replace(estimate, notes=(*estimate.notes, OTHERS_SAME() if estimate.notes else SAME_VALUE()))
    low, high = largest_gap_ends(draws.summaries.ranking, estimate.level)
    return replace(estimate, low=max(low, 0.0), high=min(high, 1.0), method="Newcombe, at the best threshold")


def _as_far_as_gap(  # noqa: PLR0917 - private, called in one place
    measure: Measure, value: float, ends: Array, draws: Resamples, tails: Tails, wider: float, level: float
) -> Array:
    """The ends, the worse one further out where Newcombe's interval of the largest gap lies further out than resamples.

    Where all rows of a small class lie beyond the best threshold, they do so in every resample, whose gap then hardly
    varies. Other measures that seek thresholds read the same rows, and fall short by about as much.
    """
    gap, ranking = measure_named(GAP), draws.summaries.ranking
    gap_value, drawn = float(gap.compute(ranking)), draws.of(gap)
    newcombe = largest_gap_ends(ranking, level)
    if measure.name == GAP:
        return np.array([min(newcombe[0], ends[0]), max(newcombe[1], ends[1])])
    resampled = _ends(gap, gap_value, drawn[np.isfinite(drawn)], tails, wider)[0][0]
    further = min(max((gap_value - newcombe[0]) / max(gap_value - resampled, NEAR), 1.0), FURTHEST)
    worse = 0 if measure.direction is Direction.HIGHER else 1
    moved_ends = np.array(ends)
    moved_ends[worse] = (
        value + further * (moved_ends[worse] - value)
        if (moved_ends[worse] < value) == (worse == 0)
        else moved_ends[worse]
    )
    return moved_ends


def _few_rows(measure: Measure, draws: Resamples, level: float) -> float:
    """How much wider an interval is because resamples of few rows of a class vary less than they should.

    By Student's quantile, with Welch's degrees of freedom of two classes that spread alike, and the variances divided by
    one row less. It is 1 for groups, whose percentiles lie further out already.
    """
    from scipy.special import ndtri, stdtrit

    if not measure.reads.by_order or not draws.by_rows or draws.summaries.ranking.many is not None:
        return 1.0
    ranking = draws.summaries.ranking
    m, n = float(ranking.positive_weight), float(ranking.negative_weight)
    if min(m, n) < 2:
        return inf
    freedom = (1 / m + 1 / n) ** 2 / (1 / (m * m * (m - 1)) + 1 / (n * n * (n - 1)))
    variance = (1 / (m - 1) + 1 / (n - 1)) / (1 / m + 1 / n)
    return sqrt(variance) * float(stdtrit(freedom, (1 + level) / 2) / ndtri((1 + level) / 2))


def _units(measure: Measure, draws: Resamples) -> UnitShares | int | None:
    """What is drawn; nothing of rows ranked in two classes, whose intervals are wider by the rows of each class."""
    if draws.by_rows and measure.reads.by_order and draws.summaries.ranking.many is None:
        return None
    return shares_of(draws) or draws.rows


def _is_area(measure: Measure) -> bool:
    return measure.reads.by_order and not measure.optimizes_threshold


def _shift(values: Array, value: float) -> float:
    """How much larger the measure is on resamples, in the mean; nothing where that is little beside its spread."""
    shift = float(values.mean()) - value
    return shift if abs(shift) > LARGE_BIAS * float(values.std()) else 0.0


def _scale(measure: Measure) -> float:
    """The size of values that are told from rounding: one where the bounds are near it, else that of the value."""
    return 1.0 if np.isfinite(measure.bounds).all() else 0.0


def _corrected(tails: Array, value: float, values: Array, left_out: Array, rows: Array) -> Array:
    """Efron's bias-corrected and accelerated tails; `rows` is how many rows each left-out value stands for."""
    from scipy.special import ndtr, ndtri

    away = values - value
    level = np.abs(away) <= 1e-12 * max(abs(value), float(np.ptp(values)))  # what differs by rounding is equal
    share = float(np.sum((away < 0) & ~level) + np.sum(level) / 2) / len(values)
    share = min(max(share, 0.5 / len(values)), 1 - 0.5 / len(values))
    bias = float(ndtri(share))
    finite = np.isfinite(left_out)  # undefined without the only row of a class, for example
    left_out, rows = left_out[finite], rows[finite]
    away = np.average(left_out, weights=rows) - left_out if len(left_out) else left_out
    spread = float((rows * away**2).sum())
    skew = float((rows * away**3).sum()) / (6 * spread**1.5) if spread > 0 else 0.0
    z = bias + ndtri(tails)
    return np.asarray(ndtr(bias + z / (1 - skew * z)))
