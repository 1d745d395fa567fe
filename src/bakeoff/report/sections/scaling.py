"""Scaling: how time and memory grow with the training rows, in log-log, with the exponent of each learner."""

from collections.abc import Sequence
from math import isnan

import numpy as np

from bakeoff.core.text import MISSING, clean, duration, fixed, size
from bakeoff.figures.learning_curves import SHOWN, GrowthLine, GrowthPlot, growth_figure
from bakeoff.report.blocks import Block, Columns, Figure
from bakeoff.report.figures import picture
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table
from bakeoff.report.text.names import words_for
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.scaling import Scaling

__all__ = ["scaling_blocks", "scaling_csv", "scaling_plot"]

_QUICK = 0.01  # seconds below which a fit is mostly fixed costs
_SURE = 1.0  # length of an interval of the exponent, from which it says nothing


def scaling_blocks(findings: Findings) -> list[Block]:
    """A picture for each cost that was measured, and one table of exponents; nothing where no exponent can be told."""
    if all(isnan(one.law.exponent.value) for one in findings.scaling):
        return []
    costs = dict.fromkeys(one.cost for one in findings.scaling)
    pictures = [_picture([one for one in findings.scaling if one.cost == cost], cost) for cost in costs]
    shown = tuple((one,) for one in pictures if one is not None)
    return [*([Columns(columns=shown)] if shown else []), _table(findings.scaling)]


def scaling_plot(found: Sequence[Scaling], cost: str) -> GrowthPlot:
    """Points and fitted lines of one cost, the slowest or largest learner first."""
    lines = []
    for one in found:
        points = sorted(one.points, key=lambda point: point.size)
        x = np.array([point.size for point in points], dtype=float)
        fitted = None if isnan(one.law.exponent.value) else one.law.factor * x**one.law.exponent.value
        lines.append(GrowthLine(name=clean(one.learner), x=x, y=np.array([p.cost for p in points]), trend=fitted))
    lines.sort(key=lambda line: -float(line.y[-1]))
    return GrowthPlot(
        lines=tuple(lines), x_label="Training rows", y_label=words_for(cost).title, log_x=True, log_y=True
    )


def _picture(found: Sequence[Scaling], cost: str) -> Figure | None:
    numbers = scaling_plot(found, cost)
    if not numbers.lines:
        return None
    where = clean(found[0].points[0].dataset)
    dots = f"training sizes on {where}" if found[0].within else "data sets, which differ in more than their size"
    hidden = f" Of {len(found)} learners the {SHOWN} slowest are drawn." if len(found) > SHOWN else ""
    line = " Lines: least squares in log-log." if any(one.trend is not None for one in numbers.lines) else ""
    caption = f"Points are {dots}: median over splits, both axes logarithmic.{line}{hidden}"
    kind = "time" if words_for(cost).kind == "seconds" else "memory"
    title = f"{words_for(cost).short} against training rows"
    return picture(f"scaling-{kind}", title, numbers.sentence(), caption, lambda theme: growth_figure(numbers, theme))


def _table(found: Sequence[Scaling]) -> Table:
    rows = [_row(one) for one in found]
    over = (
        f"Training sizes on {clean(found[0].points[0].dataset)}, the largest data set with learning curves."
        if found[0].within
        else "One point per data set; data sets differ in more than their number of rows, so read this as a tendency."
    )
    return Table(
        columns=(
            Column(title="Learner"),
            Column(title="Cost"),
            Column(title="Rows", align="right"),
            Column(title="At most", align="right"),
            Column(title="Exponent", align="right"),
            Column(title="Reading"),
        ),
        rows=tuple(rows),
        caption="Growth with the number of training rows: the cost goes as rows to the power of the exponent",
        notes=(f"Exponent [95% interval] by least squares in log-log. {over}",),
    )


def _row(one: Scaling) -> Row:
    sizes = [point.size for point in one.points]
    top = max(point.cost for point in one.points)
    exponent = one.law.exponent
    told = MISSING
    if not isnan(exponent.value):
        told = f"{fixed(exponent.value, 2)} [{fixed(exponent.low, 2)}, {fixed(exponent.high, 2)}]"
    words = words_for(one.cost)
    cells = (
        Cell(text=one.learner),
        Cell(text=words.short),
        Cell(text=f"{min(sizes)} to {max(sizes)}"),
        Cell(text=duration(top) if words.kind == "seconds" else size(top), value=top),
        Cell(text=told, value=None if isnan(exponent.value) else exponent.value),
        Cell(text=reading(one)),
    )
    return Row(cells=cells)


def reading(one: Scaling) -> str:
    """What the exponent says, and when it says nothing."""
    exponent = one.law.exponent
    if isnan(exponent.value):
        return f"cannot tell: {exponent.warnings[0]}"
    if one.cost == "fit_seconds" and max(point.cost for point in one.points) < _QUICK:
        return f"cannot tell: below {duration(_QUICK)} a fit is mostly fixed costs"
    if exponent.high - exponent.low > _SURE:
        return f"cannot tell: the interval is {fixed(exponent.high - exponent.low, 1)} wide"
    if exponent.low > 1:
        return "grows faster than the rows"
    return "grows more slowly than the rows" if exponent.high < 1 else "grows about as the rows do"


def scaling_csv(findings: Findings) -> Table:
    """Every point, with the exponent of its learner."""
    titles = ("learner", "cost", "dataset", "rows", "value", "exponent", "low", "high", "points")
    rows = []
    for one in findings.scaling:
        law = one.law.exponent
        ends = ["" if isnan(end) else f"{end:.6g}" for end in (law.value, law.low, law.high)]
        rows += [
            (one.learner, one.cost, point.dataset, f"{point.size}", f"{point.cost:.6g}", *ends, f"{law.n}")
            for point in one.points
        ]
    return Table.of(titles, rows)
