"""The uncertainty zone: scores between which no decision is good enough, and what rejecting them leaves."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranking import Ranking, rank

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

    >>> from bakeoff.predictions.door import predictions_of
    >>> zone = uncertainty_zone(predictions_of([0, 0, 1, 0, 1, 1], y_score=[1, 2, 3, 4, 5, 6]), 0.0)
    >>> zone.low, zone.high, round(zone.rejected, 3)
    (2.0, 5.0, 0.333)
    """
    if not 0 <= max_error < 0.5:
        raise BadInput(f"max_error must lie in [0, 0.5), not {max_error}")
    r = of if isinstance(of, Ranking) else rank(of)
    if r.many is not None or not r.positive_weight or not r.negative_weight:
        raise NotApplicable("an uncertainty zone needs two classes, and rows of both")
    tp, fp = np.asarray(r.curve.tp, dtype=np.float64), np.asarray(r.curve.fp, dtype=np.float64)
    threshold, n = np.asarray(r.curve.threshold, dtype=np.float64), tp[-1] + fp[-1]
    above_error = fp / (tp + fp)
    fn, tn = tp[-1] - tp, fp[-1] - fp  # below each threshold, itself not included
    with np.errstate(invalid="ignore", divide="ignore"):
        below_error = np.where(fn + tn > 0, fn / (fn + tn), np.inf)
    ups = np.flatnonzero(above_error <= max_error)
    up = int(ups[-1]) if ups.size else -1
    downs = np.flatnonzero(below_error <= max_error)
    # Everything after place `down` (scores below threshold[down]) is called negative, but never what is above already.
    down = max(int(downs[0]), up) if downs.size else len(tp) - 1
    called = int(up >= 0) * (tp[up] + fp[up]), n - tp[down] - fp[down]
    return Zone(
        low=float(threshold[down + 1]) if down + 1 < len(tp) else -np.inf,
        high=float(threshold[up]) if up >= 0 else np.inf,
        rejected=float((n - called[0] - called[1]) / n),
        error_below=float((tp[-1] - tp[down]) / called[1]) if called[1] else float("nan"),
        error_above=float(above_error[up]) if up >= 0 else float("nan"),
    )
