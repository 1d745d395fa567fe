"""Intervals of a difference of two shares, from Wilson's interval of each: Newcombe's, and with a factor and a correlation."""

from math import sqrt

import numpy as np

from bakeoff.estimates.analytic.proportion import proportion
from bakeoff.estimates.estimate import Estimate
from bakeoff.measures.measure import Measure
from bakeoff.predictions.summaries.ranking.ranking import Ranking
from bakeoff.predictions.summaries.summaries import Summaries

__all__ = ["largest_gap_ends", "share_difference_ends", "share_difference_interval"]

Share = tuple[float, float]  # hits, trials


def share_difference_ends(
    first: Share, second: Share, level: float, *, factor: float = 1.0, correlation: float = 0.0
) -> tuple[float, float]:
    """The ends of a share less `factor` times another one; each side adds the reach of Wilson's intervals in squares.

    References: newcombe1998, zou2008.

    >>> [round(one, 4) for one in share_difference_ends((56, 70), (48, 80), 0.95)]
    [0.0524, 0.3339]
    """
    a, b = proportion(*first, level), proportion(*second, level)
    value = a.value - factor * b.value

    def reach(mine: float, other: float) -> float:
        return sqrt(max(mine**2 + other**2 - 2 * correlation * mine * other, 0.0))

    low = reach(a.value - a.low, factor * (b.high - b.value))
    high = reach(a.high - a.value, factor * (b.value - b.low))
    return value - low, value + high


def share_difference_interval(measure: Measure, summaries: Summaries, level: float) -> Estimate:
    """The interval of a measure that is the difference of two shares of the same rows, which exclude each other."""
    assert measure.shares is not None
    hits, others, n, factor = measure.shares(summaries.get(measure.reads))
    a, b = hits / n, others / n
    apart = -sqrt(a * b / ((1 - a) * (1 - b))) if a * b else 0.0  # no row is both
    ends = share_difference_ends((hits, n), (others, n), level, factor=factor, correlation=apart)
    low, high = np.clip(ends, *measure.bounds).tolist()
    value = float(measure.compute(summaries.get(measure.reads)))
    return Estimate(
        value=value, low=min(low, value), high=max(high, value), level=level, method="Newcombe, two shares", n=round(n)
    )


def largest_gap_ends(ranking: Ranking, level: float) -> tuple[float, float]:
    """The ends of the largest distance of two rates, as if its threshold had been chosen beforehand."""
    m, n = float(ranking.positive_weight), float(ranking.negative_weight)
    tp, fp = (np.asarray(counts, dtype=np.float64) for counts in (ranking.curve.tp, ranking.curve.fp))
    gap = tp / m - fp / n
    position = int(np.abs(gap).argmax())
    rates = ((float(tp[position]), m), (float(fp[position]), n))
    return share_difference_ends(*(rates if gap[position] >= 0 else rates[::-1]), level)
