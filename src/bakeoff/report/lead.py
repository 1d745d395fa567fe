"""The verdict at the head of the page: the judgement's own sentence, the effect behind it, the test it rests on."""

import re
from math import expm1, inf, isnan

from bakeoff.comparisons.judgement import Evidence, JudgedPair, Judgement
from bakeoff.comparisons.result import format_p
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.text import clean
from bakeoff.estimates.estimate import Estimate
from bakeoff.report.numbers import decimals_for, fixed, signed
from bakeoff.report.report import Callout, Inline, Quiet, Strong
from bakeoff.report.words import plural, test_words, words_for, words_of
from bakeoff.study.findings import Findings

__all__ = ["best_first", "effect_of", "head_of", "lead", "oriented", "pair_of", "told", "withheld"]

_CELLS = 3  # data sets whose scores stand at the head of a page with one learner

_BLOCKS = {Evidence.DATASETS: "data set", Evidence.FOLDS: "split", Evidence.RUNS: "run", Evidence.ROWS: "row"}


def lead(judgement: Judgement) -> Callout:
    """One sentence for the hurried, then what is not shown and what would settle it."""
    first, _, rest = clean(judgement.verdict.sentence).partition(". ")
    parts: list[Inline] = [Strong(first.removesuffix(".") + "."), " "]
    parts += _stressed(rest)
    if len(judgement.pairs) > 1:
        parts += [" ", effect_of(judgement)]
    parts += [" ", Quiet(_omnibus(judgement))]
    shown = judgement.verdict.claim is not Claim.UNDECIDED
    return Callout(title="Verdict", parts=tuple(parts), tone="clear" if shown else "open")


def withheld(primary: str, reasons: tuple[str, ...]) -> Callout:
    """No verdict, and why."""
    why = [clean(one.removeprefix(f"{primary}:").strip()) for one in _reasons(primary, reasons)]
    parts: list[Inline] = [Strong(f"No verdict on {words_for(primary).title}."), " "]
    return Callout(title="Verdict", parts=(*parts, " ".join(one[:1].upper() + one[1:] for one in why)), tone="bad")


def _reasons(primary: str, warnings: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(one for one in warnings if one.startswith(f"{primary}:")) or warnings[:1]


def told(findings: Findings) -> tuple[str, ...]:
    """The warnings that the head of the page has said already."""
    return () if findings.primary is not None else _reasons(findings.card.primary, findings.warnings)


def head_of(findings: Findings) -> Callout:
    """The verdict, why there is none, or of a single learner how good it is."""
    if findings.primary is not None:
        return lead(findings.primary)
    if len(findings.card.learners) > 1:
        return withheld(findings.card.primary, findings.warnings)
    words = words_for(findings.card.primary)
    cells = [one for one in findings.cells if one.measure == words.name and not isnan(one.estimate.value)]
    parts: list[Inline] = []
    for cell in cells[:_CELLS]:
        decimals = (
            decimals_for([cell.standard_error * words.factor]) if cell.standard_error == cell.standard_error else 3
        )
        seen = cell.estimate
        span = (
            ""
            if isnan(seen.low)
            else (
                f", {seen.level:.0%} interval {fixed(seen.low * words.factor, decimals)} to {fixed(seen.high * words.factor, decimals)}"
            )
        )
        value = fixed(seen.value * words.factor, decimals)
        parts.append(f"On {clean(cell.dataset)} the {words.short}{' (%)' if words.percent else ''} is {value}{span}. ")
    alone = Strong(f"{clean(findings.card.learners[0].name)} is the only learner, so there is nothing to compare.")
    return Callout(title="Result", parts=(alone, " ", *parts))


def _stressed(text: str) -> list[Inline]:
    """What is not shown is what readers overlook."""
    parts: list[Inline] = []
    for at, piece in enumerate(re.split(r"\b(not) (?=shown)", text)):
        if piece:
            parts += [Strong(piece), " "] if at % 2 else [piece]
    return parts


def best_first(judgement: Judgement) -> list[str]:
    """Learners by mean rank; those without one last."""
    ranks = dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    return sorted(ranks, key=lambda name: inf if isnan(ranks[name]) else ranks[name])


def pair_of(judgement: Judgement, a: str, b: str) -> JudgedPair | None:
    """The pair, None if it was not among those planned."""
    try:
        return judgement.pair(a, b)
    except KeyError:
        return None


def oriented(judged: JudgedPair, a: str) -> Estimate | None:
    """The difference as a minus the other, whichever way the pair was tested."""
    seen = judged.pair.difference
    if seen is None or judged.pair.a == a:
        return seen
    return Estimate(value=-seen.value, low=-seen.high, high=-seen.low, level=seen.level, method=seen.method, n=seen.n)


def effect_of(judgement: Judgement) -> str:
    """The difference behind the verdict, with its interval, the better-ranked learner first."""
    order = best_first(judgement)
    a, b = sorted((judgement.verdict.a, judgement.verdict.b), key=order.index)
    judged = judgement.pair(a, b)
    seen = oriented(judged, a)
    if seen is None or isnan(seen.value):
        return ""
    if judgement.relative:
        return _ratio_of(judgement, a, b, seen, judged)
    words = words_of(judgement)
    decimals = decimals_for([seen.half_width * words.factor / 2]) if not isnan(seen.low) else 3
    span = ""
    if not isnan(seen.low):
        low, high = fixed(seen.low * words.factor, decimals), fixed(seen.high * words.factor, decimals)
        span = f", {seen.level:.0%} interval {low} to {high} ({clean(seen.method)})"
    gap = signed(seen.value * words.factor, decimals)
    return f"{words.title}, {clean(a)} minus {clean(b)}: {gap}{words.points}{span}, {format_p(judged.pair.p_adjusted)}."


def _ratio_of(judgement: Judgement, a: str, b: str, seen: Estimate, judged: JudgedPair) -> str:
    """The same where logarithms were compared: in percent."""
    span = ""
    if not isnan(seen.low):
        span = f", {seen.level:.0%} interval {_percent(seen.low)} to {_percent(seen.high)} ({clean(seen.method)})"
    title = f"{words_of(judgement).short} of {clean(a)} relative to {clean(b)}"
    return f"{title}: {_percent(seen.value)}{span}, {format_p(judged.pair.p_adjusted)}."


def _percent(logarithm: float) -> str:
    return f"{signed(100.0 * expm1(logarithm), 1)}%"


def _omnibus(judgement: Judgement) -> str:
    test, k = judgement.omnibus, len(judgement.matrix.names)
    name = test_words(test.test)
    df = f", df = {', '.join(f'{one:g}' for one in test.df)}" if test.df else ""
    over = f"{plural(k, 'learner')} over {plural(len(judgement.matrix.blocks), _BLOCKS[judgement.evidence])}"
    return f"{name[:1].upper()}{name[1:]}: statistic {test.statistic:.3g}{df}, {format_p(test.p_value)}; {over}."
