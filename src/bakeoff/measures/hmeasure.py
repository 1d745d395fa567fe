"""Hand's H-measure from the convex hull of the ROC points."""

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["h_of_hull"]


def h_of_hull(fp: Array, tp: Array, alpha: float = 2.0, beta: float | None = None) -> float:
    """One minus the expected minimum loss over that of the trivial classifier, c ~ Beta(alpha, beta).

    A false positive costs c and a missed positive 1 - c. `beta=None` is 1 + (share of negatives / share of positives),
    which puts the mode of c at the share of positives. Reference: hand2009.

    The loss begins with all positives missed, whatever c is, and each edge of the hull changes it for the costs below
    the edge's own, at which its two corners are equally good; the trivial classifier is a hull of one edge.

    >>> h_of_hull(np.array([0.0, 0.0, 5.0]), np.array([0.0, 5.0, 5.0]))
    1.0
    """
    negatives, positives = float(fp[-1]), float(tp[-1])
    if not negatives or not positives:
        return float("nan")
    a, b = alpha, 1.0 + negatives / positives if beta is None else beta
    if positives > negatives:  # seen from the other class it is the same, and nothing large is subtracted
        fp, tp, negatives, positives, a, b = tp, fp, positives, negatives, b, a
    right, up = np.empty(len(fp)), np.empty(len(tp))  # the edges, and last the one of the trivial classifier
    right[:-1], up[:-1], right[-1], up[-1] = fp[1:] - fp[:-1], tp[1:] - tp[:-1], negatives, positives
    changes, missed = _changes(right, up, a, b), b * positives
    return 1.0 - (missed + float(changes[:-1].sum())) / (missed + float(changes[-1]))


def _changes(right: Array, up: Array, a: float, b: float) -> Array:
    """What going along an edge adds to the loss, times a + b.

    That is `right` times the integral of c, minus `up` times the integral of 1 - c, over the density of costs up to the
    edge's own: incomplete beta functions of (a + 1, b) and (a, b + 1), which follow from that of (a, b).
    """
    from scipy.special import betainc, betaln

    both = right + up
    cost = up / both
    with np.errstate(divide="ignore"):
        bump = cost**a * np.exp(b * np.log1p(-cost) - float(betaln(a, b)))
    return np.asarray(betainc(a, b, cost) * (a * right - b * up) - bump * both)
