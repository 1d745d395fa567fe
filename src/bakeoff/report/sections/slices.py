"""Slices: who is better on the rows of each value of a column."""

from math import nan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.slices import SlicePair, Slices
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_of
from bakeoff.core.text import clean, decimals_for, fixed, plural, short_p, thousands
from bakeoff.report.blocks import Block
from bakeoff.report.section import ReportSource, Section, is_comparison
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.facts.comparison_facts import SLICES as SLICES_FACT

__all__ = ["SLICES", "slice_table"]


def slice_table(slices: Slices, judgement: Judgement) -> Table:
    """A line for each slice and pair, with the interval that holds for all slices at once."""
    words = words_of(judgement.context)
    widths = [pair.difference.half_width * words.factor / 2 for pair in slices.pairs if pair.difference is not None]
    decimals = decimals_for(widths, least=words.fewest, unknown=1 if words.percent else 3)
    titles = ("Slice", "Rows", "A", "B", f"A − B{' (points)' if words.percent else ''}", "Low", "High", "Adjusted p", "Claim")  # fmt: skip
    columns = tuple(ColumnHeading(title=title, align="right" if place in {1, 4, 5, 6, 7} else "left") for place, title in enumerate(titles))  # fmt: skip
    rows = tuple(Row(cells=_cells(pair, words, decimals, judgement)) for pair in slices.pairs)
    notes = [
        f"Intervals and claims hold for all slices at once ({100 * slices.level:.4g}%): p is multiplied by {slices.tests}, the number of slices times that of pairs.",
    ]
    notes += dict.fromkeys(
        f"{clean(pair.column)} {clean(pair.value)}, {clean(pair.a)} and {clean(pair.b)}: {pair.reason}" for pair in slices.pairs if pair.reason
    )  # fmt: skip
    if slices.undecided:
        notes.append(
            f"{plural(slices.undecided, 'slice')} cannot tell which one is better. A and B may differ there all the same."
        )
    return Table(columns=columns, rows=rows, caption="A against B on the rows of each slice", notes=tuple(notes))


def _cells(pair: SlicePair, words: MeasureNames, decimals: int, judgement: Judgement) -> tuple[Cell, ...]:
    ends = [getattr(pair.difference, part, nan) for part in ("value", "low", "high")]
    claim = f"{pair.winner} better" if pair.winner else pair.claim.value
    return (
        Cell(text=f"{pair.column} {pair.value}"), Cell(text=thousands(pair.rows), value=float(pair.rows)), Cell(text=pair.a), Cell(text=pair.b),
        *(Cell(text=fixed(end * words.factor, decimals), value=end) for end in ends),
        Cell(text=short_p(pair.p_adjusted, judgement.alpha), value=pair.p_adjusted),
        Cell(text=claim, bold=pair.winner is not None),
    )  # fmt: skip


def _blocks(source: ReportSource) -> list[Block]:
    slices = source.of(SLICES_FACT)
    return [] if slices is None else [slice_table(slices, source.compared)]


SLICES = Section(name="slices", title="Slices", when=(is_comparison,), needs=(SLICES_FACT,), blocks=_blocks)
