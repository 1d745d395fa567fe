"""Who is best by which measure: the order of the learners by every measure of quality, and how often a learner is first."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf, isnan

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.standing import ranking_line, sort_best_first
from bakeoff.measures.measure_scale import is_cost
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.facts.score_grid import ScoreGrid

__all__ = ["MeasureOrders", "best_learners", "learner_order", "measure_orders", "other_measures", "quality"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureOrders:
    """The learners by each measure of quality that orders them."""

    orders: Mapping[str, Mapping[str, float]]  # by measure, a number per learner, the smaller the better
    asked: int  # measures of quality that the study was asked for

    @property
    def places(self) -> dict[str, dict[str, int]]:
        """By measure, the place of each learner; learners that tie share the best of their places."""
        return {measure: _places(order) for measure, order in self.orders.items()}

    @property
    def first(self) -> dict[str, list[str]]:
        """Learner to the measures by which it is first."""
        measures_by_learner: dict[str, list[str]] = {}
        for measure, places in self.places.items():
            for name, place in places.items():
                if place == 1:
                    measures_by_learner.setdefault(name, []).append(measure)
        return measures_by_learner


def _places(order: Mapping[str, float]) -> dict[str, int]:
    return {name: 1 + sum(1 for other in order.values() if other < own - 1e-9) for name, own in order.items()}


def quality(findings: Findings) -> list[Judgement]:
    """The judgements on how good the answers are; what they cost is another matter."""
    return [judgement for judgement in findings.judgements if not is_cost(judgement.measure)]


def other_measures(findings: Findings, judgement: Judgement) -> dict[str, ScoreMatrix]:
    """The same learners by the study's other measures of quality."""
    return {other.measure: other.matrix for other in quality(findings) if other.measure != judgement.measure}


def learner_order(findings: Findings, measure: str) -> dict[str, float]:
    """A number per learner, the smaller the better: its mean rank over data sets, of a single one its score.

    Empty where the learners are not compared by the measure. Every place that names the best by a measure reads this order.
    """
    if len(findings.card.datasets) > 1:
        judged = next((judgement for judgement in findings.judgements if judgement.measure == measure), None)
        return {} if judged is None else ranking_line(judged)
    grid = ScoreGrid.of(findings, measure)
    losses = {name: grid.loss(grid.value(grid.datasets[0], name)) for name in grid.learners} if grid.datasets else {}
    comparable = {name: loss for name, loss in losses.items() if not isnan(loss)}
    return comparable if len(comparable) > 1 and not any(map(isinf, comparable.values())) else {}


def measure_orders(findings: Findings) -> MeasureOrders:
    """The order by every measure of quality that has one; none of a single learner."""
    several = len(findings.card.datasets) > 1
    asked = [name for name in findings.card.measures if not is_cost(name)]
    names = [judgement.measure for judgement in quality(findings)] if several else asked
    alone = len(findings.card.learners) < 2
    orders = {} if alone else {name: learner_order(findings, name) for name in names}
    return MeasureOrders(orders={name: order for name, order in orders.items() if order}, asked=len(asked))


def best_learners(findings: Findings) -> list[str]:
    """Learners, best first; without a verdict by how often a learner has the best score, then by the study's order."""
    if findings.primary is not None:
        return sort_best_first(findings.primary)
    firsts = ScoreGrid.of(findings, findings.card.primary).firsts
    return sorted(firsts, key=lambda name: -firsts[name])
