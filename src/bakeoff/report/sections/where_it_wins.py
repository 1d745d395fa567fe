"""Where does the better learner win? Characteristics of the data sets beside the differences on them."""

from collections.abc import Mapping, Sequence
from math import isnan, log, sqrt
from statistics import median

import numpy as np

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.checks import Array
from bakeoff.core.text import clean, decimals_for, fixed, listed, signed
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Block, Paragraph
from bakeoff.report.difference_format import mixed_scales
from bakeoff.report.names import words_of
from bakeoff.report.section import ReportSource, Section, is_judged, is_study
from bakeoff.report.sections.verdict import sort_best_first
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table, without_empty
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.analysis.stored_design import DatasetCard

__all__ = ["WINS", "wins_blocks"]

_FEWEST = 5  # data sets below which a tendency is not worth a sentence
_STRONG = 0.6
_SPREADS = {  # by how much data sets must differ in a characteristic before it may explain anything
    "more rows": log(1.5),
    "more columns": log(1.5),
    "more columns per row": log(1.5),
    "more missing values": 0.02,
    "more classes": 1.0,
    "a larger largest class": 0.1,
}


def wins_blocks(findings: Findings, judgement: Judgement) -> list[Block]:
    """A table sorted by the difference, and the strongest tendencies in words."""
    if judgement.evidence is not DATASETS or len(judgement.matrix.blocks) < 3:
        return []
    a, b = sorted((judgement.verdict.a, judgement.verdict.b), key=sort_best_first(judgement).index)
    cards = {card.name: card for card in findings.card.datasets}
    differences = _differences(judgement, a, b)
    known = [(cards[name], gap) for name, gap in differences if name in cards and not isnan(gap)]
    if len(known) < 3:
        return []
    winners = _winners(judgement, cards)
    blocks: list[Block] = [] if winners is None else [winners]
    return [*blocks, Paragraph(parts=(_tendencies(known, a, b),)), _table(judgement, known, a, b)]


def _differences(judgement: Judgement, a: str, b: str) -> list[tuple[str, float]]:
    """In the unit that is shown; in percent of the other where data sets differ in scale."""
    matrix = judgement.matrix
    one, two = matrix.values[:, matrix.names.index(a)], matrix.values[:, matrix.names.index(b)]
    values = 100.0 * (one / two - 1.0) if _in_percent(judgement) else (one - two) * words_of(judgement).factor
    return list(zip(matrix.blocks, map(float, values), strict=True))


def _in_percent(judgement: Judgement) -> bool:
    return judgement.relative or mixed_scales(judgement)


def _facts(card: DatasetCard) -> dict[str, float]:
    total = sum(card.class_counts)
    facts = {"more rows": log(max(card.n_rows, 1))}
    if not card.block:
        facts["more columns"] = log(max(card.n_columns, 1))
        facts["more columns per row"] = facts["more columns"] - facts["more rows"]
        facts["more missing values"] = card.missing_share
    if total:
        facts["more classes"] = float(len(card.classes))
        facts["a larger largest class"] = max(card.class_counts) / total
    return facts


def _ranks(values: Sequence[float]) -> Array:
    """Mid-ranks."""
    array = np.asarray(values, dtype=float)
    return np.array([(array < one).sum() + ((array == one).sum() + 1) / 2 for one in array])


def _correlation(x: Sequence[float], y: Sequence[float]) -> float:
    """Spearman's, NaN where one side is constant."""
    a, b = _ranks(x), _ranks(y)
    return float(np.corrcoef(a, b)[0, 1]) if np.ptp(a) and np.ptp(b) else float("nan")


