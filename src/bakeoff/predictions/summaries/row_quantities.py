"""Row quantities: functions that give one number per row; many measures are functions of their means.

A column takes the predictions and a pivot, which is subtracted from the truth and the predicted numbers first.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.pivot import ORIGIN, Pivot

__all__ = ["CALIBRATION", "FLOOR", "FUSED", "Column", "RowQuantity", "classes_of", "is_share"]

Column = Callable[[Predictions, Pivot], Array]
FLOOR = 4.9e-324  # WEKA's smallest probability, the smallest positive double
LN2 = float(np.log(2.0))
_given: dict[tuple[Any, ...], "RowQuantity"] = {}  # means are kept by column, and looked up seventy times in a panel


@dataclass(frozen=True, slots=True, eq=False)
class RowQuantity:
    """A row quantity with parameters, for example `calibration_gap(low, high)`.

    Instances are interned, also after unpickling: two equal quantities are the same object and can be keys of a dict.

    >>> RowQuantity(is_class, (1,)) is RowQuantity(is_class, (1,))
    True
    """

    rows: Callable[..., Array]  # of the predictions and the parameters
    parameters: tuple[Any, ...]
    mean: Callable[..., float] | None = None  # a quicker way to the mean of unweighted rows, where there is one

    def __new__(cls, rows: Callable[..., Array], parameters: tuple[Any, ...], _: Any = None) -> "RowQuantity":  # noqa: PYI034
        return _given.setdefault((rows, parameters), object.__new__(cls))

    def __reduce__(self) -> tuple[Any, ...]:
        return RowQuantity, (self.rows, self.parameters, self.mean)

    def __call__(self, pred: Predictions, _: Pivot) -> Array:
        return self.rows(pred, *self.parameters)

    @property
    def __name__(self) -> str:
        return f"{self.rows.__name__}{self.parameters}"


def p_true(pred: Predictions, _: Pivot = ORIGIN) -> Array:
    """Probability given to the class that was true."""
    proba = pred.probabilities()
    return np.asarray(proba[np.arange(len(pred)), pred.truth], dtype=np.float64)


def q_true(pred: Predictions, _: Pivot = ORIGIN) -> Array:
    """Prior probability of the class that was true; NaN if no prior is known."""
    if pred.prior is None:
        return np.full(len(pred), np.nan)
    prior = np.asarray(pred.prior, dtype=np.float64)
    return np.asarray(prior[pred.truth] if prior.ndim == 1 else prior[np.arange(len(pred)), pred.truth])


def log_loss(pred: Predictions, _: Pivot) -> Array:
    """Minus the natural logarithm of the true class's probability; infinite at zero."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(p_true(pred)))


def other_outcome(pred: Predictions, column: Column) -> Array:
    """What the row would add if the class had come true that is believed most among the others; as it is where that is infinite."""
    rows, proba = np.arange(len(pred)), np.array(pred.probabilities(), dtype=np.float64)
    proba[rows, pred.truth] = -1.0
    with np.errstate(divide="ignore", invalid="ignore"):
        turned = replace(pred, truth=proba.argmax(axis=1).astype(pred.truth.dtype))
        other = np.broadcast_to(column(turned, ORIGIN), (len(pred),))
    return np.where(np.isfinite(other), other, column(pred, ORIGIN))


def mistaken(pred: Predictions, _: Pivot) -> Array:
    """1 where another class was believed more than the true one."""
    return np.asarray(p_true(pred) < pred.probabilities().max(axis=1), dtype=np.float64)


def impossible(pred: Predictions, _: Pivot) -> Array:
    """1 where the true class was given probability zero."""
    return np.asarray(p_true(pred) == 0, dtype=np.float64)


def squares(pred: Predictions, _: Pivot) -> Array:
    """Squared distance of the probabilities from the truth, summed over classes."""
    away = _away(pred)
    return np.asarray(np.einsum("ij,ij->i", away, away))


def gaps(pred: Predictions, _: Pivot) -> Array:
    """Absolute distance of the probabilities from the truth, summed over classes."""
    return np.asarray(np.abs(_away(pred)).sum(axis=1))


def _away(pred: Predictions) -> Array:
    """Probabilities minus truth; sums over all classes without the true one would lose the digits of good answers."""
    away = np.array(pred.probabilities(), dtype=np.float64)
    away[np.arange(len(pred)), pred.truth] -= 1.0
    return away


