"""How the difference of two learners adds up over time, and how far it would if both were equally good."""

from dataclasses import dataclass
from math import isfinite, nan, sqrt

import numpy as np
from scipy.special import stdtrit

from bakeoff.comparisons.judging.judgement import Judgement
from bakeoff.core.checks import Array, frozen
from bakeoff.estimates.in_time import series_mean

__all__ = ["RunningDifference", "running_difference"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunningDifference:
    """Sums of the differences up to each time. The last end of the band is that of the test."""

    a: str
    b: str
    times: tuple[str, ...]
    total: Array  # a minus b, added up to each time
    half: Array  # half the width of the band around 0; NaN where the times cannot show it
    level: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", frozen(self.total, np.float64))
        object.__setattr__(self, "half", frozen(self.half, np.float64))

    @property
    def has_band(self) -> bool:
        """Whether the times show how far the sum would go by chance."""
        return bool(isfinite(self.half[-1]))


def running_difference(judgement: Judgement, a: str, b: str) -> RunningDifference | None:
    """Sums of a minus b in the order of time, with the band of equally good learners; None where blocks are not in that order or one lacks a score.

    >>> from bakeoff.comparisons.evidence.kinds import TIMED_ROWS
    >>> from bakeoff.comparisons.evidence.types import ScoreMatrix
    >>> from bakeoff.comparisons.judging.judge import judge
    >>> from bakeoff.comparisons.question import Question
    >>> values = np.array([[2.0, 1], [4, 2], [3, 3], [5, 2], [1, 2], [4, 4], [3, 1], [4, 3], [2, 3], [5, 4], [1, 2], [3, 2]])
    >>> matrix = ScoreMatrix(names=("a", "b"), blocks=tuple(map(str, range(12))), values=values, horizon=1)
    >>> shown = running_difference(judge(matrix, Question(evidence=TIMED_ROWS)), "a", "b")
    >>> shown.total[-1].item(), round(shown.half[-1].item(), 2)
    (8.0, 6.98)
    """
    matrix = judgement.matrix
    if matrix.horizon is None or not {a, b} <= set(matrix.names):
        return None
    d = matrix.values[:, matrix.names.index(a)] - matrix.values[:, matrix.names.index(b)]
    n, level = len(d), 1 - judgement.alpha
    if n < 2 or not np.isfinite(d).all():
        return None
    mean = series_mean(d, matrix.horizon)
    spread = float(stdtrit(mean.df, (1 + level) / 2)) * mean.error * sqrt(n) if mean.error > 0 else nan
    half = spread * np.sqrt(np.arange(1, n + 1))
    return RunningDifference(a=a, b=b, times=matrix.blocks, total=np.cumsum(d), half=half, level=level)
