"""From a Table and what the caller states about it to a Dataset: the one door all sources go through."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.data.blocks import CodedRows, ColumnMatrix, Rows
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.given_target import GivenTarget
from bakeoff.data.target_columns import columns_task, label_columns, number_columns
from bakeoff.data.tasks import BINARY, MULTICLASS, ORDINAL, REGRESSION, TargetForm, TaskKind, task_named
from bakeoff.tabular.table import ColumnTable, refuse, sorted_levels

__all__ = ["AsGiven", "Meaning", "Target", "build_dataset", "label_text", "read_target"]


_PLAIN_PAIRS: dict[tuple[str, ...], str] = {
    ("0", "1"): "1",
    ("-1", "1"): "1",
    ("False", "True"): "True",
    ("false", "true"): "true",
    ("FALSE", "TRUE"): "TRUE",
}


WEIGHTS = ("fit", "score", "both")
HEAVIEST = 1e60  # the fourth power of a weight is still a number


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What the caller states about a table."""

    target: str | Sequence[str] | None = None  # several names: one column for each label or output
    positive: object = None
    task: TaskKind | str | None = None
    classes: Sequence[object] | None = None
    groups: Any = None
    time: Any = None
    sample_weight: Any = None
    weights: str = "both"  # what they are for: "fit", "score" or "both"
    ignore: Sequence[str] = ()
    missing_target: str = "refuse"
    name: str | None = None

    @property
    def targets(self) -> tuple[str, ...]:
        """The names of the columns to predict."""
        if self.target is None:
            return ()
        return (self.target,) if isinstance(self.target, str) else tuple(self.target)

    @property
    def sides(self) -> list[str]:
        """Columns that are named as groups, times or weights."""
        return [side for side in (self.groups, self.time, self.sample_weight) if isinstance(side, str)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Target:
    """The target, understood."""

    task: TaskKind
    values: Array  # codes into classes, or numbers
    classes: tuple[str, ...] = ()
    positive: str | None = None
    notes: tuple[str, ...] = ()


def label_text(value: object) -> str:
    """How a class is written: whole numbers without a decimal point, everything else as it prints.

    >>> label_text(1.0), label_text(np.int64(2)), label_text(True), label_text("good")
    ('1', '2', 'True', 'good')
    """
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return str(int(number)) if number.is_integer() else repr(number)
    return str(value)


def read_target(table: ColumnTable, name: str, meaning: Meaning, values: Array) -> Target:
    """The task, classes and codes of the column `name`, whose `values` have no gaps any more."""
    column = table.columns[table.at(name)]
    task = _stated_task(meaning.task)
    if task is None:
        task = _regression_or_none(column, values, measured=name in table.measured)
    if task is not None and task.in_columns:
        raise BadInput(
            f"{task.title} need several target columns, and {name!r} is one; name all of them, or leave task={task.name!r} out"
        )
    if task is not None and task.numeric:
        return _regression(task, column, meaning, values)
    labels, codes = _labels(column, values)
    classes, codes, notes = _classes(column, meaning, labels, codes)
    if task is None and name in table.ordered and len(classes) > 2:
        task = ORDINAL
    scaled = name in table.ordered or _numeric(column) or meaning.classes is not None
    task = _class_task(task, column, classes, scaled=scaled)
    return Target(
        task=task, values=codes, classes=classes, positive=_positive(name, task, classes, meaning.positive), notes=notes
    )


def read_columns(columns: Sequence[Column], meaning: Meaning, values: Sequence[Array]) -> Target:
    """The task and matrix of several target columns: labels of 0 and 1, or numbers."""
    stated = _stated_task(meaning.task)
    if meaning.positive is not None or meaning.classes is not None:
        word = "positive" if meaning.positive is not None else "classes"
        raise BadInput(f"{word} was stated, but the target has {len(columns)} columns; leave it out")
    task, notes = columns_task(columns, values, stated)
    read = label_columns if task.target is TargetForm.LABEL_MATRIX else number_columns
    names = tuple(column.name for column in columns)
    return Target(task=task, values=read(columns, values), classes=names, notes=notes)


def _numeric(column: Column) -> bool:
    return column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}


def _stated_task(task: TaskKind | str | None) -> TaskKind | None:
    return None if task is None else task_named(task)


