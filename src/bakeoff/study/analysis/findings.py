"""Findings: all that a study says, as frozen numbers and notes. The report only words and draws it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.notes import Note, Severity, audible, texts
from bakeoff.estimates.over_splits.extrapolation import Extrapolation
from bakeoff.estimates.over_splits.learning_curve import LearningCurve
from bakeoff.estimates.over_splits.selection import Best
from bakeoff.study.analysis.cell_estimates import Cell
from bakeoff.study.analysis.compare import SignificanceMark
from bakeoff.study.analysis.condition_effects import ConditionFindings
from bakeoff.study.analysis.epoch_curves import EpochCurve
from bakeoff.study.analysis.learning import LearningCrossing, Scaling
from bakeoff.study.analysis.score_cube import ScoreCube, Scores
from bakeoff.study.analysis.stored_design import DatasetCard, LearnerCard
from bakeoff.study.analysis.study_scores import FailureRow
from bakeoff.study.analysis.tuning_curves import TuningCurve
from bakeoff.study.analysis.tunings import TunedCell
from bakeoff.study.spec.options import StudyOptions

__all__ = ["CpuTime", "Findings", "LazyFacts", "StudyCard"]


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


class LazyFacts:
    """Facts by name; each is made when first asked for, then kept.

    >>> facts = LazyFacts({"squares": lambda: (n * n for n in range(3))})
    >>> facts["squares"], facts["cubes"], facts.replaced(cubes=(1,))["cubes"]
    ((0, 1, 4), (), (1,))
    """

    def __init__(self, makers: Mapping[str, Callable[[], Iterable[Any]]] | None = None) -> None:
        self._makers = dict(makers or {})
        self._known: dict[str, tuple[Any, ...]] = {}

    def __getitem__(self, name: str) -> tuple[Any, ...]:
        if name not in self._known:
            make = self._makers.get(name)
            self._known[name] = () if make is None else tuple(make())
        return self._known[name]

    def replaced(self, **given: tuple[Any, ...]) -> "LazyFacts":
        """The same facts, but for these."""
        facts = LazyFacts(self._makers)
        facts._known = {**self._known, **given}
        return facts


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Findings:
    """All that a study says."""

    card: StudyCard
    cube: ScoreCube  # every score of every unit
    cells: tuple[Cell, ...]
    judgements: tuple[Judgement, ...]  # per measure that could be compared, primary first
    per_dataset: tuple[tuple[str, Judgement], ...]  # primary measure, per data set, over its splits
    failures: tuple[FailureRow, ...]
    learner_warnings: tuple[tuple[str, str, int], ...]  # learner, warning, how often
    notes: tuple[Note, ...] = ()  # most serious first
    silence: tuple[str, ...] = ()  # codes of notes that the user does not want to read
    learning_failures: tuple[FailureRow, ...] = ()
    condition_failures: tuple[FailureRow, ...] = ()
    facts: LazyFacts = field(default_factory=LazyFacts)  # of single sections, made when first asked for

    @property
    def all_failures(self) -> tuple[FailureRow, ...]:
        """Units that did not finish: of the study itself, of its learning curves and under other conditions."""
        return (*self.failures, *self.learning_failures, *self.condition_failures)

    @property
    def scores(self) -> Scores:
        """One row per unit and measure."""
        return self.cube.long()

    @property
    def marks(self) -> tuple[SignificanceMark, ...]:
        """Who is better or worse than the reference on each data set."""
        return self.facts["marks"]

    def planned(self, measure: str) -> tuple[tuple[str, Judgement], ...]:
        """The planned pairs on each data set by this measure."""
        if measure == self.card.primary:
            return self.per_dataset
        return tuple((dataset, judgement) for name, dataset, judgement in self.facts["planned"] if name == measure)

    @property
    def times(self) -> tuple[CpuTime, ...]:
        """Processor seconds per data set and learner."""
        return self.facts["times"]

    @property
    def learning(self) -> tuple[LearningCurve, ...]:
        """Learning curves by the primary measure, per data set and learner, where the study has them."""
        return self.facts["learning"]

    @property
    def extrapolations(self) -> tuple[Extrapolation, ...]:
        """What a power law through each learning curve predicts for more rows."""
        return self.facts["extrapolations"]

    @property
    def crossings(self) -> tuple[LearningCrossing, ...]:
        """Pairs of learners whose order changes with the number of training rows."""
        return self.facts["crossings"]

    @property
    def families(self) -> tuple[TuningCurve, ...]:
        """Tuning curves: learners that differ in one number or tuple."""
        return self.facts["families"]

    @property
    def tunings(self) -> tuple[TunedCell, ...]:
        """What searches for settings found, per data set and learner that was tuned."""
        return self.facts["tunings"]

    @property
    def epochs(self) -> tuple[EpochCurve, ...]:
        """Scores by training steps, where the study asks for them."""
        return self.facts["epochs"]

    @property
    def scaling(self) -> tuple[Scaling, ...]:
        """How costs grow with the number of training rows."""
        return self.facts["scaling"]

    @property
    def selection(self) -> tuple[Best, ...]:
        """The best learner on each data set by the primary measure, corrected for having been picked."""
        return self.facts["selection"]

    @property
    def conditions(self) -> tuple[ConditionFindings, ...]:
        """What other conditions change on each data set that has any, by the primary measure."""
        return self.facts["conditions"]

    def with_facts(self, **given: tuple[Any, ...]) -> "Findings":
        """The same findings with these facts instead."""
        return replace(self, facts=self.facts.replaced(**given))

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
