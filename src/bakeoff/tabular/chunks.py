"""Columns of a prediction file, in chunks: CSV, Markdown and Parquet of any size, `-` for standard input."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, Problems
from bakeoff.tabular.csv import Dialect, Record, ragged_lines, read_header, records
from bakeoff.tabular.encoding import LONGEST, open_bytes
from bakeoff.tabular.parquet import (
    LONGEST_TEXT,
    check_columns,
    is_parquet,
    joined,
    open_parquet,
    parquet_chunks,
    refuse_long_text,
    to_array,
)
from bakeoff.tabular.table import MISSING
from bakeoff.tabular.unpacked_size import LIKELY

__all__ = ["FilePart", "chunks", "files_of", "parts_of"]

ROWS = 1 << 20
BLOCK = 1 << 25  # bytes of a CSV file that are parsed at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart:
    """A file, or some row groups of a Parquet file, with the number of its first row and of the rows in files before."""

    path: str
    row_groups: tuple[int, ...] | None = None
    first_row: int = 0
    before: int = 0


def files_of(path: str) -> list[str]:
    """Return the Parquet files of a directory in the order of their names, or the file itself."""
    if path == "-" or not Path(path).is_dir():
        return [path]
    files = sorted(str(file) for file in Path(path).rglob("*") if file.is_file() and is_parquet(str(file)))
    if not files:
        raise BadInput(f"the directory {path} holds no Parquet files; of CSV files, name one")
    return files


def parts_of(path: str, rows: int = ROWS) -> list[FilePart]:
    """Return what can be read apart from each other: files, and runs of row groups of at least `rows` rows."""
    parts, before = list[FilePart](), 0
    for file in files_of(path):
        if not is_parquet(file):
            parts.append(FilePart(path=file))
            continue
        with open_parquet(file) as opened:
            sizes = [opened.metadata.row_group(i).num_rows for i in range(opened.num_row_groups)]
        start = first_row = held = 0
        for i, size in enumerate(sizes):
            held += size
            if held >= rows or i == len(sizes) - 1:
                groups = tuple(range(start, i + 1))
                parts.append(FilePart(path=file, row_groups=groups, first_row=first_row, before=before))
                start, first_row, held = i + 1, first_row + held, 0
        before += first_row
    return parts


def chunks(
    path: str, columns: Sequence[str], rows: int = ROWS, *, row_groups: Sequence[int] | None = None
) -> Iterator[dict[str, Array]]:
    """Yield the named columns of the file, at most `rows` rows at a time; a file without rows gives nothing."""
    if is_parquet(path):
        yield from parquet_chunks(path, columns, rows, row_groups)
        return
    with open_bytes(path) as source:
        dialect = read_header(path, source)
        check_columns(path, columns, dialect.names)
        read = _plain_chunks if dialect.markdown or not _has_pyarrow() else _arrow_chunks
        yield from read(path, source, dialect, columns, rows)


def _has_pyarrow() -> bool:
    try:
        import pyarrow.csv  # noqa: F401
    except ImportError:
        return False
    return True


def _arrow_chunks(
    path: str, source: BinaryIO, dialect: Dialect, columns: Sequence[str], rows: int
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
            for table in joined(reader, rows, path):
                yield _arrays(path, table, columns)
    except pa.ArrowInvalid as problem:
        if "Empty CSV" in str(problem):
            return
        raise _unreadable(path, dialect, str(problem).partition("\n")[0] or type(problem).__name__) from None


def _unreadable(path: str, dialect: Dialect, problem: str) -> BadInput:
    """Return pyarrow's complaint in terms of lines and columns."""
    if "Expected" in problem and (lines := ragged_lines(path, dialect)):
        return Problems(path, lines)
    changed = re.match(r"In CSV column #(\d+): .*conversion error to (\w+): invalid value '(.*)'", problem)
    if changed is None:
        return BadInput(f"{path} cannot be read as CSV: {problem}")
    name, kind = dialect.names[int(changed[1])], "numbers" if changed[2] in {"int64", "double"} else changed[2]
    return BadInput(f"column {name!r} of {path} begins as {kind}, but further down holds {changed[3]!r}")


def _arrays(path: str, table: Any, columns: Sequence[str]) -> dict[str, Array]:
    from pyarrow import types

    for name in columns:
        kind = table.schema.field(name).type
        if types.is_binary(kind.value_type if types.is_dictionary(kind) else kind):
            raise BadInput(f"column {name!r} of {path} is not UTF-8 text; save the file as UTF-8")
    return {name: to_array(table.column(name)) for name in columns}


def _plain_chunks(
    path: str, source: BinaryIO, dialect: Dialect, columns: Sequence[str], rows: int
) -> Iterator[dict[str, Array]]:
    """Yield the same values without pyarrow, more slowly; and the rows of a Markdown table."""
    lines = (line.decode("utf-8").rstrip("\r\n") for line in iter(lambda: source.readline(LONGEST), b""))
    problems: list[str] = []
    reader = records(lines, dialect, problems, first=2 if dialect.markdown else 1)
    at, width = [dialect.names.index(name) for name in columns], len(dialect.names)
    try:
        for part in _parts(path, dialect.names, reader, rows):
            if any(len(cells) != width for cells in part):
                raise Problems(path, ragged_lines(path, dialect) or [f"a row has not the {width} cells of the heading"])
            yield {name: _guessed([cells[i] for cells in part], dialect) for name, i in zip(columns, at, strict=True)}
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text; save the file as UTF-8") from None
    if problems:
        raise Problems(path, problems)


def _parts(path: str, names: Sequence[str], reader: Iterator[Record], rows: int) -> Iterator[list[list[str]]]:
    """The cells of the next rows; of fewer where one is so long that their array would be large."""
    part, longest = list[list[str]](), 1
    for _, cells in reader:
        lengths = list(map(len, cells))
        own = max(lengths)
        if own > LONGEST_TEXT:
            refuse_long_text(own, ([*names, ""])[min(lengths.index(own), len(names))], path)
        if part and (len(part) == rows or 4 * (len(part) + 1) * max(own, longest) > LIKELY):
            yield part
            part, longest = [], 1
        part.append(cells)
        longest = max(own, longest)
    if part:
        yield part


def _guessed(cells: list[str], dialect: Dialect) -> Array:
    written = cells if dialect.decimal == "." else [cell.replace(dialect.decimal, ".") for cell in cells]
    for kind in (np.int64, np.float64):
        try:
            return np.fromiter(
                (np.nan if kind is np.float64 and cell in MISSING else cell for cell in written), kind, len(cells)
            )
        except (ValueError, OverflowError):
            continue
    if any(cell in MISSING for cell in cells):
        return np.array([None if cell in MISSING else cell for cell in cells], dtype=object)
    return np.array(cells)
