"""MEANS: means of quantities of each row. Sums of rows add up, so that groups, parts and streams keep sums alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.kernels import kernel
from bakeoff.predictions.kinds.running_sums import HELD, Sums, carried, refuse_other
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import Resamples
from bakeoff.predictions.resampling.row_groups import ratios
from bakeoff.predictions.summaries.kind import Reader, SummaryKind
from bakeoff.predictions.summaries.means import GONE, RowMeans, means_of
from bakeoff.predictions.summaries.pivot import ORIGIN, Pivot, pivot_of
from bakeoff.predictions.summaries.row_quantities import Column

__all__ = ["MEANS", "RunningMeans", "columns_of"]


class _Recorder(dict):  # type: ignore[type-arg]
    """Means that remember which of them were read."""

    def __init__(self, means: dict[Column, Any]) -> None:
        super().__init__(means)
        self.asked: dict[Column, None] = {}

    def __getitem__(self, column: Column) -> Any:
        self.asked[column] = None
        return super().__getitem__(column)


def columns_of(measure: Reader, means: RowMeans) -> dict[Column, Any]:
    """The row quantities the measure reads, with their means."""
    measure.compute(means)  # makes the means that are not known yet
    recorder = _Recorder(means.means)
    measure.compute(means.with_means(recorder))
    return {column: means.means[column] for column in recorder.asked}


def _resampled(draws: Resamples, measure: Reader) -> Array:
    """All resamples at once, as a batch of means."""
    whole = _whole(draws, measure)
    wanted = columns_of(measure, whole)
    if draws.by_rows and whole.source is not None:
        means = kernel("resampled_means")(whole.rows(wanted), draws.seeds())
    else:
        means = ratios(_drawn_sums(draws, _sums(draws, whole, wanted)))
    return _on_batch(measure, whole, wanted, means)


def _left_out(draws: Resamples, measure: Reader) -> tuple[Array, Array]:
    """Without each row, or each group or bucket of rows."""
    whole = _whole(draws, measure)
    wanted = columns_of(measure, whole)
    sums = _sums(draws, whole, wanted)
    return _on_batch(measure, whole, wanted, ratios(sums.sum(axis=0) - sums)), np.ones(len(sums))


def _whole(draws: Resamples, measure: Reader) -> RowMeans:
    whole: RowMeans = draws.summaries.get(measure.reads)
    return whole


def _on_batch(measure: Reader, whole: RowMeans, wanted: Mapping[Column, Any], means: Array) -> Array:
    """The measure of each line of means."""
    batch = whole.with_means({column: means[:, i] for i, column in enumerate(wanted)})
    return np.broadcast_to(np.asarray(measure.compute(batch), dtype=np.float64), (len(means),))


def _sums(draws: Resamples, whole: RowMeans, wanted: Mapping[Column, Any]) -> Array:
    """(rows or groups, columns + 1): what each adds to these row quantities, and last its weight."""
    if draws.by_rows and whole.source is not None:
        return np.column_stack([whole.rows(wanted), np.ones(whole.n)])
    groups = draws.buckets if draws.by_rows else draws.groups_of_rows(wanted, pivot=whole.pivot)
    if groups is None or any(column not in groups.sums for column in wanted):
        raise NotApplicable(GONE)
    return groups.table(wanted)


def _drawn_sums(draws: Resamples, table: Array) -> Array:
    """The sums over the groups of each resample."""
    if draws.by_rows:
        return np.asarray(kernel("resampled_means")(table, draws.seeds()))
    return np.concatenate([times @ table for times in draws.drawn_groups(len(table), draws.sizes(4 * len(table)))])


def _cost(draws: Resamples, _: Reader) -> float:
    """All rows where they are drawn one by one; sums of groups and buckets cost the same however many the rows."""
    return draws.rows if draws.by_rows and draws.summaries.source is not None else 0.0


@dataclass(slots=True, kw_only=True)
class RunningMeans:
    """Running means of the row quantities that a measure reads, counted from a pivot near the examples at hand."""

    measure: Reader
    sums: Sums
    columns: tuple[Column, ...] = ()
    pivot: Pivot = ORIGIN

    def step(self, pred: Predictions) -> int:
        """How many examples are summed at a time."""
        self.columns = self.columns or _columns(self.measure, len(pred.classes))
        if self.sums.carry.size and self.sums.carry.shape[1] != len(self.columns):
            refuse_other()
        window, fading = self.sums.forgetting.window, self.sums.forgetting.fading
        memory = window or (1 if fading is None or fading == 1 else round(1 / (1 - fading)))
        return max(4 * memory, HELD // len(self.columns))

    def values(self, pred: Predictions, weights: Array) -> Any:
        """The measure after each of these examples."""
        pivot = pivot_of(pred)
        part = means_of(pred, pivot)
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
        """What a checkpoint keeps."""
        return {"carry": self.sums.carry.tolist(), "pivot": list(self.pivot)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a checkpoint; raises ValueError where it cannot be one of this window."""
        self.sums.carry = carried(state["carry"], self.sums.forgetting.window)
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


class _Asked(dict[Column, Any]):
    """Means of two examples that remember which of them were read."""

    def __contains__(self, _: object) -> bool:
        return True

    def __missing__(self, column: Column) -> Array:
        two = np.array([0.25, 0.5])
        self[column] = two
        return two


def _columns(measure: Reader, classes: int) -> tuple[Column, ...]:
    """The row quantities that the measure reads; of a batch it reads all that it may ever need."""
    asked = _Asked()
    with np.errstate(all="ignore"):
        measure.compute(RowMeans(n=2, weight=2.0, pivot=ORIGIN, classes=classes, means=asked))
    return tuple(asked)


MEANS = SummaryKind(
    name="means",
    title="means of quantities of each row",
    outputs=frozenset(Output),
    compute=means_of,
    resample=_resampled,
    leave_out=_left_out,
    cost=_cost,
    stream=RunningMeans,
    columns=columns_of,
    several=RowMeans.read_most,
)
