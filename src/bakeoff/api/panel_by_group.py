"""Panels per group (fold, site, month): each group's own, their mean, and all rows pooled, told apart by name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any, Unpack

import numpy as np

from bakeoff.api.panel import Panel, panel_of
from bakeoff.api.shown import HasTables
from bakeoff.core.checks import Array
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import four_places
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval_choice import IntervalChoice
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures import Measure
from bakeoff.measures.measure import Reads
from bakeoff.measures.naming import short_name, short_name_of
from bakeoff.panels.interval_settings import IntervalOptions, IntervalSettings, interval_settings
from bakeoff.panels.selection import select_measures
from bakeoff.predictions.predictions import Predictions
from bakeoff.report.tables import plain_text as tables

__all__ = ["GroupedPanel", "grouped", "measure_by"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class GroupedPanel(HasTables):
    """`groups[name]` is a group's panel, `mean` the mean over groups, `pooled` the panel of all rows at once."""

    column: str
    groups: dict[str, Panel]
    mean: dict[str, Estimate]
    pooled: Panel
    warnings: tuple[str, ...] = ()

    def table(self) -> tables.Table:
        """One line per group, then the mean over groups and the pooled value, each with the name of its intervals."""
        names = list(self.pooled)
        rows = [[name, str(one.n), *(four_places(one[m].value) for m in names)] for name, one in self.groups.items()]
        rows += _with_ends("mean", "", [self.mean[m] for m in names])
        rows += _with_ends("pooled", str(self.pooled.n), [self.pooled[m] for m in names])
        made = tables.Table.of([self.column, "n", *names], rows, align="l" + "r" * (len(names) + 1))
        each = len(self.groups)
        lines = (*made.rows[:each], *(tables.Row(cells=one.cells, summary=True) for one in made.rows[each:]))
        said = (*_methods("mean", self.mean), *_methods("pooled", self.pooled), *self.warnings)
        return tables.Table(columns=made.columns, rows=lines, notes=said)

    def tables(self) -> tuple[tables.Table, ...]:
        """The same, and the confusion matrix of all rows where classes were predicted."""
        return (self.table(), *self.pooled.tables()[1:])

    def to_json(self) -> dict[str, Any]:
        """The pooled panel with "by" (each group's panel) and "mean" beside it."""
        mean = {
            name: {
                "value": json_safe(one.value), "low": json_safe(one.low), "high": json_safe(one.high), "method": one.method,
                "n": one.n, "warnings": list(one.warnings),
            }
            for name, one in self.mean.items()
        }  # fmt: skip
        groups = {name: {k: v for k, v in one.to_json().items() if k != "schema"} for name, one in self.groups.items()}
        return {
            **self.pooled.to_json(),
            "by": self.column,
            "groups": groups,
            "mean": mean,
            "warnings": list(self.warnings),
        }


def _methods(name: str, made: Mapping[str, Estimate]) -> tuple[str, ...]:
    """How the intervals of a summary line were made, in one sentence; nothing where there are none."""
    found: dict[str, list[str]] = {}
    for measure, one in made.items():
        if not (isnan(one.low) and isnan(one.high)):
            found.setdefault(one.method, []).append(measure)
    if not found:
        return ()
    if len(found) == 1:
        return (f"intervals of {name}: {next(iter(found))}",)
    return (f"intervals of {name}: " + "; ".join(f"{how} ({', '.join(of)})" for how, of in found.items()),)


def _with_ends(name: str, n: str, made: Sequence[Estimate]) -> list[list[str]]:
    """A line of values and, where any has an interval, lines of its ends; an end that is open everywhere has none."""
    lines = [[name, n, *(four_places(one.value) for one in made)]]
    for end in ("low", "high"):
        ends = [float(getattr(one, end)) for one in made]
        if not all(map(isnan, ends)):
            lines.append([f"{name}, {100 * made[0].level:.4g}% {end}", "", *map(four_places, ends)])
    return lines


