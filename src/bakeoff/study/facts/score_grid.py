"""ScoreGrid: the cells of one measure by data set and learner, with the best of each data set, means and orders of learners."""

from dataclasses import dataclass
from math import inf, isnan, nan
from statistics import fmean

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Measure
from bakeoff.measures.measure_scale import best_of, loss_of
from bakeoff.study.analysis.cell_estimates import CellEstimate
from bakeoff.study.analysis.findings import Findings

__all__ = ["ScoreGrid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreGrid:
    """The cells of one measure by address."""

    measure: Measure
    datasets: tuple[str, ...]  # on which the measure has a value for somebody
    learners: tuple[str, ...]
    cells: dict[tuple[str, str], CellEstimate]
    ranks: dict[str, float]  # mean ranks of the learners over data sets; empty where they are not compared

    @classmethod
    def of(cls, findings: Findings, measure: str) -> "ScoreGrid":
        """The cells of the measure."""
        cells = {(cell.dataset, cell.learner): cell for cell in findings.cells if cell.measure == measure}
        used = {place[0] for place, cell in cells.items() if not isnan(cell.estimate.value) or cell.done < cell.planned}
        judged = next(
            (
                judgement
                for judgement in findings.judgements
                if judgement.measure == measure and judgement.evidence is DATASETS
            ),
            None,
        )
        return cls(
            measure=measure_named(measure),
            datasets=tuple(card.name for card in findings.card.datasets if card.name in used),
            learners=tuple(card.name for card in findings.card.learners),
            cells=cells,
            ranks={} if judged is None else dict(zip(judged.ranks.names, judged.ranks.mean_ranks, strict=True)),
        )

    def value(self, dataset: str, learner: str) -> float:
        """The mean over splits, NaN where there is none."""
        cell = self.cells.get((dataset, learner))
        return nan if cell is None else cell.estimate.value

    def known(self, dataset: str) -> int:
        """How many learners have a value on the data set."""
        return sum(not isnan(self.value(dataset, learner)) for learner in self.learners)

    def better(self, value: float, other: float) -> float:
        """The better of two values."""
        return best_of([value, other], self.measure.direction, self.measure)

    def loss(self, value: float) -> float:
        """A number that is smaller for a better value."""
        return loss_of(value, self.measure.direction, self.measure)

    def best(self, dataset: str) -> float:
        """The best value of a data set; NaN where a learner may be better that is below what can be measured."""
        defined = [value for learner in self.learners if not isnan(value := self.value(dataset, learner))]
        below = self.measure.least > 0 and len(defined) < len(self.learners)
        return nan if not defined or below else best_of(defined, self.measure.direction, self.measure)

    def mean_of(self, learner: str) -> float:
        """The mean over all data sets; NaN where one is missing."""
        values = [self.value(dataset, learner) for dataset in self.datasets]
        return nan if not values or any(map(isnan, values)) else fmean(values)

    @property
    def firsts(self) -> dict[str, int]:
        """On how many data sets each learner has the best value; NaN is nobody's best."""
        best = {dataset: self.best(dataset) for dataset in self.datasets}
        return {name: sum(self.value(data, name) == top for data, top in best.items()) for name in self.learners}

    @property
    def best_first(self) -> tuple[str, ...]:
        """Learners by their mean ranks, else by the mean of their scores; those without one last."""
        losses = self.ranks or {name: self.loss(self.mean_of(name)) for name in self.learners}
        keys = {name: losses.get(name, nan) for name in self.learners}
        return tuple(sorted(self.learners, key=lambda name: inf if isnan(keys[name]) else keys[name]))
