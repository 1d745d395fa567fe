"""RankedRows: rows in the order of falling scores, so that a resample of them is ranked without sorting again."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions import kernels, resamples
from bakeoff.predictions.ranking import Curve, Ranking
from bakeoff.predictions.rises import Rises

__all__ = ["RankedRows", "flags_of"]

_NONE = np.empty(0, dtype=bool)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RankedRows:
    """From the highest score down: with which unit each positive and each negative is drawn, and what it weighs."""

    ups: Array
    downs: Array
    weights: tuple[Array, Array] | None = None  # of the ups and of the downs
    last: Array  # for each distinct score of positives: the place of the last of them,
    above: Array  # the number of negatives above it,
    upto: Array  # and those level with it too
    flags: tuple[Array, Array] = (_NONE, _NONE)  # of single rows: see flags_of

    @classmethod
    def of_curve(cls, curve: Curve) -> "RankedRows":
        """Single rows of equal weight, each of them drawn for itself; those of a score are alike but for their class.

        >>> RankedRows.of_curve(Curve(threshold=np.array([0.9, 0.4]), tp=np.array([1, 2]), fp=np.array([0, 1]))).downs
        array([2])
        """
        flags = flags_of(curve)
        steps = _steps(curve.tp, curve.fp)
        return cls(ups=np.flatnonzero(flags[0]), downs=np.flatnonzero(~flags[0]), flags=flags, **steps)

    @classmethod
    def of_rows(cls, score: Array, positive: Array, weight: Array | None, owner: Array) -> "RankedRows":
        """Rows as they were read, with the number of each row's unit; those without weight make no threshold."""
        order = np.argsort(score, kind="stable")[::-1]
        order = order if weight is None else order[weight[order] > 0]
        values, flags = score[order], positive[order]
        ends = np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else np.arange(0)
        tp = np.cumsum(flags)[ends]
        ups, downs = order[flags], order[~flags]
        heavy = None if weight is None else np.asarray(weight, dtype=np.float64)
        weights = None if heavy is None else (heavy[ups], heavy[downs])
        return cls(ups=owner[ups], downs=owner[downs], weights=weights, **_steps(tp, ends + 1 - tp))

    def resampled(self, seed: int) -> Ranking:
        """The ranking of n draws of n single rows of equal weight."""
        n = len(self.ups) + len(self.downs)
        made = kernels.drawn_rises(*self.flags, seed)
        if made is None:
            return self.drawn(resamples.in_line(resamples.draw_counts(seed, n)))
        (was, gain, above, level), negatives = made
        return Ranking(n=n, walked=Rises(was=was, gain=gain, above=above, level=level, negatives=float(negatives)))

    def drawn(self, times: Array) -> Ranking:
        """The ranking if each row, or each unit of rows, had been seen so many times.

        >>> rows = RankedRows.of_rows(np.array([0.4, 0.9]), np.array([True, False]), None, np.array([0, 1]))
        >>> rows.drawn(np.array([2.0, 1.0])).sweep.average_precision
        0.6666666666666666
        """
        up, down = times[self.ups], times[self.downs]
        if self.weights is not None:
            up, down = up * self.weights[0], down * self.weights[1]
        tp, fp = np.cumsum(up, dtype=np.float64)[self.last], np.concatenate([[0.0], np.cumsum(down)])
        some = np.flatnonzero(np.diff(tp, prepend=0.0))
        tp, above = tp[some], fp[self.above[some]]
        was = np.concatenate([[0.0], tp[:-1]])[: len(tp)]
        rises = Rises(was=was, gain=tp - was, above=above, level=fp[self.upto[some]] - above, negatives=float(fp[-1]))
        return Ranking(n=len(self.ups) + len(self.downs), walked=rises)


def _steps(tp: Array, fp: Array) -> dict[str, Any]:
    """Where the curve rises, in numbers of rows."""
    kind = np.int32 if len(tp) and tp[-1] + fp[-1] < 1 << 31 else np.int64
    rise = np.flatnonzero(np.diff(tp, prepend=0))
    found = {"last": tp[rise] - 1, "above": np.concatenate([[0], fp])[rise], "upto": fp[rise]}
    return {name: one.astype(kind) for name, one in found.items()}


def flags_of(curve: Curve) -> tuple[Array, Array]:
    """The rows of a curve from the highest score down: whether each is positive, and whether it is the last of its score.

    >>> flags_of(Curve(threshold=np.array([0.9, 0.4]), tp=np.array([1, 2]), fp=np.array([0, 1])))
    (array([ True,  True, False]), array([ True, False,  True]))
    """
    ups, downs = np.diff(curve.tp, prepend=0), np.diff(curve.fp, prepend=0)
    flags = np.repeat(np.tile([True, False], len(ups)), np.column_stack([ups, downs]).reshape(-1))
    last = np.zeros(len(flags), dtype=bool)
    last[np.cumsum(ups + downs) - 1] = True
    return flags, last
