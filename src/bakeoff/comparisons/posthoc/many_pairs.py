"""Boards of many learners: a hundred have 4,950 pairs, three hundred 44,850, and most readers want their p-values only.

The rule: where a test declares `p_values` and has no options, p of all pairs is computed at once and the result of a pair
(its interval, its effect, its notes: .1 ms each) is made when somebody looks at it. What a board of this size is asked
again for its stability follows from `BoardSize`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar, overload

import numpy as np

from bakeoff.comparisons.declaration import SignificanceTest
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.results import Alternative, PairResult
from bakeoff.comparisons.significance.sign import sign_p_values
from bakeoff.core.checks import Array
from bakeoff.core.text import counted
from bakeoff.measures.measure import Direction

__all__ = ["BoardSize", "PairSelection", "Pairs", "as_pairs", "raw_p_values"]

T = TypeVar("T")
S = TypeVar("S")
PART = 1 << 16  # differences that are ranked at a time: half a megabyte stays in the cache of the processor


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSize:
    """How large a comparison is, and so what can be asked again of it within some three seconds.

    One more answer ranks pairs times blocks differences: about ten million in a second where p is enough, a hundred
    times fewer where whole judgements are made.
    """

    pairs: int
    blocks: int

    @property
    def work(self) -> int:
        """Differences that one more answer ranks."""
        return self.pairs * self.blocks

    @property
    def repeats_everything(self) -> bool:
        """Whether every block can be left out in turn and all pairs be judged anew: 10 ms for each block."""
        return self.work <= 4_000

    @property
    def repeats(self) -> bool:
        """Whether another test can be tried and some blocks be left out: 40 ms for each."""
        return self.work <= 400_000

    @property
    def left_out(self) -> int:
        """Blocks that are left out in turn, those first that count most for the verdict."""
        return self.blocks if self.repeats_everything else 60  # at 40 ms

    def leaves_out(self, learners: int) -> bool:
        """Whether so many learners can be left out in turn: pairs are adjusted anew, a million in a second."""
        return learners * self.pairs <= 2_000_000

    @property
    def tries_every_correction(self) -> bool:
        """Whether corrections can be tried that take longer than a sort: Hommel's takes a second at this size."""
        return self.pairs <= 50_000

    @property
    def compares_every_claim(self) -> bool:
        """Whether the claims on all pairs are compared, and not only those on the best learner and the verdict."""
        return self.pairs <= 300  # each claim that is not at hand takes .1 ms, in each of up to a hundred checks


def raw_p_values(
    matrix: ScoreMatrix, columns: Array, test: SignificanceTest, alternative: Alternative, by_signs: frozenset[int] = frozenset()
) -> tuple[Array, Array] | None:  # fmt: skip
    """P of pairs of columns and who is ahead; None where the test does not make many at once.

    Pairs with a column of `by_signs` are compared by the sign test: the sizes of their differences say nothing.
    """
    p_values = test.p_values
    if p_values is None:
        return None
    values = np.ascontiguousarray(matrix.values.T)
    step = max(1, PART // max(values.shape[1], 1))
    p, lead = np.empty(len(columns)), np.empty(len(columns))
    for start in range(0, len(columns), step):
        part = slice(start, start + step)
        i, j = columns[part].T
        d = noise_free_difference(values[i], values[j])
        p[part], lead[part] = p_values(d, alternative=alternative.value)
        if by_signs and (rows := np.isin(columns[part], list(by_signs)).any(axis=1)).any():
            p[part][rows], lead[part][rows] = sign_p_values(d[rows], alternative.value)
    return p, lead if matrix.direction is Direction.HIGHER else -lead


class Pairs(Sequence[T], Generic[T]):
    """A sequence over arrays with one item per pair of learners; each is made once, when first asked for."""

    __slots__ = ("_kept", "_make", "adjusted", "columns", "favours", "names", "raw")

    def __init__(
        self,
        make: Callable[[int], T],
        names: Sequence[str],
        columns: Array,
        raw: Array,
        adjusted: Array,
        *,
        favours: Array | None = None,
    ) -> None:
        self._make = make
        self.names = names
        self.columns = columns  # (pairs, 2): places in `names`
        self.raw = raw
        self.adjusted = adjusted
        self.favours = favours  # above 0 where the first is better, below where the second, NaN where nothing differs; None if unknown
        self._kept: dict[int, T] = {}

    def each(self, make: Callable[[int], S]) -> "Pairs[S]":
        """Other items for the same pairs."""
        return Pairs(make, self.names, self.columns, self.raw, self.adjusted, favours=self.favours)

    def between(self, a: str, b: str) -> T | None:
        """The item of these two, in either order; None where they are no pair."""
        place = self.place(a, b)
        return None if place is None else self[place]

    def place(self, a: str, b: str) -> int | None:
        """The position of the pair of these two, in either order; None where they are no pair."""
        if a not in self.names or b not in self.names:
            return None
        first_index, two = self.names.index(a), self.names.index(b)
        first, second = self.columns.T
        positions = np.flatnonzero(
            ((first == first_index) & (second == two)) | ((first == two) & (second == first_index))
        )
        return int(positions[0]) if positions.size else None

    def of(self, *names: str) -> list[T]:
        """The items of all pairs that one of these is in."""
        return [self[place] for place in self.places(*names)]

    def places(self, *names: str) -> list[int]:
        """The positions of these pairs."""
        learners = [self.names.index(name) for name in names if name in self.names]
        positions: list[int] = np.flatnonzero(np.isin(self.columns, learners).any(axis=1)).tolist()
        return positions

    def __len__(self) -> int:
        return len(self.raw)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        place = range(len(self))[index]
        if place not in self._kept:
            self._kept[place] = self._make(place)
        return self._kept[place]

    def __iter__(self) -> Iterator[T]:
        return (self[place] for place in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Pairs, tuple)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash((len(self), np.asarray(self.raw).tobytes()))

    def __reduce__(self) -> tuple[type[tuple[T, ...]], tuple[list[T]]]:
        return tuple, (list(self),)  # travels as what it stands for

    def __repr__(self) -> str:
        return f"<{counted(len(self), 'pair')}>"


class PairSelection(Sequence[T], Generic[T]):
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
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self.pairs[place] for place in self.places[index])
        return self.pairs[self.places[index]]


def as_pairs(pairs: Sequence[PairResult], names: Sequence[str]) -> Pairs[PairResult]:
    """Pair results as such a sequence."""
    if isinstance(pairs, Pairs):
        return pairs
    place = {name: index for index, name in enumerate(names)}
    columns = np.array([(place[pair.a], place[pair.b]) for pair in pairs], dtype=np.intp).reshape(-1, 2)
    raw, adjusted = (
        np.array(p) for p in ([pair.result.p_value for pair in pairs], [pair.p_adjusted for pair in pairs])
    )
    return Pairs(pairs.__getitem__, names, columns, raw, adjusted)
