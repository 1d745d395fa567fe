"""Findings: all that a study says, as frozen numbers and plain text. The report only words and draws it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.core.checks import Array
from bakeoff.core.notes import Note, Severity, audible, texts
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.over_splits.learning_curve import LearningCurve
from bakeoff.splits.training_sizes import Size

if TYPE_CHECKING:
    from bakeoff.study.analysis.learning import LearningCrossing
    from bakeoff.study.analysis.scaling import Scaling
    from bakeoff.study.analysis.tuning_curves import TuningCurve

__all__ = [
    "Cell",
    "CpuTime",
    "DatasetCard",
    "FailureRow",
    "Findings",
    "LearnerCard",
    "Scores",
    "SignificanceMark",
    "StudyCard",
]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scores:
    """One row per unit and measure, as columns of equal length."""

    dataset: tuple[str, ...]
    learner: tuple[str, ...]
    repeat: Array
    fold: Array
    measure: tuple[str, ...]
    value: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One learner on one data set by one measure."""

    dataset: str
    learner: str
    measure: str
    estimate: Estimate  # value NaN where withheld or undefined
    sd: float  # over splits
    standard_error: float  # corrected for overlapping training sets where they overlap
    done: int
    planned: int
    notes: tuple[Note, ...] = ()  # why the value is missing, or how it was made

    @property
    def note(self) -> str:
        """The notes in words."""
        return "; ".join(texts(self.notes))


@dataclass(frozen=True, slots=True, kw_only=True)
class SignificanceMark:
    """Whether a learner is significantly better or worse than the reference on one data set."""

    dataset: str
    learner: str
    reference: str
    symbol: str  # "●" better, "○" worse, "" not shown to differ
    judged: JudgedPair


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetCard:
    """One data set in the design card."""

    name: str
    task: str
    n_rows: int
    n_columns: int
    classes: tuple[str, ...]
    class_counts: tuple[int, ...]
    positive: str | None
    missing_share: float
    fingerprint: str
    source: str
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerCard:
    """One learner in the design card."""

    name: str
    settings: str
    preparation: str  # what happens to the data before the estimator sees it, in words


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyCard:
    """How the study was made."""

    title: str
    datasets: tuple[DatasetCard, ...]
    learners: tuple[LearnerCard, ...]
    scheme: str
    splits_per_dataset: int
    test_share: float
    seed: int
    measures: tuple[str, ...]
    primary: str
    alpha: float
    rope: float | None
    baseline: str | None
    policy: str  # what happens to comparisons when units failed
    versions: tuple[tuple[str, str], ...]
    study_hash: str
    started: str
    wall_seconds: float
    unit_seconds: float
    units_done: int
    units_planned: int
    toml: str = ""  # the study file it was run from; empty if it was described in Python
    machine: tuple[tuple[str, str], ...] = ()  # processor, numerical libraries, threads, git: name and words
    train_sizes: tuple[Size, ...] = ()  # of learning curves, as asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureRow:
    """One unit that did not finish."""

    dataset: str
    learner: str
    repeat: int
    fold: int
    status: str
    kind: str
    stage: str
    message: str
    size: int = 0  # training rows of a learning curve's unit; 0 is the study's own unit


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
    scores: Scores
    cells: tuple[Cell, ...]
    judgements: tuple[Judgement, ...]  # per measure that could be compared, primary first
    per_dataset: tuple[tuple[str, Judgement], ...]  # primary measure, per data set, over its splits
    marks: tuple[SignificanceMark, ...]
    failures: tuple[FailureRow, ...]
    learner_warnings: tuple[tuple[str, str, int], ...]  # learner, warning, how often
    notes: tuple[Note, ...] = ()  # most serious first
    silence: tuple[str, ...] = ()  # codes of notes that the user does not want to read
    times: tuple[CpuTime, ...] = ()
    learning: tuple[LearningCurve, ...] = ()  # primary measure, per data set and learner, where the study has them
    learning_failures: tuple[FailureRow, ...] = ()
    crossings: "tuple[LearningCrossing, ...]" = ()
    families: "tuple[TuningCurve, ...]" = ()  # tuning curves: learners that differ in one number
    scaling: "tuple[Scaling, ...]" = ()

    @property
    def audible(self) -> tuple[Note, ...]:
        """The notes that the user did not silence."""
        return audible(self.notes, self.silence)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The same in words."""
        return texts(self.audible)

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

    def cell(self, dataset: str, learner: str, measure: str) -> Cell:
        """The cell at that address."""
        for one in self.cells:
            if (one.dataset, one.learner, one.measure) == (dataset, learner, measure):
                return one
        raise KeyError((dataset, learner, measure))

    @property
    def primary(self) -> Judgement | None:
        """The judgement on the primary measure, None if it had to be withheld."""
        for one in self.judgements:
            if one.measure == self.card.primary:
                return one
        return None
