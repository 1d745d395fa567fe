"""Flips: on how many rows two learners are right, together or alone, and how often their answers differ."""

from collections.abc import Mapping

from bakeoff.core.text import clean, thousands
from bakeoff.predictions.flips import Flips
from bakeoff.report.blocks import Block
from bakeoff.report.section import ReportSource, Section, is_comparison
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.facts.comparison_facts import FLIPS as FLIPS_FACT

__all__ = ["FLIPS", "flip_table"]

TITLES = ("Base", "New", "Both right", "Only new right", "Only base right", "Both wrong", "Answer differs")


def flip_table(pairs: Mapping[tuple[str, str], Flips]) -> Table:
    """A line for each pair."""
    rows = tuple(Row(cells=_cells(base, new, flips)) for (base, new), flips in pairs.items())
    columns = tuple(
        ColumnHeading(title=title, align="left" if place < 2 else "right") for place, title in enumerate(TITLES)
    )
    return Table(columns=columns, rows=rows, caption="Rows that both, one or none of two get right")


def _cells(base: str, new: str, flips: Flips) -> tuple[Cell, ...]:
    counts = (flips.both_right, flips.only_new, flips.only_base, flips.both_wrong)
    return (
        Cell(text=clean(base)), Cell(text=clean(new)), *(Cell(text=thousands(count), value=float(count)) for count in counts),
        Cell(text=f"{100 * flips.churn:.3g}%", value=flips.churn),
    )  # fmt: skip


def _blocks(source: ReportSource) -> list[Block]:
    pairs = source.of(FLIPS_FACT)
    return [flip_table(pairs)] if pairs else []


FLIPS = Section(name="flips", title="Right and wrong answers", when=(is_comparison,), needs=(FLIPS_FACT,), blocks=_blocks, folded=True)  # fmt: skip
