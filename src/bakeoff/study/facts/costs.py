"""What quality costs: the quality of each learner beside its time or memory, and costs beside the complexity that users state."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite, nan
from statistics import fmean

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BakeoffError
from bakeoff.estimates.over_splits.complexity import Complexity, StatedCost, stated_cost
from bakeoff.measures.measure_scale import is_cost, is_time
from bakeoff.study.analysis.curves.learning import Scaling
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.facts.score_grid import ScoreGrid

__all__ = ["QualityForCost", "qualities_for_costs", "readable_complexity", "stated_costs"]

Spent = Mapping[tuple[str, str], float]  # by data set and learner


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class QualityForCost:
    """The learners that have both, by one cost."""

    kind: str  # "time" or "memory"
    measure: str  # that the cost is; empty of the processor time
    names: tuple[str, ...]
    cost: Array  # of several data sets the geometric mean
    quality: Array  # of several data sets the mean rank, of a single one the score by the primary measure


def qualities_for_costs(findings: Findings) -> tuple[QualityForCost, ...]:
    """By the processor time, and by the first measure of memory that was asked for; where at least two learners cost anything."""
    clock = {(time.dataset, time.learner): time.seconds for time in findings.times}
    memory = next((name for name in findings.card.measures if is_cost(name) and not is_time(name)), None)
    qualities = [_quality_for_cost(findings, "time", "", clock)]
    if memory is not None:
        grid = ScoreGrid.of(findings, memory)
        used = {(dataset, name): grid.value(dataset, name) for dataset in grid.datasets for name in grid.learners}
        qualities.append(_quality_for_cost(findings, "memory", memory, used))
    return tuple(quality for quality in qualities if (quality.cost > 0).sum() >= 2)


def _quality_for_cost(findings: Findings, kind: str, measure: str, spent: Spent) -> QualityForCost:
    quality = _quality(findings)
    datasets = dict.fromkeys(place[0] for place in spent)
    kept: list[tuple[str, float, float]] = []
    for name in [card.name for card in findings.card.learners]:
        values = [spent.get((dataset, name), nan) for dataset in datasets]
        if name in quality and values and all(value >= 0 for value in values):
            cost = float(np.exp(fmean(np.log(values)))) if all(values) else 0.0
            kept.append((name, cost, quality[name]))
    return QualityForCost(
        kind=kind,
        measure=measure,
        names=tuple(name for name, _, _ in kept),
        cost=np.array([cost for _, cost, _ in kept]),
        quality=np.array([own for _, _, own in kept]),
    )


def _quality(findings: Findings) -> dict[str, float]:
    judgement = findings.primary
    if len(findings.card.datasets) > 1:
        return {} if judgement is None else dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    grid = ScoreGrid.of(findings, findings.card.primary)
    values = {name: grid.value(grid.datasets[0], name) for name in grid.learners} if grid.datasets else {}
    return {name: value for name, value in values.items() if isfinite(value)}


def stated_costs(
    scalings: Sequence[Scaling], complexity: Mapping[str, Complexity]
) -> dict[tuple[str, str], StatedCost]:
    """The times to fit beside the complexity that is stated of each learner, by learner and cost."""
    return {
        (scaling.learner, scaling.cost): stated_cost([point.size for point in scaling.points], [point.cost for point in scaling.points], complexity[scaling.learner])
        for scaling in scalings
        if scaling.learner in complexity and scaling.cost == "fit_seconds" and scaling.points
    }  # fmt: skip


def readable_complexity(pairs: object) -> dict[str, Complexity]:
    """The complexities that a results file holds; what cannot be read is passed over."""
    complexities = {}
    for pair in pairs if isinstance(pairs, tuple) else ():
        with suppress(BakeoffError, TypeError, ValueError):
            name, text = pair
            complexities[str(name)] = Complexity(text)
    return complexities
