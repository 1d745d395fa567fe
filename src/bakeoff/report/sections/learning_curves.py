"""Learning curves: what fewer rows would have given, whether more would help, and where learners change places."""

from collections.abc import Callable, Sequence
from functools import partial
from math import isnan

import numpy as np

from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.core.notes import Citation, Emphasis, Sentence
from bakeoff.core.text import MISSING, clean, csv_number, decimals_for, duration, fixed, listed, plural, signed, size
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.learning_curve import LearningCurve, LearningPoint
from bakeoff.figures.drawing.theme import look_of
from bakeoff.figures.learning_curves import GrowthLine, GrowthPlot, growth_figure
from bakeoff.report.blocks import Block, Columns, Figure, Fold, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.sections.extrapolation import extrapolation_table, extrapolation_words
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.splits.training_sizes import shown_size
from bakeoff.study.analysis.curves.learning import FLOORS, LearningCrossing
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
    curves_by_dataset: dict[str, list[LearningCurve]] = {}
    order = [] if findings.primary is None else sort_best_first(findings.primary)
    for curve in sorted(curves, key=lambda curve: [*order, curve.learner].index(curve.learner)):
        curves_by_dataset.setdefault(curve.dataset, []).append(curve)
    names = [card.name for card in findings.card.datasets if card.name in curves_by_dataset]
    if not names:
        return []
    pictures = [_picture(curves_by_dataset[name], index) for index, name in enumerate(names[:_DRAWN])]
    sentences: list[Block] = [Paragraph(parts=(Emphasis((text,)),)) for text in rising_words(curves)]
    sentences += [Paragraph(parts=(text,)) for text in crossing_words(source.of(CROSSINGS))]
    shown = tuple((figure,) for figure in pictures if figure is not None)
    tables = [
        Fold(
            title=f"{clean(name)}: numbers", blocks=(_scores(curves_by_dataset[name]), _costs(curves_by_dataset[name]))
        )
        for name in names[:_TABLED]
    ]
    for name in names[:_TABLED]:
        own = [extrapolation for extrapolation in source.of(EXTRAPOLATIONS) if extrapolation.dataset == name]
        if own and not all(extrapolation.why for extrapolation in own):
            sentences += [Paragraph(parts=(text,)) for text in (extrapolation_words(own),) if text]
            tables.append(
                Fold(title=f"{clean(name)}: would more data help?", blocks=(extrapolation_table(own),))
            )  # fmt: skip
    rest = len(names) - len(names[:_TABLED])
    more = [Paragraph(parts=(f"The numbers of {plural(rest, 'more data set')} are in learning.csv.",))] if rest else []
    return [*sentences, *([Columns(columns=shown)] if shown else []), *tables, *more]


def rising_words(curves: Sequence[LearningCurve]) -> list[str]:
    """Where the last step was still an improvement, by the rule that is stated with it."""
    rising = [curve for curve in curves if curve.rising]
    judged = [curve for curve in curves if not isnan(curve.gain.low)]
    if not judged:
        return []
    rule = "the 95% interval of the last step's gain, over the same splits, lies on the better side of 0"
    if not rising:
        text = f"Between the last two sizes no learner is shown to gain ({rule} for none of {len(judged)} curves)."
        return [f"{text} That does not prove a plateau: small gains need more splits to be seen."]
    where: dict[str, list[str]] = {}
    for curve in rising:
        where.setdefault(curve.dataset, []).append(curve.learner)
    text = "; ".join(f"{listed(who, most=4)} on {clean(data)}" for data, who in list(where.items())[:_DRAWN])
    more = f"; and on {plural(len(where) - _DRAWN, 'more data set')}" if len(where) > _DRAWN else ""
    number = f"{len(rising)} of {len(judged)} curves, not adjusted for their number"
    return [f"More data would likely help: {text}{more}. There {rule} ({number})."]


def crossing_words(crossings: Sequence[LearningCrossing]) -> list[str]:
    """Where the order of two learners depends on the number of rows; where that is not shown on both sides, only the means cross."""
    if not crossings:
        return []
    clear = [crossing for crossing in crossings if crossing.clear]
    rest = [crossing for crossing in crossings if not crossing.clear]
    where: dict[str, list[LearningCrossing]] = {}
    for crossing in clear:
        where.setdefault(crossing.dataset, []).append(crossing)
    sentences = []
    for data, crossings_there in where.items():
        parts = [
            f"{clean(crossing.early)} is ahead up to {crossing.below} rows and {clean(crossing.late)} from {crossing.above} rows on"
            for crossing in crossings_there[:_TOLD]
        ]
        more = f"; so do {plural(len(crossings_there) - _TOLD, 'more pair')}" if len(crossings_there) > _TOLD else ""
        sentences.append(f"Curves cross on {clean(data)}: {'; '.join(parts)}{more}.")
    if rest:
        means = [
            f"{clean(crossing.early)} and {clean(crossing.late)} on {clean(crossing.dataset)} between {crossing.below} and {crossing.above} rows"
            for crossing in rest[:_TOLD]
        ]
        more = f"; and {plural(len(rest) - _TOLD, 'more pair')}" if len(rest) > _TOLD else ""
        sentences.append(f"Means cross, but the difference is not shown on both sides: {'; '.join(means)}{more}.")
    return sentences


