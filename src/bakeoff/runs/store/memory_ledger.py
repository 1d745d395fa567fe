"""MemoryLedger: the book of finished units, kept in memory only."""

from collections.abc import Iterable, Iterator
from typing import Any

from bakeoff.core.errors import UnknownName
from bakeoff.data.dataset import Dataset
from bakeoff.runs.store.dataset_card import StoredDataset
from bakeoff.runs.store.score_table import ScoreTable, StoredScores
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.splits.plan import SplitPlan

__all__ = ["MemoryLedger"]


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
