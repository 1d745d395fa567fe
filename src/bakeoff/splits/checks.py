"""What every scheme checks before a plan is handed out: a plan that cannot be is refused, naming the cure."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from math import isnan
from typing import Any, Literal

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.text import counted
from bakeoff.data.dataset import Dataset
from bakeoff.data.tasks import TargetForm
from bakeoff.splits.label_folds import rare_label_warnings
from bakeoff.splits.plan import Split, SplitPlan

__all__ = [
    "Stratify",
    "call_text",
    "checked_plan",
    "enough_rows",
    "is_classification",
    "missing_entries",
    "not_too_many",
    "parse_stratify",
    "rare_class_warnings",
    "should_stratify",
]

Stratify = bool | Literal["auto"]


def call_text(name: str, scheme: Any) -> str:
    """The scheme as it would be typed: its first field, then whatever differs from the default."""
    parts = []
    for position, field in enumerate(fields(scheme)):
        value = getattr(scheme, field.name)
        if position == 0:
            parts.append(str(value))
        elif value != field.default:
            parts.append(f"{field.name}={value}")
    return f"{name}({', '.join(parts)})" if parts else name


def parse_stratify(value: object) -> Stratify:
    """True, False or "auto"."""
    if value is True or value is False or value == "auto":
        return value
    raise BadInput(f'stratify must be true, false or "auto", not {value!r}')


def is_classification(data: Dataset) -> bool:
    """Whether the target is a class that learners are trained on (the truth of a clustering is not)."""
    return data.task.classifies


def should_stratify(data: Dataset, stratify: Stratify) -> bool:
    """Whether to stratify this data set; refuses to stratify numbers."""
    if data.task.target is TargetForm.LABEL_MATRIX:
        return stratify is not False
    if stratify is True and not is_classification(data):
        raise BadInput(
            f"data set {data.name!r}: a {data.task.name} target has no classes to stratify by; use stratify=False"
        )
    return is_classification(data) and stratify is not False


def enough_rows(data: Dataset, least: int, purpose: str, cure: str) -> None:
    """At least so many rows, and two classes among them where there are classes."""
    if len(data) < least:
        raise BadInput(f"data set {data.name!r} has {counted(len(data), 'row')}, too few for {purpose}; {cure}")
    if is_classification(data):
        present = np.unique(data.target)
        if len(present) < 2:
            raise BadInput(
                f"data set {data.name!r}: all {counted(len(data), 'row')} are of class {data.classes[present[0]]!r}, so there "
                "is nothing to learn; add rows of another class or drop the data set"
            )


MOST_SPLITS = 100_000  # of one data set
MOST_POSITIONS = 10**9  # rows times repeats; 8 bytes each


def not_too_many(data: Dataset, repeats: int, folds: int = 1) -> None:
    """Refuse a plan that would fill the memory, before any row is drawn."""
    if repeats * folds > MOST_SPLITS or repeats * len(data) > MOST_POSITIONS:
        most = max(min(MOST_SPLITS // folds, MOST_POSITIONS // len(data)), 1)
        raise BadInput(
            f"data set {data.name!r}: {repeats} repeats would give {repeats * folds} splits, more than can be drawn and"
            f" stored; use at most {most} repeats"
        )


def rare_class_warnings(data: Dataset, least: int, parts: str, stratify: Stratify) -> tuple[str, ...]:
    """Classes with fewer rows than there are parts: refused if stratification was demanded, else reported."""
    if data.task.target is TargetForm.LABEL_MATRIX:
        return rare_label_warnings(data.target, data.classes, least, parts)
    sizes = np.bincount(data.target, minlength=len(data.classes))
    rare = np.flatnonzero((sizes > 0) & (sizes < least))
    if not rare.size:
        return ()
    worst = rare[np.argmin(sizes[rare])]
    smallest = f"class {data.classes[worst]!r} has {counted(int(sizes[worst]), 'row')}"
    if stratify is True:
        raise BadInput(
            f"data set {data.name!r}: {smallest}, too few to have one in each of {parts}; "
            f'use fewer parts, stratify="auto" or merge the rare classes'
        )
    few = "1 class has" if len(rare) == 1 else f"{len(rare)} of {int((sizes > 0).sum())} classes have"
    spread = "rows of such a class are spread, at most one in each part, so some parts contain none"
    return (f"{few} fewer rows than {parts} ({smallest}); {spread}",)


def checked_plan(
    scheme: str,
    data: Dataset,
    seed: int,
    splits: Iterable[Split],
    *,
    cure: str,
    warnings: Sequence[str] = (),
    grouped: bool = False,
) -> SplitPlan:
    """The finished plan, after looking at every split: rows on both sides, none on both, two classes to learn from."""
    plan = SplitPlan(
        scheme=scheme,
        dataset=data.fingerprint,
        seed=seed,
        splits=tuple(splits),
        warnings=(*warnings, *_leak_warning(data, grouped=grouped)),
    )
    if not len(plan):
        raise BadInput(f"data set {data.name!r}: {scheme} gives no split at all; {cure}")
    sizes = np.bincount(data.target, minlength=len(data.classes)) if is_classification(data) else None
    for split in plan.splits:
        where = f"data set {data.name!r}, {scheme}, repeat {split.repeat}, fold {split.fold}"
        _sides(split, len(data), where, cure)
        if sizes is not None:
            _two_classes(split, data, sizes, where, cure)
    return plan


def _leak_warning(data: Dataset, *, grouped: bool) -> tuple[str, ...]:
    if data.groups is None or grouped:
        return ()
    leak = "rows are in groups, and this scheme may put rows of one group on both sides"
    return (f"{leak}; use kfold with groups=true to keep them together",)


def _sides(split: Split, rows: int, where: str, cure: str) -> None:
    if not split.n_test or not split.n_train:
        raise BadInput(f"{where}: the {'test' if not split.n_test else 'training'} part is empty; {cure}")
    for part, side in (("test", split.test), ("training", split.test if split.rows else split.train)):
        if side.min() < 0 or side.max() >= rows:
            raise BadInput(f"{where}: {part} positions must lie in 0..{rows - 1}; {cure}")
    if split.rows and bool(np.all(split.test[1:] > split.test[:-1])):
        return  # ascending, and the rest trains: neither twice nor on both sides
    tested = np.bincount(split.test, minlength=rows)
    if tested.max() > 1:
        raise BadInput(f"{where}: row {int(np.argmax(tested))} is tested twice; {cure}")
    shared = split.train[tested[split.train] > 0]
    if shared.size:
        raise BadInput(f"{where}: row {shared[0]} both trains and tests; {cure}")


def _two_classes(split: Split, data: Dataset, sizes: Array, where: str, cure: str) -> None:
    if split.rows:
        counts = sizes - np.bincount(data.target[split.test], minlength=len(sizes))
    else:
        counts = np.bincount(data.target[split.train], minlength=len(sizes))
    present = np.flatnonzero(counts)
    if len(present) < 2:
        raise BadInput(f"{where}: the training part contains class {data.classes[present[0]]!r} only; {cure}")


def missing_entries(values: Array) -> Array:
    """Which entries are NaN, NaT or None.

    >>> missing_entries(np.array(["a", None], dtype=object)).tolist()
    [False, True]
    """
    if values.dtype.kind in "mM":
        return np.isnat(values)
    if values.dtype.kind == "f":
        return np.isnan(values)
    if values.dtype.kind == "O":
        return np.array([value is None or (isinstance(value, float) and isnan(value)) for value in values], dtype=bool)
    return np.zeros(len(values), dtype=bool)
