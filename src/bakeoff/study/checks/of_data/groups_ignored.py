"""Rows that belong together on both sides of a split."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import abridged, plural
from bakeoff.study.checks.check import MOST, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_data.data_facts import evidences

__all__ = ["GROUPS_IGNORED"]


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    for dataset, evidence in evidences(source):
        if evidence.shared_groups > 0:
            yield CheckFinding(datasets=(dataset,), facts={"groups": evidence.shared_groups, "columns": {}})
        elif evidence.shared_groups < 0 and evidence.group_columns:
            facts = {"groups": evidence.group_columns[0][1], "columns": dict(evidence.group_columns)}
            yield CheckFinding(datasets=(dataset,), facts=facts)


def _words(note: Note) -> str:
    facts = note.facts
    if not facts["columns"]:
        return f"{plural(facts['groups'], 'group')}{facts['on']} have rows in the training part and in the test part of one split."
    names = [f"{name!r} ({count} values)" for name, count in facts["columns"].items()]
    which = "Column" if len(names) == 1 else "Columns"
    verb = "names" if len(names) == 1 else "name"
    return (
        f"{which} {abridged(names, MOST)}{facts['on']} {verb} things with several rows each, which splits tear apart."
    )


GROUPS_IGNORED = Check(
    code="check.groups_ignored",
    title="Groups ignored",
    severity=Severity.CAVEAT,
    means="Rows of one person or thing are in the training part and in the test part, so scores are those for known persons.",
    cure="Name the column as groups and split by it (groups=, a scheme with groups=true); else leave it out (ignore).",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
)
