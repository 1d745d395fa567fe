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
from bakeoff.figures.efficiency_scores import EfficiencyLine, EfficiencyPlot, efficiency_figure
from bakeoff.figures.theme import look_of
from bakeoff.report.blocks import Block, Fold, Notices, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import Section, is_study
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table

__all__ = ["EFFICIENCY", "efficiency_plot", "efficiency_tables", "efficiency_words"]

MOST_BEATEN = 3  # dominated learners that are named: more would hide the first sentence


def efficiency_words(made: Efficiency) -> Sentence:
    """Who is efficient, and who dominates whom."""
    aside = {*made.baselines, *made.at_chance}
    names = [name for name in made.efficient if name not in aside]
    guessing = [name for name in made.efficient if name in made.at_chance and name not in made.baselines]
    parts: list[object] = [*_joined(names)] if names else ["No learner but ", *_joined(made.efficient)]
    verb = "are" if len(names) > 1 else "is"
    parts.append(f" {verb} efficient: for some weights of the measures no learner gives more for its cost.")
    if names and guessing:
        verb = "is" if len(guessing) == 1 else "are"
        parts += [" ", *_joined(guessing), f" {verb} efficient too, but no better than chance."]
    beaten = {name: by for name, by in made.dominated_by.items() if by and name not in made.baselines}
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
    for at, name in enumerate(names):
        parts += [Name(name), " and " if at == len(names) - 2 else ", " if at < len(names) - 2 else ""]
    return parts


def _marked(made: Efficiency, name: str) -> str:
    """The name of a learner, and whether it is a baseline or knows nothing."""
    if name in made.baselines:
        return f"{name} (baseline)"
    return f"{name} (no better than chance)" if name in made.at_chance else name


