"""Reports of a study and of a comparison: a loop over the catalogue of sections."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.core.text import clean, plural
from bakeoff.report.blocks import Part, Report
from bakeoff.report.catalogue import SECTIONS, in_order
from bakeoff.report.section import ReportSource
from bakeoff.report.sections.single_test_set import LearnerAnswers
from bakeoff.report.sections.verdict import blocks_of, headline_callout, verdict_section
from bakeoff.report.text.names import words_of
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.answers.shapes import AnswerPlots

__all__ = ["compose", "compose_judgement"]


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
    ask: Callable[[], Stability] | None = None,
) -> Report:
    """The report of a plain score table, or of predictions on one test set (`said`), then by other `measures` as well.

    `ask` gives the same question asked in other ways, where the comparison itself knows how.
    """
    source = ReportSource(judgement=judgement, answers=said, measures=tuple(measures), ask=ask)
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
