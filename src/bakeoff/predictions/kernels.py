"""The few hot loops, in NumPy."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array

__all__ = ["Sweep", "confusion", "convex_hull", "margins", "merged", "sweep_of"]


class Sweep(NamedTuple):
    """What one walk along the merged scores, from the highest down, tells about all thresholds."""

    doubled_wins: float  # twice the Mann-Whitney count: 2 x pairs won + pairs tied
    average_precision: float
    pr_area: float  # trapezoids under the precision-recall points
    largest_gap: float  # max |TPR - FPR|
    hull_fp: Array  # corners of the ROC convex hull, in counts, from (0, 0)
    hull_tp: Array


def confusion(truth: Array, label: Array, k: int, width: int, weight: Array | None) -> Array:
    """(k, width) table of truth against label."""
    cells = np.bincount(truth * width + label, weights=weight, minlength=k * width)
    return cells.astype(np.float64, copy=False).reshape(k, width)


def margins(truth: Array, label: Array, k: int) -> tuple[Array, Array, Array]:
    """Class counts of the truth, of the labels, and of the rows where both agree."""
    agree = truth[truth == label]
    made = [np.bincount(one, minlength=k).astype(np.float64) for one in (truth, label, agree)]
    return made[0], made[1], made[2]


def merged(positives: Array, negatives: Array) -> tuple[Array, Array, Array]:
    """Distinct scores from the highest down, with the positives and negatives at or above each; inputs ascending."""
    both = np.concatenate([negatives, positives])
    order = np.argsort(both, kind="stable")[::-1]  # stable: two sorted runs are merged in linear time
    values = both[order]
    tp = np.cumsum(order >= len(negatives))
    last = np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else np.empty(0, dtype=np.int64)
    return values[last], tp[last], last + 1 - tp[last]


def sweep_of(tp: Array, fp: Array) -> Sweep:
    """The sweep of given cumulative counts (ascending in both)."""
    if not len(tp):
        return Sweep(np.nan, np.nan, np.nan, np.nan, np.zeros(1), np.zeros(1))
    all_positive, all_negative = tp[-1], fp[-1]
    before_tp = np.concatenate([tp[:1] * 0, tp[:-1]])
    before_fp = np.concatenate([fp[:1] * 0, fp[:-1]])
    doubled = ((fp - before_fp) * (tp + before_tp)).sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = tp / (tp + fp)
        gain = (tp - before_tp) / all_positive
        gap = np.abs(tp / all_positive - fp / all_negative).max()
    before = np.concatenate([[1.0], precision[:-1]])
    hull_fp, hull_tp = convex_hull(fp, tp)
    return Sweep(doubled, float(gain @ precision), float(gain @ (precision + before)) / 2, float(gap), hull_fp, hull_tp)


def convex_hull(fp: Array, tp: Array) -> tuple[Array, Array]:
    """Corners of the upper hull of ascending points, with (0, 0) put in front."""
    xs, ys = [0.0], [0.0]
    rises = np.append(np.diff(fp) > 0, True)  # of points straight above each other only the highest can be a corner
    for x, y in zip(fp[rises].tolist(), tp[rises].tolist(), strict=True):
        while len(xs) > 1 and (ys[-1] - ys[-2]) * (x - xs[-2]) <= (y - ys[-2]) * (xs[-1] - xs[-2]):
            xs.pop()
            ys.pop()
        if x > xs[-1] or y > ys[-1]:
            xs.append(x)
            ys.append(y)
    return np.array(xs), np.array(ys)


def pair_wins(score: Array, truth: Array, k: int, weight: Array | None) -> Array:
    """(k, k): in column i of the scores, twice the weight of pairs (row of class i above row of class j) plus ties."""
    members = [np.flatnonzero(truth == one) for one in range(k)]
    table = np.zeros((k, k))
    for i, mine in enumerate(members):
        order = np.argsort(score[mine, i], kind="stable")
        ascending = score[mine, i][order]
        heavy = np.ones(len(mine)) if weight is None else np.asarray(weight, dtype=np.float64)[mine][order]
        above = np.concatenate([np.cumsum(heavy[::-1])[::-1], [0.0]])  # weight of my rows from each place upward
        for j, theirs in enumerate(members):
            if i == j:
                continue
            needles = score[theirs, i]
            places = above[np.searchsorted(ascending, needles, "left")]
            places = places + above[np.searchsorted(ascending, needles, "right")]
            table[i, j] = places.sum() if weight is None else places @ np.asarray(weight, dtype=np.float64)[theirs]
    return table


def probability_sums(proba: Array, truth: Array) -> tuple[float, float]:
    """Sum of -log p(true class), and of squared distances from the truth over all classes."""
    true = np.asarray(proba[np.arange(len(truth)), truth], dtype=np.float64)
    with np.errstate(divide="ignore"):
        loss = -float(np.log(true).sum())
    flat = np.asarray(proba, dtype=np.float64).reshape(-1)
    rest, miss = float(flat @ flat) - float(true @ true), 1.0 - true
    return loss, max(rest, 0.0) + float(miss @ miss)
