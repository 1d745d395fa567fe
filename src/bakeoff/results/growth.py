"""Learning curves, tuning curves and scaling in the user's hands: displays in scikit-learn's manner, and a tidy frame."""

from collections.abc import Sequence
from typing import Any

from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.estimates.learning import LearningCurve
from bakeoff.figures.growth import GrowthPlot, draw_growth, growth_figure
from bakeoff.report.learning import learning_plot
from bakeoff.report.scaling import scaling_plot
from bakeoff.report.tuning import tuning_plot
from bakeoff.results.displays import Drawn
from bakeoff.results.results import Results

__all__ = ["LearningCurveDisplay", "ScalingDisplay", "ValidationCurveDisplay", "learning_columns"]


class LearningCurveDisplay:
    """Scores over the number of training rows."""

    @staticmethod
    def from_results(results: Results, dataset: str | None = None) -> Drawn:
        """All learners on one data set, the first if none is named; the study must have been run with train_sizes."""
        found = results.findings.learning
        if not found:
            raise NotApplicable("the study has no learning curves; run it with train_sizes=[0.1, 0.25, 0.5]")
        where = found[0].dataset if dataset is None else dataset
        own = [one for one in found if one.dataset == where]
        if not own:
            raise UnknownName("data set with learning curves", where, [one.dataset for one in found])
        return _drawn(learning_plot(own))


class ValidationCurveDisplay:
    """Scores over a parameter: learners of a study that differ in one number."""

    @staticmethod
    def from_results(results: Results, parameter: str | None = None) -> Drawn:
        """The first such family, or the one of that parameter."""
        found = results.findings.families
        if not found:
            raise NotApplicable("the study has no three learners that differ in one number only")
        own = [one for one in found if parameter in (None, one.parameter)]
        if not own:
            raise UnknownName("parameter with a tuning curve", str(parameter), [one.parameter for one in found])
        return _drawn(tuning_plot(own[0], results.findings.card.primary))


class ScalingDisplay:
    """Time or memory over the number of training rows, both axes logarithmic."""

    @staticmethod
    def from_results(results: Results, cost: str = "fit_seconds") -> Drawn:
        """All learners; `cost` is "fit_seconds" or "peak_memory"."""
        found = results.findings.scaling
        own = [one for one in found if one.cost == cost]
        if not own and cost not in ("fit_seconds", "peak_memory"):
            raise UnknownName("cost", cost, ("fit_seconds", "peak_memory"))
        if not own:
            raise NotApplicable(
                f"{cost} cannot be drawn over rows: it takes train_sizes, or four data sets of different sizes"
            )
        return _drawn(scaling_plot(own, cost))


def _drawn(numbers: GrowthPlot) -> Drawn:
    return Drawn(numbers=numbers, sentence=numbers.sentence(), on=draw_growth, alone=growth_figure)


def learning_columns(curves: Sequence[LearningCurve]) -> dict[str, list[Any]]:
    """One row per data set, learner and training size."""
    rows = [(curve, point) for curve in curves for point in curve.points]
    return {
        "dataset": [curve.dataset for curve, _ in rows],
        "learner": [curve.learner for curve, _ in rows],
        "rows": [point.size for _, point in rows],
        "measure": [curve.measure for curve, _ in rows],
        "value": [point.score.value for _, point in rows],
        "low": [point.score.low for _, point in rows],
        "high": [point.score.high for _, point in rows],
        "fit_seconds": [point.seconds for _, point in rows],
        "peak_bytes": [point.peak_bytes for _, point in rows],
    }
