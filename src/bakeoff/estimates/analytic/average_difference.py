"""The average difference of paired losses along a stream: an interval and a p-value that hold at every example.

Where first one learner leads and then the other, a bet against "equal at every example" is won by the first lead alone. What is
asked here is which of them has lost less over all examples so far, whatever their lead did in between.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["AverageDifference"]

RANGE = 2.0  # differences and their guess lie between -1 and 1
STAKES = np.geomspace(0.002, 0.45, 16)  # below 1 / RANGE
COSTS = (-np.log1p(-RANGE * STAKES) - RANGE * STAKES) / RANGE**2
STEPS = 60  # halvings that find an end of the interval


@dataclass(slots=True)
class AverageDifference:
    r"""Sums of differences between -1 and 1 that arrive in parts.

    With a guess :math:`g_t` of the next difference, here the mean of those before, and
    :math:`\psi(\lambda) = (-\ln(1 - 2 \lambda) - 2 \lambda) / 4`, the process
    :math:`\exp(\lambda \sum (d_t - \mu_t) - \psi(\lambda) \sum (d_t - g_t)^2)` is a supermartingale for any expected differences
    :math:`\mu_t` given all before. So the mean of the :math:`\mu_t` so far lies in the interval at all examples at once with the chance
    that is stated.  References: howard2021, choe2024.

    >>> sums = AverageDifference()
    >>> sums.push(np.tile([-1.0, 0.0], 200))
    >>> [round(end, 3) for end in sums.interval(0.95)], sums.p_value < 0.001
    ([-0.607, -0.393], True)
    """

    total: float = 0.0
    spread: float = 0.0  # sum of squared distances from the guesses
    seen: int = 0

    def push(self, differences: Array) -> None:
        """Add these differences."""
        if not len(differences):
            return
        before = self.total + np.cumsum(differences) - differences
        guess = before / np.maximum(self.seen + np.arange(len(differences)), 1)
        self.spread += float(np.square(differences - guess).sum())
        self.total += float(differences.sum())
        self.seen += len(differences)

    def restore(self, total: Any, spread: Any, count: int) -> None:
        """Go on from what a checkpoint holds; raises ValueError for what no differences can have led to."""
        if not np.isfinite([float(total), float(spread)]).all():
            raise ValueError("no sums of differences")
        if abs(total) > count * (1 + 1e-9) or not 0 <= spread <= RANGE**2 * count:
            raise ValueError("sums of more differences than there were")
        self.total, self.spread, self.seen = float(total), float(spread), count

    def _log_evidence(self, mean: float) -> float:
        """Logarithm of the evidence against an average difference of `mean`, over both sides."""
        gain = STAKES * (self.total - self.seen * mean)
        return float(np.logaddexp.reduce(np.concatenate([gain, -gain]) - np.tile(COSTS * self.spread, 2))) - float(
            np.log(2 * len(STAKES))
        )

    @property
    def p_value(self) -> float:
        """Of an average difference of zero so far; it may rise again with later examples."""
        return float(np.exp(-max(self._log_evidence(0.0), 0.0)))

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """The ends for the average of the expected differences so far."""
        if not self.seen:
            return -1.0, 1.0
        limit = -float(np.log(1 - level))
        middle = self.total / self.seen
        return tuple(_end(lambda mean: self._log_evidence(mean) < limit, middle, border) for border in (-1.0, 1.0))  # type: ignore[return-value]


def _end(inside: Callable[[float], bool], middle: float, border: float) -> float:
    """The last point towards the border that is inside."""
    if inside(border):
        return border
    held, lost = middle, border
    for _ in range(STEPS):
        half = (held + lost) / 2
        held, lost = (half, lost) if inside(half) else (held, half)
    return held
