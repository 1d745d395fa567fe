"""RankedRows: rows in the order of falling scores, so that a resample of them is ranked without sorting again."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions.ranking import Curve, Ranking

__all__ = ["RankedRows"]

_NONE = np.empty(0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankedRows:
    """From the highest score down: which rows are positive, what they weigh, and with which others they are drawn."""

    positive: Array
    ends: Array  # the place of the last row of each distinct score
    threshold: Array  # those scores
    weight: Array | None = None
    owner: Array | None = None  # the number of each row's unit; None where single rows are drawn

    @classmethod
    def of_curve(cls, curve: Curve) -> "RankedRows":
        """Single rows of equal weight: those of a score are alike but for their class.

        >>> RankedRows.of_curve(Curve(threshold=np.array([0.9, 0.4]), tp=np.array([1, 2]), fp=np.array([0, 1]))).positive
        array([ True,  True, False])
        """
        ups, downs = np.diff(curve.tp, prepend=0), np.diff(curve.fp, prepend=0)
        flags = np.repeat(np.tile([True, False], len(ups)), np.column_stack([ups, downs]).reshape(-1))
        return cls(positive=flags, ends=np.cumsum(ups + downs) - 1, threshold=curve.threshold)

    @classmethod
    def of_rows(cls, score: Array, positive: Array, weight: Array | None, owner: Array) -> "RankedRows":
        """Rows as they were read; those without weight make no threshold."""
        order = np.argsort(score, kind="stable")[::-1]
        if weight is not None:
            order = order[weight[order] > 0]
            weight = np.asarray(weight, dtype=np.float64)[order]
        values = score[order]
        ends = np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else np.arange(0)
        return cls(positive=positive[order], ends=ends, threshold=values[ends], weight=weight, owner=owner[order])

    @property
    def last(self) -> Array:
        """Whether a row is the last of its score."""
        made = np.zeros(len(self.positive), dtype=bool)
        made[self.ends] = True
        return made

    def drawn(self, times: Array) -> Ranking:
        """The ranking if each row, or each unit of rows, had been seen so many times.

        >>> rows = RankedRows.of_rows(np.array([0.4, 0.9]), np.array([True, False]), None, np.array([0, 1]))
        >>> rows.drawn(np.array([2.0, 1.0])).curve.tp.tolist()
        [0.0, 2.0]
        """
        often = times if self.owner is None else times[self.owner]
        if self.weight is not None:
            often = often * self.weight
        tp = np.cumsum(np.where(self.positive, often, 0))[self.ends]
        if self.weight is None:  # whole numbers: the difference is exact
            fp = np.cumsum(often)[self.ends] - tp
        else:
            fp = np.cumsum(np.where(self.positive, 0, often))[self.ends]
        curve = Curve(threshold=self.threshold, tp=tp, fp=fp)
        return Ranking(n=len(self.positive), positives=_NONE, negatives=_NONE, given=curve)
