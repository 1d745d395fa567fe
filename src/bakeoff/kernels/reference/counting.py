"""Counts of classes."""

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["confusion", "likeliest", "margins", "weighted_confusion"]


def confusion(truth: Array, label: Array, k: int, width: int) -> Array:
    """Return the (k, width) table of truth against label."""
    if k == width == 2:
        t, p, both = np.count_nonzero(truth), np.count_nonzero(label), np.count_nonzero(truth & label)
        return np.array([[len(truth) - t - p + both, p - both], [t - both, both]], dtype=np.float64)
    return weighted_confusion(truth, label, k, width, None)


def weighted_confusion(truth: Array, label: Array, k: int, width: int, weight: Array | None) -> Array:
    """Return the same table with the weights of the rows; it is not compiled."""
    cells = np.bincount(truth * width + label, weights=weight, minlength=k * width)
    return cells.astype(np.float64, copy=False).reshape(k, width)


def likeliest(proba: Array) -> Array:
    """Return the first largest column of each row."""
    return np.asarray(np.argmax(proba, axis=1))


def margins(truth: Array, label: Array, k: int) -> tuple[Array, Array, Array]:
    """Return the class counts of the truth, of the labels, and of the rows where both agree; it is not compiled."""
    agree = truth[truth == label]
    counts = [np.bincount(codes, minlength=k).astype(np.float64) for codes in (truth, label, agree)]
    return counts[0], counts[1], counts[2]
