"""All pairs of k learners: their hypotheses hang together, and Shaffer and Bergmann-Hommel make use of it."""

from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.core.checks import Array, count
from bakeoff.core.errors import BadInput, UnknownName

__all__ = ["PAIR_METHODS", "adjust_pairs", "possible_truths"]

PAIR_METHODS = ("shaffer", "bergmann-hommel")
LARGEST = 9  # learners for Bergmann-Hommel: 21,147 partitions; ten would need 115,975


def adjust_pairs(p_values: ArrayLike, k: int, method: str = "shaffer") -> Array:
    """Adjusted p-values of all k (k - 1) / 2 pairs, in the order (1,2), (1,3), ..., (k-1,k).

    Shaffer's static steps multiply by the most hypotheses that can still be true; Bergmann and Hommel look through all
    sets of hypotheses that can be true together.  References: shaffer1986, bergmann1988.

    >>> adjust_pairs([0.01, 0.02, 0.03], 3, "shaffer").round(3).tolist()
    [0.03, 0.03, 0.03]
    """
    raw = np.asarray(p_values, dtype=np.float64)
    learners = count("k", k, least=2)
    if raw.shape != (learners * (learners - 1) // 2,):
        raise BadInput(f"{learners} learners have {learners * (learners - 1) // 2} pairs, not {raw.size}")
    if np.any((raw < 0) | (raw > 1)):
        raise BadInput("p-values must lie between 0 and 1")
    if method not in PAIR_METHODS:
        raise UnknownName("adjustment of all pairs", method, PAIR_METHODS)
    filled = np.where(np.isnan(raw), 1.0, raw)
    adjusted = _shaffer(filled, learners) if method == "shaffer" else _bergmann_hommel(filled, learners)
    return np.where(np.isnan(raw), np.nan, np.clip(np.maximum(adjusted, filled), 0.0, 1.0))


@lru_cache(maxsize=8)
def possible_truths(k: int) -> Array:
    """How many of the pairwise equalities of k learners can hold at once, in rising order.

    A group of j equal learners brings j (j - 1) / 2 equalities. Bit c of `possible[n]` is set if n learners can have c.
    Groups smaller than j bring at most n (j - 2) / 2 together: once all counts up to there are found, none is missing.

    >>> possible_truths(4).tolist()
    [0, 1, 2, 3, 6]
    """
    possible = [1, 1]
    for n in range(2, k + 1):
        counts = possible[n - 1]  # one learner alone
        for j in range(n, 1, -1):
            counts |= possible[n - j] << j * (j - 1) // 2
            if j % 8 == 0 and (~counts & (counts + 1)).bit_length() - 1 > n * (j - 2) // 2:
                break
        possible.append(counts)
    last = possible[k]
    bits = np.unpackbits(
        np.frombuffer(last.to_bytes(last.bit_length() // 8 + 1, "little"), np.uint8), bitorder="little"
    )
    return np.flatnonzero(bits)


def _shaffer(p: Array, k: int) -> Array:
    m = p.size
    counts = possible_truths(k)
    left = np.arange(m, 0, -1)  # hypotheses not yet rejected at each step
    most = counts[np.searchsorted(counts, left, "right") - 1]
    order = np.argsort(p, kind="stable")
    result = np.empty(m)
    result[order] = np.maximum.accumulate(p[order] * most)
    return result


def _bergmann_hommel(p: Array, k: int) -> Array:
    """Each hypothesis gets the largest size x smallest p over the exhaustive sets that hold it, made monotone."""
    if k > LARGEST:
        raise BadInput(f"Bergmann-Hommel looks through every partition and stops at {LARGEST} learners; use shaffer")
    adjusted = np.zeros(p.size)
    for members in _exhaustive(k):
        chosen = np.array(members)
        value = min(1.0, chosen.size * float(p[chosen].min()))
        adjusted[chosen] = np.maximum(adjusted[chosen], value)
    order = np.argsort(p, kind="stable")
    result = np.empty(p.size)
    result[order] = np.maximum.accumulate(adjusted[order])
    return result


@lru_cache(maxsize=8)
def _exhaustive(k: int) -> tuple[tuple[int, ...], ...]:
    """The sets of pair indices that can be true together: one for each partition of the learners."""
    index = {pair: i for i, pair in enumerate(combinations(range(k), 2))}
    truths = []
    for blocks in _partitions(k):
        members = tuple(index[pair] for block in blocks for pair in combinations(block, 2))
        if members:
            truths.append(members)
    return tuple(truths)


def _partitions(k: int) -> list[list[list[int]]]:
    """All ways to put k things into boxes."""
    partitions: list[list[list[int]]] = [[[0]]]
    for item in range(1, k):
        grown: list[list[list[int]]] = []
        for blocks in partitions:
            grown.extend([*blocks[:i], [*block, item], *blocks[i + 1 :]] for i, block in enumerate(blocks))
            grown.append([*blocks, [item]])
        partitions = grown
    return partitions
