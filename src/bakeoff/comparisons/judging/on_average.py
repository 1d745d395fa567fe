"""The mean difference beside the estimate of a rank test over data sets: a claim about a typical data set may not hold on average."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from bakeoff.comparisons.distributions import t_quantile
from bakeoff.comparisons.evidence.kinds import DATASETS, Evidence
from bakeoff.comparisons.evidence.types import ScoreMatrix, noise_free_difference
from bakeoff.comparisons.results import TestResult
from bakeoff.comparisons.significance.t import half_width, spread
from bakeoff.core.checks import Array
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Direction

__all__ = ["MeanOfPair", "mean_difference", "mean_of_pair", "reads_ranks"]


def reads_ranks(evidence: Evidence, result: TestResult) -> bool:
    """Whether a test over data sets estimates another centre than the mean of the differences, which have a size."""
    return evidence is DATASETS and result.difference is not None and result.estimator not in {"", "mean"}


def mean_difference(differences: Array, level: float) -> Estimate | None:
    """The mean of the differences with its t interval; None of fewer than two, and where one has no size.

    >>> seen = mean_difference(np.array([0.1, 0.2, 0.3]), 0.95)
    >>> round(seen.value, 3), round(seen.low, 3), round(seen.high, 3)
    (0.2, -0.048, 0.448)
    """
    n = differences.size
    if n < 2 or not np.isfinite(differences).all():
        return None
    mean, sd = spread(differences)
    half = half_width(mean, sd / sqrt(n), t_quantile((1 + level) / 2, n - 1))
    return Estimate(value=mean, low=mean - half, high=mean + half, level=level, method="paired t", n=n, df=n - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanOfPair:
    """The mean difference of a pair of learners, and who is ahead by it."""

    winner: str  # by the test
    loser: str
    mean: Estimate
    ahead: str  # by the mean; empty where it is zero

    @property
    def parts(self) -> bool:
        """Whether the mean favours the other learner."""
        return self.ahead == self.loser

    @property
    def shown(self) -> bool:
        """Whether the mean favours the same learner, and its interval excludes zero."""
        return self.ahead == self.winner and not self.mean.low <= 0 <= self.mean.high


def mean_of_pair(
    matrix: ScoreMatrix, winner: str, loser: str, *, relative: bool, level: float
) -> MeanOfPair | None:  # fmt: skip
    """The mean difference of two learners whose raw scores are in this table; None where it is not defined."""
    if matrix.fails(winner, loser):
        return None
    a, b = matrix.of_pair(winner, loser)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = mean_difference(noise_free_difference(np.log(a), np.log(b)) if relative else noise_free_difference(a, b), level)  # fmt: skip
    if mean is None:
        return None
    lead = mean.value if matrix.direction is Direction.HIGHER else -mean.value
    return MeanOfPair(winner=winner, loser=loser, mean=mean, ahead=winner if lead > 0 else loser if lead < 0 else "")