def prior_squares(pred: Predictions, _: Pivot) -> Array:
    """The same squared distance for the prior."""
    if pred.prior is None:
        return np.full(len(pred), np.nan)
    prior = np.atleast_2d(np.asarray(pred.prior, dtype=np.float64))
    true = q_true(pred)
    return np.asarray((prior**2).sum(axis=1) - true**2 + (1.0 - true) ** 2)


def prior_gaps(pred: Predictions, _: Pivot) -> Array:
    """The same absolute distance for the prior."""
    if pred.prior is None:
        return np.full(len(pred), np.nan)
    prior = np.atleast_2d(np.asarray(pred.prior, dtype=np.float64))
    true = q_true(pred)
    return np.asarray(prior.sum(axis=1) - true + np.abs(1.0 - true))


def spherical(pred: Predictions, _: Pivot) -> Array:
    """Probability of the true class over the length of the probability vector."""
    proba = np.asarray(pred.probabilities(), dtype=np.float64)
    return np.asarray(p_true(pred) / np.sqrt(np.einsum("ij,ij->i", proba, proba)))


def information(pred: Predictions, _: Pivot, misleading: float = -1.0, floor: float = 0.0) -> Array:
    """Bits of information in the answer about the true class; misleading answers are subtracted.

    An answer that lowers the true class below its prior is misleading. `misleading=+1` is the variant that adds it.
    """
    p, q = np.maximum(p_true(pred), floor), np.maximum(q_true(pred), floor)
    with np.errstate(divide="ignore", invalid="ignore"):
        useful = np.log2(p) - np.log2(q)
        harmful = misleading * (np.log2(np.maximum(1 - p, floor)) - np.log2(np.maximum(1 - q, floor)))
    return np.asarray(np.where(p >= q, useful, harmful))


def information_as_printed(pred: Predictions, pivot: Pivot) -> Array:
    """The variant that rewards misleading answers."""
    return information(pred, pivot, misleading=1.0)


def information_floored(pred: Predictions, pivot: Pivot) -> Array:
    """As WEKA computes it: no probability below the smallest double."""
    return information(pred, pivot, floor=FLOOR)


def prior_bits(pred: Predictions, _: Pivot) -> Array:
    """Bits to code the true class by the prior alone."""
    return np.asarray(-np.log2(np.maximum(q_true(pred), FLOOR)))


def scheme_bits(pred: Predictions, _: Pivot) -> Array:
    """Bits to code the true class by the predicted probabilities."""
    return np.asarray(-np.log2(np.maximum(p_true(pred), FLOOR)))


def calibration_gap(pred: Predictions, low: float, high: float) -> Array:
    """Confidence minus correctness for rows whose largest probability lies in (low, high], else zero."""
    proba = pred.probabilities()
    top = np.argmax(proba, axis=1)
    confidence = np.asarray(proba[np.arange(len(pred)), top], dtype=np.float64)
    inside = (confidence > low) & (confidence <= high)
    return np.where(inside, confidence - (top == pred.truth), 0.0)


def calibration_bins(pred: Predictions) -> tuple[Array, Array]:
    """The one bin of CALIBRATION that each row falls into, and its gap there."""
    proba = pred.probabilities()
    top = np.argmax(proba, axis=1)
    confidence = np.asarray(proba[np.arange(len(pred)), top], dtype=np.float64)
    code = np.clip(np.ceil(confidence * 10).astype(np.int64) - 1, 0, 9)
    return code, confidence - (top == pred.truth)


def calibration_sums(pred: Predictions, power: int = 1) -> Array:
    """The sums of all ten bins of CALIBRATION at once, or of their squares; weighted where rows have weights."""
    code, gap = calibration_bins(pred)
    heavy = gap**power if pred.weight is None else gap**power * pred.weight
    return np.bincount(code, weights=heavy, minlength=10)


def clipped_log_loss(pred: Predictions, _: Pivot) -> Array:
    """The log loss of probabilities of at least 1e-15."""
    return np.asarray(-np.log(np.clip(p_true(pred), 1e-15, 1.0)))


def rounded_log_loss(pred: Predictions, _: Pivot) -> Array:
    """The log loss of probabilities that are neither nearer to 0 nor to 1 than their rounding unit, as in scikit-learn."""
    unit = np.finfo(pred.probabilities().dtype).eps
    return np.asarray(-np.log(np.clip(p_true(pred), unit, 1 - unit)))


def is_class(pred: Predictions, code: int) -> Array:
    """1 where the truth is of that class."""
    return np.asarray(pred.truth == code, dtype=np.float64)


