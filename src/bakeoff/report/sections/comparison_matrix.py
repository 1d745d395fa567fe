"""The multiple comparison matrix: every pair by its mean difference, its wins and its p."""

from math import nan

import numpy as np

from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.evidence.types import noise_free_difference
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.text import MISSING, clean, decimals_for, fixed, short_p
from bakeoff.figures.comparison_matrix import ComparisonMatrix, matrix_figure
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Figure
from bakeoff.report.difference_format import DifferenceFormat
from bakeoff.report.figures import picture
from bakeoff.report.names import adjusted_words, words_of
from bakeoff.report.sections.pairs import wins
from bakeoff.report.sections.verdict import leading_pair

__all__ = ["MOST", "comparison_matrix", "has_matrix", "matrix_picture"]

_SHORT = 4  # letters of a p-value that find room with blanks
MOST = 12  # learners; of more the cells could not be read


def comparison_matrix(judgement: Judgement) -> ComparisonMatrix:
    """The numbers of the matrix, learners ordered by their mean score, or by mean rank where scores have other units.

    Every number of a cell is about its two learners alone, but the adjusted p.
    """
    words, matrix = words_of(judgement), judgement.matrix
    ranks = dict(zip(judgement.ranks.names, judgement.ranks.mean_ranks, strict=True))
    means = {name: float(np.nanmean(column)) for name, column in zip(matrix.names, matrix.values.T, strict=True)}
    by_rank = judgement.relative or matrix.failed is not None  # a mean over what is left would favour who failed
    key = ranks if by_rank else {name: words.loss(mean) for name, mean in means.items()}
    names = sorted(matrix.names, key=key.__getitem__)
    digits = decimals_for([abs(one) * words.factor / 100 for one in means.values()], most=4, unknown=3)
    scores = [f"rank {ranks[name]:.2f}" if by_rank else fixed(means[name] * words.factor, digits) for name in names]
    k = len(names)
    gaps, p, adjusted = (np.full((k, k), np.nan) for _ in range(3))
    counts, differ = np.zeros((k, k, 3), dtype=int), np.zeros((k, k), dtype=bool)
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            if i == j:
                continue
            gaps[i, j], counts[i, j] = _mean_difference(judgement, a, b), wins(judgement, a, b)
            judged = leading_pair(judgement, a, b)
            if judged is not None:
                p[i, j], adjusted[i, j] = judged.pair.result.p_value, judged.pair.p_adjusted
                differ[i, j] = judged.verdict.winner is not None
    form = DifferenceFormat.of(judgement)
    sign = 1.0 if matrix.direction is Direction.HIGHER else -1.0
    return ComparisonMatrix(
        names=tuple(map(clean, names)), scores=tuple(scores), differences=gaps, favours=sign * gaps, wins=counts,
        shown=tuple(tuple(MISSING if np.isnan(one) else form.text(one) for one in row) for row in gaps.tolist()),
        p_values=p, p_adjusted=adjusted, differ=differ,
        p_shown=tuple(tuple("" if np.isnan(one) else _p(one) for one in row) for row in adjusted.tolist()),
    )  # fmt: skip


def _p(p: float) -> str:
    text = short_p(p)
    if text[0] in "<>":
        return f"p {text}"
    return f"p = {text}" if len(text) <= _SHORT else f"p={text}"  # a long one would leave its cell


def _mean_difference(judgement: Judgement, a: str, b: str) -> float:
    """Row less column on the blocks that have both; of ratios the mean of their logarithms; unknown where one failed."""
    first, second = judgement.matrix.of_pair(a, b)
    if not first.size or judgement.matrix.fails(a, b) or (judgement.relative and min(first.min(), second.min()) <= 0):
        return nan
    if judgement.relative:
        first, second = np.log(first), np.log(second)
    return float(noise_free_difference(first, second).mean())


def has_matrix(judgement: Judgement) -> bool:
    """Whether there are enough learners for a matrix, and not too many."""
    differences = judgement.relative or judgement.pairs[0].pair.difference is not None
    return 2 < len(judgement.matrix.names) <= MOST and len(judgement.matrix.blocks) > 1 and differences


def matrix_picture(judgement: Judgement, *, width: float = 7.4, name: str = "comparison-matrix") -> Figure:
    """The matrix as a figure that wide."""
    numbers = comparison_matrix(judgement)
    words = words_of(judgement)
    form = DifferenceFormat.of(judgement)
    what = "the row relative to the column (geometric mean of the ratios)" if judgement.relative else "row minus column"
    blocks = "test rows" if judgement.evidence is ROWS else judgement.evidence.blocks
    unit = " in percentage points" if form.words.percent and not judgement.relative else ""
    caption = (
        f"Each cell: mean difference, {what}{unit}; {blocks} on which the row is better/equal/worse; p, "
        f"{adjusted_words(judgement.adjustment)}. Shaded where the row is better, the stronger the larger; "
        f"bold in a frame where a difference is shown at α = {judgement.alpha:g}."
        + (
            " A dash: one of the two failed somewhere, so there is no mean."
            if judgement.matrix.failed is not None
            else ""
        )
    )
    title = f"Multiple comparison matrix by {words.inline}"
    return picture(
        name,
        title,
        numbers.sentence(),
        caption,
        lambda theme: matrix_figure(numbers, theme, width=width),
    )
