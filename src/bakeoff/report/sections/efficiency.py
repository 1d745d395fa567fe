"""Efficiency: which learners give the most for what they cost, and what the others would have to improve."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp, isfinite, log
from statistics import fmean

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.notes import Name, Sentence
from bakeoff.core.text import MISSING, clean, fixed, listed, sentence, shared_decimals
from bakeoff.criteria.efficiency import NEAR, Efficiency, efficiency_of, efficiency_scores, with_references
from bakeoff.criteria.measures_table import MeasuresTable, measures_table
from bakeoff.criteria.notes import CHEAPEST, RESAMPLED_SPLITS
from bakeoff.figures.efficiency_scores import EfficiencyLine, EfficiencyPlot, efficiency_figure
from bakeoff.figures.theme import look_of
from bakeoff.learners.baselines import ignores_features
from bakeoff.measures import measure_named
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Block, Fold, Notices, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.names import is_cost, words_for
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.tables.plain_text import Cell, Column, Row, Table
from bakeoff.study.analysis.findings import Findings

__all__ = [
    "EFFICIENCY",
    "efficiency_plot",
    "efficiency_tables",
    "efficiency_words",
    "in_own_units",
    "learner_means",
    "resampled_efficiency",
    "study_baselines",
    "study_chance",
    "study_table",
]

TIME = "CPU seconds"


def study_table(
    findings: Findings,
    positive: Sequence[str] | None = None,
    negative: Sequence[str] | None = None,
    ratings: Mapping[str, Mapping[str, float]] | None = None,
) -> MeasuresTable | None:
    """Learners by measures: means over data sets; times, memory and errors in units by geometric means.

    Without names every measure of the study counts whose direction is known, and the processor time if no other time
    is among them. `ratings` are columns that the user gives, such as interpretability. None where a value is missing.
    """
    learners = [card.name for card in findings.card.learners]
    values = {name: learner_means(findings, name) for name in findings.card.measures}
    if positive is not None or negative is not None or not any(words_for(name).kind == "seconds" for name in values):
        seconds = {name: [one.seconds for one in findings.times if one.learner == name] for name in learners}
        values[TIME] = {name: _geometric(each) for name, each in seconds.items()}
    ways = {name: _way(name) for name in values}
    more = [name for name, way in ways.items() if way is Direction.HIGHER] if positive is None else list(positive)
    less = [name for name, way in ways.items() if way is Direction.LOWER] if negative is None else list(negative)
    rated = {column: dict(given) for column, given in (ratings or {}).items()}
    chosen = [*more, *less]
    if positive is None and negative is None:
        chosen = [name for name in chosen if all(isfinite(values[name][one]) for one in learners)]
        more, less = [n for n in more if n in chosen], [n for n in less if n in chosen]
        if any(values[name][one] < 0 for name in more for one in learners):
            more = [name for name in more if all(values[name][one] >= 0 for one in learners)]
        if not more or not any(values[name][one] > 0 for name in less for one in learners):
            return None
    table = {
        one: {name: column[one] for name, column in {**values, **rated}.items() if one in column} for one in learners
    }
    return measures_table(table, more, less, source="the study")


def study_baselines(findings: Findings) -> tuple[str, ...]:
    """The learners of a study that read no column."""
    return tuple(card.name for card in findings.card.learners if ignores_features(card.settings))


def study_chance(findings: Findings) -> dict[str, float]:
    """What a learner that knows nothing scores on average over the data sets of a study, where that depends on their classes."""
    counts = [card.class_counts for card in findings.card.datasets]
    if not counts or any(not sum(each) for each in counts):
        return {}
    even = fmean(1 / len(each) for each in counts)
    return {
        "accuracy": fmean(max(each) / sum(each) for each in counts),
        "balanced_accuracy": even,
        "recall_macro": even,
    }


def _way(name: str) -> Direction:
    return Direction.LOWER if name == TIME else measure_named(name).direction


def resampled_efficiency(
    findings: Findings, made: Efficiency, draws: int, shares: Mapping[str, tuple[float, float]], seed: int = 0
) -> Efficiency:
    """The same with the spread of each score when splits are drawn again, the same for all learners and measures."""
    cells = _split_scores(findings, made.table)
    rng = np.random.default_rng(seed)
    learners, columns = made.table.learners, made.table.columns
    datasets = {dataset: len(next(iter(own.values()))) for dataset, own in cells.items()}
    fixed_columns = {
        name: made.table.values[:, at]
        for at, name in enumerate(columns)
        if all(name not in {key[1] for key in own} for own in cells.values())
    }
    found = []
    for _ in range(draws):
        picks = {dataset: rng.integers(0, n, n) for dataset, n in datasets.items()}
        values = np.empty((len(learners), len(columns)))
        for at, name in enumerate(columns):
            if name in fixed_columns:
                values[:, at] = fixed_columns[name]
                continue
            unit = name == TIME or is_cost(name) or measure_named(name).in_units
            for i, one in enumerate(learners):
                means = [float(own[one, name][picks[dataset]].mean()) for dataset, own in cells.items()]
                values[i, at] = _geometric(means) if unit else fmean(means)
        m = len(made.table.positive)
        table = replace(made.table, wanted=values[:, :m], cost=values[:, m:])
        found.append(
            efficiency_scores(
                table,
                model=made.model,
                orientation=made.orientation,
                super_efficiency=made.super_efficiency,
                shares=shares,
            )
        )
    scores = np.array(found)
    spread = {}
    for i, name in enumerate(learners):
        own = scores[:, i][np.isfinite(scores[:, i])]
        ends = np.quantile(own, [0.025, 0.975]).tolist() if own.size else [float("nan")] * 2
        spread[name] = (ends[0], ends[1], float(np.mean(~(scores[:, i] < 1 - NEAR))))
    return replace(made, spread=spread, notes=(*made.notes, RESAMPLED_SPLITS(draws=draws)))


def _split_scores(findings: Findings, table: MeasuresTable) -> dict[str, dict[tuple[str, str], Array]]:
    """By data set, then learner and measure: the scores of every split; ratings have none."""
    made: dict[str, dict[tuple[str, str], Array]] = {}
    measures = [name for name in table.columns if name in findings.card.measures]
    for name in measures or findings.card.measures[:1]:
        for cell in findings.cube.cells(name):
            if cell.learner not in table.learners:
                continue
            own = made.setdefault(cell.dataset, {})
            if name in measures:
                own[cell.learner, name] = cell.splits
            if TIME in table.columns:
                own[cell.learner, TIME] = cell.costs["cpu_seconds"]
    if any(not np.isfinite(one).all() for own in made.values() for one in own.values()):
        raise NotApplicable(
            "efficiency over splits needs a score of every split; a measure of this study has none on some"
        )
    if any(len(next(iter(own.values()))) < 2 for own in made.values() if own):
        raise NotApplicable("efficiency over splits needs several splits on every data set; this study has one")
    return made


def learner_means(findings: Findings, measure: str) -> dict[str, float]:
    """Means over data sets; geometric ones of times, memory and errors in units."""
    found: dict[str, list[float]] = {}
    for cell in findings.cells:
        if cell.measure == measure:
            found.setdefault(cell.learner, []).append(cell.estimate.value)
    units = in_own_units(measure)
    return {name: _geometric(each) if units else fmean(each) for name, each in found.items()}


def in_own_units(measure: str) -> bool:
    """Whether values have other units, or other sizes, on each data set, so that their means are geometric ones."""
    return is_cost(measure) or measure_named(measure).in_units


def _geometric(values: Sequence[float]) -> float:
    """The geometric mean; zero where a value is zero."""
    if not values or any(not isfinite(one) for one in values):
        return float("nan")
    return 0.0 if any(one <= 0 for one in values) else exp(fmean(log(one) for one in values))


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
    for name, by in list(beaten.items())[:3]:
        parts += [" ", Name(name), f" is no better than {listed(by, last='or')} on any measure, and worse on one."]
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
        Column(title="Learner"),
        Column(title="Efficiency", align="right"),
        *(
            (Column(title="95% of resamples", align="right"), Column(title="Efficient in", align="right"))
            if made.spread
            else ()
        ),
        *(Column(title=one, align="right") for one in signs),
    )
    model = {"ccr": "constant", "bcc": "variable"}[made.model]
    aside = ", baselines and learners no better than chance aside" if made.baselines or made.at_chance else ""
    aim = {"input": "costs", "output": "results"}[made.orientation]
    scores = Table(
        columns=(*heads, Column(title="Compared with")), rows=tuple(rows), caption="Efficiency of the learners",
        notes=(f"Data envelopment analysis, {model} returns to scale, by how far {aim} could improve. Efficient learners in bold{aside}.",),
    )  # fmt: skip
    targets = Table(
        columns=(Column(title="Learner"), *(Column(title=one, align="right") for one in signs)), rows=tuple(goals),
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


def _facts(source: ReportSource) -> Efficiency | None:
    table = study_table(source.study)
    if table is None or not table.negative:
        return None
    made = efficiency_of(table, model="bcc", orientation="input", super_efficiency=False, shares={})
    return with_references(made, study_baselines(source.study), study_chance(source.study))


def _enough(source: ReportSource) -> bool:
    return len(source.study.card.learners) > 2


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
    caption = f"{gains} for {costs}, by the weights that favour each learner most. Filled: efficient."
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
    needs=(is_study, _enough),
    facts=_facts,
    blocks=_blocks,
    csv=lambda made: efficiency_tables(made)[0],
    csv_when=lambda made: made is not None,
    references=lambda made: () if made is None else ("charnes1978", "banker1984", "nakhaeizadeh1997"),
    folded=True,
)
