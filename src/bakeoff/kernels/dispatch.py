"""The few hot loops: compiled where a compiler was present at install, else their NumPy twins. Same numbers.

`BAKEOFF_NUMPY=1` in the environment asks for the twins.
"""

import os
from collections.abc import Callable
from importlib import import_module
from threading import Thread
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels import reference, resample_counts
from bakeoff.kernels.reference import AreaGap

__all__ = [
    "AreaGap", "area_gap", "backend", "confusion", "convex_hull", "ends", "in_parts", "in_threads", "likeliest", "log_sum", "loops", "margins", "merge_sorted", "merged", "placements",
    "probability_more", "probability_sums", "resampled_means", "resampled_sweeps", "sort_both", "sorted_halves", "sound", "split", "treated", "two_columns", "walks",
]  # fmt: skip


def _loaded() -> Any:
    """The compiled loops, in the widest build that the processor can run; None where there are none."""
    if os.environ.get("BAKEOFF_NUMPY"):
        return None
    try:
        plain = import_module("bakeoff.kernels._kernels")
    except ImportError:
        return None
    try:
        return import_module("bakeoff.kernels._kernels_avx2") if plain.has_avx2() else plain
    except ImportError:
        return plain


_fast = _loaded()

CODES, REAL = np.dtype(np.int64), (np.dtype(np.float64), np.dtype(np.float32))
RANKED = (*REAL, np.dtype(np.uint32))  # scores, or keys.py's whole numbers in their order
NOTHING, ALL = np.empty(0), slice(None)
PART = 1 << 19  # entries of a table that one thread takes at a time
PROCESSORS = (
    len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
)  # asked once: it takes a file
COUNTED = 1 << 32  # rows that no longer fit into short counters
NEAR = 1 << 24  # bytes that are likely to be in a cache of the processor
WORK = 1 << 19  # resampled rows from which a second thread pays
SORTING = 2  # what sorting a score takes, counted in resampled rows: at 1e5 scores a second thread comes too late


def backend() -> str:
    """Which twins are in use.

    >>> backend() in ("compiled", "numpy")
    True
    """
    return "numpy" if _fast is None else "compiled"


def _codes(array: Array) -> bool:
    return array.dtype == CODES and array.flags.c_contiguous


def _real(array: Array) -> bool:
    return array.dtype in REAL


def confusion(truth: Array, label: Array, k: int, width: int, weight: Array | None) -> Array:
    """(k, width) table of truth against label."""
    if _fast is None or weight is not None or not _codes(truth) or not _codes(label):
        return reference.confusion(truth, label, k, width, weight)
    if k == width == 2:
        t, p, both = _fast.count_two(truth, label)
        return np.array([[len(truth) - t - p + both, p - both], [t - both, both]], dtype=np.float64)
    return np.asarray(_fast.confusion(truth, label, k, width))


def margins(truth: Array, label: Array, k: int) -> tuple[Array, Array, Array]:
    """Class counts of the truth, of the labels, and of the rows where both agree."""
    if _fast is None or not _codes(truth) or not _codes(label) or len(truth) >= COUNTED:
        return reference.margins(truth, label, k)
    made: tuple[Array, Array, Array] = _fast.margins(truth, label, k)
    return made


def probability_sums(proba: Array, truth: Array, mine: Array | None = None) -> tuple[float, float]:
    """Sum of -log p(true class), and of squared distances from the truth over all classes; `mine` as in log_sum."""
    if _fast is None or not _codes(truth) or not _real(proba):
        return reference.probability_sums(proba, truth)
    if proba.shape[1] == 2:
        made = _by_rows(lambda rows: _fast.probability_sums(proba[rows], truth[rows]), proba, 2)
        return float(sum(one[0] for one in made)), float(sum(one[1] for one in made))
    return log_sum(proba, truth, mine), float(_fast.square_sum(np.ascontiguousarray(proba), truth))


def ends(values: Array) -> tuple[int, int]:
    """The least and the largest of at least one integer."""
    if _fast is None or not _codes(values):
        return int(values.min()), int(values.max())
    made: tuple[int, int] = _fast.ends(values)
    return made


def treated(column: Array, truth: Array, code: int, threshold: float) -> tuple[int, int]:
    """How many probabilities are at least the threshold, and how many of those rows are of that class."""
    if _fast is None or not _codes(truth) or not _real(column):
        high = np.asarray(column, dtype=np.float64) >= threshold
        return int(np.count_nonzero(high)), int(np.count_nonzero(high & (truth == code)))
    made: tuple[int, int] = _fast.treated(column, truth, code, threshold)
    return made


def log_sum(proba: Array, truth: Array, mine: Array | None = None) -> float:
    """Sum of -log p(true class); `mine` are these probabilities, where they are at hand."""
    if _fast is None or not _codes(truth) or not _real(proba):
        return reference.log_loss_sum(proba, truth)
    known = proba[np.arange(len(truth)), truth].astype(np.float64, copy=False) if mine is None else mine
    return float(_fast.log_total(known))


