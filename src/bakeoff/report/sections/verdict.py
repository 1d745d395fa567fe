"""The verdict of a study in words; without a comparison why there is none, or of a single learner how good it is."""

from collections.abc import Sequence
from math import isnan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.comparisons.wording.verdict_text import VerdictText, verdict_text
from bakeoff.core.notes import Emphasis, Note, plain_text
from bakeoff.core.text import capital, clean, decimals_for, fixed, plural
from bakeoff.report.blocks import Callout
from bakeoff.study.analysis.cell_estimates import CellEstimate
from bakeoff.study.analysis.findings import Findings

__all__ = ["blocks_of", "no_verdict", "study_text", "withheld_callout"]

_CELLS = 3  # data sets whose scores are at the head of a page with one learner: they fit into one paragraph


def no_verdict(findings: Findings) -> Callout:
    """The head of a study without a comparison: why there is none, or of a single learner how good it is."""
    if len(findings.card.learners) > 1:
        return withheld_callout(findings.no_verdict)
    words = words_for(findings.card.primary)
    cells = [cell for cell in findings.cells if cell.measure == words.name and not isnan(cell.estimate.value)]
    alone = Emphasis((f"{clean(findings.card.learners[0].name)} is the only learner, so there is nothing to compare.",))
    rest = len(cells) - _CELLS
    more = [f" {plural(rest, 'more data set')} below."] if rest > 0 else []
    return Callout(title="Result", parts=(alone, *(f" {_alone(cell, words)}" for cell in cells[:_CELLS]), *more))


def study_text(findings: Findings) -> VerdictText:
    """The verdict of a study in words, or why there is none."""
    if findings.primary is not None:
        return verdict_text(findings.primary)
    head = no_verdict(findings)
    title = "" if len(findings.card.learners) == 1 else f"{head.title}. "
    return VerdictText(headline=f"{title}{plain_text(head.parts)}", facts=())


def withheld_callout(reasons: Sequence[Note]) -> Callout:
    """No verdict, and why."""
    why = " ".join(capital(clean(note)) for note in reasons)
    return Callout(title="No verdict", parts=(why or "The learners were not compared.",), tone="bad")


def _alone(cell: CellEstimate, words: MeasureNames) -> str:
    """How good a single learner is on one data set."""
    estimate, unit = cell.estimate, "%" if words.percent else ""
    has_interval = not isnan(estimate.low)
    decimals = decimals_for(
        [estimate.half_width * words.factor / 2] if has_interval else [], unknown=1 if words.percent else 3
    )
    value, low, high = (fixed(end * words.factor, decimals) for end in (estimate.value, estimate.low, estimate.high))
    span = f" ({estimate.level:.0%} interval {low} to {high})" if has_interval else ""
    return f"On {clean(cell.dataset)} the {words.inline} is {value}{unit}{span}."


def blocks_of(judgement: Judgement) -> int:
    """How many data sets, splits, runs or rows were compared; a measure of a whole test set has its rows."""
    count = len(judgement.matrix.blocks)
    return judgement.omnibus.n if judgement.evidence.single_rows and count == 1 else count
