"""ROC points over any setting: convex hull, crossings of two curves, the operating point that costs decide, the zone without a decision."""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, same_length, vector
from bakeoff.core.errors import BadInput, NotApplicable
from bakeoff.kernels.reference.ranking import convex_hull
from bakeoff.measures.curves.points import RocPoints, roc_points
from bakeoff.predictions.predictions import Predictions
from bakeoff.predictions.summaries.ranking.ranking import Ranking, rank

__all__ = [
    "Hull",
    "OperatingPoint",
    "RocCrossing",
    "Zone",
    "areas_between",
    "crossing_noise_floor",
    "crossings",
    "local_zone",
    "operating_point",
    "roc_hull",
    "uncertainty_zone",
]

CROSSED = 0.01  # area on either side from which two ROC curves are said to cross
NOISE = 0.3  # over sqrt(rows), classes equal: 99 % of pairs of equally good scores cross by less (simulated, 1e2 to 1e3 rows)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hull:
    """Corners of the upper convex hull from (0, 0) to (1, 1), and which of the given points they are (-1: none)."""

    fpr: Array
    tpr: Array
    which: Array

    @property
    def area(self) -> float:
        """Area under the hull."""
        return float(np.trapezoid(self.tpr, self.fpr))


@dataclass(frozen=True, slots=True, kw_only=True)
class RocCrossing:
    """Where two ROC curves cross, and which is above just after it (towards higher false positive rates)."""

    fpr: float
    tpr: float
    above: str  # "a" or "b"


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatingPoint:
    """The threshold of least expected cost."""

    threshold: float
    fpr: float
    tpr: float
    cost: float  # expected cost of a row


def roc_hull(fpr: ArrayLike, tpr: ArrayLike) -> Hull:
    """The best mixtures of classifiers given by single points, whatever was varied to make them.

    >>> roc_hull([0.2, 0.5, 0.4], [0.6, 0.9, 0.5]).which.tolist()
    [-1, 0, 1, -1]
    """
    x, y = vector("fpr", fpr), vector("tpr", tpr)
    same_length(fpr=x, tpr=y)
    if len(x) and (min(x.min(), y.min()) < 0 or max(x.max(), y.max()) > 1):
        raise BadInput("rates lie between 0 and 1")
    order = np.lexsort((y, x))
    corner_x, corner_y = convex_hull(np.append(x[order], 1.0), np.append(y[order], 1.0))
    which = [
        next((int(i) for i in order if x[i] == a and y[i] == b), -1) for a, b in zip(corner_x, corner_y, strict=True)
    ]
    return Hull(fpr=corner_x, tpr=corner_y, which=np.array(which))


def crossings(a: RocPoints, b: RocPoints) -> tuple[RocCrossing, ...]:
    """Where two ROC curves cross: their areas then do not order them.

    Seen along the diagonal both curves are functions (how far above the diagonal at fpr + tpr = s), so the signs of
    their difference tell all.
    """
    along_a, along_b = a.fpr + a.tpr, b.fpr + b.tpr
    s = np.union1d(along_a, along_b)
    height_a, height_b = np.interp(s, along_a, a.tpr - a.fpr), np.interp(s, along_b, b.tpr - b.fpr)
    gap = height_a - height_b
    gap[np.abs(gap) < 1e-12] = 0.0
    apart = np.flatnonzero(gap)
    flips = np.flatnonzero(np.diff(np.sign(gap[apart])))
    points = []
    for i, j in zip(apart[flips].tolist(), apart[flips + 1].tolist(), strict=True):
        if j == i + 1:  # a true intersection between two grid points
            share = gap[i] / (gap[i] - gap[j])
            place = s[i] + share * (s[j] - s[i])
        else:  # the curves touch or run together in between; take the beginning of the shared part
            place = s[i + 1]
        height = float(np.interp(place, s, height_a))
        points.append(
            RocCrossing(fpr=float(place - height) / 2, tpr=float(place + height) / 2, above="a" if gap[j] > 0 else "b")
        )
    return tuple(points)


def areas_between(a: RocPoints, b: RocPoints) -> tuple[float, float]:
    """The area that lies below a only, and that below b only; where both are large, the curves truly cross.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> y = [0, 0, 1, 1]
    >>> areas_between(*(roc_points(predictions_of(y, y_score=s)) for s in ([1, 4, 3, 5], [4, 1, 3, 2])))
    (0.25, 0.0)
    """
    along_a, along_b = a.fpr + a.tpr, b.fpr + b.tpr
    grid = np.union1d(along_a, along_b)
    gap = np.interp(grid, along_a, a.tpr - a.fpr) - np.interp(grid, along_b, b.tpr - b.fpr)
    width, left, right = np.diff(grid), gap[:-1], gap[1:]
    with np.errstate(invalid="ignore", divide="ignore"):  # of each piece, the triangle above zero and that below
        split = np.where(left * right < 0, left / (left - right), 0.0)
    up = np.where(
        left * right < 0, np.where(left > 0, split * left, (1 - split) * right), np.maximum(left + right, 0.0)
    )
    whole = (left + right) * width
    above = float((up * width).sum()) / 4  # a turn by 45 degrees: heights and widths are each sqrt(2) times as long
    return above, above - float(whole.sum()) / 4


