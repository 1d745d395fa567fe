"""A first column that only counts the rows, as many programs write one: it may name them, and is no learner."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.comparisons.longtable import BLOCK_COLUMNS, SPLIT_COLUMNS

__all__ = ["unnumbered"]

INDEX_NAMES = ("", "index", "id", "row", "unnamed: 0")  # numbers in a first column so called are no scores
FEWEST = 3  # rows: 0 and 1 in two of them may as well be scores

Columns = Mapping[str, Sequence[Any]]


def unnumbered(columns: Columns) -> tuple[Columns, Columns, tuple[str, ...]]:
    """The table without a first column of row numbers, that column, and what a reader should know of it.

    >>> table, numbers, said = unnumbered({"row_no": ["1", "2", "3"], "a": [0.9, 0.8, 0.7]})
    >>> list(table), list(numbers)
    (['a'], ['row_no'])
    >>> said[0]
    "column 'row_no' only counts the rows, so it is no learner; scores that do so must not come first"
    """
    first = next(iter(columns), None)
    if first is None or first.lower() in (*BLOCK_COLUMNS, *SPLIT_COLUMNS):
        return columns, {}, ()
    known = first.lower() in INDEX_NAMES
    seen = _numbers(columns[first])
    if seen is None or not (known or _counts(seen)):
        return columns, {}, ()
    rest = {name: cells for name, cells in columns.items() if name != first}
    told = f"column {first!r} only counts the rows, so it is no learner; scores that do so must not come first"
    return rest, {first: columns[first]}, () if known else (told,)


def _numbers(cells: Sequence[Any]) -> list[float] | None:
    try:
        return [float(cell) for cell in cells]
    except (TypeError, ValueError):
        return None


def _counts(seen: list[float]) -> bool:
    """Whether they run 0, 1, 2, ... or 1, 2, 3, ..."""
    return len(seen) >= FEWEST and seen[0] in (0, 1) and seen == [seen[0] + i for i in range(len(seen))]
