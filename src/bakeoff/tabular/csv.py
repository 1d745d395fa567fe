"""The one reader of delimited text: CSV, TSV, semicolons, bars, Markdown tables; every cell is text, never a formula."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems
from bakeoff.core.text import LONGEST_NAME, counted
from bakeoff.tabular.encoding import LONGEST, decode, display_name, open_bytes, read_bytes, refuse_binary
from bakeoff.tabular.latex import is_latex, latex_records
from bakeoff.tabular.parquet import is_parquet, read_parquet
from bakeoff.tabular.table import MISSING, MISSING_AMONG_NUMBERS, Column, ColumnBuilder, Table, parse_number, refuse

__all__ = [
    "Dialect", "Record", "find_dialect", "ragged_lines", "read_columns", "read_header", "read_records", "read_table", "records",
]  # fmt: skip

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_CHUNK = 20_000  # rows looked at together: large enough to be quick, small enough to stay in memory
_AHEAD = 1 << 16  # bytes of rows of a stream that are looked at before they are read
_SAMPLE = 50  # records that must agree on a separator
_DECIMAL_POINT = re.compile(r"[+-]?\d*\.\d+ ?%?")
_LETTER_OR_POINT = re.compile(r"[A-Za-z.]")
_INNER_COMMA = re.compile(r"(?<=\d),(?=\d)")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")  # what stands below the heading of a Markdown table
_BAR = re.compile(r"(?<!\\)\|")

Record = tuple[int, list[str]]  # the line it starts on (from 1) and its cells


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How a file is written; `names` and `decimal` are known once its heading and first rows were read."""

    separator: str = ","
    markdown: bool = False
    decimal: str = "."
    names: tuple[str, ...] = ()
    missing: frozenset[str] = frozenset(MISSING)
    missing_number: frozenset[str] = frozenset(
        (*MISSING, *MISSING_AMONG_NUMBERS)
    )  # in a column that else holds numbers


def records(lines: Iterable[str], dialect: Dialect, problems: list[str], first: int = 0) -> Iterator[Record]:
    """Yield the records; a quoted cell may run over several lines, and blank lines are passed over.

    `first` lines came before these; what is wrong with a quote is added to `problems`.
    """
    separator, numbered = dialect.separator, enumerate(lines, first + 1)
    for number, line in numbered:
        if not line or (line.isspace() and separator not in line):
            continue
        if dialect.markdown:
            yield number, _markdown_cells(line)
        elif '"' not in line:
            yield number, line.split(separator)
        else:
            cells = _quoted_cells(line, (following for _, following in numbered), number, separator, problems)
            if cells is None:
                return
            yield number, cells


def _quoted_cells(
    line: str, following: Iterator[str], number: int, separator: str, problems: list[str]
) -> list[str] | None:
    """Return the cells of a record with quotes in it, or None where a quote is never closed.

    A cell that begins with a quote runs until its quotes are even; any other quote is a character like others.
    """
    cells: list[str] = []
    pieces: list[str] = []  # of a cell whose quote is open
    quotes = size = 0
    glue = ""
    while True:
        for piece in line.split(separator):
            if not pieces and not piece.lstrip().startswith('"'):
                cells.append(piece)
                continue
            pieces += [glue, piece] if pieces else [piece]
            quotes, size, glue = quotes + piece.count('"'), size + len(piece), separator
            if quotes % 2 == 0:
                cells.append(_unquoted("".join(pieces), number, problems))
                pieces, quotes = [], 0
        if not pieces:
            return cells
        next_line = next(following, None) if size < LONGEST else None
        if next_line is None:
            problems.append(f"line {number}: a quote is opened and never closed")
            return None
        line, glue = next_line, "\n"


def _unquoted(cell: str, number: int, problems: list[str]) -> str:
    bare = cell.strip()
    inner = bare[1:-1].replace('""', "\0")  # no NUL reaches this point, so it can stand for a quote
    if len(bare) < 2 or not bare.endswith('"') or '"' in inner:
        problems.append(f"line {number}: text beside a quoted cell, near {bare[:30]!r}")
    return inner.replace("\0", '"')


