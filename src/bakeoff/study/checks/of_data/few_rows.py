"""Too few rows, or too few rows of a class."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.core.text import abridged
from bakeoff.study.checks.check import MOST, CannotCheck, Check, CheckFinding, Cost
from bakeoff.study.checks.check_source import CheckSource

__all__ = ["FEW_ROWS"]

FEWEST = 30  # rows: below, every interval spans a third of the scale
FEWEST_OF_CLASS = 10  # rows of a class: ten folds cannot each have one


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    tables = {table.dataset: table for table in source.class_tables()}
    sizes = (
        {name: len(next(iter(source.answers.values()))) for name in source.datasets if source.answers}
        if source.study is None
        else {domain.card.name: domain.card.n_rows for domain in source.study.domains}
    )
    if not sizes:
        raise CannotCheck("the rows are not known, only scores")
    for dataset, rows in sizes.items():
        table = tables.get(dataset)
        counts = {} if table is None else dict(zip(table.classes, table.counts, strict=True))
        rare = {name: count for name, count in counts.items() if 0 < count < FEWEST_OF_CLASS}
        if rare or rows < FEWEST:
            yield CheckFinding(datasets=(dataset,), facts={"rows": rows, "classes": rare, "least": FEWEST_OF_CLASS})


def _words(note: Note) -> str:
    facts = note.facts
    if not facts["classes"]:
        return f"Only {facts['rows']} rows{facts['on']}: every score is very uncertain."
    shown = abridged([f"{name!r} ({count})" for name, count in facts["classes"].items()], MOST)
    return f"Classes with fewer than {facts['least']} rows{facts['on']}: {shown}."


FEW_ROWS = Check(
    code="check.few_rows",
    title="Few rows",
    severity=Severity.CAVEAT,
    means="A data set, or a class of it, has so few rows that some splits lack it and scores are very uncertain.",
    cure="Collect more rows of it, join rare classes, or use fewer folds.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.DESIGN,
)
