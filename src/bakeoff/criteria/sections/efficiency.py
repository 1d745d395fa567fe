"""Efficiency: which learners give the most for what they cost, and what the others would have to improve."""

from collections.abc import Mapping, Sequence
from math import isfinite

from bakeoff.comparisons.wording.measure_names import words_for
from bakeoff.core.notes import Name, Sentence
from bakeoff.core.text import MISSING, clean, fixed, listed, sentence, shared_decimals
from bakeoff.criteria.efficiency import Efficiency
from bakeoff.criteria.notes import CHEAPEST
from bakeoff.criteria.of_studies.criteria_facts import EFFICIENCY as EFFICIENT
from bakeoff.criteria.of_studies.study_efficiency import TIME
from bakeoff.figures.drawing.theme import look_of
from bakeoff.figures.efficiency_scores import EfficiencyLine, EfficiencyPlot, efficiency_figure
from bakeoff.report.blocks import Block, Fold, Notices, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import Section, is_study
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table

__all__ = ["EFFICIENCY", "efficiency_plot", "efficiency_tables", "efficiency_words"]

MOST_BEATEN = 3  # dominated learners that are named: more would hide the first sentence


def efficiency_words(result: Efficiency) -> Sentence:
    """Who is efficient, and who dominates whom."""
    aside = {*result.baselines, *result.at_chance}
    names = [name for name in result.efficient if name not in aside]
    guessing = [name for name in result.efficient if name in result.at_chance and name not in result.baselines]
    parts: list[object] = [*_joined(names)] if names else ["No learner but ", *_joined(result.efficient)]
    verb = "are" if len(names) > 1 else "is"
    parts.append(f" {verb} efficient: for some weights of the measures no learner gives more for its cost.")
    if names and guessing:
        verb = "is" if len(guessing) == 1 else "are"
        parts += [" ", *_joined(guessing), f" {verb} efficient too, but no better than chance."]
    beaten = {name: by for name, by in result.dominated_by.items() if by and name not in result.baselines}
    for name, by in list(beaten.items())[:MOST_BEATEN]:
        parts += [
            " ",
            Name(name),
            f" is dominated by {listed(by)}: better on no measure, worse on at least one.",
        ]
    if len(beaten) > MOST_BEATEN:
        more = len(beaten) - MOST_BEATEN
        parts.append(f" {more} more {'learner is' if more == 1 else 'learners are'} dominated in the same way.")
    return tuple(parts)  # type: ignore[arg-type] # names and texts only


def _joined(names: Sequence[str]) -> list[object]:
    """Names in a row, with commas and an and."""
    parts: list[object] = []
    for index, name in enumerate(names):
        parts += [Name(name), " and " if index == len(names) - 2 else ", " if index < len(names) - 2 else ""]
    return parts


def _marked(result: Efficiency, name: str) -> str:
    """The name of a learner, and whether it is a baseline or knows nothing."""
    if name in result.baselines:
        return f"{name} (baseline)"
    return f"{name} (no better than chance)" if name in result.at_chance else name


def efficiency_tables(result: Efficiency, titles: Mapping[str, str] | None = None) -> tuple[Table, Table]:
    """Scores with values and peers; and what each learner would have to improve."""
    titles_by_column = {name: (titles or {}).get(name, name) for name in result.table.columns}
    goal = {
        name: result.targets[name]
        for name in result.table.learners
        if result.targets[name] and name not in result.efficient
    }
    decimals = [
        shared_decimals([*result.table.values[:, column_index].tolist(), *(target[column] for target in goal.values())])
        for column_index, column in enumerate(result.table.columns)
    ]
    rows, goals = [], []
    for name in _best_first(result):
        score, row = result.scores[name], result.table.learners.index(name)
        peers = {peer: part for peer, part in result.peers[name].items() if peer != name}
        own = [float(value) for value in result.table.values[row]]
        values = [Cell(text=fixed(value, places), value=value) for value, places in zip(own, decimals, strict=True)]
        shown = fixed(score, 3) if isfinite(score) else MISSING
        bold = name in result.efficient and name not in {*result.baselines, *result.at_chance}
        score_cell = Cell(text=shown, bold=bold, value=score if isfinite(score) else None)
        over = _spread_cells(result, name)
        rows.append(
            Row(
                cells=(
                    Cell(text=_marked(result, name)),
                    score_cell,
                    *over,
                    *values,
                    Cell(text=listed(list(peers)) if peers else MISSING),
                )
            )
        )
        if name in goal:
            cells = [
                Cell(text=f"{fixed(now, places)} → {fixed(goal[name][column], places)}", value=goal[name][column])
                for column, now, places in zip(result.table.columns, own, decimals, strict=True)
            ]
            goals.append(Row(cells=(Cell(text=name), *cells)))
    signs = [f"{titles_by_column[column]} ↑" for column in result.table.positive] + [
        f"{titles_by_column[column]} ↓" for column in result.table.negative
    ]
    heads = (
        ColumnHeading(title="Learner"),
        ColumnHeading(title="Efficiency", align="right"),
        *(
            (ColumnHeading(title="95% of resamples", align="right"), ColumnHeading(title="Efficient in", align="right"))
            if result.spread
            else ()
        ),
        *(ColumnHeading(title=sign, align="right") for sign in signs),
    )
    model = {"ccr": "constant", "bcc": "variable"}[result.model]
    aside = ", baselines and learners no better than chance aside" if result.baselines or result.at_chance else ""
    aim = {"input": "costs", "output": "results"}[result.orientation]
    scores = Table(
        columns=(*heads, ColumnHeading(title="Compared with")), rows=tuple(rows), caption="Efficiency of the learners",
        notes=(f"Data envelopment analysis, {model} returns to scale, by how far {aim} could improve. Efficient learners in bold{aside}.",),
    )  # fmt: skip
    targets = Table(
        columns=(ColumnHeading(title="Learner"), *(ColumnHeading(title=sign, align="right") for sign in signs)), rows=tuple(goals),
        caption="What a learner would have to reach to be efficient",
    )  # fmt: skip
    return scores, targets


