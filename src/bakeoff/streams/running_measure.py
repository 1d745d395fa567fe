"""RunningMeasure: a measure at every example of a stream that arrives in parts, from the summary that it reads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.measures.measure import Measure, Reads
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.summaries.means import RowMeans
from bakeoff.predictions.summaries.pivot import ORIGIN, Pivot, pivot_of
from bakeoff.predictions.summaries.row_quantities import Column
from bakeoff.predictions.summaries.sparse_confusion import SparseConfusion
from bakeoff.streams.forgetting import Forgetting, RunningSums

__all__ = ["RunningMeasure", "has_running_sums", "running_measure"]

HELD = 1 << 18  # numbers of a part that are summed at a time: they stay in the processor's cache
SMALL = 64  # cells of a confusion matrix up to which all of them are summed, not only the filled ones


@dataclass(slots=True, kw_only=True)
class RunningMeasure:
    """The values of a measure along a stream: `extend` takes the next examples and returns a value for each."""

    measure: Measure
    forgetting: Forgetting
    seen: int = 0
    summary: "_Losses | _Counts | _Moments | None" = None

    def extend(self, pred: Predictions) -> Array:
        """The value after each of these examples; NaN where the measure is undefined."""
        if self.summary is None:
            self.summary = _SUMMARIES[_kind(self.measure)](
                measure=self.measure, sums=RunningSums(forgetting=self.forgetting)
            )
        step = self.summary.step(pred)
        parts = [pred] if len(pred) <= step else [pred.take(slice(at, at + step)) for at in range(0, len(pred), step)]
        return np.concatenate([self._part(part) for part in parts]) if len(pred) else np.empty(0)

    def state(self) -> dict[str, Any]:
        """What a checkpoint must keep, as plain lists."""
        return {"seen": self.seen, **({} if self.summary is None else self.summary.state())}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from such a state."""
        self.seen = int(state["seen"])
        if "carry" in state:
            self.summary = _SUMMARIES[_kind(self.measure)](
                measure=self.measure, sums=RunningSums(forgetting=self.forgetting)
            )
            self.summary.restore(state)

    def _part(self, pred: Predictions) -> Array:
        assert self.summary is not None
        weights = self.forgetting.weights(self.seen, self.seen + len(pred))
        self.seen += len(pred)
        with np.errstate(invalid="ignore", divide="ignore"):
            values = self.summary.values(pred, weights)
        return np.broadcast_to(np.asarray(values, dtype=np.float64), (len(pred),))


def running_measure(measure: Measure, forgetting: Forgetting) -> RunningMeasure:
    """Such a measure; raises BadInput for one that has no running sums."""
    if not has_running_sums(measure):
        raise BadInput(
            f"{measure.short} has no running sums, for it needs its examples at once: give a window, and how often it is "
            "computed, for example window=1000, every=100"
        )
    return RunningMeasure(measure=measure, forgetting=forgetting)


def has_running_sums(measure: Measure) -> bool:
    """Whether it can be had from sums over examples; clusters have no fixed number, so their tables do not add up."""
    return _kind(measure) in _SUMMARIES and not any(task.clusters for task in measure.tasks)


def _kind(measure: Measure) -> str:
    return "losses" if measure.per_row is not None else measure.reads.value


