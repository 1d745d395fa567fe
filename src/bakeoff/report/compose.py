"""The catalogue of sections in reading order (packages add theirs by `bakeoff.sections`), and the reports made by a loop over it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.core.catalogue import Catalogue
from bakeoff.core.text import clean, plural
from bakeoff.figures.drawing.theme import learner_looks
from bakeoff.report.blocks import Alternatives, Block, Columns, Fold, Notices, Part, Report
from bakeoff.report.check_lines import check_text
from bakeoff.report.section import ReportSource, Section
from bakeoff.report.sections.assumptions import ASSUMPTIONS
from bakeoff.report.sections.by_column import BY_COLUMN_SECTION
from bakeoff.report.sections.check_table import CHECK_SECTION
from bakeoff.report.sections.choice import CHOICE
from bakeoff.report.sections.conditions import CONDITIONS
from bakeoff.report.sections.confusions import CONFUSIONS
from bakeoff.report.sections.costs import COSTS
from bakeoff.report.sections.curves import CURVES
from bakeoff.report.sections.design import DESIGN
from bakeoff.report.sections.differences import DIFFERENCES
from bakeoff.report.sections.epoch_curves import EPOCH_CURVES
from bakeoff.report.sections.flips import FLIPS
from bakeoff.report.sections.learning_curves import LEARNING
from bakeoff.report.sections.methods import METHODS
from bakeoff.report.sections.notices import METHOD_NOTES, NOTICES
from bakeoff.report.sections.over_time import OVER_TIME
from bakeoff.report.sections.overview import OVERVIEW
from bakeoff.report.sections.pairs import RANKS
from bakeoff.report.sections.relative_stability import RELATIVE
from bakeoff.report.sections.score_matrix import SCORE_MATRIX
from bakeoff.report.sections.scores import SCORES
from bakeoff.report.sections.selection import SELECTION
from bakeoff.report.sections.single_test_set import TEST_SET_CONFUSIONS, TEST_SET_CURVES, TEST_SET_SCORES
from bakeoff.report.sections.slices import SLICES
from bakeoff.report.sections.stability import STABILITY
from bakeoff.report.sections.training_error import ERROR_PARTS, TRAINING
from bakeoff.report.sections.tuned import TUNED
from bakeoff.report.sections.tuning import TUNING
from bakeoff.report.sections.verdict import blocks_of, no_verdict
from bakeoff.report.sections.where_it_wins import WINS
from bakeoff.report.tables.table import Table, with_looks
from bakeoff.report.verdict_card import verdict_card
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.facts.fact import Fact, Facts
from bakeoff.study.facts.study_facts import CHECKS, ROBUSTNESS

__all__ = [
    "SECTIONS",
    "SHORT",
    "SHORT_COMPARISON",
    "compose",
    "compose_judgement",
    "compose_short",
    "fact_named",
    "facts_of",
    "in_order",
    "report_facts",
]

SECTIONS: Catalogue[Section] = Catalogue(
    "section",
    (
        NOTICES, DIFFERENCES, OVER_TIME, SCORES, "bakeoff.boards.report_section:BOARD", SCORE_MATRIX, TEST_SET_SCORES, SLICES, OVERVIEW, STABILITY, RELATIVE, TRAINING, ERROR_PARTS, LEARNING, EPOCH_CURVES, CONDITIONS, TUNED, TUNING, RANKS, SELECTION,
        TEST_SET_CURVES, FLIPS, TEST_SET_CONFUSIONS, CURVES, CONFUSIONS, BY_COLUMN_SECTION, COSTS, "bakeoff.criteria.sections.measures_table:MEASURES",
        "bakeoff.criteria.sections.efficiency:EFFICIENCY", WINS,
        "bakeoff.criteria.sections.domains:DOMAINS", "bakeoff.criteria.sections.cherry_picking:CHERRY_PICKING",
        "bakeoff.criteria.sections.classifier_map:MAP", CHECK_SECTION, ASSUMPTIONS, CHOICE, DESIGN, METHOD_NOTES, METHODS,
    ),
    group="bakeoff.sections",
)  # fmt: skip


def in_order(sections: Iterable[Section]) -> list[Section]:
    """Sections in reading order: as they stand, but one that names another comes right after it; methods come last."""
    order = [section for section in sections if not section.after]
    for section in sections:
        if section.after:
            names = [section.name for section in order]
            order.insert(names.index(section.after) + 1 if section.after in names else len(order), section)
    return sorted(order, key=lambda section: section is METHODS)


def facts_of(sections: Iterable[Section]) -> tuple[Fact[Any, Any], ...]:
    """The facts that these sections need, each once."""
    return tuple(dict.fromkeys(fact for section in sections for fact in section.needs))


def report_facts() -> tuple[Fact[Any, Any], ...]:
    """The facts of a whole report, those of installed packages too."""
    return facts_of(SECTIONS)


def fact_named(name: str) -> Fact[Any, Any]:
    """The fact of that name; a misspelt one gets an error with the nearest name."""
    return Catalogue("fact", report_facts())[name]


# What a notebook shows of a study, and of a comparison.
SHORT = (NOTICES, DIFFERENCES, OVER_TIME, SCORES, OVERVIEW, METHOD_NOTES)
SHORT_COMPARISON = (NOTICES, DIFFERENCES, SCORE_MATRIX, TEST_SET_SCORES, METHOD_NOTES)


def compose(findings: Findings) -> Report:
    """The report of a study whose facts are finished (`report_facts`)."""
    source = ReportSource.of_study(findings)
    return Report(
        title=clean(findings.card.title) or "bakeoff",
        subtitle=_subtitle(findings),
        lead=_head(findings, source, findings.of(ROBUSTNESS)),
        sections=_parts(source, in_order(SECTIONS)),
        notes=findings.notes,
        checks=findings.checks,
    )


def compose_short(findings: Findings) -> Report:
    """What a notebook shows of a study: the card, its problems, the differences and the scores (the facts of `SHORT`)."""
    source = ReportSource.of_study(findings)
    lead, sections = _head(findings, source), _parts(source, SHORT)
    return Report(
        title=clean(findings.card.title),
        subtitle=_subtitle(findings),
        lead=lead,
        sections=sections,
        checks=findings.checks,
    )


def _head(findings: Findings, source: ReportSource, stability: Stability | None = None) -> tuple[Block, ...]:
    """The card of a study; without a comparison why there is none, and what checks found."""
    if findings.primary is not None:
        return (verdict_card(findings.primary, source.looks, stability, findings.checks),)
    lines = check_text(findings.checks, findings.card.primary)
    return (no_verdict(findings), *([Notices(items=tuple(lines))] if lines else []))


def compose_judgement(
    judgement: Judgement,
    facts: Facts,
    title: str,
    *,
    silence: Sequence[str] = (),
    sections: Sequence[Section] | None = None,
) -> Report:
    """The report of a plain score table, or of predictions on one test set, whose facts are finished (`report_facts`).

    `silence` names notes to leave out; `sections` are those shown, by default all.
    """
    source = ReportSource(judgement=judgement, facts=facts, silence=tuple(silence))
    checks = facts.of(CHECKS).silenced(silence)
    learners = plural(len(judgement.matrix.names), "learner")
    blocks = plural(blocks_of(judgement), judgement.evidence.block, judgement.evidence.blocks)
    subtitle = f"{words_of(judgement.context).heading} · {learners} · {blocks}"
    return Report(
        title=clean(title),
        subtitle=subtitle,
        lead=(verdict_card(judgement, source.looks, facts.of(ROBUSTNESS), checks),),
        sections=_parts(source, in_order(SECTIONS if sections is None else sections)),
        notes=judgement.notes,
        checks=checks,
    )


def _parts(source: ReportSource, sections: Iterable[Section]) -> tuple[Part, ...]:
    with learner_looks(source.looks):
        for section in sections:
            shown = section.render(source)
            if shown is not None:
                source = replace(source, shown=(*source.shown, shown))
    looks = {clean(name): look for name, look in source.looks.items()} | source.looks
    return tuple(replace(section.part, blocks=_marked(section.part.blocks, looks)) for section in source.shown)


def _marked(blocks: tuple[Block, ...], looks: Mapping[str, int]) -> tuple[Block, ...]:
    """The same blocks; in tables every learner has its colour and marker."""
    return tuple(_marked_one(block, looks) for block in blocks)


def _marked_one(block: Block, looks: Mapping[str, int]) -> Block:
    if isinstance(block, Table):
        return with_looks(block, looks)
    if isinstance(block, Fold):
        return replace(block, blocks=_marked(block.blocks, looks))
    if isinstance(block, Columns):
        return replace(block, columns=tuple(_marked(column, looks) for column in block.columns))
    if isinstance(block, Alternatives):
        return replace(block, items=tuple((title, _marked(inner, looks)) for title, inner in block.items))
    return block


def _subtitle(findings: Findings) -> str:
    card = findings.card
    parts = [
        f"{plural(len(card.learners), 'learner')} on {plural(len(card.datasets), 'data set')}",
        clean(card.started)[:10],
        f"study {clean(card.study_hash)[:12]}",
        f"seed {card.seed}",
    ]
    return " · ".join(part for part in parts if part)
