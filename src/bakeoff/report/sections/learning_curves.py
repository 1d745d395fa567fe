"""Learning curves: what fewer rows would have given, whether more would help, and where learners change places."""

from collections.abc import Callable, Sequence
from functools import partial
from math import isnan

import numpy as np

from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.core.notes import Emphasis
from bakeoff.core.text import MISSING, clean, csv_number, decimals_for, duration, fixed, listed, plural, signed, size
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.learning_curve import LearningCurve, LearningPoint
from bakeoff.figures.learning_curves import GrowthLine, GrowthPlot, growth_figure
from bakeoff.figures.theme import look_of
from bakeoff.report.blocks import Block, Columns, Figure, Fold, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.sections.extrapolation import extrapolation_table, extrapolation_words
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.splits.training_sizes import shown_size
from bakeoff.study.analysis.learning import FLOORS, LearningCrossing
from bakeoff.study.facts.study_facts import CROSSINGS, EXTRAPOLATIONS, LEARNING as CURVES

__all__ = [
    "LEARNING",
    "crossing_words",
    "growth_line",
    "interval_cell",
    "learning_blocks",
    "learning_csv",
    "learning_plot",
    "rising_words",
]

_DRAWN = 6  # data sets with a picture
_TABLED = 12  # data sets with tables; the file learning.csv holds all
_TOLD = 3  # crossings in words for one data set
WIDE = 20.0  # largest size over smallest, from which the axis is logarithmic


def learning_blocks(source: ReportSource) -> list[Block]:
    """Sentences, a picture for each of the first data sets, and tables; best learners first."""
    findings, curves = source.study, source.of(CURVES)
    found: dict[str, list[LearningCurve]] = {}
    order = [] if findings.primary is None else sort_best_first(findings.primary)
    for curve in sorted(curves, key=lambda one: [*order, one.learner].index(one.learner)):
        found.setdefault(curve.dataset, []).append(curve)
    names = [card.name for card in findings.card.datasets if card.name in found]
    if not names:
        return []
    pictures = [_picture(found[name], at) for at, name in enumerate(names[:_DRAWN])]
    said: list[Block] = [Paragraph(parts=(Emphasis((text,)),)) for text in rising_words(curves)]
    said += [Paragraph(parts=(text,)) for text in crossing_words(source.of(CROSSINGS))]
    shown = tuple((one,) for one in pictures if one is not None)
    tables = [
        Fold(title=f"{clean(name)}: numbers", blocks=(_scores(found[name]), _costs(found[name])))
        for name in names[:_TABLED]
    ]
    for name in names[:_TABLED]:
        own = [one for one in source.of(EXTRAPOLATIONS) if one.dataset == name]
        if own and not all(one.why for one in own):
            said += [Paragraph(parts=(text,)) for text in (extrapolation_words(own),) if text]
            tables.append(
                Fold(title=f"{clean(name)}: would more data help?", blocks=(extrapolation_table(own),))
            )  # fmt: skip
    rest = len(names) - len(names[:_TABLED])
    more = [Paragraph(parts=(f"The numbers of {plural(rest, 'more data set')} are in learning.csv.",))] if rest else []
    return [*said, *([Columns(columns=shown)] if shown else []), *tables, *more]


def rising_words(curves: Sequence[LearningCurve]) -> list[str]:
    """Where the last step was still an improvement, by the rule that is stated with it."""
    rising = [one for one in curves if one.rising]
    known = [one for one in curves if not isnan(one.gain.low)]
    if not known:
        return []
    rule = "the 95% interval of the last step's gain, over the same splits, lies on the better side of 0"
    if not rising:
        told = f"Between the last two sizes no learner is shown to gain ({rule} for none of {len(known)} curves)."
        return [f"{told} That does not prove a plateau: small gains need more splits to be seen."]
    where: dict[str, list[str]] = {}
    for one in rising:
        where.setdefault(one.dataset, []).append(one.learner)
    told = "; ".join(f"{listed(who, most=4)} on {clean(data)}" for data, who in list(where.items())[:_DRAWN])
    more = f"; and on {plural(len(where) - _DRAWN, 'more data set')}" if len(where) > _DRAWN else ""
    number = f"{len(rising)} of {len(known)} curves, not adjusted for their number"
    return [f"More data would likely help: {told}{more}. There {rule} ({number})."]


