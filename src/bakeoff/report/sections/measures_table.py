"""One table of learners by measures: values, with intervals where there are any, and the ranks beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import floor, isfinite, log10, nan

import numpy as np

from bakeoff.comparisons.evidence.types import ScoreMatrix
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, UnknownName
from bakeoff.core.notes import Name, Sentence, Span
from bakeoff.core.text import MISSING, fixed, listed, plural
from bakeoff.criteria.measure_ranks import MeasureRanks, gaps_of, rank_columns
from bakeoff.criteria.notes import NOT_RANKED
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.report.sections.efficiency import in_own_units, learner_means
from bakeoff.report.sections.overview import learner_order
from bakeoff.report.sections.scores import Signs, marks_of
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.notes import ONE_CLASS_FIRST

__all__ = ["measures_tables", "measures_words", "rank_table", "study_measures"]

IN_BITS = "information_score"  # a mean over rows, which the notes give as a total

_ARROWS = {Direction.HIGHER: "↑", Direction.LOWER: "↓"}


def study_measures(
    findings: Findings,
    dataset: str | None = None,
    measures: Sequence[str] | None = None,
    ties: str = "mid",
    *,
    totals: bool = False,
) -> MeasureRanks:
    """The measures of a study that have a direction: on one data set with intervals, or their means over all data sets.

    Over several data sets learners are ordered by their mean ranks, as in the report. On one data set the better one of a planned pair carries the sign of the pair, by every measure. `totals` gives sums over the rows
    of a data set in place of means per row, for measures in bits.
    """
    datasets = [card.name for card in findings.card.datasets]
    if dataset is not None and dataset not in datasets:
        raise UnknownName("data set", dataset, datasets)
    names = findings.card.measures if measures is None else [measure_named(one).name for one in measures]
    for name in names:
        if name not in findings.card.measures:
            raise UnknownName("measure of the study", name, findings.card.measures)
    ways = {name: measure_named(name).direction for name in names}
    ways = {name: way for name, way in ways.items() if way in _ARROWS}
    learners = [card.name for card in findings.card.learners]
    only = dataset or (datasets[0] if len(datasets) == 1 else None)
    if only is None:
        if totals:
            raise BadInput("totals are of one data set; name it")
        means = {name: learner_means(findings, name) for name in ways}
        values = np.array([[means[name].get(one, nan) for name in ways] for one in learners])
        made = _ordered(findings, ways, values, ties)
        geometric = tuple(name for name in ways if in_own_units(name))
        return replace(made, datasets=len(datasets), geometric=geometric)
    found = {(one.learner, one.measure): one.estimate for one in findings.cells if one.dataset == only}
    grid = [[found.get((one, name)) for name in ways] for one in learners]
    values, low, high = (
        np.array([[nan if cell is None else getattr(cell, end) for cell in row] for row in grid])
        for end in ("value", "low", "high")
    )
    names_now = list(ways)
    if totals:
        rows = next(card.n_rows for card in findings.card.datasets if card.name == only)
        for at, name in enumerate(names_now):
            if name.startswith(IN_BITS):
                values[:, at], low[:, at], high[:, at] = (rows * one[:, at] for one in (values, low, high))
                names_now[at] = f"{name} (bits in all)"
    shown = dict(zip(names_now, ways.values(), strict=True))
    made = rank_columns(learners, shown, values, low=low, high=high, ties=ties, source="the study")
    if len(datasets) == 1:
        made = replace(_ordered(findings, ways, values, ties, shown), low=low, high=high)
    signs = {title: marks_of(findings, name) for name, title in zip(ways, names_now, strict=True)}
    marks = {
        (one, title): sign
        for title, own in signs.items()
        for (data, one), sign in own.at.items()
        if data == only and sign
    }
    return replace(made, marks=marks, legend=_legend(signs) if marks else "")


def _ordered(
    findings: Findings, ways: Mapping[str, Direction], values: Array, ties: str, titles: Mapping[str, Direction] | None = None
) -> MeasureRanks:  # fmt: skip
    """The values with the order that the report takes; learners that a measure does not compare have no rank by it."""
    learners = [card.name for card in findings.card.learners]
    orders = [learner_order(findings, name) for name in ways]
    order = np.array([[own.get(one, nan) for own in orders] for one in learners])
    made = rank_columns(learners, titles or ways, values, order=order, ties=ties, source="the study")
    gaps = gaps_of(learners, tuple(made.directions), np.isnan(order))
    flags = (note for note in findings.audible if note.kind is ONE_CLASS_FIRST)
    return replace(made, notes=(*made.notes, *((NOT_RANKED(gaps=gaps),) if gaps else ()), *flags))


def _legend(signs: Mapping[str, Signs]) -> str:
    """What the signs mean, and which measures carry them where not all do."""
    tested = [title for title, own in signs.items() if own.note]
    note = next((own.note for own in signs.values() if any(own.at.values())), "")
    return note if len(tested) == len(signs) else f"Signs by {listed(tested)} only. {note}"


def rank_table(matrix: ScoreMatrix) -> Table:
    """The rank of every learner on every row of a table of scores, and the mean ranks; ties share the mean of their ranks."""
    ranks = matrix.ranks()
    rows = []
    failed = np.zeros(ranks.shape, dtype=bool) if matrix.failed is None else matrix.failed
    for name, own, gone in zip(matrix.blocks, ranks, failed.tolist(), strict=True):
        best = np.nanmin(own) if np.isfinite(own).any() else nan
        shown = (_rank(float(one), bold=one == best) for one in own)
        rows.append(
            Row(cells=(Cell(text=name), *(_failed(one) if out else one for one, out in zip(shown, gone, strict=True))))
        )
    known = ~np.isnan(ranks).any(axis=1)
    means = ranks[known].mean(axis=0) if known.any() else np.full(len(matrix.names), nan)
    cells = [
        Cell(text=fixed(float(one), 2), bold=one == means.min(), value=float(one))
        if isfinite(one)
        else Cell(text=MISSING)
        for one in means
    ]
    rows.append(Row(cells=(Cell(text="Mean rank"), *cells), summary=True))
    notes = ["1 is best. Learners that tie share the mean of their ranks."]
    notes += [] if matrix.failed is None else ["Failed: worse than every score, so it has the last rank."]
    notes += [] if known.all() else ["Rows on which a learner has no score are left out of the mean."]
    return Table(
        columns=(Column(title=""), *(Column(title=name, align="right") for name in matrix.names)), rows=tuple(rows),
        caption="Ranks", notes=tuple(notes),
    )  # fmt: skip


def _failed(rank: Cell) -> Cell:
    """The rank of a learner that failed, marked."""
    return replace(rank, text=f"failed {rank.text}", bold=False)


def measures_words(made: MeasureRanks) -> Sentence:
    """Who is first how often, and whether one learner leads everywhere."""
    leaders = [name for name, count in made.first.items() if count]
    count = len(made.measures)
    if not leaders:
        return ("No learner has a value.",)
    always = [name for name in leaders if made.first[name] == count]
    if len(leaders) == len(always) == 1:
        return (Name(always[0]), " is first by every measure.")
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


def measures_tables(made: MeasureRanks) -> tuple[Table, Table]:
    """The values, best in bold; and the ranks with their mean and how often a learner is first, in the top three, or last."""
    places, ranks = made.places, made.ranks
    decimals = [_decimals(column) for column in made.values.T]
    values, ranked = [], []
    top = len(made.learners) > 3  # of three learners each is among the first three
    means = made.mean_rank
    lowest = min((one for one in means.values() if isfinite(one)), default=nan)
    for i, name in enumerate(made.learners):
        cells, own = [Cell(text=name)], [Cell(text=name)]
        for j in range(len(made.measures)):
            best = bool(places[i, j] == 1) and bool((places[:, j] > 1).any())  # where all tie, none is best
            best = best and not _may_be_less(made, j)
            cells.append(_value(made, i, j, decimals[j], bold=best))
            own.append(_rank(float(ranks[i, j]), bold=best, mean=made.datasets > 1))
        counts = [made.first[name], *([made.in_top[name]] if top else []), made.last[name]]
        mean = means[name]
        own.append(Cell(text=fixed(mean, 2), bold=mean == lowest, value=mean if isfinite(mean) else None))
        own += [Cell(text=f"{one} of {len(made.measures)}", value=one) for one in counts]
        values.append(Row(cells=tuple(cells)))
        ranked.append(Row(cells=tuple(own)))
    heads = tuple(Column(title=f"{name} {_ARROWS[way]}", align="right") for name, way in made.directions.items())
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
            columns=(Column(title="Learner"), *heads), rows=tuple(values), caption=f"Learners by measures{', means' if several else ''}{over}",
            notes=(f"↑ more is better, ↓ less is better. {marked}", *intervals),
        ),
        Table(
            columns=(Column(title="Learner"), *heads, *(Column(title=one, align="right") for one in more)), rows=tuple(ranked),
            caption=f"Mean ranks{over} by measure, 1 is best" if several else "Ranks by measure, 1 is best",
            notes=(f"Learners that tie {rule}. Orders by different measures are not independent evidence; no difference is tested here.",),
        ),
    )  # fmt: skip


def _means_words(made: MeasureRanks) -> str:
    """Which means the values are."""
    if not made.geometric:
        return (
            "Values are means over data sets; the mean ranks below order the learners, and a mean may name another one."
        )
    return (
        f"Values are means over data sets, of {listed(made.geometric)} geometric means, as their units differ between data sets. "
        "The mean ranks below order the learners, and a mean may name another one."
    )


def _decimals(column: np.ndarray) -> int:
    """Places after the point that show four digits of the largest value, fewer where no value has as many."""
    known = [value for value in column.tolist() if isfinite(value)]
    largest = max(map(abs, known), default=0.0)
    most = max(3 - floor(log10(largest)), 0) if largest else 0
    return max((len(f"{value:.{most}f}".rstrip("0").partition(".")[2]) for value in known), default=0)


def _may_be_less(made: MeasureRanks, j: int) -> bool:
    """Whether a learner without a value may be the best: it is below what can be measured."""
    try:
        least = measure_named(made.measures[j]).least
    except UnknownName:  # a column of a table that somebody brings
        return False
    return least > 0 and not bool(np.isfinite(made.values[:, j]).all())


def _value(made: MeasureRanks, i: int, j: int, decimals: int, *, bold: bool) -> Cell:
    value = float(made.values[i, j])
    if made.failed[i, j]:
        return Cell(text="failed", tone="bad")
    if not isfinite(value):
        return Cell(text=MISSING, tone="quiet")
    text, mark = fixed(value, decimals), made.marks.get((made.learners[i], made.measures[j]), "")
    if made.low is not None and made.high is not None and isfinite(made.low[i, j]) and isfinite(made.high[i, j]):
        text += f" [{fixed(float(made.low[i, j]), decimals)}, {fixed(float(made.high[i, j]), decimals)}]"
    return Cell(text=text, bold=bold, value=value, mark=mark)


def _rank(rank: float, *, bold: bool, mean: bool = False) -> Cell:
    if not isfinite(rank):
        return Cell(text=MISSING, tone="quiet")
    return Cell(text=f"{rank:.2f}" if mean else f"{rank:g}", bold=bold, value=rank)
