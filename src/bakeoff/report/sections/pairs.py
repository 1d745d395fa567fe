"""Every pair at a glance: a matrix of differences and p-values, and a list with intervals and claims."""

from dataclasses import replace
from math import isfinite, isnan

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judgement import JudgedPair, Judgement
from bakeoff.comparisons.judging.shown_numbers import effect_from, favour_first, pair_of, wins
from bakeoff.comparisons.judging.standing import LISTED, LedPair, led_pairs, sort_best_first
from bakeoff.comparisons.test_names import title_of_test
from bakeoff.comparisons.verdict import Claim
from bakeoff.comparisons.wording.difference_format import DifferenceFormat, rope_words
from bakeoff.comparisons.wording.sentences import equivalence_legend
from bakeoff.core.text import MISSING, capital, clean, fixed, format_statistic, short_p
from bakeoff.report.blocks import Block, Fold
from bakeoff.report.names import adjusted_words
from bakeoff.report.section import Section, is_judged
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table, without_empty

__all__ = ["RANKS", "is_ranked", "pair_list", "pair_matrix"]

_NAMED = 8  # learners up to which the columns of the matrix bear names, not numbers
_CLAIMS = {
    Claim.A_BETTER: "{} better",
    Claim.B_BETTER: "{} better",
    Claim.EQUIVALENT: "practically equivalent",
    Claim.IDENTICAL: "identical",
    Claim.UNDECIDED: "not shown",
}


def pair_matrix(judgement: Judgement) -> Table:
    """Above the diagonal the difference and win/tie/loss of row against column, below it the adjusted p-value."""
    gap, names = DifferenceFormat.of(judgement), sort_best_first(judgement)
    numbered = len(names) > _NAMED
    rows = [
        Row(
            cells=(
                Cell(text=f"{i + 1} {a}" if numbered else a),
                *(_entry(judgement, (a, b), gap, above=i < j) for j, b in enumerate(names)),
            )
        )
        for i, a in enumerate(names)
    ]
    counted = f", with wins/ties/losses of the row over {judgement.evidence.blocks}" if _several(judgement) else ""
    note = (
        f"Above the diagonal: {_what(gap)}{_estimator(judgement)}{counted}. "
        f"Below: p-values, {adjusted_words(judgement.adjustment)}. "
        f"Bold where a difference is shown at α = {judgement.alpha:g}."
    )
    return Table(
        columns=(
            ColumnHeading(title="Learner"),
            *(
                ColumnHeading(title=f"{index}" if numbered else name, align="right")
                for index, name in enumerate(names, start=1)
            ),
        ),
        rows=tuple(rows),
        caption=f"Every pair: {gap.words.title}",
        notes=(note,),
    )


def _estimator(judgement: Judgement) -> str:
    """What the differences of the pairs are, where they are several to one."""
    estimator = judgement.pairs[0].pair.result.estimator
    return f" ({estimator})" if estimator else ""


def _what(gap: DifferenceFormat) -> str:
    if gap.relative:
        return "the row relative to the column"
    return "row minus column" + (" in percentage points" if gap.words.percent else "")


def _several(judgement: Judgement) -> bool:
    """Whether wins can be counted: one number for a whole test set is no count."""
    return len(judgement.matrix.blocks) > 1


def _entry(judgement: Judgement, place: tuple[str, str], gap: DifferenceFormat, *, above: bool) -> Cell:
    if place[0] == place[1]:
        return Cell(text="", tone="quiet")
    judged = pair_of(judgement, *place)
    if judged is None:
        return Cell(text=MISSING, tone="quiet")
    differs = judged.verdict.winner is not None
    if not above:
        return Cell(text=short_p(judged.pair.p_adjusted), bold=differs, value=judged.pair.p_adjusted)
    cell = _difference(judged, place[0], gap)
    counted = f" ({_wins(judgement, place)})" if _several(judgement) else ""
    return replace(cell, text=f"{cell.text}{counted}", bold=differs)


def _difference(judged: JudgedPair, a: str, gap: DifferenceFormat) -> Cell:
    """As a reader meets it; the number behind it is what was tested."""
    difference = favour_first(judged, a)
    if difference is None:
        return Cell(text=MISSING)
    return Cell(
        text=gap.text(difference.value), value=difference.value, unit="logarithm of the ratio" if gap.relative else ""
    )


def _wins(judgement: Judgement, place: tuple[str, str]) -> str:
    return "/".join(map(str, wins(judgement, *place)))


def pair_list(judgement: Judgement) -> Table:
    """Pairs in the order of the ranking, the better learner first; with many learners only those of the best one."""
    gap, pairs = DifferenceFormat.of(judgement), led_pairs(judgement)
    lead = "Relative difference" if gap.relative else f"Ahead{gap.unit}"
    titles = ("Pair", "Claim", lead, "Interval", "W/T/L", "p", "adjusted p", "Effect", "P(better/equal/worse)")
    aligns = ("left", "left", "right", "right", "right", "right", "right", "left", "right")
    table = Table(
        columns=tuple(ColumnHeading(title=title, align=align) for title, align in zip(titles, aligns, strict=True)),
        rows=tuple(_line(judgement, pair, gap) for pair in pairs),
        caption=f"Pairwise differences: {gap.words.title}",
        notes=tuple(_notes(judgement, gap, listed=len(pairs) == len(judgement.pairs))),
    )
    return without_empty(table)


