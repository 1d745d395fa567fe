"""Columns of pyarrow as arrays of NumPy, in parts of bounded size."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.tabular.cells import refuse_long_text
from bakeoff.tabular.unpacked_size import LIKELY

__all__ = ["is_text", "joined", "to_array"]


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
        if is_text(texts.type):
            longest = int(compute.max(compute.binary_length(texts)).as_py() or 0)
            refuse_long_text(longest, name, path)
            widths.append(4.0 * longest)
        else:
            widths.append(column.nbytes / max(len(column), 1))
    return np.array(widths)


def is_text(kind: Any) -> bool:
    """Whether a type of pyarrow is text or bytes of any length."""
    from pyarrow import types

    checks = (types.is_string, types.is_large_string, types.is_binary, types.is_large_binary)
    return any(check(kind) for check in checks)


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
    levels_array: Array = np.asarray(levels)
    return np.asarray(levels_array[to_array(column.indices)])


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
