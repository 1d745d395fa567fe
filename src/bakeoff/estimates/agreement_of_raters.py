"""How far several raters agree beyond chance: Fleiss' kappa with its interval."""

from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, probability
from bakeoff.core.errors import BadInput
from bakeoff.core.text import elide
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VARIATION, ONE_UNIT

__all__ = ["fleiss_kappa"]

FEWEST = 2  # raters of an item that can agree


def fleiss_kappa(ratings: Any, *, level: float = 0.95) -> Estimate:
    r"""How far do several raters agree beyond chance?  :math:`(\bar P - P_e) / (1 - P_e)` with the mean agreement of two raters of an item.

    Raters need not be the same for each item, but of two learners of classes it is not Cohen's kappa: chance is one distribution for all.
    The interval leaves out each item in turn (jackknife, t).  Reference: fleiss1971.

    Parameters
    ----------
    ratings
        Items x raters: the class that each rater states, of any kind; None or NaN where a rater states none. An array or a frame.
    level
        The confidence of the interval.

    Returns
    -------
    Estimate
        Kappa with its interval; NaN where all raters state one class for all items.

    Examples
    --------
    >>> round(fleiss_kappa([["a", "a", "a"], ["b", "b", "a"], ["b", "b", "b"], ["a", "b", "a"]]).value, 4)
    0.3333
    """
    tail = (1 - probability("level", level)) / 2
    counts = _counts(ratings)
    n, value = len(counts), _kappa(counts.sum(axis=0), *_pairs(counts))
    if isnan(value):
        return Estimate.alone(nan, n, NO_VARIATION(), level=level)
    if n < FEWEST:
        return Estimate.alone(value, n, ONE_UNIT(unit="item"), level=level)
    agreed, items = _per_item(counts)
    total = counts.sum(axis=0)
    left = np.array(
        [_kappa(total - row, agreed.sum() - share, items - 1) for row, share in zip(counts, agreed, strict=True)]
    )
    if not np.isfinite(left).all() or not np.ptp(left):
        return Estimate.alone(value, n, NO_VARIATION(), level=level)
    from scipy.special import stdtrit

    error = sqrt((n - 1) / n * float(((left - left.mean()) ** 2).sum()))
    reach = -float(stdtrit(n - 1, tail)) * error
    return Estimate(
        value=value, low=max(value - reach, -1.0), high=min(value + reach, 1.0), level=level, method="jackknife over items, t", n=n, df=n - 1
    )  # fmt: skip


def _per_item(counts: Array) -> tuple[Array, int]:
    """The share of pairs of raters that agree on each item, and how many items there are."""
    raters = counts.sum(axis=1)
    return (counts * (counts - 1)).sum(axis=1) / (raters * (raters - 1)), len(counts)


def _pairs(counts: Array) -> tuple[float, int]:
    agreed, items = _per_item(counts)
    return float(agreed.sum()), items


def _kappa(total: Array, agreed: float, items: int) -> float:
    """From the ratings of each class, the sum of the agreement of items, and their number."""
    shares = total / total.sum()
    chance = float((shares**2).sum())
    return (agreed / items - chance) / (1 - chance) if items and chance < 1 else nan


def _counts(ratings: Any) -> Array:
    """How many raters state each class, for every item; BadInput where an item has fewer than two raters."""
    table = np.asarray(ratings, dtype=object)
    if table.ndim != 2 or not table.size:
        raise BadInput(f"ratings must be a table of items x raters, but have shape {table.shape}")
    missing = np.array([[cell is None or cell != cell for cell in row] for row in table])  # noqa: PLR0124 - NaN is not itself
    few = np.flatnonzero((~missing).sum(axis=1) < FEWEST)
    if few.size:
        raise BadInput(f"item {few[0]} has fewer than two ratings, so that nobody can agree on it; leave it out")
    names = {str(cell): place for place, cell in enumerate(dict.fromkeys(map(str, table[~missing])))}
    if len(names) > len(table) * table.shape[1] / 2 and len(names) > FEWEST:
        raise BadInput(
            f"most ratings are classes of their own, such as {elide(next(iter(names)), 40)!r}; Fleiss' kappa is about classes, not about numbers"
        )
    counts = np.zeros((len(table), len(names)))
    for item, rater in zip(*np.nonzero(~missing), strict=True):
        counts[item, names[str(table[item, rater])]] += 1
    return counts
