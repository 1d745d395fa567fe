"""CodedRows: columns as codes for whatever reads columns, and the same rows as they came for estimators."""

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.blocks.array_rows import ArrayRows, ColumnMatrix
from bakeoff.data.blocks.frame_rows import FrameRows
from bakeoff.data.blocks.object_rows import ObjectRows
from bakeoff.data.blocks.rows import SharedRows

__all__ = ["CodedRows"]

Origin = ArrayRows | FrameRows | ObjectRows
_ORIGIN = "origin "  # before the name of each shared array of the rows as they came


class CodedRows(ColumnMatrix):
    """A `ColumnMatrix`, and the frame or array that it was made from; code that changes the matrix loses the latter.

    >>> rows = CodedRows([[1.0], [2.0]], ArrayRows(np.array([[1], [2]], dtype=np.int8)))
    >>> rows.take(np.array([1])).origin.native.dtype.name
    'int8'
    """

    __slots__ = ("origin",)

    def __init__(self, values: Any, origin: Origin) -> None:
        super().__init__(values)
        self.origin = origin

    @property
    def nbytes(self) -> int:
        """Bytes of both."""
        return super().nbytes + self.origin.nbytes

    @property
    def numeric(self) -> bool:
        """Whether the rows came as an array of numbers."""
        return isinstance(self.origin, ArrayRows) and self.origin.native.dtype.kind in "biufc"

    def take(self, positions: Array) -> Self:
        """These rows of both, in this order."""
        return type(self)(self.native[positions], self.origin.take(positions))

    def columns(self, places: Sequence[int]) -> Self:
        """The columns at these places only."""
        return type(self)(self.native[:, list(places)], self.origin.columns(list(places)))

    def followed_by(self, other: Self) -> Self:
        """The rows of both; their codes must be of the same levels."""
        return type(self)(np.concatenate([self.native, other.native]), self.origin.followed_by(other.origin))  # type: ignore[arg-type]

    def contents(self) -> Iterator[bytes]:
        """The codes, and what they leave out of the rows as they came: types, the index, digits beyond float64."""
        yield from super().contents()
        yield from self.origin.beyond_codes()

    def share(self) -> SharedRows:
        """The arrays of both; once where they are the same numbers."""
        origin = self.origin.share()
        arrays = {f"{_ORIGIN}{name}": values for name, values in origin.arrays.items()}
        values = origin.arrays.get("values")
        same = values is not None and values.dtype == np.float64 and values.shape == self.native.shape
        return SharedRows(
            arrays=arrays if same else arrays | {"values": self.native}, rest=(type(self.origin), origin.rest)
        )

    @classmethod
    def restored(cls, shared: SharedRows) -> Self:
        """The block again."""
        kind, rest = shared.rest
        own = {name.removeprefix(_ORIGIN): part for name, part in shared.arrays.items() if name.startswith(_ORIGIN)}
        codes = shared.arrays["values"] if "values" in shared.arrays else own["values"]
        return cls(codes, kind.restored(SharedRows(arrays=own, rest=rest)))
