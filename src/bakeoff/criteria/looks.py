"""How the numbers of this room are shown: sentence, tables and figure of each."""

from bakeoff.api.figure_display import FigureDisplay
from bakeoff.api.shown import Look
from bakeoff.core.notes import Sentence
from bakeoff.criteria.efficiency import Efficiency
from bakeoff.criteria.realism import Realism
from bakeoff.criteria.sections.domains import realism_table, realism_words, training_table
from bakeoff.criteria.sections.efficiency import efficiency_plot, efficiency_tables, efficiency_words
from bakeoff.figures.efficiency_scores import draw_efficiency, efficiency_figure
from bakeoff.report.tables.plain_text import Table

__all__ = ["EFFICIENCY", "REALISM"]


def _efficiency_tables(scores: Efficiency) -> tuple[Table, ...]:
    """Scores, and what the others would have to improve."""
    return tuple(table for number, table in enumerate(efficiency_tables(scores)) if not number or table.rows)


def _efficiency_figure(scores: Efficiency) -> FigureDisplay:
    """The scores, with their range where splits were drawn again."""
    numbers = efficiency_plot(scores)
    return FigureDisplay(numbers=numbers, sentence=numbers.sentence(), on=draw_efficiency, alone=efficiency_figure)


def _realism_words(realism: Realism) -> Sentence:
    return (realism_words(realism),)


def _realism_tables(realism: Realism) -> tuple[Table, ...]:
    """Columns that differ most, and learners trained on both kinds of rows."""
    return (realism_table(realism), *((training_table(realism),) if realism.training else ()))


EFFICIENCY = Look(words=efficiency_words, tables=_efficiency_tables, figure=_efficiency_figure)
REALISM = Look(words=_realism_words, tables=_realism_tables)
