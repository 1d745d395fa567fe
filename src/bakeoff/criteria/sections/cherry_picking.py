"""Would another choice of data sets name another winner? For each learner the choice that favours it most."""

from math import isfinite

import numpy as np

from bakeoff.core.notes import Name, Sentence, Span
from bakeoff.core.text import MISSING, clean, fixed, listed, plural, significant
from bakeoff.criteria.cherry_picking import CherryPicks
from bakeoff.criteria.of_studies.criteria_facts import CHERRY_PICKING as CHERRIES
from bakeoff.figures.drawing.theme import look_of
from bakeoff.figures.learning_curves import GrowthLine, GrowthPlot, growth_figure
from bakeoff.report.blocks import Block, Fold, Notices, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import Section
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table

__all__ = ["CHERRY_PICKING", "cherry_plot", "cherry_table", "cherry_words"]

_TOLD = 4  # learners in the sentence
_NAMED = 8  # data sets in a cell


def cherry_words(picking: CherryPicks) -> Sentence:
    """Who wins on all data sets, who else would on which choice, and who never does."""
    of = plural(len(picking.datasets), "data set")
    kind = f"mean {picking.by}"
    parts: list[Span] = (
        [f"On all {of} learners share the best {kind}."]
        if picking.winner is None
        else [Name(picking.winner), f" has the best {kind} on all {of}."]
    )
    others = {
        name: out for name in picking.learners if name != picking.winner and (out := picking.left_out(name)) is not None
    }
    for index, (name, out) in enumerate(sorted(others.items(), key=lambda item: len(item[1]))[:_TOLD]):
        were = "was" if len(out) == 1 else "were"
        parts += [
            ", " if index else " ",
            Name(name),
            f" if {len(out)}" if index else f" would win if {plural(len(out), 'data set')}",
        ]
        parts.append(f" {were}" if index else f" {were} left out")
    parts += ["."] if others else []
    never = [clean(name) for name in picking.learners if picking.left_out(name) is None]
    if never:
        verb = "wins" if len(never) == 1 else "win"
        parts.append(f" {listed(never)} {verb} on no choice of them.")
    return tuple(parts)


def cherry_table(picking: CherryPicks) -> Table:
    """One row per learner, those that need the fewest data sets left out first."""
    outs = {name: picking.left_out(name) for name in picking.learners}
    order = sorted(
        picking.learners, key=lambda name: len(picking.datasets) + 1 if (out := outs[name]) is None else len(out)
    )
    rows = []
    for name in order:
        mean, out, choice = picking.means[name], outs[name], picking.choices[name]
        shown = fixed(mean, 2) if picking.by == "rank" else significant(mean, 4)
        count = MISSING if out is None else f"{len(out)} of {len(picking.datasets)}"
        left = MISSING if out is None else listed([clean(dataset) for dataset in out], most=_NAMED) if out else "none"
        small = listed([clean(dataset) for dataset in choice.smallest], most=_NAMED) if choice.smallest else MISSING
        rows.append(
            Row(
                cells=(
                    Cell(text=name),
                    Cell(text=shown, bold=name == picking.winner, value=mean if isfinite(mean) else None),
                    Cell(text=count, value=None if out is None else len(out)),
                    Cell(text=left),
                    Cell(text=small),
                )
            )
        )
    titles = ("Learner", f"Mean {picking.by}", "To leave out", "Left out", "Smallest choice on which it wins")
    return Table(
        columns=tuple(ColumnHeading(title=title, align="right" if index in {1, 2} else "left") for index, title in enumerate(titles)), rows=tuple(rows),
        caption="The choice of data sets that favours each learner most",
        notes=("Data sets that are chosen after the scores are seen can make a mediocre learner win: choose them before, and name all.",),
    )  # fmt: skip


def cherry_plot(picking: CherryPicks) -> GrowthPlot:
    """The share of subsets of each size on which a learner wins; learners that never win are left out."""
    sizes = np.arange(1, len(picking.datasets) + 1)
    lines = (
        GrowthLine(name=name, x=sizes, y=100 * shares, look=look_of(name)) for name, shares in picking.most_often_first
    )
    return GrowthPlot(lines=tuple(lines), x_label="Data sets chosen", y_label="Choices won, %")


def _blocks(picking: CherryPicks | None) -> list[Block | None]:
    if picking is None:
        return []
    numbers = cherry_plot(picking)
    of = "all choices" if picking.exact else "a sample of the choices"
    caption = f"Share of {of} of that many data sets on which the learner alone has the best mean {picking.by}."
    drawn = picture(
        "cherry-picking", "How often each learner wins, by the number of data sets", numbers.sentence(), caption,
        lambda theme: growth_figure(numbers, theme),
    )  # fmt: skip
    notes = Notices(items=tuple(map(str, picking.notes))) if picking.notes else None
    shown = (cherry_table(picking), drawn) if numbers.lines else (cherry_table(picking),)
    return [Paragraph(parts=cherry_words(picking)), Fold(title="Which data sets, and how often", blocks=shown), notes]


CHERRY_PICKING = Section(
    name="cherry_picking",
    title="Would another choice of data sets name another winner?",
    needs=(CHERRIES,),
    facts=lambda source: source.of(CHERRIES),
    blocks=_blocks,
    csv=cherry_table,
    references=lambda _: ("laloudouana2003",),
    folded=True,
)
