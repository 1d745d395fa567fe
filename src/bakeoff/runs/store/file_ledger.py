"""FileLedger: the book of finished units as one SQLite file, written by one process and read by any number."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, StudyFileError, UnknownName
from bakeoff.data.dataset import Dataset
from bakeoff.predictions.outputs import NAMES, OUTPUTS
from bakeoff.predictions.predictions import Predictions
from bakeoff.runs.assemble import build_predictions, split_context
from bakeoff.runs.inner import INNER
from bakeoff.runs.store.arrays import pack, unpack, unpack_all
from bakeoff.runs.store.records import (
    ARRAYS,
    COLUMNS,
    FACTS,
    INLINE,
    KEY,
    StoredDataset,
    extra_arrays,
    facts_array,
    facts_of,
    inline_card,
    inline_predictions,
    key_of,
    row_of,
    run_of,
    values_of,
)
from bakeoff.runs.store.sql import Blobs, Row, UnitTable
from bakeoff.runs.store.writer_lock import WriterLock
from bakeoff.runs.unit import Run, Status, UnitKey
from bakeoff.runs.work import test_rows, train_and_test_rows
from bakeoff.splits.plan import SplitPlan
from bakeoff.splits.storage import from_arrays, to_arrays

__all__ = ["FileLedger", "existing"]

_PLAN, _INLINE = COLUMNS.index("plan"), COLUMNS.index("inline")
_AT_HAND = 128 * 2**20  # bytes of predictions that stay in memory until they are scored ...
_OBJECTS = 4096  # ... with what the objects of one unit take beside its arrays
_LARGE = 20_000  # rows of a data set from which nothing about its splits is kept in memory


class FileLedger(UnitTable):
    """One study, one file. What was added is on the disk when `add` returns; kill -9 loses nothing of it.

    Make one with `create`, `open` or `resume`, and use it in a `with` block.
    """

    def __init__(self, path: Path, *, write: bool) -> None:
        self._lock = WriterLock(path).acquire() if write else None
        try:
            super().__init__(path, write=write)
        except BaseException:
            self._unlock()
            raise
        self._known: dict[tuple[str, str], tuple[StoredDataset, SplitPlan]] = {}
        self._latest: dict[str, str] = {}
        self._at_hand: dict[Row, Run] = {}  # by the values of their keys
        self._bytes = 0  # of predictions that were put there
        self._near: tuple[str, dict[tuple[Any, ...], dict[str, Any]]] = ("", {})

    @classmethod
    def create(cls, path: str | Path) -> Self:
        """A new, empty results file; an existing one is refused."""
        if Path(path).exists():
            raise StudyFileError(f"{path} exists already; open it to go on with it, or choose another name")
        return cls(Path(path), write=True)

    @classmethod
    def open(cls, path: str | Path, *, write: bool = False) -> Self:
        """An existing results file, to read by default."""
        return cls(existing(path), write=write)

    @classmethod
    def resume(cls, path: str | Path) -> Self:
        """The results file to write in, made if there is none."""
        return cls(existing(path) if Path(path).exists() else Path(path), write=True)

    def close(self) -> None:
        """Bring everything into the one file and free it for others."""
        super().close()
        self._unlock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, run: Run) -> None:
        self.add_many([run])

    def add_many(self, runs: Iterable[Run]) -> None:
        finished, runs = datetime.now(UTC).isoformat(timespec="milliseconds"), list(runs)
        units: list[tuple[Row, Blobs]] = []
        for run in runs:
            predictions = run.predictions
            plan = None if predictions is None else self._explaining(run.key, predictions)
            names = () if predictions is None else NAMES if plan else (*INLINE, *NAMES)
            arrays = {name: values for name in names if (values := getattr(predictions, name)) is not None}
            arrays |= {} if predictions is None or plan else extra_arrays(predictions.extra)
            expected = _plausible(predictions.rows, predictions.classes) if predictions is not None and plan else 0
            blobs = {
                name: pack(_small(values) if name in OUTPUTS and OUTPUTS[name].codes else values, expected)
                for name, values in arrays.items()
            }
            if run.facts is not None:
                blobs[FACTS] = pack(facts_array(run.facts))
            inline = None if predictions is None or plan else inline_card(predictions)
            units.append((row_of(run, plan=plan, inline=inline, finished=finished), blobs))
        self.put_units(units)
        for run in runs:
            self._at_hand.pop(values_of(run.key), None)
            if run.key.role == INNER:  # which nobody scores again
                continue
            held = [getattr(run.predictions, name, None) for name in ("rows", "truth", *NAMES)]
            self._bytes += _OBJECTS + sum(values.nbytes for values in held if values is not None)
            if self._bytes <= _AT_HAND:
                self._at_hand[values_of(run.key)] = run

    def get(self, key: UnitKey) -> Run | None:
        unit = self.unit(values_of(key))
        if unit is None:
            return None
        return self._read(*unit)

    def keys(self) -> tuple[UnitKey, ...]:
        return tuple(self.contents())

    def __iter__(self) -> Iterator[Run]:
        """In key order. Each unit that was added here is handed out once without being read back, while there is room."""
        return self._runs()

    def outer(self) -> Iterator[Run]:
        return self._runs(without=INNER)

    def _runs(self, without: str = "") -> Iterator[Run]:
        for row, blobs in self.units(self._at_hand, without=without):
            yield self._at_hand.pop(row) if blobs is None else self._read(row, blobs)

    def contents(self) -> dict[UnitKey, tuple[Status, str]]:
        with self._as_written("the list of units"):
            return {key_of(row): (Status(row[-2]), row[-1]) for row in self.list_units()}

    def facts(self) -> dict[UnitKey, Any]:
        with self._as_written("what is known of the units"):
            return {key_of(row): facts_of(unpack(pieces)) for row, pieces in self.units_with(FACTS)}

    def drop(self, keys: Iterable[UnitKey]) -> None:
        rows = [values_of(key) for key in keys]
        self.remove_units(rows)
        for row in rows:
            self._at_hand.pop(row, None)

    def set_meta(self, name: str, value: object) -> None:
        self.put_meta(name, json.dumps(value))

    def get_meta(self, name: str) -> Any:
        text = self.meta(name)
        with self._as_written(f"the entry {name!r}"):
            return None if text is None else json.loads(text)

    def put_dataset(self, data: Dataset) -> None:
        stored = StoredDataset.of(data)
        blobs = {name: pack(getattr(stored, name)) for name in ARRAYS if getattr(stored, name) is not None}
        blobs |= {name: pack(column) for name, column in extra_arrays(stored.extra).items()}
        self.put_source("dataset", stored.name, stored.fingerprint, stored.about(), blobs)

    def dataset(self, name: str) -> StoredDataset:
        with self._as_written(f"the dataset of {name!r}"):
            return StoredDataset.read(name, *self._source("dataset", name))

    def datasets(self) -> tuple[str, ...]:
        return self.source_names("dataset")

    def put_plan(self, dataset: str, plan: SplitPlan) -> None:
        blobs = {name: pack(values) for name, values in to_arrays(plan).items()}
        self.put_source("plan", dataset, plan.fingerprint, plan.scheme, blobs)
        self._latest.pop(dataset, None)

    def plan(self, dataset: str) -> SplitPlan:
        return from_arrays(self._source("plan", dataset)[2])

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _explaining(self, key: UnitKey, predictions: Predictions) -> str | None:
        """The fingerprint of the stored plan from which rows and truth follow, or None."""
        try:
            if key.dataset not in self._latest:
                self._latest[key.dataset] = self._source("plan", key.dataset)[0]
            data, plan = self._explained(key.dataset, self._latest[key.dataset])
            test = test_rows(data, plan, key)
        except BadInput:
            return None
        weight = None if data.score_weight is None else data.score_weight[test]
        own = predictions.group is not None or not _alike(predictions.weight, weight)
        condition = key.condition and key.role != INNER
        if plan.scheme != key.scheme or condition or own or len(test) != len(predictions):
            return None
        same = np.array_equal(data.rows[test], predictions.rows) and np.array_equal(
            data.target[test], predictions.truth
        )
        return self._latest[key.dataset] if same else None

    def _explained(self, dataset: str, fingerprint: str) -> tuple[StoredDataset, SplitPlan]:
        if (dataset, fingerprint) not in self._known:
            plan = from_arrays(self._source("plan", dataset, fingerprint)[2])
            data = StoredDataset.read(dataset, *self._source("dataset", dataset, plan.dataset))
            self._known[dataset, fingerprint] = data, plan
        return self._known[dataset, fingerprint]

    def _source(self, kind: str, name: str, fingerprint: str | None = None) -> tuple[str, str, dict[str, Array]]:
        source = self.source(kind, name, fingerprint)
        if source is None:
            raise UnknownName(f"{kind} in {self.path}", name, self.source_names(kind))
        with self._as_written(f"the {kind} of {name!r}"):
            return source[0], source[1], unpack_all(source[2])

    def _read(self, row: Row, blobs: Blobs) -> Run:
        with self._as_written("unit " + "/".join(str(part) for part in row[: len(KEY)])):
            plan, inline = row[_PLAN], row[_INLINE]
            facts = facts_of(unpack(blobs[FACTS])) if FACTS in blobs else None
            blobs = {name: pieces for name, pieces in blobs.items() if name != FACTS} if facts is not None else blobs
            if inline is not None:
                return run_of(row, inline_predictions(inline, unpack_all(blobs)), facts)
            if plan is None:
                return run_of(row, None, facts)
            around = self._around(row, plan)
            expected = _plausible(around["rows"], around["classes"])
            return run_of(row, build_predictions(around, unpack_all(blobs, expected)), facts)

    @contextmanager
    def _as_written(self, what: str) -> Iterator[None]:
        """Content that bakeoff never wrote, under a checksum that is right: one sentence about it."""
        try:
            yield
        except (StudyFileError, UnknownName):
            raise
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
            reason = str(error).partition("\n")[0][:200]
            raise StudyFileError(
                f"{what} in {self.path} is not as bakeoff writes it ({reason}); use the file only if you trust its source,"
                " and run the study again"
            ) from error

    def _around(self, row: Row, plan: str) -> dict[str, Any]:
        """Rows, truth and prior of a unit; kept for the data set at hand, where learner after learner asks for them."""
        place = (plan, *row[3 : len(KEY)])
        if self._near[0] != row[0]:
            self._near = (row[0], {})
        if place not in self._near[1]:
            key = key_of(row)
            data, drawn = self._explained(key.dataset, plan)
            around = split_context(data, *train_and_test_rows(data, drawn, key))
            if len(data) > _LARGE:
                return around
            self._near[1][place] = around
        return self._near[1][place]


def _alike(some: Array | None, others: Array | None) -> bool:
    """Whether both are missing or hold the same."""
    return some is others if some is None or others is None else np.array_equal(some, others)


def _plausible(rows: Array, classes: Sequence[str]) -> int:
    """Bytes of the largest array that a unit with these rows usually holds: a number for each row and class."""
    return 1024 + 8 * len(rows) * max(len(classes), 1)


def existing(path: str | Path) -> Path:
    """The path of a file that is there, or what is there instead."""
    file_path = Path(path)
    if file_path.is_dir():
        raise StudyFileError(f"{path} is a folder; name a file in it, such as {file_path / 'study.bakeoff'}")
    if file_path.exists() and not file_path.is_file():
        raise StudyFileError(f"{path} is not a regular file; copy its content into one")
    if not file_path.is_file():
        raise StudyFileError(f"there is no results file {path}; `bakeoff run` makes one")
    return file_path


def _small(values: Array) -> Array:
    """Class codes in the smallest type that holds them; they come back as int64."""
    if values.dtype.kind not in "iu" or not values.size or int(values.min()) < 0:
        return values
    return values.astype(np.min_scalar_type(int(values.max())))