def crossing_noise_floor(positives: int, negatives: int) -> float:
    """The area up to which two ROC curves may well cross by chance: beyond it their areas do not order them.

    >>> crossing_noise_floor(50, 50), crossing_noise_floor(10_000, 1_000_000)
    (0.03, 0.01)
    """
    return max(CROSSED, NOISE / sqrt(2 * max(min(positives, negatives), 1)))


def operating_point(
    of: Ranking | Predictions, *, cost_fp: float = 1.0, cost_fn: float = 1.0, prevalence: float | None = None
) -> OperatingPoint:
    """The threshold of least expected cost; `prevalence` is that of the place of use, if it differs from the rows'.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> operating_point(predictions_of([0, 0, 1, 1], y_score=[0.1, 0.6, 0.4, 0.9]), cost_fn=5.0).threshold
    0.4
    """
    if cost_fp < 0 or cost_fn < 0 or not 0 < cost_fp + cost_fn < inf:
        raise BadInput("costs are zero or more, finite, and not both zero")
    if prevalence is not None and not 0 <= prevalence <= 1:
        raise BadInput(f"prevalence is a share of the rows between 0 and 1, not {prevalence}")
    points = roc_points(of)
    if prevalence is None:
        from bakeoff.predictions.summaries.ranking.ranking import rank

        r = of if isinstance(of, Ranking) else rank(of)
        prevalence = r.positive_weight / (r.positive_weight + r.negative_weight)
    cost = cost_fp * (1 - prevalence) * points.fpr + cost_fn * prevalence * (1 - points.tpr)
    best = int(np.argmin(cost))
    return OperatingPoint(
        threshold=float(points.threshold[best]),
        fpr=float(points.fpr[best]),
        tpr=float(points.tpr[best]),
        cost=float(cost[best]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """Rows with low < score < high are rejected; at or below `low` they are predicted negative, at or above `high` positive."""

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
    r = _two_classes(of, max_error)
    tp, fp = _counts(r)
    return _between(r, *_places(tp, fp, max_error))


def local_zone(of: Ranking | Predictions, max_error: float) -> Zone:
    """The scores at which a decision is wrong more often than `max_error`: the lecture notes' zone, for errors near one half.

    How often positives occur at a score is estimated by isotonic regression: it never falls with the score. `uncertainty_zone` bounds
    the errors of all rows outside together, so that a score that is wrong half of the time may lie outside; here it lies inside.

    >>> from bakeoff.predictions.from_arrays import predictions_of
    >>> rows = predictions_of([0, 0, 0, 0, 1, 0, 1, 1], y_score=[1, 1, 2, 2, 3, 3, 4, 4])
    >>> uncertainty_zone(rows, 0.2).low, local_zone(rows, 0.2).low, local_zone(rows, 0.2).high
    (3.0, 2.0, 4.0)
    """
    r = _two_classes(of, max_error)
    fp, tp = (
        np.asarray(counts, dtype=np.float64) for counts in r.hull
    )  # its pieces are the steps of the isotonic regression
    share = np.diff(tp) / (np.diff(tp) + np.diff(fp))
    near = 1e-12  # shares that equal the bound but for rounding
    sure = int(np.sum(share >= 1 - max_error - near))
    doubtful = int(np.sum(share > max_error + near))
    hits, alarms = _counts(r)
    taken, corners = hits + alarms, tp + fp
    up, down = np.searchsorted(taken, corners[[sure, max(sure, doubtful)]] - 1e-9 * taken[-1])
    return _between(r, int(up), int(down))


def _two_classes(of: Ranking | Predictions, max_error: float) -> Ranking:
    """The ranking of the rows, if a zone can be found in it."""
    if not 0 <= max_error < 0.5:
        raise BadInput(f"max_error must lie in [0, 0.5), not {max_error}")
    r = of if isinstance(of, Ranking) else rank(of)
    if r.many is not None or not r.positive_weight or not r.negative_weight:
        raise NotApplicable("an uncertainty zone needs two classes, and rows of both")
    return r


def _counts(r: Ranking) -> tuple[Array, Array]:
    """Positives and negatives from the highest score down to each score, starting with none."""
    tp, fp = (np.append(0.0, np.asarray(counts, dtype=np.float64)) for counts in (r.curve.tp, r.curve.fp))
    return tp, fp


def _between(r: Ranking, up: int, down: int) -> Zone:
    """The zone after so many scores that are called positive, and before those that are called negative."""
    tp, fp = _counts(r)
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
