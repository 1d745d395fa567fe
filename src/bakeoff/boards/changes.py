"""What changed on a board since an earlier one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bakeoff.boards.board import Board
from bakeoff.boards.ranked_systems import BoardChange, BoardChanges
from bakeoff.core.errors import BadInput
from bakeoff.tabular.encoding import display_name
from bakeoff.tabular.formats import FileContent
from bakeoff.tabular.logs.bounded import whole_json

__all__ = ["EarlierBoard", "EarlierRow", "earlier_board", "with_changes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierRow:
    """What is kept of a system."""

    system: str
    rank: int
    rank_low: int
    rank_high: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierBoard:
    """What is kept of an earlier board."""

    rows: tuple[EarlierRow, ...]  # the best first
    best_set: frozenset[str]
    level: float


def earlier_board(earlier: Any, ask: Callable[[Any], Board]) -> EarlierBoard:
    """The earlier board: a `Board`, a file that `bakeoff board --json` wrote, or what `ask` makes a board of."""
    if isinstance(earlier, str | Path) and (stored := _stored(earlier)) is not None:
        return stored
    board = earlier if isinstance(earlier, Board) else ask(earlier)
    rows = tuple(EarlierRow(system=row.system, rank=row.rank, rank_low=row.rank_low, rank_high=row.rank_high, score=row.score) for row in board.rows)  # fmt: skip
    return EarlierBoard(rows=rows, best_set=frozenset(board.best_set), level=board.level)


def _stored(path: str | Path) -> EarlierBoard | None:
    """The board of a file that `bakeoff board --json` wrote; None where it is something else."""
    file = FileContent(what=display_name(str(path)), path=str(path))
    if file.ending != ".json" or b'"best_set"' not in file.content:
        return None
    board = whole_json(file)
    try:
        rows = tuple(
            EarlierRow(
                system=str(row["system"]),
                rank=int(row["rank"]),
                rank_low=int(row["rank_low"]),
                rank_high=int(row["rank_high"]),
                score=float(row["score"]),
            )
            for row in board["systems"]
        )
        return EarlierBoard(rows=rows, best_set=frozenset(map(str, board["best_set"])), level=float(board["level"]))
    except (KeyError, TypeError, ValueError):
        raise BadInput(f"{file.what} is not a whole board; write it again by `bakeoff board TABLE --json`") from None


def with_changes(board: Board, before: EarlierBoard) -> Board:
    """The board with what changed since the earlier one; ranks are those among the systems of both."""
    earlier = {row.system: row for row in before.rows}
    now = {row.system: row for row in board.rows}
    both = [row.system for row in board.rows if row.system in earlier]
    if not both:
        raise BadInput("the two boards have no system in common; name a board of the same systems")
    same = len(both) == len(now) == len(earlier)
    rank_before, rank = (_ranks([(name, rows[name].rank) for name in both]) for rows in (earlier, now))
    rows = []
    for name in [*now, *(name for name in earlier if name not in now)]:
        old, new = earlier.get(name), now.get(name)
        moved = (
            old is not None
            and new is not None
            and same
            and (old.rank_high < new.rank_low or new.rank_high < old.rank_low)
        )
        rows.append(
            BoardChange(
                system=name, rank_before=None if old is None else rank_before.get(name, old.rank), rank=None if new is None else rank.get(name, new.rank),
                ranks_before=None if old is None else (old.rank_low, old.rank_high), ranks=None if new is None else (new.rank_low, new.rank_high),
                score_before=None if old is None else old.score, score=None if new is None else new.score, best_before=name in before.best_set,
                best=name in board.best_set, moved=moved,
            )
        )  # fmt: skip
    level = max(0.0, board.level + before.level - 1)
    return replace(board, changes=BoardChanges(rows=tuple(rows), same_systems=same, level=level))


def _ranks(placed: Sequence[tuple[str, int]]) -> dict[str, int]:
    """Ranks among these systems alone; equal ranks stay equal."""
    return {name: 1 + sum(other < rank for _, other in placed) for name, rank in placed}
