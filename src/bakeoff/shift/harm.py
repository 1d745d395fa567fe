"""Does the change hurt? The change of a measure as measured, as expected by weighting old rows, and as expected by confidence."""

from dataclasses import dataclass, replace
from math import isnan, nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.notes import Note
from bakeoff.core.seeds import rng_for, seed_for
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.estimates.analytic.share_difference import share_difference_ends
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.resampling.row_groups import MANY
from bakeoff.predictions.summaries.summaries import summarize
from bakeoff.shift.density_ratio import DensityRatio
from bakeoff.shift.notes import CALIBRATION, OVERLAP, UNSEEN_ROWS

__all__ = ["ExpectedChange", "by_confidence", "by_weighting", "measured_change"]

RESAMPLES = 200  # the spread of a measure to 5 percent of itself; the interval is normal and needs no tails
_POOR = 0.1  # share of the old rows that weighting must leave
_UNSEEN = 0.02  # share of new rows beyond all old ones that is worth a note


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExpectedChange:
    """The value of a measure on the old rows, on the new ones, and the change, each with its interval."""

    how: str  # "measured", "weighting" or "confidence"
    old: Estimate
    new: Estimate
    change: Estimate
    assumption: str  # what must hold, in words; empty for a measured change
    notes: tuple[Note, ...] = ()


def _value(measure: Measure, pred: Predictions) -> float:
    try:
        return float(measure.compute(summarize(pred).get(measure.reads)))
    except NotApplicable:
        return nan


def _interval(value: float, draws: Array, level: float, method: str, n: int) -> Estimate:
    """Normal around the value with the spread of the resamples, which is symmetric and needs few of them."""
    from scipy.special import ndtri

    finite = draws[np.isfinite(draws)]
    if len(finite) < len(draws) / 2 or np.isnan(value):
        return Estimate.alone(value, n, level=level)
    half = float(ndtri(0.5 + level / 2)) * float(finite.std(ddof=1))
    if not half:  # as with no error among the old rows: how sure that is cannot be told from them
        return Estimate.alone(value, n, level=level)
    return Estimate(value=value, low=value - half, high=value + half, level=level, method=method, n=n)


def _within(bounds: tuple[float, float], interval: Estimate) -> Estimate:
    """The interval without what the measure cannot be."""
    low, high = bounds
    return (
        replace(interval, low=max(interval.low, low), high=min(interval.high, high))
        if not isnan(interval.low)
        else interval
    )


def _draws(measure: Measure, pred: Predictions, seed: int, times: Array | None = None) -> Array:
    """The measure on resamples of the rows, or of their groups; or with each row counting so much in each of `times`.

    Resamples of the same groups with the same seed are the same, so that differences of two measures on them are paired.
    """
    paired = times is not None or pred.group is not None
    units = pred if times is None else pred.in_groups(np.arange(len(pred)))
    draws = Resamples(
        summaries=summarize(units), n_resamples=RESAMPLES, seed=seed, ordered=paired, kept={} if times is None else {"times": times}
    )  # fmt: skip
    try:
        if times is None or measure.reads.resample is not None:
            return draws.of(measure)
        drawn = (replace(pred, weight=weight).take(np.flatnonzero(weight)) for weight in times)  # rows have no halves
        return np.array([_value(measure, rows) for rows in drawn])
    except NotApplicable:
        return np.full(RESAMPLES, nan)


def _made(  # noqa: PLR0917 - the parts of one computation
    how: str, bounds: tuple[float, float], values: tuple[float, float], draws: tuple[Array, Array], sizes: tuple[int, int], level: float, assumption: str, *notes: Note
) -> ExpectedChange:  # fmt: skip
    old, new = values
    text = f"bootstrap, {RESAMPLES} resamples"
    return ExpectedChange(
        how=how,
        old=_within(bounds, _interval(old, draws[0], level, text, sizes[0])),
        new=_within(bounds, _interval(new, draws[1], level, text, sizes[1])),
        change=_interval(new - old, draws[1] - draws[0], level, text, sum(sizes)),
        assumption=assumption,
        notes=notes,
    )


def measured_change(measure: Measure, old: Predictions, new: Predictions, seed: int, level: float) -> ExpectedChange:
    """With labels on both sides: the value on the new rows less that on the old ones."""
    sizes = len(old), len(new)
    draws = _draws(measure, old, seed_for(seed, "drift/old")), _draws(measure, new, seed_for(seed, "drift/new"))
    measured = _made("measured", measure.bounds, (_value(measure, old), _value(measure, new)), draws, sizes, level, "")
    return _of_shares(measure, measured, old, new, level)


