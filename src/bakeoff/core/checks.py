"""Return the clean value or raise, naming the argument: used at the door, once."""

from collections.abc import Sized
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from bakeoff.core.errors import BadInput

__all__ = ["Array", "count", "frozen", "probability", "same_length", "unmasked", "vector"]

Array = NDArray[Any]


def frozen(values: ArrayLike, dtype: DTypeLike | None = None) -> Array:
    """A read-only view of the values; the caller's own array stays writable and must not be changed afterwards.

    >>> frozen([1, 2]).flags.writeable
    False
    """
    array = np.asarray(values, dtype=dtype)
    if not array.flags.writeable:
        return array
    view = array.view()
    view.setflags(write=False)
    return view


def vector(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """A one-dimensional array of finite floats.

    >>> vector("a", [1, 2])
    array([1., 2.])
    """
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput(f"{name} must be numbers, but contains something else; convert or drop those entries") from None
    if array.ndim != 1:
        raise BadInput(f"{name} must be one-dimensional, but has shape {array.shape}")
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        raise BadInput(f"{name} must be finite, but entry {bad[0]} is {array[bad[0]]}; drop or replace it")
    return array


def same_length(**named: Sized) -> int:
    """The common length of all arguments.

    >>> same_length(a=[1, 2], b=[3, 4])
    2
    """
    lengths = {name: len(values) for name, values in named.items()}
    if len(set(lengths.values())) > 1:
        raise BadInput("lengths differ: " + ", ".join(f"{name} has {size}" for name, size in lengths.items()))
    return next(iter(lengths.values()), 0)


def unmasked(values: Any) -> Any:
    """What a mask hides becomes NaN, or None where the values are no numbers; everything else stays as it is.

    >>> unmasked(np.ma.array([1, 2], mask=[False, True])).tolist(), unmasked([1, 2])
    ([1.0, nan], [1, 2])
    """
    if not isinstance(values, np.ma.MaskedArray) or not np.ma.is_masked(values):
        return values
    held: Any = values
    numbers = held.dtype.kind in "biuf"
    return held.astype(np.float64).filled(np.nan) if numbers else np.where(held.mask, None, held.data)


def count(name: str, value: object, *, least: int = 1) -> int:
    """A whole number of at least `least`.

    >>> count("folds", 10)
    10
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise BadInput(f"{name} must be a whole number of at least {least}, not {value!r:.80}")
    return int(value)


def probability(name: str, value: object) -> float:
    """A number strictly between 0 and 1.

    >>> probability("alpha", 0.05)
    0.05
    """
    if not isinstance(value, (int, float)) or not 0 < value < 1:
        raise BadInput(f"{name} must lie strictly between 0 and 1, not {value!r:.80}")
    return float(value)
