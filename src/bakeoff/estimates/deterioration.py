"""Performance deterioration: which share of what was learned is lost when conditions change."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, nan
from typing import Self, overload

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, frozen
from bakeoff.core.errors import BadInput
from bakeoff.estimates.estimate import Estimate
from bakeoff.estimates.notes import NO_INTERVAL, NO_VALUE
from bakeoff.estimates.over_splits.mean import mean_over_splits

__all__ = [
    "NOTHING_LEARNED", "Deterioration", "LostShare", "average_deterioration", "deterioration_over_splits", "deteriorations_by_split", "is_learned", "performance_deterioration",
]  # fmt: skip

NOT_SHOWN = "the error when trained under the test condition is not shown to lie below the trivial one"
NOTHING_LEARNED = "trained under the test condition itself it is no better than the trivial classifier"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Deterioration:
    """Values of pD, their average, and a reason for each that is undefined."""

    values: Array
    reasons: tuple[str, ...]  # one for each value, in flat order; empty where there is a value

    @property
    def average(self) -> float:
        """The mean of the values; NaN where one is undefined."""
        return float(self.values.mean()) if self.values.size else nan

    def __float__(self) -> float:
        if self.values.size != 1:
            raise BadInput(f"there are {self.values.size} values; read .values or .average")
        return float(self.values.reshape(-1)[0])

    def __array__(self, dtype: object = None, copy: bool | None = None) -> Array:
        return np.array(self.values, dtype=dtype)  # type: ignore[call-overload,no-any-return]


class LostShare(float):
    """pD of one condition: a number, with the reason where it is undefined (NaN)."""

    reasons: tuple[str, ...]

    def __new__(cls, value: float, reason: str = "") -> Self:
        share = super().__new__(cls, value)
        share.reasons = (reason,)
        return share

    @property
    def values(self) -> Array:
        """The number as an array without a dimension, as several have it."""
        return frozen(np.array(float(self)))

    @property
    def average(self) -> float:
        """The number itself."""
        return float(self)


@overload
def performance_deterioration(error: float, ideal: float, trivial: float) -> LostShare: ...
@overload
def performance_deterioration(error: ArrayLike, ideal: ArrayLike, trivial: ArrayLike) -> Deterioration | LostShare: ...
def performance_deterioration(error: ArrayLike, ideal: ArrayLike, trivial: ArrayLike) -> Deterioration | LostShare:
    r"""How much of what was learned is lost?  :math:`pD = (E_{test} - E_{ideal}) / (E_0 - E_{ideal})`.

    pD is 1 where the error exceeds the trivial one, undefined where the ideal error does not lie below it, and negative where the change was a help. Any measure
    may be used for which less is better; negate one for which more is better. Reference: alaiz2008b.

    Parameters
    ----------
    error
        The error of a learner trained under other conditions than those of the test set.
    ideal
        Its error when trained under the conditions of the test set.
    trivial
        The error of the most frequent class of the test set.

    Returns
    -------
    LostShare or Deterioration
        Three numbers give a number, arrays an object with `values` and their `average`; `reasons` say why a value is undefined.

    Examples
    --------
    >>> round(performance_deterioration(0.3, 0.2, 0.4), 2)
    0.5
    >>> performance_deterioration([24.7, 33.4], [23.4, 25.9], 32.9).values.round(2).tolist()
    [0.14, 1.0]
    >>> performance_deterioration(0.2, 0.4, 0.3).reasons
    ('trained under the test condition itself it is no better than the trivial classifier',)
    """
    test, best, zero = np.broadcast_arrays(
        *(np.asarray(errors, dtype=np.float64) for errors in (error, ideal, trivial))
    )
    unknown = np.isnan(test) | np.isnan(best) | np.isnan(zero)
    beyond, useless = (test > zero) & ~unknown, best >= zero
    values = np.full(test.shape, nan)
    usual = ~(unknown | beyond | useless)
    values[usual] = (test[usual] - best[usual]) / (zero[usual] - best[usual])
    values[beyond] = 1.0
    reasons = np.where(unknown, "an error is missing", np.where(useless & ~beyond, NOTHING_LEARNED, ""))
    if not values.ndim:
        return LostShare(float(values), str(reasons))
    return Deterioration(values=frozen(values), reasons=tuple(str(reason) for reason in reasons.reshape(-1)))


def deteriorations_by_split(error: Array, ideal: Array, trivial: Array) -> Array:
    """What each split adds to the pD of the mean errors: their mean is that pD, and their spread its uncertainty.

    The ratio of means is expanded around the means (the delta method), for ratios of single splits have no finite mean.
    """
    value = float(performance_deterioration(error.mean(), ideal.mean(), trivial.mean()))
    if np.isnan(value) or error.mean() > trivial.mean():
        return np.full(len(error), value)
    scale = trivial.mean() - ideal.mean()
    return np.asarray(value + ((error - ideal) - value * (trivial - ideal)) / scale)


def is_learned(ideal: Array, trivial: Array, test_share: float | None, level: float = 0.95) -> bool:
    """Whether the ideal error is shown to lie below the trivial one; else the ratio has no interval."""
    return len(ideal) > 1 and mean_over_splits(trivial - ideal, test_share, level).low > 0


def deterioration_over_splits(
    error: ArrayLike, ideal: ArrayLike, trivial: ArrayLike, test_share: float | None, level: float = 0.95
) -> Estimate:
    """The pD of the mean errors over splits, with its interval by splits; above 1 there is nothing."""
    test, best, zero = (np.asarray(errors, dtype=np.float64).reshape(-1) for errors in (error, ideal, trivial))
    if not is_learned(best, zero, test_share, level):
        deterioration = performance_deterioration(test.mean(), best.mean(), zero.mean())
        why = NO_VALUE(why=deterioration.reasons[0]) if deterioration.reasons[0] else NO_INTERVAL(why=NOT_SHOWN)
        return Estimate.alone(float(deterioration), len(test), why, level=level)
    deterioration = performance_deterioration(test.mean(), best.mean(), zero.mean())
    if np.isnan(float(deterioration)):
        return Estimate.alone(nan, len(test), NO_VALUE(why=deterioration.reasons[0]), level=level)
    if test.mean() > zero.mean():  # the rule gives 1; how sure that is follows from the ratio before the rule
        scale = zero.mean() - best.mean()
        if scale <= 0:
            return Estimate.alone(1.0, len(test), level=level)
        raw = (test.mean() - best.mean()) / scale
        parts = raw + ((test - best) - raw * (zero - best)) / scale
        estimate = mean_over_splits(parts, test_share, level)
        return replace(estimate, value=1.0, low=min(estimate.low, 1.0), high=min(estimate.high, 1.0))
    return mean_over_splits(deteriorations_by_split(test, best, zero), test_share, level, bounds=(-inf, 1.0))


def average_deterioration(parts: Sequence[Array], test_share: float | None, level: float = 0.95) -> Estimate:
    """The mean of several pD, with an interval over the splits that they share."""
    if not parts or any(np.isnan(part).any() for part in parts):
        why = "there is no condition" if not parts else "pD is undefined under a condition"
        return Estimate.alone(nan, len(parts[0]) if parts else 0, NO_VALUE(why=why), level=level)
    return mean_over_splits(np.mean(parts, axis=0), test_share, level, bounds=(-inf, 1.0))
