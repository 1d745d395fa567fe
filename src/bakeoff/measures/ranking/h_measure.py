"""Hand's H-measure from the convex hull of the ROC points."""

from bakeoff.core.checks import Array
from bakeoff.kernels import kernel

__all__ = ["h_of_hull"]


def h_of_hull(edges: Array, alpha: float = 2.0, beta: float | None = None) -> float:
    """One minus the expected minimum loss over that of the trivial classifier, c ~ Beta(alpha, beta).

    A false positive costs c and a missed positive 1 - c. `beta=None` is 1 + (share of negatives / share of positives),
    which puts the mode of c at the share of positives. Reference: hand2009.

    `edges` are those of the hull, to the right and up, and last the one of the trivial classifier, which goes all the
    way. The loss begins with all positives missed, whatever c is, and each edge changes it for the costs below the
    edge's own, at which its two corners are equally good.

    >>> import numpy as np
    >>> h_of_hull(np.array([[0.0, 5.0, 5.0], [5.0, 0.0, 5.0]]))
    1.0
    """
    right, up = edges
    negatives, positives = right.item(-1), up.item(-1)
    if not negatives or not positives:
        return float("nan")
    a, b = alpha, 1.0 + negatives / positives if beta is None else beta
    return float(kernel("h_of_edges")(edges, a, b))
