"""Prediction-powered inference (PPI++): a mean from few labels of humans and many scores of a judge."""

from dataclasses import dataclass
from math import nan, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from bakeoff.core.checks import probability, same_length, vector
from bakeoff.estimates.estimate import Estimate

__all__ = ["JudgedMean", "prediction_powered_mean"]

FEWEST = 2  # labels below which there is no variance


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMean:
    """A mean by three ways, and how far the judge is from the humans."""

    estimate: Estimate  # PPI++: humans and judge together
    naive: Estimate  # the judge alone, as if it were right
    labels: Estimate  # the humans alone
    bias: Estimate  # judge minus human, on the items that have both
    power: float  # lambda: 0 where the judge is of no use, 1 where it is used in full
    labelled: int
    unlabelled: int
    reason: str = ""  # why the estimate is undefined


def prediction_powered_mean(
    human: ArrayLike, judge: ArrayLike, judge_unlabelled: ArrayLike, level: float = 0.95
) -> JudgedMean:
    r"""What is the mean human score, from few labels and the scores of a judge on all items?

    :math:`\lambda \bar f_N + \bar y_n - \lambda \bar f_n` with the :math:`\lambda` of least variance, and a normal interval.
    Items with labels must be a random part of all items. Reference: angelopoulos2023.

    Parameters
    ----------
    human
        The labels of humans.
    judge
        The scores of the judge on the same items.
    judge_unlabelled
        The scores of the judge on the other items.
    level
        Of the intervals.

    Returns
    -------
    JudgedMean
        The estimate, the naive mean of the judge, the mean of the labels, and the bias of the judge.

    Examples
    --------
    >>> mean = prediction_powered_mean([1, 0, 1, 1, 0, 1], [1, 0, 1, 1, 1, 1], [1, 0, 1, 1, 1, 0, 1, 1, 0, 1])
    >>> round(mean.estimate.value, 4), round(mean.bias.value, 4)
    (0.6204, 0.1667)
    """
    probability("level", level)
    y, f, rest = vector("human", human), vector("judge", judge), vector("judge_unlabelled", judge_unlabelled)
    same_length(human=y, judge=f)
    n, more = len(y), len(rest)
    naive = _mean(np.concatenate([f, rest]), level, "judge alone")
    labels, bias = _mean(y, level, "labels alone"), _mean(f - y, level, "judge minus human")
    if n < FEWEST:
        reason = "fewer than two items have a label of a human; label more"
        undefined = Estimate.alone(nan, n, level=level)
        return JudgedMean(
            estimate=undefined, naive=naive, labels=labels, bias=bias, power=nan, labelled=n, unlabelled=more, reason=reason
        )  # fmt: skip
    power = _power(y, f, rest)
    value = float((power * rest).mean() + (y - power * f).mean()) if more else float(y.mean())
    variance = float((y - power * f).var() / n + ((power * rest).var() / more if more else 0.0))
    return JudgedMean(
        estimate=_normal(value, variance, level, "PPI++", n), naive=naive, labels=labels, bias=bias, power=power, labelled=n, unlabelled=more
    )  # fmt: skip


def _power(y: np.ndarray, f: np.ndarray, rest: np.ndarray) -> float:
    """The lambda of least variance, between 0 and 1; 0 where every item has a label or the judge always says the same."""
    n, more = len(y), len(rest)
    if not more:
        return 0.0
    spread = float(np.var(np.concatenate([f, rest]), ddof=1))
    if not spread > 0:
        return 0.0
    together = float(np.mean((y - y.mean()) * (f - f.mean())))
    return float(np.clip(together / ((1 + n / more) * spread), 0.0, 1.0))


def _mean(values: np.ndarray, level: float, method: str) -> Estimate:
    if len(values) < FEWEST:
        return Estimate.alone(float(values.mean()) if len(values) else nan, len(values), level=level)
    return _normal(float(values.mean()), float(values.var() / len(values)), level, method, len(values))


def _normal(value: float, variance: float, level: float, method: str, n: int) -> Estimate:
    half = float(ndtri((1 + level) / 2)) * sqrt(variance)
    return Estimate(value=value, low=value - half, high=value + half, level=level, method=method, n=n)
