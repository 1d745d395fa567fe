"""ConditionGrid: which rows train under one condition and which test under another, split by split."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, BakeoffError, Problems
from bakeoff.data.conditions import Condition, condition_rows, joined
from bakeoff.data.dataset import Dataset
from bakeoff.splits.plan import Scheme, Split, SplitPlan

__all__ = ["BASE", "ConditionGrid", "GridCell", "TrainingPart", "cell_key", "condition_grid", "grid_cells"]

BASE = ""  # the study's own data set, as it is


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """Train under one condition, test under another; the key is the condition of its units."""

    key: str
    train: str
    test: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Source:
    """The rows of one condition in the joined data set."""

    offset: int
    fingerprint: str
    parts: Mapping[tuple[int, int], tuple[Array, Array]]  # split: positions that train and that test


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConditionGrid:
    """All cells of one data set: its rows under every condition in one table, and the positions of each cell's splits."""

    data: Dataset
    cells: tuple[GridCell, ...]
    conditions: tuple[Condition, ...]
    _sources: Mapping[str, _Source]

    def cell(self, key: str) -> GridCell:
        """The cell whose units have this condition."""
        for cell in self.cells:
            if cell.key == key:
                return cell
        raise BadInput(f"the study has no condition {key!r}")

    def rows(self, key: str, repeat: int, fold: int) -> tuple[Array, Array]:
        """The positions that train and those that test."""
        cell = self.cell(key)
        return self._sources[cell.train].parts[repeat, fold][0], self._sources[cell.test].parts[repeat, fold][1]

    def training_part(self, key: str, repeat: int, fold: int) -> "TrainingPart":
        """The rows that train under the condition that `cell_key(train, train)` names."""
        source = next((source for name, source in self._sources.items() if cell_key(name, name) == key), None)
        if source is None:
            raise BadInput(f"the study has no condition {key!r}")
        first, second = source.parts[repeat, fold]
        split = Split(repeat=repeat, fold=fold, train=first, test=second)
        return TrainingPart(data=self.data, split=split, fingerprint=source.fingerprint, offset=source.offset)

    def content(self, key: str, repeat: int, fold: int) -> tuple[str, Array, Array]:
        """What a unit depends on: the data of its two conditions, and its rows within them."""
        cell = self.cell(key)
        first, second = self._sources[cell.train], self._sources[cell.test]
        train, test = self.rows(key, repeat, fold)
        return f"{first.fingerprint}/{second.fingerprint}", train - first.offset, test - second.offset


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrainingPart:
    """What a learner may see of one split: rows of one condition, as positions in a table that may hold those of others too."""

    data: Dataset
    split: Split  # its training rows, and the rows that it leaves to test
    fingerprint: str  # of the rows of the condition
    offset: int = 0  # where these begin in the table


def cell_key(train: str, test: str) -> str:
    """The condition of the units that train under one condition and test under another."""
    return f"{train or '-'} > {test or '-'}"


def grid_cells(conditions: Iterable[Condition]) -> tuple[GridCell, ...]:
    """The cells beside training and testing on the data set as it is.

    A condition for testing is met by what was trained on the data set as it is and, as the ideal, by what was trained
    under it; one for training is tested on the data set as it is; those for both make a full grid.
    """
    pairs: dict[tuple[str, str], None] = {}
    listed = list(conditions)
    trains = [BASE, *(condition.name for condition in listed if condition.used in {"both", "train"})]
    tests = [BASE, *(condition.name for condition in listed if condition.used in {"both", "test"})]
    for train in trains:
        for test in tests:
            pairs[train, test] = None
    for condition in listed:
        if condition.used == "test":
            pairs[condition.name, condition.name] = None
    pairs.pop((BASE, BASE), None)
    return tuple(GridCell(key=cell_key(train, test), train=train, test=test) for train, test in pairs)


def condition_grid(
    base: Dataset, plan: SplitPlan, conditions: Iterable[Condition], scheme: Scheme, seed: int
) -> ConditionGrid:
    """The grid of one data set; what cannot be is told at once."""
    own_conditions = tuple(condition for condition in conditions if condition.dataset in {"", base.name})
    problems: list[str] = []
    own_parts = {(split.repeat, split.fold): (split.train, split.test) for split in plan.splits}
    sources = {BASE: _Source(offset=0, fingerprint=base.fingerprint, parts=own_parts)}
    tables: list[Dataset] = []
    end = len(base)
    for condition in own_conditions:
        try:
            rows = condition_rows(base, condition, seed)
            offset = end if rows.changed else 0
            if rows.own:
                parts = _own_parts(rows.data, rows.keep, plan, scheme, seed, condition)
            else:
                keep = rows.keep
                parts = {place: (train[keep[train]], test[keep[test]]) for place, (train, test) in own_parts.items()}
            _check(condition, rows.data, parts)
        except Problems as error:
            problems.extend(f"condition {condition.name!r}: {line}" for line in error.problems)
            continue
        except BakeoffError as error:
            problems.append(str(error))
            continue
        parts = {place: (train + offset, test + offset) for place, (train, test) in parts.items()}
        sources[condition.name] = _Source(offset=offset, fingerprint=rows.fingerprint, parts=parts)
        if rows.changed:
            tables.append(rows.data)
            end += len(rows.data)
    if problems:
        raise Problems(f"conditions of data set {base.name!r}", problems)
    return ConditionGrid(
        data=joined(base, tables, base.name) if tables else base,
        cells=grid_cells(own_conditions),
        conditions=own_conditions,
        _sources=sources,
    )


def _own_parts(  # noqa: PLR0917 - the parts of one computation
    data: Dataset, keep: Array, plan: SplitPlan, scheme: Scheme, seed: int, condition: Condition
) -> dict[tuple[int, int], tuple[Array, Array]]:
    """The parts of rows that the study's data set does not have: split by the same scheme."""
    kept = np.flatnonzero(keep)
    drawn = scheme.plan(data.take(kept), seed)
    wanted, drawn_keys = (
        {(split.repeat, split.fold) for split in plan.splits},
        {(split.repeat, split.fold) for split in drawn.splits},
    )
    if wanted != drawn_keys:
        raise BadInput(
            f"condition {condition.name!r}: {drawn.scheme} gives {len(drawn_keys)} splits of its rows and {len(wanted)} of the data set; "
            "use a scheme with a fixed number of splits, such as 10x10"
        )
    return {(split.repeat, split.fold): (kept[split.train], kept[split.test]) for split in drawn.splits}


def _check(condition: Condition, data: Dataset, parts: Mapping[tuple[int, int], tuple[Array, Array]]) -> None:
    """Rows on both sides that the condition is used for, and two classes to learn from."""
    for (repeat, fold), (train, test) in parts.items():
        where = f"condition {condition.name!r}, repeat {repeat}, fold {fold}"
        if condition.used != "train" and not len(test):
            raise BadInput(f"{where}: no row is left to test on; keep more rows, or use fewer folds")
        if not len(train):
            raise BadInput(f"{where}: no row is left to train on; keep more rows, or use fewer folds")
        if data.task.classifies and len(np.unique(data.target[train])) < 2:
            raise BadInput(f"{where}: the training rows are of one class only; keep more rows, or use fewer folds")
