"""Scaling: how time and memory grow with the number of training rows, learner by learner."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.estimates.over_splits.power_law import FEWEST, PowerLaw, power_law
from bakeoff.study.analysis.dataset_scores import DatasetScores
from bakeoff.study.analysis.learning import median_curve, still_improving

__all__ = ["FLOORS", "CostPoint", "Scaling", "scaling_of"]

FLOORS = {"fit_seconds": 0.0, "peak_memory": 2.0**20}  # what is below was not measured reliably


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


def scaling_of(boards: Sequence[DatasetScores], grown: Sequence[DatasetScores]) -> Iterator[Scaling]:
    """Over the sizes of a learning curve where there are any, else over data sets of at least four different sizes.

    Of several data sets with learning curves the one with most rows is taken: there fixed costs matter least.
    """
    series = max(still_improving(boards, grown), key=lambda one: _rows(one[-1]), default=())
    if not series and len({_rows(one) for one in boards}) < FEWEST:
        return
    seen = series or boards
    for cost, floor in FLOORS.items():
        for learner, name in enumerate(boards[0].learners):
            points = [point for board in seen if (point := _point(board, learner, cost)).cost > floor]
            if len({point.size for point in points}) < FEWEST and cost == "peak_memory":
                continue  # memory is mostly below the floor: nothing to say
            if points:
                law = power_law([one.size for one in points], [one.cost for one in points])
                yield Scaling(learner=name, cost=cost, within=bool(series), points=tuple(points), law=law)


def _point(board: DatasetScores, learner: int, cost: str) -> CostPoint:
    spent = board.seconds if cost == "fit_seconds" else board.memory
    return CostPoint(dataset=board.name, size=_rows(board), cost=median_curve(board, spent, learner))


def _rows(board: DatasetScores) -> int:
    """Older files do not say how many rows train; then as many as the share of the test rows leaves."""
    domain = board.domain
    return board.size or domain.train_rows or max(round(domain.card.n_rows / (1 + domain.test_share)), 1)
