"""How good is the one that was picked: the best score on each data set, and the same corrected for the choice."""

from dataclasses import replace
from math import isnan

from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.core.text import MISSING, clean, csv_number, decimals_for, fixed, signed
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.selection import Best
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import Section, is_study
from bakeoff.report.sections.learning_curves import interval_cell
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.facts.study_facts import SELECTION as SELECTED

__all__ = ["SELECTION", "selection_blocks", "selection_csv"]


def selection_blocks(found: tuple[Best, ...]) -> list[Block]:
    """A sentence and a table, one line for each data set."""
    known = [one for one in found if not isnan(one.corrected.value)]
    if not known:
        return []
    alone = (
        " Each data set is corrected by itself; the choice of one learner for all data sets is not corrected."
        if len(known) > 1
        else ""
    )
    why = (
        "The best of several scores is partly luck, and more so with more learners. If you choose the learner with the best "
        f"score, quote the corrected score; it is computed from the stored predictions without new training.{alone}"
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
    titles = ("Best score", "Corrected [95% interval]", "Change", "Best in")
    many = {len(one.picked) for one in found}
    of = f"{many.pop()} learners" if len(many) == 1 else "the learners"
    note = (
        f"{found[0].corrected.method}: in each resample the best learner on the drawn rows is scored on the other rows (about a third), "
        "so the interval is conservative. Scores are over all test rows of a repeat, averaged over repeats. "
        "Best in: share of resamples in which this learner is the best."
    )
    return Table(
        columns=(
            ColumnHeading(title="Data set"),
            ColumnHeading(title="Best learner"),
            *(ColumnHeading(title=title, align="right") for title in titles),
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
    title="Score of the chosen learner",
    folded=True,
    when=(is_study,),
    needs=(SELECTED,),
    facts=lambda source: source.of(SELECTED),
    blocks=selection_blocks,
    csv=selection_csv,
    methods=lambda _: (
        "The score of the best learner was corrected for the choice by bootstrap bias-corrected cross-validation."
    ),
    references=lambda _: ("tsamardinos2018",),
)
