"""Split, SplitPlan and Scheme: the exact rows, drawn once per data set, shared by every learner."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

import numpy as np

from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Dataset

__all__ = ["Scheme", "Split", "SplitPlan"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Split:
    """Which positions of the data set train and which test."""

    repeat: int
    fold: int
    train: Array
    test: Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "train", frozen(self.train, np.int64))
        object.__setattr__(self, "test", frozen(self.test, np.int64))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SplitPlan:
    """All splits of one data set, in order of repeat and fold. Pairing is then a fact, not a hope."""

    scheme: str  # the scheme's own text, for example "10-fold, stratified, 10 repeats"
    dataset: str  # fingerprint of the data set
    seed: int
    splits: tuple[Split, ...]

    def __len__(self) -> int:
        return len(self.splits)

    def split(self, repeat: int, fold: int) -> Split:
        """The split of that repeat and fold."""
        for one in self.splits:
            if (one.repeat, one.fold) == (repeat, fold):
                return one
        raise BadInput(f"the plan has no fold {fold} in repeat {repeat}")

    @property
    def repeats(self) -> int:
        """How many repeats the plan holds."""
        return 1 + max((one.repeat for one in self.splits), default=-1)

    @property
    def test_share(self) -> float:
        """Mean n_test / n_train over the splits: the rho/(1-rho) of the corrected resampled t-test."""
        return float(np.mean([len(one.test) / len(one.train) for one in self.splits]))

    @property
    def overlapping(self) -> bool:
        """Whether training parts of different splits share rows, so that scores are not independent."""
        seen: set[int] = set()
        for one in self.splits:
            mine = set(one.train.tolist())
            if seen & mine:
                return True
            seen |= mine
        return False

    @property
    def fingerprint(self) -> str:
        """sha256 over all rows of all splits."""
        digest = sha256(f"{self.scheme}\0{self.dataset}".encode())
        for one in self.splits:
            digest.update(f"{one.repeat}/{one.fold}/{len(one.train)}/{len(one.test)}".encode())
            digest.update(np.ascontiguousarray(one.train).tobytes())
            digest.update(np.ascontiguousarray(one.test).tobytes())
        return digest.hexdigest()


class Scheme(Protocol):
    """A way of splitting: three or four fields, and one method. There is no splitter class tree."""

    @property
    def name(self) -> str:
        """Short text that identifies the scheme and its settings, for example "kfold(10, repeats=10, stratify)"."""
        ...

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """Draw the rows, or raise BadInput with the cure if that cannot be."""
        ...
