"""CSV and its relatives: our own reader, strict about form, in chunks, every cell plain text and never a formula."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.tabular.columns import MISSING, WordColumn, column_of_words, numbers, parse_number
from bakeoff.tabular.encoding import decode
from bakeoff.tabular.table import Column, Table, refuse

__all__ = ["read_delimited"]

_CHUNK = 20_000  # rows looked at together: large enough to be quick, small enough to stay in memory
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+|[+-]?\d+")

Record = tuple[int, list[str]]  # the line it starts on (from 1) and its cells


@dataclass(frozen=True, slots=True, kw_only=True)
class CsvDialect:
    """How the file is written."""

    what: str
    separator: str
    missing: frozenset[str]


def read_delimited(
    content: bytes,
    *,
    name: str,
    source: str = "",
    separator: str | None = None,
    encoding: str | None = None,
    na_values: Sequence[str] | None = None,
) -> Table:
    r"""A table from the bytes of a CSV file whose first line names the columns.

    `na_values` replaces the usual marks of a missing cell; an empty cell is always missing.

    >>> read_delimited(b"a,b\n1,x\n2,?\n", name="toy").columns[1]
    Column(name='b', kind=<ColumnKind.NOMINAL: 'nominal'>, levels=('x',), stored='')
    """
    what = source or name
    lines = decode(content, what, encoding)
    if not any(line.strip() for line in lines):
        raise BadInput(f"{what} is empty")
    notes: list[str] = []
    if separator is None:
        separator = _sniff(lines, what)
        if separator != ",":
            notes.append(f"columns are separated by {_SEPARATORS[separator]}s")
    marks = MISSING if na_values is None else [na_values] if isinstance(na_values, str) else na_values
    form = CsvDialect(what=what, separator=separator, missing=frozenset({"", *(str(mark).strip() for mark in marks)}))
    names, first = _header(lines, form, notes)
    columns, values = _columns(lines[first:], first, names, form, notes)
    return Table(name=name, columns=columns, values=values, source=source, notes=tuple(notes))


def _sniff(lines: list[str], what: str) -> str:
    """The one separator that the header holds and that gives every one of the first records as many cells."""
    fitting = []
    for separator in _SEPARATORS:
        records = islice(_records(lines, 0, separator, []), 50)
        widths = {len(cells) for _, cells in records}
        if len(widths) == 1 and widths != {1}:
            fitting.append(separator)
    if len(fitting) > 1:
        found = " and ".join(_SEPARATORS[one] for one in fitting)
        raise BadInput(f"{what} can be split at {found} alike; say which with separator=")
    if fitting:
        return fitting[0]
    head = next(line for line in lines if line.strip())
    held = [one for one in _SEPARATORS if one in head]
    return max(held, key=head.count) if held else ","


def _records(lines: list[str], first: int, separator: str, problems: list[str]) -> Iterator[Record]:
    """The records one by one; a quoted cell may run over several lines. Blank lines are passed over."""
    at = 0
    while at < len(lines):
        start, line = at, lines[at]
        at += 1
        if '"' not in line:
            if line and (not line.isspace() or separator in line):
                yield first + start + 1, line.split(separator)
            continue
        parts, quotes = [line], line.count('"')
        while quotes % 2 and at < len(lines):
            parts.append(lines[at])
            quotes += lines[at].count('"')
            at += 1
        if quotes % 2:
            problems.append(f"line {first + start + 1}: a quote is opened and never closed")
            return
        yield first + start + 1, _unquoted("\n".join(parts), first + start + 1, separator, problems)


def _unquoted(record: str, line: int, separator: str, problems: list[str]) -> list[str]:
    """The cells of a record with quotes in it: pieces belong together until their quotes are even."""
    cells: list[str] = []
    open_piece: list[str] = []
    quotes = 0
    for piece in record.split(separator):
        quotes += piece.count('"')
        open_piece.append(piece)
        if quotes % 2 == 0:
            cell = separator.join(open_piece)
            bare = cell.strip()
            if bare.startswith('"'):
                inner = bare[1:-1].replace('""', "\0")  # no NUL reaches this point, so it can stand for a quote
                if len(bare) < 2 or not bare.endswith('"') or '"' in inner:
                    problems.append(f"line {line}: text beside a quoted cell, near {bare[:30]!r}")
                cell = inner.replace("\0", '"')
            cells.append(cell)
            open_piece, quotes = [], 0
    return cells


def _header(lines: list[str], form: CsvDialect, notes: list[str]) -> tuple[list[str], int]:
    """The names of the columns, and how many lines they took."""
    problems: list[str] = []
    line, cells = next(_records(lines, 0, form.separator, problems), (1, []))
    refuse(form.what, problems)
    names = [cell.strip() or f"column{i + 1}" for i, cell in enumerate(cells)]
    if unnamed := [names[i] for i, cell in enumerate(cells) if not cell.strip()]:
        notes.append(f"columns without a name are called {', '.join(unnamed[:8])}")
    if all(parse_number(cell) is not None for cell in cells):
        problems.append(f"line {line}: the first line holds numbers, not names of columns; add a line with names")
    twice = sorted(name for name, times in Counter(names).items() if times > 1)
    problems += [f"line {line}: two columns are called {one!r}; rename one" for one in twice]
    refuse(form.what, problems)
    # A quoted name may hold line ends: the header then takes more than one line.
    return names, line + sum(cell.count("\n") for cell in cells)


def _chunks(
    lines: list[str], first: int, width: int, form: CsvDialect, problems: list[str]
) -> Iterator[Iterable[Sequence[str]]]:
    """The columns of many records at a time; records of another width become problems."""
    if not any('"' in line for line in lines):
        for start in range(0, len(lines), _CHUNK):
            yield from _unquoted_chunk(lines[start : start + _CHUNK], first + start, width, form, problems)
        return
    records = _records(lines, first, form.separator, problems)
    while chunk := list(islice(records, _CHUNK)):
        good = [cells for _, cells in chunk if len(cells) == width]
        problems += [_miscount(line, len(cells), width) for line, cells in chunk if len(cells) != width]
        if good:
            yield zip(*good, strict=True)


def _unquoted_chunk(
    lines: list[str], first: int, width: int, form: CsvDialect, problems: list[str]
) -> Iterator[Iterable[Sequence[str]]]:
    """The quick way for lines without quotes: one split for all of them, instead of a list for each."""
    separator = form.separator
    counts = [line.count(separator) + 1 for line in lines]
    if set(counts) != {width} or width == 1:
        blank = [not line or (line.isspace() and separator not in line) for line in lines]
        seen = list(zip(lines, counts, blank, strict=True))
        problems += [
            _miscount(first + at + 1, n, width) for at, (_, n, gap) in enumerate(seen) if n != width and not gap
        ]
        lines = [line for line, n, gap in seen if n == width and not gap]
    if lines:
        cells = separator.join(lines).split(separator)
        yield (cells[at::width] for at in range(width))


def _miscount(line: int, found: int, width: int) -> str:
    return f"line {line}: {found} values for {width} columns"


def _columns(
    lines: list[str], first: int, names: list[str], form: CsvDialect, notes: list[str]
) -> tuple[tuple[Column, ...], tuple[Array, ...]]:
    """All columns, numbers where every cell is one. A second pass only if words turn up late in a column."""
    wordy: set[int] = set()
    while True:
        problems: list[str] = []
        growing = [ColumnBuilder(form.missing, wordy=at in wordy) for at in range(len(names))]
        for chunk in _chunks(lines, first, len(names), form, problems):
            for one, cells in zip(growing, chunk, strict=True):
                one.add(cells)
        refuse(form.what, problems)
        late = {at for at, one in enumerate(growing) if one.late}
        if not late:
            done = [one.finish(name, form, notes) for name, one in zip(names, growing, strict=True)]
            return tuple(column for column, _ in done), tuple(values for _, values in done)
        wordy |= late


class ColumnBuilder:
    """A column while it is read: numbers as long as every cell is one, words otherwise."""

    def __init__(self, missing: frozenset[str], *, wordy: bool) -> None:
        self._missing = missing
        self._numbers: list[Array] = []
        self._words = WordColumn(missing) if wordy else None
        self.late = False  # words came after numbers, whose spelling is gone by then

    def add(self, cells: Sequence[str]) -> None:
        """Take the next cells."""
        if self.late:
            return
        if self._words is None:
            values = numbers(cells, self._missing)
            if values is not None:
                self._numbers.append(values)
                return
            if self._numbers:
                self.late = True
                return
            self._words = WordColumn(self._missing)
        self._words.add(cells)

    def finish(self, name: str, form: CsvDialect, notes: list[str]) -> tuple[Column, Array]:
        """The column and its values."""
        if self._words is not None:
            return _wordy(name, *self._words.finish(), form, notes)
        return Column(name=name), np.concatenate(self._numbers) if self._numbers else np.empty(0)


def _wordy(
    name: str, levels: tuple[str, ...], codes: Array, form: CsvDialect, notes: list[str]
) -> tuple[Column, Array]:
    """A column that is not all numbers; said where it nearly is, since then a mark of missingness is likely."""
    if form.separator == ";" and levels and all(_DECIMAL_COMMA.fullmatch(level) for level in levels):
        notes.append(f"column {name!r} is read with decimal commas")
        values = np.array([*(float(level.replace(",", ".")) for level in levels), np.nan])
        return Column(name=name), values[codes]
    strange = [level for level in levels if parse_number(level) is None]
    if strange and len(strange) <= 3 and len(levels) - len(strange) > 10:
        notes.append(
            f"column {name!r} is read as words because of {', '.join(map(repr, strange))}; "
            "name it in na_values if it means missing"
        )
    return column_of_words(name, levels, codes)
