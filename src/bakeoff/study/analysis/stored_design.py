"""StoredStudy: what the results file holds about a study besides its units, so that analysis needs neither data nor learners."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from bakeoff.core.errors import StudyFileError
from bakeoff.core.json_safe import tupled
from bakeoff.core.notes import Note
from bakeoff.data.dataset import Dataset
from bakeoff.data.profile import Profile
from bakeoff.runs.store.ledger import Ledger
from bakeoff.splits.checks import missing_entries
from bakeoff.splits.plan import SplitPlan
from bakeoff.study.analysis.data_evidence import DataEvidence, data_evidence
from bakeoff.study.analysis.own_measures import restore_own_measures
from bakeoff.study.spec.options import StudyOptions, stored_options
from bakeoff.study.spec.study_size import too_many

__all__ = [
    "IMPORTED_LEARNERS",
    "IMPORTED_SETTINGS",
    "INNER_UNITS",
    "STUDY_TOML",
    "DatasetCard",
    "DomainDesign",
    "LearnerCard",
    "StoredStudy",
    "design_of",
    "domain_design",
]

INNER_UNITS = (
    "inner_units"  # how many fits inside training parts each tuned learner asks for, and whether that is exact
)
IMPORTED_LEARNERS = "imported"  # under this name a results file lists learners whose predictions were made elsewhere
IMPORTED_SETTINGS = "predictions from "  # before the name of their file, in what such a learner shows as its settings
STUDY_TOML = "study_toml"  # under this name it holds the path of the TOML file it was run from


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
    codes: tuple[str, ...] = ()  # of the warnings, one each
    notes: tuple[str, ...] = ()
    characteristics: tuple[tuple[str, float], ...] = ()  # by name, those that apply
    block: str = ""  # what the features are where they have no columns: "a list of texts"


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnerCard:
    """One learner in the design card."""

    name: str
    settings: str
    preparation: str  # what happens to the data before the estimator sees it, in words
    imported_from: str | None = None  # the file of its predictions, if they were made outside the study
    language: str = ""  # in which they were made, as its importer states
    machine: str = ""

    @property
    def home(self) -> str | None:
        """The file of an imported learner, with its language and machine where they are stated."""
        stated = ", ".join(part for part in (self.language, self.machine) if part)
        return f"{self.imported_from} ({stated})" if self.imported_from is not None and stated else self.imported_from


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainDesign:
    """One data set, described, with the addresses of its splits."""

    card: DatasetCard
    splits: tuple[tuple[int, int], ...]  # (repeat, fold)
    test_share: float
    train_rows: int  # of a usual training part
    overlapping: bool
    frame: str  # the kind of frame the data came in
    plan_warnings: tuple[str, ...] = ()
    duplicated: int = 0  # rows whose features repeat those of an earlier row
    leaks: tuple[str, ...] = ()  # columns that nearly give the target away
    sizes: tuple[int, ...] = ()  # smaller training parts of learning curves, in rows
    test_groups: tuple[str, ...] = ()  # by split: the group of its test rows, empty where there are several
    test_times: tuple[
        int, ...
    ] = ()  # by split: the place of its test rows in time, where all splits go forward in time
    conditions: tuple[tuple[str, str, str], ...] = ()  # name, what differs in words, and what it is used for
    grid: tuple[tuple[str, str, str], ...] = ()  # condition of a unit, trained under, tested under
    preparations: tuple[tuple[str, str], ...] = ()  # learner, and what happens to the columns before it sees them
    weights: str = ""  # what the weights of rows are for: "fit", "score" or "both"; empty without weights
    left_out: tuple[tuple[str, str], ...] = ()  # learner, and what was given for learning that its fit does not take
    evidence: DataEvidence | None = None  # what checks read of columns and splits; None in files of an earlier version

    @property
    def share(self) -> float | None:
        """The test share that corrects for training parts that overlap; None where they do not."""
        return self.test_share if self.overlapping else None

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; what is empty is left out."""
        return {key: value for key, value in asdict(self).items() if value != () and (key, value) != ("weights", "")}

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> "DomainDesign":
        """Back from plain JSON."""
        card_names = {field.name for field in fields(DatasetCard)}
        card = {key: tupled(value) for key, value in facts["card"].items() if key in card_names}
        card["characteristics"] = tuple((str(name), float(value)) for name, value in card.get("characteristics", ()))
        names = {field.name for field in fields(cls)} - {"card"}  # a later version may describe more
        rest = {key: tupled(value) for key, value in facts.items() if key in names}
        rest["evidence"] = DataEvidence.from_json(facts.get("evidence"))
        return replace(cls(card=DatasetCard(**card), **rest), splits=tuple((r, f) for r, f in facts["splits"]))


@dataclass(frozen=True, kw_only=True)
class StoredStudy(StudyOptions):
    """The study as its file describes it."""

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
            domains=tuple(DomainDesign.from_json(domain) for domain in domains),
            learners=tuple(LearnerCard(**card) for card in spec["learners"]),
            measures=tuple(spec["measures"]),
            primary=spec["primary"],
            study_hash=study_hash,
            **stored_options(spec),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The learners' names, in the order of the study."""
        return tuple(learner.name for learner in self.learners)

    @property
    def units(self) -> int:
        """How many units the study has, learning curves aside."""
        return len(self.learners) * sum(len(domain.splits) for domain in self.domains)


