"""Parquet files, read by pyarrow: whole, or in chunks of columns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, MissingPackage, Problems, UnknownName
from bakeoff.core.foreign_file import refuse_special
from bakeoff.tabular.encoding import display_name
from bakeoff.tabular.unpacked_size import LIKELY, UNPACKED, refuse_unpacked

__all__ = [
    "check_columns",
    "is_parquet",
    "joined",
    "open_parquet",
    "parquet_chunks",
    "read_parquet",
    "refuse_long_text",
    "to_array",
]


MOST_CELLS = UNPACKED // 8  # numbers, where a file is read whole
LONGEST_TEXT = 1 << 16  # bytes of a cell that is read in chunks
_SHORTER = "take a part of it, or shorten its texts"


def is_parquet(path: str) -> bool:
    """Return whether a file is Parquet, by its ending."""
    return Path(path).suffix.lower() in {".parquet", ".pq"}


def _pyarrow() -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingPackage("pyarrow", "reading Parquet files", extra="parquet") from None
    return parquet


def read_parquet(path: Path, source: str, most: int = MOST_CELLS) -> Any:
    """Read the table of a Parquet file as pyarrow holds it, or raise one sentence why it cannot be read.

    A few bytes can stand for any number of equal cells and for any number of copies of a long text, so both are counted first.
    """
    parquet = _pyarrow()
    refuse_special(path)
    try:
        facts = parquet.read_metadata(path)
        cells = facts.num_rows * max(facts.num_columns, 1)
        if cells <= most:
            _refuse_long_texts(path, source)
            return parquet.read_table(path)
    except FileNotFoundError:
        raise BadInput(f"no file called {str(path)!r}; check the spelling and the directory") from None
    except BadInput:
        raise
    except Exception as error:  # noqa: BLE001 (pyarrow has many errors; the file is a stranger's)
        raise BadInput(
            f"{source} cannot be read as Parquet: {str(error).partition(chr(10))[0] or type(error).__name__}"
        ) from None
    raise BadInput(f"{source} holds {cells:,} cells, and {most:,} can be read at once; take a part of it")


def _refuse_long_texts(path: Path, source: str) -> None:
    """Count the bytes of all texts, without making the copies that the file stands for."""
    packed, size = path.stat().st_size, 0
    with open_parquet(str(path)) as file:
        facts = file.metadata
        texts = _text_columns(file, file.schema_arrow.names, source)
        wide = sum(max(leaf.length, 0) for leaf in _leaves(facts) if leaf.physical_type == "FIXED_LEN_BYTE_ARRAY")
        refuse_unpacked(facts.num_rows * wide, packed, source, cure=_SHORTER)
        repeating = _repeating(facts)
    if not texts:
        return
    with open_parquet(str(path), [name for name in texts if name not in repeating]) as file:
        for batch in file.iter_batches(batch_size=_batch_rows(packed, repeating), columns=texts):
            size += sum(map(_text_bytes, batch.columns))
            refuse_unpacked(size, packed, source, cure=_SHORTER)


def _leaves(facts: Any) -> list[Any]:
    return [facts.schema.column(i) for i in range(facts.num_columns)]


def _text_columns(file: Any, columns: Sequence[str], source: str) -> list[str]:
    """Those of the columns whose cells have any length, by what the file itself holds; one that holds lists is refused."""
    from pyarrow import types

    for field in file.schema_arrow:
        if field.name in columns and types.is_nested(field.type):
            raise BadInput(f"column {field.name!r} of {source} holds lists or structures; one value per row is needed")
    physical = {leaf.path: leaf.physical_type for leaf in _leaves(file.metadata)}
    return [name for name in dict.fromkeys(columns) if physical.get(name) == "BYTE_ARRAY"]


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

    if not types.is_dictionary(column.type) or not _is_text(column.type.value_type):
        return int(column.nbytes)
    lengths = compute.binary_length(column.dictionary)
    return int(compute.sum(compute.take(lengths, column.indices)).as_py() or 0)


def open_parquet(path: str, dictionaries: Sequence[str] = ()) -> Any:
    """Open a Parquet file to be read in parts; columns that `dictionaries` names give each of their texts once."""
    parquet = _pyarrow()
    if not Path(path).exists():
        raise BadInput(f"there is no file {path}")
    refuse_special(path)
    try:  # buffers made ahead would grow with the file
        return parquet.ParquetFile(path, pre_buffer=False, read_dictionary=list(dictionaries))
    except PermissionError:
        raise
    except (OSError, ValueError):  # pyarrow's own errors are ValueErrors
        raise BadInput(f"{path} is not a Parquet file, or only a part of one; write it again") from None


def parquet_chunks(
    path: str, columns: Sequence[str], rows: int, row_groups: Sequence[int] | None
) -> Iterator[dict[str, Array]]:
    """Yield the named columns, at most `rows` rows at a time, and fewer where their texts are long."""
    from pyarrow import ArrowInvalid

    with open_parquet(path) as file:
        check_columns(path, columns, file.schema_arrow.names)
        texts, repeating = _text_columns(file, columns, path), _repeating(file.metadata)
    groups = None if row_groups is None else list(row_groups)
    size = min(rows, _batch_rows(Path(path).stat().st_size, repeating)) if texts else rows
    with open_parquet(path, [name for name in texts if name not in repeating]) as file:
        try:
            for table in joined(
                file.iter_batches(batch_size=size, columns=list(columns), row_groups=groups), rows, path
            ):
                yield {name: to_array(table.column(name)) for name in columns}
        except (OSError, ArrowInvalid):
            raise BadInput(f"{path} is a damaged Parquet file; write it again") from None


def joined(batches: Iterable[Any], rows: int, path: str) -> Iterator[Any]:
    """Tables of at most `rows` rows (or of one batch), and of fewer where their arrays would be large."""
    import pyarrow as pa

    held, count, widths = list[Any](), 0, np.zeros(1)
    for batch in batches:
        own = _row_widths(batch, path)
        step = max(1, int(LIKELY // max(own.sum(), 1)))
        for start in range(0, batch.num_rows, step):
            piece = batch.slice(start, step)
            wider, longer = np.maximum(widths, own), count + piece.num_rows
            if held and (longer > rows or longer * wider.sum() > LIKELY):
                yield pa.Table.from_batches(held)
                held, wider, longer = [], own, piece.num_rows
            held.append(piece)
            count, widths = longer, wider
    if held:
        yield pa.Table.from_batches(held)


def _row_widths(batch: Any, path: str) -> Array:
    """The bytes of a row in the array of each column, in which each text takes as much room as the longest."""
    from pyarrow import compute, types

    widths = []
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        texts = column.dictionary if types.is_dictionary(column.type) else column
        if _is_text(texts.type):
            longest = int(compute.max(compute.binary_length(texts)).as_py() or 0)
            refuse_long_text(longest, name, path)
            widths.append(4.0 * longest)
        else:
            widths.append(column.nbytes / max(len(column), 1))
    return np.array(widths)


def refuse_long_text(letters: int, column: str, path: str) -> None:
    """A text of any length would make an array of its length times the rows."""
    if letters > LONGEST_TEXT:
        raise BadInput(
            f"column {column!r} of {display_name(path)} holds a text of {letters:,} bytes, and {LONGEST_TEXT:,} can be read",
            cure="shorten it",
        )


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    checks = (types.is_string, types.is_large_string, types.is_binary, types.is_large_binary)
    return any(check(kind) for check in checks)


def check_columns(path: str, columns: Sequence[str], known: Sequence[str]) -> None:
    """Refuse columns that the file does not have, all of them at once."""
    wrong = [name for name in dict.fromkeys(columns) if name not in known]
    if len(wrong) == 1:
        raise UnknownName(f"column of {display_name(path)}", wrong[0], known)
    if wrong:
        raise Problems(display_name(path), [str(UnknownName("column", name, known)) for name in wrong])


def to_array(column: Any) -> Array:
    """Return numbers as they are, texts as text, dictionaries decoded; what is missing is NaN or None."""
    import pyarrow as pa

    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    if pa.types.is_dictionary(column.type):
        return _decoded(column)
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        return np.array(column.to_pylist(), dtype=object if column.null_count else None)
    if str(column.type) in _KINDS and len(column):
        return _numbers(column)
    return np.asarray(column.to_numpy(zero_copy_only=False))  # imports pandas, if it is installed


def _decoded(column: Any) -> Array:
    """The values of a dictionary, each where it belongs; objects where some are missing, and for bytes."""
    import pyarrow as pa

    levels, kind = column.dictionary.to_pylist(), column.type.value_type
    if column.null_count or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        values = np.empty(len(levels) + 1, dtype=object)
        values[:-1] = levels
        return np.asarray(values[to_array(column.indices.fill_null(len(levels)))])
    found: Array = np.asarray(levels)
    return np.asarray(found[to_array(column.indices)])


_KINDS = {"bool": "bool", "halffloat": "f2", "float": "f4", "double": "f8"}
_KINDS |= {
    f"{sign}int{8 * size}": f"{letter}{size}" for sign, letter in (("", "i"), ("u", "u")) for size in (1, 2, 4, 8)
}


def _numbers(column: Any) -> Array:
    """Numbers from the buffers of an array, not copied: pyarrow's own way would import pandas, for most of a second."""
    valid, data = column.buffers()
    kind = np.dtype(_KINDS[str(column.type)])
    if kind.kind == "b":
        values: Array = _bits(data, column)
    else:
        values = np.frombuffer(data, dtype=kind, count=len(column), offset=column.offset * kind.itemsize)
    if not column.null_count:
        return values
    missing = ~_bits(valid, column)
    filled = values.astype(object if kind.kind == "b" else np.float64 if kind.kind in "iu" else kind)
    filled[missing] = None if kind.kind == "b" else np.nan
    return filled


def _bits(buffer: Any, column: Any) -> Array:
    """One value for each bit."""
    end = column.offset + len(column)
    bits = np.unpackbits(np.frombuffer(buffer, dtype=np.uint8), count=end, bitorder="little")
    return bits[column.offset :].astype(bool)