def measure_by(
    pred: Predictions,
    by: Array,
    measures: str | Sequence[str | Measure] | None = None,
    *,
    column: str = "group",
    test_share: float | None = None,
    by_id: bool = False,
    **how: Unpack[IntervalOptions],
) -> GroupedPanel:
    """Panels of each value of `by`; the mean over them has an interval only if it is known how training sets overlap.

    `test_share` is n_test / n_train of each fold; without it folds cannot be told from independent groups. `by_id`
    resamples whole row ids where they repeat.
    """
    return panels_by(pred, by, measures, interval_settings(**how), column=column, test_share=test_share, by_id=by_id)


def panels_by(
    pred: Predictions,
    by: Array,
    measures: str | Sequence[str | Measure] | None,
    sure: IntervalSettings,
    *,
    column: str,
    test_share: float | None,
    by_id: bool,
) -> GroupedPanel:
    """The same with intervals as described."""
    wanted = select_measures(measures, pred)
    values, codes = np.unique(by, return_inverse=True)
    order = np.argsort(codes.reshape(-1), kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(codes.reshape(-1)))[:-1])
    groups = {
        str(value): panel_of(pred.take(part), wanted, sure.among(part), by_id=by_id)
        for value, part in zip(values.tolist(), parts, strict=True)
    }
    pooled = panel_of(pred, wanted, sure, by_id=by_id)
    return grouped(groups, pooled, wanted, column=column, choice=sure.choice, test_share=test_share)


def grouped(
    groups: dict[str, Panel],
    pooled: Panel,
    wanted: Sequence[Measure],
    *,
    column: str,
    choice: IntervalChoice | None,
    test_share: float | None,
) -> GroupedPanel:
    """Panels of groups with their mean and the pooled panel, and what has to be said about them."""
    mean = {one.name: _mean(one, groups, choice, test_share) for one in wanted}
    ranked = [one.name for one in wanted if one.reads is Reads.RANKING and not np.isnan(pooled[one.name].value)]
    notes = list(pooled.warnings)
    if ranked and len(groups) > 1:
        notes.append(
            f"pooled {short_name_of(ranked[0])} compares scores across groups: if each {column} has its own model, they need not be "
            "comparable; prefer the mean over groups"
        )
    for one in wanted:
        undefined = [name for name, panel in groups.items() if np.isnan(panel[one.name].value)]
        if undefined and len(undefined) < len(groups):
            notes.append(
                f"{short_name(one)} is undefined for {column} {', '.join(undefined[:5])}{' ...' if len(undefined) > 5 else ''} "
                f"({one.undefined}): its mean is over the other {len(groups) - len(undefined)}"
            )
    if test_share is not None and choice is not None:
        notes += [
            f"the mean of {short_name_of(name)} has no interval: {one.warnings[-1].removesuffix(': no interval can be given')}"
            for name, one in mean.items()
            if isnan(one.low) and isnan(one.high) and not isnan(one.value) and one.warnings
        ]
    if test_share is None and choice is not None:
        notes.append(f"the mean over {column} has no interval: say how training sets overlap (--test-share)")
    return GroupedPanel(column=column, groups=groups, mean=mean, pooled=pooled, warnings=tuple(notes))


def _mean(
    measure: Measure, groups: dict[str, Panel], choice: IntervalChoice | None, test_share: float | None
) -> Estimate:
    values = [one[measure.name].value for one in groups.values()]
    how = choice or IntervalChoice()
    made = mean_over_splits(values, test_share, how.both_sided, bounds=measure.bounds)
    if choice is not None and test_share is not None:
        return how.shown(made)
    return Estimate(
        value=made.value, low=np.nan, high=np.nan, level=how.level, method="mean over groups", n=made.n,
        warnings=made.warnings[:1] if made.warnings and made.warnings[0].startswith("undefined") else (),
    )  # fmt: skip
