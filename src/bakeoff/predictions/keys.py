"""Keys: whole numbers in the order of the scores. Half as long as scores, they are sorted in half the time.

Nearly all scores that differ have keys that differ; the few others are found and told apart. Where many share a key,
be it that the scores themselves are level, the scores are sorted instead.
"""

from typing import Any

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.predictions import kernels
from bakeoff.predictions.memory import room

__all__ = ["order_by_keys"]

FEWEST, MOST = 1 << 13, 1 << 21  # rows: for fewer the scores are sorted as soon, of more too many would share a key
SAMPLE = 256  # rows in which a score that occurs twice shows that level scores are common
SHARED = 256  # one key in so many may be shared


def order_by_keys(score: Array, truth: Array, positive: int) -> tuple[Array, Array, Array, Array] | None:
    """Keys of the positives and of the negatives, ascending; how many negatives lie above each positive; where ties are.

    None where sorting the scores is better.
    """
    by = kernels.compiled(truth, score)
    if by is None or score.dtype != np.float64 or not FEWEST <= len(score) <= MOST or _often_level(score):
        return None
    scores = np.ascontiguousarray(score)
    ups, downs, least, most = by.key_halves(scores, truth, positive, room)
    if not len(ups) or not len(downs):
        return None
    kernels.sort_both(ups, downs)
    above = by.above(ups, downs, room)
    tied = by.tied(ups, downs, above)
    order = ups, downs, above, tied
    return order if not tied.any() or _told_apart(by, order, (scores, truth, positive), (least, most)) else None


def _often_level(score: Array) -> bool:
    few = np.sort(score[:SAMPLE])
    return bool((few[1:] == few[:-1]).any())


def _told_apart(by: Any, order: tuple[Array, ...], rows: tuple[Array, Array, int], ends: tuple[float, float]) -> bool:
    """Whether rows that share a key have the same score, or could be given other keys."""
    ups, downs, above, _ = order
    score, truth, positive = rows
    some = len(score) // SHARED
    shared = by.shared_keys(*order, some)
    where = None if shared is None else by.rows_of_keys(score, shared, *ends, 4 * some)
    if where is None:
        return False
    where = where[np.argsort(score[where], kind="stable")]  # keys are in the order of scores
    return bool(by.tell_apart(ups, downs, above, shared, score[where], (truth[where] == positive).view(np.uint8)))