def _regression_or_none(column: Column, values: Array, *, measured: bool) -> TaskKind | None:
    """Regression where the numbers say so; None means classes; refused where it could be either."""
    if not _numeric(column):
        return None
    if measured or np.any(values != np.floor(values)):
        return REGRESSION
    distinct = len(np.unique(values))
    if column.kind is ColumnKind.DATE:
        raise BadInput(f"target {column.name!r} contains dates; set task='regression' or name another target")
    if distinct > 20 and (distinct > 0.05 * len(values) or distinct > 100):
        raise BadInput(
            f"target {column.name!r} contains {distinct} different whole numbers in {len(values)} rows, which could be "
            "classes or amounts; set task='regression' or task='multiclass'"
        )
    return None


def _regression(task: TaskKind, column: Column, meaning: Meaning, values: Array) -> Target:
    if not _numeric(column):
        raise BadInput(
            f"target {column.name!r} contains words such as {column.levels[0]!r}, so it cannot be a regression; "
            "leave task out or name another target"
        )
    if meaning.positive is not None or meaning.classes is not None:
        stated = "positive" if meaning.positive is not None else "classes"
        raise BadInput(
            f"{stated} was stated, but the target {column.name!r} is a regression; leave it out or set task="
        )
    bad = np.flatnonzero(~np.isfinite(values))
    if bad.size:
        raise BadInput(
            f"target {column.name!r} is infinite in {bad.size} rows, first in row {bad[0]}; repair or drop them"
        )
    return Target(task=task, values=values)


def _labels(column: Column, values: Array) -> tuple[tuple[str, ...], Array]:
    if not _numeric(column):
        return column.levels, values.astype(np.int64)
    distinct, codes = np.unique(values, return_inverse=True)
    return tuple(label_text(value) for value in distinct), codes.astype(np.int64)


def _classes(
    column: Column, meaning: Meaning, labels: tuple[str, ...], codes: Array
) -> tuple[tuple[str, ...], Array, tuple[str, ...]]:
    """The classes in their order: as stated, else as they come without those that no row has."""
    present_labels = [labels[code] for code in np.unique(codes)]
    if meaning.classes is not None:
        wanted = tuple(label_text(label) for label in meaning.classes)
        if len(set(wanted)) < len(wanted):
            raise BadInput(f"classes names one class twice: {', '.join(wanted)}")
        extra = sorted(set(present_labels) - set(wanted))
        if extra:
            raise BadInput(
                f"target {column.name!r} also contains {', '.join(map(repr, extra[:8]))}, which classes= does not name"
            )
        notes: tuple[str, ...] = ()
    else:
        present = set(present_labels)
        wanted = tuple(label for label in labels if label in present)
        unseen = [label for label in labels if label not in present]
        notes = (f"classes declared but in no row, left out: {', '.join(unseen[:8])}",) if unseen else ()
    place = {label: code for code, label in enumerate(wanted)}
    moved = np.array([place.get(label, -1) for label in labels], dtype=np.int64)
    return wanted, moved[codes], notes


def _class_task(task: TaskKind | None, column: Column, classes: tuple[str, ...], *, scaled: bool) -> TaskKind:
    name = column.name
    if task is not None and task.clusters:
        return task
    if task is None and column.kind is ColumnKind.TEXT:
        raise BadInput(
            f"target {name!r} contains {len(classes)} different texts, which are unlikely to be classes; name another target or set task="
        )
    if len(classes) < 2:
        raise BadInput(f"target {name!r} contains a single class, {classes[0]!r}, so there is nothing to classify")
    if task is not None and task.takes_positive and len(classes) != 2:
        raise BadInput(
            f"task='{task}' was stated, but target {name!r} contains {len(classes)} classes: {', '.join(classes[:8])}"
        )
    if task is not None and task.ordered and not scaled:
        raise BadInput(
            f"an ordinal target needs its scale; set classes={list(sorted_levels(classes))!r} in the right order"
        )
    if task is not None:
        return task
    return BINARY if len(classes) == 2 else MULTICLASS


