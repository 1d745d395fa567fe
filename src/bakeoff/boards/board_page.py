"""The page of a board: who may be the best, rank intervals, one line for each system; and its rows as a table file."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from bakeoff.boards.ranked_systems import BoardChange, BoardChanges, BoardRow, BoardSlice, RankedSystems
from bakeoff.core.text import MISSING, clean, fixed, listed, sentence, short_p, signed
from bakeoff.core.whole_file import write_whole
from bakeoff.figures.rank_intervals import RankIntervalPlot, rank_interval_figure
from bakeoff.report.blocks import Callout, Notices, Part, Report
from bakeoff.report.figures import picture
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.report.write import in_directory, write_report
from bakeoff.tabular.reading import format_of_ending, writer_of

__all__ = [
    "board_table",
    "board_tables",
    "changes_table",
    "compose_board",
    "rank_plot",
    "slice_table",
    "slices_table",
    "write_board",
]

DRAWN = 60  # systems in the picture
MOST_COLUMNS = 12  # slices beside each other
PAGES = (".html", ".htm", ".md", ".tex", ".json", ".pdf")


def board_table(board: RankedSystems) -> Table:
    """One line for each system."""
    digits = 2 if max(abs(row.score) for row in board.rows if np.isfinite(row.score)) >= 10 else 4
    lettered = any(row.letters for row in board.rows)
    rows = []
    for row in board.rows:
        leads = row is board.rows[0]
        score = fixed(row.score, digits) + (
            f" ({fixed(row.low, digits)} to {fixed(row.high, digits)})" if np.isfinite(row.low) else ""
        )
        cells = [
            Cell(text=row.system), Cell(text=str(row.rank), value=float(row.rank), bold=row.system in board.best_set),
            Cell(text=f"{row.rank_low} to {row.rank_high}", value=float(row.rank_low)), Cell(text=score, value=row.score),
            Cell(text=MISSING if leads else _difference_text(row, digits), value=row.difference),
            Cell(text=MISSING if np.isnan(row.p_leader) else short_p(row.p_leader), value=row.p_leader), Cell(text=str(row.group), value=float(row.group)),
            *([Cell(text=row.letters)] if lettered else []), Cell(text=f"{row.items:,}", value=float(row.items)),
        ]  # fmt: skip
        rows.append(Row(cells=tuple(cells)))
    name = board.measure or "Score"
    percent = f"{100 * board.level:g}%"
    heads = [
        "System",
        "Rank",
        "Rank interval",
        f"{name} ({percent} interval)",
        "From the leader (interval)",
        "p",
        "Group",
        *(["Letters"] if lettered else []),
        board.unit.capitalize(),
    ]
    columns = tuple(
        ColumnHeading(title=head, align="left" if head in {"System", "Letters"} else "right") for head in heads
    )
    words = (
        f"With {percent} confidence every system's rank lies in its interval, for all systems at once; so do the intervals of differences from the leader, and p is adjusted for all pairs. "
        "The interval beside a score is of that score alone. Systems that share a letter are not shown to differ. The rank of a system that may be the best is in bold."
    )
    return Table(columns=columns, rows=tuple(rows), caption=f"{len(board.rows)} systems", notes=(words,))


def _difference_text(row: BoardRow, digits: int) -> str:
    """The difference from the leader with its interval, where there is one."""
    if not np.isfinite(row.difference_low):
        return signed(row.difference, digits)
    return f"{signed(row.difference, digits)} ({signed(row.difference_low, digits)} to {signed(row.difference_high, digits)})"


def board_tables(board: RankedSystems) -> tuple[Table, ...]:
    """One line for each system; then slices, and what changed."""
    changes = () if board.changes is None else (changes_table(board.changes),)
    return board_table(board), *((slices_table(board.slices, board.level),) if board.slices else ()), *changes


def slices_table(slices: Sequence[BoardSlice], level: float) -> Table:
    """A line for each slice: who leads, and who may be the best."""
    rows = []
    for part in slices:
        board = part.board
        best = "" if board is None else listed(board.best_set, last="and", most=6)
        if board is not None and len(board.best_set) == len(board.rows):
            best = f"any of the {len(board.rows)} systems"
        score = float("nan") if board is None else board.rows[0].score
        cells = [
            Cell(text=part.column), Cell(text=part.value), Cell(text=f"{part.items:,}", value=float(part.items)), Cell(text=MISSING if board is None else board.leader),
            Cell(text=fixed(score, 4), value=score), Cell(text=best or part.reason),
        ]  # fmt: skip
        rows.append(Row(cells=tuple(cells)))
    words = f"All claims of all slices hold at once with {100 * level:g}% confidence: each slice is looked at with {_share(slices)}."
    heads = ("Column", "Slice", "Items", "Leader", "Score", "May be the best")
    columns = tuple(
        ColumnHeading(title=head, align="right" if head in {"Items", "Score"} else "left") for head in heads
    )
    return Table(columns=columns, rows=tuple(rows), caption="Slices", notes=(words,))


def _share(slices: Sequence[BoardSlice]) -> str:
    level = next((part.board.level for part in slices if part.board is not None), float("nan"))
    return f"{100 * level:.5g}%"


def slice_table(slices: Sequence[BoardSlice], systems: Sequence[str]) -> Table:
    """A line for each system, a column for each slice: the score and the ranks that are not excluded there."""
    boards = [(part, {row.system: row for row in part.board.rows}) for part in slices if part.board is not None]
    rows = []
    for name in systems:
        cells = [Cell(text=name)]
        for _, own in boards:
            row = own.get(name)
            text = MISSING if row is None else f"{fixed(row.score, 3)} ({row.rank_low} to {row.rank_high})"
            cells.append(Cell(text=text, value=None if row is None else row.score))
        rows.append(Row(cells=tuple(cells)))
    heads = [ColumnHeading(title="System"), *(ColumnHeading(title=part.value, align="right") for part, _ in boards)]
    words = "Score, and in parentheses the ranks that are not excluded, for all systems and slices at once."
    return Table(columns=tuple(heads), rows=tuple(rows), caption="Systems on slices", notes=(words,))


def changes_table(changes: BoardChanges) -> Table:
    """A line for each system: its ranks on the two boards."""
    digits = (
        2
        if max(
            (abs(score) for row in changes.rows for score in (row.score, row.score_before) if score is not None),
            default=0.0,
        )
        >= 10
        else 4
    )
    rows = tuple(Row(cells=_change_cells(row, digits)) for row in changes.rows)
    heads = (
        "System",
        "Rank before",
        "Interval",
        "Rank now",
        "Interval",
        "Score before",
        "Score now",
        "Change",
        "What changed",
    )
    columns = tuple(
        ColumnHeading(title=head, align="left" if head in {"System", "What changed"} else "right") for head in heads
    )
    if changes.same_systems:
        words = f"Moved: the two rank intervals exclude each other. Both boards hold at once with {100 * changes.level:.4g}% confidence."
    else:
        words = "Ranks are those among the systems of both boards; rank intervals are of all systems of their board, so that none is called moved."
    return Table(columns=columns, rows=rows, caption="Since the earlier board", notes=(words,))


def _change_cells(row: BoardChange, digits: int) -> tuple[Cell, ...]:
    change = None if row.score is None or row.score_before is None else row.score - row.score_before
    return (
        Cell(text=row.system), *_rank_cells(row.rank_before, row.ranks_before), *_rank_cells(row.rank, row.ranks),
        *(Cell(text=MISSING if score is None else fixed(score, digits), value=score) for score in (row.score_before, row.score)),
        Cell(text=MISSING if change is None else signed(change, digits), value=change), Cell(text=row.status, bold=row.moved),
    )  # fmt: skip


def _rank_cells(rank: int | None, ends: tuple[int, int] | None) -> tuple[Cell, Cell]:
    if rank is None or ends is None:
        return Cell(text=MISSING), Cell(text=MISSING)
    return Cell(text=str(rank), value=float(rank)), Cell(text=f"{ends[0]} to {ends[1]}")


def rank_plot(board: RankedSystems) -> RankIntervalPlot:
    """The rank intervals of the first systems."""
    rows = board.rows[:DRAWN]
    return RankIntervalPlot(
        systems=tuple(row.system for row in rows), rank=tuple(row.rank for row in rows), low=tuple(row.rank_low for row in rows),
        high=tuple(row.rank_high for row in rows), best=tuple(row.system in board.best_set for row in rows), of=len(board.rows),
    )  # fmt: skip


def compose_board(board: RankedSystems, title: str = "Board") -> Report:
    """The page."""
    numbers = rank_plot(board)
    words = "Bars: ranks that are not excluded, for all systems at once. Dots: the rank of the score. In colour: systems that may be the best."
    if len(board.rows) > DRAWN:
        words += f" The first {DRAWN} of {len(board.rows)} systems."
    drawn = picture("ranks", "Rank intervals", numbers.sentence(), words, partial(rank_interval_figure, numbers))
    sections = [
        Part(name="board", title="The board", blocks=(board_table(board),)),
        Part(name="ranks", title="Rank intervals", blocks=(drawn,)),
    ]
    if board.slices:
        names = [row.system for row in board.rows]
        wide = [slice_table(board.slices, names)] if len(board.slices) <= MOST_COLUMNS else []
        sections.append(Part(name="slices", title="Slices", blocks=(slices_table(board.slices, board.level), *wide)))
    if board.changes is not None:
        sections.append(Part(name="changes", title="Since the earlier board", blocks=(changes_table(board.changes),)))
    if board.notes:
        sections.append(
            Part(
                name="notes",
                title="What to keep in mind",
                blocks=(Notices(items=tuple(sentence(str(note)) for note in board.notes)),),
            )
        )
    lead = Callout(title="Verdict", parts=(board.verdict,), tone="clear" if len(board.best_set) == 1 else "open")
    return Report(
        title=clean(title),
        subtitle=f"{len(board.rows)} systems · {board.items:,} {board.unit}",
        lead=(lead,),
        sections=tuple(sections),
        notes=board.notes,
    )


def write_board(board: RankedSystems, path: Path, title: str) -> Path:
    """A page by its ending, or the rows as a table file."""
    if path.suffix.lower() in PAGES or format_of_ending(path) is None:
        return write_report(compose_board(board, title), path)
    write = writer_of(path, "boards")
    in_directory(path)
    write_whole(path, write({name: [getattr(row, name) for row in board.rows] for name in board.columns}))
    return path
