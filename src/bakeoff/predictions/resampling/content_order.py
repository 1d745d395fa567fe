"""Rows in the order of what they hold, so that draws depend neither on the order of rows nor on the names of groups.

A draw takes the first, the second, ... row or group. Where these are numbered by their content, the same rows in another order, or
groups under other names, give the same draws. Only the order of values counts, so that a change of scale gives the same draws too.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.outputs import NAMES
from bakeoff.predictions.predictions import Predictions

__all__ = ["in_content_order", "is_mirrored"]

FIRST = 4  # columns that are looked at before all are
_READ = (*NAMES[1:], "time", NAMES[0])  # labels last: they may follow from probabilities, and then they order nothing


def in_content_order(
    predictions: Sequence[Predictions], groups: Array | None = None
) -> tuple[list[Predictions], Array | None]:
    """The rows of aligned predictions sorted by truth, weight and outputs, and their groups numbered by the rows they hold.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> [pred], groups = in_content_order([predictions_of([1, 0, 1], [0, 0, 1])], np.array(["p", "q", "p"]))
    >>> pred.truth.tolist(), pred.label.tolist(), len(set(groups.tolist()))
    ([0, 1, 1], [0, 0, 1], 2)
    """
    order, kinds = _sorted(_columns(predictions))
    sorted_predictions = [replace(pred.take(order), rows=np.arange(len(order))) for pred in predictions]
    return sorted_predictions, None if groups is None else _numbered(groups[order], kinds)


def _sorted(columns: list[Array]) -> tuple[Array, Array]:
    """The rows in order, and a number for each kind of row; the first columns mostly tell all rows apart."""
    for many in (FIRST, len(columns)):
        order = np.lexsort(columns[:many][::-1])
        changes = np.zeros(len(order), dtype=bool)
        for column in columns[:many]:
            changes[1:] |= column[order][1:] != column[order][:-1]
        if changes[1:].all():
            break
    return order, np.cumsum(changes)


def is_mirrored(a: Predictions, b: Predictions, difference: float) -> bool:
    """Whether draws are made of b and a instead: the better one by number comes first, so that both orders give the same draws.

    Where the two are level, what they predict decides.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> a, b = (predictions_of([1, 0], given, labels=[0, 1]) for given in ([1, 1], [0, 0]))
    >>> is_mirrored(a, b, 0.5), is_mirrored(b, a, -0.5), is_mirrored(a, b, 0.0) != is_mirrored(b, a, 0.0)
    (False, True, True)
    """
    if abs(difference) > 1e-12 or np.isnan(difference):
        return difference < 0
    first, second = ([_places(column) for column in _columns(pair)] for pair in ((a, b), (b, a)))
    orders = np.lexsort(first[::-1]), np.lexsort(second[::-1])
    for column, other in zip(first, second, strict=True):
        apart = np.flatnonzero(column[orders[0]] != other[orders[1]])
        if apart.size:
            return bool(column[orders[0]][apart[0]] > other[orders[1]][apart[0]])
    return False


def _columns(predictions: Sequence[Predictions]) -> list[Array]:
    """All that rows hold, column by column: truth and weight once, then the outputs of each learner."""
    first = predictions[0]
    columns = [first.truth, first.weight, *(getattr(pred, name) for pred in predictions for name in _READ)]
    columns += list(first.extra.values())
    columns += [pred.prior for pred in predictions if pred.prior is not None and pred.prior.ndim == 2]
    tables = [values.reshape(len(first), -1) for values in columns if values is not None]
    return [table[:, i] for table in tables for i in range(table.shape[1])]


def _places(column: Array) -> Array:
    """The place of each number among those of its column: learners may have scales of their own; codes stay as they are."""
    return column if column.dtype.kind != "f" else np.unique(column, return_inverse=True)[1].reshape(-1)


def _numbered(groups: Array, kinds: Array) -> Array:
    """A number for each group, by how many rows of each kind it holds; groups that hold the same are alike for every draw."""
    codes = np.unique(groups, return_inverse=True)[1].reshape(-1)
    mixed = kinds.astype(np.uint64) + np.uint64(
        1
    )  # sums of well mixed numbers tell groups apart, in whatever order rows stand
    for shift, factor in ((0, 0x9E3779B97F4A7C15), (30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift or 31))) * np.uint64(factor)
    by_group = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[by_group], prepend=-1))
    totals = np.add.reduceat(mixed[by_group], starts)
    place = np.empty(len(totals), dtype=np.int64)
    place[np.argsort(totals, kind="stable")] = np.arange(len(totals))
    return place[codes]
