"""RankedSystems: what a board found, before it is shown."""

from dataclasses import dataclass
from typing import ClassVar

from bakeoff.core.notes import Note
from bakeoff.core.text import clean, listed

__all__ = ["BoardRow", "RankedSystems"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """A system: its place, its score, and how it compares with the leader."""

    system: str
    rank: int
    rank_low: int  # with the stated confidence no system has a rank outside its interval, for all systems at once
    rank_high: int
    score: float
    low: float  # interval of the score alone
    high: float
    group: int  # systems from the top down, a new group where one is shown to be worse than the first of the last group
    letters: str  # two systems share a letter if and only if they are not shown to differ
    difference: float  # from the leader
    difference_low: float  # interval that holds for all pairs at once
    difference_high: float
    p_leader: float  # that it equals the leader, adjusted for all pairs
    items: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class RankedSystems:
    """Many systems in order, and what their comparisons show."""

    columns: ClassVar[tuple[str, ...]] = tuple(BoardRow.__dataclass_fields__)
    rows: tuple[BoardRow, ...]  # the best first
    best_set: tuple[str, ...]
    level: float
    measure: str
    items: int
    unit: str  # what is counted: items, votes
    notes: tuple[Note, ...] = ()

    @property
    def leader(self) -> str:
        """The system with the best score."""
        return self.rows[0].system

    @property
    def verdict(self) -> str:
        """Which systems may be the best."""
        confidence = f"{100 * self.level:g} % confidence"
        names = [clean(name) for name in self.best_set]
        if len(names) == 1:
            text = f"The best is {names[0]}, with {confidence}."
        elif len(names) == len(self.rows):
            text = f"Any of the {len(names)} systems may be the best: none is excluded with {confidence}."
        else:
            text = f"The best is one of {{{listed(names, last='and', most=12)}}}, with {confidence}."
        return f"{text} {clean(self.leader)} has the best score, {self.rows[0].score:.4g}, over {self.items:,} {self.unit}."
