"""Part two: who is best by which measure, and how much the measures disagree."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf, isinf, isnan

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.standing import ranking_line, sort_best_first
from bakeoff.core.notes import Emphasis
from bakeoff.core.text import MISSING, capital, clean, fixed, listed, plural
from bakeoff.measures import measures
from bakeoff.report.blocks import Block, Fold, Paragraph
from bakeoff.report.names import is_cost, words_for
from bakeoff.report.section import Section, is_study
from bakeoff.report.sections.scores import FITTED, CellsByAddress, score_table
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table, transpose
from bakeoff.report.verdict_card import cost_headline, headline
from bakeoff.study.analysis.findings import Findings

__all__ = [
    "OVERVIEW", "best_by_measure", "disagreement", "infinite_learners", "judged_measures", "learner_order", "measure_table", "quality",
    "rank_table", "ranking_table",
]  # fmt: skip

_TOP = 3
_WIDE = 7  # measures that find room beside each other


def quality(findings: Findings) -> list[Judgement]:
    """The judgements on how good the answers are; what they cost is another matter."""
    return [one for one in findings.judgements if words_for(one.measure).kind == "number"]


def learner_order(findings: Findings, measure: str) -> dict[str, float]:
    """A number per learner, the smaller the better: its mean rank over data sets, of a single one its score.

    Empty where the learners are not compared by the measure. Every place that names the best by a measure reads this order.
    """
    if len(findings.card.datasets) > 1:
        judged = next((one for one in findings.judgements if one.measure == measure), None)
        return {} if judged is None else ranking_line(judged)
    found = _scores(findings, measure)
    return found if len(found) > 1 and not any(map(isinf, found.values())) else {}


def ranking_table(findings: Findings) -> dict[str, dict[str, float]]:
    """The order by every measure of quality that has one."""
    if len(findings.card.learners) < 2:
        return {}
    several = len(findings.card.datasets) > 1
    names = [one.measure for one in quality(findings)] if several else findings.card.measures
    found = {name: learner_order(findings, name) for name in names if words_for(name).kind == "number"}
    return {name: order for name, order in found.items() if order}


def _scores(findings: Findings, measure: str) -> dict[str, float]:
    grid = CellsByAddress.of(findings, measure)
    known = {name: grid.value(grid.datasets[0], name) for name in grid.learners} if grid.datasets else {}
    return {name: grid.words.loss(value) for name, value in known.items() if not isnan(grid.words.loss(value))}


def rank_table(findings: Findings) -> Table:
    """Rank of every learner by every measure that orders them, and how often it is among the first three."""
    found = ranking_table(findings)
    primary = found.get(findings.card.primary, {})
    learners = sorted((card.name for card in findings.card.learners), key=lambda name: primary.get(name, inf))
    places = {measure: _places(of) for measure, of in found.items()}
    tops = [1, _TOP] if len(learners) > _TOP else [1]  # of three learners each is among the first three
    several = len(findings.card.datasets) > 1
    rows = []
    for name in learners:
        cells = [Cell(text=name), *(_place(found[one], places[one], name, several=several) for one in found)]
        for top in tops:
            count = sum(1 for of in places.values() if of.get(name, top + 1) <= top)
            cells.append(Cell(text=f"{count} of {len(found)}", value=count))
        rows.append(Row(cells=tuple(cells)))
    titles = [words_for(measure).short for measure in found]
    table = Table(
        columns=(
            Column(title="Learner"),
            *(Column(title=title, align="right") for title in titles),
            *(Column(title="First" if top == 1 else "In the top three", align="right") for top in tops),
        ),
        rows=tuple(rows),
        caption="Mean rank by measure, 1 is best" if several else "Place by measure, 1 is best",
        notes=("Best by each measure in bold. Orders by different measures are not independent evidence.",),
    )
    return transpose(table, "Measure") if len(found) > _WIDE and len(learners) < len(found) else table


def _place(of: dict[str, float], places: dict[str, int], name: str, *, several: bool) -> Cell:
    if name not in of:
        return Cell(text=MISSING, tone="quiet")
    first = places[name] == 1
    if several:
        return Cell(text=fixed(of[name], 2), bold=first, value=of[name])
    return Cell(text=f"{places[name]}", bold=first, value=places[name])


def _places(ranks: dict[str, float]) -> dict[str, int]:
    return {name: 1 + sum(1 for other in ranks.values() if other < own - 1e-9) for name, own in ranks.items()}


def best_by_measure(findings: Findings) -> dict[str, list[str]]:
    """Learner to the measures by which it ranks first."""
    found: dict[str, list[str]] = {}
    for measure, of in ranking_table(findings).items():
        for name, place in _places(of).items():
            if place == 1:
                found.setdefault(name, []).append(measure)
    return found


def disagreement(findings: Findings) -> str:
    """Whether the choice of the measure decides who is called best."""
    found = best_by_measure(findings)
    count = len(ranking_table(findings))
    if len(found) > 1 and len({tuple(named) for named in found.values()}) == 1:
        return f"{plural(count, 'measure')} let the same learners share the first place: {listed([clean(one) for one in found])}."
    compared = "" if count == _asked(findings) else " that could be compared"
    every = "Both" if count == 2 else f"All {count}"
    always = [name for name, named in found.items() if len(named) == count]
    if len(always) == 1:
        shared = [f"{clean(name)} by {_titles(named)}" for name, named in found.items() if name not in always]
        with_it = f", shared with {'; '.join(shared)}" if shared else ""
        return f"{every} measures{compared} name the same learner first: {clean(always[0])}{with_it}."
    parts = [f"{clean(name)} by {_titles(named)}" for name, named in found.items()]
    return f"{plural(count, 'measure')}{compared} name {len(found)} different learners first: {'; '.join(parts)}."


def _asked(findings: Findings) -> int:
    """How many measures of quality the study was asked for."""
    return sum(words_for(name).kind == "number" for name in findings.card.measures)


def _titles(names: Sequence[str]) -> str:
    return listed([words_for(one).inline for one in names])


def judged_measures(findings: Findings) -> list[tuple[str, str, str]]:
    """Of every measure that was asked for: its title, the best learner by it, and what is shown or why nothing is."""
    judged = {one.measure: one for one in findings.judgements}
    found = []
    for name in findings.card.measures:
        words = words_for(name)
        if name in judged and is_cost(name):
            found.append((words.short, clean(sort_best_first(judged[name])[0]), cost_headline(judged[name])))
        elif name in judged:
            found.append((words.short, clean(sort_best_first(judged[name])[0]), headline(judged[name])))
        else:
            found.append((words.short, MISSING, _why_not(findings, name)))
    return found


def _why_not(findings: Findings, measure: str) -> str:
    """Why a measure has no comparison; of an infinite loss, which measure to take instead."""
    declared = words_for(measure).declared
    infinite = infinite_learners(findings, measure)
    if infinite and declared is not None:
        clipped = f"{measure}_clipped"
        offer = f" Ask for {clipped} instead." if clipped in measures else ""
        return (
            f"Infinite for {listed([clean(one) for one in infinite])}: a class that occurred had probability 0.{offer}"
        )
    if measure == findings.card.primary and findings.no_verdict:
        return "No verdict; see above."
    own = (replace(note.on(measure=""), facts={**note.facts, "measures": ()}) for note in findings.withheld(measure))
    why = " ".join(clean(note) for note in own)  # without the names of the measures: the line names its own
    return capital(why) if why else "Not compared."


def infinite_learners(findings: Findings, measure: str) -> list[str]:
    """Learners that have an infinite score on some data set."""
    found = (one.learner for one in findings.cells if one.measure == measure and isinf(one.estimate.value))
    return list(dict.fromkeys(found))


def measure_table(findings: Findings) -> Table:
    """One line for each measure that was asked for: who is best, and what is shown."""
    rows = judged_measures(findings)
    notes = ("Measures of the same predictions are not independent evidence.",) if len(rows) > 1 else ()
    return replace(Table.of(("Measure", "Best", "Verdict"), rows, caption="Every measure of the study"), notes=notes)


def _blocks(findings: Findings) -> list[Block | None]:
    if len(findings.card.learners) < 2:
        others = [name for name in findings.card.measures if name != findings.card.primary and not is_cost(name)]
        return [score_table(findings, name, FITTED) for name in others]
    if len(findings.card.measures) < 2:
        return []
    if len(ranking_table(findings)) < 2:
        return [measure_table(findings)]
    said = Paragraph(parts=(Emphasis((disagreement(findings),)),))
    ranks = Fold(title="Ranks by measure", blocks=(rank_table(findings),))
    return [said, measure_table(findings), ranks]


OVERVIEW = Section(
    name="overview",
    title=lambda findings: "Scores by the other measures" if len(findings.card.learners) < 2 else "All measures",
    needs=(is_study,),
    facts=lambda source: source.study,
    blocks=_blocks,
)
