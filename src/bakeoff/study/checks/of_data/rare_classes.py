"""Classes that are rare among several, with a measure that hardly counts them."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import abridged
from bakeoff.measures.naming import short_name_of
from bakeoff.study.checks.check import MOST, CannotCheck, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_data.imbalance import COUNTS_ALL_ROWS

__all__ = ["RARE_CLASSES"]

RARE = 0.2  # of the share that a class would have if all were equally frequent


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    tables = [table for table in source.class_tables() if sum(count > 0 for count in table.counts) > 2]
    if not tables or source.measure is None:
        raise CannotCheck("no data set has more than two classes")
    if source.measure.name not in COUNTS_ALL_ROWS:
        return
    for table in tables:
        present = {name: count for name, count in zip(table.classes, table.counts, strict=True) if count}
        least = RARE * sum(table.counts) / len(present)
        rare = {name: count for name, count in present.items() if count < least}
        if rare:
            facts = {"classes": rare, "rows": sum(table.counts), "measure": source.measure.name}
            yield CheckFinding(datasets=(table.dataset,), facts=facts)


def _words(note: Note) -> str:
    facts = note.facts
    shown = abridged([f"{name!r} ({count})" for name, count in facts["classes"].items()], MOST)
    return f"Rare classes{facts['on']}, which {short_name_of(facts['measure'])} hardly counts: {shown} of {facts['rows']} rows."


RARE_CLASSES = Check(
    code="check.rare_classes",
    title="Underrepresented classes",
    severity=Severity.INFO,
    means="Some of several classes are rare, and the measure that decides hardly counts them.",
    cure="Read balanced accuracy or macro F1 as well.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
)
