"""The head of the page: the card of a verdict, why there is none, or of a single learner how good it is."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for
from bakeoff.comparisons.wording.verdict_text import VerdictText, verdict_text
from bakeoff.core.notes import Emphasis, Note, plain_text
from bakeoff.core.text import capital, clean, decimals_for, fixed, plural
from bakeoff.report.blocks import Callout, Card
from bakeoff.report.check_lines import check_facts
from bakeoff.report.verdict_card import verdict_card
from bakeoff.study.analysis.cell_estimates import Cell
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.checks.check_results import CheckResults

__all__ = ["blocks_of", "checked_card", "study_head", "study_text", "withheld_callout"]

_CELLS = 3  # data sets whose scores are at the head of a page with one learner: they fit into one paragraph


def study_head(findings: Findings, stability: Stability | None = None) -> Card | Callout:
    """The card of a study; without a comparison why there is none, or of a single learner how good it is."""
    if findings.primary is not None:
        looks = {card.name: position for position, card in enumerate(findings.card.learners)}
        return checked_card(verdict_card(findings.primary, looks, stability), findings.checks, findings.card.primary)
    if len(findings.card.learners) > 1:
        return withheld_callout(findings.no_verdict)
    words = words_for(findings.card.primary)
    cells = [cell for cell in findings.cells if cell.measure == words.name and not isnan(cell.estimate.value)]
    alone = Emphasis((f"{clean(findings.card.learners[0].name)} is the only learner, so there is nothing to compare.",))
    rest = len(cells) - _CELLS
    more = [f" {plural(rest, 'more data set')} below."] if rest > 0 else []
    return Callout(title="Result", parts=(alone, *(f" {_alone(cell, words)}" for cell in cells[:_CELLS]), *more))


def checked_card(card: Card, checks: CheckResults, measure: str) -> Card:
    """The card with the baseline and what checks found below its facts."""
    doubts = tuple(f" {text}" for text in checks.doubts)
    return replace(card, parts=(*card.parts, *doubts), facts=(*card.facts, *check_facts(checks, measure)))


def study_text(findings: Findings) -> VerdictText:
    """The same in words, for text and JSON."""
    if findings.primary is not None:
        return verdict_text(findings.primary)
    head = study_head(findings)
    title = "" if len(findings.card.learners) == 1 else f"{head.title}. "
    return VerdictText(headline=f"{title}{plain_text(head.parts)}", facts=())


def withheld_callout(reasons: Sequence[Note]) -> Callout:
    """No verdict, and why."""
    why = " ".join(capital(clean(note)) for note in reasons)
    return Callout(title="No verdict", parts=(why or "The learners were not compared.",), tone="bad")


def _alone(cell: Cell, words: MeasureNames) -> str:
    """How good a single learner is on one data set."""
    seen, unit = cell.estimate, "%" if words.percent else ""
    known = not isnan(seen.low)
    decimals = decimals_for([seen.half_width * words.factor / 2] if known else [], unknown=1 if words.percent else 3)
    value, low, high = (fixed(end * words.factor, decimals) for end in (seen.value, seen.low, seen.high))
    span = f" ({seen.level:.0%} interval {low} to {high})" if known else ""
    return f"On {clean(cell.dataset)} the {words.inline} is {value}{unit}{span}."


def blocks_of(judgement: Judgement) -> int:
    """How many data sets, splits, runs or rows were compared; a measure of a whole test set has its rows."""
    found = len(judgement.matrix.blocks)
    return judgement.omnibus.n if judgement.evidence.single_rows and found == 1 else found
