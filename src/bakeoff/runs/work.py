"""Work: everything that is to be fitted; Order and Answer: what goes to whoever runs a unit, and what comes back."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.dataset import Dataset
from bakeoff.learners.learner import Learner
from bakeoff.runs.assemble import HasTarget
from bakeoff.runs.inner import INNER, inner_rows, search_of
from bakeoff.runs.process.pickling import packed
from bakeoff.runs.unit import ALL_ROWS, RESUBSTITUTION, Failure, UnitKey, model_key
from bakeoff.splits.condition_grid import BASE, ConditionGrid, TrainingPart, cell_key
from bakeoff.splits.plan import Split, SplitPlan
from bakeoff.splits.training_sizes import subset

__all__ = [
    "Answer",
    "Limits",
    "Order",
    "Work",
    "content_hash",
    "content_hashes",
    "order_for",
    "packed_learners",
    "test_rows",
    "train_and_test_rows",
    "units",
]

FORMAT = 1  # raised when the same data, split and settings would no longer give the same predictions


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Work:
    """Data sets with their plans, learners, and the seed: what a run needs to know, and nothing about how it is run."""

    datasets: Mapping[str, Dataset]
    plans: Mapping[str, SplitPlan]
    learners: Mapping[str, Learner]
    scheme: str
    seed: int
    sizes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # data set: smaller training parts, in rows
    training_error: bool = False  # predict training rows too
    grids: Mapping[str, ConditionGrid] = field(default_factory=dict)  # data set: its rows under other conditions

    def __post_init__(self) -> None:
        for name, data in self.datasets.items():
            if name not in self.plans:
                raise BadInput(f"data set {name!r} has no split plan; draw one with the scheme's plan()")
            if self.plans[name].dataset != data.fingerprint:
                raise BadInput(f"the split plan of data set {name!r} was drawn for other data; draw it again")

    @property
    def tables(self) -> dict[str, Dataset]:
        """Every table that a child may need, by the name that orders use."""
        return {**self.datasets, **{_grid_table(name): grid.data for name, grid in self.grids.items()}}

    def table_of(self, key: UnitKey) -> tuple[str, Dataset]:
        """The table that a unit reads: its name in orders, and its rows."""
        part = search_of(key) if key.role == INNER else key
        if part.role == "test" and part.condition not in {"", ALL_ROWS} and key.dataset in self.grids:
            return _grid_table(key.dataset), self.grids[key.dataset].data
        return key.dataset, self.datasets[key.dataset]

    def search_key(self, key: UnitKey) -> UnitKey:
        """The search that a unit of a tuned learner waits for: one for all units with the same training part."""
        if key.role == INNER:
            return search_of(key)
        if key.condition in {"", ALL_ROWS}:
            return model_key(key)
        train = self.grids[key.dataset].cell(key.condition).train
        return replace(key, condition="" if train == BASE else cell_key(train, train))

    def training_part(self, search: UnitKey) -> TrainingPart:
        """The rows that a search may use."""
        data, plan = self.datasets[search.dataset], self.plans[search.dataset]
        if search.condition and search.condition != ALL_ROWS:
            return self.grids[search.dataset].training_part(search.condition, search.repeat, search.fold)
        train, _ = train_and_test_rows(data, plan, search)
        test = plan.split(search.repeat, search.fold).test if not search.condition else np.empty(0, dtype=np.int64)
        split = Split(repeat=search.repeat, fold=search.fold, train=train, test=test)
        return TrainingPart(data=data, split=split, fingerprint=plan.dataset)


def _grid_table(dataset: str) -> str:
    return f"{dataset}\x1fconditions"


def units(work: Work) -> tuple[UnitKey, ...]:
    """Every unit of the work, in key order."""
    unit_keys = [
        UnitKey(dataset=data, learner=learner, scheme=plan.scheme, repeat=split.repeat, fold=split.fold, size=size)
        for data, plan in work.plans.items()
        if data in work.datasets
        for learner in work.learners
        for split in plan.splits
        for size in (0, *work.sizes.get(data, ()))
    ]
    under = [
        replace(key, condition=cell.key)
        for key in (unit_keys if work.grids else ())
        if not key.size and key.dataset in work.grids
        for cell in work.grids[key.dataset].cells
    ]
    return tuple(sorted([*unit_keys, *under, *(_training_units(work, unit_keys) if work.training_error else ())]))


def _training_units(work: Work, plain: Sequence[UnitKey]) -> Iterator[UnitKey]:
    """Units that predict the rows they are trained on: one of all rows for a bootstrap, else one beside each other unit."""
    bootstraps = {name for name, plan in work.plans.items() if plan.with_replacement}
    yield from (replace(key, role=RESUBSTITUTION) for key in plain if key.dataset not in bootstraps)
    first = {(key.dataset, key.learner): key for key in reversed(plain) if key.dataset in bootstraps and not key.size}
    yield from (replace(key, role=RESUBSTITUTION, condition=ALL_ROWS) for key in first.values())


def train_and_test_rows(data: HasTarget, plan: SplitPlan, key: UnitKey) -> tuple[Array, Array]:
    """The positions that train and those that are predicted, as the key's role, condition and size ask."""
    if key.role == INNER:
        return inner_rows(data, plan, key)
    if key.condition == ALL_ROWS:
        every = np.arange(len(data.target))
        return every, every
    split = plan.split(key.repeat, key.fold)
    strata = data.task.strata(data.target)
    train = subset(plan, key.repeat, key.fold, key.size, strata) if key.size else split.train
    return train, (train if key.role == RESUBSTITUTION else split.test)


