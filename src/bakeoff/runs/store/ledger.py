"""Ledger: the append-only book of finished units, and the digest that says whether two books agree."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Protocol

import numpy as np

from bakeoff.data.dataset import Dataset
from bakeoff.predictions.outputs import NAMES
from bakeoff.runs.store.dataset_card import StoredDataset
from bakeoff.runs.store.score_table import ScoreTable, StoredScores
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.splits.plan import SplitPlan

__all__ = ["Ledger", "digest"]


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
