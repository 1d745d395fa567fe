"""Tuning curves: learners of a study that differ in one number or tuple, in a row."""

from functools import partial
from math import isnan

from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.core.text import clean, csv_number, decimals_for, fixed, plural
from bakeoff.figures.learning_curves import GrowthPlot, growth_figure
from bakeoff.report.blocks import Block, Columns, Figure, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.sections.learning_curves import growth_line, interval_cell
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.analysis.curves.tuning_curves import FamilyPoint, TuningCurve
from bakeoff.study.facts.study_facts import FAMILIES

__all__ = ["TUNING", "tuning_blocks", "tuning_csv", "tuning_plot"]

_MOST = 6  # families shown


def tuning_blocks(source: ReportSource) -> list[Block]:
    """A warning once, then a picture and a table for each family."""
    curves = source.of(FAMILIES)
    families = [family for family in curves if any(not isnan(point.overall.value) for point in family.points)]
    if not families:
        return []
    words = words_for(source.study.card.primary)
    peek = (
        "These learners differ in one number or tuple only. The best value was found on the same splits as its score: "
        "choosing it here and quoting that score is peeking, and the score is optimistic. To use a tuned value, "
        "choose it inside each training part (nested cross-validation)."
    )
    pictures = tuple((_picture(family, words, number),) for number, family in enumerate(families[:_MOST]))
    tables = [_table(family, words) for family in families[:_MOST]]
    edges = [
        Paragraph(parts=(f"{clean(family.estimator)}: ", *note.sentence, "."))
        for family in families[:_MOST]
        if (note := family.edge) is not None
    ]
    return [Paragraph(parts=(peek,)), *edges, Columns(columns=pictures), *tables]


def tuning_plot(family: TuningCurve, measure: str) -> GrowthPlot:
    """The family as one line, its best value ringed."""
    words = words_for(measure)
    factor = 1.0 if family.ranked else words.factor
    several = len(family.points[0].scores) > 1
    label = f"{words.short}{' (%)' if words.percent else ''}{', mean over data sets' if several else ''}"
    scores = [point.overall if family.ranked else words.in_bounds(point.overall) for point in family.points]
    places = [point.value for point in family.points]
    return GrowthPlot(
        lines=(growth_line("", places, scores, factor, family.best),),
        x_label=clean(family.parameter),
        y_label=f"Mean rank by {words.inline}" if family.ranked else label,
        log_x=family.wide,
        ticks=tuple((point.value, _value(point)) for point in family.points) if family.placed else (),
    )


def _picture(family: TuningCurve, words: MeasureNames, number: int) -> Figure:
    numbers = tuning_plot(family, words.name)
    several = len(family.points[0].scores) > 1
    over = (
        f"95% interval over {plural(len(family.points[0].scores), 'data set')}, each data set's own level taken out"
        if several
        else "95% interval over splits"
    )
    best = "" if family.best is None else f" Ringed: the best value here, {_value(family.points[family.best])}."
    rank = " Rank 1 is best." if family.ranked else ""
    title = f"{clean(family.estimator)}: {clean(family.parameter)}"
    caption = f"Band: {over}.{best}{rank}"
    sentence = f"{clean(family.estimator)}. {numbers.sentence()}{best}"
    return picture(f"tuning-{number}", title, sentence, caption, lambda theme: growth_figure(numbers, theme))


def _table(family: TuningCurve, words: MeasureNames) -> Table:
    datasets = [name for name, _ in family.points[0].scores]
    widths = [estimate.half_width / 2 * words.factor for point in family.points for _, estimate in point.scores]
    decimals = decimals_for(widths)

    def show(end: float) -> str:
        return fixed(end * words.factor, decimals)

    rows = []
    for index, point in enumerate(family.points):
        cells = [
            Cell(text=_value(point), value=None if family.placed else point.value),
            Cell(text=clean(point.learner)),
        ]
        cells += [interval_cell(words.in_bounds(estimate), show) for _, estimate in point.scores]
        if len(datasets) > 1:
            rank = interval_cell(point.overall, partial(fixed, decimals=2)) if family.ranked else None
            cells.append(rank or interval_cell(words.in_bounds(point.overall), show))
        cells[-1] = Cell(text=cells[-1].text, bold=index == family.best, value=cells[-1].value)
        rows.append(Row(cells=tuple(cells)))
    last = ["Mean rank" if family.ranked else "Mean"] if len(datasets) > 1 else []
    return Table(
        columns=(
            ColumnHeading(title=clean(family.parameter), align="right"),
            ColumnHeading(title="Learner"),
            *(ColumnHeading(title=clean(name), align="right") for name in [*datasets, *last]),
        ),
        rows=tuple(rows),
        caption=f"{words.heading}, by {clean(family.parameter)} of {clean(family.estimator)}",
        notes=("Mean [95% interval]. Best in bold, and optimistic: it was chosen on these splits.",),
    )


def _value(point: FamilyPoint) -> str:
    return point.text or f"{point.value:g}"


def tuning_csv(source: ReportSource) -> Table:
    """Every member of every family on every data set in full precision."""
    titles = ("estimator", "parameter", "value", "learner", "dataset", "mean", "low", "high")
    rows = []
    for family in source.of(FAMILIES):
        for point in family.points:
            for dataset, estimate in point.scores:
                numbers = [csv_number(end) for end in (estimate.value, estimate.low, estimate.high)]
                rows.append((family.estimator, family.parameter, _value(point), point.learner, dataset, *numbers))
    return Table.of(titles, rows)


def _references(source: ReportSource) -> tuple[str, ...]:
    return ("morey2008",) if any(len(family.points[0].scores) > 1 for family in source.of(FAMILIES)) else ()


TUNING = Section(
    name="tuning",
    title="Tuning curves",
    when=(is_study,),
    needs=(FAMILIES,),
    blocks=tuning_blocks,
    csv=tuning_csv,
    references=_references,
)
