"""The gate on tables of scores and on studies: rows that are items, data sets, splits or runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import inf, nan
from typing import NamedTuple

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.errors import BadInput, BakeoffError, NotApplicable, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import plural
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import measures
from bakeoff.predictions.flips import Flips, flips_of_hits
from bakeoff.release_gate.difference import law_of_values, law_over_time
from bakeoff.release_gate.gate import Gate
from bakeoff.release_gate.gate_facts import GateRule, Slice, undecided_slices
from bakeoff.release_gate.law import InvertedLaw, Law
from bakeoff.release_gate.margin import Margin, ScoreScale, margin_of
from bakeoff.release_gate.notes import DROPPED_ROWS, WRONG_ROWS
from bakeoff.release_gate.outcome import BASE, NEW, Endpoint, Outcome, endpoint_of, holm_steps, joined, unknown_endpoint
from bakeoff.release_gate.row_matching import Missing

__all__ = ["TableSlice", "gate_of_scores", "scale_of"]

ROUNDING = 1e-9  # of a level


def scale_of(judgement: Judgement) -> ScoreScale:
    """What the scores are: a measure of the catalogue where one is named, else numbers without bounds, and so are percentages."""
    name = judgement.measure
    if name in measures:
        scale = ScoreScale.of(measures[name])
        values = judgement.matrix.values[np.isfinite(judgement.matrix.values)]
        whole = bool(np.all((values >= scale.bounds[0]) & (values <= scale.bounds[1])))
        return replace(scale, direction=judgement.matrix.direction, bounds=scale.bounds if whole else (-inf, inf))
    return ScoreScale(name=name or "score", title=name or "score", direction=judgement.matrix.direction)


class ScoredQuestion(NamedTuple):
    """One measure of a table: both columns, the comparison of the two, what the scores are, and the margin."""

    pair: ScoreMatrix
    judgement: Judgement
    scale: ScoreScale
    margin: Margin


class Sides(NamedTuple):
    """The two learners, and what becomes of rows on which one of them has no score."""

    base: str
    new: str
    missing: Missing | None


class TableSlice(NamedTuple):
    """The rows of a table that have one value in a column, with a comparison for each measure, or why there is none."""

    column: str
    value: str
    rows: int
    judged: Mapping[str, Judgement]
    reason: str = ""


def gate_of_scores(
    judged: Mapping[str, Judgement],
    margins: Mapping[str, object],
    rule: GateRule,
    *,
    names: tuple[str, str],
    missing: Missing | None = None,
    slices: Sequence[TableSlice] = (),
) -> Gate:
    """The gate by the tests that compare such tables.

    Parameters
    ----------
    judged
        A comparison of the learners for each measure.
    margins
        The margin of each measure, as it was stated.
    rule
        The level and how often the data are looked at.
    names
        The base and the new model, as the table names them.
    missing
        What becomes of rows on which one of the two has no score.
    slices
        Parts of the table that are looked at apart.
    """
    first = next(iter(judged.values()))
    _check(first, rule, names)
    sides = Sides(*names, missing)
    asked, notes = _questions(judged, margins, sides)
    endpoints = tuple(_endpoint(question, rule, rule.level) for question in asked)
    if rule.some and len(endpoints) > 1:
        endpoints = holm_steps(endpoints, lambda place, level: _endpoint(asked[place], rule, level), rule.level)
    level = rule.slice_level(len(slices), len(asked)) if slices else rule.level
    parts = tuple(_slice(part, asked, level, rule, sides) for part in slices)
    worse = any(part.outcome is Outcome.FAIL for part in parts)
    outcome = Outcome.FAIL if worse else joined([endpoint.outcome for endpoint in endpoints], some=rule.some)
    pair = asked[-1].pair
    return Gate(
        base=names[0], new=names[1], outcome=outcome, endpoints=endpoints, alpha=rule.alpha, rows=len(pair.blocks), groups=pair.group_count,
        some=rule.some, flips=_flips(asked[0].pair) if first.evidence.single_rows else None, slices=parts, looks=rule.looks,
        unit=first.evidence.block, notes=(*notes, *undecided_slices(parts, outcome)),
    )  # fmt: skip


def _check(judgement: Judgement, rule: GateRule, names: tuple[str, str]) -> None:
    """Refuse what such a table cannot answer."""
    if not judgement.evidence.single_rows and (rule.looks is not None or rule.anytime):
        raise NotApplicable(f"looking again is planned for test rows that arrive; {judgement.evidence.blocks} are looked at once")  # fmt: skip
    if rule.anytime:
        raise NotApplicable("a gate at any time (--anytime) reads predictions; for scores plan the looks (--look 1 --looks 3)")  # fmt: skip
    for name in names:
        if name not in judgement.matrix.names:
            raise UnknownName("learner", name, judgement.matrix.names)
    if names[0] == names[1]:
        raise BadInput(f"base and new are both {names[0]}; name two learners")


def _questions(
    judged: Mapping[str, Judgement], margins: Mapping[str, object], sides: Sides
) -> tuple[list[ScoredQuestion], tuple[Note, ...]]:
    """What is asked by each measure, and remarks on rows that one of the two lacks."""
    asked, notes = list[ScoredQuestion](), dict[str, Note]()
    for measure, judgement in judged.items():
        pair, remarks = _pair(judgement, sides)
        notes |= {str(note): note for note in remarks}
        scale = scale_of(judgement)
        asked.append(ScoredQuestion(pair, judgement, scale, margin_of(margins[measure], scale)))  # type: ignore[arg-type]
    return asked, tuple(notes.values())


def _slice(part: TableSlice, asked: Sequence[ScoredQuestion], level: float, rule: GateRule, sides: Sides) -> Slice:
    """One slice at the level that keeps alpha over all of them; without an answer where its rows allow none."""
    reason = part.reason
    margins = dict(zip(part.judged, (question.margin for question in asked), strict=False))
    try:
        questions = [] if reason else _questions(part.judged, margins, sides)[0]
        endpoints = tuple(_endpoint(question, rule, level) for question in questions)
    except BakeoffError as problem:
        endpoints, reason = (), str(problem)
    if reason:
        endpoints = tuple(
            unknown_endpoint(question.scale, question.margin, base=nan, new=nan, rows=part.rows, alpha=level)
            for question in asked
        )
    return Slice(column=part.column, value=part.value, rows=part.rows, endpoints=endpoints, some=rule.some, reason=reason)  # fmt: skip


def _pair(judgement: Judgement, sides: Sides) -> tuple[ScoreMatrix, tuple[Note, ...]]:
    """Both columns, called new and base, on the rows that have both."""
    missing = sides.missing
    pair = replace(judgement.matrix.of_learners(sides.new, sides.base), names=(NEW, BASE))
    if pair.failed is not None:
        raise NotApplicable("one of the two failed on some data set, so that their difference has no size; leave these out (--failures out)")  # fmt: skip
    gone = np.isnan(pair.values)
    if not gone.any():
        return pair, ()
    counts = {"new": int(gone[:, 0].sum()), "base": int(gone[:, 1].sum())}
    if missing is Missing.DROP:
        return pair.complete_blocks(), (DROPPED_ROWS(**counts),)
    hits = judgement.evidence.single_rows and bool(np.isin(pair.values[~gone], (0, 1)).all())
    if missing is Missing.WRONG and hits:
        worst = 0.0 if pair.direction.value == "higher" else 1.0
        return replace(pair, values=np.where(gone, worst, pair.values)), (WRONG_ROWS(**counts),)
    if missing is Missing.WRONG:
        raise NotApplicable("a missing score cannot count as wrong where scores are other numbers than 0 and 1; use --missing drop")  # fmt: skip
    both = int((~gone.any(axis=1)).sum())
    block = judgement.evidence.block
    raise BadInput(
        f"{plural(both, block)} have both scores, {counts['base']:,} lack that of {sides.base} and {counts['new']:,} that of {sides.new}; complete "
        "them, or state what a missing score means: --missing wrong or --missing drop"
    )


def _endpoint(asked: ScoredQuestion, rule: GateRule, alpha: float) -> Endpoint:
    """One measure; the claim is that of the comparison of the two at alpha."""
    pair, judgement, scale, margin = asked
    factor = margin.factor(scale.direction)
    if judgement.relative and not margin.relative:
        raise NotApplicable("the data sets have units of their own, so that no margin in numbers fits all; state it as a share of the base (--margin 2%)")  # fmt: skip
    new, base = pair.values.T
    law: Law = (
        law_over_time(new - factor * base)
        if pair.horizon is not None
        else law_of_values(base, new, factor=factor, groups=pair.groups, weight=pair.weight)
        if judgement.evidence.single_rows
        else _tested(pair, judgement, factor)
    )
    means = [float(np.average(column, weights=pair.weight)) for column in (base, new)]
    endpoint = endpoint_of(law, scale, margin, base=means[0], new=means[1], rows=len(pair.blocks), alpha=alpha)
    if not judgement.evidence.independent and not judgement.evidence.single_rows:
        endpoint = replace(endpoint, needed=None)  # splits share training rows: more of them do not tell much more
    question = replace(judgement.question, alpha=rule.claim_level, pairs=None, baseline=None)
    verdict = judge(pair, question).pairs[0].verdict
    return replace(endpoint, winner=verdict.winner, difference=verdict.difference)


def _tested(pair: ScoreMatrix, judgement: Judgement, factor: float) -> InvertedLaw:
    """By the interval of the test that compares such blocks: corrected t over splits, signed ranks over data sets."""
    scaled = replace(pair, values=pair.values * np.array([1.0, factor]))
    question = replace(judgement.question, pairs=None, baseline=None, brief=True)

    @cache
    def difference(level: float) -> Estimate | None:
        return judge(scaled, replace(question, alpha=1 - level)).ranks.pairs[0].result.difference

    def interval(level: float) -> tuple[float, float]:
        estimate = difference(level)
        if estimate is None or estimate.level < level - ROUNDING:  # signed ranks of few data sets reach no higher level
            return nan, nan
        return estimate.low, estimate.high

    estimate = difference(0.9)
    if estimate is None:
        return InvertedLaw(value=nan, interval=interval, method="none")
    return InvertedLaw(value=estimate.value, interval=interval, method=estimate.method)


def _flips(pair: ScoreMatrix) -> Flips | None:
    """Of hits and misses; None where scores are other numbers."""
    new, base = pair.values.T if pair.direction.value == "higher" else 1 - pair.values.T
    return flips_of_hits(base, new, pair.blocks)