def _of_shares(
    measure: Measure, measured: ExpectedChange, old: Predictions, new: Predictions, level: float
) -> ExpectedChange:
    """The same with Wilson's and Newcombe's intervals where the measure is a share of rows; no resample has an error that no row has."""
    if measure.per_row is None or measure.after is not None or measure.bounds != (0.0, 1.0):
        return measured
    hits = []
    for predictions in (old, new):
        values = np.asarray(measure.per_row(predictions), dtype=np.float64)
        if not np.isin(values, (0.0, 1.0)).all():
            return measured
        hits.append((float(values.sum()), float(len(values))))
    low, high = share_difference_ends(hits[1], hits[0], level)
    change = replace(measured.change, low=low, high=high, method="Newcombe, two shares")
    return replace(measured, old=proportion(*hits[0], level), new=proportion(*hits[1], level), change=change)


def by_weighting(  # noqa: PLR0917 - the parts of one computation
    measure: Measure, old: Predictions, ratio: DensityRatio, n_new: int, seed: int, level: float
) -> ExpectedChange:
    """Old rows weighted to look like the new ones; the uncertainty of the weights is part of the interval.

    Reference: shimodaira2000.
    """
    sizes = len(old), n_new
    plain, weighed = _value(measure, old), _value(measure, replace(old, weight=ratio.weights))
    draws = _weighted_draws(measure, old, ratio, n_new, seed)
    notes = []
    if ratio.effective < _POOR * len(old):
        notes.append(OVERLAP(effective=ratio.effective, n=len(old)))
    if ratio.unseen > _UNSEEN:
        notes.append(UNSEEN_ROWS(share=ratio.unseen))
    words = (
        "the target of a row depends on its columns as before (covariate shift), and the old rows were not trained on"
    )
    return _made("weighting", measure.bounds, (plain, weighed), draws, sizes, level, words, *notes)


def _weighted_draws(
    measure: Measure, old: Predictions, ratio: DensityRatio, n_new: int, seed: int
) -> tuple[Array, Array]:
    """The measure on old rows as they are and as they are weighted, each row drawn a Poisson number of times.

    Weights are fitted anew to what is drawn. Resamples count each of at most `MANY` rows by itself, so of more rows a
    part is taken by lot; the spread falls with the root of the number of rows.
    """
    rng = rng_for(seed, "drift/weighting")
    share = min(1.0, MANY / max(len(old), n_new))
    kept = [
        np.sort(rng.permutation(n)[: max(1, round(share * n))]) if share < 1 else np.arange(n)
        for n in (len(old), n_new)
    ]
    part, ratio = (old.take(kept[0]), ratio.part(*kept)) if share < 1 else (old, ratio)
    times, weights = np.empty((2, RESAMPLES, len(part)))
    for i in range(RESAMPLES):
        times[i], others = (rng.poisson(1.0, size=len(rows)).astype(float) for rows in kept)
        weights[i] = times[i] * ratio.again(np.concatenate([times[i], others]))
    plain, weighed = (_draws(measure, part, seed, counts) for counts in (times, weights))
    shrunk = [draws.mean() + (draws - draws.mean()) * sqrt(share) for draws in (plain, weighed)]
    return (shrunk[0], shrunk[1]) if share < 1 else (plain, weighed)


def by_confidence(measure: Measure, old: Predictions, new: Predictions, seed: int, level: float) -> ExpectedChange:
    """What the model's own probabilities expect on the new rows; checked on the old ones, where labels are known.

    Each row counts for every class with its probability. Reference: guillory2021.
    """
    sizes = len(old), len(new)
    own_rows, new_rows = _expected(old), _expected(new)
    observed, expected, own = _value(measure, old), _value(measure, new_rows), _value(measure, own_rows)
    old_seed = seed_for(seed, "drift/old")
    of_old = _draws(measure, old.in_groups(np.arange(len(old))), old_seed)
    draws = of_old, _draws(measure, new_rows, seed_for(seed, "drift/new"))
    gap = _interval(own - observed, _draws(measure, own_rows, old_seed) - of_old, level, "bootstrap", len(old))
    notes = (CALIBRATION(expected=own, measured=observed),) if gap.low > 0 or gap.high < 0 else ()
    words = "probabilities are right on the new rows: of rows with probability 0.8 for a class, 80% are of it"
    return _made("confidence", measure.bounds, (observed, expected), draws, sizes, level, words, *notes)


def _expected(pred: Predictions) -> Predictions:
    """Every row once for each class, weighted by the probability of that class; the copies of a row are a group."""
    assert pred.proba is not None
    k = pred.proba.shape[1]
    weight = pred.proba.reshape(-1)
    kept = np.flatnonzero(weight > 0)
    row, truth = np.divmod(kept, k)
    return replace(pred.take(row), truth=truth, rows=np.arange(len(kept)), weight=weight[kept], group=row)
