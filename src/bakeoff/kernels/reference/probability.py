"""Checks and sums of probabilities."""

from math import fsum

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels.named_results import FusedSums, ProbabilityCheck, ProbabilitySums

__all__ = ["check_probabilities", "fused_probability_sums", "log_sum", "probability_sums"]

PIECE = 1 << 14  # rows taken at a time: their intermediate results stay in the processor's cache
SMALLEST = 4.9e-324  # the smallest positive double


def check_probabilities(proba: Array, truth: Array) -> ProbabilityCheck:
    """Check that all entries are probabilities; also return the largest distance of a row's sum from one, and the log loss."""
    if not proba.size:
        return ProbabilityCheck(True, 0.0, 0.0)
    off = np.abs(proba.sum(axis=1, dtype=np.float64) - 1.0)
    valid = bool(proba.min() >= 0) and bool(proba.max() <= 1)
    return ProbabilityCheck(valid, float(off.max()), log_sum(proba, truth) if valid else float("nan"))


def probability_sums(proba: Array, truth: Array) -> ProbabilitySums:
    """Return the sums of -log p(true class), and of squared distances from the truth over all classes."""
    k = proba.shape[1]
    sums, high = (_sums_of_two, PIECE) if k == 2 else (_sums_of_many, max(PIECE // k, 1))
    parts = [sums(proba[at : at + high], truth[at : at + high]) for at in range(0, len(truth), high)]
    return ProbabilitySums(fsum(log for log, _ in parts), fsum(square for _, square in parts))


def log_sum(proba: Array, truth: Array) -> float:
    """Return the sum of -log p(true class)."""
    return -_log_sum(proba[np.arange(len(truth)), truth].astype(np.float64, copy=False))


def fused_probability_sums(proba: Array, truth: Array) -> FusedSums:
    """Return the sums of all row quantities of probabilities."""
    k = proba.shape[1]
    high = max(PIECE // k, 1)
    total = _fused(proba[:high], truth[:high])
    for at in range(high, len(truth), high):
        total = total.plus(_fused(proba[at : at + high], truth[at : at + high]))
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


def _sums_of_many(proba: Array, truth: Array) -> tuple[float, float]:
    here, away = np.arange(len(truth)), np.array(proba, dtype=np.float64)
    true = away[here, truth]
    away[here, truth] -= 1.0
    return -_log_sum(true), _dot(away, away)


def _sums_of_two(proba: Array, truth: Array) -> tuple[float, float]:
    both = np.asarray(proba, dtype=np.float64)
    true, other = _exchanged(both[:, 0], both[:, 1], truth)
    miss = 1.0 - true
    return -_log_sum(true), _dot(miss, miss) + _dot(other, other)


def _exchanged(first: Array, second: Array, swap: Array) -> tuple[Array, Array]:
    """Both columns of doubles, with the numbers of a row exchanged where `swap` is one rather than zero.

    By their bits: where a choice cannot be guessed, choosing takes three times as long.

    >>> _exchanged(np.array([1.0, 2.0]), np.array([3.0, 4.0]), np.array([0, 1]))
    (array([1., 4.]), array([3., 2.]))
    """
    a, b = first.view(np.int64), second.view(np.int64)
    unlike = (a ^ b) & -swap.astype(np.int64, copy=False)
    return (a ^ unlike).view(np.float64), (b ^ unlike).view(np.float64)


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
