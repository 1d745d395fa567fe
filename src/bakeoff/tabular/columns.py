"""From cells of text to coded columns: is this column numbers, words, whole texts or dates?"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from math import isnan, nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.tabular.table import Column, ColumnKind

__all__ = [
    "MISSING",
    "WordColumn",
    "column_of_words",
    "is_free_text",
    "looks_like_text",
    "numbers",
    "parse_number",
    "sorted_levels",
]

MISSING: tuple[str, ...] = ("", "?", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "<NA>")

_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_MANY = 50  # a column of words with more levels than this may be a column of texts


def parse_number(cell: str) -> float | None:
    """The number a cell holds, or None. Python's own reading, except that underscores do not make numbers.

    >>> parse_number(" 1e3 "), parse_number("1_000"), parse_number("abc")
    (1000.0, None, None)
    """
    if "_" in cell:
        return None
    try:
        return float(cell)
    except ValueError:
        return None


def numbers(cells: Sequence[str], missing: frozenset[str]) -> Array | None:
    """All cells as numbers, NaN where missing; None if any cell is neither.

    >>> numbers(["1", " 2.5", "?"], frozenset({"", "?"}))
    array([1. , 2.5, nan])
    """
    try:
        values = np.fromiter(map(float, cells), np.float64, len(cells))
    except ValueError:
        try:
            values = np.array([nan if cell.strip() in missing else float(cell) for cell in cells])
        except ValueError:
            return None
    if "_" in "".join(cells):  # float() would read 1_000 as a thousand
        return None
    marks = [value for mark in missing if (value := parse_number(mark)) is not None and not isnan(value)]
    if marks:
        values[np.isin(values, marks)] = nan
    return values


class WordColumn:
    """Collects a column of words chunk by chunk; each distinct cell is looked at once."""

    def __init__(self, missing: frozenset[str]) -> None:
        self._index = CodeBook(missing)
        self._codes: list[Array] = []

    def add(self, cells: Iterable[str]) -> None:
        """Take the next cells of the column."""
        self._codes.append(np.fromiter(map(self._index.__getitem__, cells), np.int64))

    def finish(self) -> tuple[tuple[str, ...], Array]:
        """The levels in order, and a code for each cell (-1 is missing)."""
        codes = np.concatenate(self._codes) if self._codes else np.empty(0, np.int64)
        levels = sorted_levels(self._index.levels)
        place = {level: code for code, level in enumerate(levels)}
        moved = np.array([*(place[level] for level in self._index.levels), -1])
        return levels, moved[codes]


class CodeBook(dict[str, int]):
    """Cell to code; a cell seen for the first time gets the next code."""

    def __init__(self, missing: frozenset[str]) -> None:
        super().__init__()
        self.levels: list[str] = []
        self._missing = missing

    def __missing__(self, cell: str) -> int:
        word = cell.strip()
        if word in self._missing:
            code = -1
        elif word != cell:
            code = self[word]
        else:
            code = len(self.levels)
            self.levels.append(word)
        self[cell] = code
        return code


def sorted_levels(levels: Iterable[str]) -> tuple[str, ...]:
    """Levels sorted: by number where all are numbers, otherwise by letter.

    >>> sorted_levels(["10", "9"]), sorted_levels(["b", "a", "10"])
    (('9', '10'), ('10', 'a', 'b'))
    """
    words = list(levels)
    keys = [parse_number(word) for word in words]
    if words and all(key is not None and not isnan(key) for key in keys):
        return tuple(word for _, word in sorted(zip(keys, words, strict=True)))
    return tuple(sorted(words))


def column_of_words(name: str, levels: tuple[str, ...], codes: Array) -> tuple[Column, Array]:
    """A column of words as dates, whole texts or levels, whichever it looks like."""
    values = np.where(codes < 0, nan, codes.astype(np.float64))
    if levels and all(_ISO_DATE.fullmatch(level) for level in levels):
        seconds = _seconds(levels)
        if seconds is not None:
            return Column(name=name, kind=ColumnKind.DATE), np.append(seconds, nan)[codes]
    kind = ColumnKind.TEXT if is_free_text(levels, len(codes)) else ColumnKind.NOMINAL
    return Column(name=name, kind=kind, levels=levels), values


def is_free_text(levels: Sequence[str], rows: int) -> bool:
    """Whether words are whole texts rather than names of groups: nearly every row its own, or sentences.

    >>> is_free_text(["red", "green"], 100), is_free_text([f"name {i}" for i in range(90)], 100)
    (False, True)
    """
    return len(levels) > max(_MANY, rows / 2) or (looks_like_text(levels) and len(levels) > min(20, rows / 2))


def looks_like_text(levels: Sequence[str]) -> bool:
    """Whether levels have more than three words on average."""
    return bool(levels) and sum(level.count(" ") + 1 for level in levels) > 3 * len(levels)


def _seconds(levels: Sequence[str]) -> Array | None:
    """Seconds since 1970 in UTC; a time without a zone is taken as UTC. None if one is no real date."""
    try:
        moments = [datetime.fromisoformat(level) for level in levels]
    except ValueError:
        return None
    return np.array([(one if one.tzinfo else one.replace(tzinfo=UTC)).timestamp() for one in moments])
