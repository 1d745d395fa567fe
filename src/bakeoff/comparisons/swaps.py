"""Swapping two learners' scores row by row changes the difference of their AUCs as a sum of signs: one weight per row."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["area_weights"]


def area_weights(positive: Array, a: Array, b: Array) -> Array:
    r"""Weights w with :math:`AUC(a') - AUC(b') = \sum_i \sigma_i w_i`, where :math:`\sigma_i = -1` swaps row i's scores.

    For a positive and a negative row the contribution is :math:`\sigma_i D_1` if both or neither are swapped and
    :math:`\sigma_i D_2` otherwise, which is linear in the two signs. So a positive row weighs half of (negative scores of
    both learners below its a-score minus those below its b-score), a negative row half of (positive scores above its
    a-score minus those above its b-score), ties half. A permutation test of AUC is then as cheap as one of a mean.

    >>> area_weights(np.array([True, False]), np.array([0.9, 0.1]), np.array([0.2, 0.8])).tolist()
    [0.5, 0.5]
    """
    m, n = int(positive.sum()), int((~positive).sum())
    if not m or not n:
        raise BadInput("the area under the ROC curve needs rows of both classes")
    pooled_up = np.sort(np.concatenate([a[positive], b[positive]]))
    pooled_down = np.sort(np.concatenate([a[~positive], b[~positive]]))
    weights = np.empty(positive.size)
    weights[positive] = _twice_below(pooled_down, a[positive]) - _twice_below(pooled_down, b[positive])
    weights[~positive] = _twice_below(pooled_up, b[~positive]) - _twice_below(pooled_up, a[~positive])
    return weights / (4.0 * m * n)


def _twice_below(ascending: Array, at: Array) -> Array:
    """Twice how many are below, plus ties; queries in order walk through memory once."""
    order = np.argsort(at)
    ordered = at[order]
    made = np.empty(at.size)
    made[order] = np.searchsorted(ascending, ordered, "left") + np.searchsorted(ascending, ordered, "right")
    return made
