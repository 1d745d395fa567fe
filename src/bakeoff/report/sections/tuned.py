"""Tuned settings: what searches inside the training parts chose, how stable that is, and inner beside outer scores."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import isfinite, isnan
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.core.notes import Citation, Sentence
from bakeoff.core.text import clean, csv_number, decimals_for, fixed, listed, plural, signed
from bakeoff.figures.trials import TrialPlot, trial_figure
from bakeoff.measures import measure_named
from bakeoff.report.blocks import Block, Columns, Figure, Fold, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.report.tables.plain_text import Cell, ColumnHeading, Row, Table
from bakeoff.splits.catalogue import scheme_words
from bakeoff.study.analysis.tunings import ChosenValues, TunedCell
from bakeoff.study.facts.study_facts import TRIALS
from bakeoff.study.facts.trial_curves import TrialCurve

__all__ = ["TUNED", "trial_plot", "tuned_blocks", "tuned_csv", "tuned_payload", "tuned_tables"]

_MOST_SPLITS = 100  # splits whose choices are listed
_NAMES = {
    "grid": "grid search",
    "random": "random search",
    "halving": "successive halving",
    "racing": "racing",
    "optuna": "model-based search (Optuna)",
}


def tuned_blocks(source: ReportSource) -> list[Block]:
    """What was searched, what was chosen, how good it looked inside and outside, and the trials."""
    cells = source.study.tunings
    if not cells:
        return []
    about = "Settings were chosen inside each training part, so no test row took part in choosing them. " + " ".join(
        f"{text}." for text in dict.fromkeys(_search_words(cell) for cell in cells)
    )
    pictures = _pictures(source.of(TRIALS))
    return [
        Paragraph(parts=(about,)),
        _choices(cells),
        _optimism(cells),
        *(
            Columns(columns=tuple((figure,) for figure in pictures[start : start + 2]))
            for start in range(0, len(pictures), 2)
        ),
        Fold(title="Chosen settings of every split", blocks=(_every_split(cells),)),
    ]


def tuned_tables(cells: tuple[TunedCell, ...]) -> list[Table]:
    """Chosen settings over the splits, inner beside outer scores, and the choice of every split."""
    return [_choices(cells), _optimism(cells), _every_split(cells)]


def tuned_payload(cells: tuple[TunedCell, ...]) -> dict[str, Any]:
    """The same as plain JSON, with every candidate."""
    return {
        "tunings": [
            {
                "dataset": cell.dataset,
                "learner": cell.learner,
                "measure": cell.measure,
                "search": cell.search,
                "scheme": cell.scheme,
                "inner_score": cell.inner,
                "outer_score": cell.outer,
                "optimism": cell.optimism,
                "inner_seconds": cell.seconds,
                "parameters": [
                    {
                        "parameter": parameter.parameter,
                        "usual": parameter.usual,
                        "low": parameter.low,
                        "middle": parameter.middle,
                        "high": parameter.high,
                    }
                    | {"at_lower_end": parameter.at_low, "at_upper_end": parameter.at_high}
                    for parameter in cell.parameters
                ],
                "splits": [
                    {"repeat": split.repeat, "fold": split.fold, **split.tuning.to_json()} for split in cell.splits
                ],
            }
            for cell in cells
        ]
    }


def _search_words(cell: TunedCell) -> str:
    numbers = sorted({len(split.tuning.candidates) for split in cell.splits})
    number = plural(numbers[0], "candidate") if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]} candidates"
    how = _NAMES.get(cell.search, clean(cell.search))
    inside = f", {scheme_words(cell.scheme)}" if cell.scheme else ""
    return f"{clean(cell.learner)}: {how}, {number}{inside}, by {_measure(cell.measure)}"


def _measure(name: str) -> str:
    try:
        return measure_named(name).short
    except BakeoffError:
        return clean(name)


def _choices(cells: tuple[TunedCell, ...]) -> Table:
    rows = []
    for cell in cells:
        for parameter in cell.parameters:
            texts = (
                clean(cell.dataset),
                clean(cell.learner),
                clean(parameter.parameter),
                _centre(parameter),
                _range(parameter),
                _edge(parameter),
            )
            rows.append(Row(cells=tuple(Cell(text=text) for text in texts)))
    titles = ("Data set", "Learner", "Parameter", "Usually chosen", "From ... to", "At the end of its range")
    return Table(
        columns=tuple(ColumnHeading(title=title) for title in titles),
        rows=tuple(rows),
        caption="Chosen settings over the outer splits",
        notes=(
            "Numbers: median over splits. Other values: the most frequent one, and in how many splits it was chosen.",
        ),
    )


def _centre(parameter: ChosenValues) -> str:
    if not isnan(parameter.middle):
        return f"{parameter.middle:.4g}"
    return f"{_value(parameter.usual)} ({parameter.times} of {len(parameter.values)})"


def _range(parameter: ChosenValues) -> str:
    if isnan(parameter.low):
        return f"{len({str(value) for value in parameter.values})} different"
    return f"{parameter.low:.4g} to {parameter.high:.4g}"


def _edge(parameter: ChosenValues) -> str:
    edges = [
        f"{end} end in {plural(times, 'split')}"
        for end, times in (("lower", parameter.at_low), ("upper", parameter.at_high))
        if times
    ]
    return listed(edges) if edges else "–"


def _value(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return clean(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def _scale(cell: TunedCell) -> tuple[str, str]:
    """Scores with the same scale have the same decimals: all of a bounded measure, else those of one data set."""
    try:
        bounded = all(map(isfinite, measure_named(cell.measure).bounds))
    except BakeoffError:
        bounded = False
    return cell.measure, "" if bounded else cell.dataset


def _decimals(cells: tuple[TunedCell, ...]) -> dict[tuple[str, str], int]:
    """Enough to show the typical difference between inner and outer score, and at least three digits of the scores."""
    errors: dict[tuple[str, str], list[float]] = {}
    for cell in cells:
        sizes = [abs(size) for size in (cell.optimism, cell.outer / 1000, cell.inner / 1000) if isfinite(size)]
        errors.setdefault(_scale(cell), []).append(max(sizes, default=1.0))
    return {scale: decimals_for(many) for scale, many in errors.items()}


def _optimism(cells: tuple[TunedCell, ...]) -> Table:
    rows, decimals = [], _decimals(cells)
    for cell in cells:
        numbers = [(cell.inner, fixed), (cell.outer, fixed), (cell.optimism, signed)]
        cells_ = [Cell(text=text) for text in (clean(cell.dataset), clean(cell.learner), _measure(cell.measure))]
        digits = decimals[_scale(cell)]
        cells_ += [Cell(text="–" if isnan(value) else show(value, digits), value=value) for value, show in numbers]
        rows.append(Row(cells=tuple(cells_)))
    titles = ("Data set", "Learner", "Measure")
    return Table(
        columns=(
            *(ColumnHeading(title=title) for title in titles),
            *(ColumnHeading(title=title, align="right") for title in ("Inner score", "Outer score", "Inner better by")),
        ),
        rows=tuple(rows),
        caption="How optimistic the inner score is",
        notes=(
            "Inner: mean score of the chosen candidates on the inner splits that chose them. Outer: on test rows that nobody chose by.",
            "Quote the outer score. Inner fits train on fewer rows, so the difference can also be below 0.",
        ),
    )


def trial_plot(curve: TrialCurve) -> TrialPlot:
    """The trials of all splits over a parameter, with what a model expects between them."""
    label, model = f"Inner {_measure(curve.measure)}", curve.model
    bare = TrialPlot(
        x=curve.values, y=curve.scores, chosen=curve.chosen, x_label=curve.parameter, y_label=label, log_x=curve.wide
    )
    if model is None:
        return bare
    return replace(
        bare, guess_x=model.values, guess=model.mean, guess_low=model.low, guess_high=model.high, next=model.next
    )


def _pictures(curves: Sequence[TrialCurve]) -> list[Figure]:
    pictures, counts = [], Counter[tuple[str, str]]()
    for curve in curves:
        numbers, number = trial_plot(curve), counts[curve.dataset, curve.learner]
        counts[curve.dataset, curve.learner] += 1
        title = f"{clean(curve.learner)} on {clean(curve.dataset)}: {clean(numbers.x_label)}"
        caption = "Each point is a candidate of one split, ringed where it was chosen."
        if numbers.guess is not None:
            caption += " Line and band: a Gaussian process through the trials, other parameters at its best point; dashed: where it would try next."
        name = f"trials-{_slug(curve.dataset)}-{_slug(curve.learner)}-{number}"
        pictures.append(picture(name, title, numbers.sentence(), caption, partial(trial_figure, numbers)))
    return pictures


def _slug(text: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in text)[:40]


def _every_split(cells: tuple[TunedCell, ...]) -> Table:
    rows, decimals = [], _decimals(cells)
    for cell in cells:
        for split in cell.splits[:_MOST_SPLITS]:
            best = split.tuning.best
            chosen = ", ".join(f"{clean(name)} = {_value(value)}" for name, value in best.settings.items())
            texts = (
                clean(cell.dataset),
                clean(cell.learner),
                str(split.repeat),
                str(split.fold),
                chosen,
                fixed(best.score, decimals[_scale(cell)]),
            )
            rows.append(Row(cells=tuple(Cell(text=text) for text in texts)))
    titles = ("Data set", "Learner", "Repeat", "Fold", "Chosen", "Inner score")
    columns = tuple(ColumnHeading(title=title, align="right" if title == titles[-1] else "left") for title in titles)
    return Table(columns=columns, rows=tuple(rows), caption="Chosen settings of every split")


def tuned_csv(source: ReportSource) -> Table:
    """Every candidate of every search in full precision."""
    titles = ("dataset", "learner", "repeat", "fold", "candidate", "settings", "inner_score", "chosen")
    rows = []
    for cell in source.study.tunings:
        for split in cell.splits:
            for candidate in split.tuning.candidates:
                settings = "; ".join(f"{name}={value}" for name, value in candidate.settings.items())
                place = (split.dataset, split.learner, str(split.repeat), str(split.fold), str(candidate.number))
                rows.append(
                    (
                        *place,
                        settings,
                        csv_number(candidate.score),
                        str(candidate.number == split.tuning.chosen).lower(),
                    )
                )
    return Table.of(titles, rows)


def _methods(source: ReportSource) -> Sentence:
    cells, known = source.study.tunings, {"random": "bergstra2012", "racing": "maron1994"}
    if not cells:
        return ()
    used = dict.fromkeys(known[cell.search] for cell in cells if cell.search in known)
    how = "; ".join(dict.fromkeys(_search_words(cell) for cell in cells))
    return (f"Settings were tuned inside each training part ({how}) ", Citation(("cawley2010", *used)), ".")


TUNED = Section(
    name="tuned",
    title="Tuned settings",
    when=(is_study,),
    needs=(TRIALS,),
    blocks=tuned_blocks,
    csv=tuned_csv,
    csv_name="trials",
    csv_when=lambda source: bool(source.study.tunings),
    methods=_methods,
)
