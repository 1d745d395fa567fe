"""Every pair at a glance: a matrix of differences and p-values, and a list with intervals and claims."""

from collections.abc import Sequence
from math import inf, isnan

from bakeoff.comparisons.judgement import Evidence, JudgedPair, Judgement
from bakeoff.comparisons.verdict import Claim
from bakeoff.core.text import clean
from bakeoff.measures.measure import Direction
from bakeoff.report.lead import best_first, oriented, pair_of
from bakeoff.report.numbers import MISSING, decimals_for, fixed, short_p, signed
from bakeoff.report.table import Cell, Column, Row, Table, without_empty
from bakeoff.report.words import MeasureWords, adjusted_words, gap_words, test_words

__all__ = ["pair_list", "pair_matrix", "wins"]

_MOST = 28  # lines of the list: all pairs of eight learners
_NAMED = 8  # learners up to which the columns of the matrix bear names, not numbers
_CLAIMS = {
    Claim.A_BETTER: "{a} better",
    Claim.B_BETTER: "{b} better",
    Claim.EQUIVALENT: "practically equal",
    Claim.IDENTICAL: "identical",
    Claim.UNDECIDED: "not shown",
}


def wins(judgement: Judgement, a: str, b: str) -> tuple[int, int, int]:
    """Blocks on which a is better, equal, worse, by the plain scores."""
    at, other = judgement.matrix.names.index(a), judgement.matrix.names.index(b)
    left, right = judgement.matrix.values[:, at], judgement.matrix.values[:, other]
    more, less = int((left > right).sum()), int((left < right).sum())
    better, worse = (more, less) if judgement.matrix.direction is Direction.HIGHER else (less, more)
    return better, int((left == right).sum()), worse


def _decimals(judgement: Judgement, words: MeasureWords) -> int:
    widths = [one.pair.difference.half_width * words.factor / 2 for one in judgement.pairs if one.pair.difference]
    return decimals_for(widths, most=4)


def pair_matrix(judgement: Judgement) -> Table:
    """Above the diagonal the difference and win/tie/loss of row against column, below it the adjusted p-value."""
    words = gap_words(judgement)
    names, decimals = best_first(judgement), _decimals(judgement, words)
    rows = []
    numbered = len(names) > _NAMED
    for i, a in enumerate(names):
        cells = [Cell(text=f"{i + 1} {a}" if numbered else a)]
        for j, b in enumerate(names):
            judged = pair_of(judgement, a, b)
            cells.append(_entry(judgement, judged, (a, b), words, decimals, above=i < j))
        rows.append(Row(cells=tuple(cells)))
    unit = " in percentage points" if words.percent else f" ({words.title})" if judgement.relative else ""
    note = (
        f"Above the diagonal: row minus column{unit}, with wins/ties/losses of the row over {_blocks(judgement)}. "
        f"Below: p-values, {adjusted_words(judgement.adjustment)}. "
        f"Bold where a difference is shown at α = {judgement.alpha:g}."
    )
    return Table(
        columns=(
            Column(title="Learner"),
            *(Column(title=f"{at}" if numbered else name, align="right") for at, name in enumerate(names, start=1)),
        ),
        rows=tuple(rows),
        caption=f"Every pair: {words.title}",
        notes=(note,),
    )


def _blocks(judgement: Judgement) -> str:
    return {
        Evidence.DATASETS: "data sets",
        Evidence.FOLDS: "splits",
        Evidence.RUNS: "runs",
        Evidence.ROWS: "test rows",
    }[judgement.evidence]


def _entry(
    judgement: Judgement,
    judged: JudgedPair | None,
    place: tuple[str, str],
    words: MeasureWords,
    decimals: int,
    *,
    above: bool,
) -> Cell:
    if place[0] == place[1]:
        return Cell(text="", tone="quiet")
    if judged is None:
        return Cell(text=MISSING, tone="quiet")
    differs = judged.verdict.winner is not None
    if not above:
        return Cell(text=short_p(judged.pair.p_adjusted), bold=differs, value=judged.pair.p_adjusted)
    better, equal, worse = wins(judgement, *place)
    seen = oriented(judged, place[0])
    gap = MISSING if seen is None else signed(seen.value * words.factor, decimals)
    return Cell(text=f"{gap} ({better}/{equal}/{worse})", bold=differs, value=None if seen is None else seen.value)


