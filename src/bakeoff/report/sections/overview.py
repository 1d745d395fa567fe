"""Part two: who is best by which measure, and how much the measures disagree."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, isinf

from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.wording.headline import BETTER, CHEAPER, headline
from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.notes import Emphasis
from bakeoff.core.text import MISSING, capital, clean, fixed, listed, plural
from bakeoff.measures import measures
from bakeoff.measures.measure_scale import is_cost
from bakeoff.report.blocks import Block, Fold, Paragraph
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.sections.scores import FITTED, score_table
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table, transpose
from bakeoff.study.analysis.findings import Findings
from bakeoff.study.facts.measure_orders import MeasureOrders
from bakeoff.study.facts.study_facts import MARKS, MEASURE_ORDERS, PLANNED

__all__ = [
    "OVERVIEW", "disagreement", "infinite_learners", "judged_measures", "measure_table", "rank_table",
]  # fmt: skip

_TOP = 3
_WIDE = 7  # measures that find room beside each other


def rank_table(findings: Findings, measure_orders: MeasureOrders) -> Table:
    """Rank of every learner by every measure that orders them, and how often it is among the first three."""
    orders = measure_orders.orders
    primary = orders.get(findings.card.primary, {})
    learners = sorted((card.name for card in findings.card.learners), key=lambda name: primary.get(name, inf))
    places = measure_orders.places
    tops = [1, _TOP] if len(learners) > _TOP else [1]  # of three learners each is among the first three
    several = len(findings.card.datasets) > 1
    rows = []
    for name in learners:
        cells = [
            Cell(text=name),
            *(_place(orders[measure], places[measure], name, several=several) for measure in orders),
        ]
        for top in tops:
            count = sum(1 for of in places.values() if of.get(name, top + 1) <= top)
            cells.append(Cell(text=f"{count} of {len(orders)}", value=count))
        rows.append(Row(cells=tuple(cells)))
    titles = [words_for(measure).short for measure in orders]
    table = Table(
        columns=(
            ColumnHeading(title="Learner"),
            *(ColumnHeading(title=title, align="right") for title in titles),
            *(ColumnHeading(title="First" if top == 1 else "In the top three", align="right") for top in tops),
        ),
        rows=tuple(rows),
        caption="Mean rank by measure, 1 is best" if several else "Place by measure, 1 is best",
        notes=("Best by each measure in bold. Orders by different measures are not independent evidence.",),
    )
    return transpose(table, "Measure") if len(orders) > _WIDE and len(learners) < len(orders) else table


def _place(of: Mapping[str, float], places: Mapping[str, int], name: str, *, several: bool) -> Cell:
    if name not in of:
        return Cell(text=MISSING, tone="quiet")
    first = places[name] == 1
    if several:
        return Cell(text=fixed(of[name], 2), bold=first, value=of[name])
    return Cell(text=f"{places[name]}", bold=first, value=places[name])


def disagreement(measure_orders: MeasureOrders, *, costs: bool = False) -> str:
    """Whether the choice of the measure decides who is called best; `costs`: times or memory are shown beside them, and do not count here."""
    first = measure_orders.first
    count = len(measure_orders.orders)
    if len(first) > 1 and len({tuple(named) for named in first.values()}) == 1:
        return f"{plural(count, 'measure')} let the same learners share the first place: {listed([clean(name) for name in first])}."
    compared = (" of quality" if costs else "") + ("" if count == measure_orders.asked else " that could be compared")
    every = "Both" if count == 2 else f"All {count}"
    always = [name for name, named in first.items() if len(named) == count]
    if len(always) == 1:
        shared = [f"{clean(name)} by {_titles(named)}" for name, named in first.items() if name not in always]
        with_it = f", shared with {'; '.join(shared)}" if shared else ""
        return f"{every} measures{compared} name the same learner first: {clean(always[0])}{with_it}."
    parts = [f"{clean(name)} by {_titles(named)}" for name, named in first.items()]
    return f"The {count} measures{compared} disagree on who is first: {'; '.join(parts)}."


def _titles(names: Sequence[str]) -> str:
    return listed([words_for(name).inline for name in names])


def judged_measures(findings: Findings) -> list[tuple[str, str, str]]:
    """Of every measure that was asked for: its title, the best learner by it, and what is shown or why nothing is."""
    judged = {judgement.measure: judgement for judgement in findings.judgements}
    lines = []
    for name in findings.card.measures:
        words = words_for(name)
        if name in judged:
            text = headline(judged[name], verbs=CHEAPER if is_cost(name) else BETTER)
            lines.append((words.short, clean(sort_best_first(judged[name])[0]), text))
        else:
            lines.append((words.short, MISSING, _why_not(findings, name)))
    return lines


def _why_not(findings: Findings, measure: str) -> str:
    """Why a measure has no comparison; of an infinite loss, which measure to take instead."""
    declared = words_for(measure).declared
    infinite = infinite_learners(findings, measure)
    if infinite and declared is not None:
        clipped = f"{measure}_clipped"
        offer = f" Ask for {clipped} instead." if clipped in measures else ""
        return f"Infinite for {listed([clean(name) for name in infinite])}: a class that occurred had probability 0.{offer}"
    if measure == findings.card.primary and findings.no_verdict:
        return "No verdict; see above."
    own = (replace(note.on(measure=""), facts={**note.facts, "measures": ()}) for note in findings.withheld(measure))
    why = " ".join(clean(note) for note in own)  # without the names of the measures: the line names its own
    return capital(why) if why else "Not compared."


def infinite_learners(findings: Findings, measure: str) -> list[str]:
    """Learners that have an infinite score on some data set."""
    learners = (cell.learner for cell in findings.cells if cell.measure == measure and isinf(cell.estimate.value))
    return list(dict.fromkeys(learners))


def measure_table(findings: Findings) -> Table:
    """One line for each measure that was asked for: who is best, and what is shown."""
    rows = judged_measures(findings)
    notes = ("Measures of the same predictions are not independent evidence.",) if len(rows) > 1 else ()
    return replace(Table.of(("Measure", "Best", "Verdict"), rows, caption="Every measure of the study"), notes=notes)


def _blocks(source: ReportSource) -> list[Block | None]:
    findings, measure_orders = source.study, source.of(MEASURE_ORDERS)
    if len(findings.card.learners) < 2:
        others = [name for name in findings.card.measures if name != findings.card.primary and not is_cost(name)]
        return [score_table(findings, name, FITTED) for name in others]
    if len(findings.card.measures) < 2:
        return []
    if len(measure_orders.orders) < 2:
        return [measure_table(findings)]
    costs = any(is_cost(name) for name in findings.card.measures)
    headline_block = Paragraph(parts=(Emphasis((disagreement(measure_orders, costs=costs),)),))
    ranks = Fold(title="Ranks by measure", blocks=(rank_table(findings, measure_orders),))
    return [headline_block, measure_table(findings), ranks]


OVERVIEW = Section(
    name="overview",
    title=lambda source: "Scores by the other measures" if len(source.study.card.learners) < 2 else "All measures",
    when=(is_study,),
    needs=(MARKS, MEASURE_ORDERS, PLANNED),
    blocks=_blocks,
)
