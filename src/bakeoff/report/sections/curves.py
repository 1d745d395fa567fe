"""What the predictions look like: curves with bands, calibration, score histograms."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bakeoff.core.notes import Quiet
from bakeoff.core.text import clean, elide, listed, plural
from bakeoff.data.tasks import task_named
from bakeoff.figures.curves import CurveLine, CurvePlot, ScoreHistogram, curve_figure, histogram_figure
from bakeoff.figures.drawing.theme import look_of
from bakeoff.report.blocks import Block, Columns, Figure, Fold, Heading, Paragraph
from bakeoff.report.figures import picture
from bakeoff.report.section import ReportSource, Section, is_study
from bakeoff.study.answers import AnswerCurve, AnswerPlots, ScoreBins
from bakeoff.study.facts.study_facts import BEST_FIRST, SHAPES

__all__ = ["CURVES", "curve_blocks", "curve_plot"]

_LINES = 5
_NO_NEWS = 0.985  # area under a ROC curve from which the curve is a corner
_BANDS = {"roc", "pr"}
_FIRST = ("roc", "pr", "calibration", "confidence")  # the kinds that a page with several data sets draws
_BINNED = {"calibration", "confidence"}
_AXES = {
    "roc": ("ROC", "False positive rate", "True positive rate"),
    "pr": ("Precision and recall", "Recall", "Precision"),
    "lift": ("Lift", "Share of rows, highest scores first", "Lift"),
    "cost": ("Cost", "Probability times cost of the positive class", "Smallest expected cost"),
    "calibration": ("Calibration", "Predicted probability", "Observed frequency"),
    "confidence": ("Calibration of the confidence", "Probability of the predicted class", "Accuracy"),
}


def curve_blocks(shapes: AnswerPlots, order: Sequence[str], *, several: int = 1, headed: bool = True) -> list[Block]:
    """Of several data sets the first with two classes on which the ROC curves are not nearly perfect; else all there is.

    Learners best first; classes against the rest are those of the best learner. `several` is how many data sets could
    have curves; those that are not drawn are counted.
    """
    blocks: list[Block] = []
    datasets = list(dict.fromkeys(curve.dataset for curve in shapes.curves))
    classwise = [
        dataset for dataset in datasets if any(line.against for line in shapes.curves if line.dataset == dataset)
    ]
    telling = [dataset for dataset in datasets if not _perfect(shapes, dataset)] or datasets
    several_classes = [dataset for dataset in telling if dataset in classwise][:1]
    two_classes = [dataset for dataset in telling if dataset not in classwise][:1]
    full = [*several_classes, *two_classes] if several == 1 else (two_classes or several_classes)
    for index, dataset in enumerate(datasets):
        if dataset in full:
            kinds = _AXES if several == 1 else _FIRST
            figures = [_curves(shapes, dataset, kind, order, name=f"{kind}-{index}") for kind in kinds]
            shown = _side_by_side([*figures, _histogram(shapes, dataset, order, name=f"scores-{index}")])
            blocks += [Heading(text=clean(dataset)), *shown] if headed else shown
    if several == 1:
        blocks += _others(
            shapes, {dataset: f"roc-{index}" for index, dataset in enumerate(datasets) if dataset not in full}, order
        )
        return blocks
    if datasets and several > len(full):
        text = f"The curves of {plural(several - len(full), 'more data set')} are not drawn here; bo.CurveDisplay.from_results draws them."
        blocks.append(Paragraph(parts=(Quiet((text,)),)))
    return blocks


def _perfect(shapes: AnswerPlots, dataset: str) -> bool:
    """Whether every ROC curve of the data set has nearly the largest area there is."""
    areas = [curve.value for curve in shapes.curves if (curve.dataset, curve.kind) == (dataset, "roc")]
    return bool(areas) and min(areas) >= _NO_NEWS


def _side_by_side(figures: Sequence[Figure | None]) -> list[Block]:
    kept = tuple((figure,) for figure in figures if figure is not None)
    return [Columns(columns=kept)] if kept else []


def _others(shapes: AnswerPlots, names: Mapping[str, str], order: Sequence[str]) -> list[Block]:
    """The ROC curves of data sets that are not shown in full, behind one line."""
    drawn = {dataset: _curves(shapes, dataset, "roc", order, name=name) for dataset, name in names.items()}
    titled = [
        replace(figure, title=f"{clean(dataset)}: {figure.title}")
        for dataset, figure in drawn.items()
        if figure is not None
    ]
    return [Fold(title=f"ROC on {listed(list(names))}", blocks=tuple(_side_by_side(titled)))] if titled else []


def _curves(shapes: AnswerPlots, dataset: str, kind: str, order: Sequence[str], *, name: str) -> Figure | None:
    """A line for each learner, or for each class of the best one."""
    curves = [curve for curve in shapes.curves if (curve.dataset, curve.kind) == (dataset, kind)]
    of = {learner: [curve for curve in curves if curve.learner == learner] for learner in order}
    ranked = [lines for lines in of.values() if lines]
    if not ranked:
        return None
    whole = bool(ranked[0][0].against)
    first = ranked[0] if whole else [lines[0] for lines in ranked[:_LINES]]
    title = f"{_AXES[kind][0]}, each class against the rest" if whole else _AXES[kind][0]
    place = _place(shapes, dataset, order)
    without = [clean(name) for name in place if name not in {lines[0].learner for lines in ranked}]
    hidden = _classes(first) if whole else _hidden(len(ranked) - len(first), without)
    numbers = curve_plot(
        first, None if whole else [look_of(curve.learner, place.index(curve.learner)) for curve in first]
    )
    sentence = numbers.sentence()
    caption = f"{_caption(kind, first[0])}{hidden}"
    return picture(name, title, f"{clean(dataset)}. {sentence}", caption, lambda theme: curve_figure(numbers, theme))


def _place(shapes: AnswerPlots, dataset: str, order: Sequence[str]) -> list[str]:
    """The learners that have any curve there: each keeps its colour in every frame, though it may lack probabilities."""
    learners = {curve.learner for curve in shapes.curves if curve.dataset == dataset}
    return [learner for learner in order if learner in learners]


def _hidden(count: int, without: Sequence[str]) -> str:
    """Who is not drawn, and why."""
    less = f" {plural(count, 'learner')} of lower rank not drawn." if count > 0 else ""
    return less + (f" No probabilities from {listed(without)}." if without else "")


def _classes(lines: Sequence[AnswerCurve]) -> str:
    """Whose classes, and which of them."""
    who, among = clean(lines[0].learner), lines[0].among
    if len(lines) == among:
        return f" Predictions of {who}."
    return f" Predictions of {who}; of {among} classes those with the smallest and the largest areas are drawn."


def curve_plot(lines: Sequence[AnswerCurve], looks: Sequence[int | None] | None = None) -> CurvePlot:
    """Curves of one kind in one frame; `looks` say which colour and dash each has."""
    kind = lines[0].kind
    _, x_label, y_label = _AXES[kind]
    return CurvePlot(
        lines=tuple(_line(line, look) for line, look in zip(lines, looks or _looks(lines), strict=True)),
        x_label=x_label,
        y_label=y_label,
        reference=_reference(kind),
        unit=kind in _BANDS | _BINNED,
        dots=kind in _BINNED,
        legend="lower right" if kind == "roc" else "below",  # a ROC curve worth its name leaves that corner free
    )


def _looks(lines: Sequence[AnswerCurve]) -> list[int | None]:
    """The colours of the learners; of classes simply one after the other."""
    return [index if line.against else look_of(line.learner, index) for index, line in enumerate(lines)]


def _line(curve: AnswerCurve, look: int | None) -> CurveLine:
    note = f"{curve.value:.3f}" if curve.kind == "roc" else ""
    note = f"({note})" if note and curve.against else note  # a class may be called 0
    name = clean(curve.against or curve.learner)
    banded = curve.kind in _BINNED or (curve.kind in _BANDS and curve.splits > 1)
    low, high = (curve.low, curve.high) if banded else (None, None)
    neutral = bool(curve.against)
    return CurveLine(name=name, x=curve.x, y=curve.y, low=low, high=high, note=note, look=look, neutral=neutral)


def _reference(kind: str) -> tuple[tuple[float, float], tuple[float, float]] | None:
    if kind in {"roc", *_BINNED}:
        return (0.0, 0.0), (1.0, 1.0)
    return ((0.0, 1.0), (1.0, 1.0)) if kind == "lift" else None


def _caption(kind: str, curve: AnswerCurve) -> str:
    band = "; band: one standard deviation over splits" if kind in _BANDS and curve.splits > 1 else ""
    mean = f"Mean over {plural(curve.splits, 'split')}{band}." if curve.splits > 1 else "One test set."
    over = f" over {plural(curve.splits, 'split')}" if curve.splits > 1 else ""
    bins = f"Ten bins{over}; band: 95% Wilson interval"
    return {
        "roc": f"{mean} AUC in the legend; dotted: no skill.",
        "pr": f"{mean} Precision at the first threshold that reaches a recall.",
        "lift": f"{mean} Dotted: rows in random order.",
        "cost": f"{mean} At the best threshold for each cost, which is optimistic.",
        "calibration": f"{bins}; dotted: perfectly calibrated.",
        "confidence": f"{bins}; dotted: confidence matches accuracy.",
    }[kind]


def _histogram(shapes: AnswerPlots, dataset: str, order: Sequence[str], *, name: str) -> Figure | None:
    bins_by_learner = {bins.learner: bins for bins in shapes.bins if bins.dataset == dataset}
    best = next((bins_by_learner[learner] for learner in order if learner in bins_by_learner), None)
    if best is None:
        return None
    numbers = _bins(best)
    title = f"Scores of {elide(clean(best.learner), 40)} by class"
    sentence = numbers.sentence()
    zone = (
        " Shaded: zone of uncertainty, from the 5% quantile of the positives to the 95% quantile of the negatives."
        if best.zone
        else " The central 95% of the classes do not overlap."
    )
    rows = f"Test rows of {plural(best.splits, 'split')}." if best.splits > 1 else "The test rows."
    caption = f"{rows}{zone}"
    return picture(name, title, sentence, caption, lambda theme: histogram_figure(numbers, theme))


def _bins(bins: ScoreBins) -> ScoreHistogram:
    return ScoreHistogram(
        edges=bins.edges,
        negative=bins.negative,
        positive=bins.positive,
        negative_name=clean(bins.negative_name),
        positive_name=clean(bins.positive_name),
        zone=bins.zone,
        axis=f"Predicted probability of {clean(bins.positive_name)}",
    )


def _blocks(source: ReportSource) -> list[Block]:
    """Best learners first."""
    card, best = source.study.card, source.of(BEST_FIRST)
    order = [*best, *(learner.name for learner in card.learners if learner.name not in best)]
    classed = [dataset for dataset in card.datasets if task_named(dataset.task).against_rest or dataset.positive]
    return curve_blocks(source.of(SHAPES), order, several=len(classed))


CURVES = Section(
    name="curves", title="Curves", when=(is_study,), needs=(SHAPES, BEST_FIRST), blocks=_blocks, folded=True
)
