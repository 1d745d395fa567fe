"""Walks along sorted scores: areas, hulls, wins of classes, placements."""

from dataclasses import dataclass
from math import fsum, lgamma

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels.named_results import ThresholdTotals
from bakeoff.kernels.reference.sorting import split_by_class

__all__ = [
    "RocSteps", "class_wins", "convex_hull", "h_of_edges", "placements", "roc_steps",
    "roc_steps_of_rows", "steps_of_curve", "weighted_class_wins",
]  # fmt: skip

TINY = 5e-324  # the smallest number above zero
PIECE = 1 << 14  # steps that are taken at a time


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RocSteps:
    """Steps of a ROC curve, one for each distinct score of positives from the highest down, in counts or weights.

    ROC AUC, partial AUC, average precision and the hull are sums over these steps or pick some of them.
    """

    was: Array  # positives above it
    gain: Array  # positives at it
    above: Array  # negatives above it
    level: Array  # negatives at it
    negatives: float  # all of them
    scores: tuple[Array, Array] | None = (
        None  # of the positives and of the negatives, ascending, where they were sorted
    )

    @property
    def positives(self) -> float:
        """All of them."""
        return float(self.was[-1] + self.gain[-1]) if len(self.gain) else 0.0

    def totals(self) -> ThresholdTotals:
        """Areas and distances, all at once; NaN where a class is missing."""
        if not len(self.gain):
            nan = float("nan")
            return ThresholdTotals(nan, nan, nan, nan, nan, nan)
        m, n, last = self.positives, self.negatives, float(self.above[-1] + self.level[-1])
        parts = [self._totals(slice(start, start + PIECE), m) for start in range(0, len(self.gain), PIECE)]
        wins, precision, area, gaps, of_up, of_down = zip(*parts, strict=True)
        return ThresholdTotals(
            doubled_wins=sum(wins) + 2 * (n - last) * m,
            average_precision=fsum(precision) / m,
            pr_area=fsum(area) / (2 * m),
            largest_gap=max(gaps),
            placed_positive=fsum(of_up),
            placed_negative=fsum(of_down) + n - last,
        )

    def _totals(self, part: slice, m: float) -> ThresholdTotals:
        """What these steps add, so few of them that all stays in the processor's cache."""
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
        """Area under precision over the positives found, false positives rising linearly within each step."""
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
        return np.array(convex_hull(np.append(fp, self.negatives), np.append(tp, tp[-1:] if len(tp) else 0.0)))


def roc_steps(positives: Array, negatives: Array) -> RocSteps:
    """Return the steps of two ascending lists of scores."""
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
    return RocSteps(was=was, gain=tp - was, above=above, level=level, negatives=float(n), scores=(positives, negatives))


def roc_steps_of_rows(score: Array, truth: Array, code: int) -> RocSteps:
    """Return the steps of unsorted scores; rows of class `code` are the positives."""
    positives, negatives = split_by_class(score, truth, code)
    positives.sort()
    negatives.sort()
    return roc_steps(positives, negatives)


def steps_of_curve(tp: Array, fp: Array) -> RocSteps:
    """Return the steps of cumulative counts or weights over falling thresholds."""
    before_tp, before_fp = np.concatenate([[0.0], tp[:-1]])[: len(tp)], np.concatenate([[0.0], fp[:-1]])[: len(fp)]
    up = tp > before_tp
    was, above = before_tp[up], before_fp[up]
    negatives = float(fp[-1]) if len(fp) else 0.0
    return RocSteps(was=was, gain=tp[up] - was, above=above, level=fp[up] - above, negatives=negatives)


def _dot(a: Array, b: Array) -> float:
    """Sum of products, pairwise and on this thread alone: BLAS would wake others for it."""
    return float((a * b).sum())


def convex_hull(fp: Array, tp: Array) -> tuple[Array, Array]:
    """Return the corners of the upper hull of ascending points, with (0, 0) put in front."""
    fp, tp = _corners(np.asarray(fp, dtype=np.float64), np.asarray(tp, dtype=np.float64))
    xs, ys = [0.0], [0.0]
    for x, y in zip(fp.tolist(), tp.tolist(), strict=True):
        while len(xs) > 1 and (ys[-1] - ys[-2]) * (x - xs[-2]) <= (y - ys[-2]) * (xs[-1] - xs[-2]):
            xs.pop()
            ys.pop()
        if x > xs[-1] or y > ys[-1]:
            xs.append(x)
            ys.append(y)
    return np.array(xs), np.array(ys)


