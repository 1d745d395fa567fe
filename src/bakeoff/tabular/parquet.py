"""Parquet files, read by pyarrow: whole, or in chunks of columns."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, MissingPackage, Problems, UnknownName
from bakeoff.tabular.encoding import display_name, refuse_special

__all__ = ["check_columns", "is_parquet", "open_parquet", "parquet_chunks", "read_parquet", "to_array"]


MOST_CELLS = 1 << 29  # 4 GiB of numbers, where a file is read whole


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

    A few kilobytes can stand for any number of equal cells, so these are counted first.
    """
    parquet = _pyarrow()
    refuse_special(path)
    try:
        facts = parquet.read_metadata(path)
        cells = facts.num_rows * max(facts.num_columns, 1)
        if cells <= most:
            return parquet.read_table(path)
    except FileNotFoundError:
        raise BadInput(f"no file called {str(path)!r}; check the spelling and the directory") from None
    except Exception as error:  # noqa: BLE001 (pyarrow has many errors; the file is a stranger's)
        raise BadInput(
            f"{source} cannot be read as Parquet: {str(error).partition(chr(10))[0] or type(error).__name__}"
        ) from None
    raise BadInput(f"{source} holds {cells:,} cells, and {most:,} can be read at once; take a part of it")


def open_parquet(path: str) -> Any:
    """Open a Parquet file to be read in parts."""
    parquet = _pyarrow()
    if not Path(path).exists():
        raise BadInput(f"there is no file {path}")
    refuse_special(path)
    try:
        return parquet.ParquetFile(path, pre_buffer=False)  # buffers made ahead would grow with the file
    except PermissionError:
        raise
    except (OSError, ValueError):  # pyarrow's own errors are ValueErrors
        raise BadInput(f"{path} is not a Parquet file, or only a part of one; write it again") from None


def parquet_chunks(
    path: str, columns: Sequence[str], rows: int, row_groups: Sequence[int] | None
) -> Iterator[dict[str, Array]]:
    """Yield the named columns, at most `rows` rows at a time."""
    with open_parquet(path) as file:
        from pyarrow import ArrowInvalid, types

        check_columns(path, columns, file.schema_arrow.names)
        for name in columns:
            if types.is_nested(file.schema_arrow.field(name).type):
                raise BadInput(f"column {name!r} of {path} holds lists or structures; one value per row is needed")
        groups = None if row_groups is None else list(row_groups)
        try:
            for batch in file.iter_batches(batch_size=rows, columns=list(columns), row_groups=groups):
                yield {name: to_array(batch.column(name)) for name in columns}
        except (OSError, ArrowInvalid):
            raise BadInput(f"{path} is a damaged Parquet file; write it again") from None


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
        if column.null_count:
            return np.array(column.to_pylist(), dtype=object)
        levels: Array = np.asarray(column.dictionary.to_pylist())
        return np.asarray(levels[to_array(column.indices)])
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        return np.array(column.to_pylist(), dtype=object if column.null_count else None)
    if str(column.type) in _KINDS and len(column):
        return _numbers(column)
    return np.asarray(column.to_numpy(zero_copy_only=False))  # imports pandas, if it is installed


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
