"""Keys: whole numbers in the order of the scores. Half as long as scores, they are sorted in half the time.

Nearly all scores that differ have keys that differ; the few others are found and told apart. Where many share a key,
be it that the scores themselves are level, the scores are sorted instead.
"""

import numpy as np

from bakeoff.core.checks import Array
from bakeoff.kernels import dispatch

__all__ = ["order_by_keys"]

FEWEST, MOST = 1 << 13, 1 << 21  # rows: for fewer the scores are sorted as soon, of more too many would share a key
SAMPLE = 256  # rows in which a score that occurs twice shows that level scores are common
SHARED = 256  # one key in so many may be shared


def order_by_keys(score: Array, truth: Array, positive: int) -> tuple[Array, Array, Array, Array] | None:
    """Keys of the positives and of the negatives, ascending; how many negatives lie above each positive; where ties are.

    None where sorting the scores is better.
    """
    by = dispatch.compiled(truth, score) if FEWEST <= len(score) <= MOST else None
    if by is None or score.dtype != np.float64 or _often_level(score):
        return None
    scores = np.ascontiguousarray(score)
    keys, *ends = by.keys_of(scores, truth, positive, np.empty)
    keys.sort()
    order: tuple[Array, Array, Array, Array] = by.part_keys(keys, np.empty)
    if not len(order[0]) or not len(order[1]):
        return None
    apart = not order[3].any() or by.tell_apart(*order, scores, truth, positive, *ends, len(score) // SHARED)
    return order if apart else None


def _often_level(score: Array) -> bool:
    few = np.sort(score[:SAMPLE])
    return bool((few[1:] == few[:-1]).any())
