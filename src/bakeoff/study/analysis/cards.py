"""Cards: what a study was made of, its cells, and the units that failed, as frozen facts."""

from dataclasses import dataclass

from bakeoff.comparisons.judging.judgement import JudgedPair
from bakeoff.core.notes import Note, texts
from bakeoff.estimates.estimate import Estimate
from bakeoff.study.spec.options import StudyOptions

__all__ = ["Cell", "CpuTime", "DatasetCard", "FailureRow", "LearnerCard", "SignificanceMark", "StudyCard"]


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
    codes: tuple[str, ...] = ()  # of the warnings, one each; none in older files
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerCard:
    """One learner in the design card."""

    name: str
    settings: str
    preparation: str  # what happens to the data before the estimator sees it, in words


@dataclass(frozen=True, kw_only=True)
class StudyCard(StudyOptions):
    """How the study was made: its options, and what is known of its run."""

    datasets: tuple[DatasetCard, ...]
    learners: tuple[LearnerCard, ...]
    scheme: str
    splits_per_dataset: int
    test_share: float
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
