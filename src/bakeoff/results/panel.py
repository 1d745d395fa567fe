"""Panel: many measures of one set of predictions, each with its interval; `measure` makes it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite, isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array, count, probability
from bakeoff.core.errors import BadInput
from bakeoff.data.dataset import Task
from bakeoff.estimates.draws import Draws
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.interval import estimate, value_only
from bakeoff.measures import ALL, Measure, default_measures, measure_named
from bakeoff.predictions.counts import Counts
from bakeoff.predictions.door import predictions_of
from bakeoff.predictions.encode import Names
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.refusals import units_of
from bakeoff.predictions.summary import Summaries, summarize
from bakeoff.report import table as tables
from bakeoff.results.advice import advice
from bakeoff.results.frames import frame_of

__all__ = ["Panel", "measure", "panel_of"]

REPEATED = "row ids repeat (repeated splits): intervals resample whole row ids, not single predictions"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Panel(Mapping[str, Estimate]):
    """A mapping from the measure's name to its Estimate, with a table for every medium.

    >>> panel = measure([1, 0, 1, 1], [1, 0, 0, 1], measures=["accuracy", "kappa"], ci=None)
    >>> panel["kappa"].value
    0.5
    """

    estimates: dict[str, Estimate]
    n: int
    confusion: Counts | None = None
    warnings: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Estimate:
        if name in self.estimates:
            return self.estimates[name]
        return self.estimates[measure_named(name).name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.estimates)

    def __len__(self) -> int:
        return len(self.estimates)

    def table(self) -> tables.Table:
        """The panel as a table that every medium can show."""
        rows = [(name, *_cells(one)) for name, one in self.estimates.items()]
        made = tables.Table.of(["measure", "value", "low", "high", "interval"], rows, align="lrrrl")
        return tables.Table(columns=made.columns, rows=made.rows, caption=self._caption(), notes=self.warnings)

    def _caption(self) -> str:
        levels = {one.level for one in self.estimates.values() if one.method != "none"}
        sure = "".join(f", {level:.0%} intervals" for level in sorted(levels))
        return f"{self.n} rows{sure}"

    def __str__(self) -> str:
        return tables.to_text(self.table())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return tables.to_html(self.table())

    def to_markdown(self) -> str:
        """A pipe table."""
        return tables.to_markdown(self.table())

    def to_latex(self) -> str:
        """A booktabs table."""
        return tables.to_latex(self.table())

    def to_frame(self, kind: str | None = None) -> Any:
        """One row per measure; pandas, polars, pyarrow or a plain table."""
        shown = list(self.estimates.values())
        columns = {
            name: [getattr(one, name) for one in shown] for name in ("value", "low", "high", "level", "method", "n")
        }
        return frame_of({"measure": list(self.estimates), **columns}, kind)

    def to_json(self) -> dict[str, Any]:
        """Plain numbers, lists and text, as `bakeoff measure --json` prints them; NaN and infinity are None."""
        return {
            "schema": "bakeoff.measure/1",
            "n": self.n,
            "measures": {
                name: {
                    "value": _or_none(one.value),
                    "low": _or_none(one.low),
                    "high": _or_none(one.high),
                    "method": one.method,
                }
                for name, one in self.estimates.items()
            },
            "undefined": {name: _reason(one) for name, one in self.estimates.items() if not isfinite(one.value)},
            "confusion": _confusion(self.confusion),
            "warnings": list(self.warnings),
        }


def _or_none(value: float) -> float | None:
    return value if isfinite(value) else None


def _reason(one: Estimate) -> str:
    return "; ".join(one.warnings) or ("infinite" if not isnan(one.value) else "undefined")


def _confusion(counts: Counts | None) -> dict[str, Any] | None:
    if counts is None or len(counts.classes) > 100:
        return None
    return {"truth": list(counts.classes), "predicted": list(counts.classes), "counts": counts.matrix.tolist()}


def _cells(one: Estimate) -> tuple[str, str, str, str]:
    if isnan(one.value):
        return "–", "–", "–", _reason(one)
    ends = [_number(end, one.value) for end in (one.low, one.high)]
    return (
        _number(one.value, one.value),
        ends[0],
        ends[1],
        "; ".join((one.method if one.method != "none" else "", *one.warnings)).strip("; "),
    )


def _number(value: float, scale: float) -> str:
    if isnan(value):
        return "–"
    if not isfinite(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:.4f}" if 1e-3 <= abs(scale) < 1000 or value == 0 else f"{value:.4g}"


def measure(
    y_true: Any,
    y_pred: Any = None,
    y_score: Any = None,
    y_sd: Any = None,
    *,
    measures: str | Sequence[str | Measure] | None = None,
    labels: Sequence[Any] | None = None,
    pos_label: Any = None,
    prior: Any = None,
    groups: Any = None,
    ci: float | None = 0.95,
    n_resamples: int = 2000,
    random_state: int = 0,
    y_proba: Any = None,
    y_draws: Any = None,
    task: Task | str | None = None,
    sample_weight: Any = None,
    row_id: Any = None,
) -> Panel:
    """Judge predictions by many measures at once, each with an interval.

    `measures=None` shows the usual ones of the task, "all" every one that applies; `ci=None` leaves intervals out.

    >>> print(measure([1, 0, 1, 1, 0, 1], [1, 0, 0, 1, 0, 1], measures=["accuracy", "f1"], ci=None))
    6 rows
    measure    value  low  high  interval
    -------------------------------------
    accuracy  0.8333    –     –
    f1        0.8571    –     –
    """
    pred = predictions_of(
        y_true, y_pred, y_score, y_sd, y_proba=y_proba, y_draws=y_draws, task=task, labels=labels, pos_label=pos_label,
        prior=prior, sample_weight=sample_weight, row_id=row_id,
    )  # fmt: skip
    if groups is not None and len(groups) != len(pred):
        raise BadInput(f"lengths differ: y_true has {len(pred)}, groups has {len(groups)}")
    units = None if groups is None else units_of("groups", groups, Names(of={}))
    by_id = units is None and row_id is not None and ci is not None
    return panel_of(pred, measures, level=ci, n_resamples=n_resamples, seed=random_state, groups=units, by_id=by_id)


def chosen(measures: str | Sequence[str | Measure] | None, pred: Predictions) -> tuple[Measure, ...]:
    """The measures that were asked for: by name, all that apply, or the usual ones that apply."""
    if measures is None:
        usual = [measure_named(name) for name in default_measures(pred.task)]
        fitting = tuple(one for one in usual if one.needs in pred.gives or not one.fits(pred))
        return fitting or tuple(usual)
    if measures == "all":
        return tuple(one for one in ALL if one.needs is not None and not one.fits(pred))
    wanted = [measures] if isinstance(measures, (str, Measure)) else _listed(measures)
    if not wanted:
        raise BadInput("measures is empty; leave it out for the usual ones, or name some")
    return tuple(one if isinstance(one, Measure) else measure_named(one) for one in wanted)


def _listed(measures: Any) -> list[Any]:
    wanted = list(measures) if isinstance(measures, Iterable) else [measures]
    for one in wanted:
        if not isinstance(one, (str, Measure)):
            raise BadInput(f"measures are named by text, such as 'accuracy', not {one!r}")
    return wanted


def panel_of(
    pred: Predictions,
    measures: str | Sequence[str | Measure] | None = None,
    *,
    level: float | None = 0.95,
    n_resamples: int = 2000,
    seed: int = 0,
    groups: Array | None = None,
    by_id: bool = False,
) -> Panel:
    """The panel of predictions that are already checked; `by_id` resamples whole row ids where they repeat."""
    if pred.weight is not None and len(pred) and not pred.weight.any():
        raise BadInput("the sample weights are zero on every row, so nothing would be counted")
    if by_id and len(np.unique(pred.rows)) < len(pred):
        made = panel_of(pred, measures, level=level, n_resamples=n_resamples, seed=seed, groups=pred.rows)
        return replace(made, warnings=(REPEATED, *made.warnings))
    sure = Sureness(level=level, n_resamples=n_resamples, seed=seed, groups=groups)
    return panel_of_summaries(summarize(pred), chosen(measures, pred), sure, n=len(pred))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sureness:
    """How intervals are made; a level of None makes none."""

    level: float | None = 0.95
    n_resamples: int = 2000
    seed: int = 0
    groups: Array | None = None

    def __post_init__(self) -> None:
        if self.level is not None:
            probability("ci", self.level)
            count("n_resamples", self.n_resamples, least=2)


def panel_of_summaries(
    summaries: Summaries,
    wanted: Sequence[Measure],
    sure: Sureness,
    *,
    n: int,
    unfit: Mapping[str, str] | None = None,
) -> Panel:
    """The panel, with what its reader should know; `unfit` tells why some measures have no value."""
    made: dict[str, Estimate] = {}
    draws = Draws(summaries=summaries, n_resamples=sure.n_resamples, seed=sure.seed, groups=sure.groups)
    for one in wanted:
        if unfit and one.name in unfit:
            made[one.name] = Estimate(
                value=nan, low=nan, high=nan, level=sure.level or 0.95, method="none", n=n, warnings=(unfit[one.name],)
            )
        elif sure.level is None:
            made[one.name] = value_only(one, summaries)
        else:
            made[one.name] = estimate(one, draws, level=sure.level)
    counts = summaries.made.get("counts")
    square = counts if counts is not None and counts.right.size else None
    return Panel(estimates=made, n=n, confusion=square, warnings=advice(summaries, made))
