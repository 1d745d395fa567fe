"""Where does the better learner win? Characteristics of the data sets beside the differences on them."""

from collections.abc import Sequence
from math import isnan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.core.text import clean, decimals_for, fixed, listed, signed
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import ReportSource, Section, is_judged, is_study
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table, without_empty
from bakeoff.study.facts.study_facts import WHERE_LEARNERS_WIN
from bakeoff.study.facts.where_learners_win import ENOUGH, FirstPlaces, WhereLearnersWin

__all__ = ["WINS"]


def _blocks(source: ReportSource) -> list[Block]:
    """A table sorted by the difference, and the strongest tendencies in words."""
    wins = source.of(WHERE_LEARNERS_WIN)
    if wins is None:
        return []
    winners: list[Block] = [_winners(wins.first_places)] if wins.first_places else []
    return [*winners, Paragraph(parts=(_tendencies(wins),)), _table(source.compared, wins)]


def _tendencies(wins: WhereLearnersWin) -> str:
    """The strongest ones, or that there are none."""
    a, b, n = clean(wins.a), clean(wins.b), len(wins.leads)
    if n < ENOUGH:
        return f"{n} data sets are too few to say on which kind {a} is ahead of {b}."
    if not wins.compared:
        return f"The {n} data sets are too alike in size and classes to say where {a} is ahead of {b}."
    if not wins.tendencies:
        return f"No simple characteristic of the {n} data sets goes along with the lead of {a} over {b}."
    parts = [f"{'grows' if rho > 0 else 'shrinks'} with {key} (ρ = {fixed(rho, 2)})" for key, rho in wins.tendencies]
    return f"{a}'s lead over {b} {', '.join(parts)}: seen on {n} data sets, not tested."


def _table(judgement: Judgement, wins: WhereLearnersWin) -> Table:
    words, a, b = words_of(judgement.context), clean(wins.a), clean(wins.b)
    factor = 1.0 if wins.relative else words.factor
    gaps = [lead.gap * factor for lead in wins.leads]
    decimals = decimals_for([abs(gap) / 10 for gap in gaps], most=1 if words.percent or wins.relative else 4, least=0)
    unit, sign = ("%", "against") if wins.relative else ("", "−")
    spoken = "percent" if wins.relative else "points" if words.percent else ""
    rows = []
    for lead, gap in zip(wins.leads, gaps, strict=True):
        card = lead.card
        texts = (
            f"{card.n_rows}",
            "–" if card.block else f"{card.n_columns}",
            f"{len(card.classes)}" if len(card.classes) else "–",
            "–" if isnan(lead.largest) else f"{lead.largest:.0%}",
            f"{card.missing_share:.1%}" if card.missing_share else "–",
        )
        difference = Cell(text=signed(gap, decimals) + unit, value=gap, unit=spoken)
        rows.append(Row(cells=(Cell(text=clean(card.name)), difference, *(Cell(text=text) for text in texts))))
    points = " (points)" if words.percent else ""
    titles = ("Data set", f"{a} {sign} {b}{points}", "Rows", "Columns", "Classes", "Largest class", "Missing")
    table = Table(
        columns=tuple(
            ColumnHeading(title=title, align="left" if index == 0 else "right") for index, title in enumerate(titles)
        ),
        rows=tuple(rows),
        caption=f"{words.title}: data sets from the clearest win of {a} to the clearest win of {b}",
    )
    return without_empty(table)


def _winners(places: Sequence[FirstPlaces]) -> Table:
    """Who is best where, and what these data sets have in common."""
    rows = [
        (
            clean(place.learner), f"{len(place.datasets)}", f"{place.rows:.0f}", f"{place.columns:.0f}",
            listed(place.datasets, most=8),
        )
        for place in places
    ]  # fmt: skip
    titles = ("Learner", "Best on", "Median rows", "Median columns", "Data sets")
    return Table.of(titles, rows, align="lrrrl", caption="Where each learner has the best score (not tested)")


WINS = Section(
    name="wins", title="Where does each learner win?", when=(is_study, is_judged), needs=(WHERE_LEARNERS_WIN,), blocks=_blocks,
    folded=True,
)  # fmt: skip
