"""The three figures of a comparison, ready to be drawn."""

from bakeoff.api.figure_display import FigureDisplay
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.standing import standing_of
from bakeoff.comparisons.wording.headline import headline
from bakeoff.figures.comparison_matrix import draw_matrix, matrix_figure
from bakeoff.figures.differences import difference_figure, draw_differences
from bakeoff.figures.ranks import draw_ranks, rank_diagram, rank_figure
from bakeoff.report.sections.comparison_matrix import comparison_matrix
from bakeoff.report.sections.differences import against_reference

__all__ = ["differences_of", "matrix_of", "ranks_of"]

_WIDE = 7.4  # inches of a matrix, whose cells need them


def ranks_of(judgement: Judgement) -> FigureDisplay:
    """The critical-difference diagram."""
    numbers = rank_diagram(judgement)
    return FigureDisplay(
        numbers=numbers, sentence=numbers.sentence(), on=draw_ranks, alone=rank_figure, finding=_finding(judgement)
    )


def matrix_of(judgement: Judgement) -> FigureDisplay:
    """Every pair."""
    numbers = comparison_matrix(judgement)
    return FigureDisplay(
        numbers=numbers, sentence=numbers.sentence(), on=draw_matrix, alone=matrix_figure, finding=_finding(judgement), width=_WIDE,
    )  # fmt: skip


def differences_of(judgement: Judgement) -> FigureDisplay:
    """Every learner against the baseline, or against the best."""
    numbers = against_reference(judgement)
    return FigureDisplay(
        numbers=numbers, sentence=numbers.sentence(), on=draw_differences, alone=difference_figure, finding=_finding(judgement),
    )  # fmt: skip


def _finding(judgement: Judgement) -> str:
    """The headline of the verdict."""
    return headline(judgement, standing_of(judgement))