def _markdown_cells(line: str) -> list[str]:
    r"""Return the cells of a row of a Markdown table, without the marks of bold letters and code.

    >>> _markdown_cells("| a\\|b | **0.9** |")
    ['a|b', '0.9']
    """
    bare = line.strip().removeprefix("|")
    if bare.endswith("|") and not bare.endswith("\\|"):
        bare = bare[:-1]
    cells = [cell.strip().replace("\\|", "|") for cell in _BAR.split(bare)]
    return [_without_marks(cell) for cell in cells]


def _without_marks(cell: str) -> str:
    for mark in ("**", "`"):
        if len(cell) > 2 * len(mark) and cell.startswith(mark) and cell.endswith(mark):
            return cell[len(mark) : -len(mark)].strip()
    return cell


def find_dialect(lines: Sequence[str], what: str) -> Dialect:
    """Find what separates the cells: the separator that gives the first records as many cells each, and the most."""
    filled = [line for line in islice(lines, 2 * _SAMPLE) if line.strip()][:2]
    if len(filled) == 2 and "|" in filled[0] and "|" in filled[1] and _RULE.fullmatch(filled[1].strip()):
        return Dialect(separator="|", markdown=True)
    fitting, heading = dict[str, int](), dict[str, int]()
    for separator in SEPARATORS:
        widths = [len(cells) for _, cells in islice(records(lines, Dialect(separator=separator), []), _SAMPLE)]
        heading[separator] = widths[0] if widths else 1
        if len(set(widths)) == 1 and widths[0] > 1:
            fitting[separator] = widths[0]
    widest = [one for one, width in fitting.items() if width == max(fitting.values())]
    if len(widest) > 1:
        names = " and ".join(SEPARATORS[one] for one in widest)
        raise BadInput(f"{what} can be split at {names} alike; write it with one of them only, or give separator=")
    return Dialect(separator=widest[0] if widest else max(heading, key=lambda one: heading[one]))


def _without_rule(lines: list[str], dialect: Dialect) -> list[str]:
    """Return the lines with that below the heading of a Markdown table left blank, so that lines keep their numbers."""
    if not dialect.markdown:
        return lines
    at = [i for i, line in enumerate(lines) if line.strip()][1]
    return [*lines[:at], "", *lines[at + 1 :]]


