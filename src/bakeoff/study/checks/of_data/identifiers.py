"""Columns with another value in every row."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import abridged
from bakeoff.study.checks.check import MOST, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_data.data_facts import evidences

__all__ = ["IDENTIFIERS"]


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    for dataset, evidence in evidences(source):
        if evidence.identifiers:
            yield CheckFinding(datasets=(dataset,), facts={"columns": evidence.identifiers})


def _words(note: Note) -> str:
    names = note.facts["columns"]
    shown = abridged([repr(name) for name in names], MOST)
    return f"{f'Column {shown} has' if len(names) == 1 else f'Columns {shown} each have'} another value in every row{note.facts['on']}, like an identifier."


IDENTIFIERS = Check(
    code="check.identifiers",
    title="Identifiers among the columns",
    severity=Severity.INFO,
    means="A column has another value in every row, so learners can memorise it and learn nothing from it.",
    cure="Leave it out (ignore).",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
)