def design_of(ledger: Ledger) -> StoredStudy:
    """What the file says about the study it holds."""
    spec, domains = ledger.get_meta("spec"), ledger.get_meta("domains")
    if spec is None or domains is None:
        raise StudyFileError("the file contains no study yet; `bakeoff run` writes one into it")
    try:
        return _design(ledger, spec, domains)
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise StudyFileError(
            f"the description of the study is not as bakeoff writes it ({str(error)[:200]}); use the file only if you trust"
            " its source, and run the study again"
        ) from error


def _design(ledger: Ledger, spec: Any, domains: Any) -> StoredStudy:
    restore_own_measures(ledger)
    imported = ledger.get_meta(IMPORTED_LEARNERS) or []
    learners = len(spec["learners"]) + len(imported)
    counts = {"data sets": len(domains), "measures": len(spec["measures"]), "pairs": len(spec.get("pairs", ()))}
    for problem in too_many({"learners": learners, **counts}):
        raise StudyFileError(f"the file says that it contains {problem}")
    own = {card["name"] for card in spec["learners"]}
    brought = [card for card in imported if card["name"] not in own]
    spec = {**spec, "learners": [*spec["learners"], *brought]}
    study = StoredStudy.from_json(spec, domains, ledger.get_meta("study_hash") or "")
    evidence = [domain.evidence for domain in study.domains if domain.evidence is not None]
    for part in (study, *study.learners, *study.domains, *(domain.card for domain in study.domains), *evidence):
        _check_types(part)
    return study


def _check_types(record: Any) -> None:
    """TypeError where a field holds what its annotation does not allow: the file may be a stranger's."""
    for name, hint in get_type_hints(type(record)).items():
        if not _fits(getattr(record, name), hint):
            raise TypeError(f"{name} contains a {type(getattr(record, name)).__name__} of another form")


def _fits(value: object, hint: Any) -> bool:
    """Whether the value is of that type; of types that JSON does not have nothing is known."""
    parts = get_args(hint)
    if get_origin(hint) is tuple:
        if parts[-1] is Ellipsis:
            return isinstance(value, tuple) and all(_fits(item, parts[0]) for item in value)
        return isinstance(value, tuple) and len(value) == len(parts) and all(map(_fits, value, parts))
    if get_origin(hint) is Literal:
        return value in parts
    if parts:
        return any(_fits(value, part) for part in parts)
    if hint in {int, float}:
        return isinstance(value, (int, hint)) and not isinstance(value, bool)
    return isinstance(value, hint) if hint in {str, bool, type(None)} else True


def _missing_share(data: Dataset) -> float:
    """Of all cells; 0 where the features have no columns."""
    return float(np.isnan(data.features).mean()) if data.columns and data.features.size else 0.0


def domain_design(
    data: Dataset,
    plan: SplitPlan,
    warnings: Sequence[Note] = (),
    profile: Profile | None = None,
    characteristics: tuple[tuple[str, float], ...] = (),
) -> DomainDesign:
    """Describe a data set and its plan; the warnings are those of its profile that matter to the study."""
    counts = np.bincount(data.target, minlength=len(data.classes)).tolist() if data.task.coded else []
    card = DatasetCard(
        name=data.name,
        task=data.task.name,
        n_rows=len(data),
        n_columns=len(data.columns),
        classes=data.classes,
        class_counts=tuple(counts),
        positive=data.positive,
        missing_share=_missing_share(data),
        fingerprint=plan.dataset,
        source=data.source,
        warnings=tuple(map(str, warnings)),
        codes=tuple(note.code for note in warnings),
        notes=data.notes,
        block="" if data.has_columns else data.block.describe(),
        characteristics=characteristics,
    )
    return DomainDesign(
        card=card,
        splits=tuple((split.repeat, split.fold) for split in plan.splits),
        test_share=plan.test_share,
        overlapping=plan.overlapping,
        frame=data.frame,
        plan_warnings=plan.warnings,
        duplicated=0 if profile is None else profile.duplicated,
        leaks=() if profile is None else tuple(leak.column for leak in profile.leaks),
        train_rows=round(np.mean([split.n_train for split in plan.splits])),
        test_groups=_test_groups(data, plan),
        test_times=_test_times(data, plan),
        weights=_weights(data),
        evidence=data_evidence(data, plan, profile),
    )


def _weights(data: Dataset) -> str:
    """What the weights of its rows are for."""
    if data.fit_weight is None:
        return "" if data.score_weight is None else "score"
    return "fit" if data.score_weight is None else "both"


def _test_groups(data: Dataset, plan: SplitPlan) -> tuple[str, ...]:
    """The group that each split tests, where the rows are in groups and some split tests a single one."""
    if data.groups is None:
        return ()
    tested = [data.groups[split.test] for split in plan.splits]
    names = tuple(str(groups[0]) if (groups == groups[0]).all() else "" for groups in tested)
    return names if any(names) else ()


def _test_times(data: Dataset, plan: SplitPlan) -> tuple[int, ...]:
    """The order of the test parts in time, where every split trains on earlier rows than it tests.

    Without times the order of the rows is the order in time. One split alone has no order.
    """
    times = np.arange(len(data)) if data.time is None else data.time
    if len(plan) < 2 or missing_entries(times).any():
        return ()
    moments = np.unique(times.astype(str) if times.dtype == object else times, return_inverse=True)[1]
    if not all(moments[split.train].max() < moments[split.test].min() for split in plan.splits):
        return ()
    return tuple(np.unique([moments[split.test].min() for split in plan.splits], return_inverse=True)[1].tolist())
