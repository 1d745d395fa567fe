"""K-fold cross-validation: plain, stratified, grouped, both, repeated; leave-one-out, 5x2 and 10x10."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.core.seeds import rng_for
from bakeoff.data.dataset import Dataset
from bakeoff.splits.checks import (
    Stratify,
    call_text,
    checked_plan,
    enough_rows,
    missing_entries,
    not_too_many,
    parse_stratify,
    rare_class_warnings,
    should_stratify,
)
from bakeoff.splits.label_folds import label_parts
from bakeoff.splits.plan import Split, SplitPlan

__all__ = ["FiveByTwo", "KFold", "LeaveOneOut", "TenByTen", "assign_folds", "group_codes", "group_folds"]


def group_codes(data: Dataset) -> Array:
    """0, 1, 2, ... per group; refuses a data set without groups or with rows that belong to none."""
    if data.groups is None:
        raise BadInput(f"data set {data.name!r} has no groups; name the group column or use groups=false")
    values = data.groups
    missing = missing_entries(values)
    if missing.any():
        raise BadInput(f"data set {data.name!r}: row {np.flatnonzero(missing)[0]} has no group; fill it in or drop it")
    codes: Array = np.unique(values.astype(str) if values.dtype == object else values, return_inverse=True)[1]
    return codes


def group_folds(groups: Array, folds: int, rng: np.random.Generator, strata: Array | None = None) -> Array:
    """The fold of each row, groups kept whole, large groups placed first, each where it hurts evenness least.

    With f the share of a stratum's rows in a fold, every group goes where the sum of f squared over folds and strata
    (all rows together count as one stratum) grows least.

    >>> fold = group_folds(np.array([0, 0, 0, 1, 1, 2]), 2, np.random.default_rng(0))
    >>> sorted(np.bincount(fold).tolist())
    [3, 3]
    """
    number = int(groups.max()) + 1
    table = np.bincount(groups, minlength=number)[:, None].astype(float)
    if strata is not None and strata.ndim == 2:
        by_label = np.stack([np.bincount(groups, weights=label, minlength=number) for label in strata.T], axis=1)
        table = np.hstack([table, by_label[:, by_label.sum(axis=0) > 0]])
    elif strata is not None:
        width = int(strata.max()) + 1
        by_class = np.bincount(groups * width + strata, minlength=number * width).reshape(number, width)
        table = np.hstack([table, by_class[:, by_class.sum(axis=0) > 0]])
    weight = table / table.sum(axis=0) ** 2
    shuffled = rng.permutation(number)
    order = shuffled[np.argsort(-table[shuffled, 0], kind="stable")]
    loads = np.zeros((folds, table.shape[1]))
    home = np.empty(number, dtype=np.int64)
    for group in order:
        home[group] = best = int(np.argmin(loads @ weight[group]))
        loads[best] += table[group]
    fold: Array = rng.permutation(folds)[home][groups]
    return fold


def assign_folds(rows: int, folds: int, rng: np.random.Generator, strata: Array | None = None) -> Array:
    """The fold of each row: shuffled, sorted by stratum, then dealt round like cards.

    So fold sizes differ by at most one, and so do the folds' counts of every stratum. Several labels (a matrix) are dealt by `label_parts`.

    >>> rng = np.random.default_rng(0)
    >>> fold = assign_folds(10, 3, rng, np.array([0, 0, 0, 0, 1, 1, 1, 1, 1, 1]))
    >>> np.bincount(fold[4:]).tolist()
    [2, 2, 2]
    """
    if strata is not None and strata.ndim == 2:
        return label_parts(strata, np.full(folds, 1 / folds), rng)
    order = rng.permutation(rows)
    if strata is not None:
        place = rng.permutation(int(strata.max()) + 1)  # no stratum is always dealt first
        order = order[np.argsort(place[strata[order]], kind="stable")]
    fold = np.empty(rows, dtype=np.int64)
    fold[order] = rng.permutation(folds)[np.arange(rows) % folds]
    return fold


def fold_splits(repeat: int, fold: Array) -> Iterator[Split]:
    """One split per fold; what is not tested trains."""
    rows = np.argsort(fold, kind="stable")
    ends = np.cumsum(np.bincount(fold))[:-1]
    for number, test in enumerate(np.split(rows, ends)):
        yield Split(repeat=repeat, fold=number, test=test, rows=len(fold))


@dataclass(frozen=True, slots=True)
class KFold:
    """Every row is tested once per repeat, by a model trained on the other folds.

    `stratify`: each fold gets its share of every class; "auto" does so for class targets as far as the rows of rare
    classes go, True refuses if that is not far enough. `groups`: rows of one group stay together. The rows of repeat r
    do not depend on how many repeats there are.

    >>> KFold(10, repeats=3).name
    'kfold(10, repeats=3)'
    """

    folds: int = 10
    repeats: int = 1
    stratify: Stratify = "auto"
    groups: bool = False

    def __post_init__(self) -> None:
        count("folds", self.folds, least=2)
        count("repeats", self.repeats)
        parse_stratify(self.stratify)
        if not isinstance(self.groups, bool):
            raise BadInput(
                f"groups must be true or false, not {self.groups!r}; the column of groups belongs to the data"
            )

    @property
    def name(self) -> str:
        return call_text("kfold", self)

    @property
    def title(self) -> str:
        """The scheme in words."""
        parts = [f"{self.folds}-fold cross-validation"]
        parts += ["not stratified"] if self.stratify is False else ["stratified by class"]
        parts += ["whole groups"] if self.groups else []
        parts += [f"{self.repeats} repeats"] if self.repeats > 1 else []
        return ", ".join(parts)

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """Draw the folds of every repeat."""
        return _plan(self, data, seed, self.name)


def _plan(scheme: KFold, data: Dataset, seed: int, name: str) -> SplitPlan:
    folds = scheme.folds
    enough_rows(data, folds, f"{folds} folds", f"use at most {len(data)} folds or leave-one-out")
    not_too_many(data, scheme.repeats, folds)
    strata: Array | None = None
    warnings: tuple[str, ...] = ()
    if should_stratify(data, scheme.stratify):
        warnings = rare_class_warnings(data, folds, f"{folds} folds", scheme.stratify)
        strata = data.target
    groups = _groups(data, folds) if scheme.groups else None
    splits: list[Split] = []
    for repeat in range(scheme.repeats):
        rng = rng_for(seed, f"splits/kfold({folds})/{repeat}")
        fold = (
            assign_folds(len(data), folds, rng, strata) if groups is None else group_folds(groups, folds, rng, strata)
        )
        splits += fold_splits(repeat, fold)
    return checked_plan(
        name,
        data,
        seed,
        splits,
        cure='use fewer folds or stratify="auto", merge or drop classes of a single row, or add rows',
        warnings=warnings,
        grouped=scheme.groups,
    )


def _groups(data: Dataset, folds: int) -> Array:
    codes = group_codes(data)
    group_count = int(codes.max()) + 1
    if group_count < folds:
        raise BadInput(
            f"data set {data.name!r} has {group_count} groups, too few for {folds} folds; use at most {group_count} folds"
        )
    return codes


@dataclass(frozen=True, slots=True)
class LeaveOneOut:
    """Every row is tested by a model trained on all the others; nothing is random."""

    @property
    def name(self) -> str:
        return "loo"

    @property
    def title(self) -> str:
        """The scheme in words."""
        return "leave-one-out"

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """One split per row."""
        enough_rows(data, 2, "leave-one-out", "bring at least two rows")
        splits = (Split(repeat=0, fold=row, test=[row], rows=len(data)) for row in range(len(data)))
        cure = "drop the class of a single row, or add rows to it"
        return checked_plan(self.name, data, seed, splits, cure=cure)


@dataclass(frozen=True, slots=True)
class FiveByTwo:
    """Five repeats of two folds: the design of Dietterich's and Alpaydin's tests."""

    stratify: Stratify = "auto"

    def __post_init__(self) -> None:
        parse_stratify(self.stratify)

    @property
    def name(self) -> str:
        return "5x2" if self.stratify == "auto" else f"5x2(stratify={self.stratify})"

    @property
    def title(self) -> str:
        """The scheme in words."""
        return "5x2 cross-validation" + (", not stratified" if self.stratify is False else ", stratified by class")

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """The same rows as KFold(2, repeats=5)."""
        return _plan(KFold(2, repeats=5, stratify=self.stratify), data, seed, self.name)


@dataclass(frozen=True, slots=True)
class TenByTen:
    """Ten repeats of ten folds, the most replicable of the usual schemes."""

    stratify: Stratify = "auto"

    def __post_init__(self) -> None:
        parse_stratify(self.stratify)

    @property
    def name(self) -> str:
        return "10x10" if self.stratify == "auto" else f"10x10(stratify={self.stratify})"

    @property
    def title(self) -> str:
        """The scheme in words."""
        return "10x10 cross-validation" + (", not stratified" if self.stratify is False else ", stratified by class")

    def plan(self, data: Dataset, seed: int) -> SplitPlan:
        """The same rows as KFold(10, repeats=10)."""
        return _plan(KFold(10, repeats=10, stratify=self.stratify), data, seed, self.name)
