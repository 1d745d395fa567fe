"""BinnedRanking: the ranking in bounded memory, with the error that the bins can make at most."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.core.kept import kept
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.ranking import Curve, Ranking

__all__ = ["BinnedRanking", "binned"]

BITS = 20  # sign, exponent and the first eight bits of the fraction


# Not slotted: the ranking is kept when first asked for.
@dataclass(frozen=True, kw_only=True, eq=False)
class BinnedRanking:
    """How many positives and negatives fall into each of 2^20 bins of the score's own bits; merges by adding.

    Within a bin the order is lost: such pairs count as ties. `auc_error` is the most that this can move the area.
    """

    n: int
    positives: Array
    negatives: Array

    @kept
    def ranking(self) -> Ranking:
        """The same as a Ranking whose thresholds are the lower ends of the bins."""
        full = np.flatnonzero(self.positives + self.negatives)[::-1]
        curve = Curve(
            threshold=_lower_end(full), tp=np.cumsum(self.positives[full]), fp=np.cumsum(self.negatives[full])
        )
        none = np.empty(0)
        return Ranking(n=self.n, positives=none, negatives=none, given=curve)

    @property
    def auc_error(self) -> float:
        """Half the share of pairs that fall into one bin."""
        pairs = float(self.positives.sum()) * float(self.negatives.sum())
        within = float((self.positives.astype(np.float64) * self.negatives).sum())
        return within / (2 * pairs) if pairs else float("nan")

    def merge(self, other: "BinnedRanking") -> "BinnedRanking":
        """Both parts together."""
        return BinnedRanking(
            n=self.n + other.n, positives=self.positives + other.positives, negatives=self.negatives + other.negatives
        )


def binned(pred: Predictions) -> BinnedRanking:
    """Count the scores of these predictions into the bins.

    >>> from bakeoff.predictions.door import predictions_of
    >>> made = binned(predictions_of([0, 1, 1, 0], y_score=[0.1, 0.9, 0.4, 0.6]))
    >>> float(made.ranking.sweep.doubled_wins / 8), made.auc_error
    (0.75, 0.0)
    """
    score = pred.scores()
    if score.ndim != 1 or pred.weight is not None:
        raise BadInput("bins are for one column of scores without sample weights")
    code = _bin(np.asarray(score, dtype=np.float64))
    positive = pred.truth == pred.positive_code
    many = 1 << BITS
    ups, every = np.bincount(code[positive], minlength=many), np.bincount(code, minlength=many)
    return BinnedRanking(n=len(pred), positives=ups, negatives=every - ups)


def _bin(score: Array) -> Array:
    """The leading bits in an order that follows the numbers: negative ones have theirs turned round."""
    bits = (score + 0.0).view(np.int64)  # minus zero becomes zero
    ordered = np.where(bits < 0, ~bits, bits | np.int64(-(2**63))).view(np.uint64)
    return (ordered >> np.uint64(64 - BITS)).astype(np.int64)


def _lower_end(code: Array) -> Array:
    ordered = code.astype(np.uint64) << np.uint64(64 - BITS)
    high = np.uint64(1) << np.uint64(63)
    bits = np.where(ordered >= high, ordered ^ high, ~ordered)
    return np.asarray(bits).view(np.float64)
