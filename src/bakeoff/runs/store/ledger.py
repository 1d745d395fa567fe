"""Ledger: the append-only book of finished units, the digest that shows whether two books agree, and the book in memory."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Protocol

import numpy as np

from bakeoff.core.errors import UnknownName
from bakeoff.data.dataset import Dataset
from bakeoff.predictions.outputs import NAMES
from bakeoff.runs.inner import INNER
from bakeoff.runs.store.records import StoredDataset
from bakeoff.runs.store.score_table import ScoreTable, StoredScores
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.splits.plan import SplitPlan

__all__ = ["Ledger", "MemoryLedger", "digest"]


class Ledger(Protocol):
    """What every book of finished units can do; MemoryLedger and FileLedger pass the same suite."""

    def add(self, run: Run) -> None:
        """Write one unit down; it replaces what stood under its key. When this returns, it is kept."""
        ...

    def add_many(self, runs: Iterable[Run]) -> None:
        """Write several units down, all or none."""
        ...

    def get(self, key: UnitKey) -> Run | None: ...

    def keys(self) -> tuple[UnitKey, ...]:
        """In key order."""
        ...

    def __iter__(self) -> Iterator[Run]:
        """In key order."""
        ...

    def outer(self) -> Iterator[Run]:
        """In key order, without the fits inside training parts."""
        ...

    def __len__(self) -> int: ...

    def contents(self) -> dict[UnitKey, tuple[Status, str]]:
        """Status and content hash of every unit: quick, no predictions are read."""
        ...

    def seal(self) -> str:
        """Changes whenever a unit does; empty where nothing can be kept under it."""
        ...

    def put_scores(self, mark: str, table: ScoreTable) -> None:
        """Keep the scores of all units, where they can be kept; the mark says from what they were worked out."""
        ...

    def scores(self, mark: str) -> StoredScores | None:
        """The scores kept under that mark, or None."""
        ...

    def has_scores(self, mark: str) -> bool:
        """Whether scores are kept under that mark."""
        ...

    def facts(self) -> dict[UnitKey, Any]:
        """The facts of every unit that has some; no predictions are read."""
        ...

    def costs(self) -> dict[tuple[str, str], float]:
        """Mean seconds of a finished unit for each data set and learner."""
        ...

    def drop(self, keys: Iterable[UnitKey]) -> None:
        """Forget these units."""
        ...

    def checkpoint(self) -> None:
        """Bring what was written so far to where a copy would find it."""
        ...

    def close(self) -> None:
        """Free it for others; nothing is written afterwards."""
        ...

    def set_meta(self, name: str, value: object) -> None:
        """Keep a JSON value under a name."""
        ...

    def get_meta(self, name: str) -> Any:
        """The JSON value of that name, or None."""
        ...

    def put_dataset(self, data: Dataset) -> None:
        """Keep everything but the features: what is needed to say what was true of a row."""
        ...

    def dataset(self, name: str) -> StoredDataset: ...

    def datasets(self) -> tuple[str, ...]:
        """Names of the data sets that were put."""
        ...

    def put_plan(self, dataset: str, plan: SplitPlan) -> None: ...

    def plan(self, dataset: str) -> SplitPlan: ...


def digest(ledger: Ledger, keys: Iterable[UnitKey] | None = None) -> str:
    """sha256 over all predictions in key order: two runs are identical if this is equal. Times do not enter.

    `keys` limits it to the units of one study where a file holds more.
    """
    total = sha256()
    for key in ledger.keys() if keys is None else sorted(keys):
        run = ledger.get(key)
        if run is None:
            continue
        total.update(f"{key}\n{run.status.value}\n".encode())
        for name in NAMES:
            values = None if run.predictions is None else getattr(run.predictions, name)
            if values is not None:
                total.update(f"{name} {values.dtype.str} {values.shape}\n".encode())
                total.update(np.ascontiguousarray(values).tobytes())
    return total.hexdigest()


class MemoryLedger:
    """Same promises as the file, but for the length of one process."""

    def __init__(self) -> None:
        self._runs: dict[UnitKey, Run] = {}
        self._meta: dict[str, Any] = {}
        self._datasets: dict[str, StoredDataset] = {}
        self._plans: dict[str, SplitPlan] = {}

    def add(self, run: Run) -> None:
        self._runs[run.key] = run

    def add_many(self, runs: Iterable[Run]) -> None:
        for run in runs:
            self.add(run)

    def get(self, key: UnitKey) -> Run | None:
        return self._runs.get(key)

    def keys(self) -> tuple[UnitKey, ...]:
        return tuple(sorted(self._runs))

    def __iter__(self) -> Iterator[Run]:
        return (self._runs[key] for key in self.keys())

    def outer(self) -> Iterator[Run]:
        return (self._runs[key] for key in self.keys() if key.role != INNER)

    def __len__(self) -> int:
        return len(self._runs)

    def contents(self) -> dict[UnitKey, tuple[Status, str]]:
        return {key: (self._runs[key].status, self._runs[key].content) for key in self.keys()}

    def seal(self) -> str:
        return ""  # what is worked out from the units is not kept

    def put_scores(self, mark: str, table: ScoreTable) -> None:
        """Nothing is kept: the predictions are at hand."""

    def scores(self, mark: str) -> StoredScores | None:
        return None

    def has_scores(self, mark: str) -> bool:
        return False

    def facts(self) -> dict[UnitKey, Any]:
        return {key: self._runs[key].facts for key in self.keys() if self._runs[key].facts is not None}

    def costs(self) -> dict[tuple[str, str], float]:
        seconds: dict[tuple[str, str], list[float]] = {}
        for run in self._runs.values():
            if run.status is Status.DONE:
                spent = run.resources.fit_seconds + run.resources.predict_seconds
                seconds.setdefault((run.key.dataset, run.key.learner), []).append(spent)
        return {pair: sum(times) / len(times) for pair, times in seconds.items()}

    def drop(self, keys: Iterable[UnitKey]) -> None:
        for key in keys:
            self._runs.pop(key, None)

    def checkpoint(self) -> None:
        """Nothing to do: there is no file."""

    def close(self) -> None:
        """Nothing to do: there is no file."""

    def set_meta(self, name: str, value: object) -> None:
        self._meta[name] = value

    def get_meta(self, name: str) -> Any:
        return self._meta.get(name)

    def put_dataset(self, data: Dataset) -> None:
        self._datasets[data.name] = StoredDataset.of(data)

    def dataset(self, name: str) -> StoredDataset:
        if name not in self._datasets:
            raise UnknownName("stored data set", name, self._datasets)
        return self._datasets[name]

    def datasets(self) -> tuple[str, ...]:
        return tuple(sorted(self._datasets))

    def put_plan(self, dataset: str, plan: SplitPlan) -> None:
        self._plans[dataset] = plan

    def plan(self, dataset: str) -> SplitPlan:
        if dataset not in self._plans:
            raise UnknownName("data set with a stored plan", dataset, self._plans)
        return self._plans[dataset]
