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


def sure_table(test_set: TestSet, order: Sequence[str]) -> Table:
    """Learners in this order by measures, each score with its interval over the rows; the methods are named below."""
    words = [words_for(name) for name in test_set.measures]
    columns = [[test_set.scores[name][measure.name] for name in order] for measure in words]
    shown = [_column(of, measure) for of, measure in zip(columns, words, strict=True)]
    rows = [Row(cells=(Cell(text=name), *cells)) for name, *cells in zip(order, *shown, strict=True)]
    methods = [
        f"{measure.short}: {listed(list(dict.fromkeys(estimate.method for estimate in of if not isnan(estimate.low))))}"
        for of, measure in zip(columns, words, strict=True)
        if any(not isnan(estimate.low) for estimate in of)
    ]
    value = "Weighted value" if test_set.weighted else "Value"
    about = f"{value} [{100 * test_set.level:.4g}% interval over the {test_set.rows} rows]"
    return Table(
        columns=(
            ColumnHeading(title="Learner"),
            *(
                ColumnHeading(title=f"{measure.short}{' (%)' if measure.percent else ''}", align="right")
                for measure in words
            ),
        ),
        rows=tuple(rows),
        caption=words[0].heading if len(words) == 1 else f"{words[0].heading}; beside it other measures",
        notes=(f"{about}. Best in bold.", f"Intervals: {'; '.join(methods)}."),
    )


def _column(of: Sequence[Estimate], words: MeasureNames) -> list[Cell]:
    errors = [estimate.half_width / 2 * words.factor for estimate in of]
    decimals = decimals_for(errors, least=words.fewest, unknown=1 if words.percent else 3)
    best = words.best([estimate.value for estimate in of if not isnan(estimate.value)] or [float("nan")])
    return [_cell(estimate, words, decimals, best) for estimate in of]


def _cell(estimate: Estimate, words: MeasureNames, decimals: int, best: float) -> Cell:
    if isnan(estimate.value):
        return Cell(text=MISSING, tone="quiet")
    value, *ends = (fixed(end * words.factor, decimals) for end in (estimate.value, estimate.low, estimate.high))
    low, high = ("open" if end == MISSING else end for end in ends)
    span = "" if isnan(estimate.low) else f" [{low}, {high}]"
    return Cell(text=f"{value}{span}", bold=isclose(estimate.value, best, rel_tol=1e-12), value=estimate.value)


def _scores(source: ReportSource) -> list[Block]:
    test_set = source.of(TEST_SET)
    return [] if test_set is None else [sure_table(test_set, sort_best_first(source.compared))]


def _curves(source: ReportSource) -> list[Block]:
    """Curves of the learners, best first."""
    test_set = source.of(TEST_SET)
    return [] if test_set is None else curve_blocks(test_set.shapes, sort_best_first(source.compared), headed=False)


def _confused(source: ReportSource) -> list[Block]:
    test_set = source.of(TEST_SET)
    return [] if test_set is None else confusions(test_set.shapes, sort_best_first(source.compared)[0])


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
