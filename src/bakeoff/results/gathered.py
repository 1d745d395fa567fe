"""Gathered: summaries of all rows read so far, and of each group of them; files of any size become one of these.

What all parts must agree on (the classes, the pivot, what is read) is settled first, in a `Reading`; then each part is
summarized wherever it lies, and the summaries are merged.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import Task
from bakeoff.estimates.delta import columns_of
from bakeoff.estimates.interval import rows_of
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.measure import Reads
from bakeoff.predictions import columns
from bakeoff.predictions.binned import BinnedRanking, binned
from bakeoff.predictions.door import guess_task
from bakeoff.predictions.encode import Labels
from bakeoff.predictions.pile import Pile
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranking import rank
from bakeoff.predictions.summary import Summaries, summarize
from bakeoff.predictions.units import Units, bucket_of, units_in
from bakeoff.results.folds import FoldCounts, added, fold_counts
from bakeoff.results.layout import Layout
from bakeoff.results.wanted import chosen

__all__ = ["Gathered", "Reading", "Seen", "gather", "merged", "seen_in", "settle"]

Part = dict[str, Array]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The values that occur in truth and predictions; none are kept where the truth is numbers."""

    numbers: bool = False
    truth: frozenset[Any] = frozenset()
    pred: frozenset[Any] = frozenset()
    folds: FoldCounts = field(default_factory=dict)

    def merge(self, other: "Seen") -> "Seen":
        """What occurs in either."""
        if self.numbers or other.numbers:
            return Seen(numbers=True)
        folds = added(self.folds, other.folds)
        return Seen(truth=self.truth | other.truth, pred=self.pred | other.pred, folds=folds)


def seen_in(parts: Iterable[Part], layout: Layout) -> Seen:
    """One look at the truth and the predictions, before anything is counted."""
    seen = Seen(numbers=layout.numeric)
    for part in () if seen.numbers else parts:
        truth = _present(part[layout.truth])
        if layout.task is None and guess_task(truth) is Task.REGRESSION:
            return Seen(numbers=True)
        pred = () if layout.pred is None else _distinct(part[layout.pred])
        folds = {} if layout.folds is None else fold_counts(*layout.folded(part))
        seen = seen.merge(Seen(truth=frozenset(_distinct(truth)), pred=frozenset(pred), folds=folds))
    return seen


def _present(values: Array) -> Array:
    """Without what is missing: the complaint about it comes later, with its row."""
    return values[~np.isnan(values)] if values.dtype.kind == "f" else values


def _distinct(values: Array) -> tuple[Any, ...]:
    found = Labels.found({"": _present(values)}).values if values.dtype.kind != "O" else set(values.tolist()) - {None}
    return tuple(int(one) if isinstance(one, float) and one.is_integer() else one for one in found)


