"""Findings: all that a study says, as frozen numbers and notes. The report only words and draws it."""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.notes import Note, Severity, texts, visible_notes
from bakeoff.study.analysis.cell_estimates import CellEstimate
from bakeoff.study.analysis.compare import SignificanceMark
from bakeoff.study.analysis.curves.epoch_curves import EpochCurve
from bakeoff.study.analysis.score_cube import ScoreCube, Scores
from bakeoff.study.analysis.stored_design import DatasetCard, LearnerCard
from bakeoff.study.analysis.study_scores import FailureRow
from bakeoff.study.analysis.tunings import TunedCell
from bakeoff.study.checks.check_results import CheckResults
from bakeoff.study.facts.fact import Fact, Facts
from bakeoff.study.spec.options import StudyOptions

__all__ = ["CpuTime", "Findings", "StudyCard"]

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class StudyCard(StudyOptions):
    """How the study was made: its options, and what is known of its run."""

    datasets: tuple[DatasetCard, ...]
    learners: tuple[LearnerCard, ...]
    scheme: str
    splits_per_dataset: int
    test_share: float | None  # rows that test for each that trains, where training sets overlap
    measures: tuple[str, ...]
    primary: str
    versions: tuple[tuple[str, str], ...]
    study_hash: str
    started: str
    wall_seconds: float
    unit_seconds: float
    units_done: int
    units_planned: int
    toml: str = ""  # the study file it was run from; empty if it was described in Python
    machine: tuple[tuple[str, str], ...] = ()  # processor, numerical libraries, threads, git: name and words


@dataclass(frozen=True, slots=True, kw_only=True)
class CpuTime:
    """What one learner costs on one data set: processor seconds to fit and predict, mean over splits."""

    dataset: str
    learner: str
    seconds: float  # NaN where it was not measured or units are missing


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Findings:
    """All that a study says."""

    card: StudyCard
    cube: ScoreCube  # every score of every unit
    cells: tuple[CellEstimate, ...]
    judgements: tuple[Judgement, ...]  # per measure that could be compared, primary first
    per_dataset: tuple[tuple[str, Judgement], ...]  # primary measure, per data set, over its splits
    failures: tuple[FailureRow, ...]
    learner_warnings: tuple[tuple[str, str, int], ...]  # learner, warning, how often
    notes: tuple[Note, ...] = ()  # most serious first
    silence: tuple[str, ...] = ()  # codes of notes that the user does not want to read
    learning_failures: tuple[FailureRow, ...] = ()
    condition_failures: tuple[FailureRow, ...] = ()
    marks: tuple[SignificanceMark, ...] = ()  # who is better or worse than the reference on each data set
    times: tuple[CpuTime, ...] = ()  # processor seconds per data set and learner
    tunings: tuple[TunedCell, ...] = ()  # what searches for settings found, per data set and learner that was tuned
    epochs: tuple[EpochCurve, ...] = ()  # scores by training steps, where the study asks for them
    checks: CheckResults = field(default_factory=CheckResults)
    facts: Facts = field(default_factory=Facts)  # of single sections

    @property
    def all_failures(self) -> tuple[FailureRow, ...]:
        """Units that did not finish: of the study itself, of its learning curves and under other conditions."""
        return (*self.failures, *self.learning_failures, *self.condition_failures)

    @property
    def scores(self) -> Scores:
        """One row per unit and measure."""
        return self.cube.long()

    def of(self, fact: Fact[Any, T]) -> T:
        """A fact of single sections; it was computed when the findings were finished."""
        return self.facts.of(fact)

    def with_fact(self, fact: Fact[Any, T], value: T) -> "Findings":
        """The same findings with this fact instead."""
        return replace(self, facts=self.facts.also(fact, value))

    @property
    def visible_notes(self) -> tuple[Note, ...]:
        """The notes that the user did not silence."""
        return visible_notes(self.notes, self.silence)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The same in words."""
        return texts(self.visible_notes)

    @property
    def no_verdict(self) -> tuple[Note, ...]:
        """Why there is no judgement on the primary measure; empty if there is one. These are never silenced."""
        if self.primary is not None:
            return ()
        return self.withheld(self.card.primary)

    def withheld(self, measure: str) -> tuple[Note, ...]:
        """Why the learners are not compared by this measure over the whole study."""
        return tuple(
            note
            for note in self.notes
            if note.severity is Severity.WITHHELD
            and not note.about.dataset
            and not note.facts.get("datasets")
            and measure in note.facts.get("measures", (note.about.measure,))
        )

    def cell(self, dataset: str, learner: str, measure: str) -> CellEstimate:
        """The cell at that address."""
        for cell in self.cells:
            if (cell.dataset, cell.learner, cell.measure) == (dataset, learner, measure):
                return cell
        raise KeyError((dataset, learner, measure))

    @property
    def primary(self) -> Judgement | None:
        """The judgement on the primary measure, None if it had to be withheld."""
        for judgement in self.judgements:
            if judgement.measure == self.card.primary:
                return judgement
        return None
