"""Split, SplitPlan and Scheme: the exact rows, drawn once per data set, shared by every learner."""

from bisect import bisect_left
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Dataset

__all__ = ["Scheme", "Split", "SplitPlan", "complement"]


def complement(test: Array, rows: int) -> Array:
    """All of `rows` positions that are not in `test`, ascending.

    >>> complement(np.array([1, 3]), 5).tolist()
    [0, 2, 4]
    """
    keep = np.ones(rows, dtype=bool)
    keep[test] = False
    return np.flatnonzero(keep)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, init=False)
class Split:
    """Which positions of the data set train and which test.

    Give `train` itself, or the number of `rows`: then everything that is not tested trains, and `train` is worked out
    each time it is asked for (ten times ten folds of a million rows would otherwise fill seven gigabytes).

    >>> Split(repeat=0, fold=0, test=[1, 3], rows=5).train.tolist()
    [0, 2, 4]
    """

    repeat: int
    fold: int
    test: Array
    rows: int  # of the whole data set; 0 where `train` was given instead
    _train: Array | None

    def __init__(
        self, *, repeat: int, fold: int, test: ArrayLike, train: ArrayLike | None = None, rows: int = 0
    ) -> None:
        if train is None and rows < 1:
            raise BadInput("a split needs its training rows, or the number of rows of the data set")
        put = object.__setattr__
        put(self, "repeat", repeat)
        put(self, "fold", fold)
        put(self, "test", frozen(test, np.int64))
        put(self, "rows", 0 if train is not None else int(rows))
        put(self, "_train", None if train is None else frozen(train, np.int64))

    @property
    def train(self) -> Array:
        """The training positions."""
        return frozen(complement(self.test, self.rows)) if self._train is None else self._train

    @property
    def n_train(self) -> int:
        """How many rows train, repetitions counted."""
        return self.rows - len(self.test) if self._train is None else len(self._train)

    @property
    def n_test(self) -> int:
        """How many rows test."""
        return len(self.test)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SplitPlan:
    """All splits of one data set, in order of repeat and fold. Pairing is then a fact, not a hope."""

    scheme: str  # the scheme's own text, for example "kfold(10, repeats=10)"
    dataset: str  # fingerprint of the data set
    seed: int
    splits: tuple[Split, ...]
    warnings: tuple[str, ...] = ()  # what could not be done quite as asked, in words

    def __post_init__(self) -> None:
        in_order = sorted(self.splits, key=lambda split: (split.repeat, split.fold))
        object.__setattr__(self, "splits", tuple(in_order))

    def __len__(self) -> int:
        return len(self.splits)

    def split(self, repeat: int, fold: int) -> Split:
        """The split of that repeat and fold."""
        index = bisect_left(self.splits, (repeat, fold), key=lambda split: (split.repeat, split.fold))
        if index < len(self.splits) and (self.splits[index].repeat, self.splits[index].fold) == (repeat, fold):
            return self.splits[index]
        raise BadInput(f"the plan has no fold {fold} in repeat {repeat}")

    @property
    def repeats(self) -> int:
        """How many repeats the plan holds."""
        return 1 + max((split.repeat for split in self.splits), default=-1)

    @property
    def test_share(self) -> float:
        """Mean n_test / n_train over the splits: the rho/(1-rho) of the corrected resampled t-test."""
        return float(np.mean([split.n_test / split.n_train for split in self.splits]))

    @property
    def with_replacement(self) -> bool:
        """Whether training rows are drawn with replacement, as a bootstrap does."""
        return any(len(np.unique(split.train)) < split.n_train for split in self.splits[:3])

    @property
    def overlapping(self) -> bool:
        """Whether training parts of different splits share rows, so that scores are not independent.

        Rows are marked split by split and the first row met twice ends the search, which for every usual scheme is in
        the second split.
        """
        used = np.zeros(0, dtype=bool)
        for split in self.splits:
            train = split.train
            grow = int(train.max(initial=-1)) + 1 - len(used)
            if grow > 0:
                used = np.concatenate([used, np.zeros(grow, dtype=bool)])
            if used[train].any():
                return True
            used[train] = True
        return False

    @property
    def fingerprint(self) -> str:
        """sha256 over all rows of all splits."""
        digest = sha256(f"{self.scheme}\0{self.dataset}".encode())
        for split in self.splits:
            digest.update(f"{split.repeat}/{split.fold}/{split.n_train}/{split.n_test}/{split.rows}".encode())
            if not split.rows:  # else the training part follows from the test part
                digest.update(np.ascontiguousarray(split.train).tobytes())
            digest.update(np.ascontiguousarray(split.test).tobytes())
        return digest.hexdigest()


class Scheme(Protocol):
    """A way of splitting: three or four fields, and one method. There is no splitter class tree."""

    @property
    def name(self) -> str:
        """Short text that identifies the scheme and its settings, for example "kfold(10, repeats=10)"."""
        ...

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """Draw the rows, or raise BadInput with the cure if that cannot be."""
        ...
