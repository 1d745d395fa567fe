"""A test set of its own: the first rows train, the rows of another file test, once."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from bakeoff.core.errors import BadInput
from bakeoff.data.blocks import CodedRows, Rows
from bakeoff.data.conditions import aligned, joined
from bakeoff.data.dataset import Dataset
from bakeoff.splits.checks import checked_plan
from bakeoff.splits.plan import Split, SplitPlan

__all__ = ["SeparateTest", "with_test_rows"]


@dataclass(frozen=True, slots=True, eq=False)
class SeparateTest:
    """One split of each data set: so many rows train, those after them test."""

    train_rows: Mapping[str, int]  # by data set

    @property
    def name(self) -> str:
        """Its text in keys."""
        return "separate-test"

    @property
    def title(self) -> str:
        """The scheme in words."""
        return "a separate test set"

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """The only split there is."""
        if data.name not in self.train_rows:
            raise BadInput(
                f"data set {data.name!r} has no test set of its own; name one with test, or use another scheme"
            )
        train = self.train_rows[data.name]
        split = Split(repeat=0, fold=0, train=np.arange(train), test=np.arange(train, len(data)))
        apart = data.groups is not None and not set(data.groups[:train].tolist()) & set(data.groups[train:].tolist())
        return checked_plan(self.name, data, seed, [split], cure="bring more rows", grouped=apart)


def _as_given(whole: Dataset, train: Dataset, test: Dataset) -> Rows:
    """The rows of both with the frames that they came in, where these have the same types; else as codes."""
    if not isinstance(train.block, CodedRows) or not isinstance(test.block, CodedRows):
        return whole.block
    first, second = train.block.origin, test.only([column.name for column in train.columns]).block
    assert isinstance(second, CodedRows)
    if not first.like(second.origin):
        return whole.block
    return CodedRows(whole.matrix, first.followed_by(second.origin))  # type: ignore[arg-type]


def with_test_rows(train: Dataset, test: Dataset) -> Dataset:
    """Both in one data set, the training rows first; columns and classes of the test rows must fit those of the training rows.

    Row ids of the test rows follow those of the training rows.
    """
    rows = aligned(train, test, f"test set of {train.name!r}")
    whole = joined(train, [rows], train.name)
    source = f"{train.source or train.name}, tested on {test.source or test.name}"
    return Dataset(
        name=train.name,
        task=whole.task,
        features=_as_given(whole, train, test),
        target=whole.target,
        columns=whole.columns,
        classes=whole.classes,
        positive=whole.positive,
        groups=whole.groups,
        time=whole.time,
        extra=whole.extra,
        fit_weight=whole.fit_weight,
        score_weight=whole.score_weight,
        params=whole.params,
        rows=np.arange(len(whole)),
        source=source,
        frame=whole.frame,
        notes=whole.notes,
    )