def learning_plot(curves: Sequence[LearningCurve]) -> GrowthPlot:
    """The curves of one data set in one frame."""
    words = words_for(curves[0].measure)
    sizes = [point.size for curve in curves for point in curve.points]
    return GrowthPlot(
        lines=tuple(
            growth_line(
                clean(curve.learner), [p.size for p in curve.points], [p.score for p in curve.points], words.factor
            )
            for curve in curves
        ),
        x_label="Training rows",
        y_label=f"{words.short}{' (%)' if words.percent else ''}",
        log_x=max(sizes) / min(sizes) > WIDE,
    )


def growth_line(
    name: str, places: Sequence[float], scores: Sequence[Estimate], factor: float, best: int | None = None
) -> GrowthLine:
    """A line through the scores with a band of their intervals, which is no wider than the line where there is none."""
    y, low, high = (np.array([getattr(score, end) for score in scores]) * factor for end in ("value", "low", "high"))
    low, high = np.where(np.isnan(low), y, low), np.where(np.isnan(high), y, high)
    return GrowthLine(name=name, x=np.array(places), y=y, low=low, high=high, best=best, look=look_of(name))


def _picture(curves: Sequence[LearningCurve], index: int) -> Figure | None:
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
    return picture(f"learning-{index}", title, numbers.sentence(), caption, lambda theme: growth_figure(numbers, theme))


def _columns(curves: Sequence[LearningCurve]) -> list[ColumnHeading]:
    sizes = [point.size for point in curves[0].points]
    titles = [*(f"{size}" for size in sizes[:-1]), f"{sizes[-1]} (all)"]
    return [ColumnHeading(title="Learner"), *(ColumnHeading(title=title, align="right") for title in titles)]


def _scores(curves: Sequence[LearningCurve]) -> Table:
    words = words_for(curves[0].measure)
    widths = [point.score.half_width / 2 * words.factor for curve in curves for point in curve.points]
    decimals = decimals_for(widths)
    rows = []
    for curve in curves:
        cells = [interval_cell(point.score, partial(words.show, decimals=decimals)) for point in curve.points]
        rows.append(Row(cells=(Cell(text=curve.learner), *cells, _gain(curve, words, decimals))))
    notes = ["Mean over splits [95% interval, corrected where training sets overlap as much as at full size]."]
    step = next((curve.step for curve in curves if curve.step[1]), None)
    notes += [f"Gain: from {step[0]} to {step[1]} rows, paired by split; ● where it is shown."] if step else []
    reasons = dict.fromkeys(
        f"{clean(curve.learner)} with {point.size} rows: {clean(point.note)}."
        for curve in curves
        for point in curve.points
        if point.note
    )
    return Table(
        columns=(*_columns(curves), ColumnHeading(title="Gain", align="right")),
        rows=tuple(rows),
        caption=f"{words.heading}, by training rows: {clean(curves[0].dataset)}",
        notes=(*notes, *list(reasons)[:6]),
    )


def interval_cell(estimate: Estimate, show: Callable[[float], str]) -> Cell:
    """The value with its interval, where there is one."""
    if isnan(estimate.value):
        return Cell(text=MISSING, tone="quiet")
    ends = "" if isnan(estimate.low) or isnan(estimate.high) else f" [{show(estimate.low)}, {show(estimate.high)}]"
    return Cell(text=f"{show(estimate.value)}{ends}", value=estimate.value)


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
        for point in curve.points:
            numbers = (point.score.value, point.score.low, point.score.high)
            texts = [csv_number(number) for number in numbers]
            spent = [csv_number(number, 6) for number in (point.seconds, point.peak_bytes)]
            place = (curve.dataset, curve.learner, curve.measure, f"{point.size}")
            rows.append((*place, *texts, f"{point.score.n}", *spent, point.note))
    return Table.of(titles, rows)


def _methods(source: ReportSource) -> Sentence:
    sizes = listed([shown_size(size) for size in source.study.card.train_sizes], most=12)
    drawn = f"Learning curves come from the same splits with nested, stratified subsets of the training rows ({sizes})"
    return (f"{drawn}; their intervals allow for overlapping training sets ", Citation(("nadeau2003",)), ".")


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
)
