"""RowGroups: sums per group of rows, so that a cluster bootstrap can resample groups when the rows are gone.

Many thousands of groups (and rows of different weights) are put into a few thousand buckets at random. Rows of one group
share a bucket, so buckets are as independent as groups are, and some thousand of them give the spread to two percent.
Files that are read in parts keep only these sums.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from zlib import crc32

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.binned_row_groups import BinnedRowGroups, binned_units
from bakeoff.predictions.summaries.pivot import ORIGIN, Pivot
from bakeoff.predictions.summaries.row_quantities import CALIBRATION, Column, calibration_bins, classes_of, is_share

__all__ = ["BUCKETS", "MANY", "RowGroups", "bucket_of", "ratios", "repeated_row", "units_in"]

BUCKETS = 1 << 12
FEW = 1 << 20  # cells of all groups that are simply counted
MANY = 1 << 13  # groups from which they are thrown into buckets
NUMBER = np.uint16  # of a group among so many


def bucket_of(ids: Array) -> Array:
    """A bucket for each id, the same wherever it occurs, and as good as random.

    >>> bucket_of(np.array([7, 7, 8])).tolist(), bucket_of(np.array([7.0, 8.0])).tolist()
    ([1596, 1596, 2533], [1596, 2533])
    """
    if ids.dtype.kind == "f":  # 7.0 is 7
        wide = ids.astype(np.float64)
        whole = np.abs(wide) < 2.0**53
        whole[whole] = wide[whole] == np.floor(wide[whole])
        ids = np.where(whole, np.where(whole, wide, 0).astype(np.int64), wide.view(np.int64))
    elif ids.dtype.kind not in "iub":
        values, codes = np.unique(ids.astype(str), return_inverse=True)
        ids = np.array([crc32(value.encode()) for value in values.tolist()], dtype=np.int64)[codes.reshape(-1)]
    mixed = ids.astype(np.int64).view(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return (mixed >> np.uint64(64 - BUCKETS.bit_length() + 1)).astype(np.int64)


def repeated_row(rows: Array) -> Any:
    """A row id that occurs more than once, as under repeated splits; None if there is none.

    >>> repeated_row(np.array([3, 1, 2])), int(repeated_row(np.array([1, 2, 1])))
    (None, 1)
    """
    if rows.dtype.kind in "iu" and bool((np.diff(rows) > 0).all()):
        return None
    values, often = np.unique(rows, return_counts=True)
    return values[np.argmax(often > 1)] if len(values) < len(rows) else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowGroups:
    """Per-group sums of weights and their squares, of weighted row quantities and of confusion cells.

    Where a measure needs the rows themselves, `rows` holds the group of each row in the order of reading.
    """

    n: int  # rows
    ids: Array  # (groups,) ascending
    weight: Array  # (groups,)
    squares: Array  # (groups,) sums of squared weights
    sums: dict[Column, Array] = field(default_factory=dict)  # (groups,) each
    owner: Array  # (filled,) which group,
    place: Array  # has so much in which cell of the confusion matrix
    amount: Array
    width: int = 0  # of that matrix
    rows: Array | None = None  # (n,)
    bins: BinnedRowGroups | None = None  # what they score, where that is ranked in bins
    bucketed: bool = False
    single: bool = False  # whether each row is a group of its own

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def called(self) -> str:
        """How the name of an interval speaks of them, nothing where they are single rows.

        >>> from bakeoff.predictions.from_arrays import predictions_of
        >>> [units_in(predictions_of([0, 1], [0, 1]), np.array([3, 3]), {}, single=one).called for one in (False, True)]
        [', by group', '']
        """
        return ("" if self.single else ", by group") + (", in random buckets" if self.bucketed else "")

    def merge(self, other: "RowGroups") -> "RowGroups":
        """Both together; groups of the same id become one."""
        if self.bucketed != other.bucketed:
            return self.in_buckets().merge(other.in_buckets())
        ids = np.union1d(self.ids, other.ids)
        first, second = (part.at(ids) for part in (self, other))
        merged = replace(
            first,
            n=self.n + other.n,
            weight=first.weight + second.weight,
            squares=first.squares + second.squares,
            sums={column: first.sums[column] + second.sums[column] for column in first.sums if column in second.sums},
            **_cells(*(np.concatenate([getattr(part, name) for part in (first, second)]) for name in _CELL)),
            rows=None if first.rows is None or second.rows is None else np.concatenate([first.rows, second.rows]),
            bins=None if first.bins is None or second.bins is None else first.bins.merge(second.bins),
        )
        return merged.in_buckets() if len(ids) > MANY else merged

    def in_buckets(self) -> "RowGroups":
        """The same with groups thrown together at random."""
        if self.bucketed:
            return self
        bucket = bucket_of(self.ids)
        ids, codes = np.unique(bucket, return_inverse=True)
        return self._gathered(ids, codes.reshape(-1), bucketed=True)

    def at(self, ids: Array) -> "RowGroups":
        """The same among more groups."""
        return self._gathered(ids, np.searchsorted(ids, self.ids), bucketed=self.bucketed)

    def _gathered(self, ids: Array, codes: Array, *, bucketed: bool) -> "RowGroups":
        def added(values: Array) -> Array:
            return np.bincount(codes, weights=values, minlength=len(ids))

        return replace(
            self,
            ids=ids,
            weight=added(self.weight),
            squares=added(self.squares),
            sums={column: added(values) for column, values in self.sums.items()},
            **_cells(codes[self.owner], self.place, self.amount),
            rows=None if self.rows is None else codes.astype(NUMBER)[self.rows],
            bins=None if self.bins is None else self.bins.among(codes, len(ids)),
            bucketed=bucketed,
        )

    def table(self, wanted: Mapping[Column, Any]) -> Array:
        """(groups, columns + 1): the weighted sums of these row quantities, and last the weight."""
        return np.column_stack([*(self.sums[column] for column in wanted), self.weight])

    def settled(self) -> "RowGroups":
        """There are no rows to let go."""
        return self


def ratios(sums: Array) -> Array:
    """Weighted means from such a table.

    >>> ratios(np.array([[6.0, 2.0, 4.0]])).tolist()
    [[1.5, 0.5]]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(sums[:, :-1] / sums[:, -1:])


