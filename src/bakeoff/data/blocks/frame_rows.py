"""FrameRows: a frame of pandas, polars or pyarrow as it came."""

from collections.abc import Iterator
from typing import Any, Self

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import counted
from bakeoff.data.blocks.object_bytes import object_bytes
from bakeoff.data.blocks.rows import SharedRows

__all__ = ["FrameRows"]


class FrameRows:
    """A frame that is handed to an estimator untouched."""

    __slots__ = ("native",)

    def __init__(self, frame: Any) -> None:
        self.native = frame

    @property
    def nbytes(self) -> int:
        """Bytes of its columns, as narwhals counts them."""
        import narwhals.stable.v1 as nw

        return int(nw.from_native(self.native, eager_only=True).estimated_size())

    def __len__(self) -> int:
        return len(self.native)

    def take(self, positions: Array) -> Self:
        """These rows, in this order."""
        if hasattr(self.native, "iloc"):
            return type(self)(self.native.iloc[positions])
        taken = self.native.take(positions) if hasattr(self.native, "take") else self.native[positions]
        return type(self)(taken)

    def columns(self, places: list[int]) -> Self:
        """The columns at these places only."""
        import narwhals.stable.v1 as nw

        if len(places) == self.native.shape[1]:
            return self
        return type(self)(nw.from_native(self.native, eager_only=True)[:, places].to_native())

    def followed_by(self, other: Self) -> Self:
        """The rows of both."""
        import narwhals.stable.v1 as nw

        first, second = (nw.from_native(frame, eager_only=True) for frame in (self.native, other.native))
        if first.columns != second.columns or first.implementation is not second.implementation:
            raise BadInput("the two frames have other columns or are of another kind; give both the same columns")
        return type(self)(nw.concat([first, second]).to_native())

    def describe(self) -> str:
        """The kind of frame and its width."""
        kind = type(self.native).__module__.split(".")[0]
        return f"a {kind} frame of {counted(self.native.shape[1], 'column')}"

    def contents(self) -> Iterator[bytes]:
        """Names, types and cells, column by column."""
        import narwhals.stable.v1 as nw

        frame = nw.from_native(self.native, eager_only=True)
        yield repr((type(self.native).__module__.split(".")[0], frame.shape)).encode()
        for name, series in zip(frame.columns, frame.iter_columns(), strict=True):
            native = series.to_native()
            yield repr((str(name), str(getattr(native, "dtype", series.dtype)))).encode()
            entries = getattr(getattr(native, "array", None), "sp_index", None)
            if entries is None:
                yield from object_bytes(series.to_list())
            else:  # a sparse column of pandas: its entries and where they are
                yield np.asarray(entries.to_int_index().indices, dtype=np.int64).tobytes()
                yield from object_bytes(native.array.sp_values)

    def like(self, other: object) -> bool:
        """Whether the other is a frame of the same kind with the same types, categories among them."""
        return isinstance(other, FrameRows) and _types(self.native) == _types(other.native)

    def beyond_codes(self) -> Iterator[bytes]:
        """What codes of its columns leave out: types, an index of pandas, and digits that float64 does not hold."""
        import narwhals.stable.v1 as nw

        frame = nw.from_native(self.native, eager_only=True)
        for series in frame.iter_columns():
            native = series.to_native()
            yield repr(getattr(native, "dtype", series.dtype)).encode()
            if series.dtype.is_decimal() or (series.dtype.is_integer() and _beyond_float(series)):
                yield from object_bytes(series.to_list())
            elif series.dtype == nw.Object:
                yield from object_bytes([str(cell) for cell in series.to_list()])
        index = getattr(self.native, "index", None)
        if index is not None and type(index).__name__ != "RangeIndex":
            yield from object_bytes(index.tolist())

    def share(self) -> SharedRows:
        """The values of a pandas frame with one type of numbers as an array, else the frame itself."""
        kinds = set(getattr(self.native, "dtypes", ())) if hasattr(self.native, "iloc") else set()
        if len(kinds) == 1 and isinstance(next(iter(kinds)), np.dtype) and next(iter(kinds)).kind in "biuf":
            return SharedRows(
                arrays={"values": self.native.to_numpy()}, rest=("pandas", self.native.columns, self.native.index)
            )
        return SharedRows(rest=self.native)

    @classmethod
    def restored(cls, shared: SharedRows) -> Self:
        """The block again."""
        if not shared.arrays:
            return cls(shared.rest)
        import pandas as pd

        _, columns, index = shared.rest
        return cls(pd.DataFrame(shared.arrays["values"], columns=columns, index=index, copy=False))


def _types(frame: Any) -> list[Any]:
    schema = getattr(frame, "schema", None)
    return [type(frame), *(frame.dtypes if schema is None or hasattr(frame, "dtypes") else schema.types)]


def _beyond_float(series: Any) -> bool:
    """Whether a whole number is too large to be told from its neighbours in float64."""
    held = series.drop_nulls()
    return bool(len(held)) and max(abs(int(held.max())), abs(int(held.min()))) > 2**53
