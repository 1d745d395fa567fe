"""Gate: the outcome for a new model, by one or several measures, overall and by slice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan, nan
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.notes import Note
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.resampling.paired import aligned
from bakeoff.measures.measure import Measure
from bakeoff.predictions.predictions import Predictions
from bakeoff.release_gate.difference import law_of_rows
from bakeoff.release_gate.flips import Flips, flips_of
from bakeoff.release_gate.law import Law
from bakeoff.release_gate.looks import Looks
from bakeoff.release_gate.margin import Margin
from bakeoff.release_gate.outcome import Endpoint, Outcome, decide, joined, one_sided, rows_needed

__all__ = ["Gate", "GateRule", "Slice", "endpoint_of", "gate_of_predictions"]

FEWEST = 2  # rows of a slice with which an interval can be made at all


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRule:
    """What was stated before the data were seen."""

    margins: Mapping[Measure, Margin]
    alpha: float = 0.05
    some: bool = False  # one measure that passes is enough, by Holm's steps; else all must pass
    looks: Looks | None = None
    seed: int = 0

    @property
    def level(self) -> float:
        """The one-sided level of this look."""
        return self.alpha if self.looks is None else self.looks.level(self.alpha)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Slice:
    """The endpoints on the rows of one value of a column; intervals hold for all slices at once."""

    column: str
    value: str
    rows: int
    endpoints: tuple[Endpoint, ...]

    @property
    def outcome(self) -> Outcome:
        """Undecided where there are too few rows."""
        return joined([endpoint.outcome for endpoint in self.endpoints]) if self.endpoints else Outcome.UNDECIDED


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Gate:
    """Whether a new model may replace the one in use: pass, fail or undecided."""

    base: str
    new: str
    outcome: Outcome
    endpoints: tuple[Endpoint, ...]
    alpha: float
    rows: int
    groups: int | None = None
    some: bool = False
    flips: Flips | None = None
    slices: tuple[Slice, ...] = ()
    looks: Looks | None = None
    anytime: bool = False
    unit: str = "row"
    notes: tuple[Note, ...] = field(default=())

    @property
    def first(self) -> Endpoint:
        """The first measure that was named."""
        return self.endpoints[0]

    @property
    def estimate(self) -> Estimate:
        """The new model less the base by the first measure, with the interval that decides."""
        return self.first.estimate

    @property
    def p_value(self) -> float:
        """Of "worse by the margin or more", by the first measure."""
        return self.first.p_value

    @property
    def rows_needed(self) -> int | None:
        """How many rows would decide an undecided gate, if both models are equally good."""
        needed = [endpoint.needed for endpoint in self.endpoints if endpoint.outcome is Outcome.UNDECIDED]
        return None if not needed or None in needed else max(number for number in needed if number is not None)


def endpoint_of(law: Law, measure: Measure, margin: Margin, *, base: float, new: float, rows: int, alpha: float, plain: Law | None = None) -> Endpoint:  # fmt: skip
    """What the evidence shows by one measure; `plain` is the law without the factor of a relative margin."""
    bound = margin.bound(measure.direction)
    low, high = law.ends(1 - 2 * alpha)
    estimate = Estimate(value=law.value, low=low, high=high, level=1 - 2 * alpha, method=law.method, n=rows)
    p_value, p_worse = one_sided(law, bound, measure.direction)
    plain = plain or law
    wide = plain.ends(1 - alpha)
    difference = Estimate(value=plain.value, low=wide[0], high=wide[1], level=1 - alpha, method=plain.method, n=rows)
    outcome = decide(low, high, bound, measure.direction)
    better = decide(*wide, 0.0, measure.direction) is Outcome.PASS
    needed = rows_needed(law, margin, rows=rows, base=base, alpha=alpha) if outcome is Outcome.UNDECIDED else None
    return Endpoint(
        measure=measure.name, direction=measure.direction, margin=margin, base=base, new=new, estimate=estimate, outcome=outcome,
        p_value=p_value, p_worse=p_worse, better=better, difference=difference, rows=rows, needed=needed,
    )  # fmt: skip


def gate_of_predictions(
    base: Predictions,
    new: Predictions,
    rule: GateRule,
    *,
    names: tuple[str, str] = ("base", "new"),
    slices: Mapping[str, Array] | None = None,
) -> Gate:
    """The gate on predictions of the same rows.

    Parameters
    ----------
    base, new
        Predictions of the model in use and of the new one; rows are matched by their ids.
    rule
        Measures with their margins, the level, and how often the data are looked at.
    names
        What the two are called.
    slices
        Columns by which the rows are looked at apart: one value for each row of `base`.
    """
    if any(measure.unordered for measure in rule.margins):
        raise BadInput(next(measure.unordered for measure in rule.margins if measure.unordered))
    places = np.arange(len(base))
    (first, second), units = aligned((base, new))
    if slices:
        places = (
            np.searchsorted(np.sort(base.rows), first.rows) if not np.array_equal(base.rows, first.rows) else places
        )
        places = np.argsort(base.rows, kind="stable")[places] if not np.array_equal(base.rows, first.rows) else places
    endpoints = _endpoints(first, second, rule, rule.level)
    endpoints = _holm(first, second, rule, endpoints) if rule.some and len(endpoints) > 1 else endpoints
    parts = tuple(
        _slices(first, second, rule, {name: np.asarray(values)[places] for name, values in (slices or {}).items()})
    )
    overall = joined([endpoint.outcome for endpoint in endpoints], some=rule.some)
    worse = any(part.outcome is Outcome.FAIL for part in parts)
    return Gate(
        base=names[0], new=names[1], outcome=Outcome.FAIL if worse else overall, endpoints=endpoints, alpha=rule.alpha, rows=len(first),
        groups=None if units is None else len(np.unique(units)), some=rule.some, flips=flips_of(first, second), slices=parts, looks=rule.looks,
    )  # fmt: skip


def _endpoints(base: Predictions, new: Predictions, rule: GateRule, alpha: float) -> tuple[Endpoint, ...]:
    return tuple(_endpoint(base, new, measure, margin, rule, alpha) for measure, margin in rule.margins.items())


def _endpoint(  # noqa: PLR0917 - private
    base: Predictions, new: Predictions, measure: Measure, margin: Margin, rule: GateRule, alpha: float
) -> Endpoint:
    factor = margin.factor(measure.direction)
    law = law_of_rows(base, new, measure, factor=factor, seed=rule.seed)
    plain = None if factor == 1.0 else law_of_rows(base, new, measure, seed=rule.seed)
    return endpoint_of(
        law, measure, margin, base=float(measure(base)), new=float(measure(new)), rows=len(base), alpha=alpha, plain=plain
    )  # fmt: skip


def _holm(base: Predictions, new: Predictions, rule: GateRule, endpoints: tuple[Endpoint, ...]) -> tuple[Endpoint, ...]:
    """Each endpoint at the level of its step: the smallest p at alpha over all, the next at alpha over one less, until one does not pass."""
    order = sorted(range(len(endpoints)), key=lambda place: nan_last(endpoints[place].p_value))
    steps, going = list(endpoints), True
    for step, place in enumerate(order):
        measure = list(rule.margins)[place]
        made = _endpoint(base, new, measure, rule.margins[measure], rule, rule.level / (len(order) - step))
        stopped = not going and made.outcome is Outcome.PASS
        steps[place] = replace(made, outcome=Outcome.UNDECIDED) if stopped else made
        going = going and made.outcome is Outcome.PASS
    return tuple(steps)


def nan_last(p: float) -> float:
    """A key by which undefined p-values come last."""
    return 2.0 if isnan(p) else p


def _slices(base: Predictions, new: Predictions, rule: GateRule, columns: Mapping[str, Array]) -> Sequence[Slice]:
    """Every slice of every column, each at the level that keeps alpha over all of them."""
    parts = [
        (name, str(value), np.flatnonzero(values == value))
        for name, values in columns.items()
        for value in sorted(set(values.tolist()), key=str)
    ]
    made = []
    for name, value, rows in parts:
        endpoints = _slice_endpoints(base.take(rows), new.take(rows), rule, rule.level / len(parts))
        made.append(Slice(column=name, value=value, rows=len(rows), endpoints=endpoints))
    return made


def _slice_endpoints(base: Predictions, new: Predictions, rule: GateRule, alpha: float) -> tuple[Endpoint, ...]:
    """Nothing where a measure is undefined on so few rows; the slice is undecided then."""
    made = []
    for measure, margin in rule.margins.items():
        if len(base) < FEWEST or measure.fits(base):
            return ()
        values = float(measure(base)), float(measure(new))
        if any(map(isnan, values)):
            nothing = Estimate(value=nan, low=nan, high=nan, level=1 - 2 * alpha, method="none", n=len(base))
            made.append(
                Endpoint(measure=measure.name, direction=measure.direction, margin=margin, base=values[0], new=values[1], estimate=nothing,
                         outcome=Outcome.UNDECIDED, p_value=nan, p_worse=nan, better=False, difference=nothing, rows=len(base))
            )  # fmt: skip
            continue
        made.append(_endpoint(base, new, measure, margin, rule, alpha))
    return tuple(made)


def as_dict(gate: Gate) -> dict[str, Any]:
    """For JSON: every number that is shown, and what decided."""
    return {
        "outcome": gate.outcome.value, "base": gate.base, "new": gate.new, "rows": gate.rows, "groups": gate.groups, "alpha": gate.alpha,
        "rows_needed": gate.rows_needed, "endpoints": [_endpoint_dict(endpoint) for endpoint in gate.endpoints],
        "flips": None if gate.flips is None else gate.flips.as_dict(),
        "slices": [
            {"column": part.column, "value": part.value, "rows": part.rows, "outcome": part.outcome.value,
             "endpoints": [_endpoint_dict(endpoint) for endpoint in part.endpoints]}
            for part in gate.slices
        ],
    }  # fmt: skip


def _endpoint_dict(endpoint: Endpoint) -> dict[str, Any]:
    return {
        "measure": endpoint.measure, "direction": endpoint.direction.value, "margin": endpoint.margin.size, "relative": endpoint.margin.relative,
        "base": endpoint.base, "new": endpoint.new, "estimate": endpoint.estimate.as_dict(), "outcome": endpoint.outcome.value,
        "p_value": endpoint.p_value, "p_worse": endpoint.p_worse, "better": endpoint.better, "difference": endpoint.difference.as_dict(),
        "rows_needed": endpoint.needed,
    }  # fmt: skip
