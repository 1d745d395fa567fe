"""Findings to Report: which sections there are and in which order. A section without evidence does not appear."""

from collections.abc import Callable, Iterable, Sequence

from bakeoff.comparisons.evidence.kinds import DATASETS
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.stability import Stability
from bakeoff.comparisons.wording.test_names import title_of_test
from bakeoff.core.text import capital, clean, elide
from bakeoff.data.dataset import Task
from bakeoff.report.blocks import Block, Columns, Fold, Notices, Paragraph, Report, Section, Strong
from bakeoff.report.figures import difference_picture, rank_picture, scatter_picture
from bakeoff.report.sections.confusions import confusions
from bakeoff.report.sections.costs import cost_section, is_cost
from bakeoff.report.sections.curves import curve_blocks
from bakeoff.report.sections.design import (
    data_table,
    environment_facts,
    failure_table,
    learner_table,
    method_facts,
    notices,
    warning_table,
)
from bakeoff.report.sections.differences import against_reference, mixed_scales, over_datasets, reference_of
from bakeoff.report.sections.learning_curves import learning_blocks
from bakeoff.report.sections.methods import methods_blocks
from bakeoff.report.sections.overview import disagreement, rank_table, ranking_table
from bakeoff.report.sections.pairs import pair_list, pair_matrix
from bakeoff.report.sections.scaling import scaling_blocks
from bakeoff.report.sections.score_matrix import judged_table
from bakeoff.report.sections.scores import FITTED, score_table
from bakeoff.report.sections.single_test_set import LearnerAnswers, answer_blocks, confused_blocks, sure_table
from bakeoff.report.sections.stability import stability_section
from bakeoff.report.sections.tuning import tuning_blocks
from bakeoff.report.sections.verdict import blocks_of, headline_callout, sort_best_first, top_two, verdict_section
from bakeoff.report.sections.where_it_wins import wins_blocks
from bakeoff.report.tables.plain_text import Table
from bakeoff.report.text.names import plural, words_for, words_of
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.answers.shapes import AnswerPlots

__all__ = ["compose", "compose_judgement"]

_WHOLE = 7.4  # inches of a figure that has a line for itself
_WIDE = 12  # learners from which the matrix of all pairs is folded away
_NAME = 32  # letters of a learner's name in a heading
_HALF = 5.2  # inches of a figure that shares the line with another


