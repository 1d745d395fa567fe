"""Problems and notes on the method: the notes of a study or a comparison, units that did not finish, and warnings of learners."""

from collections import Counter
from collections.abc import Sequence

from bakeoff.comparisons.notes import (
    CONSTANT,
    DASHES,
    DIRECTION,
    FAILED_CELLS,
    FAILED_OUT,
    FORCED,
    MISCOUNTED,
    MISSING,
    MIXED_SCALES,
    NO_COMPLETE_ROW,
)
from bakeoff.core.notes import Note, Severity, texts, visible_notes
from bakeoff.core.text import capital, clean, elide, plural
from bakeoff.report.blocks import Block, Fold, Notices
from bakeoff.report.section import ReportSource, Section
from bakeoff.report.sections.design import policy_words
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.notes import (
    BASELINE_MISSING,
    CURVE_UNITS_WAITING,
    UNITS_WAITING,
    WORST_COUNTS,
)

__all__ = ["METHOD_NOTES", "NOTICES", "is_problem", "silenced_text"]

_MOST = 40  # failures listed one by one
_PROBLEMS = {
    kind.code
    for kind in (
        UNITS_WAITING, CURVE_UNITS_WAITING, BASELINE_MISSING, WORST_COUNTS, DIRECTION, MIXED_SCALES,
        CONSTANT, MISSING, FAILED_CELLS, FAILED_OUT, DASHES, NO_COMPLETE_ROW, FORCED, MISCOUNTED,
    )
}  # fmt: skip


def is_problem(note: Note) -> bool:
    """Whether a reader has to act on it: something failed, is withheld, or is wrong with the data. Else it is on the method."""
    return note.severity in {Severity.ERROR, Severity.WITHHELD} or note.code in _PROBLEMS


def _heard(source: ReportSource) -> list[Note]:
    """Every note that the user did not silence, but for those that the head of the page holds."""
    if source.findings is None:
        return list(visible_notes(source.compared.notes, source.silence))
    return [note for note in source.findings.visible_notes if note not in source.findings.no_verdict]


def _items(notes: Sequence[Note], *, study: bool) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(_item, notes))) if study else texts(notes)


def _item(note: Note) -> str:
    """The note with a large first letter, unless it begins with a name."""
    named = note.about.learners or note.facts.get("pairs") or not note.about.measure
    return clean(note) if named else capital(clean(note))


def silenced_text(notes: Sequence[Note], silence: Sequence[str]) -> tuple[str, ...]:
    """One line that says how many of the notes the user silenced; nothing if none."""
    count = len(notes) - len(visible_notes(notes, silence))
    return (f"{plural(count, 'note')} silenced by {', '.join(map(clean, silence))}.",) if count else ()


def _failure_table(findings: Findings) -> Table | None:
    """Units that did not finish, grouped by learner, data set and message."""
    if not findings.failures:
        return None
    planned = findings.card.splits_per_dataset
    groups = Counter(
        (failure.learner, failure.dataset, failure.kind, failure.stage, failure.message)
        for failure in findings.failures
    )
    rows = [
        (clean(learner), clean(dataset), f"{count} of {planned}", f"{kind} in {stage}", elide(clean(message), 300))
        for (learner, dataset, kind, stage, message), count in groups.most_common(_MOST)
    ]
    table = Table.of(
        ("Learner", "Data set", "Units", "What", "Message"), rows, align="llrll", caption="Units that did not finish"
    )
    rest = len(groups) - len(rows)
    if not rest:
        return table
    return Table(columns=table.columns, rows=table.rows, caption=table.caption, notes=(f"And {rest} further kinds.",))


def _warning_table(findings: Findings) -> Table | None:
    """Warnings that learners gave while they learned."""
    if not findings.learner_warnings:
        return None
    rows = [(clean(who), f"{count}", elide(clean(text), 300)) for who, text, count in findings.learner_warnings[:_MOST]]
    return Table.of(("Learner", "Times", "Warning"), rows, align="lrl", caption="Warnings of the learners")


def _problems(source: ReportSource) -> list[Block | None]:
    """What has to be looked at before the verdict is believed."""
    items = _items([note for note in _heard(source) if is_problem(note)], study=source.findings is not None)
    failed = None if source.findings is None else _failure_table(source.findings)
    return [Notices(items=items, tone="problem") if items else None, failed]


def _notes(source: ReportSource) -> list[Block | None]:
    """How the numbers were made, what learners complained about, and how many notes are silenced."""
    items = _items([note for note in _heard(source) if not is_problem(note)], study=source.findings is not None)
    if source.findings is None:
        items = (*items, *silenced_text(source.compared.notes, source.silence))
        return [Notices(items=items) if items else None]
    items = (*items, *silenced_text(source.findings.notes, source.findings.silence))
    complaints = _warning_table(source.findings)
    fold = None if complaints is None else Fold(title="Warnings while learning", blocks=(complaints,))
    return [Notices(items=items) if items else None, fold]


def _methods(source: ReportSource) -> str:
    if source.findings is None or not source.findings.failures:
        return ""
    card = source.findings.card
    failed = f"{card.units_planned - card.units_done} of {card.units_planned} units did not finish"
    return f"{failed}: {policy_words(card.policy)}."


NOTICES = Section(name="warnings", title="Problems", blocks=_problems, methods=_methods)
METHOD_NOTES = Section(name="notes", title="Notes on the method", blocks=_notes, folded=True)
