"""The page of a board: who may be the best, rank intervals, one line for each system; and its rows as a table file."""

from functools import partial
from pathlib import Path

import numpy as np

from bakeoff.boards.ranked_systems import RankedSystems
from bakeoff.core.text import MISSING, clean, fixed, sentence, short_p, signed
from bakeoff.core.whole_file import write_whole
from bakeoff.figures.rank_intervals import RankIntervalPlot, rank_interval_figure
from bakeoff.report.blocks import Callout, Notices, Part, Report
from bakeoff.report.figures import picture
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.report.write import in_directory, write_report
from bakeoff.tabular.reading import format_of_ending, writer_of

__all__ = ["board_table", "compose_board", "rank_plot", "write_board"]

DRAWN = 60  # systems in the picture
PAGES = (".html", ".htm", ".md", ".tex", ".json", ".pdf")


def board_table(board: RankedSystems) -> Table:
    """One line for each system."""
    digits = 2 if max(abs(row.score) for row in board.rows if np.isfinite(row.score)) >= 10 else 4
    lettered = any(row.letters for row in board.rows)
    rows = []
    for row in board.rows:
        ends = (
            f"{signed(row.difference_low, digits)} to {signed(row.difference_high, digits)}"
            if np.isfinite(row.difference_low)
            else MISSING
        )
        leads = row is board.rows[0]
        cells = [
            Cell(text=str(row.rank), value=float(row.rank)), Cell(text=f"{row.rank_low} to {row.rank_high}", value=float(row.rank_low)),
            Cell(text=row.system, bold=row.system in board.best_set), Cell(text=fixed(row.score, digits), value=row.score),
            Cell(text=f"{fixed(row.low, digits)} to {fixed(row.high, digits)}" if np.isfinite(row.low) else MISSING),
            Cell(text=MISSING if leads else signed(row.difference, digits), value=row.difference), Cell(text=MISSING if leads else ends),
            Cell(text=MISSING if np.isnan(row.p_leader) else short_p(row.p_leader), value=row.p_leader), Cell(text=str(row.group), value=float(row.group)),
            *([Cell(text=row.letters)] if lettered else []), Cell(text=f"{row.items:,}", value=float(row.items)),
        ]  # fmt: skip
        rows.append(Row(cells=tuple(cells)))
    name = board.measure or "Score"
    percent = f"{100 * board.level:g}%"
    heads = [
        "Rank",
        "Rank interval",
        "System",
        name,
        f"{percent} interval",
        "From the leader",
        "Interval",
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
        "The interval beside a score is of that score alone. Systems that share a letter are not shown to differ. In bold: systems that may be the best."
    )
    return Table(columns=columns, rows=tuple(rows), caption=f"{len(board.rows)} systems", notes=(words,))


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
