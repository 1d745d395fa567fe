"""A column that alone gives the target away."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import abridged
from bakeoff.study.checks.check import MOST, CannotCheck, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource

__all__ = ["LEAK"]


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    if source.study is None:
        raise CannotCheck("columns are known in a study only")
    for domain in source.study.domains:
        if domain.leaks:
            yield CheckFinding(datasets=(domain.card.name,), facts={"columns": domain.leaks})


def _words(note: Note) -> str:
    names = note.facts["columns"]
    shown = abridged([repr(name) for name in names], MOST)
    who = f"Column {shown} alone gives" if len(names) == 1 else f"Columns {shown} each alone give"
    return f"{who} the target nearly away{note.facts['on']}."


LEAK = Check(
    code="check.leak",
    title="A leak",
    severity=Severity.CAVEAT,
    means="A single column predicts the target nearly perfectly, as columns do that were made from the target or after it.",
    cure="Make sure that it is known when predictions are made; else leave it out (ignore).",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
    doubt="Decided by a leak?",
)
