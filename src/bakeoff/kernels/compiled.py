"""The compiled versions of the kernels: they prepare the arrays, share the work among threads and call the loops.

Each has the name and the arguments of its twin in reference/. The guard of `Kernel` has seen the arrays before.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels.dispatch import EXTENSIONS
from bakeoff.kernels.named_results import FusedSums, ProbabilityCheck, ThresholdTotals
from bakeoff.kernels.reference import ranking as ranking_twins
from bakeoff.kernels.reference.detection import AdwinRule, PageHinkleyRule
from bakeoff.kernels.reference.resampling import count_distribution, first_word, in_blocks, to_tiles
from bakeoff.kernels.threads import SORTING, map_chunks, map_rows, run_jobs

__all__ = ["CompiledRocSteps", "PrecomputedRocSteps", "order_by_keys", "sort_pair"]

_probability: Any
_sorting: Any
_ranking: Any
_resampling: Any
_detection: Any
_probability, _sorting, _ranking, _resampling, _detection = EXTENSIONS or (None,) * 5

PLACES = 1 << 31  # negatives that no longer fit into 32 bits
FEWEST, MOST = 1 << 13, 1 << 21  # rows: for fewer the scores are sorted as soon, of more too many would share a key
SAMPLE = 256  # rows in which a score that occurs twice shows that level scores are common
SHARED = 256  # one key in so many may be shared
LARGE = 40_000  # rows of a class from which sorting every class's scores beats looking each row up
BLOCK = 8  # columns taken together: one line of the cache holds as many


def check_probabilities(proba: Array, truth: Array) -> ProbabilityCheck:
    parts = map_rows(lambda rows: _probability.check_probabilities(proba[rows], truth[rows]), proba)
    valid, gaps, losses = zip(*parts, strict=True)
    return ProbabilityCheck(all(valid), max(gaps), sum(losses))


def fused_probability_sums(proba: Array, truth: Array) -> FusedSums:
    parts = map_rows(lambda rows: _probability.fused_probability_sums(proba[rows], truth[rows]), proba, 4)
    sums: FusedSums = reduce(FusedSums.plus, parts)
    return sums


def split_by_class(score: Array, truth: Array, code: int) -> tuple[Array, Array]:
    scores: tuple[Array, Array] = _sorting.split_by_class(score, truth, code)
    return scores


def sort_pair(positives: Array, negatives: Array) -> None:
    """Sort both in place, side by side where that pays."""
    run_jobs(lambda i: (positives, negatives)[i].sort(), range(2), (len(positives) + len(negatives)) * SORTING)


def merge(a: Array, b: Array) -> Array:
    return np.asarray(_sorting.merge(a, b))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CompiledRocSteps:
    """The steps of a ROC curve, computed along the sorted scores without arrays of their own."""

    order: tuple[Array, Array, Array, Array]  # positives', negatives'; negatives above each positive; where ties are

    @property
    def scores(self) -> tuple[Array, Array] | None:
        """The scores of the positives and of the negatives, ascending; None where keys were sorted instead."""
        return None if self.order[0].dtype == np.uint32 else self.order[:2]

    @property
    def positives(self) -> float:
        """How many there are."""
        return float(len(self.order[0]))

    @property
    def negatives(self) -> float:
        """How many there are."""
        return float(len(self.order[1]))

    def totals(self) -> ThresholdTotals:
        """Return areas and distances, all at once."""
        return ThresholdTotals(*_ranking.roc_totals(*self.order))

    def interpolated(self) -> float:
        """Return the area under precision over the positives found, false positives rising linearly within each step."""
        return float(_ranking.interpolated_area(*self.order))

    def top_area(self, width: float) -> float:
        """Return the area under the ROC curve in counts, up to `width` false positives."""
        return float(_ranking.top_area(*self.order, width))

    def hull(self) -> Array:
        """Return (2, corners): false and true positives at those of the convex hull of the ROC points, from (0, 0)."""
        return np.asarray(_ranking.roc_hull(*self.order))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PrecomputedRocSteps:
    """The steps of the ROC curve of a resample, of which everything has been computed."""

    curve: Array  # (2, steps): true and false positives down to the end of each
    known: list[float]  # the totals, and the interpolated area
    corners: Array

    @property
    def positives(self) -> float:
        """All of them."""
        return float(self.curve.item(0, -1))

    @property
    def negatives(self) -> float:
        """All of them."""
        return float(self.curve.item(1, -1))

    def totals(self) -> ThresholdTotals:
        """Return areas and distances, all at once; of no use where a class is missing."""
        return ThresholdTotals(*self.known[:-1])

    def interpolated(self) -> float:
        """Return the area under precision over the positives found, false positives rising linearly within each step."""
        return self.known[-1]

    def top_area(self, width: float) -> float:
        """Return the area under the ROC curve in counts, up to `width` false positives."""
        return float(_ranking.top_of_curve(self.curve, width))

    def hull(self) -> Array:
        """Return (2, corners): false and true positives at those of the convex hull of the ROC points, from (0, 0)."""
        return self.corners


def roc_steps(positives: Array, negatives: Array) -> CompiledRocSteps | ranking_twins.RocSteps:
    if len(negatives) >= PLACES:
        return ranking_twins.roc_steps(positives, negatives)
    above = _ranking.negatives_above(positives, negatives)
    return CompiledRocSteps(order=(positives, negatives, above, _ranking.tied_chunks(positives, negatives, above)))


def roc_steps_of_rows(score: Array, truth: Array, code: int) -> CompiledRocSteps | ranking_twins.RocSteps:
    order = order_by_keys(score, truth, code)
    if order is not None:
        return CompiledRocSteps(order=order)
    positives, negatives = split_by_class(score, truth, code)
    sort_pair(positives, negatives)
    steps = roc_steps if len(positives) and len(negatives) else ranking_twins.roc_steps
    return steps(positives, negatives)


def order_by_keys(score: Array, truth: Array, code: int) -> tuple[Array, Array, Array, Array] | None:
    """Return whole numbers in the order of the scores: half as long, they are sorted in half the time.

    Keys of the positives and of the negatives, ascending; how many negatives lie above each positive; where ties are.
    Nearly all scores that differ have keys that differ; the few others are found and separated. None where many share a
    key, be it that the scores themselves are equal: then sort the scores.
    """
    if not FEWEST <= len(score) <= MOST or score.dtype != np.float64 or _often_level(score):
        return None
    scores = np.ascontiguousarray(score)
    keys, *ends = _sorting.sort_keys(scores, truth, code)
    keys.sort()
    order: tuple[Array, Array, Array, Array] = _sorting.partition_keys(keys)
    if not len(order[0]) or not len(order[1]):
        return None
    apart = not order[3].any() or _sorting.separate_keys(*order, scores, truth, code, *ends, len(score) // SHARED)
    return order if apart else None


def _often_level(score: Array) -> bool:
    few = np.sort(score[:SAMPLE])
    return bool((few[1:] == few[:-1]).any())


def class_wins(score: Array, truth: Array, k: int) -> Array:
    order = np.argsort(truth, kind="stable")
    ends = np.cumsum(np.bincount(truth, minlength=k))
    if int(np.diff(ends, prepend=0).max(initial=0)) <= LARGE:
        table = _looked_up(np.ascontiguousarray(score), truth, order, ends)
    else:
        table = _sorted_pairs(score, order, ends)
    np.fill_diagonal(table, 0)
    return table.astype(np.float64)


def _sorted_pairs(score: Array, order: Array, ends: Array) -> Array:
    """Sort every class's scores in every column, then merge pairs: best where classes are large."""
    k = len(ends)
    table = np.zeros((k, k), dtype=np.int64)

    def column(i: int) -> None:
        parts = np.split(score[order, i], ends[:-1])
        for part in parts:
            part.sort()
        for j, part in enumerate(parts):
            if j != i:
                table[i, j] = _ranking.sorted_wins(parts[i], part)

    run_jobs(column, range(k), len(order) * k)
    return table


