"""PanelAccumulator: summaries of all rows read so far, and of each group of them; files of any size become one of these.

What all parts must agree on (the classes, the pivot, what is read) is settled first, in a `ReadPlan`; then each part is
summarized wherever it lies, and the summaries are merged.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.data.tasks import REGRESSION, task_named
from bakeoff.estimates.analytic.delta_method import unseen_columns
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.select import needs_bootstrap
from bakeoff.measures import Measure, measure_named
from bakeoff.panels.measure_choice import select_measures
from bakeoff.panels.streaming.columns import Layout
from bakeoff.panels.streaming.value_scan import DistinctValues
from bakeoff.predictions.class_labels import ClassLabels, refuse_other_spelling
from bakeoff.predictions.kinds.score_order import with_ranking
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.resampling.row_groups import RowGroups, units_in
from bakeoff.predictions.row_ids import RowIds
from bakeoff.predictions.summaries import row_quantities
from bakeoff.predictions.summaries.class_counts import ClassCounts
from bakeoff.predictions.summaries.pivot import ORIGIN, Pivot, pivot_of
from bakeoff.predictions.summaries.ranking.binned import BinnedRanking
from bakeoff.predictions.summaries.summaries import BUCKETS, CLASSES, IDS, PARTS, UNITS, Summaries, summarize

__all__ = ["PanelAccumulator", "ReadPlan", "gather", "merged", "settle"]

Part = dict[str, Array]
CLUSTERS = 1 << 31  # more than there are: how many, no part knows


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPlan:
    """How every part is read."""

    layout: Layout
    names: tuple[str, ...]  # of the measures that were asked for
    unfit: dict[str, str]  # those among them that do not fit, and why
    labels: tuple[Any, ...] | None = None
    clusters: tuple[Any, ...] = ()  # names of clusters, which are numbered in this order
    pivot: Pivot | None = None
    choice: IntervalChoice | None = None  # of intervals, if there are any
    bins: bool = False  # rank scores in bins, in memory that does not grow with the rows
    words: frozenset[str] = frozenset()  # columns that hold words

    @property
    def wanted(self) -> tuple[Measure, ...]:
        """All measures that were asked for, in that order."""
        return tuple(measure_named(name) for name in self.names)

    def predictions(self, part: Part, first_row: int, before: int = 0) -> Predictions:
        """One part, in the terms that all parts share; rows without ids are numbered through all files."""
        predictions = self.layout.predictions(part, self.labels, first_row)
        if before and self.layout.row is None:
            predictions = replace(predictions, rows=predictions.rows + before, known_log_loss=predictions.log_loss)
        if not self.clusters:
            return predictions
        assert self.layout.pred is not None
        names = self.layout.names(first_row)
        return replace(
            predictions, label=ClassLabels.given(self.clusters).encode("y_pred", part[self.layout.pred], names)
        )

    def groups(self, part: Part, pred: Predictions, first_row: int) -> Array | None:
        """What is drawn together for intervals: groups that were named, else rows by their ids where weights or ids ask."""
        clusters = self.layout.clusters(part, first_row)
        self._alike(part)
        if self.choice is None or clusters is not None:
            return None if self.choice is None else clusters
        return None if self.layout.row is None and self.layout.weight is None else pred.rows

    def _alike(self, part: Part) -> None:
        """Columns whose values are told apart are words in all parts or in none: 7 and "7" would be two groups."""
        for name in (self.layout.row, self.layout.cluster, self.layout.by):
            if name is not None and _wordy(part[name]) != (name in self.words):
                raise BadInput(f"column {name!r} contains words in one part and numbers in another; write it one way")

    @property
    def fitting(self) -> list[Measure]:
        """The measures that have a value."""
        return [measure for measure in self.wanted if measure.name not in self.unfit]

    def _units(
        self, pred: Predictions, groups: Array, summaries: Summaries, read: Sequence[Measure], *, single: bool
    ) -> RowGroups:
        """What each group adds up to for these measures."""
        row_quantities = {
            column: None
            for measure in read
            if measure.reads.columns is not None
            for column in measure.reads.columns(measure, summaries.get(measure.reads))
        }
        kinds, wide = {measure.reads for measure in read}, CLUSTERS if pred.task.clusters else len(pred.classes)
        bins = self.bins and any(kind.by_order for kind in kinds)
        return units_in(
            pred, groups, row_quantities, pivot=self.pivot or ORIGIN, single=single, bins=bins,
            width=wide if any(kind.tabulated for kind in kinds) else 0,
            rows=any(not kind.adds_up and not (self.bins and kind.by_order) for kind in kinds),
        )  # fmt: skip

    def summaries(self, pred: Predictions, groups: Array | None = None) -> Summaries:
        """What the measures read, made now, so that the rows can be let go; products too, where intervals follow."""
        summaries = summarize(pred, pivot=self.pivot)
        if groups is not None and self.layout.cluster is None and self.layout.row is not None:
            summaries.known[IDS] = RowIds.of(pred.rows)
        if groups is not None:
            single = self.layout.cluster is None and self.layout.row is None
            summaries.known[UNITS] = self._units(pred, groups, summaries, self.fitting, single=single)
        # ids may not repeat after all, and then single rows are drawn
        alone = self.choice is not None and self.layout.cluster is None and self.layout.weight is None
        if alone and pred.classes:
            summaries.known[CLASSES] = ClassCounts.of(pred)
        for measure in self.fitting:
            if measure.reads.part is not None:
                measure.reads.part(pred, summaries, self.bins, groups is not None)
                continue
            read = summaries.get(measure.reads)
            if measure.reads.columns is None:
                continue  # it holds all that can be asked
            measure.compute(read)
            if alone:
                columns = measure.reads.columns(measure, read)
                read.keep_products(columns)
                if more := unseen_columns(measure, read, columns):
                    read.keep_products({other: read[other] for other in more})
                    read[row_quantities.mistaken]
            if measure.name == "log_loss":
                summaries.means[row_quantities.impossible]  # the caveat about an infinite loss counts them
        return self._with_buckets(pred, summaries) if alone else summaries.settled()

    def _with_buckets(self, pred: Predictions, summaries: Summaries) -> Summaries:
        """Settled, with buckets of rows where means of rows that are gone will be resampled."""
        assert self.choice is not None
        read = [measure for measure in self.fitting if needs_bootstrap(measure, self.choice)]
        if read:
            summaries.known[BUCKETS] = self._units(pred, pred.rows, summaries, read, single=True)
        return summaries.settled()


def settle(
    first: Part,
    values: DistinctValues,
    layout: Layout,
    measures: str | Sequence[str] | None,
    *,
    choice: IntervalChoice | None,
    bins: bool = False,
) -> ReadPlan:
    """What follows from the first part and from the values that occur anywhere."""
    layout = replace(layout, task=REGRESSION.name) if values.numbers and layout.task is None else layout
    layout = layout.settled(values.folds, numbers=values.numbers)
    labels, clusters = layout.classes(first), ()
    if layout.task is not None and task_named(layout.task).clusters:
        labels = labels or tuple(sorted(values.truth))
        clusters = tuple(sorted(values.pred))
    elif labels is None and not values.numbers and not values.mixed and len(values.truth | values.pred) > 1:
        refuse_other_spelling(values.truth, values.pred)
        # of one class only every part finds the same, and knows the other where the pair is a usual one
        labels = ClassLabels.found({"": np.array(sorted(values.truth | values.pred))}).values
    words = frozenset(name for name in layout.columns if _wordy(first[name]))
    reading = ReadPlan(
        layout=layout, names=(), unfit={}, labels=labels, clusters=clusters, choice=choice, bins=bins, words=words
    )
    pred = reading.predictions(first, 0)
    wanted = select_measures(measures, pred)
    return replace(
        reading,
        names=tuple(measure.name for measure in wanted),
        unfit={measure.name: why for measure in wanted if (why := measure.fits(pred))},
        pivot=pivot_of(pred),
    )


def _wordy(values: Array) -> bool:
    return values.dtype.kind in "OSU"


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelAccumulator:
    """Summaries of some rows, and of each group of them."""

    n: int
    weight: float  # of all rows
    whole: Summaries
    groups: dict[Any, Summaries] = field(default_factory=dict)

    def size(self, group: Any) -> int:
        """The rows of a group."""
        return self.groups[group].n

    def ranked(self) -> "PanelAccumulator":
        """With rankings as the measures read them."""
        groups = {name: with_ranking(summaries) for name, summaries in self.groups.items()}
        return replace(self, whole=with_ranking(self.whole), groups=groups)

    @property
    def auc_error(self) -> float:
        """The most that bins have moved an area; 0 where there are none."""
        rankings = [summaries.known.get(PARTS) for summaries in (self.whole, *self.groups.values())]
        return max(
            [
                0.0,
                *(
                    ranking.auc_error
                    for ranking in rankings
                    if isinstance(ranking, BinnedRanking) and ranking.auc_error > 0
                ),
            ]
        )

    def merge(self, other: "PanelAccumulator") -> "PanelAccumulator":
        """Both together."""
        groups = dict(self.groups)
        for name, group in other.groups.items():
            groups[name] = groups[name].merge(group) if name in groups else group
        whole = self.whole.merge(other.whole)
        return PanelAccumulator(n=self.n + other.n, weight=self.weight + other.weight, whole=whole, groups=groups)


def gather(parts: Iterable[Part], reading: ReadPlan, first_row: int = 0, before: int = 0) -> PanelAccumulator | None:
    """All parts together, one in memory at a time; None if there are no rows.

    They begin with this row of their file, and there are so many rows in the files before it.
    """

    def each() -> Iterator[PanelAccumulator]:
        row = first_row
        for part in parts:
            pred = reading.predictions(part, row, before)
            units = reading.groups(part, pred, row)
            by = None if reading.layout.by is None else reading.layout.groups(part, row)
            groups = {} if by is None else _by_group(pred, reading, by, units)
            weight = float(len(pred) if pred.weight is None else pred.weight.sum())
            yield PanelAccumulator(n=len(pred), weight=weight, whole=reading.summaries(pred, units), groups=groups)
            row += len(pred)

    return merged(each())


def _by_group(pred: Predictions, reading: ReadPlan, by: Array, units: Array | None) -> dict[Any, Summaries]:
    values, codes = np.unique(by, return_inverse=True)
    order = np.argsort(codes.reshape(-1), kind="stable")
    places = np.split(order, np.cumsum(np.bincount(codes.reshape(-1)))[:-1])
    return {
        value: reading.summaries(pred.take(place), None if units is None else units[place])
        for value, place in zip(values.tolist(), places, strict=True)
    }


def merged(parts: Iterable[PanelAccumulator]) -> PanelAccumulator | None:
    """All merged in their order, as a binary counter carries: no row is moved more than log2(parts) times."""
    held: list[tuple[int, PanelAccumulator]] = []
    for part in parts:
        size, whole = 1, part
        while held and held[-1][0] == size:
            size, whole = 2 * size, held.pop()[1].merge(whole)
        held.append((size, whole))
    while len(held) > 1:
        last = held.pop()[1]
        held[-1] = (0, held[-1][1].merge(last))
    return held[0][1] if held else None
