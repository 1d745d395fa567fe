"""Parquet files, read by pyarrow: whole, or in chunks of columns."""

import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, MissingPackage
from bakeoff.core.foreign_file import refuse_special
from bakeoff.tabular.arrow_arrays import is_text, joined, to_array
from bakeoff.tabular.cells import Cells, check_columns
from bakeoff.tabular.formats.format import FileContent, FilePart, Format
from bakeoff.tabular.frames import coded_frame
from bakeoff.tabular.table import ColumnTable
from bakeoff.tabular.unpacked_size import LIKELY, UNPACKED, refuse_unpacked

__all__ = ["MOST_CELLS", "MOST_TEXTS", "PARQUET", "arrow_cells", "arrow_table", "refuse_nested"]


MOST_CELLS = UNPACKED // 8  # numbers, where a file is read whole
MOST_TEXTS = 50_000_000  # cells that are read as text
_SHORTER = "take a part of it, or shorten its texts"


def _pyarrow() -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingPackage("pyarrow", "reading Parquet files", extra="parquet") from None
    return parquet


def _opened(file: FileContent) -> Any:
    """What pyarrow opens: the path, or the bytes."""
    if file.raw is not None:
        return io.BytesIO(file.raw)
    refuse_special(file.path)
    return file.path


def _size(file: FileContent) -> int:
    return len(file.raw) if file.raw is not None else Path(file.path).stat().st_size


def _whole(file: FileContent, most: int = MOST_CELLS) -> Any:
    """The table of a Parquet file as pyarrow holds it, or one sentence why it cannot be read.

    A few bytes can stand for any number of equal cells and for any number of copies of a long text, so both are counted first.
    """
    parquet, what = _pyarrow(), file.what
    try:
        facts = parquet.read_metadata(_opened(file))
        cells = facts.num_rows * max(facts.num_columns, 1)
        if cells <= most:
            _refuse_long_texts(file)
            return parquet.read_table(_opened(file))
    except FileNotFoundError:
        raise BadInput(f"no file called {file.path!r}; check the spelling and the directory") from None
    except BadInput:
        raise
    except Exception as error:  # noqa: BLE001 (pyarrow has many errors; the file is a stranger's)
        raise BadInput(
            f"{what} cannot be read as Parquet: {str(error).partition(chr(10))[0] or type(error).__name__}"
        ) from None
    raise BadInput(f"{what} contains {cells:,} cells, and {most:,} can be read at once; take a part of it")


def arrow_table(table: Any, file: FileContent) -> ColumnTable:
    """Coded columns of a table of pyarrow."""
    return coded_frame(table, name=file.inner.stem, source=file.what)


def arrow_cells(table: Any, file: FileContent) -> Cells:
    """The rows as the text that a CSV would hold: numbers to their last digit, empty where missing."""
    index = _index_columns(table)
    order = [*index, *(name for name in table.column_names if name not in index)]  # an index names the rows
    columns = [["" if cell is None else str(cell) for cell in table[name].to_pylist()] for name in order]
    heading = ["index" if name.startswith("__index_level_") else name for name in order]
    rows = [(i, list(row)) for i, row in enumerate(zip(*columns, strict=True), start=2)]
    return Cells(what=file.what, records=[(1, heading), *rows])


def _index_columns(table: Any) -> list[str]:
    """The columns that pandas wrote as the index of a frame."""
    try:
        stated = table.schema.pandas_metadata.get("index_columns", ())
        return [name for name in stated if isinstance(name, str) and name in table.column_names]
    except (AttributeError, TypeError, ValueError, RecursionError):  # none, or not as pandas writes them
        return []


def _refuse_long_texts(content: FileContent) -> None:
    """Count the bytes of all texts, without making the copies that the file stands for."""
    source, packed, size = content.what, _size(content), 0
    with _open(content) as file:
        facts = file.metadata
        texts = _text_columns(file, file.schema_arrow.names, source)
        wide = sum(max(leaf.length, 0) for leaf in _leaves(facts) if leaf.physical_type == "FIXED_LEN_BYTE_ARRAY")
        refuse_unpacked(facts.num_rows * wide, packed, source, cure=_SHORTER)
        repeating = _repeating(facts)
    if not texts:
        return
    with _open(content, [name for name in texts if name not in repeating]) as file:
        for batch in file.iter_batches(batch_size=_batch_rows(packed, repeating), columns=texts):
            size += sum(map(_text_bytes, batch.columns))
            refuse_unpacked(size, packed, source, cure=_SHORTER)


def _leaves(facts: Any) -> list[Any]:
    return [facts.schema.column(i) for i in range(facts.num_columns)]


def _text_columns(file: Any, columns: Sequence[str], source: str) -> list[str]:
    """Those of the columns whose cells have any length, by what the file itself holds; one that holds lists is refused."""
    refuse_nested(file.schema_arrow, columns, source)
    physical = {leaf.path: leaf.physical_type for leaf in _leaves(file.metadata)}
    return [name for name in dict.fromkeys(columns) if physical.get(name) == "BYTE_ARRAY"]


