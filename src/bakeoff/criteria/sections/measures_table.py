"""One table of learners by measures: values, with intervals where there are any, and the ranks beside them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import floor, isfinite, log10, nan

import numpy as np

from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.core.checks import Array
from bakeoff.core.errors import UnknownName
from bakeoff.core.notes import Name, Sentence, Span
from bakeoff.core.text import MISSING, clean, fixed, listed, plural, size
from bakeoff.criteria.measure_ranks import LearnersByMeasures
from bakeoff.criteria.of_studies.criteria_facts import MEASURES_BY_LEARNER
from bakeoff.criteria.of_studies.study_measure_ranks import StudyMeasures
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Block, Fold
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.sections.scores import Signs, marks_of
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.report.tables.rank_table import rank_cell
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.facts.study_facts import MARKS, PLANNED

__all__ = ["MEASURES", "measures_tables", "measures_words", "with_signs"]

_MOST_DATASETS = 3  # with a table of their own
_ARROWS = {Direction.HIGHER: "↑", Direction.LOWER: "↓"}


def with_signs(findings: Findings, measures: StudyMeasures) -> LearnersByMeasures:
    """The measures of one data set; the better one of a planned pair carries the sign of the pair, by every measure."""
    if not measures.dataset:
        return measures.ranks
    signs = {title: marks_of(findings, name) for title, name in measures.names.items()}
    marks = {
        (learner, title): sign
        for title, own in signs.items()
        for (dataset, learner), sign in own.at.items()
        if dataset == measures.dataset and sign
    }
    dull = [learner for dataset, learner in findings.checks.one_class_places if dataset == measures.dataset]
    of_labels = [title for title, name in measures.names.items() if measure_named(name).reads.tabulated]
    starless = frozenset((learner, title) for learner in dull for title in of_labels)
    return replace(measures.ranks, marks=marks, legend=_legend(signs) if marks else "", starless=starless)


def _legend(signs: Mapping[str, Signs]) -> str:
    """What the signs mean, and which measures carry them where not all do."""
    tested = [title for title, own in signs.items() if own.note]
    note = next((own.note for own in signs.values() if any(own.at.values())), "")
    return note if len(tested) == len(signs) else f"Signs by {listed(tested)} only. {note}"


def measures_words(table: LearnersByMeasures) -> Sentence:
    """Who is first how often, and whether one learner leads everywhere."""
    leaders = [name for name, count in table.first.items() if count]
    count = int(np.isfinite(table.places).any(axis=0).sum())  # measures that rank learners
    if not leaders:
        return ("No learner has a value." if np.isnan(table.values).all() else "No measure ranks the learners.",)
    always = [name for name in leaders if table.first[name] == count]
    if len(leaders) == len(always) == 1:
        every = (
            "every measure"
            if count == len(table.measures)
            else f"every measure that ranks the learners ({count} of {len(table.measures)})"
        )
        return (Name(always[0]), f" is first by {every}.")
    verb = "names" if count == 1 else "name"
    parts: list[Span] = [f"{plural(count, 'measure')} {verb} {plural(len(leaders), 'learner')} first: "]
    for index, name in enumerate(sorted(leaders, key=lambda learner: -table.first[learner])):
        parts += [", " if index else "", Name(name), f" by {table.first[name]}"]
    parts.append(".")
    if len(table.learners) > 3 and count > 2:
        steady = max(table.learners, key=lambda learner: (table.in_top[learner], -table.last[learner]))
        parts += [
            " ",
            Name(steady),
            f" is among the best three by {table.in_top[steady]} of {count}, and last by {table.last[steady] or 'none'}.",
        ]
    return tuple(parts)


def measures_tables(table: LearnersByMeasures) -> tuple[Table, Table]:
    """The values, best in bold; and the ranks with their mean and how often a learner is first, in the top three, or last."""
    places, ranks = table.places, table.ranks
    decimals = [_decimals(column) for column in table.values.T]
    values, ranked = [], []
    plain: list[str] = []  # best by a measure, but not in bold
    top = len(table.learners) > 3  # of three learners each is among the first three
    means = table.mean_rank
    lowest = min((mean for mean in means.values() if isfinite(mean)), default=nan)
    ranking = sum(
        any(isfinite(place) for place in column) for column in places.T.tolist()
    )  # measures that rank somebody
    for i, name in enumerate(table.learners):
        cells, own = [Cell(text=name)], [Cell(text=name)]
        for j in range(len(table.measures)):
            best = bool(places[i, j] == 1) and bool((places[:, j] > 1).any())  # where all tie, none is best
            best = best and not _may_be_less(table, j)
            if best and (name, table.measures[j]) in table.starless:
                best, plain = False, [*plain, name]
            cells.append(_value(table, i, j, decimals[j], bold=best))
            own.append(rank_cell(float(ranks[i, j]), bold=best, mean=table.datasets > 1))
        counts = [table.first[name], *([table.in_top[name]] if top else []), table.last[name]]
        mean = means[name]
        own.append(Cell(text=fixed(mean, 2), bold=mean == lowest, value=mean if isfinite(mean) else None))
        own += [Cell(text=f"{count} of {ranking}", value=count) for count in counts]
        values.append(Row(cells=tuple(cells)))
        ranked.append(Row(cells=tuple(own)))
    heads = tuple(
        ColumnHeading(title=f"{name} {_ARROWS[way]}", align="right") for name, way in table.directions.items()
    )
    more = ("Mean rank", "First", *(["In the top three"] if top else []), "Last")
    rule = "share the mean of their ranks" if table.ties == "mid" else "share the best of their ranks"
    intervals: tuple[str, ...] = ("Intervals in brackets.",) if table.low is not None else ()
    intervals += (table.legend,) if table.legend else ()
    if plain:
        names = list(map(clean, dict.fromkeys(plain)))
        verb = "predicts" if len(names) == 1 else "predict"
        intervals += (f"{listed(names)} {verb} one class only, so the score does not count as the best.",)
    several = table.datasets > 1
    if several:
        intervals += (_means_words(table),)
    over = f" over {table.datasets} data sets" if several else ""
    marked = "Best by each measure in bold" + (", by mean rank." if several else ".")
    return (
        Table(
            columns=(ColumnHeading(title="Learner"), *heads), rows=tuple(values), caption=f"Learners by measures{', means' if several else ''}{over}",
            notes=(f"↑ more is better, ↓ less is better. {marked}", *intervals),
        ),
        Table(
            columns=(ColumnHeading(title="Learner"), *heads, *(ColumnHeading(title=one, align="right") for one in more)), rows=tuple(ranked),
            caption=f"Mean ranks{over} by measure, 1 is best" if several else "Ranks by measure, 1 is best",
            notes=(f"Learners that tie {rule}. Orders by different measures are not independent evidence; no difference is tested here.",),
        ),
    )  # fmt: skip


def _means_words(table: LearnersByMeasures) -> str:
    """Which means the values are."""
    if not table.geometric:
        return "Values are means over data sets; mean ranks order the learners, and a mean may name another one."
    return (
        f"Values are means over data sets, of {listed(table.geometric)} geometric means, as their units differ between data sets. "
        "Mean ranks order the learners, and a mean may name another one."
    )


def _decimals(column: Array) -> int:
    """Places after the point that show four digits of the largest value, fewer where no value has as many."""
    finite = [value for value in column.tolist() if isfinite(value)]
    largest = max(map(abs, finite), default=0.0)
    most = max(3 - floor(log10(largest)), 0) if largest else 0
    return max((len(f"{value:.{most}f}".rstrip("0").partition(".")[2]) for value in finite), default=0)


def _may_be_less(table: LearnersByMeasures, j: int) -> bool:
    """Whether a learner without a value may be the best: it is below what can be measured."""
    try:
        least = measure_named(table.measures[j]).least
    except UnknownName:  # a column of a table that somebody brings
        return False
    return least > 0 and not all(map(isfinite, table.values[:, j].tolist()))


def _value(table: LearnersByMeasures, i: int, j: int, decimals: int, *, bold: bool) -> Cell:
    value = float(table.values[i, j])
    if table.failed[i, j]:
        return Cell(text="failed", tone="bad")
    if not isfinite(value):
        return Cell(text=MISSING, tone="quiet")
    shown = size if table.measures[j] in table.in_bytes else partial(fixed, decimals=decimals)
    text, mark = shown(value), table.marks.get((table.learners[i], table.measures[j]), "")
    if table.low is not None and table.high is not None and isfinite(table.low[i, j]) and isfinite(table.high[i, j]):
        text += f" [{shown(float(table.low[i, j]))}, {shown(float(table.high[i, j]))}]"
    return Cell(text=text, bold=bold, value=value, mark=mark)


def _titled(table: Table, dataset: str) -> Table:
    """The table under a caption of its own: the section already has the common one."""
    return replace(
        table, caption=f"Every measure on {clean(dataset)}" if dataset else "Every measure, means over data sets"
    )


def _in_order(table: Table, source: ReportSource) -> Table:
    """The rows in the order in which the rest of the page has the learners."""
    if source.judgement is None:
        return table
    order = {clean(name): place for place, name in enumerate(sort_best_first(source.judgement))}
    rows = sorted(table.rows, key=lambda row: order.get(clean(row.cells[0].text), len(order)))
    return replace(table, rows=tuple(rows))


def _blocks(source: ReportSource) -> list[Block | None]:
    measures_of_datasets = source.of(MEASURES_BY_LEARNER)
    values = [
        (measures.dataset, measures_tables(with_signs(source.study, measures))[0]) for measures in measures_of_datasets
    ]
    tables = [(dataset, _titled(_in_order(table, source), dataset)) for dataset, table in values]
    folds = [Fold(title=clean(dataset), blocks=(table,)) for dataset, table in tables[1:]]
    if len(folds) > _MOST_DATASETS:  # the section of scores has the same values by measure
        return [tables[0][1]]
    return [*(table for _, table in tables[:1]), *folds]


MEASURES = Section(
    name="measures",
    title="Learners by measures",
    when=(is_study,),
    needs=(MEASURES_BY_LEARNER, MARKS, PLANNED),
    blocks=_blocks,
    after="overview",
)
