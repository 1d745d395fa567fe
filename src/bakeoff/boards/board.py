"""A board: one line for each of many systems, with an interval of its rank; all claims of a board hold together."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bakeoff.api.shown import HasHeadline
from bakeoff.boards.board_page import board_tables, rank_plot, write_board
from bakeoff.boards.ranked_systems import BoardSlice, RankedSystems
from bakeoff.core.json_safe import json_safe
from bakeoff.report.tables.plain_text import Table
from bakeoff.tabular.frames import frame_of

__all__ = ["Board"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Board(RankedSystems, HasHeadline):
    """Many systems in order, with rank intervals that hold for all of them at once."""

    def headline(self) -> str:
        """The answer in words."""
        return self.verdict

    def tables(self) -> tuple[Table, ...]:
        """One line for each system; then slices, and what changed."""
        return board_tables(self)

    def frame(self, kind: str | None = None) -> Any:
        """A frame with one row for each system.

        Parameters
        ----------
        kind
            "pandas", "polars" or "plain"; by default what is installed.

        Returns
        -------
        A frame with the fields of `BoardRow` as columns.
        """
        return frame_of({name: [getattr(row, name) for row in self.rows] for name in self.columns}, kind)

    def to_dict(self) -> dict[str, Any]:
        """The object that `bakeoff board --json` prints."""
        plain: dict[str, Any] = json_safe({
            "verdict": self.verdict, "best_set": list(self.best_set), "level": self.level, "measure": self.measure or None, "items": self.items,
            "systems": [asdict(row) for row in self.rows], "notes": [note.as_dict() for note in self.notes],
            **({"slices": list(map(_slice_dict, self.slices))} if self.slices else {}),
            **({} if self.changes is None else {"changes": self.changes.as_dict()}),
        })  # fmt: skip
        return plain

    def plot(self) -> Any:
        """A Matplotlib figure of the rank intervals."""
        from bakeoff.figures.rank_intervals import rank_interval_figure

        return rank_interval_figure(rank_plot(self))

    def report(self, path: str | Path, title: str = "Board") -> Path:
        """Write the board: a page (.html, .md, .tex, .json), or its rows as a table file (.csv and others)."""
        return write_board(self, Path(path), title)


def _slice_dict(part: BoardSlice) -> dict[str, Any]:
    board = part.board.to_dict() if isinstance(part.board, Board) else None
    return {
        "column": part.column,
        "value": part.value,
        "items": part.items,
        "board": board,
        "reason": part.reason or None,
    }