def refuse_nested(schema: Any, columns: Sequence[str], source: str) -> None:
    """Refuse columns that hold lists or structures."""
    from pyarrow import types

    for field in schema:
        if field.name in columns and types.is_nested(field.type):
            raise BadInput(
                f"column {field.name!r} of {source} contains lists or structures; one value per row is needed"
            )


def _repeating(facts: Any) -> dict[str, int]:
    """Columns that name the part in which a text differs from the one before, with the bytes of their largest part of the file.

    pyarrow cannot give each text of them once, and a text that differs in one letter takes a few bytes, whatever its length.
    """
    sizes: dict[str, int] = {}
    for group in map(facts.row_group, range(facts.num_row_groups)):
        for part in map(group.column, range(group.num_columns)):
            if any(encoding.startswith("DELTA_") and "BYTE_ARRAY" in encoding for encoding in part.encodings):
                sizes[part.path_in_schema] = max(sizes.get(part.path_in_schema, 1), part.total_uncompressed_size)
    return sizes


def _batch_rows(packed: int, repeating: Mapping[str, int]) -> int:
    """Rows to be decoded together: few where a file is small, since each may be as long as all that the file unpacks to."""
    rows = min(max(packed >> 8, 64), 1 << 16)
    return min(rows, max(LIKELY // max(repeating.values()), 16)) if repeating else rows


def _text_bytes(column: Any) -> int:
    """The bytes of all texts of a column, each counted as often as it occurs."""
    from pyarrow import compute, types

    if not types.is_dictionary(column.type) or not is_text(column.type.value_type):
        return int(column.nbytes)
    lengths = compute.binary_length(column.dictionary)
    return int(compute.sum(compute.take(lengths, column.indices)).as_py() or 0)


def _open(file: FileContent, dictionaries: Sequence[str] = ()) -> Any:
    """Open a Parquet file to be read in parts; columns that `dictionaries` names give each of their texts once."""
    parquet = _pyarrow()
    if file.raw is None and not Path(file.path).exists():
        raise BadInput(f"there is no file {file.path}")
    opened = _opened(file)
    try:  # buffers made ahead would grow with the file
        return parquet.ParquetFile(opened, pre_buffer=False, read_dictionary=list(dictionaries))
    except PermissionError:
        raise
    except (OSError, ValueError):  # pyarrow's own errors are ValueErrors
        raise BadInput(f"{file.what} is not a Parquet file, or only a part of one; write it again") from None


def _heading(file: FileContent) -> list[str]:
    with _open(file) as opened:
        return list(opened.schema_arrow.names)


def _chunks(
    content: FileContent, columns: Sequence[str], rows: int, row_groups: Sequence[int] | None
) -> Iterator[dict[str, Array]]:
    """Yield the named columns, at most `rows` rows at a time, and fewer where their texts are long."""
    from pyarrow import ArrowInvalid

    what = content.what
    with _open(content) as file:
        check_columns(what, columns, file.schema_arrow.names)
        texts, repeating = _text_columns(file, columns, what), _repeating(file.metadata)
    groups = None if row_groups is None else list(row_groups)
    size = min(rows, _batch_rows(_size(content), repeating)) if texts else rows
    with _open(content, [name for name in texts if name not in repeating]) as file:
        try:
            batches = file.iter_batches(batch_size=size, columns=list(columns), row_groups=groups)
            for table in joined(batches, rows, what):
                yield {name: to_array(table.column(name)) for name in columns}
        except (OSError, ArrowInvalid):
            raise BadInput(f"{what} is a damaged Parquet file; write it again") from None


def _parts(path: str, rows: int) -> list[FilePart]:
    """Runs of row groups of at least `rows` rows."""
    with _open(FileContent(what=path, path=path)) as opened:
        sizes = [opened.metadata.row_group(i).num_rows for i in range(opened.num_row_groups)]
    parts = list[FilePart]()
    start = first_row = held = 0
    for i, size in enumerate(sizes):
        held += size
        if held >= rows or i == len(sizes) - 1:
            parts.append(FilePart(path=path, row_groups=tuple(range(start, i + 1)), first_row=first_row, rows=held))
            start, first_row, held = i + 1, first_row + held, 0
    return parts


def _written(columns: Mapping[str, Sequence[Any]], _ending: str) -> bytes:
    parquet, file = _pyarrow(), io.BytesIO()
    from pyarrow import table

    parquet.write_table(table(dict(columns)), file)
    return file.getvalue()


PARQUET = Format(
    name="parquet",
    title="Parquet",
    endings=(".parquet", ".pq"),
    about="Columns of numbers, texts, truth values and dates, as their types say; a folder of Parquet files is read as one table.",
    bounds="536,870,912 cells, or 50,000,000 that are read as text; texts of 256 MiB or 200 times the file; no lists or structures; a cell of 64 KiB where a file is read in parts",
    cost="in parts, and only the columns that are asked for",
    magic=b"PAR1",
    cells=lambda file: arrow_cells(_whole(file, MOST_TEXTS), file),
    table=lambda file: arrow_table(_whole(file), file),
    chunks=_chunks,
    heading=_heading,
    parts=_parts,
    write=_written,
    typed=True,
    package="pyarrow",
)
