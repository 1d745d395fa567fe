"""Delimited text: commas, tabs, semicolons or bars between the cells; every cell is text, never a formula."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, BinaryIO

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems
from bakeoff.tabular.arrow_arrays import joined, to_array
from bakeoff.tabular.cells import (
    SEPARATORS,
    Cells,
    Record,
    check_columns,
    decimal_mark,
    guessed_array,
    miscount,
    missing_marks,
    rows_in_parts,
    table_heading,
    twice,
    with_points,
)
from bakeoff.tabular.encoding import LONGEST, refuse_binary
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.safe_cells import safe_cell
from bakeoff.tabular.table import MISSING, Column, ColumnBuilder, ColumnTable, refuse

__all__ = ["CSV", "Dialect", "csv_cells", "csv_text", "find_dialect", "records"]

_CHUNK = 20_000  # rows looked at together: large enough to be quick, small enough to stay in memory
_AHEAD = 1 << 16  # bytes of rows of a stream that are looked at before they are read
_SAMPLE = 50  # records that must agree on a separator
BLOCK = 1 << 22  # bytes of a CSV file that are parsed at a time; memory grows with it, not with the file


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """How a file is written; `names` and `decimal` are known once its heading and first rows were read."""

    separator: str = ","
    decimal: str = "."
    names: tuple[str, ...] = ()


def records(lines: Iterable[str], dialect: Dialect, problems: list[str], first: int = 0) -> Iterator[Record]:
    """Yield the records; a quoted cell may run over several lines, and blank lines are passed over.

    `first` lines came before these; what is wrong with a quote is added to `problems`.
    """
    separator, numbered = dialect.separator, enumerate(lines, first + 1)
    for number, line in numbered:
        if not line or (line.isspace() and separator not in line):
            continue
        if '"' not in line:
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


def find_dialect(lines: Sequence[str], what: str) -> Dialect:
    """Find what separates the cells: the separator that gives the first records as many cells each, and the most."""
    fitting, heading = dict[str, int](), dict[str, int]()
    for separator in SEPARATORS:
        widths = [len(cells) for _, cells in islice(records(lines, Dialect(separator=separator), []), _SAMPLE)]
        heading[separator] = widths[0] if widths else 1
        if len(set(widths)) == 1 and widths[0] > 1:
            fitting[separator] = widths[0]
    widest = [separator for separator, width in fitting.items() if width == max(fitting.values())]
    if len(widest) > 1:
        names = " and ".join(SEPARATORS[separator] for separator in widest)
        raise BadInput(f"{what} can be split at {names} alike; write it with one of them only, or give separator=")
    return Dialect(separator=widest[0] if widest else max(heading, key=lambda separator: heading[separator]))


# A data file: coded columns.


def _table(file: FileContent) -> ColumnTable:
    """Coded columns, from a file whose first line names them."""
    what, lines = file.what, file.lines(settable=True)
    if not any(line.strip() for line in lines):
        raise BadInput(f"{what} is empty")
    notes: list[str] = []
    separator = "\t" if file.separator is None and file.ending == ".tsv" else file.separator
    dialect = Dialect(separator=separator) if separator is not None else find_dialect(lines, what)
    if separator is None and dialect.separator != ",":
        notes.append(f"columns are separated by {SEPARATORS[dialect.separator]}s")
    problems: list[str] = []
    line, cells = next(records(lines, dialect, problems), (1, []))
    refuse(what, problems)
    dialect = replace(dialect, names=tuple(table_heading(cells, line, what, notes)))
    first = line + sum(cell.count("\n") for cell in cells)  # a quoted name may hold line ends
    columns, values = _coded_columns(lines[first:], first, dialect, file, notes)
    return ColumnTable(name=file.inner.stem, columns=columns, values=values, source=what, notes=tuple(notes))


def _coded_columns(
    lines: list[str], first: int, dialect: Dialect, file: FileContent, notes: list[str]
) -> tuple[tuple[Column, ...], tuple[Array, ...]]:
    """Return all columns, numbers where every cell is one. A second pass only if words turn up late in a column."""
    wordy: set[int] = set()
    missing, among_numbers = missing_marks(file.na_values)
    while True:
        problems: list[str] = []
        builders = [ColumnBuilder(missing, among_numbers, wordy=index in wordy) for index in range(len(dialect.names))]
        for chunk in _column_chunks(lines, first, dialect, problems):
            for builder, cells in zip(builders, chunk, strict=True):
                builder.add(cells)
        refuse(file.what, problems)
        late = {index for index, builder in enumerate(builders) if builder.late}
        if not late:
            commas = dialect.separator != ","
            done = [builder.finish(name, notes, decimal_commas=commas) for name, builder in zip(dialect.names, builders, strict=True)]  # fmt: skip
            return tuple(column for column, _ in done), tuple(values for _, values in done)
        wordy |= late


def _column_chunks(
    lines: list[str], first: int, dialect: Dialect, problems: list[str]
) -> Iterator[Iterable[Sequence[str]]]:
    """Yield the columns of many records at a time; records of another width become problems."""
    width = len(dialect.names)
    if not any('"' in line for line in lines):
        for start in range(0, len(lines), _CHUNK):
            yield from _plain_chunk(lines[start : start + _CHUNK], first + start, dialect, problems)
        return
    rows = records(lines, dialect, problems, first)
    while chunk := list(islice(rows, _CHUNK)):
        good = [cells for _, cells in chunk if len(cells) == width]
        problems += [miscount(line, len(cells), width) for line, cells in chunk if len(cells) != width]
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
        counted = list(zip(lines, counts, blank, strict=True))
        problems += [
            miscount(first + index + 1, n, width) for index, (_, n, gap) in enumerate(counted) if n != width and not gap
        ]
        lines = [line for line, n, gap in counted if n == width and not gap]
    if lines:
        cells = separator.join(lines).split(separator)
        yield (cells[column::width] for column in range(width))


# A table of scores or of predictions to be imported: text, read whole.


def csv_cells(file: FileContent) -> Cells:
    """All records as text; decimal commas become points, and a table below a title is refused."""
    what, lines = file.what, file.lines()
    first = next((line.strip() for line in lines if line.strip()), "")
    if not first:
        return Cells(what=what, records=[])
    if first[0] in "{[<":
        raise BadInput(f"{what} is not a CSV file: its first line must name the columns, as data,first,second")
    _refuse_title(lines, what)
    dialect = find_dialect(lines, what)
    problems: list[str] = []
    rows = [
        (line, [cell.strip() for cell in cells])
        for line, cells in records(lines, dialect, problems)
        if any(cell.strip() for cell in cells)
    ]
    refuse(what, problems)
    return Cells(what=what, records=rows if dialect.separator == "," else with_points(rows, what))


def _refuse_title(lines: list[str], what: str) -> None:
    """Refuse a table below a title or a comment, which is easily taken for its heading."""
    numbered = ((number, line.strip()) for number, line in enumerate(lines, start=1) if line.strip())
    filled = list(islice(numbered, 2 * _SAMPLE))
    cells = [[cell for cell in re.split(r"[,;\t|]", line) if cell.strip()] for _, line in filled]
    title = filled[0][1].strip(",;\t| ") if filled else ""
    if len(filled) > 2 and len(cells[0]) < 2 and min(len(row) for row in cells[-2:]) > 1:
        word = "a comment" if title.startswith(("#", "//")) else "a title"
        raise BadInput(
            f"line {filled[0][0]} of {what} is {word} ({title[:40]!r})", cure="delete the lines above the heading"
        )


MOST_TEXTS = 50_000_000  # cells that are read as text


# A stream of predictions: the heading, then the rows in parts.


def _read_heading(file: FileContent, source: BinaryIO) -> Dialect:
    """Read the heading of a stream, which is then gone; the rows come next."""
    first, what = source.readline(LONGEST), file.what
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
    problems += twice(names)
    refuse(f"the heading of {what}", problems)
    cells = [] if dialect.separator == "," else [cell.strip() for _, row in records(ahead, dialect, []) for cell in row]
    return replace(dialect, names=tuple(names), decimal=decimal_mark(cells, what))


def _decoded(line: bytes, what: str) -> str:
    try:
        return line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as problem:
        byte = line[problem.start]
        raise BadInput(f"the heading of {what} is not UTF-8 (byte 0x{byte:02X}); save the file as UTF-8") from None


def _heading(file: FileContent) -> tuple[str, ...]:
    with file.stream() as source:
        return _read_heading(file, source).names


def _chunks(
    file: FileContent, columns: Sequence[str], rows: int, _row_groups: Sequence[int] | None
) -> Iterator[dict[str, Array]]:
    """The named columns, at most `rows` rows at a time: by pyarrow where it is installed."""
    with file.stream() as source:
        dialect = _read_heading(file, source)
        check_columns(file.what, columns, dialect.names)
        read = _arrow_chunks if _has_pyarrow() else _plain_chunks
        yield from read(file, source, dialect, columns, rows)


def _has_pyarrow() -> bool:
    try:
        import pyarrow.csv  # noqa: F401
    except ImportError:
        return False
    return True


def _arrow_chunks(
    file: FileContent, source: BinaryIO, dialect: Dialect, columns: Sequence[str], rows: int
) -> Iterator[dict[str, Array]]:
    import pyarrow as pa
    import pyarrow.csv as pc

    convert = pc.ConvertOptions(
        include_columns=list(columns), strings_can_be_null=True, null_values=list(MISSING), decimal_point=dialect.decimal,
        auto_dict_encode=True, auto_dict_max_cardinality=1 << 15, true_values=["true", "True", "TRUE"],
        false_values=["false", "False", "FALSE"],
    )  # fmt: skip
    read = pc.ReadOptions(column_names=list(dialect.names), block_size=BLOCK)
    parse = pc.ParseOptions(delimiter=dialect.separator)
    try:
        with pc.open_csv(source, read_options=read, parse_options=parse, convert_options=convert) as reader:
            for table in joined(reader, rows, file.what):
                yield _arrays(file.what, table, columns)
    except pa.ArrowInvalid as problem:
        if "Empty CSV" in str(problem):
            return
        raise _unreadable(file, dialect, str(problem).partition("\n")[0] or type(problem).__name__) from None


def _unreadable(file: FileContent, dialect: Dialect, problem: str) -> BadInput:
    """Return pyarrow's complaint in terms of lines and columns."""
    if "Expected" in problem and (lines := _ragged_lines(file, dialect)):
        return Problems(file.what, lines)
    changed = re.match(r"In CSV column #(\d+): .*conversion error to (\w+): invalid value '(.*)'", problem)
    if changed is None:
        return BadInput(f"{file.what} cannot be read as CSV: {problem}")
    name, kind = dialect.names[int(changed[1])], "numbers" if changed[2] in {"int64", "double"} else changed[2]
    return BadInput(f"column {name!r} of {file.what} begins as {kind}, but further down contains {changed[3]!r}")


