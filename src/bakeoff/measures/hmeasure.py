"""Hand's H-measure from the convex hull of the ROC points."""

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
        right, up, positives, a, b = up, right, negatives, b, a
    changes, missed = _changes(right, up, a, b), b * positives
    trivial = changes.item(-1)
    return 1.0 - (missed + (float(changes.sum()) - trivial)) / (missed + trivial)


def _changes(right: Array, up: Array, a: float, b: float) -> Array:
    """What going along an edge adds to the loss, times a + b.

    That is `right` times the integral of c, minus `up` times the integral of 1 - c, over the density of costs up to the
    edge's own: incomplete beta functions of (a + 1, b) and (a, b + 1), which follow from that of (a, b).
    """
    both = right + up
    cost = up / both
    below, bump = _beta(a, b, cost)
    return np.asarray(below * (a * right - b * up) - bump * both)


def _beta(a: float, b: float, x: Array) -> tuple[Array, Array]:
    """The incomplete beta function, and x^a (1 - x)^b over the complete one; a two among a and b spares the series."""
    if b == 2.0:
        power, rest = x**a, 1.0 - x
        return power * (1.0 + a * rest), power * (rest * rest) * (a * (a + 1.0))
    with np.errstate(divide="ignore"):
        logs = b * np.log1p(-x)
    if a == 2.0:
        power = np.exp(logs)
        return 1.0 - power * (1.0 + b * x), power * (x * x) * (b * (b + 1.0))
    from scipy.special import betainc, betaln

    return betainc(a, b, x), x**a * np.exp(logs - float(betaln(a, b)))
