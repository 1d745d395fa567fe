"""Pairs that are made when looked at: a hundred learners have 4,950, and most readers want their p-values only.

Who reads many of them one after the other gets them made some hundred at a time.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

import numpy as np

from bakeoff.comparisons.results import PairResult
from bakeoff.core.checks import Array
from bakeoff.core.text import counted

__all__ = ["Pairs", "Picked", "over"]

T = TypeVar("T")
S = TypeVar("S")
AT_ONCE = 256  # pairs that are made together


class Pairs(Sequence[T], Generic[T]):
    """A sequence over arrays with one item per pair of learners; each is made once, when first asked for."""

    __slots__ = ("_below", "_kept", "_make", "_make_many", "adjusted", "columns", "favours", "names", "raw")

    def __init__(
        self,
        make: Callable[[int], T],
        names: Sequence[str],
        columns: Array,
        raw: Array,
        adjusted: Array,
        *,
        favours: Array | None = None,
        make_many: Callable[[Sequence[int]], Sequence[T]] | None = None,
        below: "Pairs[Any] | None" = None,
    ) -> None:
        self._make = make
        self._make_many = make_many  # the same of several places
        self._below = below  # the pairs that these are made of
        self.names = names
        self.columns = columns  # (pairs, 2): places in `names`
        self.raw = raw
        self.adjusted = adjusted
        self.favours = favours  # above 0 where the first is better, below where the second, NaN where nothing differs; None if unknown
        self._kept: dict[int, T] = {}

    def each(self, make: Callable[[int], S]) -> "Pairs[S]":
        """Other items for the same pairs."""
        return Pairs(make, self.names, self.columns, self.raw, self.adjusted, favours=self.favours, below=self)

    def between(self, a: str, *others: str) -> T | None:
        """The item of a and the first of the others that it makes a pair with, in either order; None where there is none."""
        found = next((at for b in others if (at := self.place(a, b)) is not None), None)
        return None if found is None else self[found]

    def place(self, a: str, b: str) -> int | None:
        """The position of the pair of these two, in either order; None where they are no pair."""
        if a not in self.names or b not in self.names:
            return None
        one, two = self.names.index(a), self.names.index(b)
        first, second = self.columns.T
        at = np.flatnonzero(((first == one) & (second == two)) | ((first == two) & (second == one)))
        return int(at[0]) if at.size else None

    def of(self, *names: str) -> list[T]:
        """The items of all pairs that one of these is in."""
        return list(self._each(self.places(*names)))

    def places(self, *names: str) -> list[int]:
        """The positions of these pairs."""
        learners = [self.names.index(name) for name in names if name in self.names]
        found: list[int] = np.flatnonzero(np.isin(self.columns, learners).any(axis=1)).tolist()
        return found

    def _each(self, places: Sequence[int]) -> Iterator[T]:
        """The items at these places."""
        for start in range(0, len(places), AT_ONCE):
            some = places[start : start + AT_ONCE]
            self.prepare(some)
            yield from (self[at] for at in some)

    def prepare(self, places: Sequence[int]) -> None:
        """Make together what can be made together."""
        missing = [at for at in places if at not in self._kept]
        if len(missing) < 2:
            return
        if self._below is not None:
            self._below.prepare(missing)
        elif self._make_many is not None:
            self._kept.update(zip(missing, self._make_many(missing), strict=True))

    def __len__(self) -> int:
        return len(self.raw)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self._each(range(*at.indices(len(self)))))
        place = range(len(self))[at]
        if place not in self._kept:
            self._kept[place] = self._make(place)
        return self._kept[place]

    def __iter__(self) -> Iterator[T]:
        return self._each(range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Pairs, tuple)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash((len(self), np.asarray(self.raw).tobytes()))

    def __reduce__(self) -> tuple[type[tuple[T, ...]], tuple[list[T]]]:
        return tuple, (list(self),)  # travels as what it stands for

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'pair')}>"


class Picked(Sequence[T], Generic[T]):
    """Some of such pairs in an order of their own."""

    __slots__ = ("pairs", "places")

    def __init__(self, pairs: Sequence[T], places: Sequence[int]) -> None:
        self.pairs = pairs
        self.places = places

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            return tuple(self.pairs[place] for place in self.places[at])
        return self.pairs[self.places[at]]


def over(pairs: Sequence[PairResult], names: Sequence[str]) -> Pairs[PairResult]:
    """Pair results as such a sequence."""
    if isinstance(pairs, Pairs):
        return pairs
    place = {name: at for at, name in enumerate(names)}
    columns = np.array([(place[one.a], place[one.b]) for one in pairs], dtype=np.intp).reshape(-1, 2)
    raw, adjusted = (np.array(p) for p in ([one.result.p_value for one in pairs], [one.p_adjusted for one in pairs]))
    return Pairs(pairs.__getitem__, names, columns, raw, adjusted)
