"""Learning curves: how good with fewer training rows, and would more of them help?"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, nan

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_VALUE
from bakeoff.estimates.over_splits.mean import mean_over_splits
from bakeoff.measures.measure import Direction

__all__ = ["LearningCurve", "LearningPoint", "last_gain", "learning_curve"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningPoint:
    """The score with so many training rows, and what it cost."""

    size: int
    score: Estimate  # value NaN where a split has no score: never a mean over the splits that survived
    seconds: float = nan  # to fit, median over splits
    peak_bytes: float = nan
    note: str = ""  # why the value is missing, or how it was made


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningCurve:
    """Scores over training sizes, ascending; the last is the whole training part."""

    points: tuple[LearningPoint, ...]
    direction: Direction
    gain: Estimate  # score at the last size minus score at the one before, paired by split, in raw units
    step: tuple[int, int] = (0, 0)  # the two sizes that the gain lies between
    dataset: str = ""
    learner: str = ""
    measure: str = ""

    @property
    def rising(self) -> bool:
        """Whether the last step is shown to be an improvement: the whole interval of the gain is on the better side.

        False means not shown, not that a plateau is reached.
        """
        return self.gain.low > 0 if self.direction is Direction.HIGHER else self.gain.high < 0


def learning_curve(
    sizes: Sequence[int],
    scores: ArrayLike,
    *,
    direction: str = "higher",
    test_share: float | None = None,
    level: float = 0.95,
    bounds: tuple[float, float] = (-inf, inf),
) -> LearningCurve:
    """A learning curve from stored scores: one row per training size, one column per split, the same splits throughout.

    Intervals are those of `mean_over_splits`. `test_share` is n_test / n_train of the *whole* training parts, at every
    size: the smaller parts share fewer rows, so that the correction errs on the safe side. Reference: nadeau2003.

    >>> curve = learning_curve([50, 100, 200], [[.70, .66, .72, .64], [.78, .75, .80, .75], [.84, .80, .85, .83]])
    >>> [round(point.score.value, 3) for point in curve.points], curve.rising
    ([0.68, 0.77, 0.83], True)
    >>> print(curve.gain)
    0.060 [0.037, 0.083] (95%, t over splits, n = 4)
    """
    rows = [count("sizes", size) for size in sizes]
    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or len(table) != len(rows) or not rows:
        raise BadInput(f"scores need one row per size and one column per split, but have shape {table.shape}")
    if len(set(rows)) < len(rows):
        raise BadInput("each size can be given once only")
    order = np.argsort(rows)
    rows, table = [rows[index] for index in order], table[order]
    gain, step = last_gain(rows, table, test_share, level)
    points = [_point(size, values, test_share, level, bounds) for size, values in zip(rows, table, strict=True)]
    return LearningCurve(points=tuple(points), direction=Direction(direction), gain=gain, step=step)


def _point(
    size: int, values: Array, test_share: float | None, level: float, bounds: tuple[float, float]
) -> LearningPoint:
    missing = int(np.isnan(values).sum())
    if not missing:
        return LearningPoint(size=size, score=mean_over_splits(values, test_share, level, bounds=bounds))
    note = f"{missing} of {len(values)} splits have no score"
    return LearningPoint(size=size, score=_nothing(level, note), note=note)


def last_gain(
    sizes: Sequence[int], scores: Array, test_share: float | None, level: float = 0.95
) -> tuple[Estimate, tuple[int, int]]:
    """What the last step brought: paired differences between the largest size and the next smaller one with scores."""
    whole = [index for index, values in enumerate(scores) if not np.isnan(values).any()]
    if len(whole) < 2 or whole[-1] != len(sizes) - 1:
        return _nothing(level, "the scores at the last two sizes are not complete"), (0, 0)
    before, last = whole[-2:]
    return mean_over_splits(scores[last] - scores[before], test_share, level), (sizes[before], sizes[last])


def _nothing(level: float, why: str) -> Estimate:
    return Estimate.alone(nan, 0, NO_VALUE(why=why), level=level)
