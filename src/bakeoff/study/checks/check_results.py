"""CheckResults: what the checks of a comparison found, which passed, and which could not be made and why."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.core.notes import Note, Severity, visible_notes
from bakeoff.panels.constant_baseline import Baseline

__all__ = ["CheckOutcome", "CheckResults"]

_STATES = ("found", "passed", "silenced", "skipped")
_GRAVEST = (Severity.ERROR, Severity.WITHHELD, Severity.CAVEAT, Severity.INFO)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOutcome:
    """One check of the catalogue and what became of it."""

    code: str
    title: str
    severity: Severity
    cure: str
    doubt: str = ""  # what the headline asks where the check finds something about the learners of the verdict
    doubts_winner: bool = False  # only where it is about the winner
    notes: tuple[Note, ...] = ()  # what was found; empty where it passed or was skipped
    skipped: str = ""  # why it could not be made

    @property
    def status(self) -> str:
        """One word: found, passed or skipped."""
        return "found" if self.notes else "skipped" if self.skipped else "passed"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CheckResults:
    """The outcomes of all checks, the gravest findings first."""

    outcomes: tuple[CheckOutcome, ...] = ()
    baselines: tuple[Baseline, ...] = ()  # what a constant answer scores, by data set and measure
    silence: tuple[str, ...] = ()
    named: tuple[str, ...] = ()  # the learners of the verdict
    winner: str = ""

    def silenced(self, codes: Collection[str]) -> "CheckResults":
        """The same without what these codes name; a silenced check counts as neither found nor passed."""
        return replace(self, silence=(*self.silence, *codes))

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was found and not silenced, the gravest first."""
        notes = [note for outcome in self.outcomes for note in outcome.notes]
        return visible_notes(sorted(notes, key=lambda note: _GRAVEST.index(note.severity)), self.silence)

    @property
    def doubts(self) -> tuple[str, ...]:
        """What the headline has to ask where somebody won: findings about a learner of the verdict, or about data sets."""
        concerned = [
            outcome
            for outcome in self.outcomes
            if outcome.doubt and any(map(self._concerns(outcome), self.heard(outcome)))
        ]
        return tuple(outcome.doubt for outcome in concerned) if self.winner else ()

    @property
    def one_class_places(self) -> frozenset[tuple[str, str]]:
        """Data sets and learners that predict one class only there; also where that check is silenced."""
        notes = [note for outcome in self.outcomes if outcome.code == "check.one_class" for note in outcome.notes]
        return frozenset(
            (dataset, learner) for note in notes for dataset in note.facts["where"] for learner in note.about.learners
        )

    def _concerns(self, outcome: CheckOutcome) -> Callable[[Note], bool]:
        asked = {self.winner} if outcome.doubts_winner else set(self.named)
        return lambda note: not note.about.learners or bool(asked & set(note.about.learners))

    def status(self, outcome: CheckOutcome) -> str:
        """One word: found, passed, skipped or silenced."""
        return "silenced" if outcome.notes and not self.heard(outcome) else outcome.status

    def heard(self, outcome: CheckOutcome) -> tuple[Note, ...]:
        """What one check found and the user did not silence."""
        return visible_notes(outcome.notes, self.silence)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: what was found with its evidence and cure, the codes that passed, and why others were skipped."""
        listed = {state: [outcome for outcome in self.outcomes if self.status(outcome) == state] for state in _STATES}
        return {
            "found": [_finding(outcome, self.heard(outcome)) for outcome in listed["found"]],
            "doubts": list(self.doubts),
            "passed": [outcome.code for outcome in listed["passed"]],
            "silenced": [outcome.code for outcome in listed["silenced"]],
            "skipped": {outcome.code: outcome.skipped for outcome in listed["skipped"]},
        }


def _finding(outcome: CheckOutcome, notes: Sequence[Note]) -> dict[str, Any]:
    evidence = [{"about": note.about.as_dict(), "facts": note.as_dict()["facts"], "text": str(note)} for note in notes]
    head = {"code": outcome.code, "title": outcome.title, "severity": outcome.severity.value, "cure": outcome.cure}
    return {**head, "evidence": evidence}
