"""What quality costs: tables of time and memory, quality against both, and how both grow with the training rows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isclose, isnan

import numpy as np

from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.text import MISSING, clean, csv_number, duration, fixed, plural, size
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.complexity import StatedCost
from bakeoff.figures.drawing.theme import look_of
from bakeoff.figures.learning_curves import SHOWN, GrowthLine, GrowthPlot, growth_figure
from bakeoff.figures.scatter import TradeOff, trade_off_figure
from bakeoff.report.blocks import Block, Columns, Figure, Fold
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.sections.scores import FITTED, score_table
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table, should_transpose, transpose
from bakeoff.study.analysis.curves.learning import Scaling
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.facts.costs import QualityForCost
from bakeoff.study.facts.costs_elsewhere import CostElsewhere
from bakeoff.study.facts.study_facts import COSTS_ELSEWHERE, MARKS, PLANNED, QUALITY_FOR_COST, SCALING, STATED_COSTS

__all__ = [
    "COSTS",
    "EXCESS",
    "elsewhere_table",
    "ends",
    "outside_words",
    "reading",
    "scaling_csv",
    "scaling_plot",
    "times_table",
]

_QUICK = 0.01  # seconds below which a fit is mostly fixed costs
_SURE = 1.0  # length of an interval of the exponent, from which it says nothing
Stated = Mapping[tuple[str, str], StatedCost]  # by learner and cost
EXCESS = (
    "Excess: the exponent that is left when the stated complexity is divided out; 0 where the cost grows as stated."
)


def scaling_blocks(scalings: Sequence[Scaling], stated: Stated) -> list[Block]:
    """A picture for each cost that was measured, and one table of exponents; nothing where no exponent can be told."""
    if all(isnan(scaling.law.exponent.value) for scaling in scalings):
        return []
    costs = dict.fromkeys(scaling.cost for scaling in scalings)
    pictures = [
        _scaling_picture([scaling for scaling in scalings if scaling.cost == cost], cost, stated) for cost in costs
    ]
    shown = tuple((pictured,) for pictured in pictures if pictured is not None)
    return [*([Columns(columns=shown)] if shown else []), _table(scalings, stated)]


def scaling_plot(scalings: Sequence[Scaling], cost: str, stated: Stated) -> GrowthPlot:
    """Points and fitted lines of one cost, the slowest or largest learner first; what is stated is dashed."""
    lines = []
    for scaling in scalings:
        points = sorted(scaling.points, key=lambda point: point.size)
        x = np.array([point.size for point in points], dtype=float)
        fitted = None if isnan(scaling.law.exponent.value) else scaling.law.factor * x**scaling.law.exponent.value
        costs = np.array([point.cost for point in points])
        lines.append(GrowthLine(name=clean(scaling.learner), x=x, y=costs, trend=fitted, look=look_of(scaling.learner)))
    lines.sort(key=lambda line: -float(line.y[-1]))
    if any((scaling.learner, cost) in stated for scaling in scalings):
        shades = {line.name: line.look if line.look is not None else index for index, line in enumerate(lines)}
        lines = [replace(line, shade=shades[line.name]) for line in lines]
        lines += [
            _stated_line(scaling, stated[scaling.learner, cost], shades[clean(scaling.learner)])
            for scaling in scalings
            if (scaling.learner, cost) in stated
        ]
    return GrowthPlot(
        lines=tuple(lines), x_label="Training rows", y_label=words_for(cost).title, log_x=True, log_y=True
    )


def _stated_line(scaling: Scaling, stated: StatedCost, shade: int) -> GrowthLine:
    x = np.unique([float(point.size) for point in scaling.points])
    name = f"{clean(scaling.learner)}: {stated.complexity.text}"
    return GrowthLine(name=name, x=x, y=stated.factor * stated.complexity.at(x), shade=shade, dashed=True, bare=True)


def _scaling_picture(scalings: Sequence[Scaling], cost: str, stated: Stated) -> Figure | None:
    numbers = scaling_plot(scalings, cost, stated)
    if not numbers.lines:
        return None
    where = clean(scalings[0].points[0].dataset)
    dots = f"training sizes on {where}" if scalings[0].within else "data sets, which differ in more than their size"
    hidden = f" Of {len(scalings)} learners the {SHOWN} slowest are drawn." if len(scalings) > SHOWN else ""
    line = " Lines: least squares in log-log." if any(line.trend is not None for line in numbers.lines) else ""
    line += " Dashed: the stated complexity." if any(line.dashed for line in numbers.lines) else ""
    caption = f"Points are {dots}: median over splits, both axes logarithmic.{line}{hidden}"
    kind = "time" if words_for(cost).kind == "seconds" else "memory"
    title = f"{words_for(cost).short} against training rows"
    return picture(f"scaling-{kind}", title, numbers.sentence(), caption, lambda theme: growth_figure(numbers, theme))


def _table(scalings: Sequence[Scaling], stated: Stated) -> Table:
    rows = [_row(scaling, stated) for scaling in scalings]
    over = (
        f"Training sizes on {clean(scalings[0].points[0].dataset)}, the largest data set with learning curves."
        if scalings[0].within
        else "One point per data set; data sets differ in more than their number of rows, so read this as a tendency."
    )
    return Table(
        columns=(
            ColumnHeading(title="Learner"),
            ColumnHeading(title="Cost"),
            ColumnHeading(title="Rows", align="right"),
            ColumnHeading(title="At most", align="right"),
            ColumnHeading(title="Exponent", align="right"),
            ColumnHeading(title="Reading"),
            *((ColumnHeading(title="Stated"), ColumnHeading(title="Excess", align="right")) if stated else ()),
        ),
        rows=tuple(rows),
        caption="Growth with the number of training rows: the cost goes as rows to the power of the exponent",
        notes=(
            f"Exponent [95% interval] by least squares in log-log. {over}",
            *((EXCESS,) if stated else ()),
        ),
    )


def _row(scaling: Scaling, stated: Stated) -> Row:
    sizes = [point.size for point in scaling.points]
    top = max(point.cost for point in scaling.points)
    exponent = scaling.law.exponent
    exponent_text = ends(exponent)
    words = words_for(scaling.cost)
    stated_cost = stated.get((scaling.learner, scaling.cost))
    cells = [
        Cell(text=scaling.learner),
        Cell(text=words.short),
        Cell(text=f"{min(sizes)} to {max(sizes)}"),
        Cell(text=duration(top) if words.kind == "seconds" else size(top), value=top),
        Cell(text=exponent_text, value=None if isnan(exponent.value) else exponent.value),
        Cell(text=reading(scaling, stated_cost)),
    ]
    if stated:
        cells += [
            Cell(text=MISSING if stated_cost is None else stated_cost.complexity.text),
            Cell(text=MISSING if stated_cost is None else ends(stated_cost.excess)),
        ]
    return Row(cells=tuple(cells))


def ends(exponent: Estimate) -> str:
    """An exponent with its interval."""
    return (
        MISSING
        if isnan(exponent.value)
        else f"{fixed(exponent.value, 2)} [{fixed(exponent.low, 2)}, {fixed(exponent.high, 2)}]"
    )


def reading(scaling: Scaling, stated: StatedCost | None = None) -> str:
    """What the exponent says, beside the stated complexity where there is one, and when it says nothing."""
    exponent = scaling.law.exponent
    if isnan(exponent.value):
        return f"cannot tell: {exponent.warnings[0]}"
    if scaling.cost == "fit_seconds" and max(point.cost for point in scaling.points) < _QUICK:
        return f"cannot tell: below {duration(_QUICK)} a fit is mostly fixed costs"
    if stated is not None:
        return stated.reading
    if exponent.high - exponent.low > _SURE:
        return f"cannot tell: the interval is {fixed(exponent.high - exponent.low, 1)} wide"
    if exponent.low > 1:
        return "grows faster than the rows"
    return "grows more slowly than the rows" if exponent.high < 1 else "grows about as the rows do"


def scaling_csv(source: ReportSource) -> Table:
    """Every point, with the exponent of its learner."""
    titles = ("learner", "cost", "dataset", "rows", "value", "exponent", "low", "high", "points")
    rows = []
    for scaling in source.of(SCALING):
        law = scaling.law.exponent
        ends = [csv_number(end, 6) for end in (law.value, law.low, law.high)]
        rows += [
            (scaling.learner, scaling.cost, point.dataset, f"{point.size}", f"{point.cost:.6g}", *ends, f"{law.n}")
            for point in scaling.points
        ]
    return Table.of(titles, rows)


def times_table(findings: Findings) -> Table | None:
    """Data sets by learners, the fastest in bold; None where nobody's time was taken."""
    seconds = {(time.dataset, time.learner): time.seconds for time in findings.times}
    if all(isnan(time) for time in seconds.values()):
        return None
    learners = [card.name for card in findings.card.learners]
    rows = []
    for card in findings.card.datasets:
        times_of_row = {name: seconds.get((card.name, name), float("nan")) for name in learners}
        least = min((time for time in times_of_row.values() if not isnan(time)), default=0.0)
        cells = [_cell(time, least, alone=len(learners) == 1) for time in times_of_row.values()]
        rows.append(Row(cells=(Cell(text=card.name), *cells)))
    on_each = " on each data set" if len(rows) > 1 else ""
    fastest = f" Fastest{on_each} in bold." if len(learners) > 1 else ""
    count = findings.card.splits_per_dataset
    mean = f", mean over {plural(count, 'split')}" if count > 1 else ""
    table = Table(
        columns=(ColumnHeading(title="Data set"), *(ColumnHeading(title=name, align="right") for name in learners)),
        rows=tuple(rows),
        caption="CPU time to fit and predict",
        notes=(f"Processor time, all threads together{mean}.{fastest}", *_outside(findings)),
    )
    return transpose(table, "Learner") if should_transpose(len(learners), len(rows)) else table


