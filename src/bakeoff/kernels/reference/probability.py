"""Checks and sums of probabilities."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels.named_results import FusedSums, ProbabilityCheck

__all__ = ["check_probabilities", "fused_probability_sums"]

PIECE = 1 << 14  # rows taken at a time: their intermediate results stay in the processor's cache
SMALLEST = 4.9e-324  # the smallest positive double


def check_probabilities(proba: Array, truth: Array) -> ProbabilityCheck:
    """Check that all entries are probabilities; also return the largest distance of a row's sum from one, and the log loss."""
    if not proba.size:
        return ProbabilityCheck(True, 0.0, 0.0)
    off = np.abs(proba.sum(axis=1, dtype=np.float64) - 1.0)
    valid = bool(proba.min() >= 0) and bool(proba.max() <= 1)
    true = proba[np.arange(len(truth)), truth].astype(np.float64, copy=False)
    return ProbabilityCheck(valid, float(off.max()), -_log_sum(true) if valid else float("nan"))


def fused_probability_sums(proba: Array, truth: Array) -> FusedSums:
    """Return the sums of all row quantities of probabilities."""
    k = proba.shape[1]
    high = max(PIECE // k, 1)
    total = _fused(proba[:high], truth[:high])
    for start in range(high, len(truth), high):
        total = total.plus(_fused(proba[start : start + high], truth[start : start + high]))
    return total


def _fused(table: Array, truth: Array) -> FusedSums:
    proba, rows = np.asarray(table, dtype=np.float64), np.arange(len(truth))
    p_true, top = proba[rows, truth], np.argmax(proba, axis=1)
    away = proba.copy()
    away[rows, truth] -= 1.0
    confidence = proba[rows, top]
    bins = np.clip(np.ceil(confidence * 10).astype(np.int64) - 1, 0, 9)
    with np.errstate(divide="ignore", invalid="ignore"):
        return FusedSums(
            gaps=float(np.abs(away).sum()),
            spherical=float((p_true / np.sqrt((proba * proba).sum(axis=1))).sum()),
            scheme_bits=float(-np.log2(np.maximum(p_true, SMALLEST)).sum()),
            clipped_log_loss=float(-np.log(np.clip(p_true, 1e-15, 1.0)).sum()),
            impossible=float(np.count_nonzero(p_true == 0)),
            squares=_dot(away, away),
            log_loss=float(-np.log(p_true).sum()),
            calibration=np.bincount(bins, weights=confidence - (top == truth), minlength=10),
            ones=float(truth.sum()) if proba.shape[1] == 2 else 0.0,
        )


def _log_sum(values: Array) -> float:
    """Sum of logarithms: one for every sixteen values, as the logarithm of their product, where that cannot vanish."""
    with np.errstate(divide="ignore"):
        if not len(values) or values.min() < 1e-18:
            return float(np.log(values).sum())
    whole = len(values) // 16 * 16
    products = np.multiply.reduce(values[:whole].reshape(16, -1), axis=0)
    return float(np.log(products).sum() + np.log(values[whole:]).sum())


def _dot(a: Array, b: Array) -> float:
    """Sum of products, pairwise and on this thread alone: BLAS would wake others for it."""
    return float((a * b).sum())