def _positive(name: str, task: TaskKind, classes: tuple[str, ...], stated: object) -> str | None:
    if stated is None:
        return _PLAIN_PAIRS.get(sorted_levels(classes)) if task.takes_positive else None
    if not task.takes_positive:
        raise BadInput(
            f"positive={stated!r} was stated, but target {name!r} has {len(classes)} classes; leave it out, "
            "or merge the other classes into one first"
        )
    text = label_text(stated)
    if text not in classes:
        raise UnknownName(f"class of target {name!r}", text, classes)
    return text


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AsGiven:
    """What the caller brought: rows without columns (`block`), or features of a table as they came (`origin`), and the target."""

    block: Rows | None = None
    origin: Any = None
    target: Any = None


def build_dataset(table: ColumnTable, meaning: Meaning, as_given: AsGiven = AsGiven()) -> Dataset:  # noqa: B008 - frozen
    """The rows of a table with the meaning of the target: checked, coded, and ready to be split."""
    block = as_given.block
    targets = _checked(table, meaning)
    kept, notes = _rows_with_target(table, meaning, [table.at(name) for name in targets])
    values = [table.values[table.at(name)][kept] for name in targets]
    target = (
        read_target(table, targets[0], meaning, values[0])
        if len(targets) == 1
        else read_columns([table.columns[table.at(name)] for name in targets], meaning, values)
    )
    features = _features(table, meaning, targets) if block is None else []
    weight = _weights(table, meaning, kept)
    rows = block
    if rows is None:
        codes = np.column_stack([table.values[place] for place in features])
        rows = ColumnMatrix(codes) if as_given.origin is None else CodedRows(codes, as_given.origin.columns(features))
    return Dataset(
        name=meaning.name or table.name,
        task=target.task,
        features=rows if isinstance(kept, slice) else rows.take(np.flatnonzero(kept)),
        target=target.values,
        given_target=_given_target(as_given.target, target, kept),
        columns=tuple(table.columns[i] for i in features),
        classes=target.classes,
        positive=target.positive,
        groups=_side(table, "groups", meaning.groups, kept),
        time=_side(table, "time", meaning.time, kept),
        fit_weight=weight if meaning.weights != "score" else None,
        score_weight=weight if meaning.weights != "fit" else None,
        rows=np.arange(len(table))[kept],
        source=table.source,
        frame=table.frame if block is None else "",
        notes=(*table.notes, *notes, *target.notes),
    )


def _given_target(native: Any, target: Target, kept: Array | slice) -> GivenTarget | None:
    """The target as it came; None for arrays and lists whose values are those that an estimator gets anyway."""
    if native is None or (isinstance(native, np.ndarray) and (target.task.coded or native.dtype == np.float64)):
        return None
    coded = np.empty(len(native), dtype=target.values.dtype)
    coded[kept] = target.values
    given_target = GivenTarget(native=native, coded=coded)
    return given_target if isinstance(kept, slice) else given_target.take(np.flatnonzero(kept))


def _checked(table: ColumnTable, meaning: Meaning) -> tuple[str, ...]:
    """The names of the target columns, after everything that was named is known to exist."""
    if not len(table):
        raise BadInput(f"{table.source or table.name} contains no rows")
    if not meaning.targets:
        shown = ", ".join(map(repr, table.names[:30]))
        more = f" and {len(table.names) - 30} more" if len(table.names) > 30 else ""
        raise BadInput(f"name the target column (target=, --target); the columns are {shown}{more}")
    if meaning.missing_target not in {"refuse", "drop"}:
        raise BadInput(f"missing_target must be 'refuse' or 'drop', not {meaning.missing_target!r}")
    if isinstance(meaning.ignore, str):
        raise BadInput(f"ignore takes a list of columns; write ignore=[{meaning.ignore!r}]")
    if meaning.weights not in WEIGHTS:
        raise BadInput(f"weights must be {', '.join(map(repr, WEIGHTS))}, not {meaning.weights!r}")
    named = [*meaning.targets, *meaning.ignore, *meaning.sides]
    problems = [
        str(UnknownName("column", str(name), map(str, table.names))) for name in named if name not in table.names
    ]
    away = [name for name in meaning.targets if name in [*meaning.ignore, *meaning.sides]]
    problems += [f"the target {name!r} cannot also be ignored or be groups, time or weights" for name in away]
    twice = sorted({name for name in meaning.targets if meaning.targets.count(name) > 1})
    problems += [f"the target {name!r} is named twice; name each column once" for name in twice]
    refuse(table.source or table.name, problems)
    return meaning.targets


