"""How many rows the training parts of a plan have in common."""

from itertools import combinations
from math import nan
from statistics import fmean

import numpy as np

from bakeoff.splits.plan import SplitPlan

__all__ = ["shared_training_rows"]

_PARTS = 20  # training parts that are compared; the share of others is the same on average


def shared_training_rows(plan: SplitPlan) -> float:
    """The share of its rows that a training part has in common with one of another repeat, on average; NaN with one repeat.

    Parts of the same repeat are not compared: they predict different rows.

    >>> from bakeoff.data.artificial.synthetic import make
    >>> from bakeoff.splits.catalogue import scheme_from
    >>> round(shared_training_rows(scheme_from("10x10").plan(make("xor", n=100), 0)), 2)
    0.9
    """
    first = {split.repeat: split for split in reversed(plan.splits)}
    parts = [np.unique(first[repeat].train) for repeat in sorted(first)[:_PARTS]]
    pairs = list(combinations(parts, 2))
    if not pairs:
        return nan
    return fmean(2 * len(np.intersect1d(a, b, assume_unique=True)) / (len(a) + len(b)) for a, b in pairs)
