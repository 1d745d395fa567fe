"""The hot loops in NumPy: they serve where nothing is compiled, and are the oracle of the compiled ones."""

from math import fsum
from typing import NamedTuple

import numpy as np

from bakeoff.core.checks import Array

__all__ = [
    "AreaGap", "area_gap", "confusion", "convex_hull", "log_loss_sum", "margins", "merged", "pair_wins", "placements",
    "probability_sums", "sound", "split",
]  # fmt: skip


PIECE = 1 << 14  # rows taken at a time: what is made of them stays in the processor's cache


def _dot(a: Array, b: Array) -> float:
    """Sum of products, pairwise and on this thread alone: BLAS would wake others for it."""
    return float((a * b).sum())


class AreaGap(NamedTuple):
    """Two areas under the ROC curve on the same rows, and how much the difference of the placements varies."""

    a: float
    b: float
    positive: float  # variance over the positives of the difference of their placements; NaN below two rows
    negative: float


def confusion(truth: Array, label: Array, k: int, width: int, weight: Array | None) -> Array:
    """(k, width) table of truth against label."""
    if k == width == 2 and weight is None:
        t, p, both = np.count_nonzero(truth), np.count_nonzero(label), np.count_nonzero(truth & label)
        return np.array([[len(truth) - t - p + both, p - both], [t - both, both]], dtype=np.float64)
    cells = np.bincount(truth * width + label, weights=weight, minlength=k * width)
    return cells.astype(np.float64, copy=False).reshape(k, width)


def margins(truth: Array, label: Array, k: int) -> tuple[Array, Array, Array]:
    """Class counts of the truth, of the labels, and of the rows where both agree."""
    agree = truth[truth == label]
    made = [np.bincount(one, minlength=k).astype(np.float64) for one in (truth, label, agree)]
    return made[0], made[1], made[2]


def probability_sums(proba: Array, truth: Array) -> tuple[float, float]:
    """Sum of -log p(true class), and of squared distances from the truth over all classes."""
    k = proba.shape[1]
    sums, high = (_sums_of_two, PIECE) if k == 2 else (_sums_of_many, max(PIECE // k, 1))
    made = [sums(proba[at : at + high], truth[at : at + high]) for at in range(0, len(truth), high)]
    return fsum(log for log, _ in made), fsum(square for _, square in made)


def _sums_of_many(proba: Array, truth: Array) -> tuple[float, float]:
    here, away = np.arange(len(truth)), np.array(proba, dtype=np.float64)
    true = away[here, truth]
    away[here, truth] -= 1.0
    return -_log_sum(true), _dot(away, away)


def _sums_of_two(proba: Array, truth: Array) -> tuple[float, float]:
    both = np.asarray(proba, dtype=np.float64)
    true, other = _exchanged(both[:, 0], both[:, 1], truth)
    miss = 1.0 - true
    return -_log_sum(true), _dot(miss, miss) + _dot(other, other)


def _exchanged(first: Array, second: Array, swap: Array) -> tuple[Array, Array]:
    """Both columns of doubles, with the numbers of a row exchanged where `swap` is one rather than zero.

    By their bits: where a choice cannot be guessed, choosing takes three times as long.

    >>> _exchanged(np.array([1.0, 2.0]), np.array([3.0, 4.0]), np.array([0, 1]))
    (array([1., 4.]), array([3., 2.]))
    """
    a, b = first.view(np.int64), second.view(np.int64)
    unlike = (a ^ b) & -swap.astype(np.int64, copy=False)
    return (a ^ unlike).view(np.float64), (b ^ unlike).view(np.float64)


def log_loss_sum(proba: Array, truth: Array) -> float:
    """Sum of -log p(true class)."""
    return -_log_sum(np.asarray(proba[np.arange(len(truth)), truth], dtype=np.float64))


def sound(proba: Array) -> tuple[bool, float]:
    """Whether all entries are probabilities, and the largest distance of a row's sum from one."""
    if not proba.size:
        return True, 0.0
    off = np.abs(proba.sum(axis=1, dtype=np.float64) - 1.0)
    return bool(proba.min() >= 0) and bool(proba.max() <= 1), float(off.max())


def _log_sum(values: Array) -> float:
    """Sum of logarithms: one for every sixteen values, as the logarithm of their product, where that cannot vanish."""
    with np.errstate(divide="ignore"):
        if not len(values) or values.min() < 1e-18:
            return float(np.log(values).sum())
    whole = len(values) // 16 * 16
    products = np.multiply.reduce(values[:whole].reshape(16, -1), axis=0)
    return float(np.log(products).sum() + np.log(values[whole:]).sum())


def split(score: Array, truth: Array, positive: int) -> tuple[Array, Array]:
    """Scores of the positives and of the negatives."""
    mark, score = truth == positive, np.ascontiguousarray(score)
    return score[np.flatnonzero(mark)], score[np.flatnonzero(~mark)]  # numbers are quicker than a mask nobody can guess


def merged(positives: Array, negatives: Array) -> tuple[Array, Array, Array]:
    """Distinct scores from the highest down, with the positives and negatives at or above each; inputs ascending."""
    both = np.concatenate([negatives, positives])
    order = np.argsort(both, kind="stable")[::-1]  # stable: two sorted runs are merged in linear time
    values = both[order]
    tp = np.cumsum(order >= len(negatives))
    last = np.flatnonzero(np.append(values[1:] != values[:-1], True)) if len(values) else np.empty(0, dtype=np.int64)
    return values[last], tp[last], last + 1 - tp[last]


def convex_hull(fp: Array, tp: Array) -> tuple[Array, Array]:
    """Corners of the upper hull of ascending points, with (0, 0) put in front."""
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


def pair_wins(score: Array, truth: Array, k: int, weight: Array | None) -> Array:
    """(k, k): in column i of the scores, twice the weight of pairs (row of class i above row of class j) plus ties."""
    members = [np.flatnonzero(truth == one) for one in range(k)]
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
    """Per row the share of the other class that it is on the right side of, ties half."""
    ups, downs = np.sort(score[is_positive]), np.sort(score[~is_positive])
    made = np.empty(len(score))
    with np.errstate(divide="ignore", invalid="ignore"):
        mine = score[is_positive]
        below = np.searchsorted(downs, mine, "left") + np.searchsorted(downs, mine, "right")
        made[is_positive] = below / np.float64(2 * len(downs))
        mine = score[~is_positive]
        above = 2 * len(ups) - np.searchsorted(ups, mine, "left") - np.searchsorted(ups, mine, "right")
        made[~is_positive] = above / np.float64(2 * len(ups))
    return made


def area_gap(a: Array, b: Array, is_positive: Array) -> AreaGap:
    """Two areas under the ROC curve on the same rows, with what DeLong's variance of their difference is made of."""
    placed = [placements(one, is_positive) for one in (a, b)]
    m, n = int(is_positive.sum()), int((~is_positive).sum())
    areas = [float(one[is_positive].mean()) if m and n else float("nan") for one in placed]
    away = placed[0] - placed[1]
    parts = [float(away[mark].var(ddof=1)) if min(m, n) > 1 else float("nan") for mark in (is_positive, ~is_positive)]
    return AreaGap(*areas, *parts)