def _rows_with_target(
    table: ColumnTable, meaning: Meaning, places: Sequence[int]
) -> tuple[Array | slice, tuple[str, ...]]:
    gaps = np.any([np.isnan(table.values[place]) for place in places], axis=0)
    missing = int(gaps.sum())
    if not missing:
        return slice(None), ()
    name = next(table.columns[place].name for place in places if np.isnan(table.values[place]).any())
    if missing == len(table):
        raise BadInput(f"target {name!r} is missing in every row; name another target")
    if meaning.missing_target == "refuse":
        raise BadInput(
            f"target {name!r} is missing in {missing} of {len(table)} rows, first in row {int(np.argmax(gaps))} "
            "(counted from 0); set missing_target='drop' to leave them out"
        )
    return ~gaps, (f"{missing} of {len(table)} rows left out because their target {name!r} is missing",)


def _features(table: ColumnTable, meaning: Meaning, targets: Sequence[str]) -> list[int]:
    away = {*targets, *meaning.ignore, *meaning.sides}
    places = [i for i, name in enumerate(table.names) if name not in away]
    if not places:
        raise BadInput(
            f"{table.source or table.name} has no column left to learn from besides the target {', '.join(map(repr, targets[:8]))}"
        )
    return places


def _side(table: ColumnTable, what: str, source: Any, kept: Array | slice) -> Array | None:
    """Groups or times: a column by name, or one value per row."""
    if source is None:
        return None
    if isinstance(source, str):
        place = table.at(source)
        column, values = table.columns[place], table.values[place][kept]
        bad = np.flatnonzero(np.isnan(values))
        if bad.size:
            raise BadInput(f"{what} column {source!r} is missing in {bad.size} rows, first in row {bad[0]}; fill it in")
        return _spelled(column, values)
    array = np.asarray(source)
    if array.ndim != 1 or len(array) != len(table):
        raise BadInput(f"{what} must contain one value for each of the {len(table)} rows, but has shape {array.shape}")
    return _plain(what, array)[kept]


def _weights(table: ColumnTable, meaning: Meaning, kept: Array | slice) -> Array | None:
    """How much each row counts: a column by name, or one number per row."""
    weights = _side(table, "sample_weight", meaning.sample_weight, kept)
    if weights is None:
        return None
    if weights.dtype.kind not in "iufb":
        raise BadInput(f"sample_weight must contain numbers, not such as {weights[0]!r}")
    weight = weights.astype(np.float64)
    bad = np.flatnonzero(~(weight >= 0) | (weight > HEAVIEST) | ((weight > 0) & (weight < 1 / HEAVIEST)))
    if bad.size:
        raise BadInput(
            f"sample_weight of row {bad[0]} is {weight[bad[0]]:g}; weights are numbers of zero or more, and only their ratios matter"
        )
    if not weight.any():
        raise BadInput("sample_weight is 0 in every row; give at least one row a weight")
    return weight


def _spelled(column: Column, values: Array) -> Array:
    if column.kind in {ColumnKind.NOMINAL, ColumnKind.TEXT}:
        return np.array(column.levels)[values.astype(np.int64)]
    if column.kind is ColumnKind.DATE or np.any(values != np.floor(values)):
        return values
    if np.abs(values).max(initial=0) >= 2**53:  # as floats, neighbours of that size are one and the same
        raise BadInput(
            f"column {column.name!r} contains numbers too large to be distinguished; write them as words, or give the values"
        )
    return values.astype(np.int64)


def _plain(what: str, array: Array) -> Array:
    """No objects inside, so that a fingerprint does not depend on how they print; dates become seconds."""
    if array.dtype.kind == "M":
        return array.astype("datetime64[us]").astype(np.int64) / 1e6
    if array.dtype == object:
        if any(value is None or value != value for value in array):  # noqa: PLR0124 (NaN is the value unlike itself)
            raise BadInput(f"{what} must not have gaps; fill them in or drop those rows")
        return array.astype(str)
    if array.dtype.kind == "f" and np.isnan(array).any():
        raise BadInput(f"{what} must not have gaps; fill them in or drop those rows")
    return array
