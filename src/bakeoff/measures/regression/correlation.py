"""Do predicted numbers go along with the true ones, whatever their scale?"""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.measures.measure import Direction, Measure, Reads
from bakeoff.measures.regression.errors import declare, variance, variance_from_means, weighted_rows
from bakeoff.measures.regression.quantile import weighted_sum
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.confusion import ratio
from bakeoff.predictions.summaries.means import RowMeans

__all__ = ["ALL"]


def _pearson(m: RowMeans) -> Any:
    along = variance_from_means(m[row_quantities.predicted_squared], m[row_quantities.predicted])
    together = m[row_quantities.product] - m[row_quantities.truth] * m[row_quantities.predicted]
    return np.clip(ratio(together, np.sqrt(along) * np.sqrt(variance(m))), -1.0, 1.0)


def _spearman(pred: Predictions) -> float:
    kept, weight = weighted_rows(pred)
    if any(len(one) < 2 or one.min() == one.max() for one in (kept.truth, kept.labels())):
        return float("nan")
    a, b = (_ranks(one, weight) for one in (kept.truth, kept.labels()))
    scale = np.sqrt(weighted_sum(a * a, weight)) * np.sqrt(weighted_sum(b * b, weight))
    return float(np.clip(weighted_sum(a * b, weight) / scale, -1.0, 1.0))


def _ranks(values: Array, weight: Array) -> Array:
    """Mid-ranks counted from their mean: how much weight lies below, and half of that at the same place."""
    _, place = np.unique(values, return_inverse=True)
    here = np.bincount(place.reshape(-1), weights=weight)
    below = np.cumsum(here)
    return np.asarray((below - here / 2 - below[-1] / 2)[place.reshape(-1)])


pearson = declare(
    "pearson",
    "Pearson correlation of truth and prediction",
    r"\mathrm{Cov}(y, f) / (\sigma_y \sigma_f)",
    _pearson,
    direction=Direction.HIGHER,
    bounds=(-1.0, 1.0),
    undefined="truth or predictions do not vary",
    caveats=("blind to scale and bias: a correlation of 1 may still be far off",),
    short="Pearson correlation",
)
spearman = declare(
    "spearman",
    "Spearman rank correlation of truth and prediction",
    r"\mathrm{corr}(\mathrm{rank}\,y, \mathrm{rank}\,f)",
    _spearman,
    direction=Direction.HIGHER,
    bounds=(-1.0, 1.0),
    undefined="truth or predictions do not vary",
    reads=Reads.ROWS,
    reference="spearman1904",
    caveats=("blind to any monotone distortion; a row of weight two counts as two rows",),
    short="Spearman correlation",
)

ALL: tuple[Measure, ...] = (pearson, spearman)
