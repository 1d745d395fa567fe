"""Which rows repeat another row exactly, and do they agree on the target?"""

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["row_groups"]

_MIX = np.uint64(0xBF58476D1CE4E5B9)
_STEP = 0x9E3779B97F4A7C15


def row_groups(features: Array) -> Array:
    """A number for each row, the same for rows with the same features (a gap equals a gap).

    >>> row_groups(np.array([[1.0, np.nan], [2.0, 0.0], [1.0, np.nan]])).tolist()
    [0, 1, 0]
    """
    hashes = _hashes(features)
    order = np.argsort(hashes, kind="stable")
    alike = np.zeros(len(order), dtype=bool)
    near = np.flatnonzero(hashes[order][1:] == hashes[order][:-1])
    if near.size:  # equal hashes are made sure of: rows that only hash alike stay apart
        left, right = features[order[near]], features[order[near + 1]]
        alike[near + 1] = np.all((left == right) | (np.isnan(left) & np.isnan(right)), axis=1)
    starts = ~alike
    group = np.empty(len(order), dtype=np.int64)
    first_row = order[starts]  # a stable sort puts the earliest row of each group first
    group[order] = first_row[np.cumsum(starts) - 1]
    return np.unique(group, return_inverse=True)[1]


def _hashes(features: Array) -> Array:
    """64 bits per row, column by column, so that no copy of the whole matrix is made."""
    total = np.zeros(len(features), dtype=np.uint64)
    for at in range(features.shape[1]):
        column = features[:, at] + 0.0  # -0.0 becomes 0.0, and the caller's array stays as it is
        column[np.isnan(column)] = np.nan  # one bit pattern for every gap
        bits = column.view(np.uint64)
        bits ^= bits >> np.uint64(32)  # doubles of whole numbers differ in their upper bits only
        bits += np.uint64((_STEP * (at + 1)) % 2**64)
        bits *= _MIX
        bits ^= bits >> np.uint64(29)
        total += bits * np.uint64((_STEP * (2 * at + 1)) % 2**64 | 1)
    return total
