"""Column and Table: columns coded alike; and the way from cells of text to them: is this column numbers, words, whole texts or dates?"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from math import isnan, nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems

__all__ = [
    "DASH_SIGNS",
    "FAILED",
    "MISSING",
    "MISSING_AMONG_NUMBERS",
    "Column",
    "ColumnBuilder",
    "ColumnKind",
    "ColumnTable",
    "is_free_text",
    "looks_like_text",
    "numbers",
    "parse_number",
    "refuse",
    "sorted_levels",
]

SHOWN = 20  # so many problems of one file are told; the rest are counted


class ColumnKind(StrEnum):
    """What a column's numbers stand for."""

    NUMERIC = "numeric"
    NOMINAL = "nominal"  # codes into levels
    TEXT = "text"  # codes into levels, each level a whole text
    DATE = "date"  # seconds since 1970-01-01 UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The name and meaning of one feature."""

    name: str
    kind: ColumnKind = ColumnKind.NUMERIC
    levels: tuple[str, ...] = ()
    stored: str = ""  # how a frame held it ("integer", "boolean", "string", ...), so that it can be given back alike


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ColumnTable:
    """Named columns of equal length, each a float64 vector: numbers, codes into levels, or seconds; NaN is missing.

    `measured` names the numeric columns that their source itself declares as quantities (ARFF does), `ordered` the
    nominal ones whose order of levels was stated (an ordered categorical). `target`, `groups` and `ignore` are what the
    source declares of its columns; they count where a user states nothing.
    """

    name: str
    columns: tuple[Column, ...]
    values: tuple[Array, ...]
    source: str = ""
    frame: str = ""
    measured: frozenset[str] = frozenset()
    ordered: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    target: str = ""
    target_reason: str = ""  # why this column, as a part of a sentence
    groups: str = ""
    ignore: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.values[0]) if self.values else 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        return tuple(column.name for column in self.columns)

    def at(self, name: str) -> int:
        """The position of the column of that name."""
        return self.names.index(name)


def refuse(what: str, problems: list[str]) -> None:
    """Raise if there is anything to complain about: one sentence for one problem, a list for several.

    >>> refuse("x.csv", [])
    >>> refuse("x.csv", ["line 2: 3 values for 4 columns"])
    Traceback (most recent call last):
    bakeoff.core.errors.BadInput: x.csv: line 2: 3 values for 4 columns
    """
    if len(problems) == 1:
        raise BadInput(f"{what}: {problems[0]}")
    if problems:
        shown = sorted(problems, key=_line)[:SHOWN]
        if len(problems) > SHOWN:
            shown.append(f"and {len(problems) - SHOWN} more of the kind")
        raise Problems(what, shown)


def _line(problem: str) -> int:
    line_match = re.match(r"line (\d+)", problem)
    return int(line_match[1]) if line_match else 0


# The one list of what means missing (docs/decisions/0010): anywhere, and only in a column that else holds numbers.
MISSING: tuple[str, ...] = ("", "?", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "NULL", "null", "<NA>")
DASH_SIGNS = ("-", "–", "—")
MISSING_AMONG_NUMBERS: tuple[str, ...] = (*DASH_SIGNS, "na", "Na", "none", "None", "NONE", "Null", "NAN")

# Words in place of a score that say that the learner failed; compared in small letters.
FAILED = frozenset({
    "out of memory", "oom", "memout", "memory out", "out of time", "oot", "tle", "mle", "timeout", "time out", "timed out", "failed", "failure", "fail", "error",
    "crash", "crashed", "dnf", "invalid",
})  # fmt: skip

_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_COMMA_NUMBER = re.compile(r"[+-]?\d+(?:,\d+)?")
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
    return np.array([(moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() for moment in moments])


class ColumnBuilder:
    """A column while it is read: numbers as long as every cell is one, words otherwise."""

    def __init__(self, missing: frozenset[str], among_numbers: frozenset[str], *, wordy: bool) -> None:
        self._missing = missing
        self._among_numbers = among_numbers
        self._numbers: list[Array] = []
        self._words = WordColumn(missing) if wordy else None
        self.late = False  # words came after numbers, whose spelling is gone by then

    def add(self, cells: Sequence[str]) -> None:
        """Take the next cells."""
        if self.late:
            return
        if self._words is None:
            values = numbers(cells, self._among_numbers)
            if values is not None:
                self._numbers.append(values)
                return
            if self._numbers:
                self.late = True
                return
            self._words = WordColumn(self._missing)
        self._words.add(cells)

    def finish(self, name: str, notes: list[str], *, decimal_commas: bool) -> tuple[Column, Array]:
        """Return the column and its values."""
        if self._words is None:
            return Column(name=name), np.concatenate(self._numbers) if self._numbers else np.empty(0)
        levels, codes = self._words.finish()
        words = [level for level in levels if level not in self._among_numbers]
        if decimal_commas and words and all(_COMMA_NUMBER.fullmatch(level) for level in words):
            notes.append(f"column {name!r} is read with decimal commas")
            values = [float(level.replace(",", ".")) if level in words else nan for level in levels]
            return Column(name=name), np.array([*values, nan])[codes]
        strange = [level for level in levels if parse_number(level) is None]
        if strange and len(strange) <= 3 and len(levels) - len(strange) > 10:
            notes.append(
                f"column {name!r} is read as words because of {', '.join(map(repr, strange))}; "
                "name it in na_values if it means missing"
            )
        return column_of_words(name, levels, codes)
