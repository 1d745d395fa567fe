"""Pairs that are made when looked at: a hundred learners have 4,950, and most readers want their p-values only."""

from collections.abc import Callable, Iterator, Sequence
from typing import overload

import numpy as np

from bakeoff.comparisons.result import PairResult
from bakeoff.core.checks import Array

__all__ = ["Pairs"]


class Pairs(Sequence[PairResult]):
    """A sequence of pair results over arrays; each is made once, when first asked for."""

    __slots__ = ("_kept", "_make", "adjusted", "raw")

    def __init__(self, make: Callable[[int], PairResult], raw: Array, adjusted: Array) -> None:
        self._make = make
        self.raw = raw
        self.adjusted = adjusted
        self._kept: dict[int, PairResult] = {}

    def __len__(self) -> int:
        return len(self.raw)

    @overload
    def __getitem__(self, at: int) -> PairResult: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[PairResult, ...]: ...
    def __getitem__(self, at: int | slice) -> PairResult | tuple[PairResult, ...]:
        if isinstance(at, slice):
            return tuple(self[i] for i in range(*at.indices(len(self))))
        place = range(len(self))[at]
        if place not in self._kept:
            self._kept[place] = self._make(place)
        return self._kept[place]

    def __iter__(self) -> Iterator[PairResult]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Pairs, tuple)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash((len(self), np.asarray(self.raw).tobytes()))

    def __reduce__(self) -> tuple[type[tuple[PairResult, ...]], tuple[list[PairResult]]]:
        return tuple, (list(self),)  # travels as what it stands for

    def __repr__(self) -> str:
        return f"<{len(self)} pairs>"