def pair_list(judgement: Judgement) -> Table:
    """Pairs in the order of the ranking; with many learners only those of the best one and of the baseline."""
    words = gap_words(judgement)
    names, decimals = best_first(judgement), _decimals(judgement, words)
    keep = _chosen(judgement, names)
    rows = []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            judged = pair_of(judgement, a, b)
            if judged is not None and (keep is None or {a, b} & keep):
                rows.append(_line(judgement, judged, (a, b), words, decimals))
    titles = (
        "Pair",
        f"Difference{' (points)' if words.percent else ''}",
        "Interval",
        "W/T/L",
        "p",
        "adjusted p",
        "Effect",
        "P(better/equal/worse)",
        "Claim",
    )
    aligns = ("left", "right", "right", "right", "right", "right", "left", "right", "left")
    own = judgement.adjustment == judgement.pairs[0].pair.result.test  # the test's name says it
    adjusted = "" if own else f" p-values {adjusted_words(judgement.adjustment)};"
    notes = [f"{_test_of(judgement)};{adjusted} α = {judgement.alpha:g}."]
    notes += [_method(judgement)] if _method(judgement) else []
    notes += _bayes(judgement)
    notes += ["Only pairs with the best learner or the baseline are listed; the matrix has all."] if keep else []
    table = Table(
        columns=tuple(Column(title=title, align=align) for title, align in zip(titles, aligns, strict=True)),
        rows=tuple(rows),
        caption=f"Pairwise differences: {words.title}",
        notes=tuple(notes),
    )
    return without_empty(table)


def _chosen(judgement: Judgement, names: Sequence[str]) -> set[str] | None:
    return None if len(judgement.pairs) <= _MOST else {names[0], judgement.baseline or names[0]}


def _bayes(judgement: Judgement) -> list[str]:
    seen = next((one.verdict.posterior for one in judgement.pairs if one.verdict.posterior is not None), None)
    if seen is None:
        return []
    test = clean(seen.test).replace("_", " ")
    beyond = f"the first is better by more than ±{seen.rope:g}, they lie within it, the second is better"
    return [f"P(better/equal/worse): probability that {beyond} ({test})."]


def _test_of(judgement: Judgement) -> str:
    name = test_words(judgement.pairs[0].pair.result.test)
    return f"{name[:1].upper()}{name[1:]}"


def _method(judgement: Judgement) -> str:
    seen = [one.pair.difference for one in judgement.pairs if one.pair.difference is not None]
    return f"Intervals: {seen[0].level:.0%}, {clean(seen[0].method)}, not adjusted{_ratios(judgement)}." if seen else ""


def _ratios(judgement: Judgement) -> str:
    return "; differences are logarithms of ratios (−0.1: about 10% less)" if judgement.relative else ""


def _size(judged: JudgedPair, a: str) -> str:
    """The effect of a against the other; most turn their sign with the pair, shares of wins and ratios do not."""
    effect = judged.pair.result.effect
    if effect is None:
        return MISSING
    value = effect.value
    if judged.pair.a != a:
        turned = {"A12": 1 - value, "share of wins": 1 - value, "odds ratio": 1 / value if value else inf}
        value = turned.get(effect.name, -value)
    return f"{clean(effect.name)} {fixed(value, 2)}, {clean(effect.magnitude)}"


def _chances(judged: JudgedPair, a: str) -> str:
    """The Bayesian answer, where a region of equivalence was named."""
    seen = judged.verdict.posterior
    if seen is None:
        return MISSING
    better, worse = (seen.p_left, seen.p_right) if judged.pair.a == a else (seen.p_right, seen.p_left)
    chances = (better, seen.p_rope, worse)
    return " / ".join("1" if one >= 0.995 else f"{one:.2f}".removeprefix("0") for one in chances)


def _line(judgement: Judgement, judged: JudgedPair, place: tuple[str, str], words: MeasureWords, decimals: int) -> Row:
    a, b = place
    seen, pair = oriented(judged, a), judged.pair
    gap = MISSING if seen is None else signed(seen.value * words.factor, decimals)
    span = MISSING
    if seen is not None and not isnan(seen.low):
        span = f"[{fixed(seen.low * words.factor, decimals)}, {fixed(seen.high * words.factor, decimals)}]"
    size = _size(judged, a)
    claim = _CLAIMS[judged.verdict.claim].format(a=clean(pair.a), b=clean(pair.b))
    texts = (
        f"{clean(a)} − {clean(b)}",
        gap,
        span,
        "/".join(map(str, wins(judgement, a, b))),
        short_p(pair.result.p_value),
        MISSING if judgement.adjustment == "none" else short_p(pair.p_adjusted),
        size,
        _chances(judged, a),
        claim,
    )
    shown = judged.verdict.winner is not None
    return Row(cells=tuple(Cell(text=text, bold=shown and at == len(texts) - 1) for at, text in enumerate(texts)))
