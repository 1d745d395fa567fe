"""How good is the one that was picked: the best score on each data set, and the same corrected for the choice."""

from math import isnan

from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.core.notes import Citation
from bakeoff.core.text import MISSING, clean, csv_number, decimals_for, fixed, signed
from bakeoff.estimates.over_splits.selection import Best
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.section import Section, is_study
from bakeoff.report.sections.learning_curves import interval_cell
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.facts.study_facts import SELECTION as SELECTED

__all__ = ["SELECTION", "selection_blocks", "selection_csv"]


def selection_blocks(choices: tuple[Best, ...]) -> list[Block]:
    """A sentence and a table, one line for each data set."""
    corrected = [choice for choice in choices if not isnan(choice.corrected.value)]
    if not corrected:
        return []
    alone = (
        " Each data set is corrected by itself; the choice of one learner for all data sets is not corrected."
        if len(corrected) > 1
        else ""
    )
    why = (
        "The best of several scores is partly luck, and more so with more learners. If you choose the learner with the best "
        f"score, quote the corrected score; it is computed from the stored predictions without new training.{alone}"
    )
    return [Paragraph(parts=(why,)), _table(corrected)]


def _table(choices: list[Best]) -> Table:
    words = words_for(choices[0].measure)
    decimals = decimals_for([choice.corrected.half_width / 2 * words.factor for choice in choices])

    def show(value: float) -> str:
        return fixed(value * words.factor, decimals)

    rows = [
        Row(
            cells=(
                Cell(text=clean(choice.dataset)),
                Cell(text=clean(choice.learner)),
                Cell(text=show(choice.naive.value), value=choice.naive.value),
                interval_cell(words.in_bounds(choice.corrected), show),
                _change(choice, words, decimals),
                Cell(
                    text=f"{100 * dict(choice.picked)[choice.learner]:.0f}%", value=dict(choice.picked)[choice.learner]
                ),
            )
        )
        for choice in choices
    ]
    titles = ("Best score", "Corrected [95% interval]", "Change", "Best in")
    many = {len(choice.picked) for choice in choices}
    of = f"{many.pop()} learners" if len(many) == 1 else "the learners"
    note = (
        f"{choices[0].corrected.method}: in each resample the best learner on the drawn rows is scored on the other rows (about a third), "
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


def _change(choice: Best, words: MeasureNames, decimals: int) -> Cell:
    change = choice.corrected.value - choice.naive.value
    return Cell(text=MISSING if isnan(change) else signed(change * words.factor, decimals), value=change)


def selection_csv(choices: tuple[Best, ...]) -> Table:
    """The same in full precision."""
    titles = ("dataset", "measure", "learner", "naive", "corrected", "low", "high", "picked")
    rows = [
        (
            choice.dataset,
            choice.measure,
            choice.learner,
            *(
                csv_number(value)
                for value in (choice.naive.value, choice.corrected.value, choice.corrected.low, choice.corrected.high)
            ),
            csv_number(dict(choice.picked)[choice.learner]),
        )
        for choice in choices
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
        "The score of the best learner was corrected for the choice by bootstrap bias-corrected cross-validation ",
        Citation(("tsamardinos2018",)),
        ".",
    ),
)
