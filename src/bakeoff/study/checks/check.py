"""Check: the declaration of one check, with its code, what it means, its cure and the function that finds its evidence."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.core.notes import Note, NoteKind, Sentence, Severity, Subject, plain_text
from bakeoff.core.terminology.explanation import Explained, Explanation
from bakeoff.core.text import abridged, listed
from bakeoff.study.checks.check_source import CheckSource

__all__ = ["CannotCheck", "Check", "CheckFinding", "Cost", "about_learners"]

MOST = 5  # names in one sentence


class CannotCheck(BakeoffError):
    """A check that cannot be made; its text is the reason, which JSON shows."""


class Cost(StrEnum):
    """What a check reads: none of them trains a learner."""

    DESIGN = "design"  # the description of the study
    SCORES = "scores"  # scores that are known
    PREDICTIONS = "predictions"  # a bounded number of stored predictions


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckFinding:
    """One finding: the learners and data sets that it is about, and its numbers."""

    learners: tuple[str, ...] = ()
    datasets: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Check(Explained):
    """One check. `finding` is a sentence with the names of facts in braces, or a function of the note.

    Beside its own facts a sentence may use {learners}, their verb endings by `about_learners`, and {on}: the data sets where a
    study has several, such as " on iris and wine".
    """

    code: str  # "check.what": stable, silenced and explained by it
    title: str
    severity: Severity
    means: str  # one plain line
    cure: str  # what to do, as one sentence
    finding: str | Callable[[Note], str]
    evidence: Callable[[CheckSource], Iterable[CheckFinding]]
    cost: Cost
    doubt: str = ""  # a question that the headline asks where a learner of the verdict is concerned
    doubts_winner: bool = False  # only where its winner is

    @property
    def name(self) -> str:
        """The code, by which catalogues ask."""
        return self.code

    @property
    def kind(self) -> NoteKind:
        """The kind of note that it makes."""
        return NoteKind(code=self.code, severity=self.severity, means=self.means, words=self._words)

    def notes(self, source: CheckSource) -> tuple[Note, ...]:
        """What it finds, as notes."""
        several = len(source.datasets) > 1
        return tuple(self._note(finding, several=several) for finding in self.evidence(source))

    def _note(self, finding: CheckFinding, *, several: bool) -> Note:
        where = f" on {abridged(list(finding.datasets), MOST)}" if several and finding.datasets else ""
        dataset = finding.datasets[0] if len(finding.datasets) == 1 else ""
        facts = {"learners": finding.learners, "where": finding.datasets, "on": where, **finding.facts}
        return self.kind(Subject(learners=finding.learners, dataset=dataset), **facts)

    def _words(self, note: Note) -> Sentence:
        if callable(self.finding):
            text = self.finding(note)
        else:
            plain = NoteKind(code=self.code, severity=self.severity, means=self.means, words=self.finding)
            text = plain_text(Note(kind=plain, about=note.about, facts=note.facts).sentence)
        return (f"{text} {self.cure}",)

    def explanation(self) -> Explanation:
        """What `bakeoff explain` prints about it."""
        facts = {
            "text": self.means,
            "cure": self.cure,
            "severity": self.severity.value,
            "reads": self.cost.value,
            "silence": f'silence=["{self.code}"], --silence {self.code}',
        }
        return Explanation(kind="check", name=self.code, title=self.title, facts=facts)


def about_learners(note: Note, singular: str, several: str) -> str:
    """The learners of a note and the verb that fits their number.

    >>> from bakeoff.core.notes import NoteKind
    >>> kind = NoteKind(code="check.x", severity=Severity.INFO, means="", words="")
    >>> about_learners(kind(learners=("a", "b")), "names", "name"), about_learners(kind(learners=("a",)), "names", "name")
    ('a and b name', 'a names')
    """
    names = note.facts["learners"]
    shown = listed(list(names)) if len(names) <= MOST else abridged(list(names), MOST)
    return f"{shown} {singular if len(names) == 1 else several}"


def times(number: float) -> str:
    """A ratio in words: 1,200 times.

    >>> times(1234.5), times(2.5)
    ('1,230 times', '2.5 times')
    """
    rounded = float(f"{number:.3g}")
    return f"{rounded:,.0f} times" if rounded >= 10 else f"{rounded:g} times"