def sound(proba: Array, truth: Array) -> tuple[bool, float, Array | None]:
    """Whether all entries are probabilities, the largest distance of a row's sum from one, and the probabilities of the
    true classes, if they could be taken along on the way.

    What is not said to be sound has to be looked at: minus zero is doubted too.
    """
    if _fast is None or not _real(proba) or not _codes(truth) or not proba.flags.c_contiguous or not proba.size:
        return *reference.sound(proba), None
    mine = np.empty(len(truth), np.float64) if proba.shape[1] > 2 else NOTHING
    ahead = 64 if proba.nbytes > NEAR else 0
    made = _by_rows(lambda rows: _fast.sound(proba[rows], truth[rows], mine[rows], ahead), proba)
    return all(one[0] for one in made), max(one[1] for one in made), mine if len(mine) else None


def likeliest(proba: Array) -> Array:
    """The first largest column of each row."""
    if proba.shape[1] == 2:
        return np.asarray(proba[:, 1] > proba[:, 0], dtype=np.int64)
    if _fast is None or not _real(proba) or not proba.flags.c_contiguous or not proba.size:
        return np.asarray(np.argmax(proba, axis=1))
    return np.concatenate(_by_rows(lambda rows: _fast.likeliest(proba[rows]), proba))


def _by_rows(work: Callable[[slice], Any], table: Array, effort: float = 0.25) -> list[Any]:
    """Parts of a large table, whose cut does not depend on the number of threads; effort: what an entry takes."""
    if table.size <= PART:
        return [work(ALL)]
    high = max(PART // table.shape[1], 1)
    parts = [slice(at, at + high) for at in range(0, max(len(table), 1), high)]
    made: list[Any] = [None] * len(parts)

    def one(i: int) -> None:
        made[i] = work(parts[i])

    in_threads(one, range(len(parts)), int(table.size * effort))
    return made


def two_columns(column: Array, positive: int) -> tuple[Array, bool]:
    """(n, 2): the probabilities of one class and of the other, each column in one piece, and whether all are sound.

    Doubles, since 1 - p loses digits in float32. What is not said to be sound has to be looked at.
    """
    wide = np.empty(2 * len(column), np.float64).reshape(2, -1)
    if _fast is not None and _real(column):
        return wide.T, bool(_fast.two_columns(column, wide[positive], wide[1 - positive]))
    wide[positive] = column
    np.subtract(1.0, wide[positive], out=wide[1 - positive])
    return wide.T, bool(len(column)) and bool(column.min() >= 0) and bool(column.max() <= 1)


def split(score: Array, truth: Array, positive: int) -> tuple[Array, Array]:
    """Scores of the positives and of the negatives."""
    if _fast is None or not _codes(truth) or not _real(score):
        return reference.split(score, truth, positive)
    made: tuple[Array, Array] = _fast.split(score, truth, positive, np.empty)
    return made


def sorted_halves(score: Array, truth: Array, positive: int) -> tuple[Array, Array]:
    """Scores of the positives and of the negatives, each ascending; NumPy's sort is the fastest there is for plain floats."""
    halves = split(score, truth, positive)
    sort_both(*halves)
    return halves


def sort_both(ups: Array, downs: Array) -> None:
    """In place, side by side where that pays."""
    in_threads(lambda i: (ups, downs)[i].sort(), range(2), (len(ups) + len(downs)) * SORTING)


def merge_sorted(a: Array, b: Array) -> Array:
    """Two ascending lists as one."""
    if _fast is None or not _real(a) or a.dtype != b.dtype:
        both = np.concatenate([a, b])
        both.sort(kind="stable")  # merges two runs in linear time
        return both
    return np.asarray(_fast.merge_sorted(a, b))


def merged(positives: Array, negatives: Array) -> tuple[Array, Array, Array]:
    """Distinct scores from the highest down, with the positives and negatives at or above each; inputs ascending."""
    if _fast is None or positives.dtype not in RANKED or positives.dtype != negatives.dtype:
        return reference.merged(positives, negatives)
    made: tuple[Array, Array, Array] = _fast.merged(positives, negatives)
    return made


def convex_hull(fp: Array, tp: Array) -> tuple[Array, Array]:
    """Corners of the upper hull of ascending points, with (0, 0) put in front."""
    if _fast is None:
        return reference.convex_hull(fp, tp)
    made: tuple[Array, Array] = _fast.convex_hull(np.asarray(fp, dtype=np.float64), np.asarray(tp, dtype=np.float64))
    return made


def compiled(truth: Array, score: Array) -> Any:
    """The compiled module if it can work on these codes and scores, else None; see wins.py."""
    return _fast if _codes(truth) and _real(score) else None


def loops() -> Any:
    """The compiled module, None where nothing is compiled."""
    return _fast


def walks(positives: Array, negatives: Array) -> Any:
    """The compiled module if it can walk along these scores, keys or edges, else None; see rises.py."""
    many = len(positives) and 0 < len(negatives) < 1 << 31
    return _fast if many and positives.dtype in RANKED and positives.dtype == negatives.dtype else None


def probability_more(proba: Array, truth: Array) -> Array | None:
    """Sums of the less usual row quantities in the order of columns.FUSED, and of the codes where there are two classes;
    None where nothing is compiled.
    """
    if _fast is None or not _codes(truth) or not _real(proba):
        return None
    return np.asarray(sum(_by_rows(lambda rows: _fast.probability_more(proba[rows], truth[rows]), proba, 4)))


def placements(score: Array, is_positive: Array) -> Array:
    """Per row the share of the other class that it is on the right side of, ties half."""
    if _fast is None or not _real(score):
        return reference.placements(score, is_positive)
    made = np.zeros(len(score))
    _fast.place(*_sorted_keys(score, is_positive), int(is_positive.sum()), made, 1.0)
    return made


def area_gap(a: Array, b: Array, is_positive: Array) -> AreaGap:
    """Two areas under the ROC curve on the same rows, with what DeLong's variance of their difference is made of."""
    m = int(is_positive.sum())
    n = len(is_positive) - m
    if _fast is None or min(m, n) < 2 or not (_real(a) and _real(b)):
        return reference.area_gap(a, b, is_positive)
    keys: list[tuple[Array, Array, int, int]] = [(a, a, 0, 0)] * 2

    def one(i: int) -> None:
        keys[i] = _sorted_keys((a, b)[i], is_positive)

    in_threads(one, range(2), 16 * (m + n))
    away = np.zeros(m + n)
    areas = [_fast.place(*keys[i], m, away, sign) / (2 * m * n) for i, sign in enumerate((1.0, -1.0))]
    up, down = _fast.spreads(away, is_positive.view(np.uint8), areas[0] - areas[1])
    return AreaGap(areas[0], areas[1], up / (m - 1), down / (n - 1))


def _sorted_keys(score: Array, is_positive: Array) -> tuple[Array, Array, int, int]:
    """Score, class and row in one integer each, sorted: a plain sort is three times faster than one that carries rows.

    As many bits of the score are kept as there is room for; the two numbers are those of score_keys.
    """
    scores = np.ascontiguousarray(score, dtype=np.float64)
    keys, shift, low = _fast.score_keys(scores, is_positive.view(np.uint8))
    keys.sort()
    return keys, scores, shift, low


def resampled_sweeps(is_positive: Array, last: Array, seeds: Array, which: int | None = None) -> Array:
    """(B, 4): area under ROC, average precision, trapezoid PR area and largest gap of resamples of ranked rows.

    `which` asks for one of the four only, which is quicker: the others may then be NaN.
    """
    n = len(is_positive)
    if _fast is None or not n:
        return resample_counts.resampled_sweeps(is_positive, last, seeds)
    law = resample_counts.law_of(n)
    if which in {0, 1} and bool(last.all()):
        marks = resample_counts.in_tiles(-is_positive.astype(np.int8)).view(np.uint8)
        made = np.full((len(seeds), 4), np.nan)
        made[:, :2] = np.concatenate(
            in_parts(lambda part: _fast.resampled_areas(marks, *law, part, which == 1), seeds, n)
        )
        return made
    marks, ends = is_positive.view(np.uint8), last.view(np.uint8)
    return np.concatenate(in_parts(lambda part: _fast.resampled_sweeps(marks, ends, *law, part), seeds, n))


def resampled_means(rows: Array, seeds: Array) -> Array:
    """(B, d): means of the rows in resamples of n rows."""
    if _fast is None or not len(rows):
        return resample_counts.resampled_means(rows, seeds)
    columns, law = np.ascontiguousarray(rows.T, dtype=np.float64), resample_counts.law_of(len(rows))
    return np.concatenate(in_parts(lambda part: _fast.resampled_means(columns, *law, part), seeds, len(rows)))


def in_parts(work: Callable[[Array], Any], each: Array, n: int) -> list[Any]:
    """What is made of resamples of n rows, or of their seeds, in a few parts for every thread."""
    parts = [one for one in np.array_split(each, _threads() * 4) if len(one)]
    made: list[Any] = [None] * len(parts)

    def one(i: int) -> None:
        made[i] = work(parts[i])

    in_threads(one, range(len(parts)), n * len(each))
    return made


def _threads() -> int:
    asked = os.environ.get("BAKEOFF_THREADS", "")
    return max(1, int(asked) if asked.isdigit() else min(PROCESSORS, 8))


def in_threads(work: Callable[[int], None], jobs: range, size: int) -> None:
    """Every job once, on as many threads as there are processors if that pays; this thread is one of them."""
    if size < WORK:
        for job in jobs:
            work(job)
        return
    todo, wrong = iter(jobs), list[BaseException]()

    def some() -> None:
        try:
            for job in todo:  # one iterator for all of them: each takes the next
                work(job)
        except BaseException as problem:  # noqa: BLE001  # raised below, where it can be caught
            wrong.append(problem)

    helpers = [Thread(target=some) for _ in range(min(_threads(), len(jobs)) - 1)]
    for one in helpers:
        one.start()
    some()
    for one in helpers:
        one.join()
    if wrong:
        raise wrong[0]
