"""The verdict at the head of the page: the judgement's own sentence, the effect behind it, the test it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isnan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.shown_numbers import favour_first
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.test_names import phrase_of_test, title_of_test
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.notes import Emphasis, Note, Quiet, plain_text
from bakeoff.core.text import capital, clean, decimals_for, elide, fixed, format_p, format_statistic, plural
from bakeoff.report.blocks import Callout, Card, Notices, Paragraph
from bakeoff.report.check_lines import check_facts, check_text
from bakeoff.report.difference_format import DifferenceFormat
from bakeoff.report.names import MeasureNames, words_for
from bakeoff.report.verdict_card import verdict_card
from bakeoff.study.analysis.cell_estimates import Cell
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.checks.check_results import CheckResults

__all__ = [
    "blocks_of",
    "effect_of",
    "headline_callout",
    "headline_of",
    "headline_text",
    "judgement_card",
    "study_head",
    "verdict_section",
    "withheld_callout",
]


_CELLS = 3  # data sets whose scores stand at the head of a page with one learner

_LONG = 32  # letters of a name in the verdict


def verdict_section(judgement: Judgement) -> Callout:
    """One sentence for the hurried, then what is not shown and what would settle it."""
    parts: list[str | Emphasis | Quiet] = [
        Emphasis((text,)) if one.strong else text
        for one in judgement.verdict.spans
        if (text := _shortened(one.cleaned, judgement.matrix.names))
    ]
    if len(judgement.pairs) > 1:
        parts += [" ", _shortened(effect_of(judgement), judgement.matrix.names)]
    parts += [" ", Quiet((_omnibus(judgement),))]
    shown = judgement.verdict.claim is not Claim.UNDECIDED
    return Callout(title="Verdict", parts=tuple(parts), tone="clear" if shown else "open")


def _shortened(text: str, names: Sequence[str]) -> str:
    """Long names lose their middle, unless two would then look alike; the tables have them in full."""
    longest = sorted((one for one in map(clean, names) if len(one) > _LONG), key=len, reverse=True)
    short = {one: elide(one, _LONG) for one in longest}
    if len(set(short.values())) < len(short):
        return text
    for name, shown in short.items():
        text = text.replace(name, shown)
    return text


def withheld_callout(reasons: Sequence[Note]) -> Callout:
    """No verdict, and why."""
    why = " ".join(capital(clean(note)) for note in reasons)
    return Callout(title="No verdict", parts=(why or "The learners were not compared.",), tone="bad")


def judgement_card(
    judgement: Judgement,
    looks: Mapping[str, int],
    stability: Stability | None = None,
    checks: CheckResults | None = None,
) -> Card:
    """The card of a comparison, with the statistics behind a line; below the facts what checks found."""
    card = verdict_card(judgement, looks, stability, (Paragraph(parts=verdict_section(judgement).parts),))
    if checks is None:
        return card
    doubts = tuple(f" {text}" for text in checks.doubts)
    facts = (*card.facts, *check_facts(checks, judgement.measure))
    return replace(card, parts=(*card.parts, *doubts), facts=facts, tone="open" if doubts else card.tone)


def study_head(findings: Findings, stability: Stability | None = None) -> tuple[Card | Callout | Notices, ...]:
    """The card of a study; without a comparison why there is none, or of a single learner how good it is, and what checks found."""
    if findings.primary is None:
        lines = check_text(findings.checks, findings.card.primary)
        return (headline_callout(findings), *([Notices(items=tuple(lines))] if lines else []))
    looks = {card.name: at for at, card in enumerate(findings.card.learners)}
    return (judgement_card(findings.primary, looks, stability, findings.checks),)


def headline_callout(findings: Findings) -> Callout:
    """The verdict in the words of its statistics, why there is none, or of a single learner how good it is."""
    if findings.primary is not None:
        return verdict_section(findings.primary)
    if len(findings.card.learners) > 1:
        return withheld_callout(findings.no_verdict)
    words = words_for(findings.card.primary)
    cells = [one for one in findings.cells if one.measure == words.name and not isnan(one.estimate.value)]
    alone = Emphasis((f"{clean(findings.card.learners[0].name)} is the only learner, so there is nothing to compare.",))
    rest = len(cells) - _CELLS
    more = [f" {plural(rest, 'more data set')} below."] if rest > 0 else []
    return Callout(title="Result", parts=(alone, *(f" {_alone(cell, words)}" for cell in cells[:_CELLS]), *more))


def headline_text(findings: Findings) -> str:
    """The same in plain words, without the numbers behind the verdict."""
    return "".join(headline_of(findings))


def headline_of(findings: Findings) -> tuple[str, str]:
    """The same as the headline and what comes after it."""
    if findings.primary is not None:
        return findings.primary.verdict.headline
    head = headline_callout(findings)
    if len(findings.card.learners) == 1:
        return plain_text(head.parts[:1]), plain_text(head.parts[1:])
    return f"{head.title}.", f" {plain_text(head.parts)}"


def _alone(cell: Cell, words: MeasureNames) -> str:
    """How good a single learner is on one data set."""
    seen, unit = cell.estimate, "%" if words.percent else ""
    known = not isnan(seen.low)
    decimals = decimals_for([seen.half_width * words.factor / 2] if known else [], unknown=1 if words.percent else 3)
    value, low, high = (fixed(end * words.factor, decimals) for end in (seen.value, seen.low, seen.high))
    span = f" ({seen.level:.0%} interval {low} to {high})" if known else ""
    return f"On {clean(cell.dataset)} the {words.inline} is {value}{unit}{span}."


def effect_of(judgement: Judgement) -> str:
    """The difference behind the verdict, with its interval, the better-ranked learner first."""
    order = sort_best_first(judgement)
    a, b = sorted((judgement.verdict.a, judgement.verdict.b), key=order.index)
    judged = judgement.pair(a, b)
    seen = favour_first(judged, a)
    if seen is None or isnan(seen.value):
        return ""
    gap = DifferenceFormat.of(judgement, [seen])
    how = (
        f"{capital(gap.words.spoken)} of {clean(a)} relative to {clean(b)}"
        if gap.relative
        else f"{capital(gap.words.spoken)}, {clean(a)} minus {clean(b)}"
    )
    span = ""
    if seen.has_interval:
        ends = f"{gap.text(seen.low, sign=False)} to {gap.text(seen.high, sign=False)}"
        span = f", {seen.level:.0%} interval {ends} ({clean(seen.method)})"
    unit = "" if gap.relative else gap.words.points
    test = f" by {phrase_of_test(judged.pair.result.test)}" if judgement.omnibus.test != judged.pair.result.test else ""
    what = f"{judged.pair.result.estimator} " if judged.pair.result.estimator else ""
    return f"{how}: {what}{gap.text(seen.value)}{unit}{span}, {format_p(judged.pair.p_adjusted)}{test}."


def _omnibus(judgement: Judgement) -> str:
    test, k = judgement.omnibus, len(judgement.matrix.names)
    df = f", df = {', '.join(f'{one:g}' for one in test.df)}" if test.df else ""
    over = f"{plural(k, 'learner')} over {plural(blocks_of(judgement), judgement.evidence.block)}"
    why = f" ({test.reason})" if test.reason else ""
    seen = f"statistic {format_statistic(test.statistic, 3).replace('-', '−')}{df}, {format_p(test.p_value)}{why}"
    return f"{capital(title_of_test(test.test))}: {seen}; {over}."


def blocks_of(judgement: Judgement) -> int:
    """How many data sets, splits, runs or rows were compared; a measure of a whole test set has its rows."""
    found = len(judgement.matrix.blocks)
    return judgement.omnibus.n if judgement.evidence.single_rows and found == 1 else found
