"""Columns of a prediction file, in chunks: CSV and Parquet of any size, `-` for standard input."""

import codecs
import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, MissingPackage, Problems
from bakeoff.tabular.header import Heading, known_columns, opened_text, ragged_lines, read_header

__all__ = ["FilePart", "chunks", "files_of", "is_parquet", "parts_of"]

ROWS = 1 << 20
BLOCK = 1 << 25  # bytes of a CSV file that are parsed at a time
MISSING = ("", "NA", "NaN", "nan", "null", "?")  # what stands for a missing cell


def is_parquet(path: str) -> bool:
    """By its ending."""
    return Path(path).suffix.lower() in {".parquet", ".pq"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart:
    """A file, or some row groups of a Parquet file, with the number of its first row and of the rows in files before."""

    path: str
    row_groups: tuple[int, ...] | None = None
    first_row: int = 0
    before: int = 0


def files_of(path: str) -> list[str]:
    """The Parquet files of a directory in the order of their names, or the file itself."""
    if path == "-" or not Path(path).is_dir():
        return [path]
    found = sorted(str(one) for one in Path(path).rglob("*") if one.is_file() and is_parquet(str(one)))
    if not found:
        raise BadInput(f"the directory {path} holds no Parquet files; of CSV files, name one")
    return found


def parts_of(path: str, rows: int = ROWS) -> list[FilePart]:
    """What can be read apart from each other: files, and runs of row groups of at least `rows` rows."""
    made, before = list[FilePart](), 0
    for file in files_of(path):
        if not is_parquet(file):
            made.append(FilePart(path=file))
            continue
        with _opened(file) as opened:
            sizes = [opened.metadata.row_group(i).num_rows for i in range(opened.num_row_groups)]
        start = first_row = held = 0
        for i, size in enumerate(sizes):
            held += size
            if held >= rows or i == len(sizes) - 1:
                made.append(
                    FilePart(path=file, row_groups=tuple(range(start, i + 1)), first_row=first_row, before=before)
                )
                start, first_row, held = i + 1, first_row + held, 0
        before += first_row
    return made


def chunks(
    path: str, columns: Sequence[str], rows: int = ROWS, *, row_groups: Sequence[int] | None = None
) -> Iterator[dict[str, Array]]:
    """The named columns of the file, at most `rows` rows at a time; a file without rows gives nothing."""
    if is_parquet(path):
        yield from _parquet(path, columns, rows, row_groups)
        return
    try:
        import pyarrow.csv  # noqa: F401
    except ImportError:
        yield from _plain_csv(path, columns, rows)
        return
    yield from _arrow_csv(path, columns, rows)


def _flat(path: str, columns: Sequence[str], schema: Any) -> None:
    from pyarrow import types

    for one in columns:
        if types.is_nested(schema.field(one).type):
            raise BadInput(f"column {one!r} of {path} holds lists or structures; one value per row is needed")


def _opened(path: str) -> Any:
    try:
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingPackage("pyarrow", "reading Parquet files", extra="parquet") from None
    if not Path(path).exists():
        raise BadInput(f"there is no file {path}")
    try:
        return pq.ParquetFile(path, pre_buffer=False)  # buffers made ahead would grow with the file
    except PermissionError:
        raise
    except (OSError, ValueError):  # pyarrow's own errors are ValueErrors
        raise BadInput(f"{path} is no Parquet file, or only a part of one; write it again") from None


def _parquet(
    path: str, columns: Sequence[str], rows: int, row_groups: Sequence[int] | None
) -> Iterator[dict[str, Array]]:
    from pyarrow import ArrowInvalid

    with _opened(path) as file:
        known_columns(path, columns, file.schema_arrow.names)
        _flat(path, columns, file.schema_arrow)
        groups = None if row_groups is None else list(row_groups)
        try:
            for batch in file.iter_batches(batch_size=rows, columns=list(columns), row_groups=groups):
                yield {name: _array(batch.column(name)) for name in columns}
        except (OSError, ArrowInvalid):
            raise BadInput(f"{path} is a damaged Parquet file; write it again") from None


def _arrow_csv(path: str, columns: Sequence[str], rows: int) -> Iterator[dict[str, Array]]:
    with opened_text(path) as source:
        form = read_header(path, source)
        known_columns(path, columns, form.names)
        yield from _arrow_parts(path, source, form, columns, rows)


def _arrow_parts(
    path: str, source: BinaryIO, form: Heading, columns: Sequence[str], rows: int
) -> Iterator[dict[str, Array]]:
    import pyarrow as pa
    import pyarrow.csv as pc

    convert = pc.ConvertOptions(
        include_columns=list(columns), strings_can_be_null=True, null_values=list(MISSING), decimal_point=form.decimal,
        auto_dict_encode=True, auto_dict_max_cardinality=1 << 15, true_values=["true", "True", "TRUE"],
        false_values=["false", "False", "FALSE"],
    )  # fmt: skip
    read = pc.ReadOptions(column_names=list(form.names), block_size=BLOCK)
    parse = pc.ParseOptions(delimiter=form.separator)
    try:
        with pc.open_csv(source, read_options=read, parse_options=parse, convert_options=convert) as reader:
            yield from _regrouped(path, reader, columns, rows)
    except pa.ArrowInvalid as problem:
        if "Empty CSV" in str(problem):
            return
        raise _unreadable(path, form, _first_line(problem)) from None


def _unreadable(path: str, form: Heading, problem: str) -> BadInput:
    """The reader's complaint in terms of lines and columns."""
    if "Expected" in problem and (lines := ragged_lines(path, form)):
        return Problems(path, lines)
    changed = re.match(r"In CSV column #(\d+): .*conversion error to (\w+): invalid value '(.*)'", problem)
    if changed is None:
        return BadInput(f"{path} cannot be read as CSV: {problem}")
    name, kind = form.names[int(changed[1])], "numbers" if changed[2] in {"int64", "double"} else changed[2]
    return BadInput(f"column {name!r} of {path} begins as {kind}, but further down holds {changed[3]!r}")


def _regrouped(path: str, reader: Any, columns: Sequence[str], rows: int) -> Iterator[dict[str, Array]]:
    """Batches as the file gives them, joined to chunks of about `rows` rows."""
    import pyarrow as pa

    held: list[Any] = []
    size = 0
    for batch in reader:
        held.append(batch)
        size += batch.num_rows
        if size >= rows:
            yield _columns(path, pa.Table.from_batches(held), columns)
            held, size = [], 0
    if size:
        yield _columns(path, pa.Table.from_batches(held), columns)


def _columns(path: str, table: Any, columns: Sequence[str]) -> dict[str, Array]:
    from pyarrow import types

    for name in columns:
        kind = table.schema.field(name).type
        if types.is_binary(kind.value_type if types.is_dictionary(kind) else kind):
            raise BadInput(f"column {name!r} of {path} is not UTF-8 text; save the file as UTF-8")
    return {name: _array(table.column(name)) for name in columns}


def _array(column: Any) -> Array:
    """Numbers as they are, texts as text, dictionaries decoded; what is missing is NaN or None."""
    import pyarrow as pa

    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    if pa.types.is_dictionary(column.type):
        levels = np.asarray(column.dictionary.to_pylist(), dtype=object if column.null_count else None)
        if column.null_count:
            return np.array(column.to_pylist(), dtype=object)
        made: Array = levels[column.indices.to_numpy(zero_copy_only=False)]
        return made
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        return np.array(column.to_pylist(), dtype=object if column.null_count else None)
    return np.asarray(column.to_numpy(zero_copy_only=False))


def _first_line(problem: BaseException) -> str:
    return str(problem).splitlines()[0] if str(problem) else type(problem).__name__


def _plain_csv(path: str, columns: Sequence[str], rows: int) -> Iterator[dict[str, Array]]:
    """Without pyarrow: slower, same values."""
    with opened_text(path) as source:
        form = read_header(path, source)
        known_columns(path, columns, form.names)
        try:
            yield from _plain_parts(path, source, form, columns, rows)
        except UnicodeDecodeError:
            raise BadInput(f"{path} is not UTF-8 text; save the file as UTF-8") from None
        except csv.Error as problem:
            raise BadInput(f"{path} cannot be read as CSV: {problem}") from None


def _plain_parts(
    path: str, source: BinaryIO, form: Heading, columns: Sequence[str], rows: int
) -> Iterator[dict[str, Array]]:
    reader = (cells for cells in csv.reader(codecs.iterdecode(source, "utf-8"), delimiter=form.separator) if cells)
    at = [form.names.index(one) for one in columns]
    while part := list(islice(reader, rows)):
        for line in part:
            if len(line) != len(form.names):
                told = f"cannot be read as CSV: a row has {len(line)} cells, the heading has {len(form.names)}"
                raise Problems(path, ragged_lines(path, form) or [told])
        yield {name: _guessed([line[i] for line in part], form) for name, i in zip(columns, at, strict=True)}


def _guessed(cells: list[str], form: Heading) -> Array:
    written = cells if form.decimal == "." else [one.replace(form.decimal, ".") for one in cells]
    for kind in (np.int64, np.float64):
        try:
            return np.array(
                [np.nan if one in MISSING else one for one in written] if kind is np.float64 else cells
            ).astype(kind)
        except ValueError:
            continue
    if any(one in MISSING for one in cells):
        return np.array([None if one in MISSING else one for one in cells], dtype=object)
    return np.array(cells)
