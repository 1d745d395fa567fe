"""Arrays as `.npy` bytes and back, without pickle; headers of the same text are read only once."""

import io
import math
from functools import lru_cache
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["array_of", "npy_bytes"]

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