def compose(findings: Findings, shapes: AnswerPlots | None = None) -> Report:
    """The report of a study; with the shapes of its answers there are curves and confusions as well."""
    card = findings.card
    primary = findings.primary
    verdict = headline_callout(findings)
    sections = [
        _design(findings),
        _section("warnings", "Warnings", _troubles(findings)),
        _section("scores", f"Scores: {words_for(card.primary).title}", [score_table(findings, look=FITTED)]),
        *_comparison(primary, findings),
        _overview(findings),
        _section("firmness", "How firm is it?", [] if primary is None else stability_section(primary, findings)),
        *_answers(findings, shapes or AnswerPlots()),
        _section("costs", "Time and memory", [*cost_section(findings), *scaling_blocks(findings)]),
        _section("learning", "Learning curves", learning_blocks(findings)),
        _section("tuning", "Tuning curves", tuning_blocks(findings)),
        _section("wins", "Where does each learner win?", [] if primary is None else wins_blocks(findings, primary)),
    ]
    kept = tuple(one for one in sections if one is not None)
    last = Section(name="methods", title="Methods and files", blocks=tuple(methods_blocks(findings, kept)))
    return Report(
        title=clean(card.title) or "bakeoff",
        subtitle=_subtitle(findings),
        lead=(verdict,),
        sections=(*kept, last),
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
    words = words_of(judgement)
    table = judged_table(judgement) if said is None else sure_table(said, [judgement.measure, *measures])
    sections = [
        _section("warnings", "Warnings", [Notices(items=judgement.warnings)] if judgement.warnings else []),
        _section("scores", f"Scores: {words.title}" if judgement.measure else "Scores", [table]),
        *_comparison(judgement, None),
        *([] if said is None else _of_answers(judgement, said)),
        _section("firmness", "How firm is it?", stability_section(judgement, None, ask)),
        _section("choice", "Why this test", _choice(judgement)),
    ]
    k = len(judgement.matrix.names)
    return Report(
        title=clean(title),
        subtitle=f"{words.heading} · {plural(k, 'learner')} · {plural(blocks_of(judgement), judgement.evidence.block)}",
        lead=(verdict_section(judgement),),
        sections=tuple(one for one in sections if one is not None),
    )


def _of_answers(judgement: Judgement, said: LearnerAnswers) -> list[Section | None]:
    """What predictions allow beyond the scores that were compared."""
    best, confused = confused_blocks(judgement, said)
    return [
        _section("curves", "Curves", answer_blocks(judgement, said)),
        _section("confusions", f"What {elide(best, _NAME)} confuses", confused),
    ]


def _section(name: str, title: str, blocks: Iterable[Block | None]) -> Section | None:
    kept = tuple(block for block in blocks if block is not None)
    return Section(name=name, title=title, blocks=kept) if kept else None


def _subtitle(findings: Findings) -> str:
    card = findings.card
    parts = [
        f"{plural(len(card.learners), 'learner')} on {plural(len(card.datasets), 'data set')}",
        clean(card.started)[:10],
        f"study {clean(card.study_hash)[:12]}",
        f"seed {card.seed}",
    ]
    return " · ".join(part for part in parts if part)


def _design(findings: Findings) -> Section:
    learners = f"Learners and their settings ({len(findings.card.learners)})"
    data = f"Data sets ({len(findings.card.datasets)})"
    blocks: tuple[Block, ...] = (
        method_facts(findings),
        Fold(title=learners, blocks=(learner_table(findings),)),
        Fold(title=data, blocks=(data_table(findings),)),
        Fold(title="Versions and machine", blocks=(environment_facts(findings),)),
    )
    return Section(name="design", title="Design", blocks=blocks)


def _troubles(findings: Findings) -> list[Block | None]:
    complaints = warning_table(findings)
    fold = None if complaints is None else Fold(title="Warnings while learning", blocks=(complaints,))
    return [*notices(findings), failure_table(findings), fold]


def _comparison(judgement: Judgement | None, findings: Findings | None) -> list[Section | None]:
    """Differences, ranks and pairs."""
    if judgement is None:
        return []
    return [
        _section("differences", "Paired differences", _differences(judgement, findings)),
        _section("ranks", "Ranks and pairs" if _ranked(judgement) else "Pairs", _ranks(judgement)),
    ]


def _differences(judgement: Judgement, findings: Findings | None) -> list[Block]:
    """All learners against the reference; beside it the verdict's pair on each data set."""
    title = f"Differences to {elide(clean(reference_of(judgement)), _NAME)}"
    numbers = against_reference(judgement)
    a, b = _pair_of_interest(judgement)
    per = None
    if findings is not None and judgement.evidence is DATASETS:
        per = over_datasets(findings.per_dataset, a, b, relative=mixed_scales(judgement))
    several = judgement.evidence is DATASETS and len(judgement.matrix.blocks) > 2
    if findings is None or per is None:
        width = _HALF if several else _WHOLE
        alone = difference_picture(numbers, judgement, name="differences", title=title, width=width)
        return [Columns(columns=((alone,), (scatter_picture(judgement, a, b),)))] if several else [alone]
    first = next(one for _, one in findings.per_dataset if {a, b} <= set(one.matrix.names))
    heading = f"{elide(clean(a), _NAME)} minus {elide(clean(b), _NAME)} on each data set"
    left = difference_picture(numbers, judgement, name="differences", title=title, width=_HALF)
    right = difference_picture(per, first, name="by-dataset", title=heading, width=_HALF)
    sides: tuple[list[Block], list[Block]] = ([left], [right])
    if several:  # under the shorter of the two
        sides[len(per.lines) < len(numbers.lines)].append(scatter_picture(judgement, a, b))
    return [Columns(columns=tuple(map(tuple, sides)))]


def _pair_of_interest(judgement: Judgement) -> tuple[str, str]:
    """The verdict's pair, the better-ranked one first."""
    order = sort_best_first(judgement)
    a, b = sorted((judgement.verdict.a, judgement.verdict.b), key=order.index)
    return a, b


def _ranked(judgement: Judgement) -> bool:
    """Ranks over several domains mean something; over the splits of one they only repeat the scores."""
    return len(judgement.matrix.names) > 2 and judgement.evidence is DATASETS


def _ranks(judgement: Judgement) -> list[Block | None]:
    several = len(judgement.matrix.names) > 2
    picture = rank_picture(judgement) if _ranked(judgement) else None
    k = len(judgement.matrix.names)
    matrix: Block | None = pair_matrix(judgement) if several and len(judgement.pairs) == k * (k - 1) // 2 else None
    if isinstance(matrix, Table) and k > _WIDE:
        matrix = Fold(title=f"Every pair ({len(judgement.pairs)})", blocks=(matrix,))
    return [picture, matrix, pair_list(judgement)]


def _overview(findings: Findings) -> Section | None:
    others = [name for name in findings.card.measures if name != findings.card.primary and not is_cost(name)]
    tables = tuple(score_table(findings, name, FITTED) for name in others)
    if len(ranking_table(findings)) < 2:  # nothing to rank, but the scores are there
        return _section("overview", "Scores by the other measures", tables)
    fold = Fold(title="Scores by the other measures", blocks=tables) if tables else None
    said = Paragraph(parts=(Strong(disagreement(findings)),))
    return _section("overview", "All measures", [said, rank_table(findings), fold])


def _answers(findings: Findings, shapes: AnswerPlots) -> list[Section | None]:
    """Best learners first."""
    named = [one.name for one in findings.card.learners]
    order = top_two(findings)
    best = order[0]
    ordered = {one.name for one in findings.card.datasets if one.task == Task.ORDINAL}
    classes = [one for one in findings.card.datasets if one.task in {Task.MULTICLASS, Task.ORDINAL} or one.positive]
    return [
        _section(
            "curves",
            "Curves",
            curve_blocks(shapes, [*order, *(one for one in named if one not in order)], several=len(classes)),
        ),
        _section("confusions", f"What {elide(clean(best), _NAME)} confuses", confusions(shapes, best, ordered)),
    ]


def _choice(judgement: Judgement) -> list[Block]:
    choice = judgement.choice
    name = title_of_test(choice.test)
    why = Paragraph(parts=(Strong(capital(name)), f": {clean(choice.why)}."))
    kinds = (
        ("Tests that may be run as well", "Second choices", choice.beside),
        ("Why no other test", "Not for this evidence", choice.refused),
    )
    folds = [Fold(title=title, blocks=(_reasons(caption, tests),)) for title, caption, tests in kinds if tests]
    return [why, *folds]


def _reasons(caption: str, tests: Iterable[tuple[str, str]]) -> Table:
    return Table.of(("Test", "Why"), [(title_of_test(name), clean(why)) for name, why in tests], caption=caption)
