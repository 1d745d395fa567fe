"""Arrays as compressed `.npy` bytes, cut into pieces that a database row can hold. No pickle in either direction.

A results file may come from a stranger, so the size of an array is read from its header and compared with a limit before
anything is unpacked: small arrays always pass, larger ones if they are no more than `RATIO` times the bytes that are
stored, or than what the caller knows to be plausible. `pack` compresses nothing that `unpack` would refuse.
"""

import contextlib
import io
import json
import math
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["PIECE", "RATIO", "SMALL", "array_of", "npy_bytes", "pack", "read_array", "unpack", "unpack_all"]


_PLAIN = b"\x93NUMPY\x01\x00"  # the first bytes of the usual version


def npy_bytes(array: Array) -> bytes:
    """The array in NumPy's own format.

    >>> array_of(npy_bytes(np.array([[1, 2]]))).tolist()
    [[1, 2]]
    """
    stream = io.BytesIO()
    np.save(stream, np.asarray(array, order="C"), allow_pickle=False)
    return stream.getvalue()


def array_of(data: bytes | memoryview) -> Array:
    """The array again, read-only, as a view of the bytes; ValueError or EOFError if they are no array."""
    if data[:8] != _PLAIN:
        raise ValueError("the bytes are no array")
    begin = 10 + int.from_bytes(data[8:10], "little")
    shape, fortran, dtype = _header(bytes(data[8:begin]))
    values = np.frombuffer(data, dtype=dtype, count=math.prod(shape), offset=begin)
    return values.reshape(shape, order="F" if fortran else "C")


def read_array(data: bytes | memoryview) -> Array | None:
    """The array, or None if the bytes are none."""
    with contextlib.suppress(ValueError, EOFError, OSError, TypeError):
        return array_of(data)
    return None


@lru_cache(maxsize=1024)
def _header(text: bytes) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Parsed once for all units of the same shape: it took half of the time of reading a results file."""
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(io.BytesIO(text))
    if dtype.hasobject:
        raise BadInput("an array contains objects, which are never read back")
    return shape, fortran, dtype


PIECE = 16 * 2**20  # bytes of one piece
SMALL = 16 * 2**20  # bytes of an array that is unpacked whatever it was packed to
RATIO = 32  # how many times the stored bytes a larger array may be; row numbers in order come to 5
_MOST_ARRAYS = 16  # of one unit, data set or plan; none has more than 11
_HEADER = 2**16 + 16  # bytes in which the header of an array ends
_LEVEL = 1
_SAMPLE = 2**16
_RAW, _ZLIB, _JSON = b"R", b"Z", b"J"  # the first byte of the first piece says how the rest is to be read


def pack(array: Array, plausible: int = 0) -> list[bytes]:
    """The array's bytes in pieces; compressed where a sample says that it pays.

    `plausible` is the number of bytes that the reader will expect of such an array anyway.

    >>> [len(piece) < 2000 for piece in pack(np.zeros(10_000))]
    [True]
    """
    if array.dtype == object:
        data = _JSON + _compressed(_as_json(array), plausible)
    else:
        raw = npy_bytes(array)
        sample = raw[:_SAMPLE]
        pays = len(zlib.compress(sample, _LEVEL)) < 0.9 * len(sample)
        packed = _compressed(raw, plausible) if pays else raw
        data = (_ZLIB if packed is not raw else _RAW) + packed
    return [data[start : start + PIECE] for start in range(0, len(data), PIECE)]


def _compressed(raw: bytes, plausible: int) -> bytes:
    """The bytes compressed, or as they are where they would come to less than `unpack` believes."""
    packed = zlib.compress(raw, _LEVEL)
    return packed if len(raw) <= _limit(len(packed), plausible) else raw


def _limit(stored: int, plausible: int) -> int:
    return max(SMALL, RATIO * stored, plausible)


def unpack_all(blobs: Mapping[str, Sequence[bytes]], plausible: int = 0) -> dict[str, Array]:
    """The arrays of one unit, data set or plan, by name; `plausible` bytes are expected of any of them."""
    if len(blobs) > _MOST_ARRAYS:
        raise BadInput(f"there are {len(blobs)} arrays where at most {_MOST_ARRAYS} belong")
    stored = sum(len(piece) for pieces in blobs.values() for piece in pieces)
    return {name: unpack(pieces, _limit(stored, plausible)) for name, pieces in blobs.items()}


def unpack(pieces: Sequence[bytes], most: int = 0) -> Array:
    """The array that `pack` was given, unless it is larger than `most` bytes or what its stored bytes make plausible.

    >>> unpack(pack(np.array([1.5, 2.5]))).tolist()
    [1.5, 2.5]
    """
    data = b"".join(pieces)
    kind, rest = data[:1], memoryview(data)[1:]
    most = _limit(len(data), most)
    try:
        if kind == _JSON:
            return _objects(bytes(rest) if data[1:2] == b"[" else _decompressed(rest, most))
        if kind == _ZLIB:
            return array_of(_npy_of(rest, most))
        return array_of(bytes(rest))
    except (zlib.error, EOFError, RecursionError, TypeError) as error:
        raise BadInput(f"an array cannot be read ({error})") from None


def _npy_of(packed: memoryview, most: int) -> bytes:
    """The unpacked bytes of an array, as many as its header declares."""
    stream = zlib.decompressobj()
    begin = stream.decompress(packed, _HEADER)
    size = _declared(begin, most)
    return begin if stream.eof and len(begin) == size else _decompressed(packed, size)


def _declared(begin: bytes, most: int) -> int:
    """How many bytes the array's own header says that it has; more than `most` is refused."""
    if begin[:8] != _PLAIN:
        raise BadInput("an array has no valid header")
    ends = 10 + int.from_bytes(begin[8:10], "little")
    shape, _, dtype = _header(begin[8:ends])
    size = ends + math.prod(shape) * dtype.itemsize
    if min(shape, default=0) < 0 or size > most:
        raise BadInput(f"an array of shape {shape} would take {size} bytes, more than is plausible here")
    return size


def _decompressed(packed: memoryview, most: int) -> bytes:
    """The bytes, never more than `most`."""
    stream = zlib.decompressobj()
    raw = stream.decompress(packed, most + 1)
    if len(raw) > most:
        raise BadInput(f"an array unpacks to more than {most} bytes, which is not plausible here")
    if not stream.eof:
        raise BadInput("an array is cut short")
    return raw


def _objects(text: bytes) -> Array:
    values = json.loads(text)
    if not isinstance(values, list) or any(isinstance(value, (list, dict)) for value in values):
        raise BadInput("a list of ids, groups or times contains something else")
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _as_json(array: Array) -> bytes:
    """Objects are ids and group names: text, numbers or nothing."""
    values = [item.item() if isinstance(item, np.generic) else item for item in array.ravel()]
    for row, value in enumerate(values):
        if value is not None and not isinstance(value, (str, int, float, bool)):
            kind = type(value).__name__
            raise BadInput(f"row {row} has an id, group or time of kind {kind}, which cannot be stored; use text")
    return json.dumps(values).encode()
