"""object_bytes: what a Python object holds, as bytes that are the same in every process."""

import copyreg
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from bakeoff.core.errors import BadInput

__all__ = ["object_bytes"]

_DEEPEST = 32  # objects inside objects; deeper ones hold themselves, or are no rows of a data set


def object_bytes(value: Any, depth: int = 0) -> Iterator[bytes]:
    """Type and value of plain objects, the parts of containers, and of all others what `copy` would copy.

    >>> b"".join(object_bytes({"b": 1, "a": [2.5]})) == b"".join(object_bytes({"a": [2.5], "b": 1}))
    True
    """
    if depth > _DEEPEST:
        raise BadInput(
            "an object among the features contains itself, or objects more than 32 deep; hand over plain values"
        )
    if isinstance(value, np.ndarray) and value.dtype != object:
        yield f"array {value.dtype.str}{value.shape}".encode()
        yield np.ascontiguousarray(value).tobytes()
        return
    kind = type(value)
    yield f"{kind.__module__}.{kind.__qualname__}".encode()
    for kinds, write in _WRITERS:
        if isinstance(value, kinds):
            yield from write(value, depth + 1)
            return
    yield from _reduced(value, depth + 1)


def _sized(data: bytes) -> Iterator[bytes]:
    yield b"%d:" % len(data)
    yield data


def _plain(value: Any, _: int) -> Iterator[bytes]:
    yield from _sized(repr(value).encode("utf-8", "surrogatepass"))


def _items(value: Any, depth: int) -> Iterator[bytes]:
    yield b"[%d" % len(value)
    for item in value:
        yield from object_bytes(item, depth)


def _unordered(value: Any, depth: int) -> Iterator[bytes]:
    yield b"{%d" % len(value)
    pairs = value.items() if isinstance(value, dict) else ((item,) for item in value)
    yield from sorted(b"".join(part for item in pair for part in object_bytes(item, depth)) for pair in pairs)


def _named(value: Any, _: int) -> Iterator[bytes]:
    if "<" in value.__qualname__:
        raise BadInput(
            f"the features contain {value.__qualname__}, which has no name of its own; hand over plain values"
        )
    yield from _sized(f"{value.__module__}.{value.__qualname__}".encode())


def _cells(value: Any, depth: int) -> Iterator[bytes]:
    yield f"{value.shape}".encode()
    yield from _items(value.ravel().tolist(), depth)


_WRITERS: tuple[tuple[tuple[type, ...], Callable[[Any, int], Iterator[bytes]]], ...] = (
    ((str, bytes, int, float, complex, bool, type(None), np.generic), _plain),
    ((list, tuple), _items),
    ((dict, set, frozenset), _unordered),
    ((type, types.FunctionType, types.BuiltinFunctionType), _named),
    ((np.ndarray,), _cells),
)


def _reduced(value: Any, depth: int) -> Iterator[bytes]:
    """The parts that `copy` and `pickle` would make the object of again."""
    reducer = copyreg.dispatch_table.get(type(value))
    try:
        parts = reducer(value) if reducer is not None else value.__reduce_ex__(4)
    except TypeError as error:
        raise BadInput(
            f"an object of type {type(value).__name__} cannot be handed to a learner's process: {error}"
        ) from None
    if isinstance(parts, str):
        yield from _sized(parts.encode())
        return
    for part in parts:
        yield from object_bytes(list(part) if isinstance(part, Iterator) else part, depth)
