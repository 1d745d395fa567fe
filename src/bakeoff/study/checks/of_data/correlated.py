"""Columns that nearly repeat each other."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import abridged
from bakeoff.study.checks.check import MOST, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_data.data_facts import evidences

__all__ = ["CORRELATED"]


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    for dataset, evidence in evidences(source):
        if evidence.correlated:
            yield CheckFinding(datasets=(dataset,), facts={"pairs": evidence.correlated})


def _words(note: Note) -> str:
    pairs = [f"{a!r} and {b!r} ({value:.3f})" for a, b, value in note.facts["pairs"]]
    return f"Columns nearly repeat each other{note.facts['on']}, by rank correlation: {abridged(pairs, MOST)}."


CORRELATED = Check(
    code="check.correlated",
    title="Highly correlated columns",
    severity=Severity.INFO,
    means="Pairs of columns have nearly the same order, so linear models cannot tell their effects apart.",
    cure="Leave one of each pair out if coefficients or importances are to be read.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
)
