"""Panels per group (fold, site, month): each group's own, their mean, and all rows pooled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.notes import Note, Subject, texts
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.notes import ALL_UNDEFINED, SOME_UNDEFINED, cause
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures import Measure
from bakeoff.panels.compute import PanelValues, panel_of
from bakeoff.panels.interval_settings import IntervalSettings
from bakeoff.panels.measure_choice import select_measures
from bakeoff.panels.notes import MEAN_WITHOUT_INTERVAL, OVERLAP_UNKNOWN, POOLED_SCORES, UNDEFINED_GROUPS
from bakeoff.predictions.predictions import Predictions

__all__ = ["GroupValues", "grouped", "panels_by"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GroupValues:
    """`groups[name]` is a group's panel, `mean` the mean over groups, `pooled` the panel of all rows at once."""

    column: str
    groups: Mapping[str, PanelValues]
    mean: dict[str, Estimate]
    pooled: PanelValues
    notes: tuple[Note, ...] = ()

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes in words."""
        return texts(self.notes)


def panels_by(
    pred: Predictions,
    by: Array,
    measures: str | Sequence[str | Measure] | None,
    settings: IntervalSettings,
    *,
    column: str,
    test_share: float | None,
    by_id: bool,
) -> GroupValues:
    """Panels of each value of `by`; the mean over them has an interval only if it is known how training sets overlap."""
    wanted = select_measures(measures, pred)
    values, codes = np.unique(by, return_inverse=True)
    order = np.argsort(codes.reshape(-1), kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(codes.reshape(-1)))[:-1])
    groups = {
        str(value): panel_of(pred.take(part), wanted, settings, by_id=by_id)
        for value, part in zip(values.tolist(), parts, strict=True)
    }
    pooled = panel_of(pred, wanted, settings, by_id=by_id)
    return grouped(groups, pooled, wanted, column=column, choice=settings.choice, test_share=test_share)


def grouped(
    groups: Mapping[str, PanelValues],
    pooled: PanelValues,
    wanted: Sequence[Measure],
    *,
    column: str,
    choice: IntervalChoice | None,
    test_share: float | None,
) -> GroupValues:
    """Panels of groups with their mean and the pooled panel, and what has to be known about them."""
    mean = {measure.name: _mean(measure, groups, choice, test_share) for measure in wanted}
    notes = (*pooled.notes, *_notes(groups, pooled, wanted, column))
    if choice is not None and test_share is None:
        notes = (*notes, OVERLAP_UNKNOWN(column=column))
    elif choice is not None:
        notes = (*notes, *_without_interval(wanted, mean))
    return GroupValues(column=column, groups=groups, mean=mean, pooled=pooled, notes=notes)


def _notes(
    groups: Mapping[str, PanelValues], pooled: PanelValues, wanted: Sequence[Measure], column: str
) -> Iterator[Note]:
    ranked = [measure for measure in wanted if measure.reads.by_order and not isnan(pooled[measure.name].value)]
    if ranked and len(groups) > 1:
        yield POOLED_SCORES(Subject(measure=ranked[0].name), short=ranked[0].short, column=column)
    for measure in wanted:
        undefined = tuple(name for name, panel in groups.items() if isnan(panel[measure.name].value))
        if undefined and len(undefined) < len(groups):
            yield UNDEFINED_GROUPS(
                Subject(measure=measure.name), short=measure.short, column=column, groups=undefined, why=measure.undefined,
                others=len(groups) - len(undefined),
            )  # fmt: skip


def _without_interval(wanted: Sequence[Measure], mean: Mapping[str, Estimate]) -> Iterator[Note]:
    for measure in wanted:
        estimate = mean[measure.name]
        if isnan(estimate.low) and isnan(estimate.high) and not isnan(estimate.value) and estimate.notes:
            yield MEAN_WITHOUT_INTERVAL(
                Subject(measure=measure.name), short=measure.short, why=cause(estimate.notes[-1])
            )


def _mean(
    measure: Measure, groups: Mapping[str, PanelValues], choice: IntervalChoice | None, test_share: float | None
) -> Estimate:
    values = [panel[measure.name].value for panel in groups.values()]
    how = choice or IntervalChoice()
    estimate = mean_over_splits(values, test_share, how.both_sided, bounds=measure.bounds)
    if choice is not None and test_share is not None:
        return how.shown(estimate)
    undefined = tuple(note for note in estimate.notes if note.kind in {SOME_UNDEFINED, ALL_UNDEFINED})[:1]
    return Estimate(
        value=estimate.value,
        low=nan,
        high=nan,
        level=how.level,
        method="mean over groups",
        n=estimate.n,
        notes=undefined,
    )
