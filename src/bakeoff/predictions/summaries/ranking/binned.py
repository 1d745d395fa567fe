"""BinnedRanking: the ranking in bounded memory, with the error that the bins can make at most."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.cached import cached_property
from bakeoff.core.checks import Array
from bakeoff.core.errors import BadInput
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.ranking import Curve, Ranking, ThresholdRanking

__all__ = ["BinnedRanking", "bin_of", "binned"]

PIECE = 1 << 13  # scores that are taken at a time
BITS = 26  # sign, exponent and the first fourteen bits of the fraction: probabilities fill a few hundred thousand bins


# Not slotted: the ranking is kept when first asked for.
@dataclass(frozen=True, kw_only=True, eq=False)
class BinnedRanking:
    """How many positives and negatives (or which weight) fall into each of 2^26 bins of the score's own bits.

    Above one half it is the bits of its distance from one: probabilities near one are told apart as those near zero.
    Only filled bins are held. Within a bin the order is lost: such pairs count as ties. `auc_error` is the most that
    this can move the area.
    """

    n: int
    at: Array  # the filled bins, ascending
    positives: Array
    negatives: Array

    @cached_property
    def ranking(self) -> Ranking:
        """The same as a Ranking whose thresholds are the lower ends of the bins."""
        tp, fp = np.cumsum(self.positives[::-1]), np.cumsum(self.negatives[::-1])
        curve = Curve(threshold=_lower_end(self.at[::-1]), tp=tp, fp=fp)
        return ThresholdRanking(n=self.n, counts=curve)

    @property
    def auc_error(self) -> float:
        """Half the share of pairs that fall into one bin."""
        pairs = float(self.positives.sum()) * float(self.negatives.sum())
        within = float((self.positives.astype(np.float64) * self.negatives).sum())
        return within / (2 * pairs) if pairs else float("nan")

    def merge(self, other: "BinnedRanking") -> "BinnedRanking":
        """Both parts together."""
        bins = np.concatenate([self.at, other.at])
        amounts = np.stack(
            [np.concatenate([self.positives, other.positives]), np.concatenate([self.negatives, other.negatives])]
        )
        return _added(self.n + other.n, bins, amounts)


def binned(pred: Predictions) -> BinnedRanking:
    """Count the scores of these predictions into the bins.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> made = binned(predictions_of([0, 1, 1, 0], y_score=[0.1, 0.9, 0.4, 0.6]))
    >>> float(made.ranking.totals.doubled_wins / 8), made.auc_error
    (0.75, 0.0)
    """
    score = pred.scores()
    if score.ndim != 1:
        raise BadInput("bins are for the scores of two classes; leave them out for more")
    bins, positive = bin_of(np.asarray(score, dtype=np.float64)), pred.truth == pred.positive_code
    if pred.weight is not None:
        return _added(len(pred), bins, np.where(np.stack([positive, ~positive]), pred.weight, 0.0))
    halves = [_counted(bins[rows]) for rows in (positive, ~positive)]
    amounts = np.zeros((2, sum(len(half) for half, _ in halves)), dtype=np.int64)
    amounts[0, : len(halves[0][0])], amounts[1, len(halves[0][0]) :] = halves[0][1], halves[1][1]
    return _added(len(pred), np.concatenate([half for half, _ in halves]), amounts)


def _counted(bins: Array) -> tuple[Array, Array]:
    """The distinct bins and how often each occurs; plain integers are sorted far quicker than rows that carry more."""
    bins.sort()
    first = _beginnings(bins)
    return bins[first], np.diff(first, append=len(bins))


def _added(n: int, bins: Array, amounts: Array) -> BinnedRanking:
    """What falls into the same bin, as one."""
    order = np.argsort(bins, kind="stable")
    bins = bins[order]
    first = _beginnings(bins)
    total = np.add.reduceat(amounts[:, order], first, axis=1) if len(bins) else amounts
    return BinnedRanking(n=n, at=bins[first], positives=total[0], negatives=total[1])


def _beginnings(bins: Array) -> Array:
    return np.flatnonzero(np.append(True, bins[1:] != bins[:-1])) if len(bins) else np.empty(0, dtype=np.int64)


def bin_of(score: Array) -> Array:
    """A number for each score, which ascends with them: the leading bits, from one half to one those of the rest to one.

    >>> bin_of(np.array([-1.0, 0.0, 1e-9, 0.5, 1 - 1e-9, 1.0, 2.0])).astype(int).tolist()
    [16793599, 33554432, 49824952, 50298880, 50772808, 67043328, 67059713]
    """
    codes = np.empty(len(score), dtype=np.uint32)
    for start in range(0, len(score), PIECE):
        codes[start : start + PIECE] = _codes(score[start : start + PIECE])
    return codes


def _codes(score: Array) -> Array:
    """The same of so few that all stays in the processor's cache."""
    mirrored = (score > 0.5) & (score <= 1.0)
    code = _bits(np.where(mirrored, 1.0 - score, score)).astype(np.int64)
    above = np.where(mirrored, 2 * _HALF - code, code - _ONE + _TOP + 1)
    return np.where(score > 0.5, above, code)


def _bits(value: Array) -> Array:
    """The leading bits in an order that follows the numbers: negative ones have theirs turned round."""
    bits = (value + 0.0).view(np.int64)  # minus zero becomes zero
    ordered = np.where(bits < 0, ~bits, bits | np.int64(-(2**63))).view(np.uint64)
    return np.asarray(ordered >> np.uint64(64 - BITS))


_LEAST, _ZERO, _HALF, _ONE, _MOST = _bits(np.array([-np.inf, 0.0, 0.5, 1.0, np.inf])).astype(np.int64).tolist()
_TOP = 2 * _HALF - _ZERO  # the bin of one


def _lower_end(code: Array) -> Array:
    """The smallest score of each bin; a mirrored one begins above the end of the bin below."""
    wide = code.astype(np.int64)
    rest = 2 * _HALF - wide
    mirrored = np.nextafter(1.0 - _first(rest + 1), 1.0 - _first(rest))
    beyond = np.maximum(_first(wide - _TOP - 1 + _ONE), np.nextafter(1.0, 2.0))
    return np.where(wide <= _HALF, _first(wide), np.where(wide <= _TOP, mirrored, beyond))


def _first(bits: Array) -> Array:
    """The least number with these leading bits, where there is one."""
    ordered = np.clip(bits, _LEAST + 1, _MOST).astype(np.uint64) << np.uint64(64 - BITS)
    high = np.uint64(1) << np.uint64(63)
    return np.asarray(np.where(ordered >= high, ordered ^ high, ~ordered)).view(np.float64)