def _arrays(what: str, table: Any, columns: Sequence[str]) -> dict[str, Array]:
    from pyarrow import types

    for name in columns:
        kind = table.schema.field(name).type
        if types.is_binary(kind.value_type if types.is_dictionary(kind) else kind):
            raise BadInput(f"column {name!r} of {what} is not UTF-8 text; save the file as UTF-8")
    return {name: to_array(table.column(name)) for name in columns}


def _plain_chunks(
    file: FileContent, source: BinaryIO, dialect: Dialect, columns: Sequence[str], rows: int
) -> Iterator[dict[str, Array]]:
    """Yield the same values without pyarrow, more slowly."""
    lines = (line.decode("utf-8").rstrip("\r\n") for line in iter(lambda: source.readline(LONGEST), b""))
    problems: list[str] = []
    reader = records(lines, dialect, problems, first=1)
    places, width = [dialect.names.index(name) for name in columns], len(dialect.names)
    try:
        for part in rows_in_parts(file.what, dialect.names, reader, rows):
            if any(len(cells) != width for cells in part):
                raise Problems(
                    file.what, _ragged_lines(file, dialect) or [f"a row has not the {width} cells of the heading"]
                )
            yield {
                name: guessed_array([cells[i] for cells in part], dialect.decimal)
                for name, i in zip(columns, places, strict=True)
            }
    except UnicodeDecodeError:
        raise BadInput(f"{file.what} is not UTF-8 text; save the file as UTF-8") from None
    if problems:
        raise Problems(file.what, problems)


