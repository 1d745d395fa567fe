"""What the best learner scores on each label or output of the data sets that have several."""

from dataclasses import dataclass, replace

from bakeoff.data.tasks import TargetForm, task_named
from bakeoff.measures.labels.by_column import ColumnLine, column_lines
from bakeoff.predictions.predictions import pool
from bakeoff.runs.store.ledger import Ledger
from bakeoff.study.analysis.stored_design import StoredStudy
from bakeoff.study.answers import answers_of

__all__ = ["ScoresByColumn", "scores_by_column"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoresByColumn:
    """The lines of a learner on one data set, from the test rows of so many splits."""

    dataset: str
    learner: str
    splits: int
    labels: bool  # or numbers
    lines: tuple[ColumnLine, ...]


def scores_by_column(ledger: Ledger, design: StoredStudy, learner: str) -> tuple[ScoresByColumn, ...]:
    """One for each data set whose target has several columns; none where units of the learner are missing."""
    shown = []
    for domain in design.domains:
        task = task_named(domain.card.task)
        parts = answers_of(ledger, design, domain, learner) if task.in_columns else []
        if not parts:
            continue
        whole = pool(parts)
        names = tuple(domain.card.classes) or whole.classes
        lines = column_lines(whole)
        if len(names) == len(lines):
            lines = tuple(replace(line, name=name) for line, name in zip(lines, names, strict=True))
        shown.append(
            ScoresByColumn(
                dataset=domain.card.name,
                learner=learner,
                splits=len(parts),
                labels=task.target is TargetForm.LABEL_MATRIX,
                lines=lines,
            )
        )
    return tuple(shown)
