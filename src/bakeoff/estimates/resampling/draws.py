"""Resamples: resamples of the summaries, made once for a whole panel.

A resample of n rows is one multinomial draw over the cells of the confusion matrix for everything that reads counts,
one weighted walk along the sorted scores for what reads the ranking, and one weighted mean for what reads moments.
With groups, whole groups are drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.seeds import rng_for
from bakeoff.estimates.analytic.delta_method import columns_of
from bakeoff.estimates.analytic.unit_shares import UnitShares
from bakeoff.kernels import kernel
from bakeoff.measures.measure import Measure, Reads, Sweep
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.binned_row_groups import BinnedRowGroups, binned_rows
from bakeoff.predictions.resampling.content_order import in_content_order
from bakeoff.predictions.resampling.row_groups import RowGroups, ratios, units_in
from bakeoff.predictions.resampling.sorted_rows import RankedRows, is_positive_and_tied
from bakeoff.predictions.summaries.confusion import Counts
from bakeoff.predictions.summaries.means import GONE, RowMeans
from bakeoff.predictions.summaries.pivot import ORIGIN
from bakeoff.predictions.summaries.ranking.first_rows import TopRows, top_rows
from bakeoff.predictions.summaries.ranking.ranking import Ranking, ResampledClasses
from bakeoff.predictions.summaries.ranking.unsorted_scores import scored
from bakeoff.predictions.summaries.row_quantities import Column
from bakeoff.predictions.summaries.sparse_confusion import SparseConfusion
from bakeoff.predictions.summaries.summaries import Summaries, summarize

__all__ = ["HELD", "SPARE", "Resamples", "bins_of_groups", "ranked_rows"]

_SWEPT = {Sweep.AREA: 0, Sweep.AVERAGE_PRECISION: 1}  # columns of what the walk gives
SPARE = 16  # of the numbers that may be held: walks are quick where all they read stays in the processor's cache
HELD = 1 << 25  # numbers in the matrices of as many resamples as are held at a time


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Resamples:
    """`n_resamples` resamples of the rows (or of groups of rows) behind some summaries."""

    summaries: Summaries
    n_resamples: int
    seed: int
    wanted: tuple[Measure, ...] = ()  # measures that will be asked for: each resample is then made once for all of them
    ordered: bool = False  # whether the rows stand in the order of what they hold, and the groups are numbered so
    kept: dict[Any, Any] = field(default_factory=dict)

    def in_order(self, measure: Measure) -> "Resamples":
        """The same of rows and groups in the order of what they hold, where their order decides what is drawn; made once for all measures."""
        if self.ordered or self.summaries.source is None or self._counted(measure):
            return self
        if "in order" not in self.kept:
            (pred,), groups = in_content_order((self.summaries.source,), self.groups)
            self.kept["in order"] = replace(self, summaries=summarize(pred.in_groups(groups)), ordered=True, kept={})
        made: Resamples = self.kept["in order"]
        return made

    def _counted(self, measure: Measure) -> bool:
        """Whether rows are drawn by what they hold already: by the cell of a table, or by their place in the order of scores."""
        if not self.by_rows:
            return False
        if measure.reads is Reads.RANKING:
            return self.summaries.ranking.many is None
        return measure.reads is Reads.COUNTS or measure.of_first is not None

    @property
    def pred(self) -> Predictions:
        """The rows."""
        if self.summaries.source is not None:
            return self.summaries.source
        known = self.summaries.known
        kept = known.rows or (None if known.ranking is None else known.ranking.many)
        if kept is None:
            raise NotApplicable(GONE)
        rows: Predictions = kept
        return rows

    @property
    def groups(self) -> Array | None:
        """Which rows are drawn together: the groups that the predictions carry."""
        source = self.summaries.source
        return None if source is None else source.group

    @property
    def by_rows(self) -> bool:
        """Whether single rows of equal weight are drawn."""
        return self.by_group is None and (self.summaries.source is None or self.pred.weight is None)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.summaries.known.n

    def of(self, measure: Measure) -> Array:  # noqa: PLR0911 - one for each kind of summary
        """The measure on every resample."""
        if (same := self.in_order(measure)) is not self:
            return same.of(measure)
        if measure.reads is Reads.COUNTS:
            return self.shared(measure, "counts", self._counts)
        if measure.reads is Reads.MOMENTS:
            made = measure.compute(self._moments(measure))
            return np.broadcast_to(np.asarray(made, dtype=np.float64), (self.n_resamples,))
        if measure.reads is Reads.RANKING:
            if is_threshold_sweep(self, measure):
                return resampled_values(self, measure)
            ranked = self.shared(measure, "ranking", lambda: ((1, one) for one in rankings(self)))
            return ranked + binning_bias(self, measure)
        if measure.of_first is not None:
            return np.asarray(measure.of_first.value(*resampled_first(self, measure.of_first.k)))
        rows = ((1, summarize(one).get(measure.reads)) for one in self._taken())
        return self.shared(measure, "rows", lambda: rows)

    def shared(self, measure: Measure, kind: str, resampled: Callable[[], Iterable[tuple[int, Any]]]) -> Array:
        """The measure on summaries of this kind of resamples, given as (how many, their summary), drawn once for all measures."""
        kept: dict[str, Array] = self.kept.setdefault(f"shared/{kind}", {})
        if measure.name not in kept:
            asked = [measure, *(one for one in self.wanted if one.name != measure.name and self._shares(one, measure))]
            made = [_spread_out([one.compute(seen) for one in asked], many) for many, seen in resampled()]
            values = np.concatenate(made, axis=1)
            kept.update({one.name: values[i] for i, one in enumerate(asked)})
        return kept[measure.name]

    def _shares(self, one: Measure, other: Measure) -> bool:
        """Whether the measure is defined and reads the same resamples as the other."""
        if one.reads is not other.reads or is_threshold_sweep(self, one):
            return False
        try:
            return bool(np.isfinite(one.compute(self.summaries.get(one.reads))))
        except NotApplicable:
            return False

    def rng(self, what: str) -> np.random.Generator:
        """Random numbers of their own for what is drawn."""
        return rng_for(self.seed, f"bootstrap/{what}")

    @property
    def units(self) -> RowGroups | None:
        """What groups of rows that are gone add up to."""
        made: RowGroups | None = self.summaries.known.units
        return made

    def in_sums(self, measure: Measure) -> bool:
        """Whether resamples of the measure are made of sums, so that they cost the same however many the rows."""
        if measure.reads is Reads.RANKING:
            return bins_of_groups(self) is not None
        if measure.of_first is not None:
            return True
        return measure.reads is Reads.MOMENTS and not (self.by_rows and self.summaries.source is not None)

    @property
    def many_groups(self) -> int | None:
        """How many groups of rows (or buckets of them) are drawn; None where it is single rows."""
        if self.by_group is None:
            return None
        if "many_groups" not in self.kept:
            self.kept["many_groups"] = None if self._bare.single else len(self._bare)
        made: int | None = self.kept["many_groups"]
        return made

    @property
    def shares(self) -> UnitShares | None:
        """How much each unit that is drawn counts; None where single rows count alike."""
        if self.by_rows:
            return None
        if "shares" not in self.kept:
            self.kept["shares"] = UnitShares.of(self._bare.weight, self._bare.squares)
        made: UnitShares | None = self.kept["shares"]
        return made

    @property
    def weighted_rows(self) -> bool:
        """Whether single rows of different weights are drawn, and not buckets of them."""
        return not self.by_rows and self.groups is None and self._bare.single and not self._bare.bucketed

    def squared_counts(self) -> Counts:
        """The confusion matrix if each row had the square of its weight, where rows have weights."""
        whole = self.summaries.counts
        cells = whole.table.filled()
        each = self._grouped_cells(cells)
        table = replace(cells, amounts=np.asarray((each * each).sum(axis=0), dtype=np.float64))
        return Counts.of_cells(table, classes=whole.classes, positive=whole.positive, n=whole.n)

    @property
    def by_group(self) -> Array | RowGroups | None:
        """What is drawn instead of single rows."""
        return self.groups if self.groups is not None else self.units

    @property
    def _bare(self) -> RowGroups:
        """The units without what they add up to."""
        if "bare" not in self.kept:
            self.kept["bare"] = self._units({})
        made: RowGroups = self.kept["bare"]
        return made

    def _units(self, wanted: Mapping[Column, Any], width: int = 0, *, rows: bool = False) -> RowGroups:
        """What each group adds up to; rows with weights are groups of their own."""
        if self.units is not None:
            return self.units
        pivot = self.summaries.moments.pivot if wanted else ORIGIN
        single = self.groups is None
        groups = self.pred.rows if self.groups is None else self.groups
        made = units_in(self.pred, groups, wanted, pivot=pivot, width=width, rows=rows, single=single)
        self.kept["called"] = made.called
        return made

    def called(self, measure: Measure) -> str:
        """What the resamples of the measure were made of, for the name of its interval; nothing where it is rows."""
        if (same := self.in_order(measure)) is not self:
            return same.called(measure)
        units = self.units or (self._buckets if measure.reads is Reads.MOMENTS and self.by_rows else None)
        return units.called if units is not None else str(self.kept.get("called", ""))

    def _counts(self) -> Iterator[tuple[int, Counts]]:
        """Resampled tables, as many at a time as may be held."""
        whole = self.summaries.counts
        cells = whole.table.filled()
        sizes = self.sizes(cells.size)
        for many, drawn in zip(sizes, self._drawn_cells(cells, whole.n, sizes), strict=True):
            table = replace(cells, amounts=drawn)
            yield many, Counts.of_cells(table, classes=whole.classes, positive=whole.positive, n=whole.n)

    def sizes(self, each: int) -> list[int]:
        """How many resamples at a time, if each takes so many numbers."""
        at_once = max(1, HELD // max(each, 1))
        return [min(at_once, self.n_resamples - start) for start in range(0, self.n_resamples, at_once)]

    def _drawn_cells(self, cells: SparseConfusion, n: int, sizes: Sequence[int]) -> Iterator[Array]:
        if self.by_rows:
            rng, chance = self.rng("counts"), cells.amounts / cells.amounts.sum()
            for many in sizes:
                yield rng.multinomial(n, chance / chance.sum(), size=many).astype(np.float64)
            return
        per_group = self._grouped_cells(cells)
        for drawn in self.drawn_groups(per_group.shape[0], sizes):
            yield np.asarray(drawn @ per_group)

    def _grouped_cells(self, cells: SparseConfusion) -> Any:
        """(groups, cells): what each group holds; most hold little, so that a sparse table is the smaller one."""
        from scipy.sparse import csr_array

        assert cells.at is not None
        units = self._units({}, cells.shape[1])
        true, predicted = np.divmod(units.place, units.width)
        at = np.searchsorted(cells.at, true * cells.shape[1] + predicted)
        return csr_array((units.amount, (units.owner, at)), shape=(len(units), len(cells.at)))

    def drawn_groups(self, many: int, sizes: Sequence[int]) -> Iterator[Array]:
        """How often each group occurs in each resample, some resamples at a time."""
        seeds, ends = self.seeds("groups"), list(pairwise(np.cumsum([0, *sizes]).tolist()))
        if many * self.n_resamples <= HELD:
            if "times" not in self.kept:
                self.kept["times"] = kernel("resample_counts")(many, seeds).astype(np.float64)
            yield from (self.kept["times"][start:stop] for start, stop in ends)
            return
        yield from (kernel("resample_counts")(many, seeds[start:stop]).astype(np.float64) for start, stop in ends)

    def each_drawn(self, many: int) -> Iterator[Array]:
        """The same, one resample at a time."""
        yield from (drawn[0] for drawn in self.drawn_groups(many, [1] * self.n_resamples))

    def _moments(self, measure: Measure) -> RowMeans:
        whole = self.summaries.moments
        wanted = columns_of(measure, whole)
        if self.by_rows and whole.source is not None:
            means = kernel("resampled_means")(whole.rows(wanted), self.seeds())
        else:
            means = ratios(self._drawn_sums(self.sums(wanted)))
        return whole.with_means({column: means[:, i] for i, column in enumerate(wanted)})

    @property
    def _buckets(self) -> RowGroups | None:
        """What stands in for single rows that are gone."""
        made: RowGroups | None = self.summaries.known.buckets
        return made

    def sums(self, wanted: Mapping[Column, Any]) -> Array:
        """(rows or units, columns + 1): what each adds to these row quantities, and last its weight."""
        whole = self.summaries.moments
        if self.by_rows and whole.source is not None:
            return np.column_stack([whole.rows(wanted), np.ones(whole.n)])
        units = self._buckets if self.by_rows else self._units(wanted)
        if units is None or any(one not in units.sums for one in wanted):
            raise NotApplicable(GONE)
        return units.table(wanted)

    def _drawn_sums(self, table: Array) -> Array:
        """The sums over the units of each resample."""
        if self.by_rows:
            return np.asarray(kernel("resampled_means")(table, self.seeds()))
        return np.concatenate([one @ table for one in self.drawn_groups(len(table), self.sizes(4 * len(table)))])

    def seeds(self, of: str = "rows") -> Array:
        """One for each resample of single rows, or of something else."""
        return self.rng(of).integers(1 << 63, size=self.n_resamples, dtype=np.uint64)

    def owner(self) -> Array:
        """The number of the unit that each row belongs to."""
        if "owner" not in self.kept:
            units = self._units({}, rows=True)
            self.kept["owner"], self.kept["many"] = units.rows, len(units)
        made: Array | None = self.kept["owner"]
        if made is None:
            raise NotApplicable(GONE)
        return made

    def blocks(self, n: int, most: int) -> Array:
        """So many rows or units in at most so many blocks of one size, by lot: a file may be sorted by anything."""
        return self.rng("blocks").permutation(n) * min(most, n) // max(n, 1)

    def left_out(self, most: int) -> "Resamples":
        """Resamples of another kind: each unit is left out in turn, or each of so many blocks of them."""
        if "left_out" not in self.kept:
            many = len(self._units({}))
            block = self.blocks(many, most)
            times = (block != np.arange(min(most, many))[:, None]).astype(np.float64)
            kept = {name: one for name, one in self.kept.items() if name in {"ranked", "owner", "many"}}
            self.kept["left_out"] = replace(self, n_resamples=len(times), kept={**kept, "times": times})
        made: Resamples = self.kept["left_out"]
        return made

    def _taken(self) -> Iterator[Predictions]:
        """The rows of each resample, for the few measures that need the rows themselves."""
        pred, n = self.pred, len(self.pred)
        if self.by_rows:
            rng = self.rng("rows")
            yield from (pred.take(rng.integers(n, size=n)) for _ in range(self.n_resamples))
            return
        owner = self.owner()
        yield from (_copied(pred, times.astype(np.int64)[owner]) for times in self.each_drawn(self.kept["many"]))


def _copied(pred: Predictions, times: Array) -> Predictions:
    """Each row so many times. A group that is drawn twice is two groups, so that a measure of groups counts both."""
    chosen = np.repeat(np.arange(len(pred)), times)
    if pred.group is None:
        return pred.take(chosen)
    copy = np.arange(len(chosen)) - np.repeat(np.cumsum(times) - times, times)
    ids, codes = np.unique(pred.group, return_inverse=True)
    return pred.take(chosen).in_groups(codes.reshape(-1)[chosen] + len(ids) * copy)


def _spread_out(values: Sequence[Any], many: int) -> Array:
    """(values, many): of what is the same for all of so many resamples, as often as there are resamples."""
    if many == 1:
        return np.array(values, dtype=np.float64).reshape(-1, 1)
    return np.array([np.broadcast_to(one, (many,)) for one in values], dtype=np.float64)


def is_threshold_sweep(draws: Resamples, measure: Measure) -> bool:
    """Whether one compiled walk along the sorted scores gives the measure on all resamples."""
    return draws.by_rows and measure.sweep is not None and bins_of_groups(draws) is None


def resampled_values(draws: Resamples, measure: Measure) -> Array:
    """The measure on all resamples, from such a walk; what it tells of others is kept."""
    kept: dict[int, Array] = draws.kept.setdefault("sweeps", {})
    assert measure.sweep is not None
    which = _SWEPT[measure.sweep]
    if which not in kept:
        made = kernel("resampled_totals")(*is_positive_and_tied(draws.summaries.ranking.curve), draws.seeds(), which)
        kept.update({i: made[:, i] for i in range(2) if i == which or not np.isnan(made[:, i]).all()})
    return kept[which]


def resampled_first(draws: Resamples, k: int) -> tuple[Array, Array]:
    """Positives among the first k rows by score and among all, on every resample; for all measures that read them."""
    if ("first", k) not in draws.kept:
        many, found = max(64, 8 * k), np.array([np.inf])
        while np.isinf(found).any():  # rows of the top that belong together may all be left out by a resample
            top = top_rows(draws.pred, many)
            parts = [top.found(*drawn, k) for drawn in _drawn_kinds(draws, top)]
            found, there = (np.concatenate(one) for one in zip(*parts, strict=True))
            many *= 8
        draws.kept["first", k] = found, there
    made: tuple[Array, Array] = draws.kept["first", k]
    return made


def _drawn_kinds(draws: Resamples, top: TopRows) -> Iterator[tuple[Array, Array]]:
    """How much there is of each kind of rows in resamples, and in how many rows, some resamples at a time."""
    n, weight = len(top.kind), draws.pred.weight
    if draws.by_rows and weight is None:
        rng, chance = draws.rng("first"), np.bincount(top.kind, minlength=top.kinds) / n
        for many in draws.sizes(top.kinds):
            yield rng.multinomial(n, chance, size=many).astype(np.float64), np.full(many, float(n))
        return
    from scipy.sparse import csr_array

    heavy = np.ones(n) if weight is None else np.asarray(weight, dtype=np.float64)
    owner, groups = draws.owner(), draws.kept["many"]
    amounts = csr_array((heavy, (owner, top.kind)), shape=(groups, top.kinds))
    rows = np.bincount(owner, weights=heavy > 0, minlength=groups)
    for times in draws.drawn_groups(groups, draws.sizes(top.kinds)):
        yield np.asarray(times @ amounts), times @ rows


def rankings(draws: Resamples) -> Iterator[Ranking]:
    """Each resample as a curve of its own, on the sorted order (or the bins) that all share."""
    bins = bins_of_groups(draws)
    if bins is not None:
        yield from _binned(draws, bins)
        return
    if draws.summaries.ranking.many is not None:
        yield from _of_classes(draws, draws.summaries.ranking.many)
        return
    ranked = ranked_rows(draws)
    for drawn in _drawn(draws, len(ranked.unit) // 8 + 3 * len(ranked.stops)):
        yield from ranked.rankings(drawn)


def _drawn(draws: Resamples, each: int) -> Iterator[Array]:
    """The seeds of resamples of rows, or how often each unit is drawn; so many at a time that each may take so many numbers."""
    sizes = draws.sizes(SPARE * each)
    if draws.by_rows:
        yield from np.split(draws.seeds(), np.cumsum(sizes)[:-1])
        return
    draws.owner()
    yield from draws.drawn_groups(draws.kept["many"], sizes)


def _of_classes(draws: Resamples, pred: Predictions) -> Iterator[Ranking]:
    """The same of more than two classes: each column of scores is sorted once."""
    score, k = pred.scores(), len(pred.classes)
    order = np.array([np.argsort(-score[:, i], kind="stable") for i in range(k)], dtype=np.int32)
    last = np.ones(order.shape, dtype=np.uint8)
    for i, rows in enumerate(order):
        last[i, :-1] = score[rows[1:], i] != score[rows[:-1], i]
    truth = np.ascontiguousarray(pred.truth, dtype=np.int64)
    for drawn in _drawn(draws, order.size // 8 + k * k + len(pred)):
        often = kernel("resample_counts")(len(pred), drawn) if draws.by_rows else drawn[:, draws.owner()]
        often = np.ascontiguousarray(often if pred.weight is None else often * pred.weight)
        for wins, one in zip(kernel("resampled_class_wins")(often, truth, order, last), often, strict=True):
            yield ResampledClasses(
                n=len(pred), rows=pred, known_wins=wins, known_sizes=np.bincount(truth, weights=one, minlength=k)
            )


def _binned(draws: Resamples, bins: BinnedRowGroups) -> Iterator[Ranking]:
    """The same in bins: rows of one bin and class are alike, so that their numbers are drawn."""
    sizes = draws.sizes(max(len(bins.amounts), bins.amounts[0].size))
    if draws.by_rows:
        rng, chance = draws.rng("rows"), bins.amounts.reshape(-1) / bins.amounts.sum()
        for many in sizes:
            yield from bins.rankings(rng.multinomial(draws.summaries.ranking.n, chance, size=many))
        return
    for times in draws.drawn_groups(len(bins.amounts), sizes):
        yield from bins.drawn(times)


def binning_bias(draws: Resamples, measure: Measure) -> float:
    """How much larger the measure is than on the coarse steps that resamples are made of; 0 where all are fine."""
    if draws.summaries.ranking.many is not None:
        return 0.0
    if "coarse" not in draws.kept:
        draws.kept["coarse"] = _coarse(draws)
    coarse: Ranking | None = draws.kept["coarse"]
    return 0.0 if coarse is None else float(measure.compute(draws.summaries.ranking)) - float(measure.compute(coarse))


def _coarse(draws: Resamples) -> Ranking | None:
    """All rows in these steps, if they are coarse."""
    bins = bins_of_groups(draws)
    if bins is not None:
        return bins.drawn(np.ones((1, len(bins.amounts))))[0]
    ranked = ranked_rows(draws)
    return ranked.whole() if ranked.coarse else None


def bins_of_groups(draws: Resamples) -> BinnedRowGroups | None:
    """What groups of rows that are gone score, or all rows, where that was ranked in bins."""
    if draws.units is not None or draws.summaries.source is not None:
        return None if draws.units is None else draws.units.bins
    if "bins" not in draws.kept:
        curve = draws.summaries.ranking.given
        draws.kept["bins"] = None if curve is None else binned_rows(curve)
    made: BinnedRowGroups | None = draws.kept["bins"]
    return made


def ranked_rows(draws: Resamples) -> RankedRows:
    """The rows in the order of falling scores, sorted once for all resamples."""
    if "ranked" not in draws.kept:
        if draws.by_rows:
            draws.kept["ranked"] = RankedRows.of_curve(draws.summaries.ranking.curve).affordable()
        else:
            of = draws.summaries.known.scores if draws.units is not None else scored(draws.pred)
            if of is None:
                raise NotApplicable(GONE)
            draws.kept["ranked"] = of.ranked(draws.owner()).affordable()
    made: RankedRows = draws.kept["ranked"]
    return made
