"""Which columns changed: a test of each column between old and new rows, with the size of the change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import plus_minus, shared_decimals
from bakeoff.tabular.table import Column, ColumnKind

__all__ = ["ColumnChange", "column_changes", "moves_by_itself", "symmetric_codes"]

_OF_NUMBERS = "Kolmogorov-Smirnov"
_RARE = 5.0  # expected rows of a value; rarer ones are taken together
EXACT = 2000  # values up to which the exact law of Kolmogorov and Smirnov's D is used
_NUMBERED = 20  # rows from which whole numbers without a repetition are taken for row numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnChange:
    """One column: how much it changed, and whether that is shown.

    `effect` is the largest difference between shares of rows: Kolmogorov and Smirnov's D for numbers (the largest difference of
    the two distribution functions), the total variation distance for words, the difference of the shares for missing cells. Words that are
    too rare to be tested one by one are taken together in both: many rare words differ between any two tables.
    """

    column: str
    what: str  # "values" or "missing"
    test: str
    effect: float
    shift: float  # of the mean in old standard deviations, for numbers; NaN for words
    p_value: float
    p_adjusted: float  # over all questions about a change, see shared_level.py
    old: str  # mean and standard deviation, or the most frequent value, or the share missing
    new: str
    new_values: tuple[str, ...] = ()

    @property
    def of_numbers(self) -> bool:
        """Whether the cells are numbers, not words or missing cells."""
        return self.test == _OF_NUMBERS


def column_changes(columns: Sequence[Column], old: Array, new: Array) -> tuple[ColumnChange, ...]:
    """A test of each column, and of its missing cells where there are any; p-values are not adjusted yet.

    Of texts, which hardly repeat, only the missing cells are compared.
    """
    changes: list[ColumnChange] = []
    for index, column in enumerate(columns):
        a, b = old[:, index], new[:, index]
        gaps = np.isnan(a), np.isnan(b)
        if gaps[0].any() or gaps[1].any():
            changes.append(_missing(column, *gaps))
        a, b = a[~gaps[0]], b[~gaps[1]]
        if len(a) and len(b) and column.kind is not ColumnKind.TEXT:
            changes.append(_words(column, a, b) if column.levels else _numbers(column, a, b))
    return tuple(changes)


def moves_by_itself(column: Column, old: Array, new: Array) -> bool:
    """Whether a column differs from table to table whatever the rows are: a time, or whole numbers that never repeat."""
    if column.kind is ColumnKind.DATE:
        return True
    if column.levels or min(len(old), len(new)) < _NUMBERED:
        return False
    both = (old, new)
    return all(bool(np.all(values == np.floor(values))) and len(np.unique(values)) == len(values) for values in both)


def symmetric_codes(columns: Sequence[Column], old: Array, new: Array) -> tuple[Array, Array]:
    """Both tables for a classifier: words coded in alphabetical order, of texts only which are missing.

    Codes in the order of appearance would tell the tables apart by themselves: values that only the new one has come last.
    """
    tables = old.copy(), new.copy()
    for index, column in enumerate(columns):
        if column.kind is ColumnKind.TEXT:
            for table in tables:
                table[:, index] = np.isnan(table[:, index])
        elif column.levels:
            place = np.empty(len(column.levels) + 1)
            place[np.argsort(np.array(column.levels, dtype=object), kind="stable")] = np.arange(len(column.levels))
            place[-1] = nan
            for table in tables:
                cells = table[:, index]
                table[:, index] = place[np.where(np.isnan(cells), -1, cells).astype(np.int64)]
    return tables


def _numbers(column: Column, a: Array, b: Array) -> ColumnChange:
    statistic, p_value = _kolmogorov_smirnov(a, b)
    a, b = a[np.isfinite(a)], b[np.isfinite(b)]  # infinite cells have ranks, and no mean
    spread = _spread(a)
    means = [float(values.mean()) if len(values) else nan for values in (a, b)]
    old, new = _dates(a, b) if column.kind is ColumnKind.DATE else _means(a, b)
    return ColumnChange(
        column=column.name, what="values", test=_OF_NUMBERS, effect=statistic,
        shift=(means[1] - means[0]) / spread if spread > 0 else (0.0 if means[0] == means[1] else nan),
        p_value=p_value, p_adjusted=nan, old=old, new=new,
    )  # fmt: skip


def _kolmogorov_smirnov(a: Array, b: Array) -> tuple[float, float]:
    """Statistic and p; of many values by the law that scipy uses too, without its sorting of what is sorted already.

    >>> [round(value, 4) for value in _kolmogorov_smirnov(np.arange(3000.0), np.arange(500.0, 3500.0))]
    [0.1667, 0.0]
    """
    from scipy.stats import ks_2samp, kstwo

    if max(len(a), len(b)) <= EXACT:
        small = ks_2samp(a, b, method="auto")
        return float(small.statistic), float(small.pvalue)
    first, second = (values if np.all(values[:-1] <= values[1:]) else np.sort(values) for values in (a, b))
    above, below = (np.searchsorted(first, second, side=side) / len(first) for side in ("right", "left"))
    steps = np.arange(len(second) + 1) / len(second)
    # At the last of equal values the distribution of b is complete; at the first it has not begun.
    last = np.append(second[1:] > second[:-1], True)
    begun = np.insert(second[1:] > second[:-1], 0, True)
    distance = max(float(np.abs(above - steps[1:])[last].max()), float(np.abs(below - steps[:-1])[begun].max()))
    size = len(a) * len(b) / (len(a) + len(b))
    return distance, float(np.clip(kstwo.sf(distance, np.round(size)), 0.0, 1.0))


def _means(a: Array, b: Array) -> tuple[str, str]:
    """Mean and standard deviation of both, with the same decimals.

    >>> _means(np.array([0.1, -0.9, 0.2]), np.array([11.0, 12.5])), _means(np.array([7.0, 7.0]), np.array([7.0]))
    (('−0.200 ± 0.608', '11.750 ± 1.061'), ('7 ± 0', '7 ± 0'))
    """
    spreads = [_spread(values) for values in (a, b)]
    decimals = shared_decimals([spread for spread in spreads if spread > 0])
    if not len(a) or not len(b):
        return "infinite", "infinite"
    if not any(spreads):
        return f"{a.mean():g} ± 0", f"{b.mean():g} ± 0"
    old, new = (
        plus_minus(float(values.mean()), spread, decimals) for values, spread in zip((a, b), spreads, strict=True)
    )
    return old, new


def _spread(values: Array) -> float:
    """The standard deviation; 0 of equal numbers, whose mean may be rounded."""
    return float(values.std(ddof=1)) if len(values) > 1 and np.ptp(values) > 0 else 0.0


def _dates(a: Array, b: Array) -> tuple[str, str]:
    """The same of times: the day of the mean, and the standard deviation in days.

    >>> _dates(np.array([0.0, 86400.0]), np.array([864000.0]))
    ('1970-01-01 ± 0.7 days', '1970-01-11 ± 0.0 days')
    """
    if not len(a) or not len(b):
        return "infinite", "infinite"
    spreads = [float(values.std(ddof=1)) if len(values) > 1 else 0.0 for values in (a, b)]
    old, new = (
        f"{datetime.fromtimestamp(float(values.mean()), UTC):%Y-%m-%d} ± {spread / 86400:.1f} days"
        for values, spread in zip((a, b), spreads, strict=True)
    )
    return old, new


def _words(column: Column, a: Array, b: Array) -> ColumnChange:
    size = len(column.levels)
    counts = np.array([np.bincount(codes.astype(np.int64), minlength=size) for codes in (a, b)], dtype=np.float64)
    shares = counts / counts.sum(axis=1, keepdims=True)
    fresh = tuple(column.levels[level] for level in np.flatnonzero((counts[0] == 0) & (counts[1] > 0)).tolist())
    tops = [f"{column.levels[int(share.argmax())]} {share.max():.0%}" for share in shares]
    tested = _rare_together(counts)
    tested = tested / counts.sum(axis=1, keepdims=True)
    return ColumnChange(
        column=column.name, what="values", test="chi-squared", effect=float(np.abs(tested[0] - tested[1]).sum() / 2), shift=nan,
        p_value=_homogeneity(counts), p_adjusted=nan, old=tops[0], new=tops[1], new_values=fresh,
    )  # fmt: skip


def _rare_together(counts: Array) -> Array:
    """The counts with all values together that are too rare to expect five rows."""
    expected = counts.sum(axis=0) * counts.sum(axis=1).min() / counts.sum()
    rare = expected < _RARE
    if rare.sum() > 1:
        counts = np.column_stack([counts[:, ~rare], counts[:, rare].sum(axis=1)])
    return counts[:, counts.sum(axis=0) > 0]


def _homogeneity(counts: Array) -> float:
    """The chi-squared test of two rows of counts; values that are too rare to expect five rows are taken together.

    Two values with few rows are tested exactly (Fisher).
    """
    from scipy.stats import chi2_contingency, fisher_exact

    counts = _rare_together(counts)
    if counts.shape[1] < 2:
        return 1.0
    if counts.shape[1] == 2 and (counts.sum(axis=0) * counts.sum(axis=1).min() / counts.sum() < _RARE).any():
        return float(fisher_exact(counts.astype(np.int64)).pvalue)
    return float(chi2_contingency(counts, correction=False).pvalue)


def _missing(column: Column, a: Array, b: Array) -> ColumnChange:
    counts = np.array([[mask.sum(), len(mask) - mask.sum()] for mask in (a, b)], dtype=np.float64)
    return ColumnChange(
        column=column.name, what="missing", test="chi-squared", effect=float(abs(a.mean() - b.mean())), shift=nan,
        p_value=_homogeneity(counts), p_adjusted=nan, old=f"{a.mean():.1%}", new=f"{b.mean():.1%}",
    )  # fmt: skip
