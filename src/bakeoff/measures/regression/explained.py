"""D²: the share of a loss that is explained, beside the best constant answer; and the correlation of predicted with true numbers."""

from itertools import accumulate
from math import log
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.measures.aliases import parameter_text
from bakeoff.measures.measure import CLASSES, NUMBERS, Direction, Invariance, Measure, family
from bakeoff.measures.regression.errors import (
    CONSTANT,
    declare,
    level_of,
    pinball_cost,
    quantile,
    variance,
    variance_from_means,
    weighted_rows,
    weighted_sum,
)
from bakeoff.predictions.kinds import MEANS, ROWS
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.confusion import ratio
from bakeoff.predictions.summaries.means import RowMeans
from bakeoff.predictions.summaries.row_quantities import Column

__all__ = ["ALL", "CORRELATION", "d2_pinball"]

TOLD = "share of the loss of the best constant prediction that is explained"
NEGATIVE = "negative if that constant predicts better"


def _shares(m: RowMeans) -> list[Any]:
    """The class shares of the truth; they add up to one whatever the rounding of their sums."""
    weights = [m[share] for share in row_quantities.classes_of(m.classes)]
    total = sum(weights)
    return [ratio(weight, total) for weight in weights]


def _entropy(shares: list[Any]) -> Any:
    """The log loss of the shares themselves."""
    return -sum([share * _log(share) for share in shares])


def _log(share: Any) -> Any:
    """The logarithm; of a class that does not occur, which weighs nothing, zero."""
    if isinstance(share, float):
        return log(share) if share else 0.0
    return np.log(np.where(share > 0, share, 1.0))


def _mixture(shares: list[Any]) -> Any:
    """Their squared distance from the truth: the chance that two rows differ in class, summed without subtractions."""
    return 2.0 * sum([share * before for share, before in zip(shares[1:], accumulate(shares), strict=False)])


def _log_loss(m: RowMeans) -> Any:
    return 1.0 - ratio(m[row_quantities.log_loss], _entropy(_shares(m)))


def _brier(m: RowMeans) -> Any:
    return 1.0 - ratio(m[row_quantities.squares], _mixture(_shares(m)))


def _log_loss_slopes(m: RowMeans) -> dict[Column, float]:
    shares = _shares(m)
    return _slopes(m, row_quantities.log_loss, _entropy(shares), [-_log(share) for share in shares])


def _brier_slopes(m: RowMeans) -> dict[Column, float]:
    shares = _shares(m)
    return _slopes(m, row_quantities.squares, _mixture(shares), [-2.0 * share for share in shares])


def _slopes(m: RowMeans, loss: Column, best: float, by_share: list[float]) -> dict[Column, float]:
    """Of 1 - loss / best by the means it reads, from those of the best loss by the shares, which add up to one."""
    level = sum([share * slope for share, slope in zip(_shares(m), by_share, strict=True)])
    gain = m[loss] / best**2
    moved = [gain * (slope - level) for slope in by_share]
    return {loss: -1.0 / best, **dict(zip(row_quantities.classes_of(m.classes), moved, strict=True))}


def _pinball(pred: Predictions, q: float) -> float:
    if not len(pred):
        return float("nan")
    constant = quantile(pred.truth, q, pred.weight)
    loss, best = (weighted_sum(pinball_cost(pred.truth - f, q), pred.weight) for f in (pred.labels(), constant))
    return 1.0 - float(ratio(loss, best))


_declare = family(direction=Direction.HIGHER, bounds=(-float("inf"), 1.0))


def _of_numbers(name: str, of: str, formula: str, q: float, *, constant: str, loss: str) -> Measure:
    caveats = (
        f"the constant c is the {constant} of these rows' truth",
        "needs the rows: its interval is resampled",
        NEGATIVE,
    )
    return _declare(
        name, f"D² of the {of} ({TOLD})", formula, lambda pred: _pinball(pred, q), caveats=caveats, tasks=NUMBERS, needs=Output.LABEL,
        reads=ROWS, undefined=CONSTANT, reference="koenker1999", explains=loss, family="regression",
    )  # fmt: skip


def _of_classes(
    name: str, of: str, formula: str, compute: Any, slopes: Any, *, caveat: str, loss: str, reference: str
) -> Measure:
    caveats = ("the constant s is the class shares of these rows' truth", caveat, NEGATIVE)
    return _declare(
        name, f"D² of the {of} ({TOLD})", formula, compute, caveats=caveats, tasks=CLASSES, needs=Output.PROBA, reads=MEANS,
        undefined="the truth contains one class only", reference=reference, explains=loss, slopes=slopes, family="probability",
    )  # fmt: skip


d2_log_loss = _of_classes(
    "d2_log_loss",
    "log loss",
    r"1 - \frac{\sum_i \ln p_i(y_i)}{\sum_i \ln s(y_i)}",
    _log_loss,
    _log_loss_slopes,
    caveat="minus infinity if a class that came true had probability zero; nothing is clipped",
    loss="log_loss",
    reference="mcfadden1974",
)
d2_brier = _of_classes(
    "d2_brier",
    "Brier score",
    r"1 - \frac{\sum_{ik} (p_{ik} - y_{ik})^2}{\sum_{ik} (s_k - y_{ik})^2}",
    _brier,
    _brier_slopes,
    caveat="the Brier skill score, its reference being the shares of the rows that are measured",
    loss="brier",
    reference="murphy1973",
)
d2_absolute_error = _of_numbers(
    "d2_absolute_error",
    "absolute error",
    r"1 - \frac{\sum_i |y_i - f_i|}{\sum_i |y_i - c|}",
    0.5,
    constant="median",
    loss="mae",
)


def d2_pinball(q: float) -> Measure:
    """The share of the pinball loss of a quantile that is explained.

    >>> d2_pinball(0.9).name
    'd2_pinball(0.9)'
    """
    level = level_of("d2_pinball", q)
    return _of_numbers(
        f"d2_pinball({parameter_text(level)})",
        f"pinball loss of the {parameter_text(level)} quantile",
        r"1 - \frac{\sum_i L(y_i - f_i)}{\sum_i L(y_i - c)},\; L(d) = \max(q d, (q - 1) d)",
        level,
        constant=f"{parameter_text(level)} quantile",
        loss=f"pinball({parameter_text(level)})",
    )


ALL: tuple[Measure, ...] = (d2_log_loss, d2_brier, d2_absolute_error, d2_pinball(0.9))


def _pearson(m: RowMeans) -> Any:
    along = variance_from_means(m[row_quantities.predicted_squared], m[row_quantities.predicted])
    together = m[row_quantities.product] - m[row_quantities.truth] * m[row_quantities.predicted]
    return np.clip(ratio(together, np.sqrt(along) * np.sqrt(variance(m))), -1.0, 1.0)


def _spearman(pred: Predictions) -> float:
    kept, weight = weighted_rows(pred)
    if any(len(values) < 2 or values.min() == values.max() for values in (kept.truth, kept.labels())):
        return float("nan")
    a, b = (_ranks(values, weight) for values in (kept.truth, kept.labels()))
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
    invariant=Invariance.LINEAR,
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
    reads=ROWS,
    reference="spearman1904",
    invariant=Invariance.MONOTONE,
    caveats=("blind to any monotone distortion; a row of weight two counts as two rows",),
    short="Spearman correlation",
)

CORRELATION: tuple[Measure, ...] = (pearson, spearman)
