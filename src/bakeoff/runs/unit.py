"""UnitKey, Status and Run: the address and the outcome of one fit."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resources import Resources

__all__ = ["ALL_ROWS", "IMPORTED", "RESUBSTITUTION", "Failure", "Run", "Status", "UnitKey", "model_key"]

RESUBSTITUTION = "resubstitution"  # the role of a unit whose training rows are predicted
ALL_ROWS = "all rows"  # the condition of a unit that is trained on all rows of a data set and predicts them
IMPORTED = "imported:"  # how the content of a unit begins whose predictions were made elsewhere


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class UnitKey:
    """The address of one fit. Its text seeds the generator, so nothing else can change the outcome.

    >>> str(UnitKey(dataset="iris", learner="tree", scheme="kfold(10)", repeat=0, fold=3))
    'iris/tree/kfold(10)/0/3/test//0'
    """

    dataset: str
    learner: str
    scheme: str
    repeat: int
    fold: int
    role: str = "test"  # or "resubstitution", or "inner": a fit inside the training part
    condition: str = ""
    size: int = 0

    def __str__(self) -> str:
        parts = (self.dataset, self.learner, self.scheme, self.repeat, self.fold, self.role, self.condition, self.size)
        return "/".join(str(part).replace("\\", "\\\\").replace("/", "\\/") for part in parts)


def model_key(key: UnitKey) -> UnitKey:
    """The key whose text seeds the fit: a model does not depend on which rows it predicts afterwards.

    >>> model_key(UnitKey(dataset="d", learner="l", scheme="s", repeat=0, fold=0, role=RESUBSTITUTION)).role
    'test'
    """
    return replace(key, role="test")


class Status(StrEnum):
    """How a unit ended."""

    DONE = "done"
    FAILED = "failed"  # raised, crashed, timed out, ate the memory
    INVALID = "invalid"  # answered, but unusably


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """What went wrong, where, and what was last heard."""

    kind: str  # "exception", "invalid", "timeout", "memory", "signal", "exit"
    stage: str  # "load", "fit", "predict", "check"
    message: str  # one sentence
    detail: str = ""  # traceback or last output, capped


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Run:
    """One finished cell of the experiment."""

    key: UnitKey
    status: Status
    content: str  # hash of data, split and learner settings: decides what has changed
    predictions: Predictions | None = None
    resources: Resources = field(default_factory=Resources)
    failure: Failure | None = None
    warnings: tuple[str, ...] = ()  # each text once ...
    warning_counts: tuple[int, ...] = ()  # ... and how often it was heard
    facts: Mapping[str, Any] | None = None  # what else is known of the fit, as JSON: the search that chose its settings
