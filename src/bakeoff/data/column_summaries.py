"""ColumnSummary: what one column of a data set is like, as a person looks at it before anything is learned."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from math import isfinite, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import clean, elide, significant
from bakeoff.data.dataset import Column, ColumnKind, Dataset

__all__ = ["ColumnSummary", "cell_text", "column_summaries", "kind_of"]

TOP = 3  # levels of a nominal column that are named
LETTERS = 24  # of a level or a name in a table
_DAY = 86400.0
_MOMENTS = (-62135596800.0, 253402300799.0)  # the years 1 to 9999, in seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnSummary:
    """One column: its kind in words, how much of it is missing, how many values it has, and where they lie."""

    name: str
    kind: str
    missing: float  # share of the rows
    distinct: int
    low: float = nan  # of numbers; of dates in seconds since 1970
    median: float = nan
    high: float = nan
    top: tuple[tuple[str, int], ...] = ()  # the most frequent levels with their rows
    is_date: bool = False

    @property
    def values(self) -> str:
        """The range of numbers and dates with the median, the most frequent levels of words.

        >>> ColumnSummary(name="x", kind="numbers", missing=0.0, distinct=3, low=1.0, median=2.0, high=5.0).values
        '1 to 5, median 2'
        """
        if self.top:
            more = self.distinct - len(self.top)
            named = ", ".join(f"{elide(clean(level), LETTERS)} ({count})" for level, count in self.top)
            return f"{named}, {more} more" if more > 0 else named
        if not isfinite(self.low):
            return ""
        low, middle, high = (
            day(one) if self.is_date else significant(one, 4) for one in (self.low, self.median, self.high)
        )
        return f"{low} to {high}, median {middle}"

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        made: dict[str, Any] = json_safe({key: value for key, value in asdict(self).items() if key != "is_date"})
        return made


def day(seconds: float) -> str:
    """A moment as a date, with the time of day where it has one.

    >>> day(86400.0), day(90000.0)
    ('1970-01-02', '1970-01-02 01:00')
    """
    if not (_MOMENTS[0] <= seconds <= _MOMENTS[1]):
        return significant(seconds, 4)
    return f"{datetime.fromtimestamp(seconds, UTC):{'%Y-%m-%d' if seconds % _DAY == 0 else '%Y-%m-%d %H:%M'}}"


def kind_of(column: Column, *, whole: bool = False) -> str:
    """The kind of a column in a word or two; `whole`: all its numbers are whole."""
    if column.stored == "boolean":
        return "true or false"
    if column.kind is ColumnKind.NUMERIC:
        return "whole numbers" if whole else "numbers"
    return {ColumnKind.NOMINAL: "categories", ColumnKind.TEXT: "text", ColumnKind.DATE: "dates"}[column.kind]


def column_summaries(data: Dataset) -> tuple[ColumnSummary, ...]:
    """Every column, in the order of the data set; features without columns have none.

    >>> from bakeoff.data.load import load
    >>> first = column_summaries(load("iris"))[0]
    >>> first.kind, first.distinct, first.values
    ('numbers', 35, '4.3 to 7.9, median 5.8')
    """
    return tuple(_summaries(data)) if data.has_columns else ()


def _summaries(data: Dataset) -> Iterator[ColumnSummary]:
    for at, column in enumerate(data.columns):
        values = data.matrix[:, at]
        known = values[~np.isnan(values)]
        missing = 1 - len(known) / len(values) if len(values) else 0.0
        yield _worded(column, known, missing) if column.levels else _measured(column, known, missing)


def _worded(column: Column, known: Array, missing: float) -> ColumnSummary:
    counts = np.bincount(known.astype(np.int64), minlength=len(column.levels))
    order = np.argsort(-counts, kind="stable")[:TOP]
    repeated = counts.max(initial=0) > 1 and column.kind is not ColumnKind.TEXT
    return ColumnSummary(
        name=column.name,
        kind=kind_of(column),
        missing=missing,
        distinct=int(np.count_nonzero(counts)),
        top=tuple((str(column.levels[at]), int(counts[at])) for at in order.tolist() if counts[at]) if repeated else (),
    )


def _measured(column: Column, known: Array, missing: float) -> ColumnSummary:
    finite = known[np.isfinite(known)]
    whole = bool(len(finite)) and bool(np.all(finite == np.floor(finite)))
    ends = (float(finite.min()), float(np.median(finite)), float(finite.max())) if len(finite) else (nan, nan, nan)
    return ColumnSummary(
        name=column.name, kind=kind_of(column, whole=whole), missing=missing, distinct=len(np.unique(known)),
        low=ends[0], median=ends[1], high=ends[2], is_date=column.kind is ColumnKind.DATE,
    )  # fmt: skip


def cell_text(value: float, column: Column) -> str:
    """One cell as a person reads it; nothing for a gap.

    >>> cell_text(0.0, Column(name="c", kind=ColumnKind.NOMINAL, levels=("red",))), cell_text(2.50, Column(name="x"))
    ('red', '2.5')
    """
    if np.isnan(value):
        return ""
    if column.levels:
        return elide(clean(column.levels[int(value)]), LETTERS)
    if column.kind is ColumnKind.DATE:
        return day(value)
    return f"{value:.6g}"
