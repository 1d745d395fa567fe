"""Rises: the distinct scores of positives with the negatives above and level with each; all areas follow from them."""

from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels import dispatch

__all__ = ["CompiledRocSteps", "PrecomputedRocSteps", "RocSteps", "ThresholdTotals", "rises_of_curve", "roc_steps"]


TINY = 5e-324  # the smallest number above zero
PIECE = 1 << 14  # rises that are taken at a time


class ThresholdTotals(NamedTuple):
    """What one walk along the merged scores, from the highest down, tells about all thresholds."""

    doubled_wins: float  # twice the Mann-Whitney count: 2 x pairs won + pairs tied
    average_precision: float
    pr_area: float  # trapezoids under the precision-recall points
    largest_gap: float  # max |TPR - FPR|
    placed_positive: float  # sum over positives of (share of negatives below, ties half) squared
    placed_negative: float  # sum over negatives of (share of positives above, ties half) squared


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RocSteps:
    """Numbers (or weights) at each score of a positive, from the highest down."""

    was: Array  # positives above it
    gain: Array  # positives at it
    above: Array  # negatives above it
    level: Array  # negatives at it
    negatives: float  # all of them

    @property
    def positives(self) -> float:
        """All of them."""
        return float(self.was[-1] + self.gain[-1]) if len(self.gain) else 0.0

    def sweep(self) -> ThresholdTotals:
        """Areas and distances, all at once; NaN where a class is missing."""
        if not len(self.gain):
            nan = float("nan")
            return ThresholdTotals(nan, nan, nan, nan, nan, nan)
        m, n, last = self.positives, self.negatives, float(self.above[-1] + self.level[-1])
        parts = [self._sweep(slice(at, at + PIECE), m) for at in range(0, len(self.gain), PIECE)]
        wins, precision, area, gaps, of_up, of_down = zip(*parts, strict=True)
        return ThresholdTotals(
            doubled_wins=sum(wins) + 2 * (n - last) * m,
            average_precision=fsum(precision) / m,
            pr_area=fsum(area) / (2 * m),
            largest_gap=max(gaps),
            placed_positive=fsum(of_up),
            placed_negative=fsum(of_down) + n - last,
        )

    def _sweep(self, part: slice, m: float) -> ThresholdTotals:
        """What these rises add, so few of them that all stays in the processor's cache."""
        was, gain, above, level = self.was[part], self.gain[part], self.above[part], self.level[part]
        n, tp, fp = np.float64(self.negatives), was + gain, above + level
        passed = self.above[part.start - 1] + self.level[part.start - 1] if part.start else 0.0
        between = np.diff(fp, prepend=passed) - level  # negatives since the score before
        share, precision = was / m, tp / (tp + fp)
        before = was / np.maximum(was + above, TINY)
        if not part.start and was[0] + above[0] == 0:  # nothing above the very first: as precise as can be
            before[0] = 1.0
        with np.errstate(divide="ignore", invalid="ignore"):
            gap = max(np.abs(tp / m - fp / n).max(), (above / n - share).max())
            below = (n - above - level / 2) / n
        return ThresholdTotals(
            doubled_wins=2 * _dot(between, was) + _dot(level, was + tp),
            average_precision=_dot(gain, precision),
            pr_area=_dot(gain, precision + before),
            largest_gap=float(gap),
            placed_positive=_dot(gain, below**2),
            placed_negative=_dot(between, share**2) + _dot(level, ((was + gain / 2) / m) ** 2),
        )

    def interpolated(self) -> float:
        """Area under precision over the positives found, false positives rising linearly within each rise."""
        was, gain, above, level = self.was, self.gain, self.above, self.level
        share, start = gain / (gain + level), above - level / gain * was
        growth = np.log1p(np.divide(gain + level, was + above, out=np.zeros(len(was)), where=start != 0))
        return _dot(gain, share) - float((start * share * share * growth).sum())

    def top_area(self, width: float) -> float:
        """Area under the ROC curve in counts, up to `width` false positives."""
        part, level = np.maximum(width - self.above, 0.0), self.level
        ramp = np.divide(part * part, 2 * level, out=np.zeros(len(part)), where=level > 0)
        return _dot(self.gain, np.where(part >= level, part - level / 2, ramp))

    def hull(self) -> Array:
        """(2, corners): false and true positives at those of the convex hull of the ROC points, from (0, 0)."""
        fp, tp = self.above + self.level, self.was + self.gain
        return np.array(dispatch.convex_hull(np.append(fp, self.negatives), np.append(tp, tp[-1:] if len(tp) else 0.0)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CompiledRocSteps:
    """The same answers walked along the sorted scores, without arrays of their own."""

    scores: tuple[Array, Array, Array, Array]  # positives', negatives'; negatives above each positive; where ties are
    by: Any

    @property
    def positives(self) -> float:
        """How many there are."""
        return float(len(self.scores[0]))

    @property
    def negatives(self) -> float:
        """How many there are."""
        return float(len(self.scores[1]))

    def sweep(self) -> ThresholdTotals:
        """Areas and distances, all at once."""
        return ThresholdTotals(*self.by.sweep(*self.scores))

    def interpolated(self) -> float:
        """Area under precision over the positives found, false positives rising linearly within each rise."""
        return float(self.by.interpolated(*self.scores))

    def top_area(self, width: float) -> float:
        """Area under the ROC curve in counts, up to `width` false positives."""
        return float(self.by.top_area(*self.scores, width))

    def hull(self) -> Array:
        """(2, corners): false and true positives at those of the convex hull of the ROC points, from (0, 0)."""
        return np.asarray(self.by.hull(*self.scores, np.empty))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PrecomputedRocSteps:
    """The same answers of a resample that a compiled walk has told."""

    curve: Array  # (2, steps): true and false positives down to the end of each
    told: list[float]  # of the sweep, and the interpolated area
    corners: Array
    by: Any

    @property
    def positives(self) -> float:
        """All of them."""
        return float(self.curve.item(0, -1))

    @property
    def negatives(self) -> float:
        """All of them."""
        return float(self.curve.item(1, -1))

    def sweep(self) -> ThresholdTotals:
        """Areas and distances, all at once; of no use where a class is missing."""
        return ThresholdTotals(*self.told[:-1])

    def interpolated(self) -> float:
        """Area under precision over the positives found, false positives rising linearly within each rise."""
        return self.told[-1]

    def top_area(self, width: float) -> float:
        """Area under the ROC curve in counts, up to `width` false positives."""
        return float(self.by.top_of_curve(self.curve, width))

    def hull(self) -> Array:
        """(2, corners): false and true positives at those of the convex hull of the ROC points, from (0, 0)."""
        return self.corners


def roc_steps(positives: Array, negatives: Array) -> RocSteps | CompiledRocSteps:
    """The rises of two ascending lists of scores."""
    by = dispatch.walks(positives, negatives)
    if by is not None:
        above = by.above(positives, negatives, np.empty)
        return CompiledRocSteps(scores=(positives, negatives, above, by.tied(positives, negatives, above)), by=by)
    return _sorted_rises(positives, negatives)


def _sorted_rises(positives: Array, negatives: Array) -> RocSteps:
    m, n = len(positives), len(negatives)
    upto = np.searchsorted(negatives, positives, "right")  # negatives up to each positive
    level = np.zeros(m)
    tied = (negatives[np.maximum(upto - 1, 0)] == positives) & (upto > 0) if n else np.zeros(m, dtype=bool)
    if tied.any():
        level[tied] = upto[tied] - np.searchsorted(negatives, positives[tied], "left")
    tp, above, level = np.arange(1.0, m + 1), (n - upto[::-1]).astype(np.float64), level[::-1]
    last = np.append(positives[1:] != positives[:-1], True)[::-1][1:]  # from the highest down: the next is another
    last = np.append(last, True)[: len(tp)]
    if not last.all():
        tp, above, level = tp[last], above[last], level[last]
    was = np.concatenate([[0.0], tp[:-1]])[: len(tp)]
    return RocSteps(was=was, gain=tp - was, above=above, level=level, negatives=float(n))


def rises_of_curve(tp: Array, fp: Array) -> RocSteps:
    """The rises of cumulative counts or weights over falling thresholds."""
    before_tp, before_fp = np.concatenate([[0.0], tp[:-1]])[: len(tp)], np.concatenate([[0.0], fp[:-1]])[: len(fp)]
    up = tp > before_tp
    was, above = before_tp[up], before_fp[up]
    negatives = float(fp[-1]) if len(fp) else 0.0
    return RocSteps(was=was, gain=tp[up] - was, above=above, level=fp[up] - above, negatives=negatives)


def _dot(a: Array, b: Array) -> float:
    """Sum of products, pairwise and on this thread alone: BLAS would wake others for it."""
    return float((a * b).sum())
