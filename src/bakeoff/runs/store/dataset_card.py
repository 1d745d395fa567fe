"""StoredDataset: what a study file keeps of a data set. Features stay where they were."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Column, ColumnKind, Dataset, Task

__all__ = ["ARRAYS", "StoredDataset"]

ARRAYS = ("rows", "target", "groups", "times")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoredDataset:
    """Rows, truth and meaning of the target, with the fingerprint of the data they came from."""

    name: str
    fingerprint: str
    task: Task
    classes: tuple[str, ...]
    positive: str | None
    columns: tuple[Column, ...]
    rows: Array
    target: Array
    groups: Array | None = None
    times: Array | None = None
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
        kept = ("name", "fingerprint", "task", "classes", "positive", "columns", "source", "notes", *ARRAYS)
        return cls(**{name: getattr(data, name) for name in kept})

    def about(self) -> str:
        """Everything that is not an array, as JSON text."""
        columns = [[one.name, str(one.kind), list(one.levels)] for one in self.columns]
        facts = {
            "task": self.task.value,
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
            task=Task(facts["task"]),
            classes=tuple(facts["classes"]),
            positive=facts["positive"],
            columns=tuple(
                Column(name=one, kind=ColumnKind(kind), levels=tuple(levels)) for one, kind, levels in facts["columns"]
            ),
            source=facts["source"],
            notes=tuple(facts["notes"]),
            rows=arrays["rows"],
            target=arrays["target"],
            groups=arrays.get("groups"),
            times=arrays.get("times"),
        )
