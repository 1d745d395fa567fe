"""The exact law of Friedman's statistic: every way the ranks within blocks could have fallen."""

from itertools import permutations

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["LARGEST", "exact_friedman_p"]

LARGEST = 3_000_000  # values of the rank sums that are held at once


def exact_friedman_p(ranks: Array) -> float:
    """P(statistic >= the one seen) when each block's ranks, ties and all, are shuffled; for few learners only.

    The law of the rank sums is built block by block on a grid of doubled ranks; the last sum follows from the others.

    >>> round(exact_friedman_p(np.array([[1, 2, 3], [1, 2, 3], [1, 3, 2], [1, 2, 3]])), 4)
    0.0417
    """
    n, k = ranks.shape
    doubled = np.rint(2 * ranks).astype(int)
    shape = (int(doubled.max()) * n + 1,) * (k - 1)
    if np.prod([float(one) for one in shape]) > LARGEST:
        raise BadInput(
            f"the exact law of {k} learners on {n} blocks is too large; use the chi-squared or Iman-Davenport's F"
        )
    law = np.zeros(shape)
    law[(0,) * (k - 1)] = 1.0
    for row in doubled:
        fresh = np.zeros(shape)
        orders = list(permutations(row.tolist()))
        for order in orders:
            steps = order[:-1]
            source = tuple(slice(0, size - step) for size, step in zip(shape, steps, strict=True))
            target = tuple(slice(step, None) for step in steps)
            fresh[target] += law[source]
        law = fresh / len(orders)
    axes = np.indices(shape)
    total = doubled.sum()
    middle = total / k
    squares = sum((axis - middle) ** 2 for axis in axes) + (total - axes.sum(axis=0) - middle) ** 2
    seen = float(np.square(doubled.sum(axis=0) - middle).sum())
    return min(1.0, float(law[squares >= seen - 1e-9].sum()))
