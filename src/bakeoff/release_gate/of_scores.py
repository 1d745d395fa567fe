"""The gate on tables of scores and on studies: rows that are items, data sets, splits or runs."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import inf, nan

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.comparisons.judging.judge import judge
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.errors import BadInput, NotApplicable, UnknownName
from bakeoff.core.notes import Note
from bakeoff.core.text import plural
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import measures
from bakeoff.predictions.flips import Flips
from bakeoff.release_gate.difference import law_of_values
from bakeoff.release_gate.gate import Gate
from bakeoff.release_gate.gate_facts import GateRule
from bakeoff.release_gate.law import InvertedLaw, Law
from bakeoff.release_gate.margin import Margin, ScoreScale, margin_of
from bakeoff.release_gate.notes import DROPPED_ROWS, WRONG_ROWS
from bakeoff.release_gate.outcome import BASE, NEW, Endpoint, endpoint_of, joined
from bakeoff.release_gate.row_matching import Missing

__all__ = ["gate_of_scores", "scale_of"]

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


def gate_of_scores(judged: Mapping[str, Judgement], margins: Mapping[str, object], rule: GateRule, *, names: tuple[str, str], missing: Missing | None = None) -> Gate:  # fmt: skip
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
    """
    first = next(iter(judged.values()))
    if not first.evidence.single_rows and (rule.looks is not None or rule.anytime):
        raise NotApplicable(f"looking again is planned for test rows that arrive; {first.evidence.blocks} are looked at once")  # fmt: skip
    if rule.anytime:
        raise NotApplicable("a gate at any time (--anytime) reads predictions; for scores plan the looks (--look 1 --looks 3)")  # fmt: skip
    for name in names:
        if name not in first.matrix.names:
            raise UnknownName("learner", name, first.matrix.names)
    if names[0] == names[1]:
        raise BadInput(f"base and new are both {names[0]}; name two learners")
    if rule.some and len(judged) > 1:
        raise NotApplicable("--any is for predictions; of a table of scores every measure must pass")
    endpoints, notes = list[Endpoint](), dict[str, Note]()
    pair = first.matrix
    for measure, judgement in judged.items():
        pair, remarks = _pair(judgement, names, missing)
        notes |= {str(note): note for note in remarks}
        scale = scale_of(judgement)
        endpoints.append(_endpoint(pair, judgement, scale, margin_of(margins[measure], scale), rule))  # type: ignore[arg-type]
    return Gate(
        base=names[0], new=names[1], outcome=joined([endpoint.outcome for endpoint in endpoints]), endpoints=tuple(endpoints),
        alpha=rule.alpha, rows=len(pair.blocks), groups=pair.group_count, flips=_flips(pair) if first.evidence.single_rows else None,
        row_ids=np.array(pair.blocks), looks=rule.looks, unit=first.evidence.block, notes=tuple(notes.values()),
    )  # fmt: skip


def _pair(
    judgement: Judgement, names: tuple[str, str], missing: Missing | None
) -> tuple[ScoreMatrix, tuple[Note, ...]]:
    """Both columns, called new and base, on the rows that have both."""
    pair = replace(judgement.matrix.of_learners(names[1], names[0]), names=(NEW, BASE))
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
        f"{plural(both, block)} have both scores, {counts['base']:,} lack that of {names[0]} and {counts['new']:,} that of {names[1]}; complete "
        "them, or state what a missing score means: --missing wrong or --missing drop"
    )


def _endpoint(pair: ScoreMatrix, judgement: Judgement, scale: ScoreScale, margin: Margin, rule: GateRule) -> Endpoint:
    """One measure; the claim is that of the comparison of the two at alpha."""
    factor = margin.factor(scale.direction)
    if judgement.relative and not margin.relative:
        raise NotApplicable("the data sets have units of their own, so that no margin in numbers fits all; state it as a share of the base (--margin 2%)")  # fmt: skip
    new, base = pair.values.T
    law: Law = (
        law_of_values(base, new, factor=factor, groups=pair.groups, weight=pair.weight)
        if judgement.evidence.single_rows
        else _tested(pair, judgement, factor)
    )
    means = [float(np.average(column, weights=pair.weight)) for column in (base, new)]
    endpoint = endpoint_of(law, scale, margin, base=means[0], new=means[1], rows=len(pair.blocks), alpha=rule.level)
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

    seen = difference(0.9)
    if seen is None:
        return InvertedLaw(value=nan, interval=interval, method="none")
    return InvertedLaw(value=seen.value, interval=interval, method=seen.method)


def _flips(pair: ScoreMatrix) -> Flips | None:
    """Of hits and misses; None where scores are other numbers."""
    new, base = pair.values.T
    if not np.isin(pair.values, (0, 1)).all():
        return None
    if pair.direction.value == "lower":
        new, base = 1 - new, 1 - base
    return Flips(
        both_right=int((new * base).sum()), only_new=int((new > base).sum()), only_base=int((base > new).sum()),
        both_wrong=int(((1 - new) * (1 - base)).sum()), changed=np.flatnonzero(new != base),
    )  # fmt: skip
