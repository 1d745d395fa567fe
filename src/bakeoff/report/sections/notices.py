"""Warnings: the notes of a study or a comparison, units that did not finish, and what learners complained about."""

from collections import Counter
from collections.abc import Sequence

from bakeoff.core.notes import Note, audible, texts
from bakeoff.core.text import capital, clean, elide, plural
from bakeoff.report.blocks import Block, Fold, Notices
from bakeoff.report.section import ReportSource, Section
from bakeoff.report.sections.design import policy_words
from bakeoff.report.tables.plain_text import Table
from bakeoff.study.analysis.findings import Findings

__all__ = ["NOTICES", "silenced_text"]

_MOST = 40  # failures listed one by one


def _notices(findings: Findings) -> list[Block]:
    """All notes once, in the order of their weight, but for those that the head of the page holds; how many are silenced."""
    left = [note for note in findings.audible if note not in findings.no_verdict]
    items = (*dict.fromkeys(map(_item, left)), *silenced_text(findings.notes, findings.silence))
    return [Notices(items=items)] if items else []


def _item(note: Note) -> str:
    """The note with a large first letter, unless it begins with a name."""
    named = note.about.learners or note.facts.get("pairs") or not note.about.measure
    return clean(note) if named else capital(clean(note))


def silenced_text(notes: Sequence[Note], silence: Sequence[str]) -> tuple[str, ...]:
    """One line that says how many of the notes the user silenced; nothing if none."""
    count = len(notes) - len(audible(notes, silence))
    return (f"{plural(count, 'note')} silenced by {', '.join(map(clean, silence))}.",) if count else ()


def _failure_table(findings: Findings) -> Table | None:
    """Units that did not finish, grouped by learner, data set and message."""
    if not findings.failures:
        return None
    planned = findings.card.splits_per_dataset
    groups = Counter((one.learner, one.dataset, one.kind, one.stage, one.message) for one in findings.failures)
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
    """What learners complained about while learning."""
    if not findings.learner_warnings:
        return None
    rows = [(clean(who), f"{count}", elide(clean(text), 300)) for who, text, count in findings.learner_warnings[:_MOST]]
    return Table.of(("Learner", "Times", "Warning"), rows, align="lrl", caption="What the learners complained about")


def _blocks(source: ReportSource) -> list[Block | None]:
    if source.findings is None:
        notes = source.compared.notes
        items = (*texts(audible(notes, source.silence)), *silenced_text(notes, source.silence))
        return [Notices(items=items) if items else None]
    complaints = _warning_table(source.findings)
    fold = None if complaints is None else Fold(title="Warnings while learning", blocks=(complaints,))
    return [*_notices(source.findings), _failure_table(source.findings), fold]


def _methods(source: ReportSource) -> str:
    if source.findings is None or not source.findings.failures:
        return ""
    card = source.findings.card
    failed = f"{card.units_planned - card.units_done} of {card.units_planned} units did not finish"
    return f"{failed}: {policy_words(card.policy)}."


NOTICES = Section(name="warnings", title="Warnings", blocks=_blocks, methods=_methods)