def crossing_words(crossings: Sequence[LearningCrossing]) -> list[str]:
    """Where the order of two learners depends on the number of rows; where that is not shown on both sides, only the means cross."""
    if not crossings:
        return []
    clear = [one for one in crossings if one.clear]
    rest = [one for one in crossings if not one.clear]
    where: dict[str, list[LearningCrossing]] = {}
    for one in clear:
        where.setdefault(one.dataset, []).append(one)
    said = []
    for data, found in where.items():
        told = [
            f"{clean(one.early)} is ahead up to {one.below} rows and {clean(one.late)} from {one.above} rows on"
            for one in found[:_TOLD]
        ]
        more = f"; so do {plural(len(found) - _TOLD, 'more pair')}" if len(found) > _TOLD else ""
        said.append(f"Curves cross on {clean(data)}: {'; '.join(told)}{more}.")
    if rest:
        means = [
            f"{clean(one.early)} and {clean(one.late)} on {clean(one.dataset)} between {one.below} and {one.above} rows"
            for one in rest[:_TOLD]
        ]
        more = f"; and {plural(len(rest) - _TOLD, 'more pair')}" if len(rest) > _TOLD else ""
        said.append(f"Means cross, but the difference is not shown on both sides: {'; '.join(means)}{more}.")
    return said


def learning_plot(curves: Sequence[LearningCurve]) -> GrowthPlot:
    """The curves of one data set in one frame."""
    words = words_for(curves[0].measure)
    sizes = [point.size for curve in curves for point in curve.points]
    return GrowthPlot(
        lines=tuple(
            growth_line(clean(one.learner), [p.size for p in one.points], [p.score for p in one.points], words.factor)
            for one in curves
        ),
        x_label="Training rows",
        y_label=f"{words.short}{' (%)' if words.percent else ''}",
        log_x=max(sizes) / min(sizes) > WIDE,
    )


def growth_line(
    name: str, places: Sequence[float], scores: Sequence[Estimate], factor: float, best: int | None = None
) -> GrowthLine:
    """A line through the scores with a band of their intervals, which is no wider than the line where there is none."""
    y, low, high = (np.array([getattr(one, end) for one in scores]) * factor for end in ("value", "low", "high"))
    low, high = np.where(np.isnan(low), y, low), np.where(np.isnan(high), y, high)
    return GrowthLine(name=name, x=np.array(places), y=y, low=low, high=high, best=best, look=look_of(name))


def _picture(curves: Sequence[LearningCurve], at: int) -> Figure | None:
    numbers = learning_plot(curves)
    if not numbers.lines:
        return None
    title = f"Learning curves on {clean(curves[0].dataset)}"
    band = " Bands: 95% intervals over splits." if numbers.banded else " Intervals are in the table."
    hidden = len(curves) - len(numbers.lines)
    rest = f" {plural(hidden, 'learner')} not drawn." if hidden else ""
    caption = (
        f"Mean over splits, the same test rows at every size; the last point is the whole training part.{band}{rest}"
    )
    return picture(f"learning-{at}", title, numbers.sentence(), caption, lambda theme: growth_figure(numbers, theme))


def _columns(curves: Sequence[LearningCurve]) -> list[ColumnHeading]:
    sizes = [point.size for point in curves[0].points]
    titles = [*(f"{one}" for one in sizes[:-1]), f"{sizes[-1]} (all)"]
    return [ColumnHeading(title="Learner"), *(ColumnHeading(title=one, align="right") for one in titles)]


