"""How few blocks must be dropped to change a claim: the ones that speak for it most go first."""

from collections.abc import Callable, Sequence

import numpy as np

from bakeoff.comparisons.judgement import Judgement
from bakeoff.comparisons.verdict import lean
from bakeoff.measures.measure import Direction

__all__ = ["KEPT", "fewest_to_flip", "most_telling"]

KEPT = 3  # blocks that are left at least; of fewer nothing can be shown anyway


def most_telling(judgement: Judgement, a: str, b: str) -> list[int]:
    """The blocks, those first that speak most for what is claimed: for the winner, or against the side it leans to."""
    matrix, one = judgement.matrix, judgement.pair(a, b)
    ranked = "rank difference" in dict(one.pair.result.working)
    sign = 1.0 if matrix.direction is Direction.HIGHER and not ranked else -1.0
    values = matrix.ranks() if ranked and matrix.complete else matrix.values
    first, second = (values[:, matrix.names.index(name)] for name in (one.pair.a, one.pair.b))
    side = lean(one.pair.result, matrix.direction) or 1
    favour = np.nan_to_num(sign * side * (first - second), nan=-np.inf)
    order: list[int] = np.argsort(-favour if one.verdict.winner else favour, kind="stable").tolist()
    return order


def fewest_to_flip(order: Sequence[int], flips: Callable[[Sequence[int]], bool | None]) -> list[int]:
    """The shortest beginning of `order` whose removal flips the claim, found by doubling and halving; empty if none does.

    `flips` is asked about what is kept; it answers None where nothing can be said any more. At least `KEPT` are kept.

    >>> fewest_to_flip(range(100), lambda kept: len(kept) <= 63)[-1]
    36
    """
    most = len(order) - KEPT
    low, high = 0, 1
    while high <= most and not (found := flips(sorted(order[high:]))):
        if found is None:
            return []
        low, high = high, high * 2 if high * 2 <= most or high == most else most
    if high > most:
        return []
    while high - low > 1:
        middle = (low + high) // 2
        if flips(sorted(order[middle:])):
            high = middle
        else:
            low = middle
    return list(order[:high])
