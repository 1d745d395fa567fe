"""Measures of predicted numbers that come as draws: an ensemble is judged, not a point.

The mean distance between two draws is read off the sorted draws, so a row of m draws costs O(m log m) and not O(m^2).
"""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.measures.measure import NUMBERS, Direction, Measure, Reads, family, mean_of
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries.row_quantities import RowQuantity

__all__ = ["ALL"]

CELLS = 1 << 20  # draws sorted at a time, which bounds the memory


def _score(truth: Array, draws: Array, pairs: int) -> Array:
    """Mean distance from the truth, minus half the mean distance between the draws, over that many ordered pairs."""
    away = np.sort(draws.astype(np.float64) - truth[:, None], axis=1)  # from the truth: large levels cancel
    m = away.shape[1]
    if not pairs:
        return np.full(len(away), np.nan)
    between = away @ (2.0 * np.arange(m) + 1.0 - m)  # half the sum of distances over all ordered pairs
    return np.asarray(np.abs(away).mean(axis=1) - between / pairs)


def _row_scores(pred: Predictions, fair: bool) -> Array:
    draws = pred.ensembles()
    m = draws.shape[1]
    step = max(1, CELLS // m)
    parts = [
        _score(pred.truth[at : at + step], draws[at : at + step], m * (m - 1) if fair else m * m)
        for at in range(0, len(pred), step)
    ]
    return np.concatenate(parts) if parts else np.empty(0)


_declare = family(
    direction=Direction.LOWER,
    tasks=NUMBERS,
    needs=Output.DRAWS,
    reads=Reads.MOMENTS,
    family="regression",
    in_units=True,
)


crps_ensemble = _declare(
    "crps_ensemble",
    "Continuous ranked probability score of an ensemble of draws",
    r"\frac1n\sum_i \left[\frac1m\sum_j |x_{ij} - y_i| - \frac1{2m^2}\sum_{j,k} |x_{ij} - x_{ik}|\right]",
    **mean_of(RowQuantity(_row_scores, (False,))),
    reference="gneiting2007",
    bounds=(0.0, float("inf")),
    undefined="there are no rows",
    caveats=(
        "judges the draws themselves: fewer draws look worse; crps_ensemble_fair judges what they are drawn from",
        "with one draw it is the mean absolute error",
    ),
    short="CRPS of the ensemble",
)
crps_ensemble_fair = _declare(
    "crps_ensemble_fair",
    "Continuous ranked probability score of the distribution behind an ensemble of draws",
    r"\frac1n\sum_i \left[\frac1m\sum_j |x_{ij} - y_i| - \frac1{2m(m-1)}\sum_{j,k} |x_{ij} - x_{ik}|\right]",
    **mean_of(RowQuantity(_row_scores, (True,))),
    reference="ferro2014",
    bounds=(-float("inf"), float("inf")),
    undefined="there is one draw only, or there are no rows",
    caveats=("fair to ensembles of any size if the draws are independent; may be negative on a few rows",),
    short="fair CRPS of the ensemble",
)

ALL: tuple[Measure, ...] = (crps_ensemble, crps_ensemble_fair)
