"""A Run and a data set as rows of the results file and back, with the sha256 that covers the row and its blobs."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from hashlib import sha256
from math import isnan, nan
from operator import attrgetter
from typing import Any, Self

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Column, ColumnKind, Dataset
from bakeoff.data.tasks import TaskKind, task_named
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resources import Resources
from bakeoff.runs.unit import Failure, Run, Status, UnitKey

__all__ = [
    "ARRAYS",
    "COLUMNS",
    "FACTS",
    "INLINE",
    "KEY",
    "RESOURCES",
    "StoredDataset",
    "checksum",
    "checksum_of_digests",
    "extra_arrays",
    "extra_of",
    "facts_array",
    "facts_of",
    "inline_card",
    "inline_predictions",
    "key_of",
    "row_of",
    "run_of",
    "sealed",
    "values_of",
]

ARRAYS = ("rows", "target", "groups", "time", "score_weight")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoredDataset:
    """Rows, truth and meaning of the target, with the fingerprint of the data they came from."""

    name: str
    fingerprint: str
    task: TaskKind
    classes: tuple[str, ...]
    positive: str | None
    columns: tuple[Column, ...]
    rows: Array
    target: Array
    groups: Array | None = None
    time: Array | None = None
    extra: Mapping[str, Array] = field(default_factory=dict)
    score_weight: Array | None = None
    source: str = ""
    notes: tuple[str, ...] = ()

    @property
    def truth(self) -> Array:
        """The target, under the name it has in Predictions."""
        return self.target

    def __len__(self) -> int:
        return len(self.target)

    @classmethod
    def of(cls, data: Dataset) -> Self:
        """All but the features."""
        kept = ("name", "fingerprint", "task", "classes", "positive", "columns", "source", "notes", "extra", *ARRAYS)
        return cls(**{name: getattr(data, name) for name in kept})

    def about(self) -> str:
        """Everything that is not an array, as JSON text."""
        columns = [[column.name, str(column.kind), list(column.levels)] for column in self.columns]
        facts = {
            "task": self.task.name,
            "classes": list(self.classes),
            "positive": self.positive,
            "columns": columns,
            "source": self.source,
            "notes": list(self.notes),
        }
        return json.dumps(facts)

    @classmethod
    def read(cls, name: str, fingerprint: str, about: str, arrays: Mapping[str, Array]) -> Self:
        """The inverse of `about`, with the arrays beside it."""
        facts: dict[str, Any] = json.loads(about)
        return cls(
            name=name,
            fingerprint=fingerprint,
            task=task_named(facts["task"]),
            classes=tuple(_texts(facts["classes"])),
            positive=facts["positive"],
            columns=tuple(
                Column(name=column, kind=ColumnKind(kind), levels=tuple(levels))
                for column, kind, levels in facts["columns"]
            ),
            source=facts["source"],
            notes=tuple(_texts(facts["notes"])),
            rows=arrays["rows"],
            target=arrays["target"],
            groups=arrays.get("groups"),
            time=arrays.get("time"),
            extra=extra_of(arrays),
            score_weight=arrays.get("score_weight"),
        )


KEY = tuple(field.name for field in fields(UnitKey))
RESOURCES = tuple(field.name for field in fields(Resources))
COLUMNS = (*KEY, "status", "content", "plan", *RESOURCES, "warnings", "failure", "inline", "finished")
values_of = attrgetter(*KEY)  # the key as a row begins with it; astuple would copy deeply
_spent_by = attrgetter(*RESOURCES)
INLINE = (
    "rows",
    "truth",
    "prior",
    "time",
    "weight",
    "group",
    "query",
)  # kept with the unit where no stored plan explains its rows


def checksum(values: Sequence[object], blobs: Mapping[str, Sequence[bytes]]) -> str:
    """sha256 over a row's values and the stored bytes that belong to it."""
    digests = [(name, part, sha256(data).digest()) for name in blobs for part, data in enumerate(blobs[name])]
    return checksum_of_digests(values, digests)


def checksum_of_digests(values: Sequence[object], digests: Iterable[tuple[str, int, bytes]]) -> str:
    """The same from the name, part and sha256 of each blob, in any order."""
    total = sha256(json.dumps(list(values)).encode())
    for name, part, digest in sorted(digests):
        total.update(f"\0{name}\0{part}\0".encode() + digest)
    return total.hexdigest()


