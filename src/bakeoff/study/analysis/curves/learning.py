"""What the number of training rows changes: learning curves, where the curves of two learners cross, and how costs grow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VALUE
from bakeoff.estimates.over_splits.extrapolation import Extrapolation, extrapolate_curve
from bakeoff.estimates.over_splits.learning_curve import LearningCurve, LearningPoint, last_gain
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.estimates.over_splits.power_law import FEWEST, PowerLaw, power_law
from bakeoff.measures.measure import Direction, Measure
from bakeoff.measures.resources import LEAST_MEMORY
from bakeoff.study.analysis.cell_estimates import LEVEL, cell_of, undefined_splits
from bakeoff.study.analysis.score_cube import CellScores, ScoreCube
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = [
    "FLOORS", "CostPoint", "LearningCrossing", "Scaling", "crossings_of", "extrapolations_of", "learning_of", "scaling_of",
]  # fmt: skip

FLOORS = {"fit_seconds": 0.0, "peak_memory": LEAST_MEMORY}  # what is below was not measured reliably
COST_OF = {"fit_seconds": "fit_seconds", "peak_memory": "peak_bytes"}  # in the cube


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningCrossing:
    """Two learners on one data set that change places as the training part grows."""

    dataset: str
    early: str  # the one that is ahead with few rows
    late: str  # the one that is ahead with all
    below: int  # between these two sizes the means change their order for the last time
    above: int
    clear: bool  # a difference is shown both before and after, each interval on its own side of 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CostPoint:
    """What one learner took with so many training rows."""

    dataset: str
    size: int
    cost: float  # median over splits


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaling:
    """One cost of one learner."""

    learner: str
    cost: str  # "fit_seconds" or "peak_memory"
    within: bool  # over the training sizes of one data set; else over data sets, which differ in more than their size
    points: tuple[CostPoint, ...]
    law: PowerLaw


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Size:
    """The scores of all learners on one data set with one number of training rows."""

    domain: DomainDesign
    cells: Sequence[CellScores]

    @property
    def rows(self) -> int:
        """How many rows train."""
        return self.cells[0].size or self.domain.train_rows


def _sizes(scores: ScoreCube, domain: DomainDesign, measure: Measure, sizes: Sequence[int]) -> list[_Size]:
    own = scores.at(dataset=domain.card.name, measure=measure.name)
    return [_Size(domain=domain, cells=list(own.at(size=size).cells(measure.name))) for size in sizes]


def _series(scores: ScoreCube, design: StoredStudy, measure: Measure) -> Iterator[list[_Size]]:
    """The sizes of each data set that has learning curves, ascending; the whole training part last."""
    for domain in design.domains:
        if domain.sizes:
            yield _sizes(scores, domain, measure, (*sorted(domain.sizes), 0))


def learning_of(scores: ScoreCube, design: StoredStudy, measure: Measure) -> Iterator[LearningCurve]:
    """The curve of every learner on every data set; learners whose predictions were brought have none."""
    for series in _series(scores, design, measure):
        for learner in range(len(design.names)):
            if any(size.cells[learner].started for size in series[:-1]):
                yield _curve(series, learner, measure)


def _curve(series: Sequence[_Size], learner: int, measure: Measure) -> LearningCurve:
    whole = series[-1].cells[learner]
    gain, step = last_gain([size.rows for size in series], _by_split(series, learner), series[-1].domain.share, LEVEL)
    return LearningCurve(
        points=tuple(_point(size, learner, measure, pooled=whole.repeats is not None) for size in series),
        direction=measure.direction,
        gain=gain,
        step=step,
        dataset=whole.dataset,
        learner=whole.learner,
        measure=measure.name,
    )


def _point(size: _Size, learner: int, measure: Measure, *, pooled: bool) -> LearningPoint:
    scores = size.cells[learner]
    cell = cell_of(scores, size.domain, measure, undefined_splits(size.cells))
    score, note = cell.estimate, cell.note
    if (scores.repeats is not None) is not pooled:  # a mean over folds and a score over pooled rows cannot be compared
        note = "undefined on some splits"
        score = Estimate.alone(nan, 0, NO_VALUE(why=note), level=LEVEL)
    seconds, peak = scores.cost("fit_seconds"), scores.cost("peak_bytes")
    return LearningPoint(size=size.rows, score=score, seconds=seconds, peak_bytes=peak, note=note)


def extrapolations_of(
    scores: ScoreCube,
    design: StoredStudy,
    measure: Measure,
    *,
    rows: Sequence[int] | None = None,
    dataset: str | None = None,
    learner: str | None = None,
) -> Iterator[Extrapolation]:
    """The law of every learning curve, or of those of one data set or learner."""
    for series in _series(scores, design, measure):
        domain = series[-1].domain
        if dataset not in (None, domain.card.name):
            continue
        for index, name in enumerate(design.names):
            if learner not in (None, name) or not any(size.cells[index].started for size in series[:-1]):
                continue
            table = _by_split(series, index)
            sizes = [size.rows for size in series]
            extrapolation = extrapolate_curve(
                sizes, table, direction=measure.direction, rows=rows, test_share=domain.share, level=LEVEL, bounds=measure.bounds
            )  # fmt: skip
            if series[-1].cells[index].repeats is not None:
                extrapolation = replace(
                    extrapolation, why="this measure is computed on the pooled rows of a repeat, not on each split"
                )
            yield replace(extrapolation, dataset=domain.card.name, learner=name, measure=measure.name)


def crossings_of(scores: ScoreCube, design: StoredStudy, measure: Measure) -> Iterator[LearningCrossing]:
    """All pairs whose order with the fewest rows is not their order with all rows."""
    for series in _series(scores, design, measure):
        by_split = {name: _by_split(series, learner) for learner, name in enumerate(design.names)}
        for (a, first), (b, second) in combinations(by_split.items(), 2):
            crossing = _crossing(
                series, (a, b), (first - second) * (1 if measure.direction is Direction.HIGHER else -1)
            )
            if crossing is not None:
                yield crossing


def _crossing(series: Sequence[_Size], pair: tuple[str, str], ahead: Array) -> LearningCrossing | None:
    """`ahead`: how far the first of the pair is ahead, by size and split."""
    domain = series[-1].domain
    defined = [index for index, values in enumerate(ahead) if not np.isnan(values).any()]
    means = np.array([ahead[index].mean() for index in defined])
    if len(defined) < 2 or defined[-1] != len(series) - 1 or means[0] * means[-1] >= 0:
        return None
    sign = np.sign(means[0])
    turn = int(np.flatnonzero(means * sign >= 0)[-1])  # after this size the order stays as it is at the end
    ends = [mean_over_splits(ahead[index] * sign, domain.share, LEVEL) for index in defined]
    clear = any(end.low > 0 for end in ends[: turn + 1]) and any(end.high < 0 for end in ends[turn + 1 :])
    early, late = pair if sign > 0 else pair[::-1]
    below, above = (series[defined[index]].rows for index in (turn, turn + 1))
    return LearningCrossing(dataset=domain.card.name, early=early, late=late, below=below, above=above, clear=clear)


def _by_split(series: Sequence[_Size], learner: int) -> Array:
    """(sizes, splits); NaN where rows were pooled, for repeats of the same rows have no spread of their own."""
    cells = [size.cells[learner] for size in series]
    return np.array([cell.splits if cell.repeats is None else np.full_like(cell.splits, nan) for cell in cells])


def scaling_of(scores: ScoreCube, design: StoredStudy, measure: Measure) -> Iterator[Scaling]:
    """Over the sizes of a learning curve where there are any, else over data sets of at least four different sizes.

    Of several data sets with learning curves the one with most rows is taken: there fixed costs matter least.
    """
    series = max(_series(scores, design, measure), key=lambda sizes: sizes[-1].rows, default=[])
    sizes = series or [size for domain in design.domains for size in _sizes(scores, domain, measure, (0,))]
    if not series and len({size.rows for size in sizes}) < FEWEST:
        return
    for cost, floor in FLOORS.items():
        for learner, name in enumerate(design.names):
            points = [point for size in sizes if (point := _cost_point(size, learner, cost)).cost > floor]
            if len({point.size for point in points}) < FEWEST and cost == "peak_memory":
                continue  # memory is mostly below the floor: nothing to say
            if points:
                law = power_law([point.size for point in points], [point.cost for point in points])
                yield Scaling(learner=name, cost=cost, within=bool(series), points=tuple(points), law=law)


def _cost_point(size: _Size, learner: int, cost: str) -> CostPoint:
    return CostPoint(dataset=size.domain.card.name, size=size.rows, cost=size.cells[learner].cost(COST_OF[cost]))
