"""How the values of a column are spread over bins or words in the old and in the new rows: what a picture of a change shows."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.text import clean
from bakeoff.tabular.table import Column, ColumnKind

__all__ = ["ColumnShape", "column_shapes"]

BINS = 20  # of numbers
WORDS = 8  # the most frequent ones; the rest is one bar
MOST = 12  # columns that get a picture


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ColumnShape:
    """Shares of the old and of the new rows, of those with a value: in bins between the edges, or by word."""

    column: str
    labels: tuple[str, ...]  # of words; empty for numbers
    edges: Array  # of bins; empty for words
    old: Array
    new: Array


def column_shapes(columns: Sequence[Column], old: Array, new: Array, shown: Collection[str]) -> tuple[ColumnShape, ...]:
    """The shapes of the columns that are shown to have changed, at most twelve."""
    shapes: list[ColumnShape] = []
    for index, column in enumerate(columns):
        if column.name not in shown or column.kind in {ColumnKind.TEXT, ColumnKind.DATE} or len(shapes) == MOST:
            continue
        parts = [values[np.isfinite(values)] for values in (old[:, index], new[:, index])]
        if min(map(len, parts)):
            shapes.append(_words(column, *parts) if column.levels else _numbers(column, *parts))
    return tuple(shapes)


def _numbers(column: Column, old: Array, new: Array) -> ColumnShape:
    """Bins of equal width between the first and the last percent of all values; what lies outside is counted at the ends."""
    both = np.concatenate([old, new])
    low, high = np.percentile(both, [1, 99])
    if low == high:
        low, high = both.min(), both.max() if both.max() > both.min() else both.min() + 1.0
    edges = np.linspace(low, high, BINS + 1)
    shares = [np.histogram(np.clip(values, low, high), edges)[0] / len(values) for values in (old, new)]
    return ColumnShape(column=column.name, labels=(), edges=edges, old=shares[0], new=shares[1])


def _words(column: Column, old: Array, new: Array) -> ColumnShape:
    counts = [np.bincount(values.astype(np.int64), minlength=len(column.levels)) for values in (old, new)]
    order = np.argsort(-(counts[0] / len(old) + counts[1] / len(new)), kind="stable")
    first, rest = order[:WORDS], order[WORDS:]
    shares = [np.append(count[first], count[rest].sum()) / count.sum() for count in counts]
    labels = [clean(str(column.levels[word])) for word in first]
    if not len(rest):
        return ColumnShape(
            column=column.name, labels=tuple(labels), edges=np.empty(0), old=shares[0][:-1], new=shares[1][:-1]
        )
    return ColumnShape(
        column=column.name, labels=(*labels, f"{len(rest)} others"), edges=np.empty(0), old=shares[0], new=shares[1]
    )
