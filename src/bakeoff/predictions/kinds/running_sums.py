"""What running summaries share: the sums along a stream, and how those of a checkpoint are checked."""

from typing import Any, NoReturn, Protocol

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput

__all__ = ["HELD", "Sums", "carried", "refuse_other"]

HELD = 1 << 18  # numbers of a part that are summed at a time: they stay in the processor's cache


class _Forgetting(Protocol):
    """Over which of the examples so far a sum is taken."""

    @property
    def window(self) -> int | None: ...
    @property
    def fading(self) -> float | None: ...


class Sums(Protocol):
    """Running sums of columns whose rows arrive in parts."""

    carry: Array

    @property
    def forgetting(self) -> _Forgetting: ...
    def push(self, rows: Array) -> Array: ...


def carried(rows: Any, window: int | None) -> Array:
    """Sums that a checkpoint kept; raises ValueError where they cannot be those of this window.

    >>> carried([[1.0, 2.0]], None).shape, carried([], 3).shape
    ((1, 2), (0, 0))
    """
    if not rows:
        return np.empty((0, 0))
    table = np.array(rows, dtype=np.float64)
    if table.ndim != 2 or len(table) > max((window or 2) - 1, 1):
        raise ValueError("sums of another form")
    return table


def refuse_other() -> NoReturn:
    """Raise BadInput for a checkpoint of something else."""
    raise BadInput(
        "the checkpoint contains sums of another measure or of other classes; delete it, or give another file"
    )