@lru_cache(maxsize=64)
def classes_of(k: int) -> tuple[Column, ...]:
    """The k columns whose means are the class shares of the truth."""
    return tuple(RowQuantity(is_class, (code,)) for code in range(k))


def is_share(column: Column) -> bool:
    """Whether it is one of those columns.

    >>> is_share(classes_of(3)[1]), is_share(log_loss)
    (True, False)
    """
    return isinstance(column, RowQuantity) and column.rows is is_class


def class_sums(pred: Predictions) -> Array:
    """The sums of all of them at once; two classes are told apart by counting one."""
    k = len(pred.classes)
    if k == 2 and pred.weight is None:
        ones = np.count_nonzero(pred.truth)
        return np.array([len(pred) - ones, ones], dtype=np.float64)
    return np.bincount(pred.truth, weights=pred.weight, minlength=k).astype(np.float64)


def siblings(column: Column, pred: Predictions) -> tuple[tuple[Column, ...], Array] | None:
    """Columns that are summed together, since each row falls into one of them, and their sums; None for a lone one."""
    if column in CALIBRATION:
        return CALIBRATION, calibration_sums(pred)
    if is_share(column):
        return classes_of(len(pred.classes)), class_sums(pred)
    return None


CALIBRATION: tuple[Column, ...] = tuple(RowQuantity(calibration_gap, (i / 10, (i + 1) / 10)) for i in range(10))
# What one pass over the probabilities sums up, by the names of the fields of FusedSums.
FUSED: dict[Column, str] = {
    column: column.__name__
    for column in (gaps, spherical, scheme_bits, clipped_log_loss, impossible, squares, log_loss)
}


def errors(pred: Predictions) -> Array:
    """Predicted minus true number."""
    return np.asarray(pred.labels() - pred.truth)


def absolute_error(pred: Predictions, _: Pivot) -> Array:
    """How far off."""
    return np.abs(errors(pred))


def squared_error(pred: Predictions, _: Pivot) -> Array:
    """How far off, squared."""
    return np.asarray(errors(pred) ** 2)


def signed_error(pred: Predictions, pivot: Pivot) -> Array:
    """Predicted minus true, both from the pivot."""
    return np.asarray(errors(pred) - pivot.bias)


def signed_error_squared(pred: Predictions, pivot: Pivot) -> Array:
    """Its square."""
    return signed_error(pred, pivot) ** 2


def truth(pred: Predictions, pivot: Pivot) -> Array:
    """The true number from the pivot."""
    return np.asarray(pred.truth - pivot.truth)


def truth_squared(pred: Predictions, pivot: Pivot) -> Array:
    """Its square."""
    return np.asarray((pred.truth - pivot.truth) ** 2)


def predicted(pred: Predictions, pivot: Pivot) -> Array:
    """The predicted number from the pivot."""
    return np.asarray(pred.labels() - pivot.predicted)


def predicted_squared(pred: Predictions, pivot: Pivot) -> Array:
    """Its square."""
    return np.asarray((pred.labels() - pivot.predicted) ** 2)


def product(pred: Predictions, pivot: Pivot) -> Array:
    """True times predicted, both from the pivot."""
    return np.asarray((pred.truth - pivot.truth) * (pred.labels() - pivot.predicted))


def relative_error(pred: Predictions, _: Pivot) -> Array:
    """Absolute error over the size of the truth; infinite or NaN at a truth of zero."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.abs(errors(pred)) / np.abs(pred.truth))


def symmetric_error(pred: Predictions, _: Pivot) -> Array:
    """Absolute error over the mean size of truth and prediction; zero where both are zero."""
    size = np.abs(pred.truth) + np.abs(pred.labels())
    return np.asarray(2 * np.divide(np.abs(errors(pred)), size, out=np.zeros(len(pred)), where=size > 0))


def squared_log_error(pred: Predictions, _: Pivot) -> Array:
    """Squared difference of log(1 + value); NaN below -1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((np.log1p(pred.labels()) - np.log1p(pred.truth)) ** 2)


def baseline_squared(pred: Predictions, _: Pivot) -> Array:
    """Squared distance of the truth from the training mean; NaN if that is not known."""
    if pred.prior is None:
        return np.full(len(pred), np.nan)
    mean = np.asarray(pred.prior, dtype=np.float64).reshape(-1)
    return np.asarray((pred.truth - mean) ** 2)
