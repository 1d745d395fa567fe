"""What quality costs: tables of time and memory, and pictures of quality against both."""

from collections.abc import Mapping
from math import isclose, isnan
from statistics import fmean

import numpy as np

from bakeoff.core.text import MISSING, duration, plural
from bakeoff.figures.trade_off import TradeOff, trade_off_figure
from bakeoff.report.blocks import Block, Columns, Figure, Fold
from bakeoff.report.figures import picture
from bakeoff.report.section import Section, is_study
from bakeoff.report.sections.scaling import scaling_blocks, scaling_csv
from bakeoff.report.sections.scores import FITTED, CellsByAddress, score_table
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table, should_transpose, transpose
from bakeoff.report.text.names import is_cost, words_for
from bakeoff.study.analysis.findings import Findings

__all__ = ["COSTS", "cost_section", "is_cost", "times_table"]


def times_table(findings: Findings) -> Table | None:
    """Data sets by learners, the fastest in bold; None where nobody's time was taken."""
    seconds = {(one.dataset, one.learner): one.seconds for one in findings.times}
    if all(isnan(one) for one in seconds.values()):
        return None
    learners = [card.name for card in findings.card.learners]
    rows = []
    for card in findings.card.datasets:
        known = {name: seconds.get((card.name, name), float("nan")) for name in learners}
        least = min((one for one in known.values() if not isnan(one)), default=0.0)
        cells = [_cell(one, least, alone=len(learners) == 1) for one in known.values()]
        rows.append(Row(cells=(Cell(text=card.name), *cells)))
    each = " on each data set" if len(rows) > 1 else ""
    fastest = f" Fastest{each} in bold." if len(learners) > 1 else ""
    count = findings.card.splits_per_dataset
    mean = f", mean over {plural(count, 'split')}" if count > 1 else ""
    table = Table(
        columns=(Column(title="Data set"), *(Column(title=name, align="right") for name in learners)),
        rows=tuple(rows),
        caption="CPU time to fit and predict",
        notes=(f"Processor time, all threads together{mean}.{fastest}",),
    )
    return transpose(table, "Learner") if should_transpose(len(learners), len(rows)) else table


def _cell(seconds: float, least: float, *, alone: bool) -> Cell:
    if isnan(seconds):
        return Cell(text=MISSING, tone="quiet")
    return Cell(text=duration(seconds), bold=not alone and isclose(seconds, least), value=seconds)


Spent = Mapping[tuple[str, str], float]
_WHOLE, _HALF = 7.0, 4.9  # inches of a figure that has a line for itself, and of one that shares it


def cost_section(findings: Findings) -> list[Block]:
    """Pictures where there is something to weigh, the table of run times, and a table per cost that was asked for."""
    names = [name for name in findings.card.measures if is_cost(name)]
    clock = {(one.dataset, one.learner): one.seconds for one in findings.times}
    spent: dict[str, tuple[str, Spent]] = {"time": ("CPU time, in seconds", clock)}
    weighed = next((name for name in names if words_for(name).kind == "bytes"), None)
    if weighed is not None:
        spent["memory"] = (words_for(weighed).title, _spent(findings, weighed))
    drawn = {kind: _numbers(findings, *one) for kind, one in spent.items()}
    weighable = {kind: one for kind, one in drawn.items() if one is not None}
    pictures = [_picture(kind, one, alone=len(weighable) == 1) for kind, one in weighable.items()]
    tables = tuple(score_table(findings, name, FITTED) for name in names)
    times = times_table(findings)
    blocks: list[Block] = [Columns(columns=tuple((one,) for one in pictures))] if len(pictures) > 1 else [*pictures]
    blocks += [times] if times is not None else []
    return [*blocks, Fold(title="Other costs", blocks=tables)] if times is not None and tables else [*blocks, *tables]


def _spent(findings: Findings, cost: str) -> Spent:
    grid = CellsByAddress.of(findings, cost)
    return {(dataset, name): grid.value(dataset, name) for dataset in grid.datasets for name in grid.learners}


def _picture(kind: str, numbers: TradeOff, *, alone: bool) -> Figure:
    title = f"{numbers.quality_label.removesuffix(' (%)')} against {kind}"
    words = numbers.sentence()
    caption = f"Better is up, cheaper is left. {words.partition('. ')[2]}"
    width = _WHOLE if alone else _HALF
    return picture(
        f"quality-{kind}", title, words, caption, lambda theme: trade_off_figure(numbers, theme, width=width)
    )


def _numbers(findings: Findings, label: str, spent: Spent) -> TradeOff | None:
    """Geometric mean of the cost over data sets; mean rank over several data sets, the score itself on one."""
    words = words_for(findings.card.primary)
    quality = _quality(findings)
    datasets = dict.fromkeys(place[0] for place in spent)
    kept = []
    for name in [card.name for card in findings.card.learners]:
        values = [spent.get((dataset, name), 0.0) for dataset in datasets]
        if name in quality and values and all(value > 0 for value in values):
            kept.append((name, float(np.exp(fmean(np.log(values)))), quality[name]))
    if len(kept) < 2:
        return None
    several = len(findings.card.datasets) > 1
    return TradeOff(
        names=tuple(one[0] for one in kept),
        cost=np.array([one[1] for one in kept]),
        quality=np.array([one[2] for one in kept]) * (1.0 if several else words.factor),
        cost_label=label + (" (geometric mean)" if several else ""),
        quality_label=f"Mean rank by {words.inline}" if several else f"{words.short}{' (%)' if words.percent else ''}",
        higher=not several and words.direction.value == "higher",
    )


def _quality(findings: Findings) -> dict[str, float]:
    judgement = findings.primary
    if len(findings.card.datasets) > 1:
        return {} if judgement is None else dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    grid = CellsByAddress.of(findings, findings.card.primary)
    values = {name: grid.value(grid.datasets[0], name) for name in grid.learners} if grid.datasets else {}
    return {name: value for name, value in values.items() if not isnan(value)}


def _blocks(findings: Findings) -> list[Block]:
    return [*cost_section(findings), *scaling_blocks(findings)]


COSTS = Section(
    name="costs",
    title="Time and memory",
    needs=(is_study,),
    facts=lambda source: source.study,
    blocks=_blocks,
    csv=scaling_csv,
    csv_when=lambda findings: bool(findings.scaling),
    csv_name="scaling",
)