def elsewhere_table(costs: Sequence[CostElsewhere]) -> Table:
    """Imported learners by data sets: what they cost where they were fitted, with their language and machine."""
    homes = [", ".join(clean(text) for text in (cost.learner.language, cost.learner.machine) if text) for cost in costs]
    rows = [
        (cost.learner.name, cost.dataset, *map(duration, (cost.fit_seconds, cost.predict_seconds)), size(cost.peak_memory), home or "not stated")
        for cost, home in zip(costs, homes, strict=True)
    ]  # fmt: skip
    table = Table.of(("Learner", "Data set", "Fit", "Predict", "Peak memory", "Measured on"), rows)
    splits = sorted({cost.splits for cost in costs})
    count = plural(splits[-1], "split") if len(splits) == 1 else f"{splits[0]} to {splits[-1]} splits"
    return replace(
        table,
        caption="Costs of imported learners, as stated by who imported them",
        notes=(f"Mean over {count}. Measured elsewhere: no test, rank or picture here uses these costs.",),
    )


def outside_words(home: str) -> str:
    """Why a learner from outside has no costs here, and what its own times would compare."""
    return f"imported from {clean(home)}, so neither its time nor its memory was measured here; times of other languages and machines compare these, not the methods"


def _outside(findings: Findings) -> list[str]:
    return [
        f"{clean(learner.name)}: {outside_words(learner.home)}."
        for learner in findings.card.learners
        if learner.home is not None
    ]


