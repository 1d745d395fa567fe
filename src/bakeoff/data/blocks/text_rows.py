"""TextRows: one text for each row, in a list, an array of objects or a series of pandas or polars."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Self

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.blocks.rows import SharedRows

__all__ = ["PackedTexts", "TextRows", "text_container"]

_STRAY = "surrogatepass"  # half a pair of UTF-16, which Python strings may hold and UTF-8 may not


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackedTexts(Sequence[str]):
    """Texts as UTF-8 bytes in one array: a text is made when it is asked for."""

    letters: Array  # uint8
    ends: Array  # where each text ends, after a 0

    def __len__(self) -> int:
        return len(self.ends) - 1

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self[position] for position in range(*row.indices(len(self)))]
        if not -len(self) <= row < len(self):
            raise IndexError(row)
        start, end = self.ends[row % len(self)], self.ends[row % len(self) + 1]
        return self.letters[start:end].tobytes().decode("utf-8", _STRAY)

    @classmethod
    def of(cls, texts: Sequence[str]) -> Self:
        """The texts, packed.

        >>> PackedTexts.of(["a", "", "né"])[2]
        'né'
        """
        packed = [text.encode("utf-8", _STRAY) for text in texts]
        ends = np.fromiter(accumulate(map(len, packed), initial=0), dtype=np.int64, count=len(packed) + 1)
        return cls(letters=np.frombuffer(b"".join(packed), dtype=np.uint8), ends=ends)


def text_container(texts: Any) -> str:
    """The kind of container: "list", "array", "pandas" or "polars"; empty for all others."""
    if isinstance(texts, (list, tuple)):
        return "list"
    if isinstance(texts, np.ndarray):
        return "array"
    home = type(texts).__module__.split(".")[0]
    return home if home in {"pandas", "polars"} and type(texts).__name__ == "Series" else ""


class TextRows:
    """Texts in the container that they came in; in another process they are packed until rows are taken.

    >>> TextRows(["a b", "c"]).take(np.array([1])).native
    ['c']
    """

    __slots__ = ("_form", "native")

    def __init__(self, native: Any, form: tuple[str, Any, Any, Any] | None = None) -> None:
        self.native = native  # packed: a sequence of the texts only
        self._form = form if form is not None else _form(native)  # container, name, type and index of a series

    @property
    def nbytes(self) -> int:
        """Letters of all texts."""
        if isinstance(self.native, PackedTexts):
            return int(self.native.letters.nbytes)
        return sum(map(len, self.native))

    def __len__(self) -> int:
        return len(self.native)

    def take(self, positions: Array) -> Self:
        """These texts, in this order, in the same container."""
        container, name, kind, index = self._form
        if container == "pandas" and not isinstance(self.native, PackedTexts):
            return type(self)(self.native.iloc[positions])
        if container in {"array", "polars"} and not isinstance(self.native, PackedTexts):
            return type(self)(self.native[positions])
        texts = [self.native[row] for row in positions]
        return type(self)(_contained(texts, container, name, kind, None if index is None else index[positions]))

    def followed_by(self, other: Self) -> Self:
        """The texts of both, in the container of the first."""
        container, name, kind, _ = self._form
        return type(self)(_contained([*self.native, *other.native], container, name, kind, None))

    def describe(self) -> str:
        """The container, in words."""
        return {"list": "a list of texts", "array": "an array of texts"}.get(
            self._form[0], f"a {self._form[0]} series of texts"
        )

    def contents(self) -> Iterator[bytes]:
        """The container and the texts, each with its length."""
        yield f"texts {self._form[0]} {len(self)}".encode()
        for text in self.native:
            packed = text.encode("utf-8", _STRAY)
            yield b"%d:" % len(packed)
            yield packed

    def share(self) -> SharedRows:
        """Letters and places."""
        packed = self.native if isinstance(self.native, PackedTexts) else PackedTexts.of(list(self.native))
        return SharedRows(arrays={"letters": packed.letters, "ends": packed.ends}, rest=self._form)

    @classmethod
    def restored(cls, shared: SharedRows) -> Self:
        """The block again, packed."""
        return cls(PackedTexts(letters=shared.arrays["letters"], ends=shared.arrays["ends"]), tuple(shared.rest))


def _form(native: Any) -> tuple[str, Any, Any, Any]:
    container = text_container(native)
    if container == "pandas":
        return container, native.name, native.dtype, native.index
    return container, getattr(native, "name", None) if container == "polars" else None, None, None


def _contained(texts: list[str], container: str, name: Any, kind: Any, index: Any) -> Any:
    if container == "pandas":
        import pandas as pd

        return pd.Series(texts, index=index, name=name, dtype=kind)
    if container == "polars":
        import polars as pl

        return pl.Series(name, texts, dtype=pl.String())
    if container == "array":
        cells = np.empty(len(texts), dtype=object)
        cells[:] = texts
        return cells
    return texts