def _ragged_lines(file: FileContent, dialect: Dialect) -> list[str]:
    """Return the lines whose cells are too few or too many, the first ten; a stream cannot be read again."""
    if file.path == "-":
        return []
    problems: list[str] = []
    with file.stream() as source:
        text = (
            line.decode("utf-8", errors="replace").rstrip("\r\n")
            for line in iter(lambda: source.readline(LONGEST), b"")
        )
        rows = records(text, dialect, problems)
        ragged = (
            miscount(line, len(cells), len(dialect.names)) for line, cells in rows if len(cells) != len(dialect.names)
        )
        return list(islice(ragged, 10)) + problems


def csv_text(columns: Mapping[str, Sequence[Any]], line_end: str = "\r\n", separator: str = ",") -> str:
    r"""A heading and one line for each row; None is empty, and no cell is a formula to a spreadsheet.

    >>> csv_text({"a": [1, None], "b": ["x", "=1+1"]})
    "a,b\r\n1,x\r\n,'=1+1\r\n"
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator=line_end, delimiter=separator)
    writer.writerow(map(safe_cell, columns))
    for row in zip(*columns.values(), strict=True):
        writer.writerow(map(safe_cell, row))
    return file.getvalue()


CSV = Format(
    name="csv",
    title="CSV and TSV",
    endings=(".csv", ".tsv", ".txt"),
    about="Commas, tabs, semicolons or bars between the cells, found by the rows; the first line names the columns; decimal commas where cells are not separated by commas.",
    bounds="a line or a quoted cell of 64 MiB; a cell of 64 KiB where a file is read in parts",
    cost="in parts, whatever its length; a table that is read whole takes about ten times its size",
    example=b"a,b\n1,x\n2.5,y\n",
    cells=csv_cells,
    table=_table,
    chunks=_chunks,
    heading=_heading,
    write=lambda columns, ending: csv_text(columns, separator="\t" if ending == ".tsv" else ",").encode(),
)
