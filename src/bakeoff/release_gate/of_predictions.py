"""The gate on predictions of the same rows: every measure, every slice, and what a comparison claims."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import isnan

import numpy as np

from bakeoff.comparisons.evidence.kinds import ROWS, TIMED_ROWS
from bakeoff.comparisons.judging.judge_rows import judge_predictions
from bakeoff.comparisons.question import Question
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, BakeoffError, NotApplicable
from bakeoff.core.notes import Note
from bakeoff.core.text import plural
from bakeoff.estimates.in_time import is_timed
from bakeoff.estimates.resampling.paired import aligned
from bakeoff.measures import measures
from bakeoff.measures.measure import Measure
from bakeoff.predictions.flips import flips_of
from bakeoff.predictions.predictions import Output, Predictions
from bakeoff.predictions.row_slices import row_slices
from bakeoff.release_gate.anytime import law_at_any_time
from bakeoff.release_gate.difference import law_of_rows
from bakeoff.release_gate.gate import Gate
from bakeoff.release_gate.gate_facts import GateRule, Slice, undecided_slices
from bakeoff.release_gate.law import Law, ScoreLaw
from bakeoff.release_gate.margin import Margin, ScoreScale
from bakeoff.release_gate.notes import SAME_ANSWERS
from bakeoff.release_gate.outcome import (
    BASE,
    NEW,
    Endpoint,
    Outcome,
    decide,
    endpoint_of,
    holm_steps,
    joined,
    unknown_endpoint,
)

__all__ = ["gate_of_predictions"]

FEWEST = 2  # rows with which a spread can be seen at all


def gate_of_predictions(
    base: Predictions,
    new: Predictions,
    rule: GateRule,
    *,
    names: tuple[str, str] = (BASE, NEW),
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
    columns = _in_order(base, new, slices or {})
    (first, second), units = aligned((base, new))
    _check_rows(len(first), rule)
    endpoints = tuple(
        _endpoint(first, second, measure, margin, rule, rule.level) for measure, margin in rule.margins.items()
    )
    if rule.some and len(endpoints) > 1:
        asked = list(rule.margins.items())
        endpoints = holm_steps(endpoints, lambda place, level: _endpoint(first, second, *asked[place], rule, level), rule.level)  # fmt: skip
    endpoints = tuple(_with_claim(endpoint, first, second, rule) for endpoint in endpoints)
    parts = tuple(_slices(first, second, rule, columns))
    overall = joined([endpoint.outcome for endpoint in endpoints], some=rule.some)
    worse = any(part.outcome is Outcome.FAIL for part in parts)
    flips = flips_of(first, second)
    outcome = Outcome.FAIL if worse else overall
    return Gate(
        base=names[0], new=names[1], outcome=outcome, endpoints=endpoints, alpha=rule.alpha, rows=len(first),
        groups=None if units is None else len(np.unique(units)), some=rule.some, flips=flips, slices=parts, looks=rule.looks,
        anytime=rule.anytime, notes=tuple(_notes(first, second, parts, outcome)),
    )  # fmt: skip


def _in_order(base: Predictions, new: Predictions, columns: Mapping[str, Array]) -> dict[str, Array]:
    """The columns in the order in which both models are matched: that of row ids where the two orders differ."""
    if any(len(values) != len(base) for values in columns.values()):
        raise BadInput(f"a column of slices (by) needs one value for each of the {len(base)} rows of the base")
    if base.weight is not None and columns:
        kept = np.flatnonzero(base.weight)  # rows of no weight are no rows
        columns = {name: values[kept] for name, values in columns.items()}
        base, new = base.take(kept), new.take(np.flatnonzero(np.isin(new.rows, base.rows[kept])))
    if np.array_equal(base.rows, new.rows):
        return dict(columns)
    order = np.argsort(base.rows, kind="stable")
    return {name: values[order] for name, values in columns.items()}


def _check_rows(rows: int, rule: GateRule) -> None:
    """Refuse so few rows that no result could decide anything."""
    best = [_best_outcome(rows, measure, margin, rule.level) for measure, margin in rule.margins.items()]
    if rows < FEWEST or all(outcome is Outcome.UNDECIDED for outcome in best):
        raise NotApplicable(
            f"{plural(rows, 'row')} cannot pass or fail a gate, whatever the answers are; predict more rows: "
            "`bakeoff plan gate` tells how many"
        )


def _best_outcome(rows: int, measure: Measure, margin: Margin, alpha: float) -> Outcome:
    """What the gate says where the new model alone is right on every row; of other measures than shares nothing is known beforehand."""
    if measure.per_row is None or measure.needs is not Output.LABEL or margin.relative or measure.bounds != (0.0, 1.0):
        return Outcome.PASS
    scale = ScoreScale.of(measure)
    low, high = ScoreLaw(only_new=rows, only_base=0, rows=rows).ends(1 - 2 * alpha)
    return decide(low, high, -margin.size, type(scale.direction).HIGHER)


def _notes(base: Predictions, new: Predictions, parts: Sequence[Slice], outcome: Outcome) -> list[Note]:
    notes = []
    same = [
        np.array_equal(getattr(base, name), getattr(new, name))
        for name in ("label", "score", "proba")
        if getattr(base, name) is not None and getattr(new, name) is not None
    ]
    if same and all(same):
        notes.append(SAME_ANSWERS(rows=len(base)))
    return [*notes, *undecided_slices(parts, outcome)]


def _endpoint(  # noqa: PLR0917 - private
    base: Predictions, new: Predictions, measure: Measure, margin: Margin, rule: GateRule, alpha: float
) -> Endpoint:
    factor = margin.factor(measure.direction)
    law: Law = (
        law_at_any_time(base, new, measure, factor)
        if rule.anytime
        else law_of_rows(base, new, measure, factor=factor, seed=rule.seed)
    )
    values = float(measure(base)), float(measure(new))
    return endpoint_of(
        law, ScoreScale.of(measure), margin, base=values[0], new=values[1], rows=len(base), alpha=alpha
    )  # fmt: skip


def _with_claim(endpoint: Endpoint, base: Predictions, new: Predictions, rule: GateRule) -> Endpoint:
    """With what a comparison of the two claims: the same test, the same p-value, the same sentence."""
    if endpoint.measure not in measures or rule.anytime:
        return endpoint  # a measure of the caller's own, or rows that are looked at again and again: no comparison is known
    evidence = TIMED_ROWS if is_timed(base) else ROWS
    question = Question(evidence=evidence, measure=endpoint.measure, alpha=rule.claim_level)
    try:
        pair = judge_predictions({NEW: new, BASE: base}, question).pairs[0]
    except BakeoffError:  # a class with a single row, for example: nothing is claimed
        return endpoint
    return replace(endpoint, winner=pair.verdict.winner, difference=pair.verdict.difference)


def _slices(base: Predictions, new: Predictions, rule: GateRule, columns: Mapping[str, Array]) -> list[Slice]:
    """Every slice of every column, each at the level that keeps alpha over all of them."""
    places = row_slices(columns, len(base))
    level = rule.slice_level(len(places), len(rule.margins)) if places else rule.level
    return [
        Slice(
            column=place.column, value=place.value, rows=len(place.rows), some=rule.some,
            endpoints=tuple(
                _slice_endpoint(base.take(place.rows), new.take(place.rows), measure, margin, rule, level)
                for measure, margin in rule.margins.items()
            ),
        )
        for place in places
    ]  # fmt: skip


def _slice_endpoint(  # noqa: PLR0917 - private
    base: Predictions, new: Predictions, measure: Measure, margin: Margin, rule: GateRule, alpha: float
) -> Endpoint:
    """Undecided where the measure or its interval is not defined on so few rows."""
    values = float(measure(base)), float(measure(new))
    if len(base) >= FEWEST and not any(map(isnan, values)):
        with suppress(NotApplicable):
            return _endpoint(base, new, measure, margin, rule, alpha)
    return unknown_endpoint(ScoreScale.of(measure), margin, base=values[0], new=values[1], rows=len(base), alpha=alpha)
