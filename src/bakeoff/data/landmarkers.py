"""Landmarkers: the errors of three simple learners, which tell what kind of data set this is (Pfahringer et al. 2000).

Nearest neighbour by Gower's distance (each row by all others), a decision stump and naive Bayes (ten stratified folds).
They are written out here so that a profile needs no learner of another package.
"""

from collections.abc import Callable

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.data.dataset import ColumnKind, Dataset

__all__ = ["cross_validated_error", "gower", "naive_bayes", "nearest_neighbour_error", "stump"]

FOLDS = 10
Classifier = Callable[[Dataset, Dataset], Array]


def gower(data: Dataset) -> Array:
    """Gower's distance of all rows: mean over columns of |difference| / range, or of 0 (same word) and 1.

    A column in which one of two rows has a gap is left out for that pair; where nothing is left, the distance is 1.
    """
    n = len(data)
    total, compared = np.zeros((n, n)), np.zeros((n, n))
    for index, column in enumerate(data.columns):
        values = data.matrix[:, index]
        gaps = ~np.isfinite(values)
        if gaps.all():
            continue
        filled = np.where(gaps, 0.0, values)
        if column.kind in {ColumnKind.NUMERIC, ColumnKind.DATE}:
            width = float(np.ptp(values[~gaps]))
            part = np.abs(filled[:, None] - filled[None, :]) / (width or 1.0)
        else:
            part = (filled[:, None] != filled[None, :]).astype(float)
        if gaps.any():
            both = ~(gaps[:, None] | gaps[None, :])
            total += np.where(both, part, 0.0)
            compared += both
        else:
            total += part
            compared += 1.0
    distances: Array = np.divide(total, compared, out=np.ones((n, n)), where=compared > 0)
    return distances


def nearest_neighbour_error(distances: Array, target: Array) -> float:
    """The share of rows whose nearest other row is of another class; the first of several nearest counts."""
    apart = distances.copy()
    np.fill_diagonal(apart, np.inf)
    return float(np.mean(target[np.argmin(apart, axis=1)] != target))


def folds_by_class(target: Array, folds: int = FOLDS) -> Array:
    """A fold for each row: classes are dealt out one after the other, in a fixed random order."""
    order = np.random.default_rng(0).permutation(len(target))
    ranked = order[np.argsort(target[order], kind="stable")]
    row_folds = np.empty(len(target), dtype=np.int64)
    row_folds[ranked] = np.arange(len(target)) % folds
    return row_folds


def cross_validated_error(classify: Classifier, data: Dataset, folds: Array | None = None) -> float:
    """The share of rows that are classified wrongly when their fold is left out of training."""
    parts = folds_by_class(data.target) if folds is None else folds
    wrong = 0
    for fold in np.unique(parts):
        test = parts == fold
        predicted = classify(data.take(np.flatnonzero(~test)), data.take(np.flatnonzero(test)))
        wrong += int((predicted != data.target[test]).sum())
    return wrong / len(data)


def _ordered(data: Dataset, column: int) -> bool:
    return data.columns[column].kind in {ColumnKind.NUMERIC, ColumnKind.DATE}


def stump(train: Dataset, test: Dataset) -> Array:
    """One question about one column, chosen by Gini impurity: at most a number, or one word against the others.

    Gaps are below every number and a word of their own.
    """
    k = len(train.classes)
    whole = np.bincount(train.target, minlength=k)
    best: tuple[float, int, float, Array, Array] | None = None
    for column in range(len(train.columns)):
        values = _without_gaps(train.matrix[:, column], ordered=_ordered(train, column))
        for cut, left in _cuts(values, train.target, k, ordered=_ordered(train, column)):
            right = whole - left
            impurity = sum(
                float(side.sum() - np.square(side).sum() / side.sum()) for side in (left, right) if side.sum()
            )
            if best is None or impurity < best[0] - 1e-12:
                best = (impurity, column, cut, left, right)
    if best is None:
        return np.full(len(test), int(np.argmax(whole)))
    _, column, cut, left, right = best
    ordered = _ordered(test, column)
    values = _without_gaps(test.matrix[:, column], ordered=ordered)
    inside = values <= cut if ordered else values == cut
    return np.where(inside, int(np.argmax(left)), int(np.argmax(right)))


def _without_gaps(values: Array, *, ordered: bool) -> Array:
    filled: Array = np.where(np.isnan(values), -np.inf if ordered else -1.0, values)
    return filled


def _cuts(values: Array, target: Array, k: int, *, ordered: bool) -> list[tuple[float, Array]]:
    """Every cut with the classes on its left side; of very many numbers the impurity picks the best first."""
    levels, codes = np.unique(values, return_inverse=True)
    if len(levels) < 2:
        return []
    table = np.zeros((len(levels), k))
    np.add.at(table, (codes, target), 1.0)
    if not ordered:
        return list(zip(levels.tolist(), table, strict=True))
    left = np.cumsum(table, axis=0)[:-1]
    right = table.sum(axis=0) - left
    pure = sum(side.sum(axis=1) - np.square(side).sum(axis=1) / side.sum(axis=1) for side in (left, right))
    cut = int(np.argmin(pure))
    low, high = levels[cut], levels[cut + 1]
    middle = low if np.isinf(low) else (low + high) / 2
    return [(float(middle), left[cut])]


def naive_bayes(train: Dataset, test: Dataset) -> Array:
    """Numbers are normal within a class, words have shares with one row added to each; a gap says nothing."""
    k = len(train.classes)
    counts = np.bincount(train.target, minlength=k).astype(float)
    with np.errstate(divide="ignore"):
        score = np.tile(np.log(counts / counts.sum()), (len(test), 1))
    numeric = [column for column in range(len(train.columns)) if _ordered(train, column)]
    spreads = [
        np.nanvar(_finite(train.matrix[:, column])) for column in numeric if np.isfinite(train.matrix[:, column]).any()
    ]
    floor = 1e-9 * float(max(spreads, default=0.0))
    for column in range(len(train.columns)):
        values, asked = _finite(train.matrix[:, column]), _finite(test.matrix[:, column])
        if column in numeric:
            score += _normal_part(values, asked, train.target, k, floor)
        else:
            levels = max(len(train.columns[column].levels), 1)
            table = np.ones((k, levels))
            held = ~np.isnan(values)
            np.add.at(table, (train.target[held], values[held].astype(np.int64)), 1.0)
            logs = np.log(table / table.sum(axis=1, keepdims=True))
            present = ~np.isnan(asked)
            score[present] += logs[:, asked[present].astype(np.int64)].T
    codes: Array = np.argmax(score, axis=1)
    return codes


def _finite(values: Array) -> Array:
    finite: Array = np.where(np.isinf(values), np.nan, values)
    return finite


def _normal_part(values: Array, asked: Array, target: Array, k: int, floor: float) -> Array:
    """Log densities of each asked value in each class; nothing where a class has no value or a row a gap."""
    log_density = np.zeros((len(asked), k))
    for code in range(k):
        own = values[(target == code) & ~np.isnan(values)]
        if not own.size:
            continue
        variance = float(own.var()) + floor
        if variance <= 0:
            variance = 1e-300
        part = -0.5 * np.log(2 * np.pi * variance) - 0.5 * np.square(asked - own.mean()) / variance
        log_density[:, code] = np.where(np.isnan(asked), 0.0, part)
    return log_density
