"""The uncertainty zone: scores between which no decision is good enough, and what rejecting them leaves."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.ranking import Ranking, rank

__all__ = ["Zone", "uncertainty_zone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """Rows with low < score < high are rejected; at or below `low` negative is said, at or above `high` positive."""

    low: float
    high: float
    rejected: float  # share of the rows inside the zone
    error_below: float  # share of positives among the rows called negative; NaN if there are none
    error_above: float  # share of negatives among the rows called positive; NaN if there are none

    def decide(self, scores: Array) -> Array:
        """1 for positive, 0 for negative, -1 for rejected."""
        return np.where(scores >= self.high, 1, np.where(scores <= self.low, 0, -1))


def uncertainty_zone(of: Ranking | Predictions, max_error: float) -> Zone:
    """The smallest zone outside which each side errs in at most `max_error` of its decisions.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> zone = uncertainty_zone(predictions_of([0, 0, 1, 0, 1, 1], y_score=[1, 2, 3, 4, 5, 6]), 0.0)
    >>> zone.low, zone.high, round(zone.rejected, 3)
    (2.0, 5.0, 0.333)
    """
    if not 0 <= max_error < 0.5:
        raise BadInput(f"max_error must lie in [0, 0.5), not {max_error}")
    r = of if isinstance(of, Ranking) else rank(of)
    if r.many is not None or not r.positive_weight or not r.negative_weight:
        raise NotApplicable("an uncertainty zone needs two classes, and rows of both")
    tp, fp = (np.append(0.0, np.asarray(one, dtype=np.float64)) for one in (r.curve.tp, r.curve.fp))
    up, down = _places(tp, fp, max_error)
    threshold = np.asarray(r.curve.threshold, dtype=np.float64)
    taken = tp + fp
    n, above, below = taken[-1], taken[up], taken[-1] - taken[down]
    return Zone(
        low=float(threshold[down]) if down < len(threshold) else -np.inf,
        high=float(threshold[up - 1]) if up else np.inf,
        rejected=float((n - above - below) / n),
        error_below=float((tp[-1] - tp[down]) / below) if below else float("nan"),
        error_above=float(fp[up] / above) if above else float("nan"),
    )


def _places(tp: Array, fp: Array, max_error: float) -> tuple[int, int]:
    """How many distinct scores are called positive from the top, and after how many the rest is called negative.

    Every place at which one side errs seldom enough is paired with the nearest such place of the other side: the best
    place of each side alone may lie beyond that of the other.
    """
    taken, misses = tp + fp, tp[-1] - tp
    ups = np.flatnonzero(_share(fp, taken) <= max_error)  # calling nothing is always allowed: place 0 for this side,
    downs = np.flatnonzero(_share(misses, taken[-1] - taken) <= max_error)  # and the last place for the other
    nearest = downs[np.searchsorted(downs, ups)]
    best = np.lexsort((fp[ups] + misses[nearest], taken[nearest] - taken[ups]))[0]  # of equals that with fewer errors
    return int(ups[best]), int(nearest[best])


def _share(part: Array, whole: Array) -> Array:
    """The part of the whole; nothing of nothing."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
