"""Part two: who is best by which measure, and how much the measures disagree."""

from collections.abc import Sequence

from bakeoff.comparisons.judgement import Judgement
from bakeoff.core.text import clean
from bakeoff.report.numbers import MISSING, fixed
from bakeoff.report.table import Cell, Column, Row, Table
from bakeoff.report.words import listed, plural, words_for
from bakeoff.study.findings import Findings

__all__ = ["disagreement", "quality", "rank_table", "winners"]

_TOP = 3


def quality(findings: Findings) -> list[Judgement]:
    """The judgements on how good the answers are; what they cost is another matter."""
    return [one for one in findings.judgements if words_for(one.measure).kind == "number"]


def rank_table(findings: Findings) -> Table:
    """Mean rank of every learner by every measure that could be compared, and how often it is among the first three."""
    ranks = {one.measure: _ranks(one) for one in quality(findings)}
    learners = [card.name for card in findings.card.learners]
    places = {measure: _places(of) for measure, of in ranks.items()}
    tops = [1, _TOP] if len(learners) > _TOP else [1]  # of three learners each is among the first three
    rows = []
    for name in learners:
        cells = [Cell(text=name)]
        for measure, of in ranks.items():
            first = places[measure].get(name) == 1
            cells.append(
                Cell(text=fixed(of[name], 2), bold=first, value=of[name]) if name in of else Cell(text=MISSING)
            )
        for top in tops:
            count = sum(1 for of in places.values() if of.get(name, top + 1) <= top)
            cells.append(Cell(text=f"{count} of {len(ranks)}", value=count))
        rows.append(Row(cells=tuple(cells)))
    titles = [words_for(measure).short for measure in ranks]
    return Table(
        columns=(
            Column(title="Learner"),
            *(Column(title=title, align="right") for title in titles),
            *(Column(title="First" if top == 1 else "In the top three", align="right") for top in tops),
        ),
        rows=tuple(rows),
        caption="Mean rank by measure, 1 is best",
        notes=("Best by each measure in bold. Ranks of different measures are not independent evidence.",),
    )


def _ranks(judgement: Judgement) -> dict[str, float]:
    return dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))


def _places(ranks: dict[str, float]) -> dict[str, int]:
    return {name: 1 + sum(1 for other in ranks.values() if other < own - 1e-9) for name, own in ranks.items()}


def winners(findings: Findings) -> dict[str, list[str]]:
    """Learner to the measures by which it ranks first."""
    found: dict[str, list[str]] = {}
    for one in quality(findings):
        for name, place in _places(_ranks(one)).items():
            if place == 1:
                found.setdefault(name, []).append(one.measure)
    return found


def disagreement(findings: Findings) -> str:
    """Whether the choice of the measure decides who is called best."""
    found = winners(findings)
    count = len(quality(findings))
    if len(found) > 1 and len({tuple(measures) for measures in found.values()}) == 1:
        return f"{plural(count, 'measure')} let the same learners share the first place: {listed([clean(one) for one in found])}."
    every = "Both" if count == 2 else f"All {count}"
    always = [name for name, measures in found.items() if len(measures) == count]
    if len(always) == 1:
        shared = [f"{clean(name)} by {_titles(measures)}" for name, measures in found.items() if name not in always]
        with_it = f", shared with {'; '.join(shared)}" if shared else ""
        return f"{every} measures name the same learner first: {clean(always[0])}{with_it}."
    parts = [f"{clean(name)} by {_titles(measures)}" for name, measures in found.items()]
    return f"{plural(count, 'measure')} name {len(found)} different learners first: {'; '.join(parts)}."


def _titles(measures: Sequence[str]) -> str:
    return listed([words_for(one).short for one in measures])
