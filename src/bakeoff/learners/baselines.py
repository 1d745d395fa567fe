"""Baselines: what can be said without looking at the features; Holte's one rule has a file of its own."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Dataset, Task
from bakeoff.learners.fingerprint import settings_text
from bakeoff.learners.learner import Outputs, checked_name
from bakeoff.learners.one_rule import OneRule, needs_classes
from bakeoff.predictions.predictions import Output

__all__ = ["BASELINES", "Majority", "Mean", "Median", "OneRule", "Prior", "Random"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConstantModel:
    """Says the same of every row."""

    label: Array  # of one entry
    proba: Array | None = None  # (1, K)

    def predict(self, features: Array) -> Outputs:
        """The one answer, as often as there are rows."""
        rows = len(features)
        proba = None if self.proba is None else np.repeat(self.proba, rows, axis=0)
        return Outputs(label=np.repeat(self.label, rows), proba=proba)


@dataclass(frozen=True, slots=True)
class FeatureFree:
    """What all of these share: a name, and that no column is looked at."""

    name: str
    gives: ClassVar[frozenset[Output]] = frozenset({Output.LABEL})
    numbers: ClassVar[bool] = False  # predicts numbers, not classes

    def __post_init__(self) -> None:
        checked_name(self.name)

    @property
    def settings(self) -> str:
        """Everything that changes the outcome."""
        return settings_text(baseline=type(self).__name__.lower())

    def describe(self, data: Dataset | None = None) -> str:
        """What happens to the columns first, in words."""
        return "none: the columns are not looked at"

    def refuses(self, data: Dataset) -> str:
        """Why this learner cannot learn from that data set; empty if it can."""
        if not self.numbers:
            return needs_classes(self.name, data)
        if data.task is Task.REGRESSION:
            return ""
        return f"learner {self.name!r} predicts numbers, but the target of {data.name!r} is {data.task.value}"

    def target(self, train: Dataset) -> Array:
        """Training targets: class shares or numbers; refuses what has none."""
        reason = self.refuses(train) or ("" if len(train) else f"learner {self.name!r} was given no training rows")
        if reason:
            raise BadInput(reason)
        return train.target if self.numbers else np.bincount(train.target, minlength=len(train.classes)) / len(train)


@dataclass(frozen=True, slots=True)
class Majority(FeatureFree):
    """Always the most frequent class of the training part, the first of them if several are."""

    name: str = "majority"

    def fit(self, train: Dataset, rng: np.random.Generator) -> ConstantModel:
        """Count the classes."""
        return ConstantModel(label=np.array([np.argmax(self.target(train))]))


@dataclass(frozen=True, slots=True)
class Prior(FeatureFree):
    """The most frequent class, with the class shares of the training part as probabilities."""

    name: str = "prior"
    gives: ClassVar[frozenset[Output]] = frozenset({Output.LABEL, Output.PROBA})

    def fit(self, train: Dataset, rng: np.random.Generator) -> ConstantModel:
        """Count the classes."""
        shares = self.target(train)
        return ConstantModel(label=np.array([np.argmax(shares)]), proba=shares[None, :])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RandomModel:
    """Draws a class for every row; asked again for as many rows, it says the same again."""

    shares: Array
    seed: int

    def predict(self, features: Array) -> Outputs:
        """One draw per row; the probabilities are those of the draw."""
        rows = len(features)
        label = np.random.default_rng(self.seed).choice(len(self.shares), size=rows, p=self.shares)
        return Outputs(label=label.astype(np.int64), proba=np.repeat(self.shares[None, :], rows, axis=0))


@dataclass(frozen=True, slots=True)
class Random(FeatureFree):
    """A class by lot: in the proportions of the training part ("stratified"), or all alike ("uniform")."""

    name: str = "random"
    draw: Literal["stratified", "uniform"] = "stratified"
    gives: ClassVar[frozenset[Output]] = frozenset({Output.LABEL, Output.PROBA})

    def __post_init__(self) -> None:
        checked_name(self.name)
        if self.draw not in ("stratified", "uniform"):
            raise BadInput(f'learner {self.name!r}: draw must be "stratified" or "uniform", not {self.draw!r}')

    @property
    def settings(self) -> str:
        """Everything that changes the outcome."""
        return settings_text(baseline="random", draw=self.draw)

    def fit(self, train: Dataset, rng: np.random.Generator) -> RandomModel:
        """Count the classes and keep a seed."""
        shares = self.target(train)
        if self.draw == "uniform":
            shares = (shares > 0) / np.count_nonzero(shares)
        return RandomModel(shares=shares, seed=int(rng.integers(2**63)))


@dataclass(frozen=True, slots=True)
class Mean(FeatureFree):
    """Always the mean of the training targets: the least squared error without features."""

    name: str = "mean"
    numbers: ClassVar[bool] = True

    def fit(self, train: Dataset, rng: np.random.Generator) -> ConstantModel:
        """Average the targets."""
        return ConstantModel(label=np.array([np.mean(self.target(train))]))


@dataclass(frozen=True, slots=True)
class Median(FeatureFree):
    """Always the median of the training targets: the least absolute error without features."""

    name: str = "median"
    numbers: ClassVar[bool] = True

    def fit(self, train: Dataset, rng: np.random.Generator) -> ConstantModel:
        """Take the middle of the targets."""
        return ConstantModel(label=np.array([np.median(self.target(train))]))


BASELINES: dict[str, type[Majority | Prior | Random | Mean | Median | OneRule]] = {
    "majority": Majority,
    "prior": Prior,
    "random": Random,
    "mean": Mean,
    "median": Median,
    "one-rule": OneRule,
}
