"""Arrow files (IPC, Feather), read by pyarrow.

Buffers of a file may be packed. Each states in its first eight bytes what it unpacks to, and the file lists all of its buffers, so that
their sum is known before pyarrow unpacks any.
"""

import io
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, MissingPackage
from bakeoff.tabular.arrow_arrays import joined, to_array
from bakeoff.tabular.cells import check_columns
from bakeoff.tabular.formats.format import FileContent, Format
from bakeoff.tabular.formats.parquet import MOST_CELLS, MOST_TEXTS, arrow_cells, arrow_table
from bakeoff.tabular.unpacked_size import refuse_unpacked

__all__ = ["ARROW"]

_MAGIC = b"ARROW1"
_BLOCKS = 100_000  # batches of a file
_DICTIONARY, _RECORDS = 2, 3  # kinds of messages, and where the footer lists them


def _pyarrow() -> Any:
    try:
        from pyarrow import ipc
    except ImportError:
        raise MissingPackage("pyarrow", "reading and writing Arrow files", extra="parquet") from None
    return ipc


def _opened(file: FileContent) -> Any:
    """The reader of pyarrow, after everything that the file stands for has been counted."""
    ipc, content = _pyarrow(), file.content
    if not content.startswith(_MAGIC):
        kind = "an old Feather file (version 1)" if content.startswith(b"FEA1") else "not an Arrow file"
        raise BadInput(f"{file.what} is {kind}, or only a part of one; write it again, in pandas by to_feather")
    try:
        cells, size = _stated_sizes(content)
        opened = ipc.open_file(io.BytesIO(content))
    except (struct.error, IndexError, ValueError, OSError, RecursionError):
        raise _damaged(file) from None
    refuse_unpacked(size, len(file.packed), file.what, cure="take a part of it, or shorten its texts")
    if cells > MOST_CELLS:
        raise BadInput(
            f"{file.what} contains {cells:,} cells, and {MOST_CELLS:,} can be read at once; take a part of it"
        )
    try:
        _refuse_types(opened.schema, file.what)
    except UnicodeDecodeError:
        raise _damaged(file) from None
    return opened


def _damaged(file: FileContent) -> BadInput:
    return BadInput(f"{file.what} is an Arrow file that is damaged or cut off; write it again")


def _refuse_types(schema: Any, what: str) -> None:
    """Refuse columns in which a few bytes can stand for any number of texts, and lists or structures."""
    from pyarrow import types

    plain = (types.is_primitive, types.is_decimal, types.is_string, types.is_large_string, types.is_null)
    for name, column in zip(schema.names, schema, strict=True):
        kind = column.type.value_type if types.is_dictionary(column.type) else column.type
        if not any(check(kind) for check in plain):
            raise BadInput(
                f"column {name!r} of {what} is of type {column.type}; one number, text, truth value or date per row is needed"
            )


# The parts of an Arrow file that are looked at before pyarrow reads it, by the layout of flatbuffers: a table begins with the distance back
# to the list of where its fields are.


def _field(content: bytes, table: int, number: int) -> int:
    """Where a field of a table is; 0 where the table lacks it."""
    places = table - _signed(content, table)
    (size,) = struct.unpack_from("<H", content, places)
    slot = 4 + 2 * number
    (distance,) = struct.unpack_from("<H", content, places + slot) if slot + 2 <= size else (0,)
    return table + int(distance) if distance else 0


def _signed(content: bytes, place: int) -> int:
    if place < 0:
        raise IndexError(place)
    return int(struct.unpack_from("<i", content, place)[0])


def _wide(content: bytes, place: int) -> int:
    if place < 0:
        raise IndexError(place)
    return int(struct.unpack_from("<q", content, place)[0])


def _vector(content: bytes, table: int, number: int) -> tuple[int, int]:
    """Where the elements of a vector begin, and how many there are."""
    field = _field(content, table, number)
    if not field:
        return 0, 0
    start = field + _signed(content, field)
    return start + 4, _signed(content, start)


