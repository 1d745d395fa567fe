"""Predictions that somebody brought: every score with its interval, curves, and what the best learner confuses."""

from collections.abc import Sequence
from math import isclose, isnan

from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.wording.measure_names import MeasureNames, words_for, words_of
from bakeoff.core.text import MISSING, clean, decimals_for, elide, fixed, listed
from bakeoff.estimates.estimate import Estimate
from bakeoff.report.blocks import Block
from bakeoff.report.section import ReportSource, Section, is_comparison
from bakeoff.report.sections.confusions import confusions
from bakeoff.report.sections.curves import curve_blocks
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.study.facts.comparison_facts import TEST_SET, TestSet

__all__ = ["TEST_SET_CONFUSIONS", "TEST_SET_CURVES", "TEST_SET_SCORES", "sure_table"]


def sure_table(found: TestSet, order: Sequence[str]) -> Table:
    """Learners in this order by measures, each score with its interval over the rows; the methods are named below."""
    words = [words_for(name) for name in found.measures]
    columns = [[found.scores[name][one.name] for name in order] for one in words]
    shown = [_column(of, one) for of, one in zip(columns, words, strict=True)]
    rows = [Row(cells=(Cell(text=name), *cells)) for name, *cells in zip(order, *shown, strict=True)]
    methods = [
        f"{one.short}: {listed(list(dict.fromkeys(seen.method for seen in of if not isnan(seen.low))))}"
        for of, one in zip(columns, words, strict=True)
        if any(not isnan(seen.low) for seen in of)
    ]
    value = "Weighted value" if found.weighted else "Value"
    about = f"{value} [{100 * found.level:.4g}% interval over the {found.rows} rows]"
    return Table(
        columns=(
            ColumnHeading(title="Learner"),
            *(ColumnHeading(title=f"{one.short}{' (%)' if one.percent else ''}", align="right") for one in words),
        ),
        rows=tuple(rows),
        caption=words[0].heading if len(words) == 1 else f"{words[0].heading}; beside it other measures",
        notes=(f"{about}. Best in bold.", f"Intervals: {'; '.join(methods)}."),
    )


def _column(of: Sequence[Estimate], words: MeasureNames) -> list[Cell]:
    errors = [one.half_width / 2 * words.factor for one in of]
    decimals = decimals_for(errors, least=words.fewest, unknown=1 if words.percent else 3)
    best = words.best([one.value for one in of if not isnan(one.value)] or [float("nan")])
    return [_cell(one, words, decimals, best) for one in of]


def _cell(seen: Estimate, words: MeasureNames, decimals: int, best: float) -> Cell:
    if isnan(seen.value):
        return Cell(text=MISSING, tone="quiet")
    value, *ends = (fixed(end * words.factor, decimals) for end in (seen.value, seen.low, seen.high))
    low, high = ("open" if end == MISSING else end for end in ends)
    span = "" if isnan(seen.low) else f" [{low}, {high}]"
    return Cell(text=f"{value}{span}", bold=isclose(seen.value, best, rel_tol=1e-12), value=seen.value)


def _scores(source: ReportSource) -> list[Block]:
    found = source.of(TEST_SET)
    return [] if found is None else [sure_table(found, sort_best_first(source.compared))]


def _curves(source: ReportSource) -> list[Block]:
    """Curves of the learners, best first."""
    found = source.of(TEST_SET)
    return [] if found is None else curve_blocks(found.shapes, sort_best_first(source.compared), headed=False)


def _confused(source: ReportSource) -> list[Block]:
    found = source.of(TEST_SET)
    return [] if found is None else confusions(found.shapes, sort_best_first(source.compared)[0])


TEST_SET_SCORES = Section(
    name="test-set-scores",
    title=lambda source: f"Scores: {words_of(source.compared.context).title}" if source.compared.measure else "Scores",
    anchor="scores",
    when=(is_comparison,),
    needs=(TEST_SET,),
    blocks=_scores,
)
TEST_SET_CURVES = Section(
    name="test-set-curves", title="Curves", anchor="curves", when=(is_comparison,), needs=(TEST_SET,), blocks=_curves, folded=True,
)  # fmt: skip
TEST_SET_CONFUSIONS = Section(
    name="test-set-confusions",
    title=lambda source: f"Confusions of {elide(clean(sort_best_first(source.compared)[0]), 32)}",
    anchor="confusions",
    when=(is_comparison,),
    needs=(TEST_SET,),
    blocks=_confused,
    folded=True,
)
