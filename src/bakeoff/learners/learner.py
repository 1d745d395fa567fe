"""Outputs, Model and Learner: two protocols and what passes between them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from bakeoff.core.checks import Array, unmasked
from bakeoff.core.errors import BadInput
from bakeoff.core.text import LONGEST_NAME
from bakeoff.data.blocks import Rows
from bakeoff.data.dataset import Dataset
from bakeoff.predictions.predictions import Output

__all__ = [
    "Describes",
    "Learner",
    "Model",
    "Outputs",
    "Prepares",
    "ReadsParams",
    "Refuses",
    "checked_name",
    "left_out_by",
    "predicted",
    "preparation_of",
    "refusals_of",
    "steps_of",
]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outputs:
    """What a model says about rows: raw, not yet checked (the runner checks it and never coerces).

    `label` holds codes into the training data's classes, or numbers for regression; a label that is no class of the
    data set comes as text, and the array is then one of objects. `score` is (n,), larger for more of the positive class
    (of the second class if none is stated), or (n, K); `proba` is (n, K) in the order of the data set's classes; `sd` a
    standard deviation per row; `draws` (n, m): m draws from what each row's number may be; `quantiles`
    (n, 2m): m quantiles of it, then their levels. Masked values are missing.
    """

    label: Array | None = None
    score: Array | None = None
    proba: Array | None = None
    sd: Array | None = None
    draws: Array | None = None
    quantiles: Array | None = None

    def __post_init__(self) -> None:
        for output in Output:
            object.__setattr__(self, output.value, unmasked(getattr(self, output.value)))


class Model(Protocol):
    """What a fit returns."""

    def predict(self, features: Array) -> Outputs:
        """Say something about these rows (float64 (n, p), coded as in the training data)."""
        ...


class Learner(Protocol):
    """A way of learning. `fit` sees training rows only and returns a new object."""

    @property
    def name(self) -> str: ...

    @property
    def gives(self) -> frozenset[Output]: ...

    @property
    def settings(self) -> str:
        """Everything that changes the outcome, as stable text: parameters, steps, versions. Hashed into the unit."""
        ...

    def fit(self, train: Dataset, rng: np.random.Generator) -> Model: ...


@runtime_checkable
class Describes(Protocol):
    """A learner that says what it does to the columns first."""

    def describe(self) -> str:
        """What happens to the columns first, in words."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """A learner that changes the columns of some data sets first."""

    def steps(self, data: Dataset) -> tuple[str, ...]:
        """What happens to the columns of that data set first; empty if the learner gets them as they are."""
        ...


@runtime_checkable
class ReadsParams(Protocol):
    """A learner that knows which weights and other values of a data set it does not learn from."""

    def leaves_out(self, data: Dataset) -> tuple[str, ...]:
        """The names of what the user gave for learning and this learner does not take, such as sample_weight."""
        ...


@runtime_checkable
class Refuses(Protocol):
    """A learner that knows data sets it cannot learn from."""

    def refuses(self, data: Dataset) -> str:
        """Why this learner cannot learn from that data set; empty if it can."""
        ...


def predicted(model: Model, rows: Rows) -> Outputs:
    """What a model says about rows of a block; a model of an estimator may want them as they came, others get what the block holds."""
    by_block = getattr(model, "predict_rows", None)
    outputs: Outputs = by_block(rows) if callable(by_block) else model.predict(rows.native)
    return outputs


def preparation_of(learner: Learner) -> str:
    """What the learner does to the columns first, in words; empty if it does not say."""
    return learner.describe() if isinstance(learner, Describes) else ""


def steps_of(learner: Learner, data: Dataset) -> tuple[str, ...]:
    """What happens to the columns of that data set before the learner sees them; empty if nothing does."""
    return learner.steps(data) if isinstance(learner, Prepares) else ()


def left_out_by(learner: Learner, data: Dataset) -> tuple[str, ...]:
    """What the user gave for learning and this learner does not take; of a learner that does not state it, all of it."""
    if isinstance(learner, ReadsParams):
        return learner.leaves_out(data)
    return (*(["sample_weight"] if data.fit_weight is not None else []), *data.params)


def refusals_of(learner: Learner, datasets: Iterable[Dataset]) -> Iterator[str]:
    """Why the learner cannot learn from some of these data sets, such as a regressor from classes."""
    if isinstance(learner, Refuses):
        yield from filter(None, map(learner.refuses, datasets))


def checked_name(name: object) -> str:
    """A learner's name: text that is not empty."""
    if not isinstance(name, str) or not name.strip():
        raise BadInput(f"a learner needs a name that is not empty, but has {name!r}")
    if len(name) > LONGEST_NAME:
        raise BadInput(f"a learner has a name of {len(name):,} characters; use at most {LONGEST_NAME:,}")
    return name
