"""ModelCard: everything that must be known of a deployed model, as plain facts that travel inside its file."""

from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from platform import python_version
from typing import Any

from bakeoff.core import __version__
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.data.tasks import MULTIOUTPUT
from bakeoff.deployment.column_facts import ColumnFacts
from bakeoff.estimates.estimate import Estimate

__all__ = ["FORMAT", "CardNote", "ModelCard", "ScoreFacts", "now_text", "versions_now"]

FORMAT = 1
_PACKAGES = ("numpy", "scipy", "scikit-learn", "skops")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreFacts:
    """A score with its interval; None where there is none."""

    value: float | None
    low: float | None
    high: float | None
    level: float
    method: str

    @classmethod
    def of(cls, estimate: Estimate) -> "ScoreFacts":
        """From an estimate; what is not finite is None."""
        value, low, high = (float(x) if isfinite(x) else None for x in (estimate.value, estimate.low, estimate.high))
        return cls(value=value, low=low, high=high, level=estimate.level, method=estimate.method)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardNote:
    """A remark as a card keeps it: its code and its words."""

    code: str
    text: str

    @classmethod
    def of(cls, note: Note) -> "CardNote":
        """From a note."""
        return cls(code=note.code, text=str(note))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """What the model is, how good, how it was chosen, and what its data were."""

    format: int
    created: str
    title: str  # of the study
    study_hash: str
    scheme: str
    splits: int
    learner: str
    settings: str
    preparation: str
    chosen: tuple[tuple[str, str], ...]  # settings that a search chose on all rows
    measure: str
    estimate: ScoreFacts
    naive: ScoreFacts | None  # the score that picked the learner, where one was picked
    picked_from: tuple[tuple[str, float | None], ...]  # the other learners' and its own score on the data set
    picked_share: float | None  # in what share of the resamples it is the best
    dataset: str
    source: str
    fingerprint: str
    task: str
    rows: int
    classes: tuple[str, ...]
    class_counts: tuple[int, ...]
    positive: str | None
    target_range: tuple[float, float] | None  # of numbers to be predicted
    columns: tuple[ColumnFacts, ...]
    known_levels_only: bool
    gives: tuple[str, ...]
    seed: int
    versions: tuple[tuple[str, str], ...]
    types: tuple[str, ...]  # that whoever loads the model has to trust
    notes: tuple[CardNote, ...]
    data_notes: tuple[str, ...]
    not_tested: tuple[CardNote, ...]
    training_seconds: float
    block: str = ""  # the kind of features that have no columns ...
    block_words: str = ""  # ... and what they are, in words

    @classmethod
    def from_json(cls, text: bytes, what: str) -> "ModelCard":
        """From the file of a model, which may be a stranger's."""
        from pydantic import TypeAdapter, ValidationError

        refused = f"{what} contains no card that bakeoff can read; use the file only if you trust its source, and deploy the model again"
        try:
            card = TypeAdapter(cls).validate_json(text)
        except (ValidationError, RecursionError):
            raise BadInput(refused) from None
        if card.format != FORMAT:
            raise BadInput(
                f"{what} was written by another version of bakeoff; install that version, or deploy the model again"
            )
        if (not card.columns and not card.block) or len({column.name for column in card.columns}) < len(card.columns):
            raise BadInput(refused)
        return card

    @property
    def predicts_numbers(self) -> bool:
        """Whether the names in `classes` are those of several numbers."""
        return self.task == MULTIOUTPUT.name

    def to_json(self) -> bytes:
        """For the file of the model."""
        from pydantic import TypeAdapter

        return TypeAdapter(type(self)).dump_json(self, indent=1)

    def to_dict(self) -> dict[str, Any]:
        """As JSON knows it."""
        from pydantic import TypeAdapter

        body: dict[str, Any] = TypeAdapter(type(self)).dump_python(self, mode="json")
        return body


def versions_now() -> tuple[tuple[str, str], ...]:
    """What the model is trained and saved with."""
    versions = [("Python", python_version()), ("bakeoff", __version__)]
    for package in _PACKAGES:
        try:
            versions.append((package, version(package)))
        except PackageNotFoundError:
            continue
    return tuple(versions)


def now_text() -> str:
    """Date and time to the second, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
