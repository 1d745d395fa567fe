"""Bootstrap estimates of error that correct for optimism: e0, .632 and .632+."""

from math import exp, nan

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import vector
from bakeoff.core.errors import BadInput

__all__ = ["e632", "e632plus", "no_information_rate"]

SHARE = 0.632  # as in the literature; 1 - 1/e to three digits


def e632(e0: ArrayLike, resubstitution: float, *, exact: bool = False) -> float:
    """A share of .632 of the error outside the bootstrap samples, the rest of the error on the training rows.

    `e0` is the error on the rows left out, one value per replicate (their mean is taken), or that mean itself;
    `exact` uses 1 - 1/e for .632. Reference: efron1997.

    >>> round(e632(0.3, 0.1), 4), round(e632(0.3, 0.1, exact=True), 10)
    (0.2264, 0.2264241118)
    """
    outside = _mean(e0)
    share = 1 - exp(-1) if exact else SHARE
    return share * outside + (1 - share) * float(resubstitution)


def e632plus(e0: ArrayLike, resubstitution: float, gamma: float) -> float:
    """As .632, with a weight that grows with overfitting; gamma is the no-information error rate.

    The error outside is clipped to gamma, the overfitting rate to [0, 1]. Reference: efron1997.

    >>> round(e632plus(0.3, 0.0, 0.5), 4)
    0.2433
    """
    outside = min(_mean(e0), gamma)
    training_error = float(resubstitution)
    overfit = (
        (outside - training_error) / (gamma - training_error)
        if outside > training_error and gamma > training_error
        else 0.0
    )
    overfit = min(max(overfit, 0.0), 1.0)
    weight = SHARE / (1 - (1 - SHARE) * overfit)
    return weight * outside + (1 - weight) * training_error


def no_information_rate(truth: ArrayLike, predicted: ArrayLike) -> float:
    """Error rate if predictions had nothing to do with the truth: sum over classes of p_k (1 - q_k).

    >>> no_information_rate(["a", "a", "b", "b"], ["a", "a", "a", "b"])
    0.5
    """
    t, p = np.asarray(truth), np.asarray(predicted)
    if len(t) != len(p):
        raise BadInput(f"lengths differ: truth has {len(t)}, predicted has {len(p)}")
    if not len(t):
        return nan
    return float(sum(np.mean(t == label) * (1 - np.mean(p == label)) for label in np.unique(np.concatenate([t, p]))))


def _mean(values: ArrayLike) -> float:
    array = vector("e0", np.atleast_1d(np.asarray(values, dtype=np.float64)))
    if not len(array):
        raise BadInput("e0 is empty; give one error per bootstrap replicate, or their mean")
    return float(array.mean())
