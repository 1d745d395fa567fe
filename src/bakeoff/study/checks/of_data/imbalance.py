"""Heavy imbalance with a measure that a constant answer wins."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.measures.naming import short_name_of
from bakeoff.study.checks.check import CannotCheck, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource

__all__ = ["COUNTS_ALL_ROWS", "IMBALANCE"]

LOPSIDED = 0.8  # share of the largest class from which accuracy mostly measures that class
COUNTS_ALL_ROWS = frozenset({"accuracy", "error"})  # measures that count right rows, whatever their class


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    tables = list(source.class_tables())
    if not tables or source.measure is None:
        raise CannotCheck("there are no classes to count")
    if source.measure.name not in COUNTS_ALL_ROWS:
        return
    shares = {
        table.dataset: (max(table.counts) / max(sum(table.counts), 1), table.classes[table.counts.index(max(table.counts))])
        for table in tables
        if table.counts and sum(count > 0 for count in table.counts) > 1
    }  # fmt: skip
    heavy = {name: pair for name, pair in shares.items() if pair[0] >= LOPSIDED}
    if heavy:
        share, largest = max(heavy.values())
        facts = {"share": share, "largest": largest, "measure": source.measure.name, "shares": {name: pair[0] for name, pair in heavy.items()}}  # fmt: skip
        yield CheckFinding(datasets=tuple(heavy), facts=facts)


def _words(note: Note) -> str:
    facts = note.facts
    return f"{facts['share']:.0%} of the rows{facts['on']} are of class {facts['largest']!r}, and {short_name_of(facts['measure'])} mostly measures that class."


IMBALANCE = Check(
    code="check.imbalance",
    title="Heavy imbalance",
    severity=Severity.CAVEAT,
    means="One class has most of the rows, and the measure that decides counts rows whatever their class.",
    cure="Decide by balanced accuracy, kappa, average precision or ROC AUC.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
)
