"""StoredStudy: what the study file holds about a study besides its units, so that analysis needs neither data nor learners."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from bakeoff.core.errors import StudyFileError
from bakeoff.core.notes import Note
from bakeoff.data.dataset import Dataset
from bakeoff.data.profiling.profile import Profile
from bakeoff.runs.store.ledger import Ledger
from bakeoff.splits.plan import SplitPlan
from bakeoff.study.analysis.cards import DatasetCard, LearnerCard
from bakeoff.study.spec.options import StudyOptions, stored_options

__all__ = ["IMPORTED_LEARNERS", "STUDY_TOML", "DomainDesign", "StoredStudy", "design_of", "domain_design"]

IMPORTED_LEARNERS = "imported"  # under this name a study file lists learners whose predictions were made elsewhere
STUDY_TOML = "study_toml"  # under this name it holds the path of the TOML file it was run from


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainDesign:
    """One data set, described, with the addresses of its splits."""

    card: DatasetCard
    splits: tuple[tuple[int, int], ...]  # (repeat, fold)
    test_share: float
    overlapping: bool
    frame: str  # the kind of frame the data came in
    plan_warnings: tuple[str, ...] = ()
    duplicated: int = 0  # rows whose features repeat those of an earlier row
    leaks: tuple[str, ...] = ()  # columns that nearly give the target away
    train_rows: int = 0  # of a usual training part; 0 in older files
    sizes: tuple[int, ...] = ()  # smaller training parts of learning curves, in rows

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> "DomainDesign":
        """Back from plain JSON."""
        card = {key: _tupled(value) for key, value in found["card"].items()}
        rest = {key: _tupled(value) for key, value in found.items() if key != "card"}
        return replace(cls(card=DatasetCard(**card), **rest), splits=tuple((r, f) for r, f in found["splits"]))


@dataclass(frozen=True, kw_only=True)
class StoredStudy(StudyOptions):
    """The study as its file tells it."""

    scheme: str
    domains: tuple[DomainDesign, ...]
    learners: tuple[LearnerCard, ...]
    measures: tuple[str, ...]
    primary: str
    study_hash: str

    @classmethod
    def from_json(cls, spec: dict[str, Any], domains: Sequence[dict[str, Any]], study_hash: str) -> "StoredStudy":
        """From the study's card and the design of each data set."""
        return cls(
            scheme=spec["scheme"],
            domains=tuple(DomainDesign.from_json(one) for one in domains),
            learners=tuple(LearnerCard(**one) for one in spec["learners"]),
            measures=tuple(spec["measures"]),
            primary=spec["primary"],
            study_hash=study_hash,
            **stored_options(spec),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The learners' names, in the order of the study."""
        return tuple(one.name for one in self.learners)

    @property
    def units(self) -> int:
        """How many units the study has, learning curves aside."""
        return len(self.learners) * sum(len(one.splits) for one in self.domains)


def design_of(ledger: Ledger) -> StoredStudy:
    """What the file says about the study it holds."""
    spec, domains = ledger.get_meta("spec"), ledger.get_meta("domains")
    if spec is None or domains is None:
        raise StudyFileError("the file holds no study yet; `bakeoff run` writes one into it")
    own = {one["name"] for one in spec["learners"]}
    brought = [one for one in ledger.get_meta(IMPORTED_LEARNERS) or [] if one["name"] not in own]
    spec = {**spec, "learners": [*spec["learners"], *brought]}
    return StoredStudy.from_json(spec, domains, ledger.get_meta("study_hash") or "")


def domain_design(
    data: Dataset, plan: SplitPlan, warnings: Sequence[Note] = (), seen: Profile | None = None
) -> DomainDesign:
    """Describe a data set and its plan; the warnings are those of its profile that matter to the study."""
    counts = np.bincount(data.target, minlength=len(data.classes)).tolist() if data.task.labelled else []
    card = DatasetCard(
        name=data.name,
        task=data.task.value,
        n_rows=len(data),
        n_columns=len(data.columns),
        classes=data.classes,
        class_counts=tuple(counts),
        positive=data.positive,
        missing_share=float(np.isnan(data.features).mean()) if data.features.size else 0.0,
        fingerprint=plan.dataset,
        source=data.source,
        warnings=tuple(map(str, warnings)),
        codes=tuple(note.code for note in warnings),
        notes=data.notes,
    )
    return DomainDesign(
        card=card,
        splits=tuple((one.repeat, one.fold) for one in plan.splits),
        test_share=plan.test_share,
        overlapping=plan.overlapping,
        frame=data.frame,
        plan_warnings=plan.warnings,
        duplicated=0 if seen is None else seen.duplicated,
        leaks=() if seen is None else tuple(one.column for one in seen.leaks),
        train_rows=round(np.mean([one.n_train for one in plan.splits])),
    )


def _tupled(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
