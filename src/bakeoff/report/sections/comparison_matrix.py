"""The multiple comparison matrix: every pair by its difference, its wins and its p."""

from dataclasses import replace
from math import isnan

import numpy as np

from bakeoff.comparisons.evidence.kinds import ROWS
from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.comparisons.judging.shown_numbers import PairGrid, favour_first, pair_grid, pair_of
from bakeoff.comparisons.judging.standing import sort_best_first
from bakeoff.comparisons.wording.difference_format import DifferenceFormat
from bakeoff.comparisons.wording.measure_names import words_of
from bakeoff.core.text import MISSING, clean, decimals_for, fixed, short_p
from bakeoff.figures.comparison_matrix import ComparisonMatrix, matrix_figure
from bakeoff.measures.measure import Direction
from bakeoff.report.blocks import Figure
from bakeoff.report.figures import picture
from bakeoff.report.names import adjusted_words

__all__ = ["MOST", "comparison_matrix", "has_matrix", "matrix_picture"]

_SHORT = 4  # letters of a p-value that find room with blanks
MOST = 12  # learners; of more the cells could not be read


def comparison_matrix(judgement: Judgement, *, tested: bool = False) -> ComparisonMatrix:
    """The numbers of the matrix, learners ordered by their mean score, or by mean rank where scores have other units.

    `tested`: with the order and the estimates of the verdict instead of means, for a page that states these elsewhere.
    """
    words, grid, form = words_of(judgement.context), pair_grid(judgement), DifferenceFormat.of(judgement)
    grid = _as_tested(judgement, grid) if tested else grid
    digits = decimals_for([abs(mean) * words.factor / 100 for mean in grid.means], most=4, unknown=3)
    scores = (
        [f"rank {rank:.2f}" for rank in grid.ranks]
        if grid.by_rank
        else [fixed(mean * words.factor, digits) for mean in grid.means]
    )
    return ComparisonMatrix(
        names=tuple(map(clean, grid.names)), scores=tuple(scores), differences=grid.differences, favours=grid.favours, wins=grid.wins,
        shown=tuple(tuple(MISSING if isnan(gap) else form.text(gap) for gap in row) for row in grid.differences.tolist()),
        p_values=grid.p_values, p_adjusted=grid.p_adjusted, differ=grid.differ,
        p_shown=tuple(tuple("" if isnan(p) else _p(p) for p in row) for row in grid.p_adjusted.tolist()),
    )  # fmt: skip


def _as_tested(judgement: Judgement, grid: PairGrid) -> PairGrid:
    """The same pairs in the order of the verdict, each with the estimate that was tested where there is one."""
    order = [grid.names.index(name) for name in sort_best_first(judgement)]
    both = np.ix_(order, order)
    names = tuple(grid.names[at] for at in order)
    gaps = grid.differences[both].copy()
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            judged = pair_of(judgement, a, b) if i != j else None
            seen = None if judged is None else favour_first(judged, a)
            if seen is not None and not isnan(seen.value):
                gaps[i, j] = seen.value
    sign = 1.0 if judgement.matrix.direction is Direction.HIGHER else -1.0
    return replace(
        grid, names=names, means=tuple(grid.means[at] for at in order), ranks=tuple(grid.ranks[at] for at in order), differences=gaps,
        favours=sign * gaps, wins=grid.wins[both], p_values=grid.p_values[both], p_adjusted=grid.p_adjusted[both], differ=grid.differ[both],
    )  # fmt: skip


def _p(p: float) -> str:
    text = short_p(p)
    if text[0] in "<>":
        return f"p {text}"
    return f"p = {text}" if len(text) <= _SHORT else f"p={text}"  # a long one would leave its cell


def has_matrix(judgement: Judgement) -> bool:
    """Whether there are enough learners for a matrix, and not too many."""
    differences = judgement.relative or judgement.pairs[0].pair.difference is not None
    return 2 < len(judgement.matrix.names) <= MOST and len(judgement.matrix.blocks) > 1 and differences


def matrix_picture(judgement: Judgement, *, width: float = 7.4, name: str = "comparison-matrix") -> Figure:
    """The matrix as a figure that wide, in the order and with the estimates of the rest of the page."""
    numbers = comparison_matrix(judgement, tested=True)
    words = words_of(judgement.context)
    form = DifferenceFormat.of(judgement)
    what = "the row relative to the column" if judgement.relative else "row minus column"
    estimator = judgement.pairs[0].pair.result.estimator or ("geometric mean" if judgement.relative else "mean")
    every = len(judgement.matrix.names) * (len(judgement.matrix.names) - 1) // 2
    mean = "geometric mean" if judgement.relative else "mean"
    untested = (
        f"; of pairs that were not tested the {mean}" if len(judgement.pairs) < every and estimator != mean else ""
    )
    blocks = f"test {judgement.evidence.blocks}" if judgement.evidence == ROWS else judgement.evidence.blocks
    unit = " in percentage points" if form.words.percent and not judgement.relative else ""
    caption = (
        f"Each cell: difference ({estimator}{untested}), {what}{unit}; {blocks} on which the row is better/equal/worse; p, "
        f"{adjusted_words(judgement.adjustment)}. Blue where the row is better, orange where it is worse, the stronger the larger; "
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