def _scores(curves: Sequence[LearningCurve]) -> Table:
    words = words_for(curves[0].measure)
    widths = [point.score.half_width / 2 * words.factor for one in curves for point in one.points]
    decimals = decimals_for(widths)
    rows = []
    for curve in curves:
        cells = [interval_cell(point.score, partial(words.show, decimals=decimals)) for point in curve.points]
        rows.append(Row(cells=(Cell(text=curve.learner), *cells, _gain(curve, words, decimals))))
    notes = ["Mean over splits [95% interval, corrected where training sets overlap as much as at full size]."]
    step = next((one.step for one in curves if one.step[1]), None)
    notes += [f"Gain: from {step[0]} to {step[1]} rows, paired by split; ● where it is shown."] if step else []
    reasons = dict.fromkeys(
        f"{clean(one.learner)} with {point.size} rows: {clean(point.note)}."
        for one in curves
        for point in one.points
        if point.note
    )
    return Table(
        columns=(*_columns(curves), ColumnHeading(title="Gain", align="right")),
        rows=tuple(rows),
        caption=f"{words.heading}, by training rows: {clean(curves[0].dataset)}",
        notes=(*notes, *list(reasons)[:6]),
    )


def interval_cell(one: Estimate, show: Callable[[float], str]) -> Cell:
    """The value with its interval, where there is one."""
    if isnan(one.value):
        return Cell(text=MISSING, tone="quiet")
    ends = "" if isnan(one.low) or isnan(one.high) else f" [{show(one.low)}, {show(one.high)}]"
    return Cell(text=f"{show(one.value)}{ends}", value=one.value)


def _gain(curve: LearningCurve, words: MeasureNames, decimals: int) -> Cell:
    gain = curve.gain
    if isnan(gain.value):
        return Cell(text=MISSING, tone="quiet")
    text = signed(gain.value * words.factor, decimals)
    if not isnan(gain.low):
        low, high = (fixed(end * words.factor, decimals) for end in (gain.low, gain.high))
        text += f" [{low}, {high}]"
    return Cell(text=text, mark="●" if curve.rising else "", value=gain.value)


def _costs(curves: Sequence[LearningCurve]) -> Table:
    rows = []
    for curve in curves:
        cells = [
            Cell(text=_spent(point), value=None if isnan(point.seconds) else point.seconds) for point in curve.points
        ]
        rows.append(Row(cells=(Cell(text=curve.learner), *cells)))
    return Table(
        columns=tuple(_columns(curves)),
        rows=tuple(rows),
        caption=f"Time to fit, and peak memory where it was measured, by training rows: {clean(curves[0].dataset)}",
        notes=("Median over splits. Memory is what came on top of the process; below 1 MiB it is not shown.",),
    )


def _spent(point: LearningPoint) -> str:
    if isnan(point.seconds):
        return MISSING
    memory = f", {size(point.peak_bytes)}" if point.peak_bytes >= FLOORS["peak_memory"] else ""
    return f"{duration(point.seconds)}{memory}"


def learning_csv(source: ReportSource) -> Table:
    """Every point in full precision."""
    titles = (
        "dataset", "learner", "measure", "rows", "mean", "low", "high", "splits", "fit_seconds", "peak_bytes", "note",
    )  # fmt: skip
    rows = []
    for curve in source.of(CURVES):
        for one in curve.points:
            numbers = (one.score.value, one.score.low, one.score.high)
            texts = [csv_number(number) for number in numbers]
            spent = [csv_number(number, 6) for number in (one.seconds, one.peak_bytes)]
            place = (curve.dataset, curve.learner, curve.measure, f"{one.size}")
            rows.append((*place, *texts, f"{one.score.n}", *spent, one.note))
    return Table.of(titles, rows)


def _methods(source: ReportSource) -> str:
    sizes = listed([shown_size(one) for one in source.study.card.train_sizes], most=12)
    return f"Learning curves come from the same splits with nested, stratified subsets of the training rows ({sizes})."


LEARNING = Section(
    name="learning",
    title="Learning curves",
    when=(is_study,),
    needs=(CURVES, CROSSINGS, EXTRAPOLATIONS),
    facts=lambda source: source,
    blocks=learning_blocks,
    csv=learning_csv,
    csv_when=lambda source: bool(source.of(CURVES)),
    methods=_methods,
    references=lambda _: ("nadeau2003",),
)
