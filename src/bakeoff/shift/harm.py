"""Does the change hurt? The change of a measure as measured, as expected by weighting old rows, and as expected by confidence."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isnan, nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.notes import Note
from bakeoff.core.seeds import rng_for
from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.estimates.analytic.share_difference import share_difference_ends
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.summaries import summarize
from bakeoff.shift.density_ratio import DensityRatio
from bakeoff.shift.notes import CALIBRATION, OVERLAP, UNSEEN_ROWS

__all__ = ["ExpectedChange", "by_confidence", "by_weighting", "measured_change"]

RESAMPLES = 200
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


def _value(measure: Measure, said: Predictions) -> float:
    try:
        return float(measure.compute(summarize(said).get(measure.reads)))
    except NotApplicable:
        return nan


def _interval(value: float, draws: Array, level: float, method: str, n: int) -> Estimate:
    """Normal around the value with the spread of the resamples, which is symmetric and needs few of them."""
    from scipy.special import ndtri

    known = draws[np.isfinite(draws)]
    if len(known) < len(draws) / 2 or np.isnan(value):
        return Estimate.alone(value, n, level=level)
    half = float(ndtri(0.5 + level / 2)) * float(known.std(ddof=1))
    if not half:  # as with no error among the old rows: how sure that is cannot be told from them
        return Estimate.alone(value, n, level=level)
    return Estimate(value=value, low=value - half, high=value + half, level=level, method=method, n=n)


def _within(bounds: tuple[float, float], given: Estimate) -> Estimate:
    """The interval without what the measure cannot be."""
    low, high = bounds
    return replace(given, low=max(given.low, low), high=min(given.high, high)) if not isnan(given.low) else given


def _weighted(said: Predictions, weight: Array) -> Predictions:
    """The rows with these weights; rows of no weight are left out."""
    keep = np.flatnonzero(weight > 0)
    return replace(_rows(said, keep), weight=weight[keep])


def _rows(said: Predictions, at: Array) -> Predictions:
    parts = {
        name: getattr(said, name)[at]
        for name in ("rows", "truth", "label", "score", "proba", "sd", "draws", "times", "group")
        if getattr(said, name) is not None
    }
    return replace(said, **parts, weight=None)


def _changes(old: Callable[[Array], float], new: Callable[[Array, Array], float], sizes: tuple[int, int], seed: int, key: str) -> Array:  # fmt: skip
    """(resamples, 2): the values on old and on new rows, each row drawn a Poisson number of times."""
    rng = rng_for(seed, f"drift/{key}")
    found = np.empty((RESAMPLES, 2))
    for at in range(RESAMPLES):
        times = rng.poisson(1.0, size=sizes[0]).astype(float), rng.poisson(1.0, size=sizes[1]).astype(float)
        found[at] = old(times[0]), new(*times)
    return found


def _made(  # noqa: PLR0917 - the parts of one computation
    how: str, bounds: tuple[float, float], values: tuple[float, float], draws: Array, sizes: tuple[int, int], level: float, assumption: str, *notes: Note
) -> ExpectedChange:  # fmt: skip
    old, new = values
    text = f"bootstrap, {RESAMPLES} resamples"
    return ExpectedChange(
        how=how,
        old=_within(bounds, _interval(old, draws[:, 0], level, text, sizes[0])),
        new=_within(bounds, _interval(new, draws[:, 1], level, text, sizes[1])),
        change=_interval(new - old, draws[:, 1] - draws[:, 0], level, text, sum(sizes)),
        assumption=assumption,
        notes=notes,
    )


def measured_change(measure: Measure, old: Predictions, new: Predictions, seed: int, level: float) -> ExpectedChange:
    """With labels on both sides: the value on the new rows less that on the old ones."""
    sizes = len(old), len(new)
    draws = _changes(
        lambda times: _value(measure, _weighted(old, times)), lambda _, times: _value(measure, _weighted(new, times)), sizes, seed, "measured"
    )  # fmt: skip
    made = _made("measured", measure.bounds, (_value(measure, old), _value(measure, new)), draws, sizes, level, "")
    return _of_shares(measure, made, old, new, level)


def _of_shares(
    measure: Measure, made: ExpectedChange, old: Predictions, new: Predictions, level: float
) -> ExpectedChange:
    """The same with Wilson's and Newcombe's intervals where the measure is a share of rows; no resample has an error that no row has."""
    if measure.per_row is None or measure.after is not None or measure.bounds != (0.0, 1.0):
        return made
    hits = []
    for one in (old, new):
        values = np.asarray(measure.per_row(one), dtype=np.float64)
        if not np.isin(values, (0.0, 1.0)).all():
            return made
        hits.append((float(values.sum()), float(len(values))))
    low, high = share_difference_ends(hits[1], hits[0], level)
    change = replace(made.change, low=low, high=high, method="Newcombe, two shares")
    return replace(made, old=proportion(*hits[0], level), new=proportion(*hits[1], level), change=change)


def by_weighting(  # noqa: PLR0917 - the parts of one computation
    measure: Measure, old: Predictions, ratio: DensityRatio, n_new: int, seed: int, level: float
) -> ExpectedChange:
    """Old rows weighted to look like the new ones; the uncertainty of the weights is part of the interval.

    Reference: shimodaira2000.
    """
    sizes = len(old), n_new
    plain, weighed = _value(measure, old), _value(measure, _weighted(old, ratio.weights))
    draws = _changes(
        lambda times: _value(measure, _weighted(old, times)),
        lambda times, more: _value(measure, _weighted(old, times * ratio.again(np.concatenate([times, more])))),
        sizes, seed, "weighting",
    )  # fmt: skip
    notes = []
    if ratio.effective < _POOR * len(old):
        notes.append(OVERLAP(effective=ratio.effective, n=len(old)))
    if ratio.unseen > _UNSEEN:
        notes.append(UNSEEN_ROWS(share=ratio.unseen))
    words = (
        "the target of a row depends on its columns as before (covariate shift), and the old rows were not trained on"
    )
    return _made("weighting", measure.bounds, (plain, weighed), draws, sizes, level, words, *notes)


def by_confidence(measure: Measure, old: Predictions, new: Predictions, seed: int, level: float) -> ExpectedChange:
    """What the model's own probabilities expect on the new rows; checked on the old ones, where labels are known.

    Each row counts for every class with its probability. Reference: guillory2021.
    """
    sizes = len(old), len(new)
    seen, expected = _value(measure, old), _value(measure, _expected(new, np.ones(len(new))))
    draws = _changes(
        lambda times: _value(measure, _weighted(old, times)), lambda _, times: _value(measure, _expected(new, times)), sizes, seed, "confidence"
    )  # fmt: skip
    own = _value(measure, _expected(old, np.ones(len(old))))
    rng = rng_for(seed, "drift/calibration")
    gaps = []
    for _ in range(RESAMPLES):
        times = rng.poisson(1.0, size=len(old)).astype(float)
        gaps.append(_value(measure, _expected(old, times)) - _value(measure, _weighted(old, times)))
    gap = _interval(own - seen, np.array(gaps), level, "bootstrap", len(old))
    notes = (CALIBRATION(expected=own, measured=seen),) if gap.low > 0 or gap.high < 0 else ()
    words = "probabilities are right on the new rows: of rows with probability 0.8 for a class, 80% are of it"
    return _made("confidence", measure.bounds, (seen, expected), draws, sizes, level, words, *notes)


def _expected(said: Predictions, times: Array) -> Predictions:
    """Every row once for each class, weighted by the probability of that class."""
    assert said.proba is not None
    n, k = said.proba.shape
    at, truth = np.repeat(np.arange(n), k), np.tile(np.arange(k), n)
    weight = (said.proba * times[:, None]).reshape(-1)
    keep = np.flatnonzero(weight > 0)
    base = _rows(said, at[keep])
    return replace(base, truth=truth[keep], rows=np.arange(len(keep)), weight=weight[keep])
