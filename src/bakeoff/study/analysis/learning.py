"""Learning curves of a study, and where the curves of two learners cross."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import nan

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VALUE
from bakeoff.estimates.over_splits.learning_curve import LearningCurve, LearningPoint, last_gain
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures.measure import Direction, Measure
from bakeoff.study.analysis.cell_estimates import LEVEL, cell_of
from bakeoff.study.analysis.dataset_scores import DatasetScores

__all__ = ["LearningCrossing", "crossings_of", "learning_of", "median_curve", "still_improving"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningCrossing:
    """Two learners on one data set that change places as the training part grows."""

    dataset: str
    early: str  # the one that is ahead with few rows
    late: str  # the one that is ahead with all
    below: int  # between these two sizes the means change their order for the last time
    above: int
    clear: bool  # a difference is shown both before and after, each interval on its own side of 0


def still_improving(
    boards: Sequence[DatasetScores], grown: Sequence[DatasetScores]
) -> Iterator[tuple[DatasetScores, ...]]:
    """The boards of each data set that has learning curves, by size; the whole training part last."""
    for whole in boards:
        smaller = [one for one in grown if one.name == whole.name]
        if smaller:
            yield (*sorted(smaller, key=lambda one: one.size), whole)


def learning_of(
    boards: Sequence[DatasetScores], grown: Sequence[DatasetScores], at: int, measure: Measure
) -> Iterator[LearningCurve]:
    """The curve of every learner on every data set; learners whose predictions were brought have none."""
    for series in still_improving(boards, grown):
        for learner in range(len(series[-1].learners)):
            if any(one.done[learner].any() or one.failed[learner].any() for one in series[:-1]):
                yield _curve(series, learner, at, measure)


def _curve(series: Sequence[DatasetScores], learner: int, at: int, measure: Measure) -> LearningCurve:
    whole = series[-1]
    sizes = [_rows(one) for one in series]
    gain, step = last_gain(sizes, _scores(series, learner, at), _share(whole), LEVEL)
    return LearningCurve(
        points=tuple(_point(one, learner, at, measure, pooled=at in whole.pooled) for one in series),
        direction=measure.direction,
        gain=gain,
        step=step,
        dataset=whole.name,
        learner=whole.learners[learner],
        measure=measure.name,
    )


def _point(board: DatasetScores, learner: int, at: int, measure: Measure, *, pooled: bool) -> LearningPoint:
    cell = cell_of(board, learner, at, measure)
    score, note = cell.estimate, cell.note
    if (at in board.pooled) is not pooled:  # a mean over folds and a score over pooled rows cannot be compared
        note = "undefined on some splits"
        score = Estimate.alone(nan, 0, NO_VALUE(why=note), level=LEVEL)
    return LearningPoint(
        size=_rows(board),
        score=score,
        seconds=median_curve(board, board.seconds, learner),
        peak_bytes=median_curve(board, board.memory, learner),
        note=note,
    )


def median_curve(board: DatasetScores, spent: Array, learner: int) -> float:
    """The median over splits, which a hiccup of the machine does not move; NaN where a split did not finish."""
    return float(np.median(spent[learner])) if board.done[learner].all() else nan


def crossings_of(
    boards: Sequence[DatasetScores], grown: Sequence[DatasetScores], at: int, measure: Measure
) -> Iterator[LearningCrossing]:
    """All pairs whose order with the fewest rows is not their order with all rows."""
    for series in still_improving(boards, grown):
        scores = {name: _scores(series, who, at) for who, name in enumerate(series[-1].learners)}
        for (a, first), (b, second) in combinations(scores.items(), 2):
            found = _crossing(series, (a, b), (first - second) * (1 if measure.direction is Direction.HIGHER else -1))
            if found is not None:
                yield found


def _crossing(series: Sequence[DatasetScores], pair: tuple[str, str], ahead: Array) -> LearningCrossing | None:
    """`ahead`: how far the first of the pair is ahead, by size and split."""
    known = [at for at, values in enumerate(ahead) if not np.isnan(values).any()]
    means = np.array([ahead[at].mean() for at in known])
    if len(known) < 2 or known[-1] != len(series) - 1 or means[0] * means[-1] >= 0:
        return None
    sign = np.sign(means[0])
    turn = int(np.flatnonzero(means * sign >= 0)[-1])  # after this size the order stays as it is at the end
    ends = [mean_over_splits(ahead[at] * sign, _share(series[-1]), LEVEL) for at in known]
    clear = any(one.low > 0 for one in ends[: turn + 1]) and any(one.high < 0 for one in ends[turn + 1 :])
    early, late = pair if sign > 0 else pair[::-1]
    below, above = (_rows(series[known[one]]) for one in (turn, turn + 1))
    return LearningCrossing(dataset=series[-1].name, early=early, late=late, below=below, above=above, clear=clear)


def _scores(series: Sequence[DatasetScores], learner: int, at: int) -> Array:
    """(sizes, splits); NaN where rows were pooled, for repeats of the same rows have no spread of their own."""
    return np.array(
        [np.full_like(one.seconds[0], np.nan) if at in one.pooled else one.splits_of(at)[learner] for one in series]
    )


def _rows(board: DatasetScores) -> int:
    return board.size or board.domain.train_rows


def _share(board: DatasetScores) -> float | None:
    return board.domain.test_share if board.domain.overlapping else None
