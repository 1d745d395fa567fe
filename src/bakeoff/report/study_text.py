"""A study in lines of plain text: one line for each measure that was asked for, and what failed."""

from collections import Counter

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import clean, counted, elide, listed
from bakeoff.report.check_lines import check_text, doubted
from bakeoff.report.sections.notices import is_problem
from bakeoff.report.sections.overview import judged_measures
from bakeoff.report.sections.verdict import study_text
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.notes import PREPARED

__all__ = ["failure_lines", "lead_of", "measure_lines", "notes_of_result"]

MOST_MESSAGES = 5  # of different messages; the report lists them all


def lead_of(findings: Findings) -> tuple[str, list[str]]:
    """The first line, and the lines below it: the facts of the verdict, the baseline and what checks found."""
    text = study_text(findings)
    lines = [*text.lines, *check_text(findings.checks, findings.card.primary)]
    return doubted(text.headline, findings.checks), lines


def measure_lines(findings: Findings) -> list[str]:
    """Each measure and what is shown by it, measures that show the same in one line; nothing for a study with one measure or one learner."""
    if len(findings.card.measures) < 2 or len(findings.card.learners) < 2:
        return []
    same: dict[str, list[str]] = {}
    for name, _, text in judged_measures(findings):
        same.setdefault(text, []).append(name)
    width = max(len(names[0]) for names in same.values())
    if all(len(names) == 1 for names in same.values()):
        return [f"{name:<{width}}  {text}" for text, (name,) in same.items()]
    return [f"{listed(names)}: {text}" for text, names in same.items()]


def notes_of_result(findings: Findings) -> list[Note]:
    """What a printed result states beside the verdict, problems first: no remarks on the method, but what was done to the data."""
    left = [note for note in findings.visible_notes if note.severity is not Severity.INFO or note.kind is PREPARED]
    return sorted(left, key=lambda note: not is_problem(note))


def failure_lines(findings: Findings) -> list[str]:
    """What learners reported when their units did not finish, the same message of a learner in one line with a count."""
    messages = Counter((row.learner, row.stage, row.message) for row in findings.failures)
    lines = [
        f"{clean(learner)}: {elide(clean(message), 200)} ({counted(units, 'unit')}, in {stage})"
        for (learner, stage, message), units in messages.most_common(MOST_MESSAGES)
    ]
    rest = len(messages) - MOST_MESSAGES
    return [*lines, f"and {counted(rest, 'other message')}, in `failures`"] if rest > 0 else lines
