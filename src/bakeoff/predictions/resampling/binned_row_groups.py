"""BinnedRowGroups: the scores of each group of rows in a few hundred bins, so that groups can be drawn when the rows are gone.

Resamples need no fine bins: how much an area varies is told by a few hundred as well as by a million, and how far off
their own area is cancels in the difference of a resample to the whole. So the table of groups and bins stays small.
"""

from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.binned import bin_of
from bakeoff.predictions.summaries.ranking.ranking import Curve, Ranking, ThresholdRanking

__all__ = ["BinnedRowGroups", "binned_rows", "binned_units"]

MOST = 512  # bins; with more of them filled, neighbours are put together


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BinnedRowGroups:
    """The weight of negatives and positives of each group in each bin.

    They are the bins of a BinnedRanking without their last bits: `dropped` of them are left out, as few as keep the
    number of filled bins small, so that the bins are the same in whatever parts the rows are read.
    """

    dropped: int
    at: Array  # (bins,) ascending
    amounts: Array  # (groups, 2, bins)

    def among(self, codes: Array, many: int) -> "BinnedRowGroups":
        """The same among so many groups, of which each of these becomes the one with its number, or a part of it."""
        return replace(self, amounts=_gathered(self.amounts, codes, many, 0))

    def merge(self, other: "BinnedRowGroups") -> "BinnedRowGroups":
        """Both parts of the same groups together."""
        dropped = max(self.dropped, other.dropped)
        bins = np.union1d(*(part.at >> (dropped - part.dropped) for part in (self, other)))
        more, kept = _few(bins)
        first, second = (part.coarser(dropped + more, kept) for part in (self, other))
        return replace(first, amounts=first.amounts + second.amounts)

    def coarser(self, dropped: int, bins: Array) -> "BinnedRowGroups":
        """With so many bits dropped, among these bins."""
        places = np.searchsorted(bins, self.at >> (dropped - self.dropped))
        return BinnedRowGroups(dropped=dropped, at=bins, amounts=_gathered(self.amounts, places, len(bins), 2))

    def drawn(self, times: Array) -> list[Ranking]:
        """The rankings if each group had been seen so many times, for each row of `times`.

        >>> from bakeoff.predictions.from_arrays import predictions_of
        >>> made = binned_units(predictions_of([0, 1, 1, 0], y_score=[0.1, 0.9, 0.4, 0.6]), np.array([0, 0, 1, 1]), 2)
        >>> [float(one.totals.doubled_wins / 8) for one in made.drawn(np.array([[1.0, 1.0], [2.0, 0.0], [0.0, 2.0]]))]
        [0.75, 1.0, 0.0]
        """
        return self.rankings(times @ self.amounts.reshape(len(self.amounts), -1))

    def rankings(self, held: Array) -> list[Ranking]:
        """The rankings with these weights of negatives and positives, (rankings, 2 x bins), in the bins."""
        upto = np.cumsum(held.reshape(len(held), 2, -1)[:, :, ::-1], axis=2)
        score = self.at[::-1].astype(np.float64)
        return [ThresholdRanking(n=len(self.amounts), counts=Curve(threshold=score, tp=tp, fp=fp)) for fp, tp in upto]


def binned_rows(curve: Curve) -> BinnedRowGroups:
    """All rows of a binned ranking as one group.

    >>> binned_rows(Curve(threshold=np.array([0.9, 0.4]), tp=np.array([1, 2]), fp=np.array([0, 3]))).amounts.tolist()
    [[[3.0, 0.0], [1.0, 1.0]]]
    """
    bins, gains = bin_of(curve.threshold[::-1]), [np.diff(counts, prepend=0)[::-1] for counts in (curve.fp, curve.tp)]
    dropped, kept = _few(bins)
    places = np.searchsorted(kept, bins >> dropped)
    held = [np.bincount(places, weights=gain, minlength=len(kept)) for gain in gains]
    return BinnedRowGroups(dropped=dropped, at=kept, amounts=np.array([held]))


def binned_units(pred: Predictions, codes: Array, many: int) -> BinnedRowGroups:
    """The scores of two classes in bins, by the number of each row's group."""
    score, positive = np.asarray(pred.scores(), dtype=np.float64), pred.truth == pred.positive_code
    bins = bin_of(score)
    dropped, kept = _few(np.unique(bins))
    places = (2 * codes.astype(np.int64) + positive) * len(kept) + np.searchsorted(kept, bins >> dropped)
    held = np.bincount(places, weights=pred.weight, minlength=many * 2 * len(kept))
    return BinnedRowGroups(dropped=dropped, at=kept, amounts=held.astype(np.float64).reshape(many, 2, len(kept)))


def _gathered(amounts: Array, places: Array, many: int, axis: int) -> Array:
    """What goes to the same of so many places along an axis, added up.

    >>> _gathered(np.array([[1.0, 2.0, 4.0]]), np.array([3, 0, 3]), 4, 1).tolist()
    [[2.0, 0.0, 0.0, 5.0]]
    """
    if np.array_equal(places, np.arange(many)):
        return amounts
    sums = np.zeros([many if i == axis else size for i, size in enumerate(amounts.shape)])
    order = np.argsort(places, kind="stable")
    first = np.flatnonzero(np.diff(places[order], prepend=-1))
    if len(first):
        where = (slice(None),) * axis + (places[order][first],)
        sums[where] = np.add.reduceat(np.take(amounts, order, axis=axis), first, axis=axis)
    return sums


def _few(bins: Array) -> tuple[int, Array]:
    """How many bits to drop, and the bins that are then filled.

    >>> _few(np.arange(1000))[0], len(_few(np.arange(1000))[1])
    (1, 500)
    """
    dropped, kept = 0, bins
    while len(kept) > MOST:
        dropped, kept = dropped + 1, np.unique(kept >> 1)
    return dropped, kept
