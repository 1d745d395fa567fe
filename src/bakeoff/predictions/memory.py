"""Large arrays whose memory is used again: fresh from the system it costs more than the loops that fill it."""

import sys
from collections import deque
from functools import lru_cache
from typing import Any

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["numbered", "room"]

LEAST, MOST = 1 << 16, 1 << 24  # bytes: smaller ones are kept by NumPy, larger ones would be too much to keep
BLOCKS = 4
UNUSED = 2  # references to a block that no array stands on: the name here, and the question itself
_kept: deque[Array] = deque(maxlen=BLOCKS)


def room(size: int, kind: Any) -> Array:
    """An array of undefined content, as `np.empty` makes one, on memory that nobody uses any more if there is some.

    Arrays hold on to the block they stand on, so a block without such references is free. Taking a block out of the
    deque while looking at it is what keeps two threads from finding the same one.
    """
    need = size * np.dtype(kind).itemsize
    if not LEAST <= need <= MOST:
        return np.empty(size, dtype=kind)
    for _ in range(BLOCKS):
        try:
            block = _kept.popleft()
        except IndexError:
            break
        fits = need <= block.nbytes <= 2 * need and sys.getrefcount(block) == UNUSED
        made: Array | None = block[:need].view(kind) if fits else None
        _kept.append(block)
        if made is not None:
            return made
        del block
    block = np.empty(need + need // 8, dtype=np.uint8)  # a little more: the next halves are not cut at the same row
    _kept.append(block)
    return block[:need].view(kind)


def numbered(first: int, n: int) -> Array:
    """The numbers of n rows from `first` on.

    >>> numbered(3, 2).tolist()
    [3, 4]
    """
    if first or n * 8 > MOST:
        return np.arange(first, first + n)
    return _counting(1 << max(n - 1, 0).bit_length())[:n]


@lru_cache(maxsize=1)
def _counting(n: int) -> Array:
    made = np.arange(n)
    made.flags.writeable = False
    return made
