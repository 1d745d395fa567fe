"""What a test on means takes for granted, as pictures: the scores of both learners, and the law with its region of rejection."""

import numpy as np

from bakeoff.comparisons import tests as significance_tests
from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.wording.null_law import null_law
from bakeoff.core.checks import Array
from bakeoff.core.errors import NotApplicable
from bakeoff.core.text import clean
from bakeoff.figures.box_plot import Box, BoxPlot, box_figure
from bakeoff.figures.null_law import NullLawPlot, null_law_figure
from bakeoff.report.blocks import Block, Columns, Figure
from bakeoff.report.figures import picture
from bakeoff.report.names import words_of
from bakeoff.report.section import ReportSource, Section, is_comparison, is_judged

__all__ = ["ASSUMPTIONS", "box_of"]

WHISKERS = 1.5  # interquartile ranges beyond the box, as Tukey drew them


def box_of(name: str, scores: Array) -> Box:
    """Tukey's five numbers.

    >>> box_of("a", np.array([1.0, 2.0, 3.0, 4.0, 20.0])).apart
    (20.0,)
    """
    first, median, third = (float(one) for one in np.quantile(scores, [0.25, 0.5, 0.75]))
    reach = WHISKERS * (third - first)
    inside = scores[(scores >= first - reach) & (scores <= third + reach)]
    apart = tuple(sorted(set(scores.tolist()) - set(inside.tolist())))
    return Box(
        name=clean(name), low=float(inside.min()), first_quartile=first, median=median, third_quartile=third,
        high=float(inside.max()), apart=apart,
    )  # fmt: skip


def _one_pair_of_scores(source: ReportSource) -> bool:
    judgement = source.compared
    return (
        len(judgement.pairs) == 1 and judgement.evidence is not ROWS and len(judgement.matrix.blocks) > 2
        and significance_tests[judgement.choice.test].parametric
    )  # fmt: skip


def _blocks(source: ReportSource) -> list[Block]:
    shown = [] if source.compared.evidence.single_rows else [_boxes(source)]  # of rows in groups the totals count
    law = _law(source)
    figures = [*shown, *([] if law is None else [law])]
    return [Columns(columns=tuple((one,) for one in figures))] if len(figures) > 1 else [*figures]


def _boxes(source: ReportSource) -> Figure:
    judgement = source.compared
    words, pair = words_of(judgement), judgement.pairs[0].pair
    scores = dict(zip((pair.a, pair.b), judgement.matrix.of_pair(pair.a, pair.b), strict=True))
    boxes = BoxPlot(
        boxes=tuple(box_of(name, values * words.factor) for name, values in scores.items()),
        axis=f"{words.short}{' (%)' if words.percent else ''}",
    )
    told = boxes.sentence()
    return picture(
        "boxes",
        "Scores of both learners",
        told,
        told,
        lambda theme: box_figure(boxes, theme),
    )


def _law(source: ReportSource) -> Figure | None:
    try:
        found = null_law(source.compared.pairs[0].pair.result, source.compared.alpha)
    except NotApplicable:
        return None
    numbers = NullLawPlot(**{name: getattr(found, name) for name in NullLawPlot.__dataclass_fields__})
    words = numbers.sentence()
    return picture("null-law", "Region of rejection", words, words, lambda theme: null_law_figure(numbers, theme))


ASSUMPTIONS = Section(
    name="assumptions", title="Assumptions", needs=(is_comparison, is_judged, _one_pair_of_scores), blocks=_blocks, after="firmness", folded=True,
)  # fmt: skip
