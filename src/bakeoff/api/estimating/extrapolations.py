"""Extrapolations: the learning curves of a study, continued beyond the rows that it had."""

from dataclasses import dataclass
from typing import Any

from bakeoff.api.figure_display import FigureDisplay
from bakeoff.api.shown import HasTables
from bakeoff.core.errors import NotApplicable, UnknownName
from bakeoff.core.text import clean
from bakeoff.estimates.over_splits.extrapolation import Extrapolation
from bakeoff.estimates.over_splits.learning_curve import LearningCurve
from bakeoff.figures.learning_curves import draw_growth, growth_figure
from bakeoff.report.sections.extrapolation import (
    extrapolation_payload,
    extrapolation_plot,
    extrapolation_table,
    extrapolation_words,
)
from bakeoff.report.tables.plain_text import Table

__all__ = ["Extrapolations"]


@dataclass(frozen=True, slots=True, repr=False)
class Extrapolations(HasTables):
    """What more training rows are predicted to give, per data set and learner; `curves` holds the numbers."""

    curves: tuple[Extrapolation, ...]
    learning: tuple[LearningCurve, ...]

    @property
    def datasets(self) -> tuple[str, ...]:
        """Data sets with learning curves."""
        return tuple(dict.fromkeys(curve.dataset for curve in self.curves))

    def tables(self) -> tuple[Table, ...]:
        """One table per data set."""
        return tuple(
            extrapolation_table([curve for curve in self.curves if curve.dataset == name]) for name in self.datasets
        )

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"curves": extrapolation_payload(self.curves)}

    def plot(self, ax: Any = None, *, dataset: str | None = None) -> FigureDisplay:
        """Draw the law of each learner on one data set, the first if none is named, with its predictions."""
        where = self.datasets[0] if dataset is None else dataset
        if where not in self.datasets:
            raise UnknownName("data set with learning curves", where, self.datasets)
        own = [curve for curve in self.curves if curve.dataset == where]
        numbers = extrapolation_plot([curve for curve in self.learning if curve.dataset == where], own)
        if not numbers.lines:
            raise NotApplicable(f"no learner has scores on every split of {clean(where)}")
        shown = FigureDisplay(numbers=numbers, sentence=numbers.sentence(), on=draw_growth, alone=growth_figure)
        return shown.plot(ax)

    def __str__(self) -> str:
        sentences = [
            text for name in self.datasets if (text := extrapolation_words([curve for curve in self.curves if curve.dataset == name]))
        ]  # fmt: skip
        return "\n\n".join([*sentences, HasTables.__str__(self)])
