"""Panels per group (fold, site, month), and panels of files, whole or in merged parts, here or on a Dask cluster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any, Unpack

from bakeoff.api.measuring.panel import Panel, shown
from bakeoff.api.shown import HasTables
from bakeoff.core.checks import Array
from bakeoff.core.json_safe import json_safe
from bakeoff.core.text import four_places
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import Measure
from bakeoff.panels.by_group import GroupValues, panels_by
from bakeoff.panels.compute import PanelValues
from bakeoff.panels.interval_settings import IntervalOptions, interval_settings
from bakeoff.panels.streaming.columns import Layout
from bakeoff.panels.streaming.from_file import Watch, panel_of_file
from bakeoff.panels.streaming.on_cluster import panel_of_parts
from bakeoff.predictions.predictions import Predictions
from bakeoff.report.tables import plain_text as tables
from bakeoff.tabular.reading import ROWS

__all__ = ["GroupedPanel", "Layout", "measure_by", "measure_file", "measure_parts"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class GroupedPanel(HasTables, GroupValues):
    """`groups[name]` is a group's panel, `mean` the mean over groups, `pooled` the panel of all rows at once."""

    groups: Mapping[str, Panel]
    pooled: Panel

    def table(self) -> tables.Table:
        """One line per group, then the mean over groups and the pooled value, each with the name of its intervals."""
        names = list(self.pooled)
        rows = [
            [name, str(group.n), *(four_places(group[m].value) for m in names)] for name, group in self.groups.items()
        ]
        rows += _with_ends("mean", "", [self.mean[m] for m in names])
        rows += _with_ends("pooled", str(self.pooled.n), [self.pooled[m] for m in names])
        table = tables.Table.of([self.column, "n", *names], rows, align="l" + "r" * (len(names) + 1))
        group_count = len(self.groups)
        lines = (
            *table.rows[:group_count],
            *(tables.Row(cells=row.cells, summary=True) for row in table.rows[group_count:]),
        )
        notes = (*_methods("mean", self.mean), *_methods("pooled", self.pooled), *self.warnings)
        return tables.Table(columns=table.columns, rows=lines, notes=notes)

    def tables(self) -> tuple[tables.Table, ...]:
        """The same, and the confusion matrix of all rows where classes were predicted."""
        return (self.table(), *self.pooled.tables()[1:])

    def to_json(self) -> dict[str, Any]:
        """The pooled panel with "by" (each group's panel) and "mean" beside it."""
        mean = {
            name: {
                "value": json_safe(estimate.value), "low": json_safe(estimate.low), "high": json_safe(estimate.high), "method": estimate.method,
                "n": estimate.n, "warnings": list(estimate.warnings),
                "notes": [note.as_dict() for note in estimate.notes],
            }
            for name, estimate in self.mean.items()
        }  # fmt: skip
        groups = {
            name: {k: v for k, v in group.to_json().items() if k != "schema"} for name, group in self.groups.items()
        }
        return {
            **self.pooled.to_json(),
            "by": self.column,
            "groups": groups,
            "mean": mean,
            "warnings": list(self.warnings),
            "notes": [note.as_dict() for note in self.notes],
        }


def _methods(name: str, estimates: Mapping[str, Estimate]) -> tuple[str, ...]:
    """How the intervals of a summary line were made, in one sentence; nothing where there are none."""
    measures_by_method: dict[str, list[str]] = {}
    for measure, estimate in estimates.items():
        if not (isnan(estimate.low) and isnan(estimate.high)):
            measures_by_method.setdefault(estimate.method, []).append(measure)
    if not measures_by_method:
        return ()
    if len(measures_by_method) == 1:
        return (f"intervals of {name}: {next(iter(measures_by_method))}",)
    return (f"intervals of {name}: " + "; ".join(f"{how} ({', '.join(of)})" for how, of in measures_by_method.items()),)


def _with_ends(name: str, n: str, estimates: Sequence[Estimate]) -> list[list[str]]:
    """A line of values and, where any has an interval, lines of its ends; an end that is open everywhere has none."""
    lines = [[name, n, *(four_places(estimate.value) for estimate in estimates)]]
    for end in ("low", "high"):
        ends = [float(getattr(estimate, end)) for estimate in estimates]
        if not all(map(isnan, ends)):
            lines.append([f"{name}, {100 * estimates[0].level:.4g}% {end}", "", *map(four_places, ends)])
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

    `test_share` is n_test / n_train of each fold; without it folds cannot be distinguished from independent groups. `by_id`
    resamples whole row ids where they repeat.
    """
    settings = interval_settings(**how)
    return shown_by_group(panels_by(pred, by, measures, settings, column=column, test_share=test_share, by_id=by_id))


def shown_by_group(values: GroupValues) -> GroupedPanel:
    """The values of panels by group as an object that shows itself."""
    groups = {name: shown(panel) for name, panel in values.groups.items()}
    return GroupedPanel(
        column=values.column, groups=groups, mean=values.mean, pooled=shown(values.pooled), notes=values.notes
    )


def measure_file(
    path: str,
    layout: Layout,
    measures: str | Sequence[str] | None = None,
    *,
    test_share: float | None = None,
    rows: int = 4 * ROWS,
    bins: bool = False,
    watch: Watch | None = None,
    **how: Unpack[IntervalOptions],
) -> Panel | GroupedPanel:
    """The panel of a file, or of a directory of Parquet files; more than `rows` rows are summarized part by part.

    Where the layout names a column to group by, there is a panel for each of its values. `bins` ranks scores in memory
    that does not grow with the rows, and reports the largest error. `watch` is called after each part with what was done
    with how many rows.
    """
    settings = interval_settings(**how)
    return _shown(
        panel_of_file(path, layout, measures, settings, test_share=test_share, rows=rows, bins=bins, watch=watch)
    )


def measure_parts(
    paths: str | Sequence[str],
    layout: Layout,
    measures: str | Sequence[str] | None = None,
    *,
    client: Any = None,
    test_share: float | None = None,
    rows: int = ROWS,
    bins: bool = False,
    **how: Unpack[IntervalOptions],
) -> Panel | GroupedPanel:
    """The panel of many files (or directories) as if they were one.

    `client` is a dask.distributed Client whose workers see the same files; None works here, one part after the other.
    """
    settings = interval_settings(**how)
    return _shown(
        panel_of_parts(paths, layout, measures, settings, client=client, test_share=test_share, rows=rows, bins=bins)
    )


def _shown(values: PanelValues | GroupValues) -> Panel | GroupedPanel:
    return shown_by_group(values) if isinstance(values, GroupValues) else shown(values)
