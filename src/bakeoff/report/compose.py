"""The catalogue of sections in reading order (packages add theirs by `bakeoff.sections`), and the reports made by a loop over it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.core.catalogue import Catalogue
from bakeoff.core.text import clean, plural
from bakeoff.report.blocks import Part, Report
from bakeoff.report.names import words_of
from bakeoff.report.section import ReportSource, Section
from bakeoff.report.sections.assumptions import ASSUMPTIONS
from bakeoff.report.sections.cherry_picking import CHERRY_PICKING
from bakeoff.report.sections.choice import CHOICE
from bakeoff.report.sections.classifier_map import MAP
from bakeoff.report.sections.comparison_matrix import COMPARISON_MATRIX
from bakeoff.report.sections.conditions import CONDITIONS
from bakeoff.report.sections.confusions import CONFUSIONS
from bakeoff.report.sections.costs import COSTS
from bakeoff.report.sections.curves import CURVES
from bakeoff.report.sections.design import DESIGN
from bakeoff.report.sections.differences import DIFFERENCES
from bakeoff.report.sections.domains import DOMAINS
from bakeoff.report.sections.efficiency import EFFICIENCY
from bakeoff.report.sections.learning_curves import LEARNING
from bakeoff.report.sections.methods import METHODS
from bakeoff.report.sections.notices import NOTICES
from bakeoff.report.sections.overview import OVERVIEW
from bakeoff.report.sections.pairs import RANKS
from bakeoff.report.sections.score_matrix import SCORE_MATRIX
from bakeoff.report.sections.scores import SCORES
from bakeoff.report.sections.selection import SELECTION
from bakeoff.report.sections.single_test_set import (
    TEST_SET_CONFUSIONS,
    TEST_SET_CURVES,
    TEST_SET_SCORES,
    LearnerAnswers,
)
from bakeoff.report.sections.stability import STABILITY
from bakeoff.report.sections.tuned import TUNED
from bakeoff.report.sections.tuning import TUNING
from bakeoff.report.sections.verdict import blocks_of, headline_callout, verdict_section
from bakeoff.report.sections.where_it_wins import WINS
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.answers import AnswerPlots

__all__ = ["SECTIONS", "compose", "compose_judgement", "in_order"]

SECTIONS: Catalogue[Section] = Catalogue(
    "section",
    (
        DESIGN, NOTICES, SCORES, SELECTION, SCORE_MATRIX, TEST_SET_SCORES, DIFFERENCES, ASSUMPTIONS, RANKS, COMPARISON_MATRIX, TEST_SET_CURVES, TEST_SET_CONFUSIONS,
        OVERVIEW, STABILITY, CURVES, CONFUSIONS, MAP, COSTS, EFFICIENCY, LEARNING, CONDITIONS, TUNED, TUNING, WINS, DOMAINS, CHERRY_PICKING, CHOICE, METHODS,
    ),
    group="bakeoff.sections",
)  # fmt: skip


def in_order(sections: Iterable[Section]) -> list[Section]:
    """Sections in reading order: as they stand, but one that names another comes right after it; methods come last."""
    order = [section for section in sections if not section.after]
    for section in sections:
        if section.after:
            names = [one.name for one in order]
            order.insert(names.index(section.after) + 1 if section.after in names else len(order), section)
    return sorted(order, key=lambda section: section is METHODS)


def compose(findings: Findings, shapes: AnswerPlots | None = None) -> Report:
    """The report of a study; with the shapes of its answers there are curves and confusions as well."""
    source = ReportSource(findings=findings, judgement=findings.primary, shapes=shapes or AnswerPlots())
    return Report(
        title=clean(findings.card.title) or "bakeoff",
        subtitle=_subtitle(findings),
        lead=(headline_callout(findings),),
        sections=_parts(source),
        notes=findings.notes,
    )


def compose_judgement(
    judgement: Judgement,
    title: str,
    *,
    said: LearnerAnswers | None = None,
    measures: Sequence[str] = (),
    silence: Sequence[str] = (),
    ask: Callable[[], Stability] | None = None,
) -> Report:
    """The report of a plain score table, or of predictions on one test set (`said`), then by other `measures` as well.

    `silence` names notes to leave out; `ask` gives the same question asked in other ways, where the comparison itself
    knows how.
    """
    source = ReportSource(judgement=judgement, answers=said, measures=tuple(measures), silence=tuple(silence), ask=ask)
    learners = plural(len(judgement.matrix.names), "learner")
    blocks = plural(blocks_of(judgement), judgement.evidence.block)
    subtitle = f"{words_of(judgement).heading} · {learners} · {blocks}"
    return Report(
        title=clean(title),
        subtitle=subtitle,
        lead=(verdict_section(judgement),),
        sections=_parts(source),
        notes=judgement.notes,
    )


def _parts(source: ReportSource) -> tuple[Part, ...]:
    for section in in_order(SECTIONS):
        shown = section.render(source)
        if shown is not None:
            source = replace(source, shown=(*source.shown, shown))
    return tuple(one.part for one in source.shown)


def _subtitle(findings: Findings) -> str:
    card = findings.card
    parts = [
        f"{plural(len(card.learners), 'learner')} on {plural(len(card.datasets), 'data set')}",
        clean(card.started)[:10],
        f"study {clean(card.study_hash)[:12]}",
        f"seed {card.seed}",
    ]
    return " · ".join(part for part in parts if part)