def _stated_sizes(content: bytes) -> tuple[int, int]:
    """The cells and the bytes that the batches of a file come to, as they state them."""
    footer = len(content) - 10 - _signed(content, len(content) - 10)
    root = footer + _signed(content, footer)
    cells = size = 0
    for kind in (_DICTIONARY, _RECORDS):
        start, count = _vector(content, root, kind)
        if count > _BLOCKS:
            raise ValueError(count)
        for i in range(count):
            own_cells, own_size = _batch(content, start + 24 * i, kind)
            cells, size = cells + own_cells, size + own_size
    return cells, size


def _batch(content: bytes, block: int, kind: int) -> tuple[int, int]:
    """The cells and bytes of the batch that an entry of the footer points to."""
    offset, length = _wide(content, block), _signed(content, block + 8)
    message = offset + (8 if _signed(content, offset) == -1 else 4)
    table = message + _signed(content, message)
    header = _field(content, table, 2)
    header += _signed(content, header)
    if kind == _DICTIONARY:
        inner = _field(content, header, 1)
        header = inner + _signed(content, inner)
    packed = _field(content, header, 3) != 0
    nodes, columns = _vector(content, header, 1)
    buffers, count = _vector(content, header, 2)
    if not 0 <= columns <= len(content) or not 0 <= count <= len(content):
        raise ValueError(count)
    cells = sum(_length(content, nodes + 16 * i) for i in range(columns))
    return cells, sum(_buffer(content, buffers + 16 * i, offset + length, packed=packed) for i in range(count))


def _length(content: bytes, place: int) -> int:
    length = _wide(content, place)
    if length < 0:
        raise ValueError(length)
    return length


def _buffer(content: bytes, entry: int, body: int, *, packed: bool) -> int:
    """The bytes of a buffer; of a packed one those that it states, where -1 means that it is not packed."""
    length = _length(content, entry + 8)
    stated = _wide(content, body + _wide(content, entry)) if packed and length >= 8 else -1
    return max(length, stated)


def _whole(file: FileContent, most: int = MOST_CELLS) -> Any:
    from pyarrow import ArrowException

    opened = _opened(file)
    try:
        table = opened.read_all()
        table.validate(full=True)  # places and texts of a stranger's file
    except (ArrowException, OSError):
        raise _damaged(file) from None
    cells = table.num_rows * table.num_columns
    if cells > most:
        raise BadInput(f"{file.what} contains {cells:,} cells, and {most:,} can be read at once; take a part of it")
    return table


def _chunks(
    file: FileContent, columns: Sequence[str], rows: int, _row_groups: Sequence[int] | None
) -> Iterator[dict[str, Array]]:
    from pyarrow import ArrowException

    opened = _opened(file)
    check_columns(file.what, columns, opened.schema.names)
    batches = (_checked(opened.get_batch(i).select(list(columns))) for i in range(opened.num_record_batches))
    try:
        for table in joined(batches, rows, file.what):
            yield {name: to_array(table.column(name)) for name in columns}
    except (ArrowException, OSError):
        raise _damaged(file) from None


def _checked(batch: Any) -> Any:
    batch.validate(full=True)  # places and texts of a stranger's file
    return batch


def _written(columns: Mapping[str, Sequence[Any]], _ending: str) -> bytes:
    ipc = _pyarrow()
    from pyarrow import table

    file, whole = io.BytesIO(), table(dict(columns))
    with ipc.new_file(file, whole.schema) as writer:
        writer.write_table(whole)
    return file.getvalue()


ARROW = Format(
    name="arrow",
    title="Arrow",
    endings=(".arrow", ".feather", ".ipc"),
    about="Columns of numbers, texts, truth values and dates, as their types say; files of Feather version 2 are Arrow files.",
    bounds="536,870,912 cells, or 50,000,000 that are read as text; 256 MiB or 200 times the file when unpacked; no lists, structures or views",
    cost="the file in memory, its batches one after another",
    magic=_MAGIC,
    cells=lambda file: arrow_cells(_whole(file, MOST_TEXTS), file),
    table=lambda file: arrow_table(_whole(file), file),
    chunks=_chunks,
    heading=lambda file: list(_opened(file).schema.names),
    write=_written,
    typed=True,
    package="pyarrow",
)
