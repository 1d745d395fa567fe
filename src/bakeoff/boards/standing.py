"""From the statistics of all pairs to the lines of a board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.boards.board import Board
from bakeoff.boards.letters import compact_letters, tie_groups
from bakeoff.boards.ranked_systems import BoardRow
from bakeoff.boards.separation import Separation
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note

__all__ = ["Standing", "board_of", "pair_sums"]

PairSums = Callable[[int, int], tuple[float, float, int, int]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Standing:
    """What is known of each system by itself, and of its differences from any other."""

    names: tuple[str, ...]
    score: Array
    ends: Array  # (k, 2)
    items: Array
    sign: float  # -1 where lower is better
    sums: (
        PairSums  # (i, j) -> sum of differences, sum of squared differences of units, number of units, number of items
    )


def pair_sums(values: Array, groups: Array | None) -> PairSums:
    """The sums of differences of two systems, over items or over groups of them."""
    codes = None if groups is None else np.unique(np.asarray(groups), return_inverse=True)[1]

    def sums(i: int, j: int) -> tuple[float, float, int, int]:
        difference = values[:, i] - values[:, j]
        present = ~np.isnan(difference)
        own = difference[present]
        units = own if codes is None else np.bincount(codes[present], weights=own)
        return float(units.sum()), float((units**2).sum()), len(units), len(own)

    return sums


def board_of(  # noqa: PLR0917 - the parts of one computation
    standing: Standing, separation: Separation, level: float, measure: str, items: int, unit: str, notes: Sequence[Note], tests: int = 1
) -> Board:  # fmt: skip
    """The board; p is multiplied by `tests`, the number of boards that share a level."""
    goodness = standing.sign * standing.score
    order = sorted(range(len(standing.names)), key=lambda place: (-goodness[place], standing.names[place]))
    separated = separation.separated
    differ = separated | separated.T
    leader = order[0]
    letters = compact_letters(differ[np.ix_(order, order)])
    groups = tie_groups(differ, order)
    p_values = np.minimum(1.0, tests * separation.p_value(separation.lead[leader]))
    rows = []
    for position, place in enumerate(order):
        difference, low, high = _difference(standing, leader, place, separation.critical)
        rows.append(
            BoardRow(
                system=standing.names[place], rank=1 + int((goodness > goodness[place]).sum()), rank_low=1 + int(separated[:, place].sum()),
                rank_high=len(order) - int(separated[place].sum()), score=float(standing.score[place]), low=float(standing.ends[place][0]),
                high=float(standing.ends[place][1]), group=groups[place], letters="" if letters is None else letters[position], difference=difference,
                difference_low=float(low), difference_high=float(high), p_leader=float("nan") if place == leader else float(p_values[place]),
                items=int(standing.items[place]),
            )
        )  # fmt: skip
    best = tuple(standing.names[place] for place in order if separation.best[place])
    return Board(
        rows=tuple(rows), best_set=best, level=level, measure=measure, items=items, unit=unit, notes=tuple(notes)
    )


def _difference(standing: Standing, leader: int, other: int, critical: float) -> tuple[float, float, float]:
    """The difference from the leader with the interval of shifts at which flipped signs would not separate the two."""
    if leader == other:
        return 0.0, 0.0, 0.0
    total, squares, units, items = standing.sums(other, leader)
    if not items:
        return (float("nan"),) * 3
    mean = total / items
    left = units - critical**2
    if left <= 0:
        return mean, -np.inf, np.inf
    half = critical * np.sqrt(max(units * squares - total**2, 0.0) / left) / items
    return mean, mean - half, mean + half
