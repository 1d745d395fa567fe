"""NotebookCard: a short report as one compact card; its claim stays in view, the rest stands behind tabs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bakeoff.comparisons.wording.verdict_text import BY_HOW_MUCH
from bakeoff.core.notes import Sentence
from bakeoff.core.text import clean
from bakeoff.report.blocks import (
    Alternatives,
    Block,
    Callout,
    Card,
    Columns,
    Figure,
    Fold,
    Notices,
    Paragraph,
    Part,
    Report,
)
from bakeoff.report.tables.plain_text import Table

__all__ = ["NotebookCard", "Tab", "notebook_card"]

_SCORES = ("scores", "score-matrix", "test-set-scores", "overview")
_CHECKED = ("Baseline", "Checks")  # facts of a card that stand behind the tab of checks


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """What one tab shows."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotebookCard:
    """The claim, and the tabs below it; the first one is open."""

    title: str  # of the claim: "Verdict"
    subtitle: str
    claim: Sentence
    tone: str
    tabs: tuple[Tab, ...]


def notebook_card(report: Report) -> NotebookCard:
    """The card of a report whose first block is the verdict; a tab that would be empty is left out."""
    head, *rest = report.lead
    assert isinstance(head, Card | Callout)
    parts = {part.name: part for part in report.sections}
    facts = head.facts if isinstance(head, Card) else ()
    codes = {note.code for note in report.checks.notes} if report.checks is not None else set()
    own = tuple(fact for fact in facts if fact[0] not in {*codes, *_CHECKED})
    verdict = _verdict(head, own) if isinstance(head, Card) else None
    tabs = (
        ("Verdict", [*([verdict] if verdict is not None else []), *rest]),
        ("Scores", [block for name in _SCORES for block in _shown(parts.get(name))]),
        ("Differences", _shown(parts.get("differences"))),
        (_counted("Checks", report), _checks(report, facts)),
        ("Notes", [block for name in ("warnings", "notes") for block in _shown(parts.get(name))]),
    )
    return NotebookCard(
        title=head.title,
        subtitle=" · ".join(text for text in (report.title, report.subtitle) if text),
        claim=head.parts,
        tone=head.tone,
        tabs=tuple(Tab(title=title, blocks=tuple(blocks)) for title, blocks in tabs if blocks),
    )


def _verdict(head: Card, facts: Sequence[tuple[str, str]]) -> Card:
    """The card without its claim; where the number on its scale states the size, the sentence stands with the statistics."""
    brief = head.gap is not None and head.gap.alone
    kept = tuple(fact for fact in facts if not (brief and fact[0] == BY_HOW_MUCH))
    size = tuple(Paragraph(parts=(text,)) for name, text in facts if brief and name == BY_HOW_MUCH)
    return replace(head, parts=(), facts=kept, details=(*size, *head.details))


def _counted(title: str, report: Report) -> str:
    found = 0 if report.checks is None else len(report.checks.notes)
    return f"{title} ({found})" if found else title


def _checks(report: Report, facts: Sequence[tuple[str, str]]) -> list[Block]:
    """The baseline, and a line for each finding with its code; without a finding how many checks passed."""
    checks = report.checks
    if checks is None or not checks.outcomes:
        return []
    baseline = [f"Baseline: {text}" for name, text in facts if name == "Baseline"]
    rows = [(note.code, note.severity.value, clean(note)) for note in checks.notes]
    states = [checks.status(one) for one in checks.outcomes]
    counts = f"{states.count('passed')} checks passed, {states.count('skipped')} do not apply."
    table = [Table.of(("Check", "Severity", "Finding"), rows, align="lll")] if rows else []
    return [*table, Notices(items=(*baseline, counts))]


def _shown(part: Part | None) -> list[Block]:
    return list(_compact(part.blocks)) if part is not None else []


def _compact(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks without what needs a page: the matrix of all pairs, and what a choice or a fold would show."""
    for block in blocks:
        if isinstance(block, Alternatives):
            yield from _compact(block.items[0][1])
        elif isinstance(block, Columns):
            columns = [tuple(_compact(column)) for column in block.columns]
            yield Columns(columns=tuple(column for column in columns if column))
        elif not isinstance(block, Fold) and not (isinstance(block, Figure) and block.name.startswith("comparison-")):
            yield block