def _cell(seconds: float, least: float, *, alone: bool) -> Cell:
    if isnan(seconds):
        return Cell(text=MISSING, tone="quiet")
    return Cell(text=duration(seconds), bold=not alone and isclose(seconds, least), value=seconds)


_WHOLE, _HALF = 7.0, 4.9  # inches of a figure that has a line for itself, and of one that shares it


def cost_section(findings: Findings, qualities: Sequence[QualityForCost]) -> list[Block]:
    """Pictures where there is something to weigh, the table of run times, and a table per cost that was asked for."""
    names = [name for name in findings.card.measures if words_for(name).kind != "number"]
    pictures = [
        _picture(quality.kind, _trade_off(findings, quality), alone=len(qualities) == 1) for quality in qualities
    ]
    tables = tuple(score_table(findings, name, FITTED) for name in names)
    times = times_table(findings)
    blocks: list[Block] = (
        [Columns(columns=tuple((figure,) for figure in pictures))] if len(pictures) > 1 else [*pictures]
    )
    blocks += [times] if times is not None else []
    return [*blocks, Fold(title="Other costs", blocks=tables)] if times is not None and tables else [*blocks, *tables]


def _picture(kind: str, numbers: TradeOff, *, alone: bool) -> Figure:
    title = f"{numbers.quality_label.removesuffix(' (%)')} against {kind}"
    words = numbers.sentence()
    caption = f"Better is up, cheaper is left. {numbers.front_sentence()}"
    width = _WHOLE if alone else _HALF
    return picture(
        f"quality-{kind}", title, words, caption, lambda theme: trade_off_figure(numbers, theme, width=width)
    )


def _trade_off(findings: Findings, quality: QualityForCost) -> TradeOff:
    words = words_for(findings.card.primary)
    several = len(findings.card.datasets) > 1
    label = words_for(quality.measure).title if quality.measure else "CPU time, in seconds"
    return TradeOff(
        names=quality.names,
        cost=quality.cost,
        quality=quality.quality * (1.0 if several else words.factor),
        cost_label=label + (" (geometric mean)" if several else ""),
        quality_label=f"Mean rank by {words.inline}" if several else f"{words.short}{' (%)' if words.percent else ''}",
        higher=not several and words.direction.value == "higher",
        looks=tuple(look_of(name, index) or 0 for index, name in enumerate(quality.names)),
    )


def _blocks(source: ReportSource) -> list[Block]:
    growth = scaling_blocks(source.of(SCALING), source.of(STATED_COSTS))
    elsewhere = [elsewhere_table(costs)] if (costs := source.of(COSTS_ELSEWHERE)) else []
    return [*cost_section(source.study, source.of(QUALITY_FOR_COST)), *elsewhere, *growth]


COSTS = Section(
    name="costs",
    title="Time and memory",
    when=(is_study,),
    needs=(QUALITY_FOR_COST, SCALING, STATED_COSTS, COSTS_ELSEWHERE, MARKS, PLANNED),
    blocks=_blocks,
    csv=scaling_csv,
    csv_when=lambda source: bool(source.of(SCALING)),
    csv_name="scaling",
    folded=True,
)
