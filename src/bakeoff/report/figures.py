"""Figures of a report: numbers to ink in the page's colours, with a caption and the same content in words."""

from collections.abc import Callable
from functools import cache
from math import isnan
from typing import Any

import numpy as np

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.shown_numbers import mixed_scales
from bakeoff.comparisons.test_names import title_of_test
from bakeoff.comparisons.wording.difference_format import rope_words
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.comparisons.wording.sentences import equivalence_legend
from bakeoff.core.text import clean, elide
from bakeoff.figures.differences import DifferencePlot, difference_figure
from bakeoff.figures.drawing.svg import to_svg
from bakeoff.figures.drawing.theme import PAGE, Theme
from bakeoff.figures.ranks import ROOMY, rank_diagram, rank_figure
from bakeoff.figures.scatter import ScatterPlot, scatter_figure
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Figure
from bakeoff.report.verdict_card import mean_scores

__all__ = ["difference_picture", "picture", "rank_picture", "scatter_picture"]


def picture(name: str, title: str, description: str, caption: str, draw: Callable[[Theme], Any]) -> Figure:
    """A figure that is drawn, for the page or for paper, when somebody asks."""
    ink = cache(lambda: to_svg(draw(PAGE), name=name, title=title, description=description))
    return Figure(name=name, ink=ink, title=title, description=description, caption=caption, draw=draw)


def rank_picture(judgement: Judgement, *, width: float = 7.4, name: str = "ranks") -> Figure:
    """The critical-difference diagram, with the mean score of each learner beside its rank."""
    scores = mean_scores(judgement) if width >= ROOMY else {}
    numbers = rank_diagram(judgement, scores)
    title = f"{'Places' if judgement.ranks.places else 'Mean ranks'} by {words_of(judgement.context).inline}"
    words = numbers.sentence()
    joined = f"shown to differ from {numbers.against}" if numbers.against else "shown to differ"
    planned = " Only the planned pairs were tested." if judgement.planned else ""
    test = title_of_test(judgement.ranks.posthoc)
    dots = any(not bar.solid for bar in numbers.bars)
    beside = f" In brackets: mean {words_of(judgement.context).inline}." if scores else ""
    caption = (
        f"Rank 1 is best.{beside} Learners joined by a bar are not {joined} ({test}, α = {judgement.alpha:g})."
        + (" On a thin line only the learners with a dot belong to the group." if dots else "")
    )
    if numbers.listed:
        caption = (
            f"Rank 1 is best. Which of the {len(numbers.names)} learners are shown to differ is in the table of pairs."
        )
    caption += planned
    return picture(name, title, words, caption, lambda theme: rank_figure(numbers, theme, width=width))


def difference_picture(
    numbers: DifferencePlot, judgement: Judgement, *, name: str, title: str, width: float = 7.4
) -> Figure:
    """An estimation plot."""
    dot = None if judgement.evidence.single_rows else judgement.evidence.block
    difference = next((pair.pair.difference for pair in judgement.pairs if pair.pair.difference is not None), None)
    estimator = judgement.pairs[0].pair.result.estimator or "estimate"
    bar = (
        "mean"
        if difference is None
        else f"{estimator} with its {difference.level:.0%} interval ({clean(difference.method)})"
    )
    rope = ""
    if numbers.rope is not None and judgement.rope is not None:
        region = rope_words(judgement.rope, words_of(judgement.context), relative=judgement.relative)
        rope = f" Grey band: region of equivalence, {region}."
        rope += f" {equivalence_legend(judgement.alpha)}" if judgement.claims_equivalence else ""
    open_ = (
        " Without a bar: not among the planned pairs."
        if any(isnan(line.low) for line in numbers.lines) and judgement.planned
        else ""
    )
    few = ", of which only some are drawn" if numbers.thinned else ""
    apart = (
        " The data sets differ in scale: those with large scores dominate the mean."
        if mixed_scales(judgement) and not judgement.relative
        else ""
    )
    failed = "; a failure has no dot" if judgement.matrix.failed is not None else ""
    dots = f"Each dot is one {dot}{few}{failed}; m" if dot else "M"
    caption = f"{dots}arker and bar: {bar}; filled where a difference is shown at α = {judgement.alpha:g}.{open_}{rope}{apart}{numbers.omission()}"
    words = numbers.sentence()
    return picture(name, title, words, caption, lambda theme: difference_figure(numbers, theme, width=width))


def scatter_picture(judgement: Judgement, a: str, b: str) -> Figure:
    """The two learners of the verdict, data set by data set."""
    matrix = judgement.matrix
    words = words_of(judgement.context)
    first, other = matrix.names.index(a), matrix.names.index(b)
    whole = np.asarray(~np.isnan(matrix.values[:, [first, other]]).any(axis=1))
    numbers = ScatterPlot(
        a=clean(b),
        b=clean(a),
        x=matrix.values[whole, other] * words.factor,
        y=matrix.values[whole, first] * words.factor,
        names=tuple(clean(name) for name, stays in zip(matrix.blocks, whole, strict=True) if stays),
        measure=f"{words.short}{' (%)' if words.percent else ''}",
        higher=matrix.direction is Direction.HIGHER,
        log=mixed_scales(judgement),
    )
    title = f"{elide(clean(a), 32)} against {elide(clean(b), 32)}"
    sentence = numbers.sentence()
    failed = " Where one of them failed there is no point." if matrix.fails(a, b) else ""
    caption = f"Each point is a data set. {sentence}{failed}"
    return picture("scatter", title, sentence, caption, lambda theme: scatter_figure(numbers, theme))
