"""What a study knows about itself, one declared fact each; None where it does not know it."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from pathlib import PureWindowsPath
from typing import Any

from bakeoff.data.tasks import task_named
from bakeoff.study.facts.analysed import Analysed
from bakeoff.study.facts.fact import Fact
from bakeoff.study.facts.study_facts import CHECKS, CONDITIONS, SELECTION

__all__ = [
    "BASELINES", "CLASSES", "COMPUTE", "CORRECTED_BEST", "DATA", "DUPLICATES", "ENVIRONMENT", "FAILURES", "FILE", "INTERVALS", "KNOWLEDGE", "LEAKS", "LEARNERS",
    "MEASURES", "MISSING", "PREPARATION", "SCOPE", "SHIFTS", "SPLITS", "TEST", "TUNING", "VERDICT", "CheckState", "DataFacts", "source_name",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFacts:
    """One data set."""

    name: str
    task: str
    rows: int
    columns: int
    source: str  # as it was loaded; of a path the name of the file alone
    fingerprint: str
    classes: tuple[tuple[str, int], ...]  # with their rows
    positive: str | None
    missing_share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitFacts:
    """How rows were split."""

    scheme: str
    classed: bool
    splits: int
    seed: int
    same_for_all: bool
    overlapping: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckState:
    """What one check of the catalogue found."""

    code: str
    title: str
    status: str  # found, passed, silenced or skipped
    found: tuple[str, ...]
    why_skipped: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TestFacts:
    """The test of the verdict."""

    test: str
    adjustment: str
    alpha: float
    rope: float | None
    p_value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentFacts:
    """On what it ran."""

    versions: tuple[tuple[str, str], ...]
    machine: tuple[tuple[str, str], ...]
    started: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputeFacts:
    """What it cost."""

    units: int
    planned: int
    wall_seconds: float
    unit_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFacts:
    """What makes the study again."""

    study_hash: str
    toml: str  # the name of the study file; empty where it was described in Python
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestFacts:
    """The picked learner, with its score corrected for having been picked."""

    dataset: str
    learner: str
    corrected: float


def source_name(source: str) -> str:
    """The source of a data set without the folders of somebody's machine.

    >>> source_name("/srv/anna/patients.csv"), source_name("scikit-learn's iris")
    ('patients.csv', "scikit-learn's iris")
    """
    return PureWindowsPath(source).name if "/" in source or "\\" in source else source


def _data(study: Analysed) -> tuple[DataFacts, ...] | None:
    cards = study.findings.card.datasets
    return (
        tuple(
            DataFacts(
                name=card.name, task=card.task, rows=card.n_rows, columns=card.n_columns, source=source_name(card.source), fingerprint=card.fingerprint,
                classes=tuple(zip(card.classes, card.class_counts, strict=False)), positive=card.positive, missing_share=card.missing_share,
            )
            for card in cards
        )
        or None
    )  # fmt: skip


def _classes(study: Analysed) -> tuple[DataFacts, ...] | None:
    return tuple(data for data in study.of(DATA) or () if data.classes) or None


def _missing(study: Analysed) -> tuple[DataFacts, ...] | None:
    data = study.of(DATA) or ()
    return data if data and not any(isnan(each_set.missing_share) for each_set in data) else None


def _splits(study: Analysed) -> SplitFacts:
    card = study.findings.card
    return SplitFacts(
        scheme=card.scheme, classed=any(task_named(data.task).coded for data in card.datasets), splits=card.splits_per_dataset, seed=card.seed,
        same_for_all=len(card.learners) > 1, overlapping=any(domain.overlapping for domain in study.design.domains),
    )  # fmt: skip


def _learners(study: Analysed) -> tuple[tuple[str, str], ...]:
    return tuple((learner.name, learner.settings) for learner in study.findings.card.learners)


def _preparation(study: Analysed) -> tuple[tuple[str, str], ...] | None:
    """What happens to the columns before each learner that was fitted here."""
    cards = study.findings.card.learners
    return tuple((card.name, card.preparation) for card in cards if card.imported_from is None) or None


def _tuning(study: Analysed) -> tuple[tuple[str, str, str, str], ...] | None:
    """Learner, search, the scheme of inner splits and the measure that chose, for those that were tuned."""
    cells = study.findings.tunings
    return tuple(dict.fromkeys((cell.learner, cell.search, cell.scheme, cell.measure) for cell in cells)) or None


def _measures(study: Analysed) -> tuple[str, ...]:
    card = study.findings.card
    return (card.primary, *(name for name in card.measures if name != card.primary))


def _intervals(study: Analysed) -> tuple[tuple[str, float], ...] | None:
    """Each kind of interval that scores have, with its level."""
    estimates = [cell.estimate for cell in study.findings.cells if cell.estimate.has_interval]
    return tuple(dict.fromkeys((estimate.method, estimate.level) for estimate in estimates)) or None


def _test(study: Analysed) -> TestFacts | None:
    judged = study.findings.primary
    if judged is None:
        return None
    result = judged.pair(judged.verdict.a, judged.verdict.b)
    return TestFacts(
        test=judged.choice.test, adjustment=judged.adjustment, alpha=judged.alpha, rope=study.findings.card.rope,
        p_value=result.pair.p_adjusted,
    )  # fmt: skip


def _verdict(study: Analysed) -> Any:
    return study.findings.primary


def _baselines(study: Analysed) -> tuple[tuple[str, str, str, float], ...] | None:
    found = study.of(CHECKS).baselines
    return tuple((line.dataset, line.name, line.measure, line.value) for line in found if not isnan(line.value)) or None


def _check(study: Analysed, *codes: str) -> tuple[CheckState, ...] | None:
    results = study.of(CHECKS)
    states = tuple(
        CheckState(
            code=outcome.code, title=outcome.title, status=results.status(outcome),
            found=tuple(str(note) for note in results.heard(outcome)), why_skipped=outcome.skipped,
        )
        for outcome in results.outcomes
        if outcome.code in codes
    )  # fmt: skip
    return tuple(state for state in states if state.status in {"found", "passed"}) or None


def _environment(study: Analysed) -> EnvironmentFacts | None:
    card = study.findings.card
    if not card.versions:
        return None
    return EnvironmentFacts(versions=card.versions, machine=card.machine, started=card.started)


def _compute(study: Analysed) -> ComputeFacts | None:
    card = study.findings.card
    if not card.units_done:
        return None
    return ComputeFacts(
        units=card.units_done,
        planned=card.units_planned,
        wall_seconds=card.wall_seconds,
        unit_seconds=card.unit_seconds,
    )


def _file(study: Analysed) -> FileFacts:
    card = study.findings.card
    return FileFacts(study_hash=card.study_hash, toml=source_name(card.toml), seed=card.seed)


def _failures(study: Analysed) -> tuple[int, int, str]:
    """Units that failed, units that were planned, and what then happens to the comparison."""
    card = study.findings.card
    return len(study.findings.failures), card.units_planned, card.policy


def _shifts(study: Analysed) -> tuple[str, ...] | None:
    """The names of data sets that were also tested under other conditions."""
    return tuple(found.dataset for found in study.of(CONDITIONS)) or None


def _best(study: Analysed) -> tuple[BestFacts, ...] | None:
    found = study.of(SELECTION)
    return (
        tuple(BestFacts(dataset=best.dataset, learner=best.learner, corrected=best.corrected.value) for best in found)
        or None
    )


DATA = Fact(name="known_data", source=Analysed, compute=_data)
CLASSES = Fact(name="known_classes", source=Analysed, compute=_classes)
MISSING = Fact(name="known_missing", source=Analysed, compute=_missing)
SPLITS = Fact(name="known_splits", source=Analysed, compute=_splits)
LEARNERS = Fact(name="known_learners", source=Analysed, compute=_learners)
PREPARATION = Fact(name="known_preparation", source=Analysed, compute=_preparation)
TUNING = Fact(name="known_tuning", source=Analysed, compute=_tuning)
MEASURES = Fact(name="known_measures", source=Analysed, compute=_measures)
INTERVALS = Fact(name="known_intervals", source=Analysed, compute=_intervals)
TEST = Fact(name="known_test", source=Analysed, compute=_test)
VERDICT = Fact(name="known_verdict", source=Analysed, compute=_verdict)
SCOPE = Fact(name="known_scope", source=Analysed, compute=_verdict)
BASELINES = Fact(name="known_baselines", source=Analysed, compute=_baselines)
DUPLICATES = Fact(name="known_duplicates", source=Analysed, compute=lambda study: _check(study, "check.duplicates", "check.groups_ignored", "check.time_order"))  # fmt: skip
LEAKS = Fact(
    name="known_leaks", source=Analysed, compute=lambda study: _check(study, "check.leak", "check.identifiers")
)
ENVIRONMENT = Fact(name="known_environment", source=Analysed, compute=_environment)
COMPUTE = Fact(name="known_compute", source=Analysed, compute=_compute)
FILE = Fact(name="known_file", source=Analysed, compute=_file)
FAILURES = Fact(name="known_failures", source=Analysed, compute=_failures)
SHIFTS = Fact(name="known_shifts", source=Analysed, compute=_shifts)
CORRECTED_BEST = Fact(name="known_best", source=Analysed, compute=_best)

# Every fact, with where the study knows it from.
KNOWLEDGE: Mapping[Fact[Analysed, Any], str] = {
    DATA: "the data sets as the study file describes them",
    CLASSES: "the target as the study file stores it",
    MISSING: "the data sets as the study file describes them",
    SPLITS: "the plan of splits in the study file",
    LEARNERS: "the learners as the study file describes them",
    PREPARATION: "the learners as the study file describes them",
    TUNING: "the searches that the study file stores",
    MEASURES: "the design of the study",
    INTERVALS: "the scores of the study",
    TEST: "the comparison by the primary measure",
    VERDICT: "the comparison by the primary measure",
    SCOPE: "the comparison by the primary measure",
    BASELINES: "the check against constant answers",
    DUPLICATES: "checks of the study (`bakeoff checks`)",
    LEAKS: "checks of the study (`bakeoff checks`)",
    ENVIRONMENT: "the environment that the run stored",
    COMPUTE: "the units of the study file",
    FILE: "the study file",
    FAILURES: "the units of the study file",
    SHIFTS: "the conditions of the study",
    CORRECTED_BEST: "the stored predictions, drawn again (BBC-CV)",
}
