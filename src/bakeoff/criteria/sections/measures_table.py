"""One table of learners by measures: values, with intervals where there are any, and the ranks beside them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import floor, isfinite, log10, nan

import numpy as np

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

_ARROWS = {Direction.HIGHER: "↑", Direction.LOWER: "↓"}


def with_signs(findings: Findings, made: StudyMeasures) -> LearnersByMeasures:
    """The measures of one data set; the better one of a planned pair carries the sign of the pair, by every measure."""
    if not made.dataset:
        return made.ranks
    signs = {title: marks_of(findings, name) for title, name in made.names.items()}
    marks = {
        (learner, title): sign
        for title, own in signs.items()
        for (dataset, learner), sign in own.at.items()
        if dataset == made.dataset and sign
    }
    return replace(made.ranks, marks=marks, legend=_legend(signs) if marks else "")


def _legend(signs: Mapping[str, Signs]) -> str:
    """What the signs mean, and which measures carry them where not all do."""
    tested = [title for title, own in signs.items() if own.note]
    note = next((own.note for own in signs.values() if any(own.at.values())), "")
    return note if len(tested) == len(signs) else f"Signs by {listed(tested)} only. {note}"


def measures_words(made: LearnersByMeasures) -> Sentence:
    """Who is first how often, and whether one learner leads everywhere."""
    leaders = [name for name, count in made.first.items() if count]
    count = int(np.isfinite(made.places).any(axis=0).sum())  # measures that rank learners
    if not leaders:
        return ("No learner has a value." if np.isnan(made.values).all() else "No measure ranks the learners.",)
    always = [name for name in leaders if made.first[name] == count]
    if len(leaders) == len(always) == 1:
        every = (
            "every measure"
            if count == len(made.measures)
            else f"every measure that ranks the learners ({count} of {len(made.measures)})"
        )
        return (Name(always[0]), f" is first by {every}.")
    verb = "names" if count == 1 else "name"
    parts: list[Span] = [f"{plural(count, 'measure')} {verb} {plural(len(leaders), 'learner')} first: "]
    for at, name in enumerate(sorted(leaders, key=lambda one: -made.first[one])):
        parts += [", " if at else "", Name(name), f" by {made.first[name]}"]
    parts.append(".")
    if len(made.learners) > 3 and count > 2:
        steady = max(made.learners, key=lambda one: (made.in_top[one], -made.last[one]))
        parts += [
            " ",
            Name(steady),
            f" is among the best three by {made.in_top[steady]} of {count}, and last by {made.last[steady] or 'none'}.",
        ]
    return tuple(parts)


def measures_tables(made: LearnersByMeasures) -> tuple[Table, Table]:
    """The values, best in bold; and the ranks with their mean and how often a learner is first, in the top three, or last."""
    places, ranks = made.places, made.ranks
    decimals = [_decimals(column) for column in made.values.T]
    values, ranked = [], []
    top = len(made.learners) > 3  # of three learners each is among the first three
    means = made.mean_rank
    lowest = min((one for one in means.values() if isfinite(one)), default=nan)
    ranking = sum(
        any(isfinite(place) for place in column) for column in places.T.tolist()
    )  # measures that rank somebody
    for i, name in enumerate(made.learners):
        cells, own = [Cell(text=name)], [Cell(text=name)]
        for j in range(len(made.measures)):
            best = bool(places[i, j] == 1) and bool((places[:, j] > 1).any())  # where all tie, none is best
            best = best and not _may_be_less(made, j)
            cells.append(_value(made, i, j, decimals[j], bold=best))
            own.append(rank_cell(float(ranks[i, j]), bold=best, mean=made.datasets > 1))
        counts = [made.first[name], *([made.in_top[name]] if top else []), made.last[name]]
        mean = means[name]
        own.append(Cell(text=fixed(mean, 2), bold=mean == lowest, value=mean if isfinite(mean) else None))
        own += [Cell(text=f"{count} of {ranking}", value=count) for count in counts]
        values.append(Row(cells=tuple(cells)))
        ranked.append(Row(cells=tuple(own)))
    heads = tuple(ColumnHeading(title=f"{name} {_ARROWS[way]}", align="right") for name, way in made.directions.items())
    more = ("Mean rank", "First", *(["In the top three"] if top else []), "Last")
    rule = "share the mean of their ranks" if made.ties == "mid" else "share the best of their ranks"
    intervals: tuple[str, ...] = ("Intervals in brackets.",) if made.low is not None else ()
    intervals += (made.legend,) if made.legend else ()
    several = made.datasets > 1
    if several:
        intervals += (_means_words(made),)
    over = f" over {made.datasets} data sets" if several else ""
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


def _means_words(made: LearnersByMeasures) -> str:
    """Which means the values are."""
    if not made.geometric:
        return "Values are means over data sets; mean ranks order the learners, and a mean may name another one."
    return (
        f"Values are means over data sets, of {listed(made.geometric)} geometric means, as their units differ between data sets. "
        "Mean ranks order the learners, and a mean may name another one."
    )


def _decimals(column: Array) -> int:
    """Places after the point that show four digits of the largest value, fewer where no value has as many."""
    known = [value for value in column.tolist() if isfinite(value)]
    largest = max(map(abs, known), default=0.0)
    most = max(3 - floor(log10(largest)), 0) if largest else 0
    return max((len(f"{value:.{most}f}".rstrip("0").partition(".")[2]) for value in known), default=0)


def _may_be_less(made: LearnersByMeasures, j: int) -> bool:
    """Whether a learner without a value may be the best: it is below what can be measured."""
    try:
        least = measure_named(made.measures[j]).least
    except UnknownName:  # a column of a table that somebody brings
        return False
    return least > 0 and not all(map(isfinite, made.values[:, j].tolist()))


def _value(made: LearnersByMeasures, i: int, j: int, decimals: int, *, bold: bool) -> Cell:
    value = float(made.values[i, j])
    if made.failed[i, j]:
        return Cell(text="failed", tone="bad")
    if not isfinite(value):
        return Cell(text=MISSING, tone="quiet")
    shown = size if made.measures[j] in made.in_bytes else partial(fixed, decimals=decimals)
    text, mark = shown(value), made.marks.get((made.learners[i], made.measures[j]), "")
    if made.low is not None and made.high is not None and isfinite(made.low[i, j]) and isfinite(made.high[i, j]):
        text += f" [{shown(float(made.low[i, j]))}, {shown(float(made.high[i, j]))}]"
    return Cell(text=text, bold=bold, value=value, mark=mark)


def _titled(table: Table, dataset: str) -> Table:
    """The table under a caption of its own: the section already has the common one."""
    return replace(
        table, caption=f"Every measure on {clean(dataset)}" if dataset else "Every measure, means over data sets"
    )


def _blocks(source: ReportSource) -> list[Block | None]:
    made = source.of(MEASURES_BY_LEARNER)
    tables = [(one.dataset, _titled(measures_tables(with_signs(source.study, one))[0], one.dataset)) for one in made]
    folds = [Fold(title=clean(dataset), blocks=(table,)) for dataset, table in tables[1:]]
    return [*(table for _, table in tables[:1]), *folds]


MEASURES = Section(
    name="measures",
    title="Learners by measures",
    when=(is_study,),
    needs=(MEASURES_BY_LEARNER, MARKS, PLANNED),
    blocks=_blocks,
    after="overview",
)
