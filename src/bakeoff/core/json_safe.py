"""Values as JSON knows them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from math import inf, isfinite
from typing import Any

__all__ = ["json_safe", "tupled"]


def json_safe(value: Any) -> Any:
    """Return the value as JSON knows it: NaN and infinity become None, arrays lists, dataclasses objects.

    >>> json_safe({"p": float("nan"), "n": (1, 2)})
    {'p': None, 'n': [1, 2]}
    """
    if isinstance(value, float):  # NumPy's too
        return float(value) if isfinite(value) else None
    if isinstance(value, Enum):
        value = value.value
    if hasattr(value, "tolist"):  # NumPy's arrays and scalars
        finite = value.dtype.kind in "iub" or (value.dtype.kind == "f" and bool((abs(value) < inf).all()))
        return value.tolist() if finite else json_safe(value.tolist())
    if callable(getattr(value, "as_dict", None)) and not isinstance(value, type):  # notes and estimates
        value = value.as_dict()
    if is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): json_safe(part) for key, part in value.items()}
    if isinstance(value, (Sequence, set, frozenset)) and not isinstance(value, (str, bytes)):
        return [json_safe(part) for part in value]
    return value if value is None or isinstance(value, (str, int)) else str(value)


def tupled(value: Any) -> Any:
    """Lists as JSON has them, at any depth, as the tuples that they were.

    >>> tupled([1, [2, 3]])
    (1, (2, 3))
    """
    return tuple(tupled(item) for item in value) if isinstance(value, list) else value
