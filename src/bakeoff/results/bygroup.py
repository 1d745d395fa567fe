"""Panels per group (fold, site, month): each group's own, their mean, and all rows pooled, told apart by name."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.resampled import mean_over_splits
from bakeoff.measures import Measure, measure_named
from bakeoff.measures.measure import Reads
from bakeoff.predictions.predictions import Predictions
from bakeoff.report import table as tables
from bakeoff.results.panel import Panel, chosen, panel_of

__all__ = ["GroupedPanel", "measure_by"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GroupedPanel:
    """`groups[name]` is a group's panel, `mean` the mean over groups, `pooled` the panel of all rows at once."""

    column: str
    groups: dict[str, Panel]
    mean: dict[str, Estimate]
    pooled: Panel
    warnings: tuple[str, ...] = ()

    def table(self) -> tables.Table:
        """One line per group, then the mean over groups and the pooled value."""
        names = list(self.pooled)
        rows = [[name, str(one.n), *(_text(one[m].value) for m in names)] for name, one in self.groups.items()]
        rows.append(["mean", str(len(self.groups)), *(_text(self.mean[m].value) for m in names)])
        rows.append(["pooled", str(self.pooled.n), *(_text(self.pooled[m].value) for m in names)])
        made = tables.Table.of([self.column, "n", *names], rows, align="l" + "r" * (len(names) + 1))
        lines = (*made.rows[:-2], *(tables.Row(cells=one.cells, summary=True) for one in made.rows[-2:]))
        return tables.Table(columns=made.columns, rows=lines, notes=self.warnings)

    def __str__(self) -> str:
        return tables.to_text(self.table())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return tables.to_html(self.table())

    def to_json(self) -> dict[str, Any]:
        """The pooled panel with "by" (each group's panel) and "mean" beside it."""
        mean = {
            name: {
                "value": _plain(one.value), "low": _plain(one.low), "high": _plain(one.high), "method": one.method,
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


def _plain(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _text(value: float) -> str:
    return "–" if np.isnan(value) else f"{value:.4f}" if abs(value) < 1000 else f"{value:.4g}"


def measure_by(
    pred: Predictions,
    by: Array,
    measures: str | Sequence[str | Measure] | None = None,
    *,
    column: str = "group",
    level: float | None = 0.95,
    test_share: float | None = None,
    n_resamples: int = 2000,
    seed: int = 0,
) -> GroupedPanel:
    """Panels of each value of `by`; the mean over them has an interval only if it is known how training sets overlap.

    `test_share` is n_test / n_train of each fold; without it folds cannot be told from independent groups.
    """
    wanted = chosen(measures, pred)
    values, codes = np.unique(by, return_inverse=True)
    order = np.argsort(codes.reshape(-1), kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(codes.reshape(-1)))[:-1])
    groups = {
        str(value): panel_of(pred.take(part), wanted, level=level, n_resamples=n_resamples, seed=seed)
        for value, part in zip(values.tolist(), parts, strict=True)
    }
    pooled = panel_of(pred, wanted, level=level, n_resamples=n_resamples, seed=seed)
    mean = {one.name: _mean(one, groups, level, test_share) for one in wanted}
    ranked = [one.name for one in wanted if measure_named(one.name).reads is Reads.RANKING]
    notes = list(pooled.warnings)
    if ranked and len(groups) > 1:
        notes.append(
            f"pooled {ranked[0]} compares scores across groups: if each {column} has its own model, they need not be "
            "comparable; prefer the mean over groups"
        )
    if test_share is None and level is not None:
        notes.append(f"the mean over {column} has no interval: say how training sets overlap (test share)")
    return GroupedPanel(column=column, groups=groups, mean=mean, pooled=pooled, warnings=tuple(notes))


def _mean(measure: Measure, groups: dict[str, Panel], level: float | None, test_share: float | None) -> Estimate:
    values = [one[measure.name].value for one in groups.values()]
    made = mean_over_splits(values, test_share, level or 0.95, bounds=measure.bounds)
    if level is not None and test_share is not None:
        return made
    return Estimate(
        value=made.value, low=np.nan, high=np.nan, level=made.level, method="mean over groups", n=made.n,
        warnings=made.warnings[:1] if made.warnings and made.warnings[0].startswith("undefined") else (),
    )  # fmt: skip
