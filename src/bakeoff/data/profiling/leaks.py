"""Does a single column give the target away? Is it a running number? Both are suspicious before anything is learned."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Column, ColumnKind, Dataset, Task
from bakeoff.tabular.columns import looks_like_text

__all__ = ["Leak", "binned", "identifiers", "leaks"]

_FEWEST = 20  # with fewer rows a perfect column may well be chance
_SAMPLE = 20_000  # rows looked at first; only suspects are checked on all rows
_NEARLY = 0.05  # a suspect leaves at most this share of the trivial error


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A column that predicts the target by itself: with this share of the trivial error left."""

    column: str
    left: float
    same: bool  # the column is the target under another name


def binned(values: Array, bins: int) -> Array:
    """Codes of bins with about equally many values each; gaps get the last code.

    >>> binned(np.array([1.0, 2.0, 3.0, 4.0, np.nan]), 2).tolist()
    [0, 0, 1, 1, 2]
    """
    gaps = np.isnan(values)
    held = np.sort(values[~gaps])
    if not held.size:
        return np.full(len(values), bins)
    cuts = np.unique(held[np.arange(1, bins) * len(held) // bins])
    return np.where(gaps, bins, np.searchsorted(cuts, values, side="right"))


def identifiers(data: Dataset) -> tuple[str, ...]:
    """Columns of words or whole numbers in which every row has a value of its own."""
    if len(data) < _FEWEST:
        return ()
    return tuple(column.name for at, column in enumerate(data.columns) if _is_identifier(column, data.features[:, at]))


def _is_identifier(column: Column, values: Array) -> bool:
    if column.kind is ColumnKind.DATE or (column.kind is ColumnKind.TEXT and looks_like_text(column.levels)):
        return False
    head = values[:_FEWEST]
    if column.kind is ColumnKind.NUMERIC and np.any(head != np.floor(head)):
        return False  # the first rows say already that these are no whole numbers
    if np.isnan(values).any() or np.any(values != np.floor(values)):
        return False
    return len(np.unique(values)) == len(values)


def leaks(data: Dataset) -> tuple[Leak, ...]:
    """Columns that predict the target (nearly) perfectly on their own, by one rule or one threshold."""
    if len(data) < _FEWEST or data.task is Task.CLUSTERING:
        return ()
    judge = _left_numbers if data.task is Task.REGRESSION else _left_classes
    few = slice(None) if len(data) <= _SAMPLE else np.linspace(0, len(data) - 1, _SAMPLE).astype(np.int64)
    found = []
    for at, column in enumerate(data.columns):
        values = data.features[:, at]
        if judge(column, values[few], data.target[few]) > 2 * _NEARLY:
            continue
        left = judge(column, values, data.target)
        if left <= _NEARLY:
            found.append(Leak(column=column.name, left=left, same=left < 1e-9 and _renamed(values, data.target)))
    return tuple(found)


def _renamed(values: Array, target: Array) -> bool:
    """Whether the values are the target under other names: as many different ones, none missing."""
    return not np.isnan(values).any() and len(np.unique(values)) == len(np.unique(target))


def _left_classes(column: Column, values: Array, target: Array) -> float:
    """Errors of the best rule on this column, as a share of those of the majority class."""
    counts = np.bincount(target)
    trivial = len(target) - counts.max()
    if not trivial:
        return 1.0
    if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
        wrong = _one_rule(binned(values, int(np.clip(len(values) // 10, 2, 256))), target)
        if np.count_nonzero(counts) == 2 and wrong:
            wrong = min(wrong, _threshold(values, target == np.argmax(counts)))
    else:
        codes = np.where(np.isnan(values), -1, values).astype(np.int64) + 1
        if len(np.unique(codes)) > len(values) / 5:
            return 1.0  # with so many levels a rule is learned by heart; see identifiers
        wrong = _one_rule(codes, target)
    return float(wrong / trivial)


def _one_rule(codes: Array, target: Array) -> int:
    """Errors of naming the most frequent class for each code."""
    width = int(target.max()) + 1
    table = np.bincount(codes * width + target, minlength=(int(codes.max()) + 1) * width).reshape(-1, width)
    return int(len(target) - table.max(axis=1).sum())


def _threshold(values: Array, major: Array) -> int:
    """Errors of the best single cut between two classes; gaps count as below every cut."""
    order = np.argsort(np.where(np.isnan(values), -np.inf, values), kind="stable")
    ranked, flags = values[order], major[order]
    below = np.cumsum(flags)  # of the larger class, up to and including this row
    size, total = np.arange(1, len(flags) + 1), below[-1]
    may_cut = np.append(ranked[1:] != ranked[:-1], True)  # not inside a run of equal values
    right = np.maximum(below + (len(flags) - total) - (size - below), (size - below) + total - below)
    return int(len(flags) - right[may_cut].max())


def _left_numbers(column: Column, values: Array, target: Array) -> float:
    """The share of the target's variance that this column alone leaves, by a line or by means of its levels."""
    held = ~np.isnan(values)
    spread = float(np.var(target))
    if spread == 0 or held.sum() < 0.9 * len(values):
        return 1.0
    if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
        x, y = values[held], target[held]
        if not np.isfinite(x).all() or np.ptp(x) == 0 or np.ptp(y) == 0:
            return 1.0
        x, y = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
        left = 1 - float(np.mean(x * y)) ** 2
        return 50 * left  # a line is suspicious only if it leaves less than a thousandth
    codes = values[held].astype(np.int64)
    counts = np.bincount(codes)
    if np.count_nonzero(counts) > len(codes) / 5:
        return 1.0
    means = np.bincount(codes, target[held]) / np.maximum(counts, 1)
    return 50 * float(np.mean((target[held] - means[codes]) ** 2)) / spread
