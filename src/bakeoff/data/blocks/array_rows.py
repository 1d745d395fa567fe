"""Dense arrays as blocks: the matrix with columns, and arrays of any other rank, such as images."""

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput
from bakeoff.core.text import counted
from bakeoff.data.blocks.rows import SharedRows

__all__ = ["ArrayRows", "ColumnMatrix"]


class ArrayRows:
    """An array whose first axis is the rows; it keeps its dtype and shape.

    >>> ArrayRows(np.zeros((5, 8, 8), dtype=np.uint8)).describe()
    'an array of 8 x 8 values of type uint8 for each row'
    """

    __slots__ = ("native",)

    def __init__(self, values: Any) -> None:
        self.native: Array = np.asarray(values)

    @property
    def nbytes(self) -> int:
        """Bytes that its values take up."""
        return int(self.native.nbytes)

    def __len__(self) -> int:
        return len(self.native)

    def take(self, positions: Array) -> Self:
        """These rows, in this order."""
        return type(self)(self.native[positions])

    def columns(self, places: Sequence[int]) -> Any:
        """The columns at these places only."""
        return type(self)(self.native[:, list(places)])

    def like(self, other: object) -> bool:
        """Whether the other is an array of the same type."""
        return isinstance(other, ArrayRows) and other.native.dtype == self.native.dtype

    def beyond_codes(self) -> Iterator[bytes]:
        """What codes of its columns leave out: the type."""
        yield f"array {self.native.dtype.str}".encode()

    def followed_by(self, other: Self) -> Self:
        """The rows of both."""
        if self.native.shape[1:] != other.native.shape[1:]:
            raise BadInput(f"one part is {self.describe()} and the other {other.describe()}; give both the same shape")
        return type(self)(np.concatenate([self.native, other.native]))

    def describe(self) -> str:
        """Shape and type of a row, in words."""
        kind = "texts" if self.native.dtype.kind == "U" else f"values of type {self.native.dtype.name}"
        shape = " x ".join(map(str, self.native.shape[1:]))
        return f"an array of {shape} {kind} for each row" if shape else f"an array of {kind}"

    def contents(self) -> Iterator[bytes]:
        """Type, shape and values."""
        yield f"{self.native.dtype.str}{self.native.shape}".encode()
        yield np.ascontiguousarray(self.native).tobytes()

    def share(self) -> SharedRows:
        """The array itself."""
        return SharedRows(arrays={"values": self.native})

    @classmethod
    def restored(cls, shared: SharedRows) -> Self:
        """The block again."""
        return cls(shared.arrays["values"])


class ColumnMatrix(ArrayRows):
    """float64 (n, p), one column for each `Column` of the data set: nominal columns hold codes, NaN is missing."""

    __slots__ = ()

    def __init__(self, values: Any) -> None:
        self.native = frozen(values, np.float64)

    def describe(self) -> str:
        """How many columns."""
        return counted(self.native.shape[1] if self.native.ndim == 2 else 0, "column")
