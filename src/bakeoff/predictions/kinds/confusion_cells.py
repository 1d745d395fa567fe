"""CONFUSION: how often each class was taken for which. Rows of one cell are alike, so that a resample is a draw of cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.kinds.running_sums import HELD as AT_ONCE, Sums, refuse_other
from bakeoff.predictions.outputs import Output
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.draws import HELD, Resamples
from bakeoff.predictions.summaries.confusion import Counts, count
from bakeoff.predictions.summaries.kind import Reader, SummaryKind
from bakeoff.predictions.summaries.sparse_confusion import SparseConfusion

__all__ = ["CONFUSION", "RunningConfusion", "squared_counts"]

SMALL = 64  # cells of a confusion matrix up to which all of them are summed along a stream, not only the filled ones
CELL = 4  # rows that take as long as one cell: each cell takes a draw of its own


def squared_counts(draws: Resamples) -> Counts:
    """The confusion matrix if each row had the square of its weight, where rows have weights."""
    whole = draws.summaries.counts
    cells = whole.table.filled()
    grouped = _grouped_cells(draws, cells)
    table = replace(cells, amounts=np.asarray((grouped * grouped).sum(axis=0), dtype=np.float64))
    return Counts.of_cells(table, classes=whole.classes, positive=whole.positive, n=whole.n)


def _tables(draws: Resamples) -> Iterator[tuple[int, Counts]]:
    """Resampled tables, as many at a time as may be held."""
    whole = draws.summaries.counts
    cells = whole.table.filled()
    sizes = draws.sizes(cells.size)
    for many, drawn in zip(sizes, _drawn_cells(draws, cells, whole.n, sizes), strict=True):
        table = replace(cells, amounts=drawn)
        yield many, Counts.of_cells(table, classes=whole.classes, positive=whole.positive, n=whole.n)


def _drawn_cells(draws: Resamples, cells: SparseConfusion, n: int, sizes: Sequence[int]) -> Iterator[Array]:
    if draws.by_rows:
        rng, chance = draws.rng("counts"), cells.amounts / cells.amounts.sum()
        for many in sizes:
            yield rng.multinomial(n, chance / chance.sum(), size=many).astype(np.float64)
        return
    per_group = _grouped_cells(draws, cells)
    for drawn in draws.drawn_groups(per_group.shape[0], sizes):
        yield np.asarray(drawn @ per_group)


def _grouped_cells(draws: Resamples, cells: SparseConfusion) -> Any:
    """(groups, cells): what each group holds; most hold little, so that a sparse table is the smaller one."""
    from scipy.sparse import csr_array

    assert cells.at is not None
    units = draws.groups_of_rows({}, cells.shape[1])
    true, predicted = np.divmod(units.place, units.width)
    places = np.searchsorted(cells.at, true * cells.shape[1] + predicted)
    return csr_array((units.amount, (units.owner, places)), shape=(len(units), len(cells.at)))


def _left_out(draws: Resamples, measure: Reader) -> tuple[Array, Array] | None:
    """All rows of a cell are alike, so there are no more values than cells, however many the rows."""
    if not draws.by_rows:
        return None
    whole = draws.summaries.counts
    cells = whole.table.filled()
    at_once = max(1, HELD // max(cells.size, 1))
    parts = [np.empty(0)]
    for start in range(0, len(cells.amounts), at_once):
        some = np.arange(start, min(start + at_once, len(cells.amounts)))
        values = measure.compute(_without(whole, cells, some))
        parts.append(np.broadcast_to(np.asarray(values, dtype=np.float64), (len(some),)))
    return np.concatenate(parts), cells.amounts


def _without(whole: Counts, cells: SparseConfusion, some: Array) -> Counts:
    """A batch: the counts less a row of each of these cells; margins change in one place, so no table is needed."""
    batch, (truth, predicted) = np.arange(len(some)), cells.corners

    def less(margin: Array, codes: Array, amount: Array | float = 1.0) -> Array:
        margins = np.repeat(margin[None], len(some), axis=0)
        if margin.size:
            margins[batch, codes[some]] -= amount
        return margins

    return replace(
        whole,
        n=whole.n - 1,
        truth=less(whole.truth, truth),
        predicted=less(whole.predicted, predicted),
        right=less(whole.right, truth, (truth == predicted)[some]),
        cells=lambda: replace(cells, amounts=less(cells.amounts, np.arange(len(cells.amounts)))),
    )


@dataclass(slots=True, kw_only=True)
class RunningConfusion:
    """Running confusion matrices. Whole numbers add and subtract exactly, so that a window needs its codes only."""

    measure: Reader
    sums: Sums
    codes: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))  # those of a window that will leave it
    at: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))  # cells that are summed, ascending
    totals: Array = field(default_factory=lambda: np.empty(0))

    def step(self, pred: Predictions) -> int:
        """How many examples are summed at a time."""
        return max(256, AT_ONCE // min(len(pred.classes) ** 2, max(SMALL, 4 * len(pred.classes))))

    def values(self, pred: Predictions, _: Array) -> Any:
        """The measure after each of these examples."""
        k = len(pred.classes)
        codes = pred.truth * k + pred.labels()
        if len(self.at) and self.at[-1] >= k * k:
            refuse_other()
        self._widen(codes, k)
        table = SparseConfusion(shape=(k, k), amounts=self._amounts(codes), at=None if k * k <= SMALL else self.at)
        counts = Counts.of_cells(table, classes=pred.classes, positive=pred.positive_code, n=len(pred))
        return self.measure.compute(counts)

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {"carry": [], "codes": self.codes.tolist(), "at": self.at.tolist(), "totals": self.totals.tolist()}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a checkpoint; raises ValueError where it cannot be one of this window."""
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
        cells = np.arange(k * k) if k * k <= SMALL else np.union1d(self.at, codes)
        if len(cells) == len(self.at):
            return
        totals = np.zeros(len(cells))
        totals[np.searchsorted(cells, self.at)] = self.totals  # of cells that were summed already
        self.at, self.totals = cells, totals

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
                all_codes = np.concatenate([self.codes, codes])
                leaving = all_codes[: max(len(all_codes) - window, 0)]
                changes[self._places(leaving), len(codes) - len(leaving) + rows[: len(leaving)]] -= 1.0
                self.codes = all_codes[len(leaving) :]
            changes[:, 0] += self.totals
            amounts = np.cumsum(changes, axis=1).T
        self.totals = amounts[-1].copy()
        return amounts

    def _places(self, codes: Array) -> Array:
        """Where the cells of these codes stand among those that are summed."""
        return codes if len(self.at) == self.at[-1] + 1 else np.searchsorted(self.at, codes)


CONFUSION = SummaryKind(
    name="confusion",
    title="the confusion matrix",
    outputs=frozenset({Output.LABEL}),
    compute=lambda pred, _: count(pred),
    resample=lambda draws, measure: draws.shared(measure, "confusion", lambda: _tables(draws)),
    leave_out=_left_out,
    by_content=lambda *_: True,
    cost=lambda draws, _: CELL * len(draws.summaries.counts.table.amounts),
    stream=RunningConfusion,
    tabulated=True,
)
