"""How good is the one that was picked: the best score on each data set, and the same corrected for the choice."""

from dataclasses import replace
from math import isnan

from bakeoff.core.text import MISSING, clean, csv_number, decimals_for, fixed, signed
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.selection import Best
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.names import MeasureNames, words_for
from bakeoff.report.section import Section, is_study
from bakeoff.report.sections.learning_curves import interval_cell
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table

__all__ = ["SELECTION", "selection_blocks", "selection_csv"]


def selection_blocks(found: tuple[Best, ...]) -> list[Block]:
    """A sentence and a table, one line for each data set."""
    known = [one for one in found if not isnan(one.corrected.value)]
    if not known:
        return []
    alone = (
        " Each data set is corrected alone; the choice of one learner for all data sets is not."
        if len(known) > 1
        else ""
    )
    why = (
        "The learner with the best score owes part of that score to chance, the more so the more learners there are. "
        "Quote the corrected score for the learner that you take: it is made of the stored predictions, and nothing was "
        f"trained again.{alone}"
    )
    return [Paragraph(parts=(why,)), _table(known)]


def _table(found: list[Best]) -> Table:
    words = words_for(found[0].measure)
    decimals = decimals_for([one.corrected.half_width / 2 * words.factor for one in found])

    def show(value: float) -> str:
        return fixed(value * words.factor, decimals)

    rows = [
        Row(
            cells=(
                Cell(text=clean(one.dataset)),
                Cell(text=clean(one.learner)),
                Cell(text=show(one.naive.value), value=one.naive.value),
                interval_cell(_within(one.corrected, words), show),
                _change(one, words, decimals),
                Cell(text=f"{100 * dict(one.picked)[one.learner]:.0f}%", value=dict(one.picked)[one.learner]),
            )
        )
        for one in found
    ]
    titles = ("Score that picked it", "Corrected [95% interval]", "Change", "Picked in")
    many = {len(one.picked) for one in found}
    of = f"{many.pop()} learners" if len(many) == 1 else "the learners"
    note = (
        f"{found[0].corrected.method}: the best learner on drawn rows is scored on the rows that were not drawn, about a third; "
        "so the interval is rather too wide than too narrow. Scores are of all test rows of a repeat, mean over repeats. "
        "Picked in: in how many resamples this learner is the best."
    )
    return Table(
        columns=(
            Column(title="Data set"),
            Column(title="Picked"),
            *(Column(title=title, align="right") for title in titles),
        ),
        rows=tuple(rows),
        caption=f"{words.heading}, of the best of {of}",
        notes=(note,),
    )


def _change(one: Best, words: MeasureNames, decimals: int) -> Cell:
    change = one.corrected.value - one.naive.value
    return Cell(text=MISSING if isnan(change) else signed(change * words.factor, decimals), value=change)


def _within(one: Estimate, words: MeasureNames) -> Estimate:
    return replace(one, low=words.within(one.low), high=words.within(one.high))


def selection_csv(found: tuple[Best, ...]) -> Table:
    """The same in full precision."""
    titles = ("dataset", "measure", "learner", "naive", "corrected", "low", "high", "picked")
    rows = [
        (
            one.dataset,
            one.measure,
            one.learner,
            *(
                csv_number(value)
                for value in (one.naive.value, one.corrected.value, one.corrected.low, one.corrected.high)
            ),
            csv_number(dict(one.picked)[one.learner]),
        )
        for one in found
    ]
    return Table.of(titles, rows)


SELECTION = Section(
    name="selection",
    title="How good is the one that was picked?",
    needs=(is_study,),
    facts=lambda source: source.study.selection,
    blocks=selection_blocks,
    csv=selection_csv,
    methods=lambda _: (
        "The score of the best learner was corrected for having been picked by bootstrap bias-corrected cross-validation."
    ),
    references=lambda _: ("tsamardinos2018",),
)
