"""Fits inside a training part: how their keys are written, and which rows they train and test on.

The condition of such a unit is text such as `kfold(3)/0.2/4-9`: the inner scheme, its repeat and fold, and the candidates
that share this fit; `@120` limits the training part to so many rows. The rows follow from the key, the data set without its
features, and the plan, so nothing about them is stored. ` of W%20%3E%20W` at the end names another training part than that of the
plain split: the rows of a condition, or all rows. Such rows are stored with the unit.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.seeds import rng_for, seed_for
from bakeoff.data.dataset import Dataset
from bakeoff.runs.assemble import HasTarget
from bakeoff.runs.unit import UnitKey
from bakeoff.splits.catalogue import scheme_from
from bakeoff.splits.plan import Scheme, Split, SplitPlan
from bakeoff.splits.training_sizes import nested_order, subset

__all__ = [
    "INNER",
    "InnerPlace",
    "inner_rows",
    "inner_scheme",
    "inner_splits",
    "numbers_text",
    "search_of",
    "smaller_part",
]

INNER = "inner"  # the role of a fit inside a training part
_PLACE = re.compile(r"(.+)/(\d{1,6})\.(\d{1,6})/([\d,-]+)(?:@(\d{1,12}))?(?: of ([\w.~%-]+))?")
_OF = " of "
_MOST = 100_000  # candidates of one fit


@dataclass(frozen=True, slots=True, kw_only=True)
class InnerPlace:
    """Which inner split, which candidates, how many training rows (0: all), of which training part (empty: of the plain split)."""

    scheme: str
    repeat: int
    fold: int
    candidates: tuple[int, ...]
    rows: int = 0
    part: str = ""

    def __str__(self) -> str:
        limit, part = f"@{self.rows}" if self.rows else "", f"{_OF}{quote(self.part, safe='')}" if self.part else ""
        return f"{self.scheme}/{self.repeat}.{self.fold}/{numbers_text(self.candidates)}{limit}{part}"

    @classmethod
    def read(cls, text: str) -> "InnerPlace":
        """The inverse of its text.

        >>> InnerPlace.read("kfold(3)/0.2/0-2,7@40")
        InnerPlace(scheme='kfold(3)', repeat=0, fold=2, candidates=(0, 1, 2, 7), rows=40, part='')
        """
        parts = _PLACE.fullmatch(text)
        if parts is None:
            raise BadInput(f"{text!r} is not an inner split")
        scheme, repeat, fold, candidates, rows, part = parts.groups()
        return cls(
            scheme=scheme,
            repeat=int(repeat),
            fold=int(fold),
            candidates=tuple(_numbers(candidates)),
            rows=int(rows or 0),
            part=unquote(part or ""),
        )


def numbers_text(numbers: Sequence[int]) -> str:
    """Whole numbers with runs shortened.

    >>> numbers_text([0, 1, 2, 7])
    '0-2,7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _numbers(text: str) -> Iterable[int]:
    total = 0
    for part in text.split(","):
        first, _, last = part.partition("-")
        low, high = int(first), int(last or first)
        total += high - low + 1
        if total > _MOST:
            raise BadInput(f"an inner split names more than {_MOST} candidates")
        yield from range(low, high + 1)


def search_of(inner: UnitKey) -> UnitKey:
    """The search for which an inner fit was made; its condition is the training part, empty for that of the plain split."""
    part = inner.condition.rpartition(_OF)[2] if _OF in inner.condition else ""
    return replace(inner, role="test", condition=unquote(part))


def inner_scheme(scheme: Scheme, data: HasTarget, split: Split) -> Scheme:
    """The scheme with groups kept whole where the outer split keeps them whole."""
    groups = getattr(data, "groups", None)
    if groups is None or getattr(scheme, "groups", None) is not False:
        return scheme
    apart = not np.isin(_texts(groups[split.test]), _texts(groups[split.train])).any()
    return replace(scheme, groups=True) if apart else scheme  # type: ignore[type-var]  # every scheme with groups is a dataclass


def inner_splits(data: HasTarget, train: Array, scheme: Scheme, seed: int, key: str) -> tuple[Split, ...]:
    """The splits of a training part, as positions in the whole data set; only rows of that part occur in them."""
    part = _without_features(data).take(train)
    plan = scheme.plan(part, seed_for(seed, f"inner/{key}"))
    return tuple(
        Split(repeat=split.repeat, fold=split.fold, train=train[split.train], test=train[split.test])
        for split in plan.splits
    )


def smaller_part(data: HasTarget, train: Array, rows: int, seed: int, key: str) -> Array:
    """The first so many rows of a training part, every class with its share; smaller parts lie in larger ones."""
    if not rows or rows >= len(train):
        return train
    strata = data.task.strata(data.target[train])
    order = nested_order(strata, len(train), rng_for(seed, f"rung/{key}"))
    return np.asarray(train[np.sort(order[:rows])])


def inner_rows(data: Any, plan: SplitPlan, key: UnitKey) -> tuple[Array, Array]:
    """The positions that an inner fit trains on, and those it predicts: once for each of its candidates."""
    place = InnerPlace.read(key.condition)
    if place.part:
        raise BadInput(f"the rows of {place.part!r} do not follow from the plan")
    for split in _splits(data, plan, search_of(key), place.scheme):
        if (split.repeat, split.fold) == (place.repeat, place.fold):
            train = smaller_part(data, split.train, place.rows, plan.seed, _names(key))
            return train, np.tile(split.test, len(place.candidates))
    raise BadInput(f"{place.scheme} has no fold {place.fold} in repeat {place.repeat}")


@lru_cache(maxsize=256)
def _splits(data: Any, plan: SplitPlan, outer: UnitKey, scheme: str) -> tuple[Split, ...]:
    """The same for all candidates, and asked for each of them."""
    strata = data.task.strata(data.target)
    split = plan.split(outer.repeat, outer.fold)
    train = subset(plan, outer.repeat, outer.fold, outer.size, strata) if outer.size else split.train
    return inner_splits(data, train, scheme_from(scheme), plan.seed, _names(outer))


def _names(key: UnitKey) -> str:
    """What the inner splits of an outer unit are drawn from: the same for all learners."""
    return f"{key.dataset}/{key.scheme}/{key.repeat}/{key.fold}/{key.size}"


def _without_features(data: HasTarget) -> Dataset:
    """Rows and target alone: all that a scheme may look at."""
    return Dataset(
        name=str(getattr(data, "name", "")),
        task=data.task,
        features=np.empty((len(data.target), 0)),
        target=data.target,
        columns=(),
        classes=data.classes,
        positive=data.positive,
        groups=getattr(data, "groups", None),
        time=data.time,
        rows=data.rows,
    )


def _texts(values: Array) -> Array:
    return values.astype(str) if values.dtype == object else values