def _mixed(seen: Seen) -> bool:
    """Whether words and numbers are mixed: the complaint about it comes with the columns' names."""
    return len({isinstance(one, str) for one in seen.truth | seen.pred}) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How every part is read."""

    layout: Layout
    names: tuple[str, ...]  # of the measures that were asked for
    unfit: dict[str, str]  # those among them that do not fit, and why
    labels: tuple[Any, ...] | None = None
    clusters: tuple[Any, ...] = ()  # names of clusters, which are numbered in this order
    pivot: float | None = None
    intervals: bool = True
    bins: bool = False  # rank scores in bins, in memory that does not grow with the rows

    @property
    def wanted(self) -> tuple[Measure, ...]:
        """All measures that were asked for, in that order."""
        return tuple(measure_named(one) for one in self.names)

    def predictions(self, part: Part, first_row: int) -> Predictions:
        """One part, in the terms that all parts share."""
        if self.clusters:
            assert self.layout.pred is not None
            name = self.layout.pred
            codes = Labels.given(self.clusters).encode("y_pred", part[name], self.layout.names(first_row))
            part = {**part, name: codes}
        return self.layout.predictions(part, self.labels, first_row)

    def groups(self, part: Part, pred: Predictions) -> Array | None:
        """What is drawn together for intervals: groups that were named, else buckets where ids or weights ask for them."""
        layout = self.layout
        if not self.intervals or layout.cluster is not None:
            return layout.clusters(part) if self.intervals else None
        if layout.row is None and layout.weight is None:
            return None
        return bucket_of(pred.rows)  # their numbers, where they have no ids

    def _units(self, pred: Predictions, groups: Array, made: Summaries) -> Units:
        """What each group adds up to."""
        fitting = [one for one in self.wanted if one.name not in self.unfit]
        read = {
            column: None
            for one in fitting if one.reads is Reads.MOMENTS for column in columns_of(one, made.moments)
        }  # fmt: skip
        counted = pred.task is not Task.CLUSTERING and any(one.reads is Reads.COUNTS for one in fitting)
        width = len(pred.classes) if counted else 0
        bucketed = self.layout.cluster is None
        pivot = made.moments.pivot if read else 0.0
        return units_in(pred, groups, read, pivot=pivot, width=width, bucketed=bucketed)

    def summaries(self, pred: Predictions, groups: Array | None = None) -> Summaries:
        """What the measures read, made now, so that the rows can be let go; products too, where intervals follow."""
        made = summarize(pred, pivot=self.pivot)
        if groups is not None:
            made.made["units"] = self._units(pred, groups, made)
        for one in self.wanted:
            if one.name in self.unfit:
                continue
            if one.reads is Reads.RANKING:
                if "ranking" not in made.made:
                    made.made["ranking"] = binned(pred) if self.bins else Pile(parts=(rank(pred),))
                continue
            read = made.get(one.reads)
            if one.reads is not Reads.MOMENTS:
                continue  # the others hold all that can be asked
            one.compute(read)
            if self.intervals and (groups is None or self.layout.row is not None):  # ids may not repeat after all
                read.keep_products(columns_of(one, read))
            if one.name == "log_loss":
                made.moments[columns.impossible]  # the caveat about an infinite loss counts them
        return made.settled()


def settle(
    first: Part,
    seen: Seen,
    layout: Layout,
    measures: str | Sequence[str] | None,
    *,
    intervals: bool,
    bins: bool = False,
) -> Reading:
    """What follows from the first part and from the values that occur anywhere."""
    layout = replace(layout, task=Task.REGRESSION.value) if seen.numbers and layout.task is None else layout
    layout = layout.settled(seen.folds, numbers=seen.numbers)
    labels, clusters = layout.classes(first), ()
    if layout.task == Task.CLUSTERING:
        labels = labels or tuple(sorted(seen.truth))
        clusters = tuple(sorted(seen.pred)) if any(isinstance(one, str) for one in seen.pred) else ()
    elif labels is None and not seen.numbers and not _mixed(seen) and len(seen.truth | seen.pred) > 1:
        # of one class only every part finds the same, and knows the other where the pair is a usual one
        labels = Labels.found({"": np.array(sorted(seen.truth | seen.pred))}).values
    reading = Reading(
        layout=layout, names=(), unfit={}, labels=labels, clusters=clusters, intervals=intervals, bins=bins
    )
    pred = reading.predictions(first, 0)
    wanted = chosen(measures, pred)
    return replace(
        reading,
        names=tuple(one.name for one in wanted),
        unfit={one.name: why for one in wanted if (why := one.fits(pred))},
        pivot=None if pred.task.labelled else float(pred.truth.mean()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """Summaries of some rows, of each group of them, and the sorted row ids, where there are any."""

    n: int
    whole: Summaries
    groups: dict[Any, Summaries] = field(default_factory=dict)
    ids: Array | None = None

    @property
    def repeated(self) -> bool:
        """Whether a row id occurs more than once."""
        return self.ids is not None and len(self.ids) < self.n

    def by_rows(self) -> "Gathered":
        """The same, to be drawn row by row."""
        return replace(
            self,
            whole=self.whole.without("units"),
            groups={name: one.without("units") for name, one in self.groups.items()},
        )

    def size(self, group: Any) -> int:
        """The rows of a group."""
        return rows_of(self.groups[group])

    def ranked(self) -> tuple["Gathered", float]:
        """With rankings as the measures read them, and the most that bins have moved an area; 0 where there are none."""
        found = {name: _ranked(one) for name, one in self.groups.items()}
        whole, error = _ranked(self.whole)
        groups = {name: one for name, (one, _) in found.items()}
        return replace(self, whole=whole, groups=groups), max([error, *(far for _, far in found.values())])

    def merge(self, other: "Gathered") -> "Gathered":
        """Both together."""
        groups = dict(self.groups)
        for name, one in other.groups.items():
            groups[name] = groups[name].merge(one) if name in groups else one
        ids = None if self.ids is None or other.ids is None else np.union1d(self.ids, other.ids)
        return Gathered(n=self.n + other.n, whole=self.whole.merge(other.whole), groups=groups, ids=ids)


def _ranked(summaries: Summaries) -> tuple[Summaries, float]:
    of = summaries.made.get("ranking")
    if of is None:
        return summaries, 0.0
    error = of.auc_error if isinstance(of, BinnedRanking) and of.auc_error > 0 else 0.0
    return replace(summaries, made={**summaries.made, "ranking": of.ranking}), error


def gather(parts: Iterable[Part], reading: Reading, first_row: int = 0) -> Gathered | None:
    """All parts together, one in memory at a time; None if there are no rows."""

    def each() -> Iterator[Gathered]:
        at = first_row
        for part in parts:
            pred = reading.predictions(part, at)
            units = reading.groups(part, pred)
            by = None if reading.layout.by is None else reading.layout.groups(part, at)
            groups = {} if by is None else _by_group(pred, reading, by, units)
            ids = np.unique(pred.rows) if reading.layout.row is not None else None
            yield Gathered(n=len(pred), whole=reading.summaries(pred, units), groups=groups, ids=ids)
            at += len(pred)

    return merged(each())


def _by_group(pred: Predictions, reading: Reading, by: Array, units: Array | None) -> dict[Any, Summaries]:
    values, codes = np.unique(by, return_inverse=True)
    order = np.argsort(codes.reshape(-1), kind="stable")
    places = np.split(order, np.cumsum(np.bincount(codes.reshape(-1)))[:-1])
    return {
        value: reading.summaries(pred.take(place), None if units is None else units[place])
        for value, place in zip(values.tolist(), places, strict=True)
    }


def merged(parts: Iterable[Gathered]) -> Gathered | None:
    """All merged in their order, as a binary counter carries: no row is moved more than log2(parts) times."""
    held: list[tuple[int, Gathered]] = []
    for part in parts:
        size, one = 1, part
        while held and held[-1][0] == size:
            size, one = 2 * size, held.pop()[1].merge(one)
        held.append((size, one))
    while len(held) > 1:
        last = held.pop()[1]
        held[-1] = (0, held[-1][1].merge(last))
    return held[0][1] if held else None