def _looked_up(score: Array, truth: Array, order: Array, ends: Array) -> Array:
    """Sort only each class's own scores, in its own column, and look every row up: best where classes are small."""
    k = len(ends)
    table = np.zeros((k, k), dtype=np.int64)

    def block(block_number: int) -> None:
        first, beyond = block_number * BLOCK, min((block_number + 1) * BLOCK, k)
        mine = [np.sort(score[order[ends[c - 1] if c else 0 : ends[c]], c]) for c in range(first, beyond)]
        starts = np.concatenate([[0], np.cumsum([len(scores) for scores in mine])]).astype(np.int64)
        if starts[-1]:
            _ranking.block_wins(score, first, np.concatenate(mine), starts, truth, table[first:beyond])

    run_jobs(block, range(-(-k // BLOCK)), len(truth) * k)
    return table


def placements(score: Array, is_positive: Array) -> Array:
    return np.asarray(_ranking.placements(*_row_keys(score, is_positive), int(is_positive.sum())))


def _row_keys(score: Array, is_positive: Array) -> tuple[Array, Array, int, int]:
    """Return score, class and row in one integer each, sorted: a plain sort is three times faster than one that carries rows.

    As many bits of the score are kept as there is room for; the two numbers are those of score_keys.
    """
    scores = np.ascontiguousarray(score, dtype=np.float64)
    keys, shift, low = _sorting.score_keys(scores, is_positive.view(np.uint8))
    keys.sort()
    return keys, scores, shift, low


def resample_counts(n: int, seeds: Array) -> Array:
    if not n:
        return np.zeros((len(seeds), 0), dtype=np.uint8)
    law = count_distribution(n)
    return np.concatenate(map_chunks(lambda part: _resampling.resample_counts(n, *law, part), seeds, n))


def resampled_totals(is_positive: Array, last: Array, seeds: Array, which: int | None = None) -> Array:
    n = len(is_positive)
    law = count_distribution(n)
    if which in {0, 1} and bool(last.all()):
        marks = to_tiles(-is_positive.astype(np.int8)).view(np.uint8)
        totals = np.full((len(seeds), 4), np.nan)
        totals[:, :2] = np.concatenate(
            map_chunks(lambda part: _resampling.resampled_areas(marks, *law, part, which == 1), seeds, n)
        )
        return totals
    marks, ends = is_positive.view(np.uint8), last.view(np.uint8)
    return np.concatenate(map_chunks(lambda part: _resampling.resampled_sweeps(marks, ends, *law, part), seeds, n))


def resampled_means(rows: Array, seeds: Array) -> Array:
    columns, law = np.ascontiguousarray(rows.T, dtype=np.float64), count_distribution(len(rows))
    return np.concatenate(map_chunks(lambda part: _resampling.resampled_means(columns, *law, part), seeds, len(rows)))


def resampled_steps(
    times: Array, unit: Array, positive: Array, weight: Array | None, stops: Array
) -> list[PrecomputedRocSteps]:
    doubles = times.dtype == np.float64
    if weight is not None and not doubles:
        times, doubles = times.astype(np.float64), True
    heavy = (np.ones(len(unit)) if doubles else np.empty(0)) if weight is None else weight
    rows = (unit, (-positive.astype(np.int8)).view(np.uint8), heavy, stops)
    return _precomputed(map_chunks(lambda part: _resampling.resampled_rankings(part, *rows), times, len(unit)))


def resampled_steps_of_seeds(seeds: Array, unit: Array, positive: Array, stops: Array) -> list[PrecomputedRocSteps]:
    """What is drawn never leaves the processor's cache."""
    n = len(unit)
    law, rows = count_distribution(n), (unit, (-positive.astype(np.int8)).view(np.uint8), np.empty(0), stops)

    def chunk(part: Array) -> Any:
        return _resampling.resampled_rankings(_resampling.resample_counts(n, *law, part), *rows)

    return _precomputed(map_chunks(chunk, seeds, n))


def _precomputed(chunks: list[Any]) -> list[PrecomputedRocSteps]:
    return [
        PrecomputedRocSteps(curve=curve, known=threshold_totals, corners=corners)
        for curves, totals, hulls in chunks
        for curve, threshold_totals, corners in zip(curves, totals.tolist(), hulls, strict=True)
    ]


def resampled_class_wins(often: Array, truth: Array, order: Array, last: Array) -> Array:
    ends = last.view(np.uint8)
    return np.concatenate(
        map_chunks(lambda part: _resampling.resampled_class_wins(part, truth, order, ends), often, order.size)
    )


def sign_flip_sums(values: Array, draws: int, seed: int) -> Array:
    return np.asarray(_resampling.sign_flip_sums(in_blocks(values), draws, int(first_word(seed))))


def page_hinkley(values: Array, rule: PageHinkleyRule) -> Array:
    return np.asarray(_detection.page_hinkley(values, *rule))


def ddm(values: Array, minimum: int, threshold: float) -> Array:
    return np.asarray(_detection.ddm(values, minimum, threshold))


def adwin(values: Array, rule: AdwinRule) -> Array:
    return np.asarray(_detection.adwin(values, *rule))


def online_page_hinkley(rule: PageHinkleyRule) -> Any:
    return _detection.PageHinkley(*rule)


def online_adwin(rule: AdwinRule) -> Any:
    return _detection.Adwin(*rule)
