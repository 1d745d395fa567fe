"""Cells: a table as the text of its cells, and the three forms that it is used in: columns of text, coded columns, arrays."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems, UnknownName
from bakeoff.core.text import LONGEST_NAME, counted
from bakeoff.tabular.encoding import display_name
from bakeoff.tabular.table import (
    MISSING,
    MISSING_AMONG_NUMBERS,
    Column,
    ColumnBuilder,
    ColumnKind,
    ColumnTable,
    parse_number,
    refuse,
)
from bakeoff.tabular.unpacked_size import LIKELY

__all__ = [
    "LONGEST_TEXT", "SEPARATORS", "Cells", "Record", "check_columns", "decimal_mark", "guessed_array", "miscount", "missing_marks", "refuse_long_text", "rows_in_parts",
    "table_heading", "table_text", "twice", "with_points",
]  # fmt: skip

Record = tuple[int, list[str]]  # the line it starts on (from 1) and its cells
SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
LONGEST_TEXT = 1 << 16  # bytes of a cell of an array, in which each cell takes as much room as the longest
_DECIMAL_POINT = re.compile(r"[+-]?\d*\.\d+ ?%?")
_LETTER_OR_POINT = re.compile(r"[A-Za-z.]")
_INNER_COMMA = re.compile(r"(?<=\d),(?=\d)")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cells:
    """The records of a file, the heading first; every cell is text, empty where the file holds nothing.

    `words` names columns whose cells are texts by their type, so that none of them is read as a number or as missing.

    >>> cells = Cells(what="x", records=[(1, ["data", "a"]), (2, ["iris", "0.5"])])
    >>> cells.columns()
    {'data': ['iris'], 'a': ['0.5']}
    """

    what: str
    records: list[Record]
    words: frozenset[str] = frozenset()
    notes: tuple[str, ...] = field(default=())

    @property
    def heading(self) -> list[str]:
        """The names of the columns."""
        return self.records[0][1] if self.records else []

    def columns(self) -> dict[str, list[str]]:
        """Each column as text: a table of scores. Only the first column, which names the rows, may lack a name."""
        what, rows = self.what, self.records
        if not rows:
            raise BadInput(
                f"{what} is empty; its first line names the columns, and a row for each data set or split follows"
            )
        self._refuse_no_columns()
        rows = _without_empty_columns(rows)
        heading = rows[0][1]
        if len(heading) == 1 and len(heading[0].split()) > 1:
            marks = ", ".join(f"{name}s" for name in SEPARATORS.values())
            raise BadInput(f"{what} has no separator: put {marks} between the cells, not blanks")
        if len(rows) < 2:
            raise BadInput(f"{what} contains no rows below its heading; the first line names the learners")
        _check_heading(what, heading)
        ragged = [miscount(line, len(row), len(heading)) for line, row in rows if len(row) != len(heading)]
        if ragged:
            ragged[0] += "; give every column its cell, and put semicolons between cells if numbers have decimal commas"
            raise Problems(what, ragged[:10])
        long = next((line for line, row in rows[1:] if len(row[0]) > LONGEST_NAME), None)
        if long is not None:
            raise BadInput(
                f"{what}: line {long} begins with a name of more than {LONGEST_NAME:,} characters; shorten it"
            )
        return {name: [row[i] for _, row in rows[1:]] for i, name in enumerate(heading)}

    def table(self, name: str, na_values: Sequence[str] | None = None, *, decimal_commas: bool = False) -> ColumnTable:
        """Coded columns: numbers where every cell is one."""
        if not self.records:
            raise BadInput(f"{self.what} is empty")
        self._refuse_no_columns()
        notes = list(self.notes)
        (line, heading), rows = self.records[0], self.records[1:]
        names = table_heading(heading, line, self.what, notes)
        refuse(self.what, [miscount(line, len(row), len(names)) for line, row in rows if len(row) != len(names)])
        missing, among_numbers = missing_marks(na_values)
        coded = []
        for i, label in enumerate(names):
            marks = frozenset({""}) if heading[i] in self.words else missing
            builder = ColumnBuilder(marks, among_numbers, wordy=heading[i] in self.words)
            builder.add([row[i] for _, row in rows])
            coded.append(builder.finish(label, notes, decimal_commas=decimal_commas))
        columns, values = tuple(column for column, _ in coded), tuple(values for _, values in coded)
        return ColumnTable(name=name, columns=columns, values=values, source=self.what, notes=tuple(notes))

    def _refuse_no_columns(self) -> None:
        if not self.heading:
            raise BadInput(f"{self.what} has rows without any column; name the columns and give them values")

    def arrays(self, names: Sequence[str], rows: int) -> Iterator[dict[str, Array]]:
        """The named columns as arrays, at most `rows` rows at a time."""
        heading = [name.strip() for name in self.heading]
        refuse(f"the heading of {self.what}", twice(heading))
        check_columns(self.what, names, heading)
        ragged = [miscount(line, len(row), len(heading)) for line, row in self.records if len(row) != len(heading)]
        if ragged:
            raise Problems(self.what, ragged[:10])
        places = {name: heading.index(name) for name in names}
        kinds = {name: _kind([row[i] for _, row in self.records[1:]], name in self.words) for name, i in places.items()}
        for part in rows_in_parts(self.what, heading, iter(self.records[1:]), rows):
            yield {name: _as_kind([cells[i] for cells in part], kinds[name]) for name, i in places.items()}


def _without_empty_columns(rows: list[Record]) -> list[Record]:
    """The records without columns at their end that have neither a name nor a cell, as spreadsheets leave them."""
    width = len(rows[0][1])
    while width > 2 and all(len(row) < width or not row[width - 1] for _, row in rows):
        width -= 1
    return [(line, row if any(row[width:]) else row[:width]) for line, row in rows]


def _check_heading(what: str, names: list[str]) -> None:
    """Check the names of the columns; only the first, which names the rows, may be empty."""
    problems = [f"column {i + 1} has no name; add one to the heading" for i, name in enumerate(names) if i and not name]
    problems += [
        f"column {i + 1} has a name of {len(name):,} characters; use at most {LONGEST_NAME:,}"
        for i, name in enumerate(names)
        if len(name) > LONGEST_NAME
    ]
    problems += twice(names)
    if len(names) > 1 and all(_DECIMAL_POINT.fullmatch(name) for name in names[1:]):
        problems.append(f"the first line contains numbers ({', '.join(names[1:4])}) where names belong; add a heading")
    if problems:
        raise Problems(what, problems)


def table_heading(cells: Sequence[str], line: int, what: str, notes: list[str]) -> list[str]:
    """The names of coded columns; columns without a name get one, and a note reports it."""
    names = [cell.strip() or f"column{i + 1}" for i, cell in enumerate(cells)]
    if unnamed := [names[i] for i, cell in enumerate(cells) if not cell.strip()]:
        notes.append(f"columns without a name are called {', '.join(unnamed[:8])}")
    problems = [f"line {line}: {problem}" for problem in twice(names)]
    if all(parse_number(cell) is not None for cell in cells):
        problems.insert(0, f"line {line}: the first line contains numbers, not names of columns; add a line with names")
    refuse(what, problems)
    return names


def missing_marks(na_values: Sequence[str] | None) -> tuple[frozenset[str], frozenset[str]]:
    """What means missing: anywhere, and in a column that else holds numbers. An empty cell always does."""
    if na_values is None:
        return frozenset(MISSING), frozenset((*MISSING, *MISSING_AMONG_NUMBERS))
    stated = [na_values] if isinstance(na_values, str) else na_values
    marks = frozenset({"", *(str(mark).strip() for mark in stated)})
    return marks, marks


def twice(names: Iterable[str]) -> list[str]:
    """What to say of names that occur more than once."""
    return [
        f"two columns are called {name!r}; rename one"
        for name, times in sorted(Counter(names).items())
        if times > 1 and name
    ]


def miscount(line: int, cells: int, width: int) -> str:
    """What to say of a line with too few or too many cells."""
    return f"line {line} has {counted(cells, 'cell')}, the heading has {width}"


def check_columns(path: str, columns: Sequence[str], names: Sequence[str]) -> None:
    """Refuse columns that the file does not have, all of them at once."""
    wrong = [name for name in dict.fromkeys(columns) if name not in names]
    if len(wrong) == 1:
        raise UnknownName(f"column of {display_name(path)}", wrong[0], names)
    if wrong:
        raise Problems(display_name(path), [str(UnknownName("column", name, names)) for name in wrong])


# Decimal commas.


def decimal_mark(cells: Sequence[str], what: str) -> str:
    """How the cells write fractions; refused where both marks occur, for one of them must be something else.

    >>> decimal_mark(["0,5", "1"], "x.csv"), decimal_mark(["1,200", "950"], "x.csv")
    Traceback (most recent call last):
    ...
    bakeoff.core.errors.BadInput: x.csv writes 1,200 beside 950: a comma before three digits may also separate thousands; write numbers without it
    """
    commas = [cell for cell in cells if _prints_comma(cell)]
    comma = commas[0] if commas else None
    point = next((cell for cell in cells if _DECIMAL_POINT.fullmatch(cell)), None)
    whole = next((cell for cell in cells if cell.isdigit() and len(cell) > 2), None)
    if comma and whole and not point and all(_THOUSANDS.fullmatch(cell) for cell in commas):
        raise BadInput(
            f"{what} writes {comma} beside {whole}: a comma before three digits may also separate thousands",
            cure="write numbers without it",
        )
    if comma and point:
        raise BadInput(f"{what} writes both {comma} and {point}; use one decimal mark throughout")
    return "," if comma else "."


def with_points(records: list[Record], what: str) -> list[Record]:
    """The records with decimal points where their numbers have decimal commas."""
    if decimal_mark([cell for _, row in records[1:] for cell in row], what) == ".":
        return records
    return records[:1] + [(line, [_with_point(cell) for cell in row]) for line, row in records[1:]]


def _with_point(cell: str) -> str:
    return _INNER_COMMA.sub(".", cell) if _prints_comma(cell) else cell


def _prints_comma(cell: str) -> bool:
    """Whether a cell is numbers with decimal commas, and marks: 95,0 ± 0,3 and the like, without a point."""
    return _INNER_COMMA.search(cell) is not None and _LETTER_OR_POINT.search(cell) is None


# Arrays.


def rows_in_parts(path: str, names: Sequence[str], records: Iterator[Record], rows: int) -> Iterator[list[list[str]]]:
    """The cells of the next rows; of fewer where one is so long that their array would be large."""
    part, longest = list[list[str]](), 1
    for _, cells in records:
        lengths = list(map(len, cells))
        own = max(lengths, default=0)
        if own > LONGEST_TEXT:
            refuse_long_text(own, ([*names, ""])[min(lengths.index(own), len(names))], path)
        if part and (len(part) == rows or 4 * (len(part) + 1) * max(own, longest) > LIKELY):
            yield part
            part, longest = [], 1
        part.append(cells)
        longest = max(own, longest)
    if part:
        yield part


def refuse_long_text(letters: int, column: str, path: str) -> None:
    """A text of any length would make an array of its length times the rows."""
    if letters > LONGEST_TEXT:
        raise BadInput(
            f"column {column!r} of {display_name(path)} contains a text of {letters:,} bytes, and {LONGEST_TEXT:,} can be read",
            cure="shorten it",
        )


def guessed_array(cells: list[str], decimal: str = ".") -> Array:
    """Cells of text as whole numbers, numbers, truth values or words, whichever all of them are; missing is NaN or None.

    >>> guessed_array(["1", ""]), guessed_array(["a", "b"]).tolist(), guessed_array(["True", "False"]).tolist()
    (array([ 1., nan]), ['a', 'b'], [True, False])
    """
    points = cells if decimal == "." else [cell.replace(decimal, ".") for cell in cells]
    return _as_kind(points, _kind(points, words=False), cells)


def _kind(cells: list[str], words: bool) -> str:
    """What all cells are: "words" (by type), "int64", "float64", "bool" or "text"."""
    if words:
        return "words"
    for kind in ("int64", "float64", "bool"):
        try:
            _as_kind(cells, kind)
        except (ValueError, OverflowError, KeyError):
            continue
        return kind
    return "text"


def _as_kind(cells: list[str], kind: str, spelled: list[str] | None = None) -> Array:
    if kind == "int64":
        return np.fromiter(cells, np.int64, len(cells))
    if kind == "float64":
        return np.fromiter((np.nan if cell in MISSING else cell for cell in cells), np.float64, len(cells))
    missing = ("",) if kind == "words" else MISSING
    if kind == "bool":
        truth = [None if cell in missing else _TRUTH[cell] for cell in cells]
        return np.array(truth, dtype=object if None in truth else bool)
    texts = [None if cell in missing else cell for cell in spelled or cells]
    return np.array(texts, dtype=object if None in texts else None)


def table_text(table: ColumnTable) -> list[Record]:
    """The records of coded columns; a gap is an empty cell, and numbers have all their digits."""
    columns = [_column_text(column, values) for column, values in zip(table.columns, table.values, strict=True)]
    return [(1, list(table.names)), *((i, list(row)) for i, row in enumerate(zip(*columns, strict=True), start=2))]


def _column_text(column: Column, values: Array) -> list[str]:
    numbers: list[float] = np.asarray(values, dtype=np.float64).tolist()
    if column.kind is ColumnKind.NUMERIC:
        return [
            "" if value != value else str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)  # noqa: PLR0124 - NaN
            for value in numbers
        ]
    if column.kind is ColumnKind.DATE:
        return ["" if value != value else datetime.fromtimestamp(value, UTC).isoformat() for value in numbers]  # noqa: PLR0124
    return ["" if value != value else column.levels[int(value)] for value in numbers]  # noqa: PLR0124
