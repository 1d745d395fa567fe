"""An interval for a sum of absolute gaps, which is never below zero and so too large wherever a gap is none."""

from dataclasses import replace
from math import log, nan, sqrt

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.analytic.linearization import RowInfluence, linear
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_INTERVAL, NO_VARIATION, ONE_UNIT
from bakeoff.measures.measure import Measure
from bakeoff.predictions.kinds.row_means import columns_of
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.summaries.means import GONE

__all__ = ["calibration_error_interval"]

SIMULATED = 20_000


def calibration_error_interval(measure: Measure, draws: Resamples, level: float) -> Estimate:
    r"""How far the truth lies from :math:`\sum_b |S_b|`, where each :math:`S_b` is nearly normal around its :math:`\mu_b`.

    From above, :math:`\sum |S_b|` is at least :math:`\sum \pm S_b` with the signs of the :math:`\mu_b`, whose mean is
    the truth: the usual reach is enough. From below, it exceeds the truth by :math:`\sum |S_b - \mu_b|` at most, and in
    bins whose gap is plainly not zero by the signed difference; which these are is judged as in the selection of
    moments, by :math:`\sqrt{\ln n}` standard errors. Nothing is resampled. Reference: andrews2010.

    >>> from bakeoff.measures import measure_named
    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> from bakeoff.predictions.summaries.summaries import summarize
    >>> pred = predictions_of([0, 1] * 50, y_proba=[0.5, 0.7, 0.3, 0.5] * 25)
    >>> made = calibration_error_interval(measure_named("ece"), Resamples(summaries=summarize(pred), n_resamples=2, seed=0), 0.95)
    >>> round(made.value, 3), round(made.low, 3), round(made.high, 3)
    (0.15, 0.061, 0.227)
    """
    from scipy.special import ndtri, stdtrit

    moments = draws.summaries.means
    value, read = float(measure.compute(moments)), columns_of(measure, moments)
    influence = linear(moments, read, draws.by_group)
    name = f"folded normal gaps{draws.called(measure)}"
    estimate = Estimate(value=value, low=nan, high=nan, level=level, method=name, n=moments.n)
    if influence.units < 2:
        unit = "row" if draws.many_groups is None else "group"
        return replace(estimate, notes=(ONE_UNIT(unit=unit),))
    gaps = np.array(list(read.values()), dtype=np.float64)
    spread = _covariance(influence, gaps, alone=draws.by_rows)
    if not np.isfinite(spread).all() or not np.diag(spread).any():
        return replace(estimate, notes=(NO_VARIATION() if np.isfinite(spread).all() else NO_INTERVAL(why=GONE),))
    reach = float(stdtrit(influence.freedom, (1 + level) / 2))
    up = sqrt(influence.along(np.where(gaps < 0, -1.0, 1.0)).variance)
    over = _excess(gaps, spread, influence.units, draws.rng("gaps"))
    down = float(np.quantile(over, (1 + level) / 2)) * reach / float(ndtri((1 + level) / 2))
    low, high = np.clip([value - down, value + reach * up], *measure.bounds).tolist()
    return replace(estimate, low=low, high=high)


def _covariance(influence: RowInfluence, gaps: Array, *, alone: bool) -> Array:
    """Of the gaps; a single row falls into one bin, so that it leaves the others where they are."""
    gap_influences = [influence.along(direction) for direction in np.eye(len(gaps))]
    own = [gap_influence.variance for gap_influence in gap_influences]
    if alone:
        covariance = -np.outer(gaps, gaps) / (influence.units - 1)
    else:
        parts = np.array([gap_influence.parts for gap_influence in gap_influences])
        parts = parts if influence.shares is None else influence.shares.adjusted(parts)
        covariance = parts @ parts.T
    np.fill_diagonal(covariance, own)
    return covariance


def _excess(gaps: Array, spread: Array, units: int, rng: np.random.Generator) -> Array:
    """By how much the sum may be too large, simulated: absolute differences where a gap may be none."""
    values, axes = np.linalg.eigh(spread)
    noise = rng.standard_normal((SIMULATED, len(gaps))) @ (axes * np.sqrt(np.maximum(values, 0.0))).T
    plain = np.abs(gaps) > sqrt(log(units)) * np.sqrt(np.diag(spread))
    return np.asarray(np.where(plain, noise * np.sign(gaps), np.abs(noise)).sum(axis=1))