def _best_first(result: Efficiency) -> list[str]:
    """Learners by their score; a super-efficiency that is undefined is beyond all others, any other undefined score is last."""

    def place(name: str) -> float:
        if isfinite(result.scores[name]):
            return -result.scores[name]
        return float("-inf") if result.super_efficiency and name in result.efficient else float("inf")

    return sorted(result.table.learners, key=place)


def efficiency_plot(result: Efficiency) -> EfficiencyPlot:
    """The numbers of the figure, best first."""
    lines = []
    for name in _best_first(result):
        low, high, _ = result.spread.get(name, (float("nan"),) * 3)
        look = look_of(name, result.table.learners.index(name)) or 0
        lines.append(
            EfficiencyLine(
                name=clean(name),
                score=result.scores[name],
                efficient=name in result.efficient,
                low=low,
                high=high,
                look=look,
            )
        )
    bars = "; bars: 95% of resamples" if result.spread else ""
    return EfficiencyPlot(lines=tuple(lines), axis=f"Efficiency (1: efficient{bars})")


def _spread_cells(result: Efficiency, name: str) -> tuple[Cell, ...]:
    """Where the score lies over resamples of splits, and how often the learner is efficient."""
    if name not in result.spread:
        return ()
    low, high, share = result.spread[name]
    ends = f"{fixed(low, 3)} to {fixed(high, 3)}" if isfinite(low) else MISSING
    return Cell(text=ends, value=low if isfinite(low) else None), Cell(text=f"{share:.0%}", value=share)


def _blocks(result: Efficiency | None) -> list[Block]:
    if result is None:
        return []
    titles = {name: name if name == TIME else words_for(name).short for name in result.table.columns}
    scores, targets = efficiency_tables(result, titles)
    advice = (
        "Each learner gets the weights of the measures that favour it most. Returns to scale are variable, so the cheapest learner is always "
        "efficient. With as many measures as learners nearly all are "
        "efficient; name few measures that matter to you with results.efficiency(...) or bakeoff efficiency."
    )
    more = (targets,) if targets.rows else ()
    folded = Fold(
        title="Scores, and what the others would have to improve", blocks=(scores, Paragraph(parts=(advice,)), *more)
    )
    numbers = efficiency_plot(result)
    costs = listed([f"{titles[name]} ↓" for name in result.table.negative])
    gains = listed([f"{titles[name]} ↑" for name in result.table.positive])
    caption = f"{gains} for {costs}, each learner judged with its own most favourable weights. Filled: efficient."
    drawn = picture(
        "efficiency", "Efficiency of the learners", numbers.sentence(), caption,
        lambda theme: efficiency_figure(numbers, theme),
    )  # fmt: skip
    remarks = tuple(
        sentence(text[:1].upper() + text[1:])
        for text in (str(note) for note in result.notes if note.kind is not CHEAPEST)
    )
    return [Paragraph(parts=efficiency_words(result)), drawn, *([Notices(items=remarks)] if remarks else []), folded]


EFFICIENCY = Section(
    name="efficiency",
    title="Efficiency",
    when=(is_study,),
    needs=(EFFICIENT,),
    facts=lambda source: source.of(EFFICIENT),
    blocks=_blocks,
    csv=lambda result: efficiency_tables(result)[0],
    csv_when=lambda result: result is not None,
    references=lambda result: () if result is None else ("charnes1978", "banker1984", "nakhaeizadeh1997"),
    folded=True,
)
