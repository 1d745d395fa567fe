"""Resamples: rows or groups drawn with replacement, once for a whole panel; the kinds of summaries are made of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.seeds import rng_for
from bakeoff.kernels import kernel
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.content_order import in_content_order
from bakeoff.predictions.resampling.row_groups import RowGroups, units_in
from bakeoff.predictions.summaries.kind import Reader
from bakeoff.predictions.summaries.means import GONE
from bakeoff.predictions.summaries.pivot import ORIGIN, Pivot
from bakeoff.predictions.summaries.row_quantities import Column
from bakeoff.predictions.summaries.summaries import BUCKETS, UNITS, Summaries, summarize

__all__ = ["BLOCKS", "HELD", "SPARE", "Resamples"]

SPARE = 16  # of the numbers that may be held: walks are quick where all they read stays in the processor's cache
HELD = 1 << 25  # numbers in the matrices of as many resamples as are held at a time
BLOCKS = 200  # of rows or groups that are left out in turn, where single ones would take too long


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Resamples:
    """`n_resamples` resamples of the rows (or of groups of rows) behind some summaries."""

    summaries: Summaries
    n_resamples: int
    seed: int
    wanted: tuple[Reader, ...] = ()  # measures that will be asked for: each resample is then made once for all of them
    ordered: bool = False  # whether the rows stand in the order of what they hold, and the groups are numbered so
    kept: dict[Any, Any] = field(default_factory=dict)

    def in_order(self, measure: Reader) -> "Resamples":
        """The same of rows and groups in the order of what they hold, where their order decides what is drawn; made once for all measures."""
        if self.ordered or self.summaries.source is None or self._counted(measure):
            return self
        if "in order" not in self.kept:
            (pred,), groups = in_content_order((self.summaries.source,), self.groups)
            self.kept["in order"] = replace(self, summaries=summarize(pred.in_groups(groups)), ordered=True, kept={})
        ordered: Resamples = self.kept["in order"]
        return ordered

    def _counted(self, measure: Reader) -> bool:
        """Whether rows are drawn by what they hold already: by the cell of a table, or by their place in the order of scores."""
        by_content = measure.reads.by_content
        return self.by_rows and by_content is not None and by_content(self, measure)

    @property
    def pred(self) -> Predictions:
        """The rows."""
        if self.summaries.source is not None:
            return self.summaries.source
        if (rows := self.summaries.rows_left) is None:
            raise NotApplicable(GONE)
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
        return self.summaries.n

    def of(self, measure: Reader) -> Array:
        """The measure on every resample."""
        if (same := self.in_order(measure)) is not self:
            return same.of(measure)
        resample = measure.reads.resample
        return self.from_rows(measure) if resample is None else resample(self, measure)

    def from_rows(self, measure: Reader) -> Array:
        """The same of any kind of summary, made anew of the rows of each resample."""
        kind = measure.reads
        return self.shared(measure, kind.name, lambda: ((1, summarize(rows).get(kind)) for rows in self.taken()))

    def shared(
        self,
        measure: Reader,
        kind: str,
        resampled: Callable[[], Iterable[tuple[int, Any]]],
        alone: Callable[[Reader], bool] = lambda _: False,
    ) -> Array:
        """The measure on summaries of resamples, which come as (how many, their summary), drawn once for all measures of that kind.

        A measure that `alone` names has a way of its own.
        """
        kept: dict[str, Array] = self.kept.setdefault(f"shared/{kind}", {})
        if measure.name not in kept:
            others = [other for other in self.wanted if other.name != measure.name and not alone(other)]
            asked = [measure, *(other for other in others if self._shares(other, measure))]
            parts = [_spread_out([reader.compute(summary) for reader in asked], many) for many, summary in resampled()]
            values = np.concatenate(parts, axis=1)
            kept.update({reader.name: values[i] for i, reader in enumerate(asked)})
        return kept[measure.name]

    def _shares(self, reader: Reader, other: Reader) -> bool:
        """Whether the measure is defined and reads the same resamples as the other."""
        if reader.reads is not other.reads:
            return False
        try:
            return bool(np.isfinite(reader.compute(self.summaries.get(reader.reads))))
        except NotApplicable:
            return False

    def rng(self, what: str) -> np.random.Generator:
        """Random numbers of their own for what is drawn."""
        return rng_for(self.seed, f"bootstrap/{what}")

    @property
    def units(self) -> RowGroups | None:
        """What groups of rows that are gone add up to."""
        return self.summaries.known.get(UNITS)

    @property
    def buckets(self) -> RowGroups | None:
        """What is drawn in place of single rows that are gone."""
        return self.summaries.known.get(BUCKETS)

    @property
    def many_groups(self) -> int | None:
        """How many groups of rows (or buckets of them) are drawn; None where it is single rows."""
        if self.by_group is None:
            return None
        if "many_groups" not in self.kept:
            self.kept["many_groups"] = None if self.bare.single else len(self.bare)
        count: int | None = self.kept["many_groups"]
        return count

    @property
    def weighted_rows(self) -> bool:
        """Whether single rows of different weights are drawn, and not buckets of them."""
        return not self.by_rows and self.groups is None and self.bare.single and not self.bare.bucketed

    @property
    def by_group(self) -> Array | RowGroups | None:
        """What is drawn instead of single rows."""
        return self.groups if self.groups is not None else self.units

    @property
    def bare(self) -> RowGroups:
        """The units without what they add up to."""
        if "bare" not in self.kept:
            self.kept["bare"] = self.groups_of_rows({})
        units: RowGroups = self.kept["bare"]
        return units

    def groups_of_rows(
        self, wanted: Mapping[Column, Any], width: int = 0, *, rows: bool = False, pivot: Pivot = ORIGIN
    ) -> RowGroups:
        """What each group adds up to; rows with weights are groups of their own."""
        if self.units is not None:
            return self.units
        single = self.groups is None
        groups = self.pred.rows if self.groups is None else self.groups
        units = units_in(self.pred, groups, wanted, pivot=pivot, width=width, rows=rows, single=single)
        self.kept["called"] = units.called
        return units

    def called(self, measure: Reader) -> str:
        """What the resamples of the measure were made of, for the name of its interval; nothing where it is rows."""
        if (same := self.in_order(measure)) is not self:
            return same.called(measure)
        units = self.units or (self.buckets if measure.reads.columns is not None and self.by_rows else None)
        return units.called if units is not None else str(self.kept.get("called", ""))

    def sizes(self, numbers: int) -> list[int]:
        """How many resamples at a time, if each takes so many numbers."""
        at_once = max(1, HELD // max(numbers, 1))
        return [min(at_once, self.n_resamples - start) for start in range(0, self.n_resamples, at_once)]

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

    def seeds(self, of: str = "rows") -> Array:
        """One for each resample of single rows, or of something else."""
        return self.rng(of).integers(1 << 63, size=self.n_resamples, dtype=np.uint64)

    def owner(self) -> Array:
        """The number of the unit that each row belongs to."""
        if "owner" not in self.kept:
            units = self.groups_of_rows({}, rows=True)
            self.kept["owner"], self.kept["many"] = units.rows, len(units)
        owner: Array | None = self.kept["owner"]
        if owner is None:
            raise NotApplicable(GONE)
        return owner

    def blocks(self, n: int, most: int) -> Array:
        """So many rows or units in at most so many blocks of one size, by lot: a file may be sorted by anything."""
        return self.rng("blocks").permutation(n) * min(most, n) // max(n, 1)

    def left_out(self, most: int) -> "Resamples":
        """Resamples of another kind: each unit is left out in turn, or each of so many blocks of them."""
        if "left_out" not in self.kept:
            many = len(self.groups_of_rows({}))
            block = self.blocks(many, most)
            times = (block != np.arange(min(most, many))[:, None]).astype(np.float64)
            kept = {name: value for name, value in self.kept.items() if name in {"ranked", "owner", "many"}}
            self.kept["left_out"] = replace(self, n_resamples=len(times), kept={**kept, "times": times})
        resamples: Resamples = self.kept["left_out"]
        return resamples

    def taken(self) -> Iterator[Predictions]:
        """The rows of each resample, for the few measures that need the rows themselves."""
        yield from (_copied(self.pred, chosen) for chosen in self.positions())

    def positions(self) -> Iterator[Array]:
        """The places of the rows of each resample; those of groups in order, copies of a row one after the other."""
        n = len(self.pred)
        if self.by_rows:
            rng = self.rng("rows")
            yield from (rng.integers(n, size=n) for _ in range(self.n_resamples))
            return
        owner = self.owner()
        yield from (
            np.repeat(np.arange(n), times.astype(np.int64)[owner]) for times in self.each_drawn(self.kept["many"])
        )


def _copied(pred: Predictions, chosen: Array) -> Predictions:
    """These rows. A group that is drawn twice is two groups, so that a measure of groups counts both."""
    if pred.group is None and pred.query is None:
        return pred.take(chosen)
    chosen = np.sort(chosen)
    times = np.bincount(chosen, minlength=len(pred))
    copy = np.arange(len(chosen)) - np.repeat(np.cumsum(times) - times, times)
    numbered: dict[str, Any] = {
        name: _numbered(ids)[chosen] + len(pred) * copy
        for name in ("group", "query")
        if (ids := getattr(pred, name)) is not None
    }
    return replace(pred.take(chosen), **numbered)


def _numbered(ids: Array) -> Array:
    """A number for each id."""
    return np.unique(ids, return_inverse=True)[1].reshape(-1)


def _spread_out(values: Sequence[Any], many: int) -> Array:
    """(values, many): of what is the same for all of so many resamples, as often as there are resamples."""
    if many == 1:
        return np.array(values, dtype=np.float64).reshape(-1, 1)
    return np.array([np.broadcast_to(value, (many,)) for value in values], dtype=np.float64)