def efficiency_tables(made: Efficiency, titles: Mapping[str, str] | None = None) -> tuple[Table, Table]:
    """Scores with values and peers; and what each learner would have to improve."""
    known = {name: (titles or {}).get(name, name) for name in made.table.columns}
    goal = {
        name: made.targets[name] for name in made.table.learners if made.targets[name] and name not in made.efficient
    }
    decimals = [
        shared_decimals([*made.table.values[:, at].tolist(), *(target[column] for target in goal.values())])
        for at, column in enumerate(made.table.columns)
    ]
    rows, goals = [], []
    for name in _best_first(made):
        score, at = made.scores[name], made.table.learners.index(name)
        peers = {peer: part for peer, part in made.peers[name].items() if peer != name}
        own = [float(value) for value in made.table.values[at]]
        values = [Cell(text=fixed(value, places), value=value) for value, places in zip(own, decimals, strict=True)]
        shown = fixed(score, 3) if isfinite(score) else MISSING
        bold = name in made.efficient and name not in {*made.baselines, *made.at_chance}
        score_cell = Cell(text=shown, bold=bold, value=score if isfinite(score) else None)
        over = _spread_cells(made, name)
        rows.append(
            Row(
                cells=(
                    Cell(text=_marked(made, name)),
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
                for column, now, places in zip(made.table.columns, own, decimals, strict=True)
            ]
            goals.append(Row(cells=(Cell(text=name), *cells)))
    signs = [f"{known[one]} ↑" for one in made.table.positive] + [f"{known[one]} ↓" for one in made.table.negative]
    heads = (
        ColumnHeading(title="Learner"),
        ColumnHeading(title="Efficiency", align="right"),
        *(
            (ColumnHeading(title="95% of resamples", align="right"), ColumnHeading(title="Efficient in", align="right"))
            if made.spread
            else ()
        ),
        *(ColumnHeading(title=one, align="right") for one in signs),
    )
    model = {"ccr": "constant", "bcc": "variable"}[made.model]
    aside = ", baselines and learners no better than chance aside" if made.baselines or made.at_chance else ""
    aim = {"input": "costs", "output": "results"}[made.orientation]
    scores = Table(
        columns=(*heads, ColumnHeading(title="Compared with")), rows=tuple(rows), caption="Efficiency of the learners",
        notes=(f"Data envelopment analysis, {model} returns to scale, by how far {aim} could improve. Efficient learners in bold{aside}.",),
    )  # fmt: skip
    targets = Table(
        columns=(ColumnHeading(title="Learner"), *(ColumnHeading(title=one, align="right") for one in signs)), rows=tuple(goals),
        caption="What a learner would have to reach to be efficient",
    )  # fmt: skip
    return scores, targets


def _best_first(made: Efficiency) -> list[str]:
    """Learners by their score; a super-efficiency that is undefined is beyond all others, any other undefined score is last."""

    def place(name: str) -> float:
        if isfinite(made.scores[name]):
            return -made.scores[name]
        return float("-inf") if made.super_efficiency and name in made.efficient else float("inf")

    return sorted(made.table.learners, key=place)


def efficiency_plot(made: Efficiency) -> EfficiencyPlot:
    """The numbers of the figure, best first."""
    lines = []
    for name in _best_first(made):
        low, high, _ = made.spread.get(name, (float("nan"),) * 3)
        look = look_of(name, made.table.learners.index(name)) or 0
        lines.append(
            EfficiencyLine(
                name=clean(name),
                score=made.scores[name],
                efficient=name in made.efficient,
                low=low,
                high=high,
                look=look,
            )
        )
    bars = "; bars: 95% of resamples" if made.spread else ""
    return EfficiencyPlot(lines=tuple(lines), axis=f"Efficiency (1: efficient{bars})")


def _spread_cells(made: Efficiency, name: str) -> tuple[Cell, ...]:
    """Where the score lies over resamples of splits, and how often the learner is efficient."""
    if name not in made.spread:
        return ()
    low, high, share = made.spread[name]
    ends = f"{fixed(low, 3)} to {fixed(high, 3)}" if isfinite(low) else MISSING
    return Cell(text=ends, value=low if isfinite(low) else None), Cell(text=f"{share:.0%}", value=share)


def _blocks(made: Efficiency | None) -> list[Block]:
    if made is None:
        return []
    titles = {name: name if name == TIME else words_for(name).short for name in made.table.columns}
    scores, targets = efficiency_tables(made, titles)
    advice = (
        "Each learner gets the weights of the measures that favour it most. Returns to scale are variable, so the cheapest learner is always "
        "efficient. With as many measures as learners nearly all are "
        "efficient; name few measures that matter to you with results.efficiency(...) or bakeoff efficiency."
    )
    more = (targets,) if targets.rows else ()
    folded = Fold(
        title="Scores, and what the others would have to improve", blocks=(scores, Paragraph(parts=(advice,)), *more)
    )
    numbers = efficiency_plot(made)
    costs = listed([f"{titles[name]} ↓" for name in made.table.negative])
    gains = listed([f"{titles[name]} ↑" for name in made.table.positive])
    caption = f"{gains} for {costs}, each learner judged with its own most favourable weights. Filled: efficient."
    drawn = picture(
        "efficiency", "Efficiency of the learners", numbers.sentence(), caption,
        lambda theme: efficiency_figure(numbers, theme),
    )  # fmt: skip
    remarks = tuple(
        sentence(text[:1].upper() + text[1:])
        for text in (str(note) for note in made.notes if note.kind is not CHEAPEST)
    )
    return [Paragraph(parts=efficiency_words(made)), drawn, *([Notices(items=remarks)] if remarks else []), folded]


EFFICIENCY = Section(
    name="efficiency",
    title="Efficiency",
    when=(is_study,),
    needs=(EFFICIENT,),
    facts=lambda source: source.of(EFFICIENT),
    blocks=_blocks,
    csv=lambda made: efficiency_tables(made)[0],
    csv_when=lambda made: made is not None,
    references=lambda made: () if made is None else ("charnes1978", "banker1984", "nakhaeizadeh1997"),
    folded=True,
)
