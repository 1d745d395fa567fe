"""RankedSystems: what a board found, before it is shown."""

from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from bakeoff.core.notes import Note
from bakeoff.core.text import clean, listed

__all__ = ["BoardChange", "BoardChanges", "BoardRow", "BoardSlice", "RankedSystems"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChange:
    """A system on two boards; what a board does not have is None."""

    system: str
    rank_before: int | None  # among the systems of both boards
    rank: int | None
    ranks_before: tuple[int, int] | None  # the rank interval of the earlier board
    ranks: tuple[int, int] | None
    score_before: float | None
    score: float | None
    best_before: bool  # whether it may have been the best
    best: bool
    moved: bool  # whether the two rank intervals exclude each other; False where the boards have different systems

    @property
    def status(self) -> str:
        """What happened to it, in a word or two; empty where nothing did that is worth one."""
        if self.rank_before is None:
            return "new"
        if self.rank is None:
            return "gone"
        if self.moved:
            return "moved"
        if self.best != self.best_before:
            return "may be the best now" if self.best else "no longer among the best"
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChanges:
    """What changed since an earlier board."""

    rows: tuple[BoardChange, ...]  # in the order of the later board, systems that are gone last
    same_systems: bool
    level: float  # at which both boards hold

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        rows = [asdict(row) | {"status": row.status or None} for row in self.rows]
        return {"same_systems": self.same_systems, "level": self.level, "systems": rows}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoardSlice:
    """The board of the items of one value of a column, at a level that all slices share."""

    column: str
    value: str
    items: int
    board: "RankedSystems | None"
    reason: str = ""  # why there is none


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
    slices: tuple[BoardSlice, ...] = ()
    changes: BoardChanges | None = None

    @property
    def leader(self) -> str:
        """The system with the best score."""
        return self.rows[0].system

    @property
    def verdict(self) -> str:
        """Which systems may be the best."""
        confidence = f"{100 * self.level:.5g} % confidence"
        names = [clean(name) for name in self.best_set]
        if len(names) == 1:
            text = f"The best is {names[0]}, with {confidence}."
        elif len(names) == len(self.rows):
            text = f"Any of the {len(names)} systems may be the best: none is excluded with {confidence}."
        else:
            text = f"The best is one of {{{listed(names, last='and', most=8)}}}, with {confidence}."
        return f"{text} {clean(self.leader)} has the best score, {self.rows[0].score:.4g}, over {self.items:,} {self.unit}."
