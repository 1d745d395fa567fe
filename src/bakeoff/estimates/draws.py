"""Draws: resamples of the summaries, made once for a whole panel.

A resample of n rows is one multinomial draw over the cells of the confusion matrix for everything that reads counts,
one weighted walk along the sorted scores for what reads the ranking, and one weighted mean for what reads moments.
With groups, whole groups are drawn.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.estimates.delta import columns_of, spread_of_products
from bakeoff.measures.measure import Measure, Reads
from bakeoff.predictions import kernels, resamples
from bakeoff.predictions.cells import Cells
from bakeoff.predictions.columns import Column
from bakeoff.predictions.counts import Counts
from bakeoff.predictions.moments import GONE, Moments
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranking import Curve, Ranking
from bakeoff.predictions.summary import Summaries, summarize
from bakeoff.predictions.units import MANY, Units, bucket_of, units_in

__all__ = ["Draws"]

_NONE = np.empty(0)
HELD = 1 << 25  # numbers in the matrices of as many resamples as are held at a time
_SWEPT = {"roc_auc": 0, "average_precision": 1, "pr_auc": 2, "ks": 3}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Draws:
    """`n_resamples` resamples of the rows (or of groups of rows) behind some summaries."""

    summaries: Summaries
    n_resamples: int
    seed: int
    groups: Array | None = None
    wanted: tuple[Measure, ...] = ()  # measures that will be asked for: each resample is then made once for all of them
    kept: dict[str, Any] = field(default_factory=dict)

    @property
    def pred(self) -> Predictions:
        """The rows."""
        if self.summaries.source is not None:
            return self.summaries.source
        ranking = self.summaries.made.get("ranking")
        kept = self.summaries.made.get("rows") or (None if ranking is None else ranking.many)
        if kept is None:
            raise NotApplicable(GONE)
        rows: Predictions = kept
        return rows

    @property
    def by_rows(self) -> bool:
        """Whether single rows of equal weight are drawn."""
        return self.by_group is None and (self.summaries.source is None or self.pred.weight is None)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return max(len(one) if kind == "rows" else int(one.n) for kind, one in self.summaries.made.items())

    def of(self, measure: Measure) -> Array:
        """The measure on every resample."""
        if measure.reads is Reads.COUNTS:
            return self._shared(measure, self._counts())
        if measure.reads is Reads.MOMENTS:
            made = measure.compute(self._moments(measure))
            return np.broadcast_to(np.asarray(made, dtype=np.float64), (self.n_resamples,))
        if measure.reads is Reads.RANKING and self.by_rows and self.summaries.ranking.many is None:
            if measure.name in _SWEPT:
                return self._sweeps(_SWEPT[measure.name])
            return self._shared(measure, ((1, one) for one in self._rankings()))
        return self._one_by_one(measure)

    def _shared(self, measure: Measure, resampled: Iterable[tuple[int, Any]]) -> Array:
        """The measure on summaries of resamples, given as (how many, their summary) and drawn once for all measures."""
        kept: dict[str, Array] = self.kept.setdefault("shared", {})
        if measure.name not in kept:
            asked = [measure, *(one for one in self.wanted if one.name != measure.name and self._shares(one, measure))]
            made = [[np.broadcast_to(one.compute(seen), (many,)) for one in asked] for many, seen in resampled]
            values = np.concatenate(made, axis=1, dtype=np.float64)
            kept.update({one.name: values[i] for i, one in enumerate(asked)})
        return kept[measure.name]

    def _shares(self, one: Measure, other: Measure) -> bool:
        """Whether the measure is defined and reads the same resamples as the other."""
        if one.reads is not other.reads or one.name in _SWEPT:
            return False
        try:
            return bool(np.isfinite(one.compute(self.summaries.get(one.reads))))
        except NotApplicable:
            return False

    def _rng(self, what: str) -> np.random.Generator:
        from bakeoff.core.seeds import rng_for

        return rng_for(self.seed, f"bootstrap/{what}")

    @property
    def units(self) -> Units | None:
        """What groups of rows that are gone add up to."""
        made: Units | None = self.summaries.made.get("units")
        return made

    @property
    def by_group(self) -> Array | Units | None:
        """What is drawn instead of single rows."""
        return self.groups if self.groups is not None else self.units

    def _units(self, wanted: Mapping[Column, Any], width: int = 0) -> Units:
        """What each group adds up to; rows with weights are groups of their own."""
        if self.units is not None:
            return self.units
        pred, rows = self.pred, np.arange(len(self.pred))
        many = self.groups is None and len(rows) > MANY
        groups = self.groups if self.groups is not None else bucket_of(rows) if many else rows
        pivot = self.summaries.moments.pivot if wanted else 0.0
        made = units_in(pred, groups, wanted, pivot=pivot, width=width, bucketed=many)
        self.kept["bucketed"] = made.bucketed
        return made

    def called(self, measure: Measure) -> str:
        """What the resamples of the measure were made of, for the name of its interval; nothing where it is rows."""
        summed = measure.reads in {Reads.COUNTS, Reads.MOMENTS}
        if self.units is not None:
            return f", {self.units.called}"
        if self.by_rows:
            gone = measure.reads is Reads.MOMENTS and self.summaries.moments.source is None
            return " of normal means" if gone else ""
        name = "" if self.groups is None else ", by group"
        return name + (", in random buckets" if summed and self.kept.get("bucketed") else "")

    def _counts(self) -> Iterator[tuple[int, Counts]]:
        """Resampled tables, as many at a time as may be held."""
        whole = self.summaries.counts
        cells = whole.table.filled()
        at_once = max(1, HELD // max(cells.size, 1))
        sizes = [min(at_once, self.n_resamples - start) for start in range(0, self.n_resamples, at_once)]
        for many, drawn in zip(sizes, self._drawn_cells(cells, whole.n, sizes), strict=True):
            table = replace(cells, amounts=drawn)
            yield many, Counts.of_cells(table, classes=whole.classes, positive=whole.positive, n=whole.n)

    def _drawn_cells(self, cells: Cells, n: int, sizes: Sequence[int]) -> Iterator[Array]:
        if self.by_rows:
            rng, chance = self._rng("counts"), cells.amounts / cells.amounts.sum()
            for many in sizes:
                yield rng.multinomial(n, chance / chance.sum(), size=many).astype(np.float64)
            return
        per_group = self._grouped_cells(cells)
        for drawn in self._drawn_groups(per_group.shape[0], sizes):
            yield np.asarray(drawn @ per_group)

    def _grouped_cells(self, cells: Cells) -> Any:
        """(groups, cells): what each group holds; most hold little, so that a sparse table is the smaller one."""
        from scipy.sparse import csr_array

        assert cells.at is not None
        units = self._units({}, cells.shape[1])
        if not len(units.place):
            raise NotApplicable(GONE)
        return csr_array(
            (units.amount, (units.owner, np.searchsorted(cells.at, units.place))), shape=(len(units), len(cells.at))
        )

    def _drawn_groups(self, many: int, sizes: Sequence[int]) -> Iterator[Array]:
        """How often each group occurs in each resample, some resamples at a time."""
        if many * self.n_resamples <= HELD:
            if "weights" not in self.kept:
                self.kept["weights"] = _occurrences(self._rng("groups"), many, self.n_resamples)
            ends = pairwise(np.cumsum([0, *sizes]).tolist())
            yield from (self.kept["weights"][start:stop] for start, stop in ends)
            return
        rng = self._rng("groups")
        yield from (_occurrences(rng, many, size) for size in sizes)

    def _moments(self, measure: Measure) -> Moments:
        whole = self.summaries.moments
        wanted = columns_of(measure, whole)
        if not self.by_rows:
            means = self._grouped_means(wanted)
        elif whole.source is None:
            means = self._normal_means(whole, wanted)
        else:
            means = kernels.resampled_means(whole.rows(wanted), self._seeds())
        return whole.with_means({column: means[:, i] for i, column in enumerate(wanted)})

    def _normal_means(self, whole: Moments, wanted: dict[Column, Any]) -> Array:
        """Means as resamples of very many rows have them: the rows are gone, but their covariances are known."""
        spread = spread_of_products(whole, wanted)
        known = ~np.isnan(np.diag(spread))
        if whole.n < 2 or not known.any():
            raise NotApplicable(GONE)
        made = np.tile(np.array(list(wanted.values()), dtype=np.float64), (self.n_resamples, 1))
        drawn = self._rng("means").multivariate_normal(
            made[0, known], spread[np.ix_(known, known)], size=self.n_resamples, method="eigh"
        )
        made[:, known] = drawn
        return made

    def _grouped_means(self, wanted: dict[Column, Any]) -> Array:
        units = self._units(wanted)
        if any(one not in units.sums for one in wanted):
            raise NotApplicable(GONE)
        at_once = max(1, HELD // (4 * len(units)))
        sizes = [min(at_once, self.n_resamples - start) for start in range(0, self.n_resamples, at_once)]
        table = units.table(wanted)
        drawn = np.concatenate([one @ table for one in self._drawn_groups(len(units), sizes)])
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(drawn[:, :-1] / drawn[:, -1:])

    def _seeds(self) -> Array:
        return self._rng("rows").integers(1 << 63, size=self.n_resamples, dtype=np.uint64)

    def _ranked(self) -> tuple[Array, Array]:
        """The rows in the order of falling scores: which are positive, and which is the last of its score."""
        if "ranked" not in self.kept:
            curve = self.summaries.ranking.curve
            ups, downs = np.diff(curve.tp, prepend=0), np.diff(curve.fp, prepend=0)
            flags = np.repeat(np.tile([True, False], len(ups)), np.column_stack([ups, downs]).reshape(-1))
            last = np.zeros(len(flags), dtype=bool)
            last[np.cumsum(ups + downs) - 1] = True
            self.kept["ranked"] = flags, last
        made: tuple[Array, Array] = self.kept["ranked"]
        return made

    def _sweeps(self, which: int) -> Array:
        kept: dict[int, Array] = self.kept.setdefault("sweeps", {})
        if which not in kept:
            made = kernels.resampled_sweeps(*self._ranked(), self._seeds(), which)
            kept.update({i: made[:, i] for i in range(4) if i == which or not np.isnan(made[:, i]).all()})
        return kept[which]

    def _rankings(self) -> Iterator[Ranking]:
        """Each resample as a curve of its own, on the sorted order that all share."""
        n = self.summaries.ranking.n
        for seed in self._seeds().tolist():
            yield self.ranking_of(resamples.in_line(resamples.draw_counts(seed, n)))

    def ranking_of(self, times: Array) -> Ranking:
        """The ranking if each row, in the order of falling scores, had been seen so many times."""
        flags, last = self._ranked()
        ends = np.flatnonzero(last)
        tp = np.cumsum(np.where(flags, times, 0))[ends]
        curve = Curve(threshold=self.summaries.ranking.curve.threshold, tp=tp, fp=np.cumsum(times)[ends] - tp)
        return Ranking(n=len(flags), positives=_NONE, negatives=_NONE, given=curve)

    def blocks(self, most: int) -> Array:
        """The rows in at most so many blocks of one size, drawn by lot: a file may be sorted by anything."""
        n = self.rows
        return self._rng("blocks").permutation(n) * min(most, n) // max(n, 1)

    def _one_by_one(self, measure: Measure) -> Array:
        """Row by row resampling, for the few measures that need the rows themselves."""
        if self.units is not None:
            raise NotApplicable(GONE)
        pred, n = self.pred, len(self.pred)
        made = np.empty(self.n_resamples)
        if self.groups is None:
            rng = self._rng("rows")
            for b in range(self.n_resamples):
                made[b] = _value(measure, pred.take(rng.integers(n, size=n)))
            return made
        codes = np.unique(self.groups, return_inverse=True)[1].reshape(-1)
        parts = np.split(np.argsort(codes, kind="stable"), np.cumsum(np.bincount(codes))[:-1])
        rng = self._rng("groups")
        for b in range(self.n_resamples):
            chosen = [parts[g] for g in rng.integers(len(parts), size=len(parts))]
            made[b] = _value(measure, pred.take(np.concatenate(chosen)))
        return made


def _occurrences(rng: np.random.Generator, many: int, size: int) -> Array:
    """(size, many): how often each of so many is drawn in as many draws, `size` times over."""
    drawn = rng.integers(many, size=(size, many))
    drawn += many * np.arange(size)[:, None]
    return np.bincount(drawn.reshape(-1), minlength=size * many).reshape(size, many).astype(np.float64)


def _value(measure: Measure, pred: Predictions) -> float:
    return float(measure.compute(summarize(pred).get(measure.reads)))
