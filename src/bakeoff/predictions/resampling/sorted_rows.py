"""RankedRows: rows sorted once by falling score; a resample of them needs no sorting."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels import kernel
from bakeoff.kernels.reference.resampling import from_tiles
from bakeoff.predictions.summaries.ranking.ranking import Curve, Ranking, ResampledRanking

__all__ = ["RankedRows", "is_positive_and_tied"]

FINE = 8192  # distinct scores from which neighbours are put together,
STOPS = 4096  # into so many: local ups and downs that a maximum feels are hundreds of rows wide where rows are so many


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankedRows:
    """Rows from the highest score down: the group each is drawn with, whether it is positive, and its weight."""

    unit: Array
    positive: Array
    weight: Array | None = None
    stops: Array  # of each distinct score, how many rows lie down to its end
    coarse: bool = False  # whether neighbouring scores are taken as one

    @classmethod
    def of_curve(cls, curve: Curve) -> "RankedRows":
        """Single rows of equal weight, each of them drawn for itself; those of a score are alike but for their class.

        >>> RankedRows.of_curve(Curve(threshold=np.array([0.9, 0.4]), tp=np.array([1, 2]), fp=np.array([0, 1]))).stops
        array([1, 3], dtype=int32)
        """
        positive, last = is_positive_and_tied(curve)
        unit = from_tiles(np.arange(len(last), dtype=np.int32))
        return cls(unit=unit, positive=positive, stops=_stops(last))

    @classmethod
    def of_rows(cls, score: Array, positive: Array, weight: Array | None, owner: Array) -> "RankedRows":
        """Rows as they were read, with the number of each row's unit; those without weight make no threshold."""
        order = np.argsort(score, kind="stable")[::-1]
        order = order if weight is None else order[weight[order] > 0]
        values, heavy = score[order], None if weight is None else np.asarray(weight, dtype=np.float64)[order]
        last = np.append(values[1:] != values[:-1], True)[: len(values)]
        return cls(unit=owner[order].astype(np.int32), positive=positive[order], weight=heavy, stops=_stops(last))

    def affordable(self) -> "RankedRows":
        """The same in no more than thousands of steps, which tell how much a measure varies as well as all do."""
        if len(self.stops) <= FINE:
            return self
        ends = np.arange(1, STOPS + 1) * len(self.unit) // STOPS
        return replace(self, stops=np.unique(self.stops[np.searchsorted(self.stops, ends)]), coarse=True)

    def whole(self) -> Ranking:
        """The ranking of all rows in these steps."""
        return self.drawn(np.ones(int(self.unit.max(initial=-1)) + 1))

    def rankings(self, times: Array) -> Iterator[Ranking]:
        """The rankings if each unit had been seen so many times, for each row of `times` (bytes or doubles).

        For single rows of equal weight it may be the seeds of resamples.
        """
        if times.ndim > 1:
            resamples = kernel("resampled_steps")(times, self.unit, self.positive, self.weight, self.stops)
        else:
            resamples = kernel("resampled_steps_of_seeds")(times, self.unit, self.positive, self.stops)
        for steps in resamples:
            yield ResampledRanking(n=len(self.unit), known=steps)

    def drawn(self, times: Array) -> Ranking:
        """Return the ranking of one resample.

        >>> rows = RankedRows.of_rows(np.array([0.4, 0.9]), np.array([True, False]), None, np.array([0, 1]))
        >>> rows.drawn(np.array([2.0, 1.0])).totals.average_precision
        0.6666666666666666
        """
        return next(self.rankings(times[None]))


def _stops(last: Array) -> Array:
    return (np.flatnonzero(last) + 1).astype(np.int32)


def is_positive_and_tied(curve: Curve) -> tuple[Array, Array]:
    """The rows of a curve from the highest score down: whether each is positive, and whether it is the last of its score.

    >>> is_positive_and_tied(Curve(threshold=np.array([0.9, 0.4]), tp=np.array([1, 2]), fp=np.array([0, 1])))
    (array([ True,  True, False]), array([ True, False,  True]))
    """
    ups, downs = np.diff(curve.tp, prepend=0), np.diff(curve.fp, prepend=0)
    flags = np.repeat(np.tile([True, False], len(ups)), np.column_stack([ups, downs]).reshape(-1))
    last = np.zeros(len(flags), dtype=bool)
    last[np.cumsum(ups + downs) - 1] = True
    return flags, last
