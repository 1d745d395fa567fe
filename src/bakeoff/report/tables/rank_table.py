"""The table of ranks: every learner on every row of a table of scores."""

from dataclasses import replace
from math import isfinite, nan

from bakeoff.comparisons.judging.shown_numbers import BlockRanks
from bakeoff.core.text import MISSING, fixed
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table

__all__ = ["rank_cell", "rank_table"]


def rank_table(block_ranks: BlockRanks) -> Table:
    """The rank of every learner on every row of a table of scores, and the mean ranks; ties share the mean of their ranks."""
    rows = []
    for name, ranks, failed in zip(
        block_ranks.blocks, block_ranks.ranks.tolist(), block_ranks.failed.tolist(), strict=True
    ):
        best = min((rank for rank in ranks if isfinite(rank)), default=nan)
        shown = (rank_cell(rank, bold=rank == best) for rank in ranks)
        cells = (_failed(cell) if out else cell for cell, out in zip(shown, failed, strict=True))
        rows.append(Row(cells=(Cell(text=name), *cells)))
    least = min((mean for mean in block_ranks.means if isfinite(mean)), default=nan)
    means = [
        Cell(text=fixed(mean, 2), bold=mean == least, value=mean) if isfinite(mean) else Cell(text=MISSING)
        for mean in block_ranks.means
    ]
    rows.append(Row(cells=(Cell(text="Mean rank"), *means), summary=True))
    notes = ["1 is best. Learners that tie share the mean of their ranks."]
    notes += ["Failed: worse than every score, so it has the last rank."] if block_ranks.with_failures else []
    notes += [] if block_ranks.complete else ["Rows on which a learner has no score are left out of the mean."]
    return Table(
        columns=(ColumnHeading(title=""), *(ColumnHeading(title=name, align="right") for name in block_ranks.names)), rows=tuple(rows),
        caption="Ranks", notes=tuple(notes),
    )  # fmt: skip


def _failed(rank: Cell) -> Cell:
    """The rank of a learner that failed, marked."""
    return replace(rank, text=f"failed {rank.text}", bold=False)


def rank_cell(rank: float, *, bold: bool, mean: bool = False) -> Cell:
    """A rank as it is shown; the best one is bold."""
    if not isfinite(rank):
        return Cell(text=MISSING, tone="quiet")
    return Cell(text=f"{rank:.2f}" if mean else f"{rank:g}", bold=bold, value=rank)
