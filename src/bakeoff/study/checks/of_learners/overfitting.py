"""Learners that lose on test rows most of what they gained on training rows."""

from collections.abc import Iterator

from bakeoff.core.notes import Note, Severity
from bakeoff.measures.naming import score_text
from bakeoff.study.checks.check import Check, CheckFinding, Cost, about_learners
from bakeoff.study.checks.check_source import CheckSource
from bakeoff.study.checks.of_learners.training_scores import gaps_and_baselines, per_dataset

__all__ = ["OVERFITTING"]

LOST = 0.5  # share of the gain over the baseline on training rows that test rows do not show


def _evidence(source: CheckSource) -> Iterator[CheckFinding]:
    gaps = [gap for gap, trained, _ in gaps_and_baselines(source) if trained > 0 and gap.gap.value > LOST * trained]
    yield from per_dataset(gaps)


def _words(note: Note) -> str:
    facts = note.facts
    who = about_learners(note, "loses", "lose")
    both = f"{score_text(facts['training'], facts['measure'])} on training rows, {score_text(facts['test'], facts['measure'])} on test rows"
    return f"{who} most of the gain over the baseline on new rows{facts['on']}; {facts['learners'][0]} has {both}."


OVERFITTING = Check(
    code="check.overfitting",
    title="Overfitting",
    severity=Severity.INFO,
    means="A learner is far better on the rows it was trained on than on test rows.",
    cure="Regularise or tune it, or collect more rows; compare learners on test rows only.",
    finding=_words,
    evidence=_evidence,
    cost=Cost.SCORES,
)