def _notes(judgement: Judgement, gap: DifferenceFormat, *, listed: bool) -> list[str]:
    own = judgement.adjustment == judgement.pairs[0].pair.result.test  # the test's name says it
    alone = len(judgement.pairs) == 1  # of one pair nothing has to be adjusted
    adjusted = "" if own or alone else f" p-values {adjusted_words(judgement.adjustment)};"
    notes = [f"{_test_of(judgement)};{adjusted} α = {judgement.alpha:g}."]
    difference = next((pair.pair.difference for pair in judgement.pairs if pair.pair.difference is not None), None)
    if gap.relative:
        notes.append(f"Relative difference: the first relative to the second{_estimator(judgement)}.")
    elif difference is not None and judgement.pairs[0].pair.result.estimator:
        notes.append(f"Ahead: {judgement.pairs[0].pair.result.estimator} of the differences.")
    if difference is not None:
        plainly = "" if alone else ", not adjusted for the number of pairs"
        notes.append(
            f"Intervals: {difference.level:.0%}, {clean(difference.method)}{' of the logarithms' if gap.relative else ''}{plainly}."
        )
        notes += [equivalence_legend(judgement.alpha)] if judgement.claims_equivalence else []
    notes += _bayes(judgement, gap)
    return notes if listed else [*notes, "Only pairs of the best learner are listed; the matrix has all."]


def _bayes(judgement: Judgement, gap: DifferenceFormat) -> list[str]:
    posterior = next((pair.verdict.posterior for pair in judgement.pairs if pair.verdict.posterior is not None), None)
    if posterior is None or judgement.rope is None:
        return []
    test = clean(posterior.test).replace("_", " ").replace("bayes", "Bayesian")
    region = rope_words(judgement.rope, gap.words, relative=gap.relative).removeprefix("±")
    beyond = f"the first is better by more than {region}, they lie within it, the second is better"
    return [f"P(better/equal/worse): probability that {beyond} ({test})."]


def _test_of(judgement: Judgement) -> str:
    return capital(title_of_test(judgement.pairs[0].pair.result.test))


def _size(judged: JudgedPair, a: str) -> str:
    """The effect of a against the other, in words."""
    effect = judged.pair.result.effect
    if effect is None:
        return MISSING
    value = effect_from(judged, a)
    if isnan(value):  # no spread to divide by
        return f"{clean(effect.name)} undefined"
    if not isfinite(value):  # an odds ratio over nothing
        return f"{clean(effect.name)} {format_statistic(value, 3)}"
    return f"{clean(effect.name)} {fixed(value, 2)}, {clean(effect.magnitude)}"


def _chances(judged: JudgedPair, a: str) -> str:
    """The Bayesian answer, where a region of equivalence was named."""
    posterior = judged.verdict.posterior
    if posterior is None:
        return MISSING
    better, worse = (
        (posterior.p_left, posterior.p_right) if judged.pair.a == a else (posterior.p_right, posterior.p_left)
    )
    chances = (better, posterior.p_rope, worse)
    return " / ".join("1" if chance >= 0.995 else f"{chance:.2f}".removeprefix("0") for chance in chances)


def _line(judgement: Judgement, led: LedPair, gap: DifferenceFormat) -> Row:
    lead, pair, verdict = led.lead, led.judged.pair, led.judged.verdict
    size = MISSING if lead is None else gap.text(lead.value, sign=gap.relative)
    unit = "logarithm of the ratio" if gap.relative else ""
    return Row(
        cells=(
            Cell(text=f"{clean(led.first)} vs {clean(led.second)}"),
            Cell(text=_CLAIMS[verdict.claim].format(clean(led.first)), bold=verdict.winner is not None),
            Cell(text=size) if lead is None else Cell(text=size, value=lead.value, unit=unit),
            Cell(text=gap.span(lead.low, lead.high) if lead is not None and lead.has_interval else MISSING),
            Cell(text=_wins(judgement, (led.first, led.second)) if _several(judgement) else MISSING),
            Cell(text=short_p(pair.result.p_value), value=pair.result.p_value),
            Cell(text=short_p(pair.p_adjusted), value=pair.p_adjusted)
            if judgement.adjustment != "none"
            else Cell(text=MISSING),
            Cell(text=_size(led.judged, led.first)),
            Cell(text=_chances(led.judged, led.first)),
        )
    )


_WIDE = 12  # learners from which the matrix of all pairs is folded away


def is_ranked(judgement: Judgement) -> bool:
    """Ranks over several domains mean something; over the splits of one they only repeat the scores."""
    return len(judgement.matrix.names) > 2 and judgement.evidence is DATASETS


def _pairs(judgement: Judgement) -> list[Block]:
    """The list; where it does not hold every pair, the matrix as well."""
    k = len(judgement.matrix.names)
    if len(judgement.pairs) <= LISTED or len(judgement.pairs) < k * (k - 1) // 2:
        return [pair_list(judgement)]
    matrix: Block = pair_matrix(judgement)
    if k > _WIDE:
        matrix = Fold(title=f"All {len(judgement.pairs)} pairs", blocks=(matrix,))
    return [pair_list(judgement), matrix]


RANKS = Section(
    name="ranks",
    title=lambda judgement: "The pair" if len(judgement.pairs) == 1 else "Pairs",
    when=(is_judged,),
    facts=lambda source: source.compared,
    blocks=_pairs,
    folded=lambda judgement: len(judgement.matrix.names) > 2,
)
