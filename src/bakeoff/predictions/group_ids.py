"""What rows belong to, and how much they count: checked once, and the same wherever rows are compared."""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.predictions.class_labels import ArgumentNames, missing
from bakeoff.predictions.input.array_checks import check_group_ids, check_weights, numbers
from bakeoff.predictions.predictions import Predictions

__all__ = ["check_groups", "check_row_weights", "in_whole_groups", "numbered_groups", "uneven"]

_PYTHON = ArgumentNames()


def check_groups(groups: Any, n: int, say: ArgumentNames = _PYTHON) -> Array:
    """Return the group of each of `n` rows; refuses a missing id, another number of rows, and a single group.

    >>> check_groups(["p", "p", "q"], 3).tolist()
    ['p', 'p', 'q']
    """
    ids = check_group_ids("groups", groups, say)
    if len(ids) != n:
        raise BadInput(f"{say('groups')} has {len(ids)} entries for {n} rows; give the group of each row")
    if ids.dtype.kind in "OU":
        blank = next(
            (row for row, group in enumerate(ids.tolist()) if isinstance(group, str) and not group.strip()), None
        )
        if blank is not None:
            raise BadInput(f"{say.at('groups', blank)} is missing; drop the row or fill it in")
        ids = ids.astype(str) if ids.dtype.kind == "O" else ids
    if n and len(np.unique(ids)) < 2:
        raise BadInput(
            f"{say('groups')} names one group only, {str(ids[0])[:40]!r}; one group cannot show how groups differ: "
            "give at least two, or leave groups out if the rows are independent"
        )
    return ids


def numbered_groups(groups: Array) -> Array:
    """Return a number for each group; a row whose group is missing is a group of its own.

    >>> numbered_groups(np.array(["p", None, "p", None], dtype=object)).tolist()
    [0, 1, 0, 2]
    """
    gone = missing(groups)
    names, codes = np.unique(groups[~gone].astype(str), return_inverse=True)
    codes_of_rows = np.empty(len(groups), dtype=np.int64)
    codes_of_rows[~gone], codes_of_rows[gone] = codes.reshape(-1), len(names) + np.arange(int(gone.sum()))
    return codes_of_rows


def in_whole_groups(pred: Predictions, groups: Array, say: ArgumentNames = _PYTHON) -> Predictions:
    """The predictions with these groups; the items of one query belong to one group."""
    if pred.query is not None:
        _, first, codes = np.unique(pred.query, return_index=True, return_inverse=True)
        other = np.flatnonzero(groups != groups[first][codes.reshape(-1)])
        if other.size:
            query = pred.query[other[0]]
            raise BadInput(
                f"{say('groups')}: items of query {query!s:.40} are in two groups; give one group to each query"
            )
    return pred.in_groups(groups)


def check_row_weights(weight: Any, n: int, say: ArgumentNames = _PYTHON) -> Array:
    """Return the weight of each of `n` rows, zero or more and not all zero.

    >>> check_row_weights([1, 2, 0], 3).tolist()
    [1.0, 2.0, 0.0]
    """
    weights = check_weights(numbers("sample_weight", weight, say).astype(np.float64, copy=False), say)
    if len(weights) != n:
        raise BadInput(f"{say('sample_weight')} has {len(weights)} entries for {n} rows; give the weight of each row")
    if n and not weights.any():
        raise BadInput(f"{say('sample_weight')} is zero on every row; give at least one row a weight")
    return weights


def uneven(weight: Array | None) -> bool:
    """Whether some rows count more than others; one weight for all is no weight.

    >>> uneven(None), uneven(np.array([2.0, 2.0])), uneven(np.array([1.0, 2.0]))
    (False, False, True)
    """
    return weight is not None and len(weight) > 0 and bool(np.ptp(weight))
