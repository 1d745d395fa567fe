"""Learners that do not fit even their training rows."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.measures.naming import score_text
from bakeoff.study.checks.check import Check, CheckFinding, Cost, about_learners
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_learners.training_scores import gaps_and_baselines, per_dataset

__all__ = ["UNDERFITTING"]

NOTHING = 0.01  # of the score itself: a gain on training rows that is smaller is none


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    gaps = [
        gap
        for gap, trained, _ in gaps_and_baselines(source)
        if trained <= NOTHING * max(abs(gap.training.value), NOTHING)
    ]
    yield from per_dataset(gaps)


def _words(note: Note) -> str:
    facts = note.facts
    who = about_learners(note, "is", "are")
    own = f"{facts['learners'][0]} has {score_text(facts['training'], facts['measure'])} there"
    return f"{who} no better than the baseline even on training rows{facts['on']}; {own}."


UNDERFITTING = Check(
    code="check.underfitting",
    title="Underfitting",
    severity=Severity.INFO,
    means="A learner is no better than the baseline on the rows it was trained on.",
    cure="Look at its preparation (scale, coding) and at settings that restrict it.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.SCORES,
)
