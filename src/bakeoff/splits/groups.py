"""Folds of whole groups: rows of one patient, one site, one author never on both sides."""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Dataset
from bakeoff.splits.checks import missing_entries

__all__ = ["group_codes", "group_folds"]


def group_codes(data: Dataset) -> Array:
    """0, 1, 2, ... per group; refuses a data set without groups or with rows that belong to none."""
    if data.groups is None:
        raise BadInput(f"data set {data.name!r} has no groups; name the group column or use groups=false")
    values = data.groups
    missing = missing_entries(values)
    if missing.any():
        raise BadInput(f"data set {data.name!r}: row {np.flatnonzero(missing)[0]} has no group; fill it in or drop it")
    codes: Array = np.unique(values.astype(str) if values.dtype == object else values, return_inverse=True)[1]
    return codes


def group_folds(groups: Array, folds: int, rng: np.random.Generator, strata: Array | None = None) -> Array:
    """The fold of each row, groups kept whole, large groups placed first, each where it hurts evenness least.

    With f the share of a stratum's rows in a fold, every group goes where the sum of f squared over folds and strata
    (all rows together count as one stratum) grows least.

    >>> fold = group_folds(np.array([0, 0, 0, 1, 1, 2]), 2, np.random.default_rng(0))
    >>> sorted(np.bincount(fold).tolist())
    [3, 3]
    """
    number = int(groups.max()) + 1
    table = np.bincount(groups, minlength=number)[:, None].astype(float)
    if strata is not None:
        width = int(strata.max()) + 1
        by_class = np.bincount(groups * width + strata, minlength=number * width).reshape(number, width)
        table = np.hstack([table, by_class[:, by_class.sum(axis=0) > 0]])
    weight = table / table.sum(axis=0) ** 2
    shuffled = rng.permutation(number)
    order = shuffled[np.argsort(-table[shuffled, 0], kind="stable")]
    loads = np.zeros((folds, table.shape[1]))
    home = np.empty(number, dtype=np.int64)
    for group in order:
        home[group] = best = int(np.argmin(loads @ weight[group]))
        loads[best] += table[group]
    fold: Array = rng.permutation(folds)[home][groups]
    return fold
