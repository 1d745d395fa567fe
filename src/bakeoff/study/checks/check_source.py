"""CheckSource: what checks read, the same for a study, for predictions of one set of rows and for a table of scores."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.data.tasks import TaskKind, task_named
from bakeoff.estimates.estimate import Estimate
from bakeoff.learners.baselines import ignores_features
from bakeoff.measures.measure import Measure
from bakeoff.panels.constant_baseline import Baseline
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.store.ledger import Ledger
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.stored_design import DomainDesign, StoredStudy

__all__ = ["CheckSource", "ClassTable", "StudySource"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassTable:
    """How many rows each class of a data set has."""

    dataset: str
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    rows: int
    task: TaskKind


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StudySource:
    """The parts of a study that checks read."""

    findings: Findings
    ledger: Ledger
    design: StoredStudy

    @property
    def domains(self) -> tuple[DomainDesign, ...]:
        """The data sets, as the study file describes them."""
        return self.design.domains


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CheckSource:
    """One comparison: of a study, or of predictions (`answers`), or of scores alone."""

    measure: Measure | None  # None where scores have a name that is no measure
    judgement: Judgement | None = None
    study: StudySource | None = None
    answers: Mapping[str, Predictions] = field(default_factory=dict)
    scores: Mapping[str, Estimate] = field(default_factory=dict)  # of the answers, with intervals
    baselines: tuple[Baseline, ...] = ()

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the data sets of a study; one without a name for predictions."""
        return ("",) if self.study is None else tuple(domain.card.name for domain in self.study.domains)

    @property
    def learners(self) -> tuple[str, ...]:
        """Learners that read columns: baselines are meant to be simple, so nothing is wrong with them."""
        if self.study is None:
            return tuple(self.answers)
        return tuple(card.name for card in self.study.design.learners if not ignores_features(card.settings))

    def class_tables(self) -> Iterator[ClassTable]:
        """The classes of every data set; nothing for numbers."""
        if self.study is None:
            for pred in list(self.answers.values())[:1]:
                if pred.task.classifies:
                    counts = np.bincount(pred.truth, minlength=len(pred.classes))
                    yield ClassTable(
                        dataset="", classes=pred.classes, counts=tuple(counts.tolist()), rows=len(pred), task=pred.task
                    )
            return
        for domain in self.study.domains:
            card = domain.card
            task = task_named(card.task)
            if task.classifies:
                yield ClassTable(
                    dataset=card.name, classes=card.classes, counts=card.class_counts, rows=card.n_rows, task=task
                )

    def baseline(self, dataset: str) -> Baseline | None:
        """The baseline of a data set by the measure that decides, where it has a value."""
        name = "" if self.measure is None else self.measure.name
        return next(
            (baseline for baseline in self.baselines if (baseline.dataset, baseline.measure) == (dataset, name)), None
        )
