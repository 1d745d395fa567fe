"""Mid-ranks of rows: ties share the mean of the ranks they cover, missing values have none."""

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["midranks", "tie_sizes"]


def midranks(values: Array) -> Array:
    """Ranks along the last axis, 1 for the smallest; NaN stays NaN.

    >>> midranks(np.array([[0.2, 0.1, 0.2]])).tolist()
    [[2.5, 1.0, 2.5]]
    """
    table = np.atleast_2d(values)
    n, k = table.shape
    order = np.argsort(table, axis=1)  # NaN last; the order within ties does not matter
    ordered = np.sort(table, axis=1)  # quicker than gathering by the order just found
    starts = np.ones((n, k), dtype=bool)
    starts[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    ranks = np.broadcast_to(np.arange(1.0, k + 1), (n, k))
    if not starts.all():
        group = np.cumsum(starts.ravel()) - 1
        first = np.flatnonzero(starts.ravel())
        size = np.diff(first, append=n * k)
        ranks = (first % k + (size + 1) / 2)[group].reshape(n, k) if k else ranks
    result = np.empty((n, k))
    np.put_along_axis(result, order, ranks, axis=1)
    result[np.isnan(table)] = np.nan
    return result.reshape(np.shape(values))


def tie_sizes(values: Array) -> Array:
    """How many equal values each distinct value stands for.

    >>> tie_sizes(np.array([1.0, 2.0, 2.0])).tolist()
    [1, 2]
    """
    return np.unique(values, return_counts=True)[1]
