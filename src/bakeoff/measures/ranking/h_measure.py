"""Hand's H-measure from the convex hull of the ROC points."""

from math import lgamma

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["h_of_hull"]


def h_of_hull(edges: Array, alpha: float = 2.0, beta: float | None = None) -> float:
    """One minus the expected minimum loss over that of the trivial classifier, c ~ Beta(alpha, beta).

    A false positive costs c and a missed positive 1 - c. `beta=None` is 1 + (share of negatives / share of positives),
    which puts the mode of c at the share of positives. Reference: hand2009.

    `edges` are those of the hull, to the right and up, and last the one of the trivial classifier, which goes all the
    way. The loss begins with all positives missed, whatever c is, and each edge changes it for the costs below the
    edge's own, at which its two corners are equally good.

    >>> h_of_hull(np.array([[0.0, 5.0, 5.0], [5.0, 0.0, 5.0]]))
    1.0
    """
    right, up = edges
    negatives, positives = right.item(-1), up.item(-1)
    if not negatives or not positives:
        return float("nan")
    a, b = alpha, 1.0 + negatives / positives if beta is None else beta
    if positives > negatives:  # seen from the other class it is the same, and nothing large is subtracted
        right, up, negatives, positives, a, b = up, right, positives, negatives, b, a
    both = right + up
    worst, gains = _gains(a, b, negatives, positives, up / both)
    trivial = float(both[-1] * gains[-1])
    return float(1.0 - (worst - (float(np.vdot(both, gains)) - trivial)) / (worst - trivial))


def _gains(a: float, b: float, negatives: float, positives: float, cost: Array) -> tuple[float, Array]:
    """A loss to begin with, and what is gained on each edge per step along it; both times a + b.

    An edge changes the loss by its steps right times the integral of c, minus those up times the integral of 1 - c,
    over the density of costs up to the edge's own, `cost`, which is also the share of the steps up. These integrals are
    incomplete beta functions of (a + 1, b) and (a, b + 1), and follow from that of (a, b). Where a or b is two they are
    powers; where a is, the part of the gains that is the same for all hulls is taken from the loss at once.
    """
    if b == 2.0:
        return 2.0 * positives, cost ** (a + 1.0) * (a + 2.0 - a * cost)
    with np.errstate(divide="ignore"):
        logs = np.log1p(-cost)
    if a == 2.0:
        return 2.0 * negatives, np.exp((b + 1.0) * logs) * (2.0 + b * cost)
    from scipy.special import betainc

    bump = cost**a * np.exp(b * logs + (lgamma(a + b) - lgamma(a) - lgamma(b)))
    return b * positives, bump - betainc(a, b, cost) * (a - (a + b) * cost)