_CELL = ("owner", "place", "amount")


def _cells(owner: Array, place: Array, amount: Array) -> dict[str, Any]:
    """What falls into the same cell of the same group, added up."""
    wide = int(place.max(initial=-1)) + 1
    places = owner * wide + place
    if wide * (int(owner.max(initial=-1)) + 1) <= max(len(places), FEW):
        held = np.bincount(places, weights=amount)
        keys = np.flatnonzero(held)
        held = held[keys]
    else:
        keys, codes = np.unique(places, return_inverse=True)
        held = np.bincount(codes.reshape(-1), weights=amount, minlength=len(keys))
    return {"owner": keys // max(wide, 1), "place": keys % max(wide, 1), "amount": held}


def units_in(
    pred: Predictions, groups: Array, columns: Mapping[Column, Any], *, pivot: Pivot = ORIGIN, width: int = 0,
    rows: bool = False, bins: bool = False, single: bool = False,
) -> RowGroups:  # fmt: skip
    """The groups of these rows: the named row quantities, and the cells of a confusion matrix of that width, if any.

    `single` says that no two rows belong together; `rows` keeps to which group each belongs, `bins` what groups score.
    """
    bucketed = single and len(groups) > MANY
    ids, codes = _buckets(groups) if bucketed else _numbered(groups)
    heavy = np.ones(len(pred)) if pred.weight is None else np.asarray(pred.weight, dtype=np.float64)
    weighted_rows = np.flatnonzero(heavy) if width else np.zeros(0, dtype=np.int64)
    place = weighted_rows
    if width:  # clusters are counted from one on: -1 is noise
        place = pred.truth[weighted_rows] * width + pred.labels()[weighted_rows] + pred.task.clusters
    units = RowGroups(
        n=len(pred), ids=ids, weight=np.bincount(codes, weights=heavy, minlength=len(ids)),
        squares=np.bincount(codes, weights=heavy * heavy, minlength=len(ids)),
        sums=_sums(pred, codes, len(ids), columns, heavy, pivot), width=width, **_cells(codes[weighted_rows], place, heavy[weighted_rows]),
        rows=codes.astype(NUMBER if len(ids) <= MANY else np.int64) if rows or bins else None, bucketed=bucketed,
        single=single,
    )  # fmt: skip
    units = units.in_buckets() if len(ids) > MANY else units
    if units.rows is None or not bins:
        return units
    return replace(units, bins=binned_units(pred, units.rows, len(units)), rows=units.rows if rows else None)


def _numbered(groups: Array) -> tuple[Array, Array]:
    """The groups that occur, ascending, and the number of each row's; ids that ascend need no sorting."""
    if groups.dtype.kind in "iu" and bool((groups[1:] > groups[:-1]).all()):
        return groups, np.arange(len(groups))
    ids, codes = np.unique(groups, return_inverse=True)
    return ids, codes.reshape(-1)


def _buckets(groups: Array) -> tuple[Array, Array]:
    """The same of buckets that the groups are thrown into."""
    bucket = bucket_of(groups)
    ids = np.flatnonzero(np.bincount(bucket, minlength=BUCKETS))
    number = np.zeros(BUCKETS, dtype=np.int64)
    number[ids] = np.arange(len(ids))
    return ids, number[bucket]


def _sums(  # noqa: PLR0917 - private, called in one place
    pred: Predictions, codes: Array, many: int, columns: Mapping[Column, Any], heavy: Array, pivot: Pivot
) -> dict[Column, Array]:
    """The weighted sum of each row quantity by group; a row falls into one bin of calibration, and is of one class."""
    sums: dict[Column, Array] = {}

    def spread(kin: tuple[Column, ...], which: Array, amount: Array) -> None:
        """Columns of which each row falls into one."""
        table = np.bincount(codes * len(kin) + which, weights=amount, minlength=many * len(kin))
        sums.update(zip(kin, table.reshape(many, -1).T, strict=True))

    with np.errstate(invalid="ignore"):
        if set(CALIBRATION) <= columns.keys():
            bin_of, gap = calibration_bins(pred)
            spread(CALIBRATION, bin_of, gap * heavy)
        if any(is_share(column) for column in columns):
            spread(classes_of(len(pred.classes)), pred.truth, heavy)
        for column in columns.keys() - sums.keys():
            values = np.broadcast_to(column(pred, pivot), (len(pred),))
            sums[column] = np.bincount(codes, weights=np.where(heavy > 0, values, 0.0) * heavy, minlength=many)
    return sums
