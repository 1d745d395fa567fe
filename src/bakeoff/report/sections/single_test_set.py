"""Predictions that somebody brought: every score with its interval, curves, and what the best learner confuses."""

from collections.abc import Mapping, Sequence
from math import isclose, isnan

from bakeoff.comparisons.judging.learner_scores import scores_of_predictions
from bakeoff.core.text import MISSING, clean, decimals_for, elide, fixed, listed
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures import measure_named
from bakeoff.predictions.group_ids import uneven
from bakeoff.predictions.predictions import Predictions
from bakeoff.report.blocks import Block
from bakeoff.report.names import MeasureNames, words_for, words_of
from bakeoff.report.section import ReportSource, Section, is_comparison
from bakeoff.report.sections.confusions import confusions
from bakeoff.report.sections.curves import curve_blocks
from bakeoff.report.sections.verdict import sort_best_first
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table
from bakeoff.study.answers import shapes_of_one

__all__ = ["TEST_SET_CONFUSIONS", "TEST_SET_CURVES", "TEST_SET_SCORES", "LearnerAnswers", "sure_table"]

LearnerAnswers = Mapping[str, Predictions]
NAME = "the test set"


def sure_table(said: LearnerAnswers, measures: Sequence[str], level: float = 0.95) -> Table:
    """Learners by measures, each score with its interval over the rows; the methods are named below."""
    declared = tuple(measure_named(one) for one in measures)
    found = scores_of_predictions(said, declared, level)
    words = [words_for(one.name) for one in declared]
    columns = [[found[name][one.name] for name in said] for one in words]
    shown = [_column(of, one) for of, one in zip(columns, words, strict=True)]
    rows = [Row(cells=(Cell(text=name), *cells)) for name, *cells in zip(said, *shown, strict=True)]
    methods = [
        f"{one.short}: {listed(list(dict.fromkeys(seen.method for seen in of if not isnan(seen.low))))}"
        for of, one in zip(columns, words, strict=True)
        if any(not isnan(seen.low) for seen in of)
    ]
    first = next(iter(said.values()))
    weighted = "Weighted value" if uneven(first.weight) else "Value"
    rows_said = f"{weighted} [{100 * level:.4g}% interval over the {len(first)} rows]"
    return Table(
        columns=(
            Column(title="Learner"),
            *(Column(title=f"{one.short}{' (%)' if one.percent else ''}", align="right") for one in words),
        ),
        rows=tuple(rows),
        caption=words[0].heading if len(words) == 1 else f"{words[0].heading}; beside it other measures",
        notes=(f"{rows_said}. Best in bold.", f"Intervals: {'; '.join(methods)}."),
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


def _has_answers(source: ReportSource) -> bool:
    return is_comparison(source) and source.answers is not None


def _best(source: ReportSource) -> str:
    return sort_best_first(source.compared)[0]


def _scores(source: ReportSource) -> list[Block]:
    return [sure_table(source.answers or {}, [source.compared.measure, *source.measures], 1 - source.compared.alpha)]


def _curves(source: ReportSource) -> list[Block]:
    """Curves of the learners, best first."""
    shapes = shapes_of_one(NAME, source.answers or {})
    return curve_blocks(shapes, sort_best_first(source.compared), headed=False)


def _confused(source: ReportSource) -> list[Block]:
    best, answers = _best(source), source.answers or {}
    return confusions(shapes_of_one(NAME, {best: answers[best]}), best)


TEST_SET_SCORES = Section(
    name="test-set-scores",
    title=lambda source: f"Scores: {words_of(source.compared).title}" if source.compared.measure else "Scores",
    anchor="scores",
    needs=(_has_answers,),
    blocks=_scores,
)
TEST_SET_CURVES = Section(
    name="test-set-curves", title="Curves", anchor="curves", needs=(_has_answers,), blocks=_curves, folded=True
)
TEST_SET_CONFUSIONS = Section(
    name="test-set-confusions",
    title=lambda source: f"Confusions of {elide(clean(_best(source)), 32)}",
    anchor="confusions",
    needs=(_has_answers,),
    blocks=_confused,
    folded=True,
)
