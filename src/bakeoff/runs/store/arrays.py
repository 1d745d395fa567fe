"""Arrays as compressed `.npy` bytes, cut into pieces that a database row can hold. No pickle in either direction."""

import io
import json
import math
import zlib
from functools import lru_cache
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["PIECE", "array_of", "npy_bytes", "pack", "unpack"]


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
        loaded: Array = np.load(io.BytesIO(data), allow_pickle=False)
        return loaded
    begin = 10 + int.from_bytes(data[8:10], "little")
    shape, fortran, dtype = _header(bytes(data[8:begin]))
    values = np.frombuffer(data, dtype=dtype, count=math.prod(shape), offset=begin)
    return values.reshape(shape, order="F" if fortran else "C")


@lru_cache(maxsize=1024)
def _header(text: bytes) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Parsed once for all units of the same shape: it took half of the time of reading a study file."""
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(io.BytesIO(text))
    if dtype.hasobject:
        raise BadInput("an array holds objects, which are never read back")
    return shape, fortran, dtype


PIECE = 16 * 2**20  # bytes of one piece
_LEVEL = 1
_SAMPLE = 2**16
_RAW, _ZLIB, _JSON = b"R", b"Z", b"J"  # the first byte of the first piece says how the rest is to be read


def pack(array: Array) -> list[bytes]:
    """The array's bytes in pieces; compressed where a sample says that it pays.

    >>> [len(piece) < 2000 for piece in pack(np.zeros(10_000))]
    [True]
    """
    if array.dtype == object:
        data = _JSON + zlib.compress(_as_json(array), _LEVEL)
    else:
        raw = npy_bytes(array)
        sample = raw[:_SAMPLE]
        pays = len(zlib.compress(sample, _LEVEL)) < 0.9 * len(sample)
        data = _ZLIB + zlib.compress(raw, _LEVEL) if pays else _RAW + raw
    return [data[at : at + PIECE] for at in range(0, len(data), PIECE)]


def unpack(pieces: list[bytes]) -> Array:
    """The array that `pack` was given.

    >>> unpack(pack(np.array([1.5, 2.5]))).tolist()
    [1.5, 2.5]
    """
    data = b"".join(pieces)
    kind, rest = data[:1], data[1:]
    if kind == _JSON:
        values = json.loads(zlib.decompress(rest))
        array = np.empty(len(values), dtype=object)
        array[:] = values
        return array
    raw = zlib.decompress(rest) if kind == _ZLIB else rest
    return array_of(raw)


def _as_json(array: Array) -> bytes:
    """Objects are ids and group names: text, numbers or nothing."""
    values = [one.item() if isinstance(one, np.generic) else one for one in array.ravel()]
    for at, value in enumerate(values):
        if value is not None and not isinstance(value, (str, int, float, bool)):
            kind = type(value).__name__
            raise BadInput(f"row {at} has an id, group or time of kind {kind}, which cannot be stored; use text")
    return json.dumps(values).encode()