def _tendencies(known: Sequence[tuple[DatasetCard, float]], a: str, b: str) -> str:
    """The strongest ones; of few data sets only what chance would hardly make, at two standard errors."""
    facts = [_facts(card) for card, _ in known]
    gaps = [gap for _, gap in known]
    columns = {key: [one[key] for one in facts] for key in _SPREADS if all(key in one for one in facts)}
    found = {key: _correlation(of, gaps) for key, of in columns.items() if max(of) - min(of) >= _SPREADS[key]}
    least = max(_STRONG, 2.0 / sqrt(len(known) - 1))
    strong = sorted((key for key in found if abs(found[key]) >= least), key=lambda key: -abs(found[key]))
    if len(known) < _FEWEST:
        return f"{len(known)} data sets are too few to say on which kind {clean(a)} is ahead of {clean(b)}."
    if not found:
        return f"The {len(known)} data sets are too alike in size and classes to say where {clean(a)} is ahead of {clean(b)}."
    if not strong:
        return f"No simple characteristic of the {len(known)} data sets goes along with the lead of {clean(a)} over {clean(b)}."
    said = [f"{'grows' if found[key] > 0 else 'shrinks'} with {key} (ρ = {fixed(found[key], 2)})" for key in strong[:3]]
    return f"The score of {clean(a)} minus {clean(b)} {', '.join(said)}: seen on {len(known)} data sets, not tested."


def _table(judgement: Judgement, known: Sequence[tuple[DatasetCard, float]], a: str, b: str) -> Table:
    words = words_of(judgement)
    percent = _in_percent(judgement)
    decimals = decimals_for([abs(gap) / 10 for _, gap in known], most=1 if words.percent or percent else 4, least=0)
    better = 1.0 if words.direction.value == "higher" else -1.0
    unit, sign = ("%", "against") if percent else ("", "−")
    said = "percent" if percent else "points" if words.percent else ""
    rows = []
    for card, gap in sorted(known, key=lambda one: -better * one[1]):
        total = sum(card.class_counts)
        largest = f"{max(card.class_counts) / total:.0%}" if total else "–"
        texts = (
            clean(card.name),
            signed(gap, decimals) + unit,
            f"{card.n_rows}",
            "–" if card.block else f"{card.n_columns}",
            f"{len(card.classes)}" if len(card.classes) else "–",
            largest,
            f"{card.missing_share:.1%}" if card.missing_share else "–",
        )
        rows.append(
            Row(
                cells=tuple(
                    Cell(text=text, value=gap if at == 1 else None, unit=said if at == 1 else "")
                    for at, text in enumerate(texts)
                )
            )
        )
    titles = (
        "Data set",
        f"{clean(a)} {sign} {clean(b)}{' (points)' if words.percent else ''}",
        "Rows",
        "Columns",
        "Classes",
        "Largest class",
        "Missing",
    )
    table = Table(
        columns=tuple(Column(title=title, align="left" if at == 0 else "right") for at, title in enumerate(titles)),
        rows=tuple(rows),
        caption=f"{words.title}: data sets from the clearest win of {clean(a)} to the clearest win of {clean(b)}",
    )
    return without_empty(table)


def _winners(judgement: Judgement, cards: Mapping[str, DatasetCard]) -> Table | None:
    """Who is best where, and what these data sets have in common; shared first places count for all who share them."""
    matrix = judgement.matrix
    sign = 1.0 if matrix.direction is Direction.HIGHER else -1.0
    values = sign * matrix.values
    firsts = [np.isclose(row, np.nanmax(row), rtol=1e-12) if np.isfinite(row).any() else row > np.inf for row in values]
    rows = []
    for at in sorted(range(len(matrix.names)), key=lambda one: -sum(bool(row[one]) for row in firsts)):
        own = [name for name, row in zip(matrix.blocks, firsts, strict=True) if row[at] and name in cards]
        if own:
            mine = [cards[name] for name in own]
            wide = [one.n_columns for one in mine if not one.block]
            middle = (f"{median(values):.0f}" if values else "–" for values in ([one.n_rows for one in mine], wide))
            rows.append((clean(matrix.names[at]), f"{len(own)}", *middle, listed(own, most=8)))
    if len(rows) < 2:
        return None
    titles = ("Learner", "Best on", "Median rows", "Median columns", "Data sets")
    return Table.of(titles, rows, align="lrrrl", caption="Where each learner has the best score (not tested)")


def _blocks(source: ReportSource) -> list[Block]:
    return wins_blocks(source.study, source.compared)


WINS = Section(
    name="wins", title="Where does each learner win?", needs=(is_study, is_judged), blocks=_blocks, folded=True
)
