"""What quality costs: tables of time and memory, and a picture of quality against the time to fit."""

from math import isnan
from statistics import fmean

import numpy as np

from bakeoff.figures.scaling import TradeOff, trade_off_figure
from bakeoff.report.pictures import picture
from bakeoff.report.report import Block, Figure
from bakeoff.report.scores import Grid, score_table
from bakeoff.report.words import words_for
from bakeoff.study.findings import Findings

__all__ = ["costs", "is_cost"]


def is_cost(measure: str) -> bool:
    """Whether the measure says what an answer costs, not how good it is."""
    return words_for(measure).kind != "number"


def costs(findings: Findings) -> list[Block]:
    """A table per cost, and the picture where there is something to weigh."""
    names = [name for name in findings.card.measures if is_cost(name)]
    picture = [made for name in names[:1] if (made := _picture(findings, name)) is not None]
    return [*picture, *(score_table(findings, name) for name in names)]


def _picture(findings: Findings, cost: str) -> Figure | None:
    numbers = _numbers(findings, cost)
    if numbers is None:
        return None
    title = f"{numbers.quality_label} against {words_for(cost).short}"
    words = numbers.sentence()
    caption = f"Better is up, cheaper is left. {words.partition('. ')[2]}"
    return picture("cost", title, words, caption, lambda theme: trade_off_figure(numbers, theme))


def _numbers(findings: Findings, cost: str) -> TradeOff | None:
    """Geometric mean of the cost over data sets; mean rank over several data sets, the score itself on one."""
    grid = Grid.of(findings, cost)
    words = words_for(findings.card.primary)
    quality = _quality(findings)
    kept = []
    for name in grid.learners:
        values = [grid.value(dataset, name) for dataset in grid.datasets]
        if name in quality and values and all(value > 0 for value in values):
            kept.append((name, float(np.exp(fmean(np.log(values)))), quality[name]))
    if len(kept) < 2:
        return None
    several = len(findings.card.datasets) > 1
    return TradeOff(
        names=tuple(one[0] for one in kept),
        cost=np.array([one[1] for one in kept]),
        quality=np.array([one[2] for one in kept]),
        cost_label=words_for(cost).title + (" (geometric mean)" if several else ""),
        quality_label=f"Mean rank by {words.short}" if several else words.short,
        higher=not several and words.direction.value == "higher",
    )


def _quality(findings: Findings) -> dict[str, float]:
    judgement = findings.primary
    if len(findings.card.datasets) > 1:
        return {} if judgement is None else dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    grid = Grid.of(findings, findings.card.primary)
    values = {name: grid.value(grid.datasets[0], name) for name in grid.learners} if grid.datasets else {}
    return {name: value for name, value in values.items() if not isnan(value)}
