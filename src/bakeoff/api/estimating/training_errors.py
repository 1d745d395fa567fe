"""TrainingErrors: scores on training rows beside those on test rows, and estimates of a bootstrap."""

from dataclasses import dataclass

from bakeoff.api.shown import HasTables
from bakeoff.core.notes import Note
from bakeoff.estimates.over_splits.bootstrap_error import BootstrapError
from bakeoff.report.sections.training_error import bootstrap_table, gap_table
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.analysis.training_error import TrainingGap

__all__ = ["TrainingErrors"]


@dataclass(frozen=True, slots=True, repr=False)
class TrainingErrors(HasTables):
    """Scores on training rows beside those on test rows, and e0, .632 and .632+ of a bootstrap."""

    gaps: tuple[TrainingGap, ...]
    bootstrap: tuple[BootstrapError, ...]

    def tables(self) -> tuple[Table, ...]:
        """One table for each of the two."""
        return tuple([gap_table(self.gaps)] if self.gaps else []) + tuple(
            [bootstrap_table(self.bootstrap)] if self.bootstrap else []
        )

    @property
    def notes(self) -> tuple[Note, ...]:
        """What should be known of the bootstrap estimates."""
        return tuple(
            note.on(learners=(error.learner,), dataset=error.dataset)
            for error in self.bootstrap
            for note in error.notes
        )
