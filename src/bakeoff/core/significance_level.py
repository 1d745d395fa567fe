"""The one place that compares a p-value with the level of significance; every claim reads what it answers."""

from typing import overload

from bakeoff.core.checks import Array

__all__ = ["is_shown"]


@overload
def is_shown(p: float, alpha: float) -> bool: ...
@overload
def is_shown(p: Array, alpha: float) -> Array: ...
def is_shown(p: float | Array, alpha: float) -> bool | Array:
    """Whether p, or each p of an array, is at most the level. NaN shows nothing.

    >>> is_shown(0.05, 0.05), is_shown(0.051, 0.05), is_shown(float("nan"), 0.05)
    (True, False, False)
    """
    return p <= alpha