@dataclass(slots=True, kw_only=True)
class _Losses:
    """Running means of one quantity of each row."""

    measure: Measure
    sums: RunningSums

    def step(self, _: Predictions) -> int:
        return max(HELD // 4, 4 * (self.sums.forgetting.window or 0))

    def values(self, pred: Predictions, weights: Array) -> Array:
        assert self.measure.per_row is not None
        rows = np.asarray(self.measure.per_row(pred), dtype=np.float64)
        means = self.sums.push(rows[:, None])[:, 0] / weights
        return means if self.measure.after is None else np.asarray(self.measure.after(means))  # type: ignore[arg-type]  # a ufunc

    def state(self) -> dict[str, Any]:
        return {"carry": self.sums.carry.tolist()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.sums.carry = _table(state["carry"], self.sums.forgetting)
        if self.sums.carry.size and self.sums.carry.shape[1] != 1:
            raise ValueError("sums of another measure")


@dataclass(slots=True, kw_only=True)
class _Counts:
    """Running confusion matrices. Whole numbers add and subtract exactly, so that a window needs its codes only."""

    measure: Measure
    sums: RunningSums
    codes: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))  # those of a window that will leave it
    at: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))  # cells that are summed, ascending
    totals: Array = field(default_factory=lambda: np.empty(0))

    def step(self, pred: Predictions) -> int:
        return max(256, HELD // min(len(pred.classes) ** 2, max(SMALL, 4 * len(pred.classes))))

    def values(self, pred: Predictions, _: Array) -> Any:
        k = len(pred.classes)
        codes = pred.truth * k + pred.labels()
        if len(self.at) and self.at[-1] >= k * k:
            _refuse_other()
        self._widen(codes, k)
        table = SparseConfusion(shape=(k, k), amounts=self._amounts(codes), at=None if k * k <= SMALL else self.at)
        counts = Counts.of_cells(table, classes=pred.classes, positive=pred.positive_code, n=len(pred))
        return self.measure.compute(counts)

    def state(self) -> dict[str, Any]:
        return {"carry": [], "codes": self.codes.tolist(), "at": self.at.tolist(), "totals": self.totals.tolist()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.codes, self.at = (np.array(state[name], dtype=np.int64) for name in ("codes", "at"))
        self.totals = np.array(state["totals"], dtype=np.float64)
        if not len(self.at) == len(self.totals) == self.totals.size or self.at.ndim != 1 or self.codes.ndim != 1:
            raise ValueError("counts of another form")
        if (
            (np.diff(self.at, prepend=-1) < 1).any()
            or not (self.totals >= 0).all()
            or not np.isfinite(self.totals).all()
        ):
            raise ValueError("no counts")
        if not np.isin(self.codes, self.at).all() or len(self.codes) > (self.sums.forgetting.window or 0):
            raise ValueError("another window")

    def _widen(self, codes: Array, k: int) -> None:
        """Also sum the cells that these codes fill for the first time."""
        at = np.arange(k * k) if k * k <= SMALL else np.union1d(self.at, codes)
        if len(at) == len(self.at):
            return
        totals = np.zeros(len(at))
        totals[np.searchsorted(at, self.at)] = self.totals  # of cells that were summed already
        self.at, self.totals = at, totals

    def _amounts(self, codes: Array) -> Array:
        """The filled cells at each example, (examples, cells); in memory cell by cell, for sums over cells are then quick."""
        rows, window = np.arange(len(codes)), self.sums.forgetting.window
        changes = np.zeros((len(self.at), len(codes)))
        changes[self._places(codes), rows] = 1.0
        if self.sums.forgetting.fading is not None:
            self.sums.carry = self.totals[None]
            amounts = self.sums.push(changes.T)
        else:
            if window is not None:
                known = np.concatenate([self.codes, codes])
                leaving = known[: max(len(known) - window, 0)]
                changes[self._places(leaving), len(codes) - len(leaving) + rows[: len(leaving)]] -= 1.0
                self.codes = known[len(leaving) :]
            changes[:, 0] += self.totals
            amounts = np.cumsum(changes, axis=1).T
        self.totals = amounts[-1].copy()
        return amounts

    def _places(self, codes: Array) -> Array:
        """Where the cells of these codes stand among those that are summed."""
        return codes if len(self.at) == self.at[-1] + 1 else np.searchsorted(self.at, codes)


@dataclass(slots=True, kw_only=True)
class _Moments:
    """Running means of the row quantities that a measure reads, counted from a pivot near the examples at hand."""

    measure: Measure
    sums: RunningSums
    columns: tuple[Column, ...] = ()
    pivot: Pivot = ORIGIN

    def step(self, pred: Predictions) -> int:
        self.columns = self.columns or _columns(self.measure, len(pred.classes))
        if self.sums.carry.size and self.sums.carry.shape[1] != len(self.columns):
            _refuse_other()
        window, fading = self.sums.forgetting.window, self.sums.forgetting.fading
        memory = window or (1 if fading is None or fading == 1 else round(1 / (1 - fading)))
        return max(4 * memory, HELD // len(self.columns))

    def values(self, pred: Predictions, weights: Array) -> Any:
        pivot = pivot_of(pred)
        part = RowMeans(n=len(pred), weight=float(len(pred)), pivot=pivot, classes=len(pred.classes), source=pred)
        self._move(pivot, part, float(weights[0]))
        means = self.sums.push(part.rows(dict.fromkeys(self.columns))) / weights[:, None]
        running: Any = weights  # a sum of losses is a mean times the weight at each example
        batch = RowMeans(
            n=len(pred),
            weight=running,
            pivot=pivot,
            classes=part.classes,
            means=dict(zip(self.columns, means.T, strict=True)),
        )
        return self.measure.compute(batch)

    def state(self) -> dict[str, Any]:
        return {"carry": self.sums.carry.tolist(), "pivot": list(self.pivot)}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.sums.carry = _table(state["carry"], self.sums.forgetting)
        self.pivot = Pivot(*map(float, state["pivot"]))

    def _move(self, pivot: Pivot, part: RowMeans, first: float) -> None:
        """Count what was carried over from the new pivot."""
        old, self.pivot = self.pivot, pivot
        if not self.sums.carry.size or pivot == old:
            return
        forgetting = self.sums.forgetting
        weight = 1.0 if forgetting.window is not None else (first - 1.0) / (forgetting.fading or 1.0)
        means = dict(zip(self.columns, (self.sums.carry / weight).T, strict=True))
        moved = RowMeans(n=part.n, weight=weight, pivot=old, classes=part.classes, means=means).counted_from(pivot)
        self.sums.carry = np.stack([moved[column] for column in self.columns], axis=1) * weight


def _table(rows: Any, forgetting: Forgetting) -> Array:
    """Sums that a checkpoint kept; raises ValueError where they cannot be those of this forgetting."""
    if not rows:
        return np.empty((0, 0))
    table = np.array(rows, dtype=np.float64)
    if table.ndim != 2 or len(table) > max((forgetting.window or 2) - 1, 1):
        raise ValueError("sums of another form")
    return table


def _refuse_other() -> NoReturn:
    raise BadInput("the checkpoint holds sums of another measure or of other classes; delete it, or give another file")


class _Asked(dict[Column, Any]):
    """Means of two examples that remember which of them were read."""

    def __contains__(self, _: object) -> bool:
        return True

    def __missing__(self, column: Column) -> Array:
        two = np.array([0.25, 0.5])
        self[column] = two
        return two


def _columns(measure: Measure, classes: int) -> tuple[Column, ...]:
    """The row quantities that the measure reads; of a batch it reads all that it may ever need."""
    asked = _Asked()
    with np.errstate(all="ignore"):
        measure.compute(RowMeans(n=2, weight=2.0, pivot=ORIGIN, classes=classes, means=asked))
    return tuple(asked)


_SUMMARIES: dict[str, Callable[..., _Losses | _Counts | _Moments]] = {
    "losses": _Losses,
    Reads.COUNTS.value: _Counts,
    Reads.MOMENTS.value: _Moments,
}
