"""ObjectRows: one Python object for each row, such as a dictionary, a list of tokens or an image."""

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.blocks.object_bytes import object_bytes
from bakeoff.data.blocks.rows import SharedRows

__all__ = ["ObjectRows"]


class ObjectRows:
    """Objects in a list or an array; another process of this run gets copies of them.

    >>> ObjectRows([{"word": 1.0}, {"other": 2.0}]).describe()
    'a list of objects of type dict'
    """

    __slots__ = ("native",)

    def __init__(self, native: Any) -> None:
        self.native = native

    @property
    def nbytes(self) -> int:
        """Bytes of the contents."""
        return sum(map(len, self.contents()))

    def __len__(self) -> int:
        return len(self.native)

    def take(self, positions: Array) -> Self:
        """These objects, in this order."""
        if isinstance(self.native, np.ndarray):
            return type(self)(self.native[positions])
        return type(self)([self.native[row] for row in positions])

    def columns(self, places: Sequence[int]) -> Self:
        """The cells at these places of each row, where every row is a sequence."""
        if isinstance(self.native, np.ndarray):
            return type(self)(self.native[:, list(places)])
        return type(self)([[row[place] for place in places] for row in self.native])

    def like(self, other: object) -> bool:
        """Whether the other is in the same kind of container."""
        return isinstance(other, ObjectRows) and type(other.native) is type(self.native)

    def beyond_codes(self) -> Iterator[bytes]:
        """What codes of its cells may leave out: all of them."""
        yield from self.contents()

    def followed_by(self, other: Self) -> Self:
        """The objects of both."""
        if isinstance(self.native, np.ndarray):
            return type(self)(np.concatenate([self.native, other.native]))
        return type(self)([*self.native, *other.native])

    def describe(self) -> str:
        """The container and the type of the first object."""
        container = "an array" if isinstance(self.native, np.ndarray) else "a list"
        kind = f" of type {type(self.native[0]).__name__}" if len(self) else ""
        return f"{container} of objects{kind}"

    def contents(self) -> Iterator[bytes]:
        """What each object holds."""
        yield f"objects {'array' if isinstance(self.native, np.ndarray) else 'list'} {len(self)}".encode()
        for value in self.native:
            yield from object_bytes(value)

    def share(self) -> SharedRows:
        """The objects themselves."""
        return SharedRows(rest=self.native)

    @classmethod
    def restored(cls, shared: SharedRows) -> Self:
        """The block again."""
        return cls(shared.rest)
