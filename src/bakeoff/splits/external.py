"""Splits made elsewhere: any scikit-learn splitter, or a list of (train, test) positions."""

import warnings
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput
from bakeoff.core.seeds import seed_for
from bakeoff.data.dataset import Dataset
from bakeoff.splits.checks import checked_plan, enough_rows
from bakeoff.splits.plan import Split, SplitPlan, complement

__all__ = ["FromSklearn", "PredefinedPlan"]

_IGNORED = "groups parameter is ignored"  # the plan says so itself, and what to do about it
_CURE = "check the splitter, or use one of bakeoff's own schemes"


@dataclass(frozen=True, slots=True)
class FromSklearn:
    """The splits of a scikit-learn splitter: an object with `split(X, y, groups)`.

    It is copied and, if its `random_state` is None, seeded from the study, so that the plan can be drawn again.
    """

    splitter: Any

    def __post_init__(self) -> None:
        if isinstance(self.splitter, type) or not callable(getattr(self.splitter, "split", None)):
            raise BadInput(
                f"{self.splitter!r} is not a splitter: it has no split(X, y, groups); give a splitter object"
            )

    @property
    def name(self) -> str:
        text = " ".join(repr(self.splitter).split())
        return f"sklearn:{type(self.splitter).__name__}" if " at 0x" in text else f"sklearn:{text}"

    @property
    def title(self) -> str:
        """The scheme in words."""
        return f"scikit-learn's {type(self.splitter).__name__}"

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """Ask the splitter for its rows, and check them."""
        enough_rows(data, 2, self.name, "bring at least two rows")
        splitter = deepcopy(self.splitter)
        if getattr(splitter, "random_state", 0) is None:
            splitter.random_state = seed_for(seed, "splits/sklearn") % 2**32
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            try:
                pairs = list(splitter.split(data.features, data.target, data.groups))
            except (ValueError, TypeError) as error:
                raise BadInput(f"data set {data.name!r}: {self.name} cannot split it: {error}; {_CURE}") from None
        messages = [str(warning.message) for warning in heard if _IGNORED not in str(warning.message)]
        grouped = "group" in type(splitter).__name__.lower()
        splits = _numbered(pairs, len(data))
        return checked_plan(self.name, data, seed, splits, cure=_CURE, warnings=messages, grouped=grouped)


@dataclass(frozen=True, slots=True, eq=False)
class PredefinedPlan:
    """Splits given as positions: pairs of (train, test).

    >>> PredefinedPlan([([0, 1], [2]), ([1, 2], [0])]).title
    '2 splits given as positions'
    """

    pairs: Iterable[tuple[ArrayLike, ArrayLike]]
    name: str = field(init=False)  # made of the positions

    def __post_init__(self) -> None:
        try:
            pairs = tuple((_positions(train), _positions(test)) for train, test in self.pairs)
        except (TypeError, ValueError):
            raise BadInput("splits must be pairs of (train, test) positions: whole numbers from 0") from None
        object.__setattr__(self, "pairs", pairs)
        digest = sha256()
        for train, test in pairs:
            digest.update(train.tobytes() + b"|" + test.tobytes())
        object.__setattr__(self, "name", f"predefined({digest.hexdigest()[:12]})")

    @property
    def title(self) -> str:
        """The scheme in words."""
        return f"{len(tuple(self.pairs))} splits given as positions"

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """The given rows, checked."""
        enough_rows(data, 2, "a split", "bring at least two rows")
        pairs = [(np.asarray(train), np.asarray(test)) for train, test in self.pairs]
        return checked_plan(self.name, data, seed, _numbered(pairs, len(data)), cure="correct the given positions")


def _positions(values: ArrayLike) -> Array:
    array = np.asarray(values)
    if array.dtype == bool:
        array = np.flatnonzero(array)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise BadInput(f"positions must be a list of whole numbers, not of kind {array.dtype} and shape {array.shape}")
    return frozen(array, np.int64)


def _numbered(pairs: list[tuple[Array, Array]], rows: int) -> list[Split]:
    """Give each pair its repeat and fold: blocks that test every row once are repeats; otherwise disjoint test parts
    are folds of one repeat, and overlapping ones repeats of one fold.
    """
    tests = [np.asarray(test) for _, test in pairs]
    starts = _blocks(tests, rows)
    if starts is None:
        total = np.concatenate(tests) if tests else np.empty(0, dtype=np.int64)
        disjoint = len(np.unique(total)) == len(total)
        starts = [0] if disjoint else list(range(len(tests)))
    repeats = np.searchsorted(starts, np.arange(len(pairs)), side="right") - 1
    return [
        _split(int(repeat), position - starts[repeat], np.asarray(train), tests[position], rows)
        for position, ((train, _), repeat) in enumerate(zip(pairs, repeats, strict=True))
    ]


def _blocks(tests: list[Array], rows: int) -> list[int] | None:
    """Where each repeat starts, if the test parts, taken in order, cover all rows exactly once again and again."""
    starts, tested = [0], np.zeros(rows, dtype=bool)
    for position, test in enumerate(tests):
        if tested.all():
            starts.append(position)
            tested[:] = False
        if test.size and (test.min() < 0 or test.max() >= rows or tested[test].any()):
            return None
        tested[test] = True
    return starts if tested.all() else None


def _split(repeat: int, fold: int, train: Array, test: Array, rows: int) -> Split:
    """Kept in the short form where everything that is not tested trains."""
    usual = len(train) + len(test) == rows and bool(test.size) and 0 <= test.min() and test.max() < rows
    if usual and np.array_equal(train, complement(test, rows)):
        return Split(repeat=repeat, fold=fold, test=test, rows=rows)
    return Split(repeat=repeat, fold=fold, train=train, test=test)
