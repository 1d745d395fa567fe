"""Scores split by class, sorted and merged."""

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["merge", "split_by_class", "threshold_counts"]


def merge(a: Array, b: Array) -> Array:
    """Return two ascending lists as one."""
    both = np.concatenate([a, b])
    both.sort(kind="stable")  # merges two runs in linear time
    return both


def split_by_class(score: Array, truth: Array, positive: int) -> tuple[Array, Array]:
    """Return the scores of the positives and of the negatives."""
    mark, score = truth == positive, np.ascontiguousarray(score)
    return score[np.flatnonzero(mark)], score[np.flatnonzero(~mark)]  # numbers are quicker than a mask nobody can guess


def threshold_counts(positives: Array, negatives: Array) -> tuple[Array, Array, Array]:
    """Return distinct scores from the highest down, with the positives and negatives at or above each; inputs ascending; it is not compiled."""
    both = np.concatenate([negatives, positives])
    order = np.argsort(both, kind="stable")[::-1]  # stable: two sorted runs are merged in linear time
    values = both[order]
    tp = np.cumsum(order >= len(negatives))
    last = np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else np.empty(0, dtype=np.int64)
    return values[last], tp[last], last + 1 - tp[last]
