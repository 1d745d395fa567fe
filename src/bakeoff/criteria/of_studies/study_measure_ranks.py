"""The measures of a study as one table of learners by measures, with ranks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Note
from bakeoff.criteria.measure_ranks import LearnersByMeasures, gaps_of, rank_columns
from bakeoff.criteria.notes import NOT_RANKED, SOME_DATASETS
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.measures.measure_scale import geometric_mean, has_own_units, is_cost, is_time
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.checks.of_learners.one_class import ONE_CLASS
from bakeoff.study.facts.measure_orders import learner_order
from bakeoff.study.facts.score_grid import ScoreGrid

__all__ = ["StudyMeasures", "study_measure_ranks"]

IN_BITS = "information_score"  # a mean over rows, which the notes give as a total
_ORDERED = {Direction.HIGHER, Direction.LOWER}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudyMeasures:
    """Learners by measures of a study, and what the table is of."""

    ranks: LearnersByMeasures
    dataset: str  # empty of means over several
    names: Mapping[str, str]  # of one data set: the measure of each column


def study_measure_ranks(
    findings: Findings,
    dataset: str | None = None,
    measures: Sequence[str] | None = None,
    ties: str = "mid",
    *,
    totals: bool = False,
) -> StudyMeasures:
    """The measures of a study that have a direction: on one data set with intervals, or their means over all data sets.

    Over several data sets learners are ordered by their mean ranks, as in the report. `totals` gives sums over the rows
    of a data set in place of means per row, for measures in bits.
    """
    datasets = [card.name for card in findings.card.datasets]
    if dataset is not None and dataset not in datasets:
        raise UnknownName("data set", dataset, datasets)
    names = findings.card.measures if measures is None else [measure_named(measure).name for measure in measures]
    for name in names:
        if name not in findings.card.measures:
            raise UnknownName("measure of the study", name, findings.card.measures)
    ways = {name: measure_named(name).direction for name in names}
    ways = {name: way for name, way in ways.items() if way in _ORDERED}
    learners = [card.name for card in findings.card.learners]
    only = dataset or (datasets[0] if len(datasets) == 1 else None)
    if only is None:
        if totals:
            raise BadInput("totals are of one data set; name it")
        grids = [ScoreGrid.of(findings, name) for name in ways]
        values = np.array([[_mean(grid, learner) for grid in grids] for learner in learners])
        ranks_of_learners = _ordered(findings, ways, values, ties)
        geometric = tuple(name for name in ways if has_own_units(name))
        ranks = replace(ranks_of_learners, datasets=len(datasets), geometric=geometric, in_bytes=_in_bytes(ways))
        return StudyMeasures(ranks=ranks, dataset="", names={})
    estimates = {(cell.learner, cell.measure): cell.estimate for cell in findings.cells if cell.dataset == only}
    grid = [[estimates.get((learner, name)) for name in ways] for learner in learners]
    values, low, high = (
        np.array([[nan if cell is None else getattr(cell, end) for cell in row] for row in grid])
        for end in ("value", "low", "high")
    )
    names_now = list(ways)
    if totals:
        rows = next(card.n_rows for card in findings.card.datasets if card.name == only)
        for column, name in enumerate(names_now):
            if name.startswith(IN_BITS):
                values[:, column], low[:, column], high[:, column] = (
                    rows * array[:, column] for array in (values, low, high)
                )
                names_now[column] = f"{name} (bits in all)"
    shown = dict(zip(names_now, ways.values(), strict=True))
    ranks_of_learners = rank_columns(learners, shown, values, low=low, high=high, ties=ties, source="the study")
    if len(datasets) == 1:
        ranks_of_learners = replace(_ordered(findings, ways, values, ties, shown), low=low, high=high)
    ranks_of_learners = replace(ranks_of_learners, in_bytes=_in_bytes(ways))
    return StudyMeasures(ranks=ranks_of_learners, dataset=only, names=dict(zip(names_now, ways, strict=True)))


def _in_bytes(measures: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in measures if is_cost(name) and not is_time(name))


def _mean(grid: ScoreGrid, learner: str) -> float:
    """Over the data sets that have the measure, NaN where the learner lacks one of them; geometric where units differ between data sets."""
    if not has_own_units(grid.measure.name):
        return grid.mean_of(learner)
    return geometric_mean([grid.value(dataset, learner) for dataset in grid.datasets])


def _ordered(
    findings: Findings, ways: Mapping[str, Direction], values: Array, ties: str, titles: Mapping[str, Direction] | None = None
) -> LearnersByMeasures:  # fmt: skip
    """The values with the order that the report takes; learners that a measure does not compare have no rank by it."""
    learners = [card.name for card in findings.card.learners]
    orders = [learner_order(findings, name) for name in ways]
    order = np.array([[own.get(learner, nan) for own in orders] for learner in learners])
    ranks = rank_columns(learners, titles or ways, values, order=order, ties=ties, source="the study")
    unranked = np.isnan(order)
    partial = {} if titles else _partial(findings, ways)
    notes = list[Note]()
    if partial:
        without = tuple(name for j, name in enumerate(ways) if name in partial and unranked[:, j].all())
        notes.append(SOME_DATASETS(counts=partial, of=len(findings.card.datasets), without=without))
        unranked[:, [name in without for name in ways]] = False
    gaps = gaps_of(learners, tuple(ranks.directions), unranked)
    flags = (note for note in findings.checks.notes if note.code == ONE_CLASS.code)
    return replace(ranks, notes=(*ranks.notes, *notes, *((NOT_RANKED(gaps=gaps),) if gaps else ()), *flags))


def _partial(findings: Findings, measures: Iterable[str]) -> dict[str, int]:
    """Of measures that only some data sets have: on how many."""
    counts = {name: len(ScoreGrid.of(findings, name).datasets) for name in measures}
    return {name: count for name, count in counts.items() if 0 < count < len(findings.card.datasets)}
