"""Hand's H-measure from the convex hull of the ROC points."""

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["h_of_hull"]


def h_of_hull(fp: Array, tp: Array, alpha: float = 2.0, beta: float | None = None) -> float:
    """One minus the expected minimum loss over that of the trivial classifier, c ~ Beta(alpha, beta).

    A false positive costs c and a missed positive 1 - c. `beta=None` is 1 + (share of negatives / share of positives),
    which puts the mode of c at the share of positives. Reference: hand2009.

    >>> h_of_hull(np.array([0.0, 0.0, 5.0]), np.array([0.0, 5.0, 5.0]))
    1.0
    """
    negatives, positives = float(fp[-1]), float(tp[-1])
    if not negatives or not positives:
        return float("nan")
    pi1 = positives / (positives + negatives)
    pi0 = 1.0 - pi1
    b = 1.0 + pi0 / pi1 if beta is None else beta
    misses, alarms = pi1 * (1.0 - tp / positives), pi0 * fp / negatives
    gains_tp, gains_fp = pi1 / positives * (tp[1:] - tp[:-1]), pi0 / negatives * (fp[1:] - fp[:-1])
    switch = gains_tp / (gains_tp + gains_fp)  # the cost at which the next corner becomes the better one
    costs = np.concatenate([[1.0], switch, [0.0, pi1]])  # falling; last where the trivial classifier turns
    first, rest = _first(costs, alpha, b), _rest(costs, alpha, b)
    loss = float((alarms * (first[:-2] - first[1:-1]) + misses * (rest[:-2] - rest[1:-1])).sum())
    most = pi0 * (first[-1] - first[-2]) + pi1 * (rest[0] - rest[-1])
    return 1.0 - loss / float(most)


def _first(cost: Array, a: float, b: float) -> Array:
    """Integral of c over the cost density, up to a cost."""
    from scipy.special import betainc

    return np.asarray(a / (a + b) * betainc(a + 1, b, cost))


def _rest(cost: Array, a: float, b: float) -> Array:
    """Integral of 1 - c over the cost density, up to a cost."""
    from scipy.special import betainc

    return np.asarray(b / (a + b) * betainc(a, b + 1, cost))
