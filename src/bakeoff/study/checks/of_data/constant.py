"""Columns with one value only."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import abridged
from bakeoff.study.checks.check import MOST, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_data.data_facts import evidences

__all__ = ["CONSTANT"]


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    for dataset, evidence in evidences(source):
        if evidence.constant:
            yield CheckFinding(datasets=(dataset,), facts={"columns": evidence.constant})


def _words(note: Note) -> str:
    names = note.facts["columns"]
    shown = abridged([repr(name) for name in names], MOST)
    return f"{f'Column {shown} has' if len(names) == 1 else f'Columns {shown} each have'} the same value in every row{note.facts['on']}."


CONSTANT = Check(
    code="check.constant",
    title="Constant columns",
    severity=Severity.INFO,
    means="A column has the same value in every row, so it cannot help.",
    cure="Leave it out (ignore), or find out why it does not vary.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
)