def _decimal_mark(cells: Sequence[str], what: str) -> str:
    """Return how the cells write fractions; refused where both marks occur, for one of them must be something else.

    >>> _decimal_mark(["0,5", "1"], "x.csv"), _decimal_mark(["1,200", "950"], "x.csv")
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


def _twice(names: Iterable[str]) -> list[str]:
    return [
        f"two columns are called {name!r}; rename one"
        for name, times in sorted(Counter(names).items())
        if times > 1 and name
    ]


def _miscount(line: int, found: int, width: int) -> str:
    return f"line {line} has {counted(found, 'cell')}, the heading has {width}"


# A data file: coded columns.


def read_table(
    content: bytes,
    *,
    name: str,
    source: str = "",
    separator: str | None = None,
    encoding: str | None = None,
    na_values: Sequence[str] | None = None,
) -> Table:
    r"""Build a table of coded columns from the bytes of a file whose first line names the columns.

    `na_values` replaces the usual marks of a missing cell; an empty cell is always missing.

    >>> read_table(b"a,b\n1,x\n2,?\n", name="toy").columns[1]
    Column(name='b', kind=<ColumnKind.NOMINAL: 'nominal'>, levels=('x',), stored='')
    """
    what = source or name
    lines = decode(content, what, encoding, settable=True)
    if not any(line.strip() for line in lines):
        raise BadInput(f"{what} is empty")
    notes: list[str] = []
    dialect = Dialect(separator=separator) if separator is not None else find_dialect(lines, what)
    if separator is None and dialect.separator != ",":
        separated = f"columns are separated by {SEPARATORS[dialect.separator]}s"
        notes.append("the file is read as a Markdown table" if dialect.markdown else separated)
    lines = _without_rule(lines, dialect)
    dialect, first = _table_heading(lines, dialect, what, notes)
    if na_values is not None:
        marks = [na_values] if isinstance(na_values, str) else na_values
        missing = frozenset({"", *(str(mark).strip() for mark in marks)})
        dialect = replace(dialect, missing=missing, missing_number=missing)
    columns, values = _coded_columns(lines[first:], first, dialect, what, notes)
    return Table(name=name, columns=columns, values=values, source=source, notes=tuple(notes))


def _table_heading(lines: list[str], dialect: Dialect, what: str, notes: list[str]) -> tuple[Dialect, int]:
    """Return the dialect with the names of the columns, and how many lines they took."""
    problems: list[str] = []
    line, cells = next(records(lines, dialect, problems), (1, []))
    refuse(what, problems)
    names = [cell.strip() or f"column{i + 1}" for i, cell in enumerate(cells)]
    if unnamed := [names[i] for i, cell in enumerate(cells) if not cell.strip()]:
        notes.append(f"columns without a name are called {', '.join(unnamed[:8])}")
    if all(parse_number(cell) is not None for cell in cells):
        problems.append(f"line {line}: the first line holds numbers, not names of columns; add a line with names")
    problems += [f"line {line}: {problem}" for problem in _twice(names)]
    refuse(what, problems)
    # A quoted name may hold line ends: the heading then takes more than one line.
    return replace(dialect, names=tuple(names)), line + sum(cell.count("\n") for cell in cells)


def _coded_columns(
    lines: list[str], first: int, dialect: Dialect, what: str, notes: list[str]
) -> tuple[tuple[Column, ...], tuple[Array, ...]]:
    """Return all columns, numbers where every cell is one. A second pass only if words turn up late in a column."""
    wordy: set[int] = set()
    while True:
        problems: list[str] = []
        builders = [
            ColumnBuilder(dialect.missing, dialect.missing_number, wordy=at in wordy)
            for at in range(len(dialect.names))
        ]
        for chunk in _chunks(lines, first, dialect, problems):
            for builder, cells in zip(builders, chunk, strict=True):
                builder.add(cells)
        refuse(what, problems)
        late = {at for at, builder in enumerate(builders) if builder.late}
        if not late:
            commas = dialect.separator != ","
            done = [builder.finish(name, notes, decimal_commas=commas) for name, builder in zip(dialect.names, builders, strict=True)]  # fmt: skip
            return tuple(column for column, _ in done), tuple(values for _, values in done)
        wordy |= late


def _chunks(lines: list[str], first: int, dialect: Dialect, problems: list[str]) -> Iterator[Iterable[Sequence[str]]]:
    """Yield the columns of many records at a time; records of another width become problems."""
    width = len(dialect.names)
    if not dialect.markdown and not any('"' in line for line in lines):
        for start in range(0, len(lines), _CHUNK):
            yield from _plain_chunk(lines[start : start + _CHUNK], first + start, dialect, problems)
        return
    rows = records(lines, dialect, problems, first)
    while chunk := list(islice(rows, _CHUNK)):
        good = [cells for _, cells in chunk if len(cells) == width]
        problems += [_miscount(line, len(cells), width) for line, cells in chunk if len(cells) != width]
        if good:
            yield zip(*good, strict=True)


def _plain_chunk(
    lines: list[str], first: int, dialect: Dialect, problems: list[str]
) -> Iterator[Iterable[Sequence[str]]]:
    """Yield the columns of lines without quotes the quick way: one split for all of them, instead of a list for each."""
    separator, width = dialect.separator, len(dialect.names)
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


# A table of scores or of predictions to be imported: text, read whole.


def read_records(source: str | Path, content: bytes | None = None) -> list[Record]:
    """Read all records of a file as text, the heading first; decimal commas become points, Parquet is known by its suffix."""
    what = str(source)
    if content is None and is_parquet(what):
        return _parquet_records(Path(source))
    lines = decode(read_bytes(Path(source)) if content is None else content, what)
    lines = _only_markdown_table(lines, what)
    first = next((line.strip() for line in lines if line.strip()), "")
    if not first:
        return []
    if is_latex(first, lines):
        return latex_records(lines, what)
    if first[0] in "{[<":
        raise BadInput(f"{what} is not a CSV file: its first line must name the columns, as data,first,second")
    _refuse_title(lines, what)
    dialect = find_dialect(lines, what)
    problems: list[str] = []
    rows = [
        (line, [cell.strip() for cell in cells])
        for line, cells in records(_without_rule(lines, dialect), dialect, problems)
        if any(cell.strip() for cell in cells)
    ]
    refuse(what, problems)
    if dialect.separator == ",":
        return rows
    cells = [cell for _, row in rows[1:] for cell in row]
    if _decimal_mark(cells, what) == ".":
        return rows
    return rows[:1] + [(line, [_with_point(cell) for cell in row]) for line, row in rows[1:]]


def _only_markdown_table(lines: list[str], what: str) -> list[str]:
    """The lines with text around a Markdown table left blank, so that lines keep their numbers; refuses several tables.

    >>> _only_markdown_table(["Accuracy:", "", "| a | b |", "|---|---|", "| 1 | 2 |", "", "Best in bold."], "x.md")
    ['', '', '| a | b |', '|---|---|', '| 1 | 2 |', '', '']
    """
    rules = [
        at
        for at, line in enumerate(lines)
        if at and "|" in line and "|" in lines[at - 1] and _RULE.fullmatch(line.strip())
    ]
    if not rules:
        return lines
    if len(rules) > 1:
        raise BadInput(f"{what} holds {len(rules)} Markdown tables", cure="keep the one that you mean")
    end = next((at for at in range(rules[0] + 1, len(lines)) if "|" not in lines[at]), len(lines))
    return [line if rules[0] - 1 <= at < end else "" for at, line in enumerate(lines)]


def _refuse_title(lines: list[str], what: str) -> None:
    """Refuse a table below a title or a comment, which is easily taken for its heading."""
    numbered = ((number, line.strip()) for number, line in enumerate(lines, start=1) if line.strip())
    filled = list(islice(numbered, 2 * _SAMPLE))
    cells = [[cell for cell in re.split(r"[,;\t|]", line) if cell.strip()] for _, line in filled]
    title = filled[0][1].strip(",;\t| ")
    if len(filled) > 2 and len(cells[0]) < 2 and min(len(row) for row in cells[-2:]) > 1:
        word = "a comment" if title.startswith(("#", "//")) else "a title"
        raise BadInput(
            f"line {filled[0][0]} of {what} is {word} ({title[:40]!r})", cure="delete the lines above the heading"
        )


def _with_point(cell: str) -> str:
    return _INNER_COMMA.sub(".", cell) if _prints_comma(cell) else cell


def _prints_comma(cell: str) -> bool:
    """Whether a cell is numbers with decimal commas, and marks: 95,0 ± 0,3 and the like, without a point."""
    return _INNER_COMMA.search(cell) is not None and _LETTER_OR_POINT.search(cell) is None


MOST_TEXTS = 50_000_000  # cells that are read as text


def _parquet_records(path: Path) -> list[Record]:
    """Return the rows of a Parquet file as the text a CSV would hold: numbers to their last digit, empty where missing."""
    table = read_parquet(path, str(path), MOST_TEXTS)
    index = [one for one in (table.schema.pandas_metadata or {}).get("index_columns", ()) if isinstance(one, str)]
    order = [*index, *(one for one in table.column_names if one not in index)]  # an index names the rows
    columns = [["" if cell is None else str(cell) for cell in table[name].to_pylist()] for name in order]
    heading = ["index" if name.startswith("__index_level_") else name for name in order]
    return [(1, heading), *((i, list(row)) for i, row in enumerate(zip(*columns, strict=True), start=2))]


def read_columns(source: str | Path, content: bytes | None = None) -> dict[str, list[str]]:
    r"""Read the named columns of a table of scores as text; `content` is given if already read.

    >>> read_columns("x.csv", b"data;a;b\niris;0,9;0,8\n")
    {'data': ['iris'], 'a': ['0.9'], 'b': ['0.8']}
    """
    what, rows = str(source), read_records(source, content)
    if not rows:
        raise BadInput(
            f"{what} is empty; its first line names the columns, and a row for each data set or split follows"
        )
    rows = _without_empty_columns(rows)
    heading = rows[0][1]
    if len(heading) == 1 and len(heading[0].split()) > 1:
        marks = ", ".join(f"{name}s" for name in SEPARATORS.values())
        raise BadInput(f"{what} has no separator: put {marks} between the cells, not blanks")
    if len(rows) < 2:
        raise BadInput(f"{what} holds no rows below its heading; the first line names the learners")
    _check_heading(what, heading)
    ragged = [_miscount(line, len(row), len(heading)) for line, row in rows if len(row) != len(heading)]
    if ragged:
        ragged[0] += "; give every column its cell, and put semicolons between cells if numbers have decimal commas"
        raise Problems(what, ragged[:10])
    long = next((line for line, row in rows[1:] if len(row[0]) > LONGEST_NAME), None)
    if long is not None:
        raise BadInput(f"{what}: line {long} begins with a name of more than {LONGEST_NAME:,} characters; shorten it")
    return {name: [row[i] for _, row in rows[1:]] for i, name in enumerate(heading)}


def _without_empty_columns(rows: list[Record]) -> list[Record]:
    """The records without columns at their end that have neither a name nor a cell, as spreadsheets leave them."""
    width = len(rows[0][1])
    while width > 2 and all(len(row) < width or not row[width - 1] for _, row in rows):
        width -= 1
    return [(line, row if any(row[width:]) else row[:width]) for line, row in rows]


def _check_heading(what: str, names: list[str]) -> None:
    """Check the names of the columns; only the first, which names the rows, may be empty."""
    problems = [f"column {i + 1} has no name; add one to the heading" for i, one in enumerate(names) if i and not one]
    problems += [
        f"column {i + 1} has a name of {len(one):,} characters; use at most {LONGEST_NAME:,}"
        for i, one in enumerate(names)
        if len(one) > LONGEST_NAME
    ]
    problems += _twice(names)
    if len(names) > 1 and all(_DECIMAL_POINT.fullmatch(one) for one in names[1:]):
        problems.append(f"the first line holds numbers ({', '.join(names[1:4])}) where names belong; add a heading")
    if problems:
        raise Problems(what, problems)


# A stream of predictions: the heading; chunks.py reads the rows.


def read_header(path: str, source: BinaryIO) -> Dialect:
    """Read the heading of a stream, which is then gone; the rows come next."""
    first, what = source.readline(LONGEST), display_name(path)
    if not first.strip():
        state = "is empty" if not first else "begins with an empty line"
        raise BadInput(f"{what} {state}; its first line names the columns")
    if first.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(f"{what} is UTF-16 text; save it as UTF-8")
    refuse_binary(first, what)
    line = _decoded(first, what)
    if "\r" in line:
        raise BadInput(f"the lines of {what} end in carriage returns alone; save it with line feeds")
    ahead = source.peek(_AHEAD).decode("utf-8", errors="replace").replace("\r\n", "\n").split("\n")  # type: ignore[attr-defined]
    ahead = ahead[:-1] or ahead  # the last line may be a part of one
    dialect = find_dialect([line, *ahead], what)
    problems: list[str] = []
    _refuse_title([line, *ahead], what)
    names = [cell.strip() for _, cells in islice(records([line], dialect, problems), 1) for cell in cells]
    problems += _twice(names)
    refuse(f"the heading of {what}", problems)
    if dialect.markdown:
        source.readline(LONGEST)  # the line of dashes
        ahead = ahead[1:]
    cells = [] if dialect.separator == "," else [cell.strip() for _, row in records(ahead, dialect, []) for cell in row]
    return replace(dialect, names=tuple(names), decimal=_decimal_mark(cells, what))


def _decoded(line: bytes, what: str) -> str:
    try:
        return line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as problem:
        byte = line[problem.start]
        raise BadInput(f"the heading of {what} is not UTF-8 (byte 0x{byte:02X}); save the file as UTF-8") from None


def ragged_lines(path: str, dialect: Dialect) -> list[str]:
    """Return the lines whose cells are too few or too many, the first ten; a stream cannot be read again."""
    if path == "-":
        return []
    problems: list[str] = []
    with open_bytes(path) as source:
        text = (
            line.decode("utf-8", errors="replace").rstrip("\r\n")
            for line in iter(lambda: source.readline(LONGEST), b"")
        )
        rows = records(text, dialect, problems)
        ragged = (
            _miscount(line, len(cells), len(dialect.names))
            for line, cells in rows
            if len(cells) != len(dialect.names) and not (dialect.markdown and line == 2)
        )
        return list(islice(ragged, 10)) + problems
