"""The Q-statistic: the logarithm of the ratio of two learners' accumulated losses."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.streams.forgetting import RunningSums, forgetting_of
from bakeoff.streams.losses import nonnegative_losses

__all__ = ["q_statistic"]


def q_statistic(loss_a: Any, loss_b: Any, fading: float | None = None) -> Array:
    r"""Which of two learners has lost less so far, after every example?

    :math:`Q_n = \log(S_n^A / S_n^B)` with the accumulated losses :math:`S_n = L_n + \alpha S_{n-1}`: below zero a has lost
    less, above zero b has.  It is a description, no test.  Reference: gama2013.

    Parameters
    ----------
    loss_a, loss_b
        The losses of both learners, one for each example in the order of time; none below zero.
    fading
        A factor above 0 and at most 1 that old losses are multiplied by at each example; by default nothing is forgotten.

    Returns
    -------
    An array with one value for each example; NaN while neither has lost anything, infinite while only one has.

    >>> q_statistic([1, 0, 1, 0], [1, 1, 1, 1]).round(3).tolist()
    [0.0, -0.693, -0.405, -0.693]
    """
    a, b = nonnegative_losses(loss_a, loss_b)
    sums = RunningSums(forgetting=forgetting_of(None, fading)).push(np.column_stack([a, b]))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.log(sums[:, 0]) - np.log(sums[:, 1]) if len(sums) else np.empty(0))