def test_rows(data: HasTarget, plan: SplitPlan, key: UnitKey) -> Array:
    """The positions that are predicted; the training part is worked out only where it is the same."""
    whole = key.role in {RESUBSTITUTION, INNER}
    return train_and_test_rows(data, plan, key)[1] if whole else plan.split(key.repeat, key.fold).test


def content_hashes(work: Work) -> dict[UnitKey, str]:
    """The content hash of every unit, in key order; each data set, split and learner is read only once."""
    data = {name: dataset.fingerprint for name, dataset in work.datasets.items()}
    settings = {name: learner.settings for name, learner in work.learners.items()}
    splits = {
        (name, split.repeat, split.fold): _split_hash(split)
        for name, plan in work.plans.items()
        if name in data
        for split in plan.splits
    }
    under: dict[tuple[str, str, int, int], tuple[str, str]] = {}
    for name, grid in work.grids.items():
        for cell in grid.cells:
            for split in work.plans[name].splits:
                under[name, cell.key, split.repeat, split.fold] = _grid_content(
                    grid, cell.key, split.repeat, split.fold
                )
    hashes = {}
    for key in units(work):
        own = (data[key.dataset], splits[key.dataset, key.repeat, key.fold])
        other = key.role == "test" and key.condition
        parts = under[key.dataset, key.condition, key.repeat, key.fold] if other else own
        hashes[key] = _content(work.seed, *parts, settings[key.learner])
    return hashes


def content_hash(work: Work, key: UnitKey) -> str:
    """What decides whether a stored unit is still the answer: data, split, learner settings, seed and our own format."""
    if key.dataset not in work.datasets:
        raise UnknownName("data set", key.dataset, work.datasets)
    if key.learner not in work.learners:
        raise UnknownName("learner", key.learner, work.learners)
    split = work.plans[key.dataset].split(key.repeat, key.fold)
    settings = work.learners[key.learner].settings
    if key.role == "test" and key.condition and key.dataset in work.grids:
        grid_parts = _grid_content(work.grids[key.dataset], key.condition, key.repeat, key.fold)
        return _content(work.seed, *grid_parts, settings)
    return _content(work.seed, work.datasets[key.dataset].fingerprint, _split_hash(split), settings)


def _content(seed: int, data: str, split: str, settings: str) -> str:
    return sha256(json.dumps([FORMAT, seed, data, split, settings]).encode()).hexdigest()


def _grid_content(grid: ConditionGrid, key: str, repeat: int, fold: int) -> tuple[str, str]:
    """The data of both conditions and the rows within them, so that a further condition leaves the others as they were."""
    data, train, test = grid.content(key, repeat, fold)
    return data, _rows_hash(train, test)


def _split_hash(split: Split) -> str:
    """Of this split alone, so that a plan with more repeats leaves the first ones as they were."""
    return _rows_hash(split.train, split.test)


def _rows_hash(train: Array, test: Array) -> str:
    digest = sha256()
    for positions in (train, test):
        digest.update(str(len(positions)).encode())
        digest.update(np.ascontiguousarray(positions, dtype="<i8").tobytes())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one unit may use; None means as much as it likes."""

    seconds: float | None = None
    memory: float | None = None  # bytes


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Order:
    """One unit to be run: everything about it but the data and the learner, which are sent once and named here."""

    key: UnitKey
    data: str
    learner: str
    seed: int
    train: Array
    test: Array
    limits: Limits
    expected: float  # seconds, a guess
    settings: str = ""  # of a learner that must be given settings first
    copies: int = 1  # how many answers about the test rows are wanted: one for each candidate that shares the fit
    chance: str = ""  # what its random numbers come from, where that is not the key


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answer:
    """What became of an order. Arrays are as the child sent them: not yet checked."""

    key: UnitKey
    header: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)
    failure: Failure | None = None  # the child died
    blameless: bool = False  # ... and it need not have been the unit's fault
    begun: bool = True  # False: it was only waiting its turn
    spent: float = 0.0  # seconds, where the child could not say


def order_for(work: Work, key: UnitKey, limits: Limits, expected: float) -> Order:
    """The order for that unit."""
    name, data = work.table_of(key)
    if key.role == "test" and key.condition and key.dataset in work.grids:
        train, test = work.grids[key.dataset].rows(key.condition, key.repeat, key.fold)
    else:
        train, test = train_and_test_rows(data, work.plans[key.dataset], key)
    return Order(
        key=key,
        data=name,
        learner=key.learner,
        seed=work.seed,
        train=train,
        test=test,
        limits=limits,
        expected=expected,
    )


def packed_learners(work: Work) -> dict[str, bytes]:
    """Each learner as bytes for a child, in a file of its own making."""
    return {name: packed(getattr(learner, "in_child", learner)) for name, learner in work.learners.items()}