def _corners(fp: Array, tp: Array) -> tuple[Array, Array]:
    """Only points after a rise and before a run can be corners; throwing the others out first is what makes it quick.

    Halving passes then drop every point below the line between its neighbours, which cannot be a corner either.
    """
    other = np.append((np.diff(fp) != 0) | (np.diff(tp) != 0), True)[: len(fp)]  # of equal points one
    fp, tp = fp[other], tp[other]
    up = np.diff(tp, prepend=0.0) > 0
    right = np.append(np.diff(fp) > 0, True)
    keep = up & right
    keep[-1:] = True
    fp, tp = fp[keep], tp[keep]
    while len(fp) > 512:
        x, y = np.concatenate([[0.0], fp]), np.concatenate([[0.0], tp])
        under = (y[1:-1] - y[:-2]) * (x[2:] - x[:-2]) <= (y[2:] - y[:-2]) * (x[1:-1] - x[:-2])
        if not under.any():
            break
        stay = np.append(~under, True)
        fp, tp = fp[stay], tp[stay]
    return fp, tp


def class_wins(score: Array, truth: Array, k: int) -> Array:
    """Return (k, k): in column i of the scores, twice the pairs (row of class i above row of class j) plus ties."""
    return weighted_class_wins(score, truth, k, None)


def weighted_class_wins(score: Array, truth: Array, k: int, weight: Array | None) -> Array:
    """Return (k, k): in column i of the scores, twice the weight of pairs (row of class i above row of class j) plus ties."""
    members = [np.flatnonzero(truth == label) for label in range(k)]
    heavy = np.ones(len(truth)) if weight is None else np.asarray(weight, dtype=np.float64)
    table = np.zeros((k, k))
    for i, mine in enumerate(members):
        order = np.argsort(score[mine, i], kind="stable")
        ascending = score[mine, i][order]
        above = np.concatenate([np.cumsum(heavy[mine][order][::-1])[::-1], [0.0]])  # weight from each place upward
        for j, theirs in enumerate(members):
            if i == j:
                continue
            needles = np.sort(score[theirs, i]) if weight is None else score[theirs, i]
            places = above[np.searchsorted(ascending, needles, "left")]
            places = places + above[np.searchsorted(ascending, needles, "right")]
            table[i, j] = places.sum() if weight is None else places @ heavy[theirs]
    return table


def placements(score: Array, is_positive: Array) -> Array:
    """Return per row the share of the other class that it is on the right side of, ties half."""
    ups, downs = np.sort(score[is_positive]), np.sort(score[~is_positive])
    shares = np.empty(len(score))
    with np.errstate(divide="ignore", invalid="ignore"):
        mine = score[is_positive]
        below = np.searchsorted(downs, mine, "left") + np.searchsorted(downs, mine, "right")
        shares[is_positive] = below / np.float64(2 * len(downs))
        mine = score[~is_positive]
        above = 2 * len(ups) - np.searchsorted(ups, mine, "left") - np.searchsorted(ups, mine, "right")
        shares[~is_positive] = above / np.float64(2 * len(ups))
    return shares


def h_of_edges(edges: Array, a: float, b: float) -> float:
    """Return the H-measure of a hull whose costs have a Beta(a, b) law; the last edge is the trivial classifier's; it is not compiled."""
    right, up = edges
    if not len(up):
        return float("nan")
    negatives, positives = right.item(-1), up.item(-1)
    if positives > negatives:  # seen from the other class it is the same, and nothing large is subtracted
        right, up, negatives, positives, a, b = up, right, positives, negatives, b, a
    both = right + up
    worst, gains = _gains(a, b, negatives, positives, up / both)
    trivial = float(both[-1] * gains[-1])
    return float(1.0 - (worst - (float(np.vdot(both, gains)) - trivial)) / (worst - trivial))


def _gains(a: float, b: float, negatives: float, positives: float, cost: Array) -> tuple[float, Array]:
    """A loss to begin with, and what is gained on each edge per step along it; both times a + b.

    An edge changes the loss by its steps right times the integral of c, minus those up times the integral of 1 - c,
    over the density of costs up to the edge's own, `cost`, which is also the share of the steps up. These integrals are
    incomplete beta functions of (a + 1, b) and (a, b + 1), and follow from that of (a, b). Where a or b is two they are
    powers; where a is, the part of the gains that is the same for all hulls is taken from the loss at once.
    """
    if b == 2.0:
        return 2.0 * positives, cost ** (a + 1.0) * (a + 2.0 - a * cost)
    with np.errstate(divide="ignore"):
        logs = np.log1p(-cost)
    if a == 2.0:
        return 2.0 * negatives, np.exp((b + 1.0) * logs) * (2.0 + b * cost)
    from scipy.special import betainc

    bump = cost**a * np.exp(b * logs + (lgamma(a + b) - lgamma(a) - lgamma(b)))
    return b * positives, bump - betainc(a, b, cost) * (a - (a + b) * cost)