def sealed(seal: str, changes: Iterable[tuple[int, str]]) -> str:
    """The seal over all units after changes: +1 with the sha256 of a unit that came, -1 with that of one that went.

    The sum modulo 2**256 of a hash of each sha256 does not depend on the order, and no two changes of them cancel.

    >>> here, there = "0f" * 32, "f0" * 32
    >>> sealed(sealed("0" * 64, [(1, here), (1, there)]), [(-1, here)]) == sealed("0" * 64, [(1, there)])
    True
    """
    total = int(seal, 16)
    for step, unit in changes:
        total += step * int(sha256(unit.encode()).hexdigest(), 16)
    return f"{total % 2**256:064x}"


def row_of(run: Run, *, plan: str | None, inline: str | None, finished: str) -> tuple[object, ...]:
    """The values of COLUMNS; NaN is NULL, as SQLite would make it anyway."""
    times = [None if isnan(value) else float(value) for value in _spent_by(run.resources)]
    counts = run.warning_counts or (1,) * len(run.warnings)
    failure = None
    if run.failure is not None:
        failure = json.dumps([run.failure.kind, run.failure.stage, run.failure.message, run.failure.detail])
    warnings = json.dumps(list(zip(run.warnings, counts, strict=True)))
    return (*values_of(run.key), run.status.value, run.content, plan, *times, warnings, failure, inline, finished)


def key_of(row: Sequence[Any]) -> UnitKey:
    """The key at the beginning of a row."""
    dataset, learner, scheme, repeat, fold, role, condition, size = row[:8]
    return UnitKey(
        dataset=dataset,
        learner=learner,
        scheme=scheme,
        repeat=repeat,
        fold=fold,
        role=role,
        condition=condition,
        size=size,
    )


FACTS = "facts"  # the name under which the facts of a unit are stored, as bytes of JSON


def facts_array(facts: Mapping[str, Any]) -> Array:
    """JSON as an array of bytes."""
    return np.frombuffer(json.dumps(facts, sort_keys=True, separators=(",", ":")).encode(), dtype=np.uint8)


def facts_of(values: Array) -> dict[str, Any]:
    """The inverse; TypeError or ValueError if it is something else."""
    if values.dtype != np.uint8 or values.ndim != 1:
        raise TypeError("the facts of a unit are no text")
    facts = json.loads(values.tobytes())
    if not isinstance(facts, dict):
        raise TypeError("the facts of a unit are no table")
    return facts


def run_of(row: Sequence[Any], predictions: Predictions | None, facts: Mapping[str, Any] | None = None) -> Run:
    """The Run that `row_of` wrote."""
    status, content, _, *times = row[
        len(KEY) : len(KEY) + 3 + len(RESOURCES)
    ]  # by place: a report reads them by the 100,000
    warning_text, failed = row[len(KEY) + 3 + len(RESOURCES) :][:2]
    warnings = json.loads(warning_text) if warning_text != "[]" else ()
    failure = None
    if failed is not None:
        kind, stage, message, detail = json.loads(failed)
        _texts([kind, stage, message, detail])
        failure = Failure(kind=kind, stage=stage, message=message, detail=detail)
    spent = [nan if seconds is None else float(seconds) for seconds in times]
    return Run(
        key=key_of(row),
        status=Status(status),
        content=content,
        predictions=predictions,
        resources=Resources(**dict(zip(RESOURCES, spent, strict=True))),
        failure=failure,
        warnings=tuple(_texts([text for text, _ in warnings])),
        warning_counts=tuple(int(count) for _, count in warnings),
        facts=facts,
    )


EXTRA = "extra "  # before the name of a column of extra, among the arrays of a data set or a unit


def extra_arrays(extra: Mapping[str, Array]) -> dict[str, Array]:
    """The columns of extra under the names of their arrays."""
    return {f"{EXTRA}{name}": column for name, column in extra.items()}


def extra_of(arrays: Mapping[str, Array]) -> dict[str, Array]:
    """The inverse, of all arrays of a data set or a unit."""
    return {name.removeprefix(EXTRA): column for name, column in arrays.items() if name.startswith(EXTRA)}


def inline_card(predictions: Predictions) -> str:
    """Task and classes of predictions that explain themselves."""
    return json.dumps([predictions.task.name, list(predictions.classes), predictions.positive])


def inline_predictions(card: str, arrays: Mapping[str, Any]) -> Predictions:
    """Predictions from their own card and arrays, without a stored plan."""
    task, classes, positive = json.loads(card)
    rest = {name: column for name, column in arrays.items() if not name.startswith(EXTRA)}
    return Predictions(
        task=task_named(task), classes=tuple(_texts(classes)), positive=positive, extra=extra_of(arrays), **rest
    )


def _texts(values: Any) -> list[str]:
    """The values of a list, all of which must be text."""
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError("there is something else where texts belong")
    return values
